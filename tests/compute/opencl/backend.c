/* The OpenCL backend's ops table on the first device there is, which is PoCL where there is no GPU. Skipped without
 * an OpenCL device. */
#include "compute/backend.h"
#include "tests/check.h"
#include "tests/good.h"
#include "tests/own_folder.h"

#include <unistd.h>

enum { ITEMS = 4096, GROUP = 64, OFFSET = 4096 };

/* `rounds` makes a launch as long as the test wants; without rounds y = a * x of the neighbour. */
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

/* A device in use, with a program of `source` loaded. */
struct bench {
    struct compute_device device;
    struct compute_binary binary;
    void *context, *program;
};

static void *kernel(struct bench *bench, const char *entry, struct backend_kernel *known)
{
    void *made = NULL;
    *known = (struct backend_kernel){.parameters = -1};
    CHECK(good(backend->kernel_new(bench->program, entry, &made, known, &fault)));
    return made;
}

static void *memory(struct bench *bench, size_t bytes)
{
    void *made = NULL;
    CHECK(good(backend->memory_new(bench->context, bytes + 2 * OFFSET, OFFSET, bytes, &made, &fault)));
    return made;
}

static void test_description(const struct compute_device *device)
{
    printf("%s: %s, %s\n", device->name, device->platform, device->driver);
    CHECK(device->name[0] && device->platform[0] && device->driver[0] && device->compiler[0]);
    CHECK(device->can_run && device->units && device->memory_bytes && device->local_bytes);
    CHECK(device->max_group >= GROUP && device->max_group_size[0] >= GROUP && device->simt_width >= 1);
    CHECK(!device->is_cpu || device->simt_width == 1);
}

/* Runs `scale` on x = 0, 1, 2 ... and says how long it took by the markers. */
static double run_scale(struct bench *bench, void *scale, void *x, void *y, int rounds)
{
    const float a = 3;
    double nanoseconds = -1;
    const struct backend_argument arguments[] = {
        {.value = &a, .size = sizeof a}, {.memory = x}, {.memory = y}, {.value = &rounds, .size = sizeof rounds}};
    const struct compute_launch launch = {.groups = {ITEMS / GROUP, 1, 1}, .group = {GROUP, 1, 1}};
    CHECK(good(backend->mark(bench->context, 0, &fault)));
    CHECK(good(backend->launch(scale, launch, arguments, 4, &fault)));
    CHECK(good(backend->mark(bench->context, 1, &fault)));
    CHECK(good(backend->elapsed(bench->context, &nanoseconds, &fault)));
    return nanoseconds;
}

static void test_scale(struct bench *bench)
{
    static float x[ITEMS], y[ITEMS];
    struct backend_kernel known;
    void *scale = kernel(bench, "scale", &known);
    void *in = memory(bench, sizeof x), *out = memory(bench, sizeof y);
    for (int i = 0; i < ITEMS; i++)
        x[i] = (float)i;
    CHECK_SHARED(known.resources.shared_bytes, 256);
    CHECK(!known.max_group || known.max_group >= GROUP);
    CHECK(good(backend->write(in, OFFSET, x, sizeof x, &fault)));
    CHECK(good(backend->fill(out, 0, sizeof y + 2 * OFFSET, 0x7f, &fault)));

    CHECK(run_scale(bench, scale, in, out, 0) > 0);
    CHECK(good(backend->read(out, OFFSET, y, sizeof y, &fault)));
    int wrong = 0;
    for (int i = 0; i < ITEMS; i++)
        wrong += y[i] != 3.0f * (float)(i ^ 1);
    CHECK(wrong == 0);

    /* The view begins at its offset and ends with its bytes: what surrounds it is as it was filled. */
    unsigned char edge[2];
    CHECK(good(backend->read(out, OFFSET - 1, &edge[0], 1, &fault)));
    CHECK(good(backend->read(out, OFFSET + sizeof y, &edge[1], 1, &fault)));
    CHECK(edge[0] == 0x7f && edge[1] == 0x7f);

    /* Markers span the kernel: a thousand times the work takes much longer. */
    double few = run_scale(bench, scale, in, out, 200), many = run_scale(bench, scale, in, out, 200000);
    CHECK(few > 0 && many > 5 * few);

    backend->memory_free(in);
    backend->memory_free(out);
    backend->kernel_free(scale);
}

static void test_dimensions(struct bench *bench)
{
    int out[4 * 3 * 2];
    struct backend_kernel known;
    void *where = kernel(bench, "where", &known), *array = memory(bench, sizeof out);
    const struct compute_launch launch = {.groups = {2, 3, 2}, .group = {2, 1, 1}};
    const struct backend_argument arguments[] = {{.memory = array}};
    CHECK_SHARED(known.resources.shared_bytes, 0);
    CHECK(good(backend->launch(where, launch, arguments, 1, &fault)));
    CHECK(good(backend->finish(bench->context, &fault)));
    CHECK(good(backend->read(array, OFFSET, out, sizeof out, &fault)));
    for (int i = 0; i < 24; i++)
        CHECK(out[i] == i % 4 / 2 + 10 * (i / 4 % 3) + 100 * (i / 12) + 1000 * (i % 2));
    backend->memory_free(array);
    backend->kernel_free(where);
}

