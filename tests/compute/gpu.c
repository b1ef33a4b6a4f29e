/* Streams, constant memory, graphs and copies through compute.h, on every available device. Skipped without one. */
#include "tests/compute/device_rig.h"

enum { FOLLOW, LOOK, FETCH, EARLY }; /* the kernels */
enum { TABLE = 64 };

/* `rounds` puts time between reading and writing x: t stays odd, so the rounds have no other effect. */
static const char kernels[] = "CONSTANT(low) CONSTANT(high)\n"
                              "KERNEL follow(GLOBAL unsigned *x, unsigned factor, unsigned add, int rounds)\n"
                              "{\n"
                              "    unsigned i = ITEM, v = x[i], t = 2 * i + 1;\n"
                              "    for (int r = 0; r < rounds; r++)\n"
                              "        t = t * 1664525u + 2 * v;\n"
                              "    x[i] = v * factor + add + (t == 0);\n"
                              "}\n"
                              "#if __CUDA_ARCH__ >= 900\n"
                              "#define START asm volatile(\"griddepcontrol.launch_dependents;\"); "
                              "asm volatile(\"griddepcontrol.wait;\" ::: \"memory\")\n"
                              "#else\n"
                              "#define START\n"
                              "#endif\n"
                              "KERNEL early(GLOBAL unsigned *x, unsigned factor, unsigned add, int rounds)\n"
                              "{\n"
                              "    START;\n"
                              "    unsigned i = ITEM, v = x[i], t = 2 * i + 1;\n"
                              "    for (int r = 0; r < rounds; r++)\n"
                              "        t = t * 1664525u + 2 * v;\n"
                              "    x[i] = v * factor + add + (t == 0);\n"
                              "}\n"
                              "KERNEL look(GLOBAL float *out, float scale CONSTANT_ARG(low) CONSTANT_ARG(high))\n"
                              "{\n"
                              "    unsigned i = ITEM;\n"
                              "    out[i] = scale * low[i % 64] + high[(i / 64) % 64];\n"
                              "}\n"
                              "KERNEL fetch(GLOBAL const float *at, TEXTURE(table), GLOBAL float *out, float scale)\n"
                              "{\n"
                              "    unsigned i = ITEM;\n"
                              "    out[i] = scale * FETCH(table, at[2 * i], at[2 * i + 1]);\n"
                              "}\n";

/* ---- streams ---- */

static enum status follow(struct rig *rig, int stream, struct compute_array *x, uint32_t factor, uint32_t add,
                          int rounds)
{
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(x), COMPUTE_VALUE(factor), COMPUTE_VALUE(add),
                                                 COMPUTE_VALUE(rounds)};
    return compute_kernel_launch(rig->kernel[FOLLOW], launch_on(stream), arguments, 4, &caught);
}

static void expect_all(struct compute_array *x, uint32_t expected)
{
    uint32_t got[ITEMS];
    int wrong = 0;
    CHECK_OK(compute_array_read(x, 0, got, sizeof got, &caught));
    for (int i = 0; i < ITEMS; i++)
        wrong += got[i] != expected;
    if (wrong)
        fprintf(stderr, "%d of %d are not %u; the first is %u\n", wrong, ITEMS, expected, got[0]);
    CHECK(wrong == 0);
}

static struct compute_array *zeros(struct rig *rig)
{
    struct compute_array *x = array_of(rig, ITEMS * sizeof(uint32_t), NULL);
    CHECK_OK(compute_array_fill(x, 0, &caught));
    return x;
}

/* Steps that do not commute, alternating between both streams: any two in the wrong order change the result. */
static void test_order(struct rig *rig)
{
    FREED_BY(free_array) struct compute_array *x = zeros(rig);
    uint32_t expected = 0;
    for (uint32_t turn = 0; turn < 40; turn++) {
        int stream = (int)(turn + 1) % 2;
        CHECK_OK(compute_stream_wait(rig->context, stream, !stream, &caught));
        CHECK_OK(follow(rig, stream, x, 3, turn, turn % 5 ? 10 : 5000));
        expected = expected * 3 + turn;
    }
    CHECK_OK(compute_context_finish(rig->context, &caught));
    expect_all(x, expected);
    CHECK_OK(compute_array_check(x, "x", &caught));
}

