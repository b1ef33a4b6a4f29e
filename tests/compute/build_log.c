/* Compilers' logs, as NVRTC and NVIDIA's OpenCL print them. */
#include "compute/build_log.h"
#include "tests/check.h"

static const char two_kernels[] =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'a' for 'sm_90'\n"
    "ptxas         .     24 bytes stack frame, 20 bytes spill stores, 28 bytes spill loads\n"
    "ptxas info    : Used 24 registers, used 1 barriers, 2048 bytes smem, 368 bytes cmem[0]\n"
    "ptxas info    : Compiling entry function 'b' for 'sm_90'\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 40 registers, 368 bytes cmem[0]";

TEST(resources)
{
    struct compute_resources resources = build_log_resources(two_kernels);
    CHECK(resources.registers == 40);
    CHECK(resources.shared_bytes == 2048);
    CHECK(resources.spill_bytes == 20);

    resources = build_log_resources("ptxas info : Used 8 registers, 40 bytes cmem[0]\n");
    CHECK(resources.registers == 8 && resources.shared_bytes == 0 && resources.spill_bytes == -1);

    resources = build_log_resources("warning: variable used twice\n");
    CHECK(resources.registers == -1 && resources.shared_bytes == -1 && resources.spill_bytes == -1);
    resources = build_log_resources("");
    CHECK(resources.registers == -1);
}

TEST(failures)
{
    CHECK_FAULT(build_log_fail("sum.cl", "a.cl(1): warning: unused\na.cl(2): error: no\n\n", &caught), COMPILE_FAILED,
                "sum.cl: does not compile: a.cl(2): error: no");

    CHECK_FAULT(build_log_fail("sum.cl", "internal problem", &caught), COMPILE_FAILED,
                "sum.cl: does not compile: internal problem");

    CHECK(CALL(build_log_fail("sum.cl", "\n", &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "does not say why") != NULL);

    CHECK_FAULT(
        build_log_fail("sum.cl",
                       "ptxas error   : Entry function 'k' uses too much shared data (0x10000 bytes, 0xc000 max)\n",
                       &caught),
        INVALID, "sum.cl: needs 65536 bytes of shared memory, this device allows 49152 a block");

    CHECK_FAULT(
        build_log_fail("sum.cl", "uses too much shared data (0xc000 bytes + 0x400 bytes system, 0xc000 max)", &caught),
        INVALID, "sum.cl: needs 50176 bytes of shared memory, this device allows 49152 a block");
}

TEST(unparsed)
{
    CHECK(build_log_unparsed("ptxas info    : 0 bytes gmem\n"
                             "ptxas application ptx input, line 27; fatal   : Parsing error near '}': syntax error\n"));
    CHECK(!build_log_unparsed("a.cl(2): error: Parsing error near '}'\n"));
    CHECK(!build_log_unparsed("ptxas error   : Entry function 'k' uses too much shared data (0x1 bytes, 0x0 max)\n"));
    CHECK(!build_log_unparsed(""));
}

TEST(long_log)
{
    char log[5000];
    memset(log, 'x', sizeof log - 1);
    log[sizeof log - 1] = 0;
    memcpy(log, "error: ", 7);
    CHECK(CALL(build_log_fail("sum.cl", log, &caught)) == COMPILE_FAILED);
    CHECK(strlen(caught.text) > 800 && strlen(caught.text) < 1000);
}