static void test_fill(struct bench *bench)
{
    enum { BYTES = 1000 };
    unsigned char bytes[BYTES];
    const size_t ranges[][2] = {{0, BYTES}, {16, 64}, {3, 5}, {8, 12}, {999, 1}};
    void *array = memory(bench, BYTES);
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        int wrong = 0;
        CHECK(good(backend->fill(array, OFFSET, BYTES, 0x11, &fault)));
        CHECK(good(backend->fill(array, OFFSET + ranges[r][0], ranges[r][1], 0xee, &fault)));
        CHECK(good(backend->read(array, OFFSET, bytes, BYTES, &fault)));
        for (size_t i = 0; i < BYTES; i++)
            wrong += bytes[i] != (i >= ranges[r][0] && i < ranges[r][0] + ranges[r][1] ? 0xee : 0x11);
        CHECK(wrong == 0);
    }
    backend->memory_free(array);
}

/* A binary loads in another context and runs. */
static void test_binary(struct bench *bench)
{
    struct bench again = {.device = bench->device};
    CHECK(good(backend->context_new(&bench->device, &again.context, &fault)));
    CHECK(good(backend->program_load(again.context, bench->binary.bytes, bench->binary.size, &again.program, &fault)));
    test_dimensions(&again);
    test_scale(&again);
    backend->program_free(again.program);
    backend->context_free(again.context);
}

static void test_refusals(struct bench *bench)
{
    void *handle = NULL;
    struct backend_kernel known;
    CHECK(CALL(backend->kernel_new(bench->program, "nothing", &handle, &known, &caught)) == LAUNCH_FAILED);
    CHECK(strstr(caught.text, "nothing") != NULL);
    CHECK(CALL(backend->program_load(bench->context, "not a binary", 12, &handle, &caught)) == LAUNCH_FAILED);
    CHECK(CALL(backend->memory_new(bench->context, (size_t)1 << 60, OFFSET, 4096, &handle, &caught)) == NO_MEMORY);
}

static void test_compile(const struct compute_device *device)
{
    struct compute_binary binary = {0};
    CHECK(backend->compile(device, "bad.cl",
                           "#line 1 \"bad.cl\"\n__kernel void k(__global float *x)\n{ x[0] = nowhere; }\n", 0, &binary,
                           &fault) == COMPILE_FAILED);
    CHECK(strstr(fault.text, "bad.cl") != NULL && strstr(fault.text, "nowhere") != NULL);
    CHECK(!binary.bytes);
    fault = (struct fault){0};

    /* The compiler knows the lanes of the device. */
    char lanes[256];
    snprintf(lanes, sizeof lanes, "#if SIMT_WIDTH != %u\n#error width\n#endif\n__kernel void k(__global int *x) {}\n",
             device->simt_width);
    CHECK(good(backend->compile(device, "lanes.cl", lanes, 0, &binary, &fault)));
    free(binary.bytes);
    binary = (struct compute_binary){0};
    CHECK(good(backend->compile(device, "lanes.cl", lanes, COMPUTE_FLUSH_TO_ZERO, &binary, &fault)));
    free(binary.bytes);
    binary = (struct compute_binary){0};

    /* Twice what the device has: known before anybody launches it, from the build or from the kernel, but where kernels
     * tell nothing. */
    char greedy[512];
    snprintf(greedy, sizeof greedy,
             "__kernel void k(__global int *x) { __local int t[%llu]; int l = get_local_id(0); t[l] = x[l];\n"
             "barrier(CLK_LOCAL_MEM_FENCE); x[l] = t[l ^ 1]; }\n",
             (unsigned long long)device->local_bytes / 2);
    enum status status = backend->compile(device, "greedy.cl", greedy, 0, &binary, &fault);
    const int bytes = binary.resources.shared_bytes;
    CHECK(status == INVALID || (status == OK && ((!bytes && device->is_cpu) || (uint64_t)bytes > device->local_bytes)));
    fault = (struct fault){0};
    free(binary.bytes);
}

int main(void)
{
    struct bench bench = {0};
    size_t count = 0;
    make_own_folder(); /* PoCL needs one that can be written, before the first call. */
    setenv("POCL_CACHE_DIR", own_folder, 1);
    if (backend->devices("", &bench.device, 1, &count, &fault) != OK) {
        fprintf(stderr, "skipped: %s\n", fault.text);
        return 77;
    }
    test_description(&bench.device);
    test_compile(&bench.device);
    if (good(backend->compile(&bench.device, "scale.cl", source, 0, &bench.binary, &fault)) &&
        good(backend->context_new(&bench.device, &bench.context, &fault)) &&
        good(backend->program_load(bench.context, bench.binary.bytes, bench.binary.size, &bench.program, &fault))) {
        CHECK_SHARED(bench.binary.resources.shared_bytes, 256);
        test_dimensions(&bench);
        test_scale(&bench);
        test_fill(&bench);
        test_binary(&bench);
        test_refusals(&bench);
    } else {
        check_failures++;
    }
    backend->program_free(bench.program);
    backend->context_free(bench.context);
    free(bench.binary.bytes);
    return CHECK_RESULT;
}
