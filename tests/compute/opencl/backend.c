/* The OpenCL backend's ops table on the first device there is, which is PoCL where there is no GPU. Skipped without
 * an OpenCL device. */
#include "tests/compute/operations.h"
#include "tests/own_folder.h"

#include <unistd.h>

enum { ITEMS = 4096, GROUP = 64, ROUNDS = 200000 };

/* NVIDIA's counts a few bytes of its own, PoCL counts none from 5 on. */
#define CHECK_SHARED(got, expected) CHECK_NEAR((got) ? (got) : (expected), (expected) + 8, 8)

static const char source[] =
    "__kernel void scale(float a, __global const float *x, __global float *y, int rounds)\n"
    "{\n"
    "    __local float tile[64];\n"
    "    int i = get_global_id(0), l = get_local_id(0);\n"
    "    float sum = 0;\n"
    "    tile[l] = x[i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int r = 0; r < rounds; r++)\n"
    "        sum = sum * 0.5f + tile[(l + r) & 63];\n"
    "    y[i] = a * tile[l ^ 1] + (rounds ? sum : 0.0f);\n"
    "}\n"
    "__kernel void where(__global int *out)\n"
    "{\n"
    "    int i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);\n"
    "    out[i] = get_group_id(0) + 10 * get_group_id(1) + 100 * get_group_id(2) + 1000 * get_local_id(0);\n"
    "}\n";

static const struct compute_backend *const backend = &opencl_backend;

static void describe(const struct compute_device *device)
{
    printf("%s: %s, %s\n", device->name, device->platform, device->driver);
    CHECK(device->name[0] && device->platform[0] && device->driver[0] && device->compiler[0]);
    CHECK(device->can_run && device->units && device->memory_bytes && device->local_bytes);
    CHECK(device->max_group >= GROUP && device->max_group_size[0] >= GROUP && device->simt_width >= 1);
    CHECK(!device->is_cpu || device->simt_width == 1);
}

static void test_dimensions(struct bench *bench)
{
    int out[4 * 3 * 2];
    struct backend_kernel known;
    void *where = kernel(bench, "where", &known), *array = memory(bench, sizeof out);
    const struct compute_launch launch = {.groups = {2, 3, 2}, .group = {2, 1, 1}};
    const struct backend_argument arguments[] = {{.memory = array}};
    CHECK_SHARED(known.resources.shared_bytes, 0);
    CHECK_OK(backend->launch(where, launch, arguments, 1, &caught));
    CHECK_OK(backend->finish(bench->context, &caught));
    CHECK_OK(backend->read(array, OFFSET, out, sizeof out, &caught));
    for (int i = 0; i < 24; i++)
        CHECK(out[i] == i % 4 / 2 + 10 * (i / 4 % 3) + 100 * (i / 12) + 1000 * (i % 2));
    backend->memory_free(array);
    backend->kernel_free(where);
}

/* A binary loads in another context and runs. */
static void test_binary(struct bench *bench)
{
    struct bench again = {.device = bench->device};
    CHECK_OK(backend->context_new(&bench->device, &again.context, &caught));
    CHECK_OK(backend->program_load(again.context, bench->binary.bytes, bench->binary.size, &again.program, &caught));
    test_dimensions(&again);
    test_scale(&again, ITEMS, GROUP, ROUNDS);
    backend->program_free(again.program);
    backend->context_free(again.context);
}

static void test_compile(const struct compute_device *device)
{
    struct compute_binary binary = {0};
    CHECK(CALL(backend->compile(device, "bad.cl",
                                "#line 1 \"bad.cl\"\n__kernel void k(__global float *x)\n{ x[0] = nowhere; }\n", 0,
                                &binary, &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "bad.cl") != NULL && strstr(caught.text, "nowhere") != NULL);
    CHECK(!binary.bytes);

    /* The compiler knows the lanes of the device. */
    char lanes[256];
    snprintf(lanes, sizeof lanes, "#if SIMT_WIDTH != %u\n#error width\n#endif\n__kernel void k(__global int *x) {}\n",
             device->simt_width);
    CHECK_OK(backend->compile(device, "lanes.cl", lanes, 0, &binary, &caught));
    compute_binary_free(&binary);
    CHECK_OK(backend->compile(device, "lanes.cl", lanes, COMPUTE_FLUSH_TO_ZERO, &binary, &caught));
    compute_binary_free(&binary);

    /* Twice what the device has: known before anybody launches it, from the build or from the kernel, but where kernels
     * tell nothing. */
    char greedy[512];
    snprintf(greedy, sizeof greedy,
             "__kernel void k(__global int *x) { __local int t[%llu]; int l = get_local_id(0); t[l] = x[l];\n"
             "barrier(CLK_LOCAL_MEM_FENCE); x[l] = t[l ^ 1]; }\n",
             (unsigned long long)device->local_bytes / 2);
    enum status status = CALL(backend->compile(device, "greedy.cl", greedy, 0, &binary, &caught));
    const int bytes = binary.resources.shared_bytes;
    CHECK(status == INVALID || (status == OK && ((!bytes && device->is_cpu) || (uint64_t)bytes > device->local_bytes)));
    free(binary.bytes);
}

static void test(struct bench *bench)
{
    test_compile(&bench->device);
    CHECK_SHARED(bench->binary.resources.shared_bytes, 256);
    test_dimensions(bench);
    const struct backend_kernel known = test_scale(bench, ITEMS, GROUP, ROUNDS);
    CHECK_SHARED(known.resources.shared_bytes, 256);
    test_fill(bench);
    test_binary(bench);
    test_refusals(bench);
}

int main(void)
{
    make_own_folder(); /* PoCL needs one that can be written, before the first call. */
    setenv("POCL_CACHE_DIR", own_folder, 1);
    return test_backend(source, describe, test);
}
