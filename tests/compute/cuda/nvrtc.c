/* The compile-only backend: targets, resources, logs, CUB. Skipped where NVRTC is not installed. */
#include "compute/cuda/nvrtc.h"
#include "compute/backend.h"
#include "tests/check.h"

static const char saxpy[] = "extern \"C\" __global__ void saxpy(float a, const float *x, float *y, unsigned n)\n"
                            "{\n"
                            "    __shared__ float tile[256];\n"
                            "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                            "    tile[threadIdx.x] = i < n ? x[i] : 0;\n"
                            "    __syncthreads();\n"
                            "    if (i < n)\n"
                            "        y[i] += a * tile[threadIdx.x ^ 1];\n"
                            "}\n";

static const char greedy[] = "extern \"C\" __global__ void greedy(float *x)\n"
                             "{\n"
                             "    __shared__ float tile[16384];\n"
                             "    tile[threadIdx.x] = x[threadIdx.x];\n"
                             "    __syncthreads();\n"
                             "    x[threadIdx.x] = tile[threadIdx.x ^ 1];\n"
                             "}\n";

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

/* The device of a target; OK means that *device is filled. */
static enum status find(const char *target, struct compute_device *device, struct fault *fault)
{
    size_t count = 0;
    *fault = (struct fault){0};
    enum status status = nvrtc_backend.devices(target, device, 1, &count, fault);
    CHECK((status == OK) == (count == 1));
    return status;
}

static enum status compile(const char *target, const char *name, const char *source, struct compute_binary *binary,
                           struct fault *fault)
{
    struct compute_device device = {0};
    enum status status = find(target, &device, fault);
    *binary = (struct compute_binary){.resources = {-1, -1, -1}};
    return status != OK ? status : nvrtc_backend.compile(&device, name, source, 0, binary, fault);
}

TEST(targets)
{
    struct compute_device device;
    CHECK(CALL(find("", &device, &caught)) == INVALID);
    CHECK(strstr(caught.text, "nvrtc:sm_90") != NULL);
    CHECK(CALL(find("volta", &device, &caught)) == INVALID);
    CHECK(CALL(find("sm_90x", &device, &caught)) == INVALID);
    CHECK(CALL(find("sm_11", &device, &caught)) == UNSUPPORTED);
    CHECK(strstr(caught.text, "sm_90") != NULL);
    CHECK_OK(find("sm_90a", &device, &caught));
    CHECK_TEXT(device.architecture, "sm_90a");

    CHECK_OK(find("sm_90", &device, &caught));
    CHECK_TEXT(device.name, "NVRTC sm_90");
    CHECK(strncmp(device.compiler, "NVRTC ", 6) == 0);
    CHECK(!device.can_run && device.simt_width == 32 && device.max_group == 1024 && device.local_bytes == 49152);
    CHECK_OK(compute_find("nvrtc:sm_90", 0, &device, &caught)); /* whose device it is, is the front's to say */
    CHECK_TEXT(device.backend, "nvrtc");
}

TEST(compile)
{
    const char *const targets[] = {"sm_80", "sm_90", "sm_90a", "sm_120"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct compute_binary binary;
        CHECK_OK(compile(targets[i], "saxpy.cu", saxpy, &binary, &caught));
        CHECK(binary.size > 4 && !memcmp(binary.bytes, "\177ELF", 4));
        CHECK(binary.resources.registers > 0 && binary.resources.registers <= 255);
        /* Since sm_90 the driver's own kilobyte is not counted here. */
        CHECK(binary.resources.shared_bytes == 1024);
        CHECK(binary.resources.spill_bytes == 0);
        free(binary.bytes);
    }
}

TEST(failures)
{
    struct compute_binary binary;
    CHECK(CALL(compile("sm_90", "bad.cu", "\nextern \"C\" __global__ void k(float *x)\n{ x[0] = y; }\n", &binary,
                       &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "bad.cu(3)") != NULL && strstr(caught.text, "\"y\"") != NULL);
    CHECK(!binary.bytes);

    CHECK_FAULT(compile("sm_90", "greedy.cu", greedy, &binary, &caught), INVALID,
                "greedy.cu: needs 65536 bytes of shared memory, this device allows 49152 a block");
    CHECK(!binary.bytes);
}

TEST(cub)
{
    struct compute_binary binary;
    if (nvrtc_lacks_cub()) {
        fprintf(stderr, "without CUB: %s\n", nvrtc_lacks_cub());
        return;
    }
    CHECK_OK(compile("sm_90", "cub.cu", cub, &binary, &caught));
    CHECK(binary.resources.shared_bytes > 0);
    free(binary.bytes);
}

int main(void)
{
    struct compute_device device;
    if (CALL(find("sm_90", &device, &caught)) == UNSUPPORTED) {
        fprintf(stderr, "skipped: %s\n", caught.text);
        return 77;
    }
    printf("%s\n", device.compiler);
    run_tests();
    return CHECK_RESULT;
}
