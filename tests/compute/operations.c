/* The work of a backend, on every available device: its description of the device, compilation, launches, fills,
 * refusals, and times. Skipped without a device. */
#include "compute/context.h"
#include "tests/compute/device_rig.h"

enum { SCALE, WHERE, STRAY };
static const char *const names[] = {[SCALE] = "scale", [WHERE] = "where", [STRAY] = "stray", NULL};

/* `scale` without rounds: y = a * x of the neighbour; else it takes the requested time. */
static const char kernels[] = "KERNEL scale(float a, GLOBAL const float *x, GLOBAL float *y, int rounds)\n"
                              "{\n"
                              "    LOCAL float tile[64];\n"
                              "    int i = ITEM, l = LOCAL_ITEM;\n"
                              "    float sum = 0;\n"
                              "    tile[l] = x[i];\n"
                              "    BARRIER;\n"
                              "    for (int r = 0; r < rounds; r++)\n"
                              "        sum = sum * 0.5f + tile[(l + r) & 63];\n"
                              "    y[i] = a * tile[l ^ 1] + (rounds ? sum : 0.0f);\n"
                              "}\n"
                              "KERNEL where(GLOBAL int *out)\n"
                              "{\n"
                              "    int i = ((GROUP(2) * 3 + GROUP(1)) * 2 + GROUP(0)) * 2 + LOCAL_ITEM;\n"
                              "    out[i] = GROUP(0) + 10 * GROUP(1) + 100 * GROUP(2) + 1000 * LOCAL_ITEM;\n"
                              "}\n"
                              "KERNEL stray(GLOBAL int *x)\n"
                              "{\n"
                              "    x[(1ul << 40) + LOCAL_ITEM] = 1;\n"
                              "}\n";

/* NVIDIA's OpenCL counts a few bytes of its own, PoCL counts none from 5 on. */
static void check_shared(int got, int expected)
{
    CHECK_NEAR(got ? got : expected, expected + 8, 8);
}

/* ---- descriptions ---- */

static void test_cuda_device(const struct compute_device *device)
{
    CHECK(!strncmp(device->uuid, "GPU-", 4) && strlen(device->uuid) == 40);
    CHECK(strstr(device->driver, "CUDA ") != NULL);
    CHECK(!strncmp(device->architecture, "sm_", 3));
    CHECK(!device->is_cpu && device->clock_mhz && device->memory_clock_mhz);
    CHECK(device->simt_width == 32 && device->local_bytes == 49152 && device->max_group == 1024);
    CHECK(compute_has(device, COMPUTE_GRAPHS | COMPUTE_TEXTURES) && device->constant_bytes == 65536);
    CHECK(device->max_texture[0] >= 65536 && device->max_texture[1] >= 32768);
    CHECK(device->memory_bytes > 1u << 30 && device->l2_bytes > 1u << 18);
    CHECK(device->max_groups[0] == 2147483647 && device->max_groups[1] == 65535);
}

static void test_device(const struct compute_device *device)
{
    printf("%s, %s, %s, %s, %s\n", device->name, device->uuid, device->platform, device->driver, device->compiler);
    CHECK(device->name[0] && device->platform[0] && device->driver[0] && device->compiler[0]);
    CHECK(device->can_run && device->units && device->memory_bytes && device->local_bytes);
    CHECK(device->max_group >= GROUP && device->max_group_size[0] >= GROUP && device->simt_width >= 1);
    CHECK(!device->is_cpu || device->simt_width == 1);
}

static void test_kernel(const struct rig *rig)
{
    const struct backend_kernel *known = &rig->kernel[SCALE]->known;
    CHECK(!known->max_group || known->max_group >= GROUP);
    if (!strcmp(rig->device.backend, "cuda")) {
        CHECK(known->max_group >= 128 && known->resources.registers > 0 && known->resources.shared_bytes >= 256);
        CHECK(known->resources.spill_bytes == 0 && (known->parameters == 4 || known->parameters == -1));
    } else {
        check_shared(rig->binary.resources.shared_bytes, 256);
        check_shared(known->resources.shared_bytes, 256);
        check_shared(rig->kernel[WHERE]->known.resources.shared_bytes, 0);
    }
}

