/* The compile-only backend: targets, resources, logs. Skipped where HIPRTC is not installed. */
#include "compute/backend.h"
#include "tests/check.h"

static const char saxpy[] = "extern \"C\" __global__ void saxpy(float a, const float *x, float *y, unsigned n)\n"
                            "{\n"
                            "    __shared__ float tile[4 * SIMT_WIDTH];\n"
                            "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                            "    tile[threadIdx.x] = i < n ? x[i] : 0;\n"
                            "    __syncthreads();\n"
                            "    if (i < n)\n"
                            "        y[i] += a * tile[threadIdx.x ^ 1];\n"
                            "}\n";

static const char greedy[] = "extern \"C\" __global__ void greedy(float *x)\n"
                             "{\n"
                             "    __shared__ float tile[32768];\n"
                             "    tile[threadIdx.x] = x[threadIdx.x];\n"
                             "    __syncthreads();\n"
                             "    x[threadIdx.x] = tile[threadIdx.x ^ 1];\n"
                             "}\n";

static void test_compile(const struct compute_device *device)
{
    FREED_BY(compute_binary_free) struct compute_binary binary;
    CHECK_OK(compute_compile(device, "saxpy.cl", saxpy, 0, &binary, &caught));
    CHECK(binary.size > 4 && !memcmp(binary.bytes, "\177ELF", 4));
    CHECK(binary.resources.registers > 0 && binary.resources.spill_bytes == 0);
    CHECK(binary.resources.shared_bytes == 4 * 4 * (int)device->simt_width);
    CHECK_OK(compute_binary_check(device, binary.bytes, binary.size, "saxpy", &caught));
    CHECK(CALL(compute_binary_check(device, binary.bytes, binary.size, "sax", &caught)) == LAUNCH_FAILED);
}

static void test_failures(const struct compute_device *device)
{
    struct compute_binary binary;
    CHECK(CALL(compute_compile(device, "bad.cl",
                               "#line 1 \"bad.cl\"\n\nextern \"C\" __global__ void k(float *x)\n{ x[0] = y; }\n", 0,
                               &binary, &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "bad.cl:3") && strstr(caught.text, "'y'") && !binary.bytes);
    CHECK_FAULT(compute_compile(device, "greedy.cl", greedy, 0, &binary, &caught), INVALID,
                "greedy.cl: needs 131072 bytes of shared memory, this device allows 65536 a block");
    CHECK(CALL(compute_compile(device, "child.cl", saxpy, COMPUTE_RELOCATABLE, &binary, &caught)) == UNSUPPORTED);
}

int main(void)
{
    struct compute_device device;
    static const char *const none[] = {"hiprtc",       "hiprtc:gfx",     "hiprtc:90a",
                                       "hiprtc:sm_90", "hiprtc:gfx90a ", "hiprtc:gfx90A"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK(compute_find(none[i], 0, &device, NULL) == INVALID);
    if (CALL(compute_find("hiprtc:gfx90a", 0, &device, &caught)) != OK) {
        fprintf(stderr, "skipped: %s\n", caught.text);
        return CHECK_RESULT ? CHECK_RESULT : 77;
    }
    printf("%s: %s\n", device.name, device.compiler);
    CHECK(device.compiler[0] && !device.can_run && device.simt_width == 64 && device.local_bytes == 65536);
    CHECK(device.features == (COMPUTE_HIP | COMPUTE_FP64 | COMPUTE_INT64_ATOMICS | COMPUTE_TEXTURES | COMPUTE_GRAPHS));
    CHECK_TEXT(compute_name_of(&device).text, "hiprtc:gfx90a");
    test_compile(&device);
    test_failures(&device);
    if (FINE(compute_find("hiprtc:gfx1030", 0, &device, &caught))) {
        CHECK(device.simt_width == 32);
        test_compile(&device);
    }
    return CHECK_RESULT;
}