/* Launches that may start before the previous one ends, and wait for it in the kernel. */
static void test_dependent(struct rig *rig)
{
    FREED_BY(free_array) struct compute_array *x = zeros(rig);
    uint32_t expected = 0, factor = 3;
    for (uint32_t turn = 0; turn < 40; turn++) {
        const int rounds = turn % 5 ? 10 : 5000;
        const struct compute_argument arguments[] = {COMPUTE_ARRAY(x), COMPUTE_VALUE(factor), COMPUTE_VALUE(turn),
                                                     COMPUTE_VALUE(rounds)};
        struct compute_launch launch = launch_on(0);
        launch.dependent = true;
        CHECK_OK(compute_kernel_launch(rig->kernel[EARLY], launch, arguments, 4, &caught));
        expected = expected * 3 + turn;
    }
    expect_all(x, expected);
}

/* compute_finish waits for all streams, and not only for stream 0. */
static void test_finish(struct rig *rig)
{
    FREED_BY(free_array) struct compute_array *x = zeros(rig), *y = zeros(rig);
    CHECK_OK(compute_stream_wait(rig->context, 1, 0, &caught));
    CHECK_OK(follow(rig, 1, x, 1, 7, 200000));
    CHECK_OK(follow(rig, 0, y, 1, 9, 10));
    CHECK_OK(compute_context_finish(rig->context, &caught));
    expect_all(x, 7);
    expect_all(y, 9);
}

/* ---- constant memory ---- */

static void expect_look(struct compute_array *out, const float *low, const float *high, float scale)
{
    float got[ITEMS];
    int wrong = 0;
    CHECK_OK(compute_array_read(out, 0, got, sizeof got, &caught));
    for (int i = 0; i < ITEMS; i++)
        wrong += got[i] != scale * low[i % TABLE] + high[i / TABLE];
    CHECK(wrong == 0);
}

static void test_constants(struct rig *rig)
{
    enum { LENGTH = 300 };
    float numbers[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        numbers[i] = (float)(i * i % 1009);
    const float scale = 4;
    const size_t table = TABLE * sizeof(float);
    struct compute_array *from = array_of(rig, sizeof numbers, numbers), *out[2];
    for (int i = 0; i < 2; i++) {
        out[i] = array_of(rig, ITEMS * sizeof(float), NULL);
        const struct compute_argument arguments[] = {
            COMPUTE_ARRAY(out[i]), COMPUTE_VALUE(scale), COMPUTE_CONSTANT("low", from, (i ? 4 : 232) * 4, table),
            COMPUTE_CONSTANT("high", from, (i ? 0 : 101) * 4, i ? table : table / 2)};
        CHECK_OK(compute_kernel_launch(rig->kernel[LOOK], launch_on(i), arguments, 4, &caught));
        CHECK_OK(compute_stream_wait(rig->context, !i, i, &caught));
    }
    expect_look(out[0], numbers + 232, numbers + 101, scale);
    expect_look(out[1], numbers + 4, numbers, scale);

    /* The array's present contents are copied, and values beside the constant stay. */
    CHECK_OK(compute_array_fill(from, 0, &caught));
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(out[0]), COMPUTE_VALUE(scale),
                                                 COMPUTE_CONSTANT("low", from, 0, table),
                                                 COMPUTE_CONSTANT("high", from, 0, table)};
    const float zero[TABLE] = {0};
    CHECK_OK(compute_kernel_launch(rig->kernel[LOOK], launch_on(0), arguments, 4, &caught));
    expect_look(out[0], zero, zero, scale);
    CHECK_OK(compute_array_check(from, "from", &caught));

    CHECK(rig->device.constant_bytes >= 65536);
    if (!strcmp(rig->device.backend, "cuda")) { /* OpenCL has no names and no sizes of its own */
        struct compute_argument wrong[4];
        memcpy(wrong, arguments, sizeof wrong);
        wrong[3].constant = "higher";
        refused(compute_kernel_launch(rig->kernel[LOOK], launch_on(0), wrong, 4, &caught), INVALID,
                "no constant memory \"higher\" in this program");
        wrong[3] = COMPUTE_CONSTANT("high", from, 0, table + 4);
        refused(compute_kernel_launch(rig->kernel[LOOK], launch_on(0), wrong, 4, &caught), INVALID,
                "constant memory \"high\" has 256 bytes, 260 are wanted");
    }
    for (int i = 0; i < 2; i++)
        compute_array_free(out[i]);
    compute_array_free(from);
}

