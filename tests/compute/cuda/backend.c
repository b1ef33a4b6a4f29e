/* The CUDA backend's ops table on the first GPU. Skipped where CUDA finds none. */
#include "compute/backend.h"
#include "tests/check.h"
#include "tests/good.h"

enum { ITEMS = 1 << 16, GROUP = 128, OFFSET = 4096 };

/* `rounds` makes a launch as long as the test wants; without rounds y = a * x of the neighbour. */
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
static void *kernel(void *program, const char *entry, struct backend_kernel *known)
{
    void *made = NULL;
    *known = (struct backend_kernel){.parameters = -1};
    CHECK(good(backend->kernel_new(program, entry, &made, known, &fault)));
    CHECK(known->max_group >= GROUP);
    return made;
}

static double run(void *context, void *scale, void *x, void *y, int rounds)
{
    const float a = 3;
    double nanoseconds = -1;
    const struct backend_argument arguments[] = {
        {.value = &a, .size = sizeof a}, {.memory = x}, {.memory = y}, {.value = &rounds, .size = sizeof rounds}};
    CHECK(good(backend->mark(context, 0, &fault)));
    CHECK(good(backend->launch(scale, (struct compute_launch){.groups = {ITEMS / GROUP, 1, 1}, .group = {GROUP, 1, 1}},
                               arguments, 4, &fault)));
    CHECK(good(backend->mark(context, 1, &fault)));
    CHECK(good(backend->elapsed(context, &nanoseconds, &fault)));
    return nanoseconds;
}

static void test_scale(void *context, void *program)
{
    static float x[ITEMS], y[ITEMS];
    struct backend_kernel known;
    void *scale = kernel(program, "scale", &known), *in = NULL, *out = NULL;
    CHECK(known.resources.registers > 0 && known.resources.shared_bytes >= 512 && known.resources.spill_bytes == 0);
    CHECK(known.parameters == 4 || known.parameters == -1);
    CHECK(good(backend->memory_new(context, sizeof x + 2 * OFFSET, OFFSET, sizeof x, &in, &fault)));
    CHECK(good(backend->memory_new(context, sizeof y + 2 * OFFSET, OFFSET, sizeof y, &out, &fault)));
    for (int i = 0; i < ITEMS; i++)
        x[i] = (float)i;
    CHECK(good(backend->write(in, OFFSET, x, sizeof x, &fault)));
    CHECK(good(backend->fill(out, 0, sizeof y + 2 * OFFSET, 0x7f, &fault)));
    CHECK(run(context, scale, in, out, 0) > 0);
    CHECK(good(backend->read(out, OFFSET, y, sizeof y, &fault)));
    int wrong = 0;
    for (int i = 0; i < ITEMS; i++)
        wrong += y[i] != 3.0f * (float)(i ^ 1);
    CHECK(wrong == 0);

    /* The view begins at its offset: what surrounds it is as it was filled. */
    unsigned char edge[2] = {0};
    CHECK(good(backend->read(out, OFFSET - 1, &edge[0], 1, &fault)));
    CHECK(good(backend->read(out, OFFSET + sizeof y, &edge[1], 1, &fault)));
    CHECK(edge[0] == 0x7f && edge[1] == 0x7f);
    CHECK(good(backend->fill(out, OFFSET + 1, 3, 0xee, &fault)));
    CHECK(good(backend->read(out, OFFSET, y, 8, &fault)));
    CHECK(!memcmp((char *)y + 1, "\xee\xee\xee", 3) && ((unsigned char *)y)[4] != 0xee);

    double few = run(context, scale, in, out, 1000), many = run(context, scale, in, out, 1000000);
    CHECK(few > 0 && many > 5 * few);
    backend->memory_free(in);
    backend->memory_free(out);
    backend->kernel_free(scale);
}

static void test_refusals(void *context, void *program)
{
    void *handle = NULL;
    struct backend_kernel known;
    CHECK(CALL(backend->kernel_new(program, "nothing", &handle, &known, &caught)) == LAUNCH_FAILED);
    CHECK(CALL(backend->program_load(context, "not a binary, and long enough to be looked at", 46, &handle, &caught)) ==
          LAUNCH_FAILED);
    CHECK(CALL(backend->memory_new(context, (size_t)1 << 50, OFFSET, 4096, &handle, &caught)) == NO_MEMORY);
}

/* Last: an illegal address leaves the context unusable. */
static void test_stray(void *context, void *program)
{
    struct backend_kernel known;
    void *stray = kernel(program, "stray", &known), *array = NULL;
    CHECK(good(backend->memory_new(context, 3 * OFFSET, OFFSET, OFFSET, &array, &fault)));
    const struct backend_argument arguments[] = {{.memory = array}};
    CHECK(good(backend->launch(stray, (struct compute_launch){.groups = {1, 1, 1}, .group = {32, 1, 1}}, arguments, 1,
                               &fault)));
    CHECK(CALL(backend->finish(context, &caught)) == LAUNCH_FAILED);
    CHECK(strstr(caught.text, "CUDA_ERROR_ILLEGAL_ADDRESS") != NULL);
    backend->memory_free(array);
    backend->kernel_free(stray);
}

static void test_description(const struct compute_device *device)
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

int main(void)
{
    struct compute_device device;
    struct compute_binary binary = {0};
    void *context = NULL, *program = NULL;
    size_t count = 0;
    if (backend->devices("", &device, 1, &count, &fault) != OK) {
        fprintf(stderr, "skipped: %s\n", fault.text);
        return 77;
    }
    test_description(&device);
    bool ready = good(backend->compile(&device, "scale.cu", source, 0, &binary, &fault)) &&
                 good(backend->context_new(&device, &context, &fault)) &&
                 good(backend->program_load(context, binary.bytes, binary.size, &program, &fault));
    CHECK(ready);
    if (ready) {
        test_scale(context, program);
        test_refusals(context, program);
        test_stray(context, program);
    }
    backend->program_free(program);
    backend->context_free(context);
    free(binary.bytes);
    return CHECK_RESULT;
}
