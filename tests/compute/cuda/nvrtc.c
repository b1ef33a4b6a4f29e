/* The compile-only backend: targets, resources, logs, CUB. Skipped without NVRTC. */
#include "compute/cuda/nvrtc.h"
#include "tests/compute/compilers.h"

static const char cub[] = "#include <cub/block/block_reduce.cuh>\n"
                          "#pragma nv_hdrstop\n"
                          "extern \"C\" __global__ void sum(const float *x, float *y)\n"
                          "{\n"
                          "    typedef cub::BlockReduce<float, 128> Reduce;\n"
                          "    __shared__ typename Reduce::TempStorage room;\n"
                          "    float total = Reduce(room).Sum(x[blockIdx.x * 128 + threadIdx.x]);\n"
                          "    if (threadIdx.x == 0)\n"
                          "        y[blockIdx.x] = total;\n"
                          "}\n";

/* Shared bytes tell by which headers it was compiled. */
#define ROOM                                                                                                           \
    "#ifdef __CUDACC_RTC_MINIMAL__\n"                                                                                  \
    "#define ROOM 32\n"                                                                                                \
    "#else\n"                                                                                                          \
    "#define ROOM 64\n"                                                                                                \
    "#endif\n"                                                                                                         \
    "extern \"C\" __global__ void shift(float *x, unsigned long long texture)\n"                                       \
    "{\n"                                                                                                              \
    "    __shared__ float room[ROOM];\n"                                                                               \
    "    room[threadIdx.x] = x[threadIdx.x];\n"                                                                        \
    "    __syncthreads();\n"                                                                                           \
    "    x[threadIdx.x] = room[threadIdx.x ^ 1] + (FETCH);\n"                                                          \
    "}\n"

static struct compute_device device;

TEST(targets)
{
    static const char *const none[] = {"nvrtc", "nvrtc:", "nvrtc:volta", "nvrtc:sm_90x"};
    check_no_targets(none, sizeof none / sizeof *none);
    CHECK(CALL(compute_find("nvrtc", 0, &device, &caught)) == INVALID && strstr(caught.text, "nvrtc:sm_90"));
    CHECK(CALL(compute_find("nvrtc:sm_11", 0, &device, &caught)) == UNSUPPORTED && strstr(caught.text, "sm_90"));
    CHECK_OK(compute_find("nvrtc:sm_90", 0, &device, &caught));
    CHECK_TEXT(device.backend, "nvrtc");
    CHECK_TEXT(device.name, "NVRTC sm_90");
    CHECK(strncmp(device.compiler, "NVRTC ", 6) == 0);
    CHECK(!device.can_run && device.simt_width == 32 && device.max_group == 1024 && device.local_bytes == 49152);
}

TEST(compile)
{
    static const char *const targets[] = {"nvrtc:sm_80", "nvrtc:sm_90", "nvrtc:sm_90a", "nvrtc:sm_120"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        CHECK_OK(compute_find(targets[i], 0, &device, &caught));
        CHECK_TEXT(device.architecture, targets[i] + strlen("nvrtc:"));
        check_compiles(&device);
    }
    CHECK_OK(compute_find("nvrtc:sm_90", 0, &device, &caught));
    check_compile_error(&device, BAD, "bad.cl(3)", "\"y\"");
}

static int shared_bytes(const char *name, const char *source)
{
    FREED_BY(compute_binary_free) struct compute_binary binary = {0};
    CHECK_OK(compute_compile(&device, name, source, 0, &binary, &caught));
    return binary.resources.shared_bytes;
}

/* A kernel with a texture needs all headers, and so does its file from then on. */
TEST(minimal_headers)
{
    static const char plain[] = "#define FETCH 0\n" ROOM,
                      fetches[] = "#define FETCH tex1D<float>(texture, 0.5f)\n" ROOM;
    int major = 0;
    CHECK_OK(compute_find("nvrtc:sm_90", 0, &device, &caught));
    if (sscanf(device.compiler, "NVRTC %d", &major) == 1 && major >= 13)
        CHECK(shared_bytes("plain.cu", plain) == 32 * 4);
    CHECK(shared_bytes("fetches.cu", fetches) == 64 * 4);
    CHECK(shared_bytes("fetches.cu", plain) == 64 * 4);
}

TEST(cub)
{
    FREED_BY(compute_binary_free) struct compute_binary binary = {0};
    if (nvrtc_missing_cub()) {
        fprintf(stderr, "without CUB: %s\n", nvrtc_missing_cub());
        return;
    }
    CHECK_OK(compute_find("nvrtc:sm_90", 0, &device, &caught));
    CHECK_OK(compute_compile(&device, "cub.cu", cub, 0, &binary, &caught));
    CHECK(binary.resources.shared_bytes > 0);
}

int main(void)
{
    if (CALL(compute_find("nvrtc:sm_90", 0, &device, &caught)) == UNSUPPORTED)
        return check_skipped(caught.text);
    printf("%s\n", device.compiler);
    run_tests();
    return CHECK_RESULT;
}
