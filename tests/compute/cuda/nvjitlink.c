/* Kernels that launch kernels, compiled and linked without a GPU; and the message if a part is missing. Skipped without
 * NVRTC or the linker. */
#include "compute/cuda/toolkit.h"

#include <limits.h>
#include <string.h>

/* The toolkit without its libcudadevrt.a. */
static const char *hidden;
static bool seen_file(const char *beside, const char *file, char *path, size_t size)
{
    return (!hidden || strcmp(hidden, file)) && toolkit_file(beside, file, path, size);
}
#define toolkit_file seen_file
#include "compute/cuda/nvjitlink.c"

#include "compute/cuda/nvrtc.h"
#include "tests/check.h"

static const char family[] = "extern \"C\" __global__ void child(unsigned *count)\n"
                             "{\n"
                             "    atomicAdd(count, 1u);\n"
                             "}\n"
                             "extern \"C\" __global__ void parent(unsigned *count)\n"
                             "{\n"
                             "    child<<<1, 32, 0, cudaStreamFireAndForget>>>(count);\n"
                             "}\n";

static const char astray[] = "extern \"C\" __device__ void elsewhere(unsigned *count);\n"
                             "extern \"C\" __global__ void parent(unsigned *count)\n"
                             "{\n"
                             "    elsewhere(count);\n"
                             "}\n";

static const char plain[] = "extern \"C\" __global__ void divide(float *x, float y)\n"
                            "{\n"
                            "    x[threadIdx.x] = x[threadIdx.x] / y;\n"
                            "}\n";

static struct compute_binary binary;

static enum status compile(const char *target, const char *source, unsigned options)
{
    struct compute_device device;
    char name[32];
    snprintf(name, sizeof name, "nvrtc:%s", target);
    CHECK(compute_find(name, 0, &device, NULL) == OK);
    CHECK(!hidden == !device.lacks_child_launch[0]);
    return CALL(compute_compile(&device, "family.cu", source, options, &binary, &caught));
}

static bool has(const char *word)
{
    return memmem(binary.bytes, binary.size, word, strlen(word));
}

/* Before the linker was first used. */
static void test_missing(void)
{
    hidden = "libcudadevrt.a";
    CHECK(compile("sm_90", family, COMPUTE_RELOCATABLE) == UNSUPPORTED);
    CHECK(strstr(caught.text, "family.cu: libcudadevrt.a not found beside nvJitLink") == caught.text);
    CHECK(!binary.bytes);
    CHECK(compile("sm_90", plain, 0) == OK);
    compute_binary_free(&binary);
    hidden = NULL;
}

TEST(link)
{
    static const char *const targets[] = {"sm_80", "sm_90", "sm_90a", "sm_120"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        CHECK_OK(compile(targets[i], family, COMPUTE_RELOCATABLE));
        CHECK(binary.size > 4 && !memcmp(binary.bytes, "\177ELF", 4));
        CHECK(has(".text.parent") && has(".text.child") && has(".text.__cudaCDP2LaunchDeviceV2"));
        CHECK(binary.resources.registers > 0 && binary.resources.spill_bytes == 0);
        compute_binary_free(&binary);
    }
    CHECK(compile("sm_90", plain, COMPUTE_RELOCATABLE) == OK); /* may launch, and does not */
    CHECK(has(".text.divide"));
    compute_binary_free(&binary);
}

TEST(failures)
{
    CHECK(compile("sm_90", family, 0) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "family.cu(7)") && strstr(caught.text, "cudaStreamFireAndForget"));
    CHECK(!binary.bytes);
    CHECK(compile("sm_90", astray, COMPUTE_RELOCATABLE) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "family.cu: does not link: ") == caught.text && strstr(caught.text, "'elsewhere'"));
    CHECK(!binary.bytes);

    binary.bytes = allocate(4);
    binary.size = 4;
    CHECK(CALL(nvjitlink_link("sm_90", "some.cu", &binary, &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "some.cu: does not link: ") == caught.text);
    CHECK(!binary.bytes);
}

/* With the option a division is shorter: it does not handle denormals. */
TEST(flush)
{
    CHECK(compile("sm_90", plain, 0) == OK);
    FREED_BY(compute_binary_free) struct compute_binary exact = binary;
    CHECK(compile("sm_90", plain, COMPUTE_FLUSH_TO_ZERO) == OK);
    CHECK(binary.size != exact.size || memcmp(binary.bytes, exact.bytes, exact.size));
    compute_binary_free(&binary);
}

/* Other backends report that they do not support it, also if it was not requested. */
static void test_others(void)
{
    struct compute_device device;
    CHECK(compute_find("fake", 0, &device, NULL) == OK);
    CHECK_TEXT(device.lacks_child_launch, "kernels launch kernels in CUDA only");
    CHECK_FAULT(compute_compile(&device, "some.cl", "//fake time 1\n", COMPUTE_RELOCATABLE, &binary, &caught),
                UNSUPPORTED, "some.cl: kernels launch kernels in CUDA only");
    CHECK_OK(compute_compile(&device, "some.cl", "//fake time 1\n", COMPUTE_FLUSH_TO_ZERO, &binary, &caught));
    compute_binary_free(&binary);
}

int main(void)
{
    char text[128];
    test_others();
    if (CALL(nvrtc_describe(text, sizeof text, &caught)) != OK)
        return check_skipped(caught.text);
    test_missing();
    if (nvjitlink_missing())
        return check_skipped(nvjitlink_missing());
    run_tests();
    return CHECK_RESULT;
}