/* ---- compilation ---- */

/* On OpenCL's devices: CUDA's compiler has its own tests. */
static void test_compile(const struct compute_device *device)
{
    FREED_BY(compute_binary_free) struct compute_binary binary;
    CHECK(CALL(compute_compile(device, "bad.cl",
                               "#line 1 \"bad.cl\"\n__kernel void k(__global float *x)\n{ x[0] = nowhere; }\n", 0,
                               &binary, &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "bad.cl") != NULL && strstr(caught.text, "nowhere") != NULL);
    CHECK(!binary.bytes);

    /* The compiler has the device's number of lanes. */
    char lanes[256];
    snprintf(lanes, sizeof lanes, "#if SIMT_WIDTH != %u\n#error width\n#endif\n__kernel void k(__global int *x) {}\n",
             device->simt_width);
    for (unsigned options = 0; options <= COMPUTE_FLUSH_TO_ZERO; options += COMPUTE_FLUSH_TO_ZERO) {
        CHECK_OK(compute_compile(device, "lanes.cl", lanes, options, &binary, &caught));
        compute_binary_free(&binary);
    }

    /* Twice the device's local memory: known before any launch, from the build or from the kernel, unless kernels
     * report nothing. */
    char greedy[512];
    snprintf(greedy, sizeof greedy,
             "__kernel void k(__global int *x) { __local int t[%llu]; int l = get_local_id(0); t[l] = x[l];\n"
             "barrier(CLK_LOCAL_MEM_FENCE); x[l] = t[l ^ 1]; }\n",
             (unsigned long long)device->local_bytes / 2);
    const enum status status = CALL(compute_compile(device, "greedy.cl", greedy, 0, &binary, &caught));
    CHECK(status == INVALID || (status == OK && !binary.resources.shared_bytes && device->is_cpu));
}

/* ---- runs ---- */

static void test_dimensions(struct rig *rig)
{
    int out[4 * 3 * 2];
    FREED_BY(free_array) struct compute_array *array = array_of(rig, sizeof out, NULL);
    const struct compute_launch launch = {.groups = {2, 3, 2}, .group = {2, 1, 1}};
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(array)};
    CHECK_OK(compute_kernel_launch(rig->kernel[WHERE], launch, arguments, 1, &caught));
    CHECK_OK(compute_context_finish(rig->context, &caught));
    CHECK_OK(compute_array_read(array, 0, out, sizeof out, &caught));
    for (int i = 0; i < 24; i++)
        CHECK(out[i] == i % 4 / 2 + 10 * (i / 4 % 3) + 100 * (i / 12) + 1000 * (i % 2));
}

/* The time of `scale` by the markers. */
static double run_scale(struct rig *rig, struct compute_array *x, struct compute_array *y, int rounds)
{
    const float a = 3;
    double nanoseconds = -1;
    const struct compute_argument arguments[] = {COMPUTE_VALUE(a), COMPUTE_ARRAY(x), COMPUTE_ARRAY(y),
                                                 COMPUTE_VALUE(rounds)};
    CHECK_OK(compute_mark(rig->context, 0, &caught));
    CHECK_OK(compute_kernel_launch(rig->kernel[SCALE], launch_on(0), arguments, 4, &caught));
    CHECK_OK(compute_mark(rig->context, 1, &caught));
    CHECK_OK(compute_elapsed(rig->context, &nanoseconds, &caught));
    return nanoseconds;
}

