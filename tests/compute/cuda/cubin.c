/* Kernels in device binaries, compiled without a GPU: those that exist, and those that do not. Skipped without
 * NVRTC. */
#include "compute/cuda/cubin.h"

#include "base/memory.h"
#include "compute/cuda/nvjitlink.h"
#include "tests/check.h"

static const char text[] =
    "extern \"C\" __device__ __noinline__ float helper(const float *x) { return 3 * x[0] + x[1]; }\n"
    "extern \"C\" __global__ void scale(float *x) { x[0] *= helper(x + 1); }\n"
    "extern \"C\" __global__ void shift(float *x) { x[0] += helper(x + 2); }\n"
    "extern \"C\" __global__ void share(float *x) /* which has a section larger than the file, but not in it */\n"
    "{ __shared__ float y[12000]; y[threadIdx.x] = *x; __syncthreads(); *x = y[threadIdx.x ^ 1]; }\n"
    "__global__ void mangled(float *x) { x[0] = 0; }\n";
static const char *const targets[] = {"nvrtc:sm_80", "nvrtc:sm_90", "nvrtc:sm_90a", "nvrtc:sm_120"};

static void test_kernels(const struct compute_device *device, unsigned options)
{
    FREED_BY(compute_binary_free) struct compute_binary binary;
    CHECK_OK(compute_compile(device, "some.cu", text, options, &binary, &caught));
    CHECK(cubin_has_kernel(binary.bytes, binary.size, "scale") && cubin_has_kernel(binary.bytes, binary.size, "shift"));
    CHECK(cubin_has_kernel(binary.bytes, binary.size, "share"));
    CHECK(cubin_has_kernel(binary.bytes, binary.size, "_Z7mangledPf"));
    static const char *const none[] = {"", "helper", "mangled", "scal", "scales", "cale", ".text.scale"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK(!cubin_has_kernel(binary.bytes, binary.size, none[i]));
    CHECK_OK(compute_binary_check(device, binary.bytes, binary.size, "shift", &caught));
    CHECK_FAULT(compute_binary_check(device, binary.bytes, binary.size, "mangled", &caught), LAUNCH_FAILED,
                "no kernel \"mangled\" in this program: is it extern \"C\"?");
}

/* Truncated anywhere, or with a changed byte in its tables: found or not, but nothing outside is read. */
static void test_damaged(const struct compute_device *device)
{
    FREED_BY(compute_binary_free) struct compute_binary binary;
    CHECK(compute_compile(device, "some.cu", text, 0, &binary, NULL) == OK);
    size_t whole = 0;
    for (size_t size = 0; size <= binary.size; size++) {
        FREED char *part = memcpy(allocate(size + 1), binary.bytes, size);
        part = resize(part, size ? size : 1); /* so that sanitizers detect its end */
        whole += cubin_has_kernel(part, size, "scale");
    }
    CHECK(whole >= 1 && whole < binary.size / 2);
    unsigned char *bytes = binary.bytes;
    size_t found = 0;
    for (size_t at = 0; at < binary.size; at++) {
        unsigned char before = bytes[at];
        bytes[at] = 0xff;
        found += cubin_has_kernel(bytes, binary.size, "scale");
        bytes[at] = before;
    }
    CHECK(found > 0 && found < binary.size);
    CHECK(!cubin_has_kernel("no cubin", 8, "scale") && !cubin_has_kernel("", 0, ""));
}

/* On devices that run, loading finds a kernel: the format of their binaries is the driver's. */
static void test_others(void)
{
    struct compute_device device;
    CHECK(compute_find("fake", 0, &device, NULL) == OK);
    CHECK_OK(compute_binary_check(&device, "x", 1, "scale", &caught));
    CHECK(CALL(compute_binary_check(&(struct compute_device){.backend = "x"}, "x", 1, "scale", &caught)) == INVALID);
}

int main(void)
{
    struct compute_device device;
    test_others();
    if (CALL(compute_find(targets[0], 0, &device, &caught)) != OK)
        return check_skipped(caught.text);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        CHECK(compute_find(targets[i], 0, &device, NULL) == OK);
        test_kernels(&device, 0);
        if (!nvjitlink_missing())
            test_kernels(&device, COMPUTE_RELOCATABLE);
    }
    test_damaged(&device);
    return CHECK_RESULT;
}