/* ---- graphs ---- */

/* x, from 5, by steps on both streams that do not commute; captured, not run. */
static struct compute_graph *capture(struct rig *rig, struct compute_array *x)
{
    struct compute_graph *graph = NULL;
    uint32_t factor = 3, add = 1;
    int rounds = 5000;
    CHECK_OK(compute_graph_begin(rig->context, &caught));
    CHECK_OK(compute_array_fill(x, 5, &caught));
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(x), COMPUTE_VALUE(factor), COMPUTE_VALUE(add),
                                                 COMPUTE_VALUE(rounds)};
    CHECK_OK(compute_kernel_launch(rig->kernel[FOLLOW], launch_on(0), arguments, 4, &caught));
    factor = 100, add = 7; /* the graph has copies of them */
    CHECK_OK(compute_stream_wait(rig->context, 1, 0, &caught));
    CHECK_OK(compute_kernel_launch(rig->kernel[FOLLOW], launch_on(1), arguments, 4, &caught));
    CHECK_OK(compute_stream_wait(rig->context, 0, 1, &caught));
    CHECK_OK(follow(rig, 0, x, 2, 11, 10));
    CHECK_OK(compute_graph_end(rig->context, &graph, &caught));
    return graph;
}

static void test_graph(struct rig *rig)
{
    FREED_BY(free_array) struct compute_array *x = zeros(rig);
    struct compute_graph *graph = capture(rig, x);
    CHECK_OK(compute_context_finish(rig->context, &caught));
    expect_all(x, 0); /* captured only */
    const uint32_t once = ((0x05050505u * 3 + 1) * 100 + 7) * 2 + 11;
    for (int i = 0; i < 3; i++) {
        CHECK_OK(compute_graph_launch(graph, &caught));
        CHECK_OK(follow(rig, 0, x, 1, 1, 10));
        if (i != 1) /* also one after the other */
            expect_all(x, once + 1);
    }
    CHECK_OK(compute_mark(rig->context, 0, &caught));
    CHECK_OK(compute_graph_launch(graph, &caught));
    CHECK_OK(compute_mark(rig->context, 1, &caught));
    double elapsed = 0;
    CHECK(FINE(compute_elapsed(rig->context, &elapsed, &caught)) && elapsed > 0);
    compute_graph_free(graph);
}