/* Markers enclose the kernel: these rounds take at least five times as long as a thousandth of them. */
static void test_scale(struct rig *rig)
{
    const int rounds = rig->device.is_cpu ? 200000 : 1000000;
    float numbers[ITEMS], got[ITEMS];
    int wrong = 0;
    for (int i = 0; i < ITEMS; i++)
        numbers[i] = (float)i;
    FREED_BY(free_array)
    struct compute_array *x = array_of(rig, sizeof numbers, numbers), *y = array_of(rig, sizeof got, NULL);
    CHECK_OK(compute_array_fill(y, 0x7f, &caught));
    CHECK(run_scale(rig, x, y, 0) > 0);
    CHECK_OK(compute_array_read(y, 0, got, sizeof got, &caught));
    for (int i = 0; i < ITEMS; i++)
        wrong += got[i] != 3.0f * (float)(i ^ 1);
    CHECK(wrong == 0);
    CHECK_OK(compute_array_check(y, "y", &caught)); /* its surroundings are unchanged */
    const double few = run_scale(rig, x, y, rounds / 1000);
    CHECK(few > 0 && run_scale(rig, x, y, rounds) > 5 * few);
}

static void test_fill(struct rig *rig)
{
    enum { BYTES = 1000 };
    unsigned char bytes[BYTES];
    const size_t ranges[][2] = {{0, BYTES}, {16, 64}, {3, 5}, {8, 12}, {999, 1}};
    FREED_BY(free_array) struct compute_array *array = array_of(rig, BYTES, NULL);
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        int wrong = 0;
        CHECK_OK(compute_array_fill(array, 0x11, &caught));
        CHECK_OK(rig->context->backend->fill(array->handle, array->guard + ranges[r][0], ranges[r][1], 0xee, &caught));
        CHECK_OK(compute_array_read(array, 0, bytes, BYTES, &caught));
        for (size_t i = 0; i < BYTES; i++)
            wrong += bytes[i] != (i >= ranges[r][0] && i < ranges[r][0] + ranges[r][1] ? 0xee : 0x11);
        CHECK(wrong == 0);
    }
}

/* A binary loads in another context and runs. */
static void test_binary(const struct rig *rig)
{
    FREED_BY(rig_free) struct rig again = {.device = rig->device, .binary = rig->binary};
    if (!rig_load(&again, names))
        return;
    test_dimensions(&again);
    test_scale(&again);
}

/* ---- refusals ---- */

static void test_refusals(struct rig *rig)
{
    static const char none[] = "not a binary, and long enough to be looked at";
    struct compute_kernel *kernel;
    struct compute_program *program;
    void *memory;
    refused(CALL(compute_kernel_new(rig->program, "nothing", &kernel, &caught)), LAUNCH_FAILED, "nothing");
    CHECK(CALL(compute_program_load(rig->context, none, strlen(none), &program, &caught)) == LAUNCH_FAILED);
    CHECK(CALL(rig->context->backend->memory_new(rig->context->handle, (size_t)1 << 50, 4096, 4096, &memory,
                                                 &caught)) == NO_MEMORY);
}

/* Runs last: an illegal address leaves the context unusable. */
static void test_stray(struct rig *rig)
{
    FREED_BY(free_array) struct compute_array *array = array_of(rig, 4096, NULL);
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(array)};
    const struct compute_launch launch = {.groups = {1, 1, 1}, .group = {32, 1, 1}};
    CHECK(rig->kernel[STRAY]->known.max_group >= 128);
    CHECK_OK(compute_kernel_launch(rig->kernel[STRAY], launch, arguments, 1, &caught));
    refused(CALL(compute_context_finish(rig->context, &caught)), LAUNCH_FAILED, "CUDA_ERROR_ILLEGAL_ADDRESS");
}

static void test(struct rig *rig)
{
    test_device(&rig->device);
    if (!strcmp(rig->device.backend, "cuda"))
        test_cuda_device(&rig->device);
    else
        test_compile(&rig->device);
    test_kernel(rig);
    test_dimensions(rig);
    test_scale(rig);
    test_fill(rig);
    test_binary(rig);
    test_refusals(rig);
}

int main(void)
{
    struct compute_device device;
    const int status = rig_test_all(kernels, names, test);
    if (compute_find("cuda", 0, &device, NULL) == OK)
        rig_test(&device, kernels, names, test_stray);
    return status == 77 ? status : CHECK_RESULT;
}
