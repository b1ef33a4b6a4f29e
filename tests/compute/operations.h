/* Tests of a backend's operations on its first device, which the test names as `backend`: a program in use, and what
 * its kernel `scale` (a, x, y, rounds) does: without rounds y = a * x of the neighbour; else it takes as long as
 * wanted. */
#pragma once

#include "compute/backend.h"
#include "tests/check.h"

enum { OFFSET = 4096, MOST_ITEMS = 1 << 16 };

static const struct compute_backend *const backend;

/* A device in use, with a program loaded. */
struct bench {
    struct compute_device device;
    struct compute_binary binary;
    void *context, *program;
};

static void *kernel(struct bench *bench, const char *entry, struct backend_kernel *known)
{
    void *made = NULL;
    *known = (struct backend_kernel){.parameters = -1};
    CHECK_OK(backend->kernel_new(bench->program, entry, &made, known, &caught));
    return made;
}

static void *memory(struct bench *bench, size_t bytes)
{
    void *made = NULL;
    CHECK_OK(backend->memory_new(bench->context, bytes + 2 * OFFSET, OFFSET, bytes, &made, &caught));
    return made;
}

/* How long `scale` took by the markers. */
static double run_scale(struct bench *bench, void *scale, void *x, void *y, struct compute_launch launch, int rounds)
{
    const float a = 3;
    double nanoseconds = -1;
    const struct backend_argument arguments[] = {
        {.value = &a, .size = sizeof a}, {.memory = x}, {.memory = y}, {.value = &rounds, .size = sizeof rounds}};
    CHECK_OK(backend->mark(bench->context, 0, &caught));
    CHECK_OK(backend->launch(scale, launch, arguments, 4, &caught));
    CHECK_OK(backend->mark(bench->context, 1, &caught));
    CHECK_OK(backend->elapsed(bench->context, &nanoseconds, &caught));
    return nanoseconds;
}

/* In groups of `group`; so many rounds take five times as long as a thousandth of them. */
static struct backend_kernel test_scale(struct bench *bench, int items, uint32_t group, int rounds)
{
    static float x[MOST_ITEMS], y[MOST_ITEMS];
    const size_t bytes = (size_t)items * sizeof *x;
    const struct compute_launch launch = {.groups = {(uint64_t)items / group, 1, 1}, .group = {group, 1, 1}};
    struct backend_kernel known;
    void *scale = kernel(bench, "scale", &known), *in = memory(bench, bytes), *out = memory(bench, bytes);
    CHECK(!known.max_group || known.max_group >= group);
    for (int i = 0; i < items; i++)
        x[i] = (float)i;
    CHECK_OK(backend->write(in, OFFSET, x, bytes, &caught));
    CHECK_OK(backend->fill(out, 0, bytes + 2 * OFFSET, 0x7f, &caught));
    CHECK(run_scale(bench, scale, in, out, launch, 0) > 0);
    CHECK_OK(backend->read(out, OFFSET, y, bytes, &caught));
    int wrong = 0;
    for (int i = 0; i < items; i++)
        wrong += y[i] != 3.0f * (float)(i ^ 1);
    CHECK(wrong == 0);

    /* The view begins at its offset and ends with its bytes: what surrounds it is as it was filled. */
    unsigned char edge[2] = {0};
    CHECK_OK(backend->read(out, OFFSET - 1, &edge[0], 1, &caught));
    CHECK_OK(backend->read(out, OFFSET + bytes, &edge[1], 1, &caught));
    CHECK(edge[0] == 0x7f && edge[1] == 0x7f);

    /* Markers span the kernel. */
    double few = run_scale(bench, scale, in, out, launch, rounds / 1000);
    CHECK(few > 0 && run_scale(bench, scale, in, out, launch, rounds) > 5 * few);
    backend->memory_free(in);
    backend->memory_free(out);
    backend->kernel_free(scale);
    return known;
}

static void test_fill(struct bench *bench)
{
    enum { BYTES = 1000 };
    unsigned char bytes[BYTES];
    const size_t ranges[][2] = {{0, BYTES}, {16, 64}, {3, 5}, {8, 12}, {999, 1}};
    void *array = memory(bench, BYTES);
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        int wrong = 0;
        CHECK_OK(backend->fill(array, OFFSET, BYTES, 0x11, &caught));
        CHECK_OK(backend->fill(array, OFFSET + ranges[r][0], ranges[r][1], 0xee, &caught));
        CHECK_OK(backend->read(array, OFFSET, bytes, BYTES, &caught));
        for (size_t i = 0; i < BYTES; i++)
            wrong += bytes[i] != (i >= ranges[r][0] && i < ranges[r][0] + ranges[r][1] ? 0xee : 0x11);
        CHECK(wrong == 0);
    }
    backend->memory_free(array);
}

static void test_refusals(struct bench *bench)
{
    static const char none[] = "not a binary, and long enough to be looked at";
    void *handle = NULL;
    struct backend_kernel known;
    CHECK(CALL(backend->kernel_new(bench->program, "nothing", &handle, &known, &caught)) == LAUNCH_FAILED);
    CHECK(strstr(caught.text, "nothing") != NULL);
    CHECK(CALL(backend->program_load(bench->context, none, strlen(none), &handle, &caught)) == LAUNCH_FAILED);
    CHECK(CALL(backend->memory_new(bench->context, (size_t)1 << 50, OFFSET, 4096, &handle, &caught)) == NO_MEMORY);
}

/* Opens the first device with a program of a text, and frees all of it. Returns the exit status of main. */
static int test_backend(const char *text, void (*describe)(const struct compute_device *device),
                        void (*test)(struct bench *bench))
{
    struct bench bench = {0};
    size_t count = 0;
    if (CALL(backend->devices("", &bench.device, 1, &count, &caught)) != OK) {
        fprintf(stderr, "skipped: %s\n", caught.text);
        return 77;
    }
    describe(&bench.device);
    bool ready =
        FINE(backend->compile(&bench.device, "scale", text, 0, &bench.binary, &caught)) &&
        FINE(backend->context_new(&bench.device, &bench.context, &caught)) &&
        FINE(backend->program_load(bench.context, bench.binary.bytes, bench.binary.size, &bench.program, &caught));
    WRONG_IF(!ready, "%s\n", caught.text);
    if (ready)
        test(&bench);
    backend->program_free(bench.program);
    backend->context_free(bench.context);
    free(bench.binary.bytes);
    return CHECK_RESULT;
}
