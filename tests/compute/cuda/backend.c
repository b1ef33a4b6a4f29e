/* The CUDA backend's ops table on the first GPU. Skipped where CUDA finds none. */
#include "tests/compute/operations.h"

static const char source[] = "extern \"C\" __global__ void scale(float a, const float *x, float *y, int rounds)\n"
                             "{\n"
                             "    __shared__ float tile[128];\n"
                             "    int l = threadIdx.x, i = blockIdx.x * 128 + l;\n"
                             "    float sum = 0;\n"
                             "    tile[l] = x[i];\n"
                             "    __syncthreads();\n"
                             "    for (int r = 0; r < rounds; r++)\n"
                             "        sum = sum * 0.5f + tile[(l + r) & 127];\n"
                             "    y[i] = a * tile[l ^ 1] + sum;\n"
                             "}\n"
                             "extern \"C\" __global__ void stray(int *x)\n"
                             "{\n"
                             "    x[(1ll << 40) + threadIdx.x] = 1;\n"
                             "}\n";

static const struct compute_backend *const backend = &cuda_backend;

/* Last: an illegal address leaves the context unusable. */
static void test_stray(struct bench *bench)
{
    struct backend_kernel known;
    void *stray = kernel(bench, "stray", &known), *array = memory(bench, OFFSET);
    CHECK(known.max_group >= 128);
    const struct backend_argument arguments[] = {{.memory = array}};
    CHECK_OK(backend->launch(stray, (struct compute_launch){.groups = {1, 1, 1}, .group = {32, 1, 1}}, arguments, 1,
                             &caught));
    CHECK(CALL(backend->finish(bench->context, &caught)) == LAUNCH_FAILED);
    CHECK(strstr(caught.text, "CUDA_ERROR_ILLEGAL_ADDRESS") != NULL);
    backend->memory_free(array);
    backend->kernel_free(stray);
}

static void describe(const struct compute_device *device)
{
    printf("%s, %s, %s, %s, %s\n", device->name, device->uuid, device->driver, device->compiler, device->architecture);
    CHECK(!strncmp(device->uuid, "GPU-", 4) && strlen(device->uuid) == 40);
    CHECK(strstr(device->driver, "CUDA ") != NULL);
    CHECK(!strncmp(device->architecture, "sm_", 3));
    CHECK(device->can_run && !device->is_cpu && device->units && device->clock_mhz && device->memory_clock_mhz);
    CHECK(device->simt_width == 32 && device->local_bytes == 49152 && device->max_group == 1024);
    CHECK(compute_has(device, COMPUTE_GRAPHS | COMPUTE_TEXTURES) && device->constant_bytes == 65536);
    CHECK(device->max_texture[0] >= 65536 && device->max_texture[1] >= 32768);
    CHECK(device->memory_bytes > 1u << 30 && device->l2_bytes > 1u << 18);
    CHECK(device->max_groups[0] == 2147483647 && device->max_groups[1] == 65535);
}

static void test(struct bench *bench)
{
    const struct backend_kernel known = test_scale(bench, 1 << 16, 128, 1000000);
    CHECK(known.max_group >= 128);
    CHECK(known.resources.registers > 0 && known.resources.shared_bytes >= 512 && known.resources.spill_bytes == 0);
    CHECK(known.parameters == 4 || known.parameters == -1);
    test_fill(bench);
    test_refusals(bench);
    test_stray(bench);
}

int main(void)
{
    return test_backend(source, describe, test);
}
