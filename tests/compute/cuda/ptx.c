/* Variables that nothing names, in texts and in a program with CUB's headers. The latter is left out where NVRTC, CUB
 * or nvJitLink is not installed. */
#include "compute/cuda/ptx.h"

#include "base/memory.h"
#include "compute/cuda/cubin.h"
#include "compute/cuda/nvjitlink.h"
#include "compute/cuda/nvrtc.h"
#include "tests/check.h"

#include <stdlib.h>

static struct compute_binary binary;
static struct fault fault;

static void test_texts(void)
{
    static const struct {
        const char *before, *after;
        size_t dropped;
    } texts[] = {
        {"", "", 0},
        {".version 9.0\n.global .align 1 .u8 a[1];\nret;\n", ".version 9.0\n                          \nret;\n", 1},
        {".global .u32 a;\nld.u32 %r1, [a];\n", ".global .u32 a;\nld.u32 %r1, [a];\n", 0},
        {".global .u32 a;\nld.u32 %r1, [aa+4];\nld.u32 %r1, [_a];\n",
         "               \nld.u32 %r1, [aa+4];\nld.u32 %r1, [_a];\n", 1},
        {".visible .global .u32 a = 5;\n.weak .global .u32 b[2] = {1,\n2};\n",
         "                            \n                                 \n", 2},
        /* an address in the value of another one, also of one that goes */
        {".global .u64 p = generic(x);\n.global .u32 x;\n", "                            \n.global .u32 x;\n", 1},
        {".global .u64 $p[1] = {x+4};\n.global .u32 x;\nmov %r1, $p;\n",
         ".global .u64 $p[1] = {x+4};\n.global .u32 x;\nmov %r1, $p;\n", 0},
        /* no definitions of variables that can go */
        {".extern .global .u32 a;\n.const .u32 b;\n.shared .u32 c;\n",
         ".extern .global .u32 a;\n.const .u32 b;\n.shared .u32 c;\n", 0},
        {"  .global .u32 a;\n// .global .u32 b;\n", "  .global .u32 a;\n// .global .u32 b;\n", 0},
        {".global .u32 a", ".global .u32 a", 0},
        {".global ;\n", ".global ;\n", 0},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s", texts[i].before);
        CHECK(ptx_drop_unused(text) == texts[i].dropped);
        CHECK_TEXT(text, texts[i].after);
    }
}

static enum status compile(const char *source)
{
    struct compute_device device;
    fault = (struct fault){0};
    CHECK(compute_find("nvrtc:sm_90", 0, &device, NULL) == OK);
    return compute_compile(&device, "some.cu", source, 0, &binary, &fault);
}

#define CUB "#include <cub/block/block_reduce.cuh>\n#pragma nv_hdrstop\n"
#define SUM                                                                                                            \
    "__device__ float scales[3] = {1, 2, 3};\n"                                                                        \
    "extern \"C\" __global__ void sum(float *x)\n"                                                                     \
    "{\n"                                                                                                              \
    "    using Reduce = cub::BlockReduce<float, 64>;\n"                                                                \
    "    __shared__ typename Reduce::TempStorage storage;\n"                                                           \
    "    x[0] = scales[blockIdx.x] * Reduce(storage).Sum(x[threadIdx.x]);\n"                                           \
    "}\n"

/* The constants of CUB's headers, 100 KB of them, are not in the program; what it reads is. */
static void test_program(void)
{
    CHECK(compile(CUB SUM) == OK);
    CHECK_TEXT(fault.text, "");
    CHECK(binary.size < 16384 && cubin_has_kernel(binary.bytes, binary.size, "sum"));
    CHECK(memmem(binary.bytes, binary.size, "scales", strlen("scales")));
    CHECK(binary.resources.registers > 8 && binary.resources.shared_bytes >= 8 && binary.resources.spill_bytes == 0);
    compute_binary_free(&binary);
}

/* What the assembler refuses is told as ever. */
static void test_refusals(void)
{
    CHECK(compile(CUB
                  "extern \"C\" __global__ void big(float *x)\n"
                  "{ __shared__ float y[70000]; y[threadIdx.x] = *x; __syncthreads(); *x = y[threadIdx.x ^ 1]; }\n") ==
          INVALID);
    CHECK(strstr(fault.text, "some.cu: needs 280000 bytes of shared memory") == fault.text);
    CHECK(!binary.bytes);
    CHECK(compile(CUB "extern \"C\" __global__ void wrong(float *x) { *x = y; }\n") == COMPILE_FAILED);
    CHECK(strstr(fault.text, "identifier \"y\" is undefined"));
    CHECK(!binary.bytes);
    CHECK(compile(CUB "extern \"C\" __global__ void astray(float *x) { asm(\"fly;\"); }\n") == COMPILE_FAILED);
    CHECK(strstr(fault.text, "fly") && !binary.bytes);
}

int main(void)
{
    test_texts();
    if (nvrtc_lacks_cub() || nvjitlink_lacks()) {
        fprintf(stderr, "left out: %s\n", nvrtc_lacks_cub() ? nvrtc_lacks_cub() : nvjitlink_lacks());
        return CHECK_RESULT;
    }
    test_program();
    test_refusals();
    return CHECK_RESULT;
}