/* Constant memory and textures are captured, too. */
static void test_graph_tables(struct rig *rig)
{
    float numbers[TABLE], coordinates[ITEMS][2], got[ITEMS];
    for (int i = 0; i < TABLE; i++)
        numbers[i] = (float)(i + 1);
    for (int i = 0; i < ITEMS; i++)
        coordinates[i][0] = (float)(i % 8) + 0.5f, coordinates[i][1] = 0.5f + (float)(i / 8 % 8);
    const float scale = 1;
    FREED_BY(free_array)
    struct compute_array *from = array_of(rig, sizeof numbers, numbers), *texture = NULL,
                         *at = array_of(rig, sizeof coordinates, coordinates),
                         *looked = array_of(rig, sizeof got, NULL), *fetched = array_of(rig, sizeof got, NULL);
    CHECK_OK(compute_texture_new(rig->context, (struct compute_texture){.width = 8, .height = 8}, &texture, &caught));
    CHECK_OK(compute_array_write(texture, 0, numbers, sizeof numbers, &caught));
    const struct compute_argument look[] = {COMPUTE_ARRAY(looked), COMPUTE_VALUE(scale),
                                            COMPUTE_CONSTANT("low", from, 0, sizeof numbers),
                                            COMPUTE_CONSTANT("high", from, 0, sizeof numbers)};
    const struct compute_argument fetch[] = {COMPUTE_ARRAY(at), COMPUTE_ARRAY(texture), COMPUTE_ARRAY(fetched),
                                             COMPUTE_VALUE(scale)};
    struct compute_graph *graph = NULL;
    CHECK_OK(compute_graph_begin(rig->context, &caught));
    CHECK_OK(compute_kernel_launch(rig->kernel[LOOK], launch_on(0), look, 4, &caught));
    CHECK_OK(compute_kernel_launch(rig->kernel[FETCH], launch_on(0), fetch, 4, &caught));
    CHECK_OK(compute_graph_end(rig->context, &graph, &caught));
    for (int i = 0; i < TABLE; i++)
        numbers[i] *= 2;
    CHECK_OK(compute_array_write(from, 0, numbers, sizeof numbers, &caught));
    CHECK_OK(compute_graph_launch(graph, &caught));
    expect_look(looked, numbers, numbers, scale);
    CHECK_OK(compute_array_read(fetched, 0, got, sizeof got, &caught));
    CHECK(got[0] == 1 && got[7] == 8 && got[8] == 9 && got[63] == 64 && got[ITEMS - 1] == 64);
    compute_graph_free(graph);
}

/* After any failure while capturing, the streams are usable again. */
static void test_graph_failures(struct rig *rig)
{
    FREED_BY(free_array) struct compute_array *x = array_of(rig, ITEMS * sizeof(uint32_t), NULL), *none = NULL;
    struct compute_graph *graph = NULL;
    double elapsed;
    float byte;
    CHECK_OK(compute_mark(rig->context, 0, &caught));
    CHECK_OK(compute_mark(rig->context, 1, &caught));
    CHECK_OK(compute_graph_begin(rig->context, &caught));
    refused(compute_graph_begin(rig->context, &caught), INVALID, "another graph while a graph is captured");
    refused(compute_array_read(x, 0, &byte, 4, &caught), INVALID, "read while a graph is captured");
    refused(compute_array_write(x, 0, &byte, 4, &caught), INVALID, "write while a graph is captured");
    refused(compute_array_check(x, "x", &caught), INVALID, "check while a graph is captured");
    refused(compute_array_new(rig->context, 4, &none, &caught), INVALID, "making an array while a graph is captured");
    refused(compute_context_finish(rig->context, &caught), INVALID, "waiting for the device while a graph is captured");
    refused(compute_mark(rig->context, 0, &caught), INVALID, "a marker while a graph is captured");
    refused(compute_elapsed(rig->context, &elapsed, &caught), INVALID,
            "waiting for a marker while a graph is captured");
    struct compute_launch large = launch_on(0);
    large.group[0] = 1 << 20;
    refused(compute_kernel_launch(rig->kernel[FOLLOW], large, NULL, 0, &caught), INVALID, "work-group");
    CHECK_OK(compute_graph_end(rig->context, &graph, &caught));
    CHECK_OK(compute_graph_launch(graph, &caught)); /* an empty graph */
    compute_graph_free(graph);

    CHECK_OK(compute_graph_begin(rig->context, &caught));
    CHECK_OK(compute_stream_wait(rig->context, 1, 0, &caught));
    CHECK_OK(follow(rig, 1, x, 1, 1, 10));
    refused(compute_graph_end(rig->context, &graph, &caught), INVALID, "does not wait for it");
    CHECK(!graph);
    refused(compute_graph_end(rig->context, &graph, &caught), INVALID, "not begun");

    CHECK_OK(compute_array_fill(x, 0, &caught));
    CHECK_OK(compute_stream_wait(rig->context, 1, 0, &caught));
    CHECK_OK(follow(rig, 1, x, 1, 3, 10));
    CHECK_OK(compute_stream_wait(rig->context, 0, 1, &caught));
    expect_all(x, 3);
    CHECK_OK(compute_context_finish(rig->context, &caught));
}

static void test_graphs(struct rig *rig)
{
    if (!compute_has(&rig->device, COMPUTE_GRAPHS)) {
        refused(compute_graph_begin(rig->context, &caught), UNSUPPORTED, "opencl has no graphs");
        return;
    }
    test_graph(rig);
    test_graph_tables(rig);
    test_graph_failures(rig);
}

/* ---- copies ---- */

/* More memory than the machine has: NULL from malloc, not the end of a program with the address sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* On each stream in turn new words are sent, processed and received, in memory that was used two rounds before. */
static void test_copies(struct rig *rig, bool pinned)
{
    enum { ROUNDS = 12 };
    struct compute_host *memory[2];
    struct compute_array *x[2];
    uint32_t *words[2], wrong = 0;
    for (int i = 0; i < 2; i++) {
        x[i] = array_of(rig, ITEMS * sizeof(uint32_t), NULL);
        CHECK_OK(compute_host_new(rig->context, 2 * ITEMS * sizeof(uint32_t), pinned, &memory[i], &caught));
        words[i] = compute_host_bytes(memory[i]);
    }
    for (uint32_t round = 0; round < ROUNDS + 2; round++) {
        int s = (int)round % 2;
        uint32_t *from = words[s], *to = words[s] + ITEMS;
        if (round >= 2) {
            CHECK_OK(compute_stream_finish(rig->context, s, &caught));
            for (uint32_t i = 0; i < ITEMS; i++)
                wrong += to[i] != ((round - 2) * 1000003u + i) * 3 + round - 2;
        }
        if (round >= ROUNDS)
            continue;
        for (uint32_t i = 0; i < ITEMS; i++) {
            from[i] = round * 1000003u + i;
            to[i] = 0;
        }
        /* The parts overlap in one word, and the last one is last. */
        CHECK_OK(compute_array_send(x[s], 0, from + 1, 4 * 13, s, &caught));
        CHECK_OK(compute_array_send(x[s], 0, from, 4 * 13, s, &caught));
        CHECK_OK(compute_array_send(x[s], 4 * 12, from + 12, 4 * (ITEMS - 12), s, &caught));
        CHECK_OK(follow(rig, s, x[s], 3, round, round % 3 ? 10 : 20000));
        CHECK_OK(compute_array_receive(x[s], 4, to + 1, 4 * (ITEMS - 1), s, &caught));
        CHECK_OK(compute_array_receive(x[s], 0, to, 4, s, &caught));
    }
    CHECK(wrong == 0);
    for (int i = 0; i < 2; i++) {
        CHECK_OK(compute_array_check(x[i], "x", &caught));
        compute_array_free(x[i]);
        compute_host_free(memory[i]);
    }
    struct compute_host *none;
    refused(compute_host_new(rig->context, SIZE_MAX / 4, pinned, &none, &caught), NO_MEMORY, "host memory");
}

static void test(struct rig *rig)
{
    CHECK(compute_has(&rig->device, COMPUTE_GRAPHS) == !strcmp(rig->device.backend, "cuda"));
    test_order(rig);
    test_dependent(rig);
    test_finish(rig);
    test_constants(rig);
    test_graphs(rig);
    test_copies(rig, false);
    test_copies(rig, true);
}

int main(void)
{
    static const char *const names[] = {
        [FOLLOW] = "follow", [LOOK] = "look", [FETCH] = "fetch", [EARLY] = "early", NULL};
    return rig_test_all(kernels, names, test);
}
