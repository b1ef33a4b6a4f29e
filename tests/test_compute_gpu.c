/* Streams, constant memory, textures and graphs through compute.h, on every device that there is. Skipped where there
 * is none. */
#include "compute/compute.h"
#include "tests/check.h"
#include "tests/good.h"

#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

enum { ITEMS = 1024, GROUP = 64, TABLE = 64, WIDTH = 37, HEIGHT = 19 };

/* The few words in which the two languages differ. */
static const char cuda_words[] = "#define KERNEL extern \"C\" __global__ void\n"
                                 "#define GLOBAL\n"
                                 "#define ITEM (blockIdx.x * blockDim.x + threadIdx.x)\n"
                                 "#define CONSTANT(name) extern \"C\" { __constant__ float name[64]; }\n"
                                 "#define CONSTANT_ARG(name)\n"
                                 "#define TEXTURE(name) unsigned long long name\n"
                                 "#define FETCH(name, u, v) tex2D<float>(name, u, v)\n";
static const char opencl_words[] = "#define KERNEL __kernel void\n"
                                   "#define GLOBAL __global\n"
                                   "#define ITEM get_global_id(0)\n"
                                   "#define CONSTANT(name)\n"
                                   "#define CONSTANT_ARG(name) , __constant float *name\n"
                                   "#define TEXTURE(name) read_only image2d_t name, sampler_t name##_sampler\n"
                                   "#define FETCH(name, u, v) read_imagef(name, name##_sampler, (float2)(u, v)).x\n";

/* `rounds` puts time between reading and writing x: t stays odd, so nothing else comes of it. */
static const char kernels[] = "CONSTANT(low) CONSTANT(high)\n"
                              "KERNEL follow(GLOBAL unsigned *x, unsigned factor, unsigned add, int rounds)\n"
                              "{\n"
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

/* A device in use. */
struct rig {
    struct compute_device device;
    struct compute_context *context;
    struct compute_program *program;
    struct compute_kernel *follow, *look, *fetch;
};

static void refused(enum status got, enum status expected, const char *text)
{
    CHECK(got == expected);
    if (!strstr(fault.text, text)) {
        fprintf(stderr, "\"%s\" does not say \"%s\"\n", fault.text, text);
        check_failures++;
    }
    fault = (struct fault){0};
}

static struct compute_array *array_of(struct rig *rig, size_t bytes, const void *content)
{
    struct compute_array *array = NULL;
    CHECK(good(compute_array_new(rig->context, bytes, &array, &fault)));
    if (content)
        CHECK(good(compute_array_write(array, 0, content, bytes, &fault)));
    return array;
}

static struct compute_launch launch_on(int stream)
{
    return (struct compute_launch){.groups = {ITEMS / GROUP, 1, 1}, .group = {GROUP, 1, 1}, .stream = stream};
}

/* ---- streams ---- */

static enum status follow(struct rig *rig, int stream, struct compute_array *x, uint32_t factor, uint32_t add,
                          int rounds)
{
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(x), COMPUTE_VALUE(factor), COMPUTE_VALUE(add),
                                                 COMPUTE_VALUE(rounds)};
    return compute_kernel_launch(rig->follow, launch_on(stream), arguments, 4, &fault);
}

static void expect_all(struct compute_array *x, uint32_t expected)
{
    uint32_t got[ITEMS];
    int wrong = 0;
    CHECK(good(compute_array_read(x, 0, got, sizeof got, &fault)));
    for (int i = 0; i < ITEMS; i++)
        wrong += got[i] != expected;
    if (wrong)
        fprintf(stderr, "%d of %d are not %u; the first is %u\n", wrong, ITEMS, expected, got[0]);
    CHECK(wrong == 0);
}

/* Steps that do not commute, by turns on both streams: any two in the wrong order change the result. */
static void test_order(struct rig *rig)
{
    struct compute_array *x = array_of(rig, ITEMS * sizeof(uint32_t), NULL);
    uint32_t expected = 0;
    CHECK(good(compute_array_fill(x, 0, &fault)));
    for (uint32_t turn = 0; turn < 40; turn++) {
        int stream = (int)(turn + 1) % 2;
        CHECK(good(compute_stream_wait(rig->context, stream, !stream, &fault)));
        CHECK(good(follow(rig, stream, x, 3, turn, turn % 5 ? 10 : 5000)));
        expected = expected * 3 + turn;
    }
    CHECK(good(compute_context_finish(rig->context, &fault)));
    expect_all(x, expected);
    CHECK(good(compute_array_check(x, "x", &fault)));
    compute_array_free(x);
}

/* The end of all streams is waited for, and not only that of stream 0. */
static void test_finish(struct rig *rig)
{
    struct compute_array *x = array_of(rig, ITEMS * sizeof(uint32_t), NULL),
                         *y = array_of(rig, ITEMS * sizeof(uint32_t), NULL);
    CHECK(good(compute_array_fill(x, 0, &fault)));
    CHECK(good(compute_array_fill(y, 0, &fault)));
    CHECK(good(compute_stream_wait(rig->context, 1, 0, &fault)));
    CHECK(good(follow(rig, 1, x, 1, 7, 200000)));
    CHECK(good(follow(rig, 0, y, 1, 9, 10)));
    CHECK(good(compute_context_finish(rig->context, &fault)));
    expect_all(x, 7);
    expect_all(y, 9);
    compute_array_free(x);
    compute_array_free(y);
}

/* ---- constant memory ---- */

static void expect_look(struct compute_array *out, const float *low, const float *high, float scale)
{
    float got[ITEMS];
    int wrong = 0;
    CHECK(good(compute_array_read(out, 0, got, sizeof got, &fault)));
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
        CHECK(good(compute_kernel_launch(rig->look, launch_on(i), arguments, 4, &fault)));
        CHECK(good(compute_stream_wait(rig->context, !i, i, &fault)));
    }
    expect_look(out[0], numbers + 232, numbers + 101, scale);
    expect_look(out[1], numbers + 4, numbers, scale);

    /* What the array holds now counts, and the copy does not touch what is beside it. */
    CHECK(good(compute_array_fill(from, 0, &fault)));
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(out[0]), COMPUTE_VALUE(scale),
                                                 COMPUTE_CONSTANT("low", from, 0, table),
                                                 COMPUTE_CONSTANT("high", from, 0, table)};
    const float zero[TABLE] = {0};
    CHECK(good(compute_kernel_launch(rig->look, launch_on(0), arguments, 4, &fault)));
    expect_look(out[0], zero, zero, scale);
    CHECK(good(compute_array_check(from, "from", &fault)));

    CHECK(rig->device.constant_bytes >= 65536);
    if (!strcmp(rig->device.backend, "cuda")) { /* OpenCL has no names and no sizes of its own */
        struct compute_argument wrong[4];
        memcpy(wrong, arguments, sizeof wrong);
        wrong[3].constant = "higher";
        refused(compute_kernel_launch(rig->look, launch_on(0), wrong, 4, &fault), INVALID,
                "no constant memory \"higher\" in this program");
        wrong[3] = COMPUTE_CONSTANT("high", from, 0, table + 4);
        refused(compute_kernel_launch(rig->look, launch_on(0), wrong, 4, &fault), INVALID,
                "constant memory \"high\" has 256 bytes, 260 are wanted");
    }
    for (int i = 0; i < 2; i++)
        compute_array_free(out[i]);
    compute_array_free(from);
}

/* ---- textures ---- */

static float element(const float *table, struct compute_texture shape, int i, int j)
{
    int width = (int)shape.width, height = (int)shape.height;
    if (shape.addressing == COMPUTE_BORDER && (i < 0 || j < 0 || i >= width || j >= height))
        return 0;
    i = i < 0 ? 0 : i >= width ? width - 1 : i;
    j = j < 0 ? 0 : j >= height ? height - 1 : j;
    return table[j * width + i];
}

static double emulate(const float *table, struct compute_texture shape, double u, double v)
{
    if (shape.filter == COMPUTE_POINT)
        return element(table, shape, (int)floor(u), (int)floor(v));
    int i = (int)floor(u - 0.5), j = (int)floor(v - 0.5);
    double a = u - 0.5 - i, b = v - 0.5 - j;
    return (1 - b) * ((1 - a) * element(table, shape, i, j) + a * element(table, shape, i + 1, j)) +
           b * ((1 - a) * element(table, shape, i, j + 1) + a * element(table, shape, i + 1, j + 1));
}

static uint32_t random_bits(uint32_t i)
{
    i = (i ^ 61 ^ i >> 16) * 9;
    i = (i ^ i >> 4) * 0x27d4eb2d;
    return i ^ i >> 15;
}

/* Eighths of an element, where every fraction is exact in hardware too, then any fractions; a third of all is outside.
 * Never where two elements meet, which rounding may give to either. */
static void make_coordinates(float at[ITEMS][2])
{
    for (uint32_t i = 0; i < ITEMS; i++)
        for (uint32_t d = 0; d < 2; d++) {
            float size = d ? HEIGHT : WIDTH, uniform = (float)(random_bits(2 * i + d) >> 8) * 0x1p-24f;
            float value = floorf((uniform * 1.5f - 0.25f) * size);
            uint32_t fraction = random_bits(7919 * i + d);
            at[i][d] = value + (i % 2 ? (float)(1 + fraction % 7) / 8 : 0.01f + 0.98f * (float)(fraction % 997) / 997);
        }
    at[0][0] = -1e6f, at[0][1] = -3.5f;
    at[1][0] = 1e6f, at[1][1] = 1e6f;
}

static void check_fetches(struct rig *rig, const float *table, struct compute_texture shape)
{
    static float at[ITEMS][2], out[ITEMS];
    const float scale = 2;
    struct compute_array *texture = NULL;
    make_coordinates(at);
    struct compute_array *coordinates = array_of(rig, sizeof at, at), *fetched = array_of(rig, sizeof out, NULL);
    CHECK(good(compute_texture_new(rig->context, shape, &texture, &fault)));
    CHECK(good(compute_array_write(texture, 0, table, WIDTH * HEIGHT * sizeof *table, &fault)));
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(coordinates), COMPUTE_ARRAY(texture),
                                                 COMPUTE_ARRAY(fetched), COMPUTE_VALUE(scale)};
    CHECK(good(compute_kernel_launch(rig->fetch, launch_on(0), arguments, 4, &fault)));
    CHECK(good(compute_array_read(fetched, 0, out, sizeof out, &fault)));
    int wrong = 0;
    double worst = 0;
    for (int i = 0; i < ITEMS; i++) {
        /* Hardware filters with fractions of 8 bits: off by up to 1/256 in each direction. Elements are below 1. */
        bool rough = shape.filter == COMPUTE_LINEAR && !rig->device.is_cpu && !(i % 2);
        double error = fabs(out[i] - scale * emulate(table, shape, at[i][0], at[i][1]));
        worst = fmax(worst, error);
        wrong += !(error <= (shape.filter == COMPUTE_POINT ? 0 : scale * (rough ? 2.0 / 256 : 1e-5)));
    }
    if (wrong)
        fprintf(stderr, "filter %d, addressing %d: %d of %d fetches are wrong, the worst by %g\n", (int)shape.filter,
                (int)shape.addressing, wrong, ITEMS, worst);
    CHECK(wrong == 0);
    compute_array_free(texture);
    compute_array_free(coordinates);
    compute_array_free(fetched);
}

static void test_whole(struct rig *rig, const float *table, size_t bytes)
{
    static float again[WIDTH * HEIGHT];
    struct compute_texture shape = {.width = WIDTH, .height = HEIGHT};
    struct compute_array *texture = NULL, *none = NULL;
    CHECK(good(compute_texture_new(rig->context, shape, &texture, &fault)));
    CHECK(compute_array_bytes(texture) == bytes);
    CHECK(good(compute_array_write(texture, 0, table, bytes, &fault)));
    CHECK(good(compute_array_read(texture, 0, again, bytes, &fault)));
    CHECK(!memcmp(again, table, bytes));
    CHECK(good(compute_array_check(texture, "texture", &fault)));
    refused(compute_array_write(texture, 4, table, bytes - 4, &fault), INVALID, "written and read whole");
    refused(compute_array_read(texture, 0, again, 4, &fault), INVALID, "written and read whole");
    refused(compute_array_fill(texture, 0, &fault), INVALID, "not filled");
    compute_array_free(texture);

    CHECK(rig->device.max_texture[0] >= 8192 && rig->device.max_texture[1] >= 8192);
    shape.width = rig->device.max_texture[0] + 1;
    refused(compute_texture_new(rig->context, shape, &none, &fault), INVALID, "this device allows");
    shape.width = 0;
    refused(compute_texture_new(rig->context, shape, &none, &fault), INVALID, "a texture of 0 x 19");
    CHECK(!none);
}

static void test_textures(struct rig *rig)
{
    static float table[WIDTH * HEIGHT];
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        table[i] = (float)(random_bits(i) >> 8) * 0x1p-24f;
    if (!rig->device.images) {
        struct compute_array *none = NULL;
        refused(compute_texture_new(rig->context, (struct compute_texture){.width = 1, .height = 1}, &none, &fault),
                UNSUPPORTED, "no textures");
        return;
    }
    test_whole(rig, table, sizeof table);
    const struct compute_texture shapes[] = {{WIDTH, HEIGHT, COMPUTE_POINT, COMPUTE_CLAMP},
                                             {WIDTH, HEIGHT, COMPUTE_POINT, COMPUTE_BORDER},
                                             {WIDTH, HEIGHT, COMPUTE_LINEAR, COMPUTE_CLAMP},
                                             {WIDTH, HEIGHT, COMPUTE_LINEAR, COMPUTE_BORDER},
                                             {WIDTH * HEIGHT, 1, COMPUTE_LINEAR, COMPUTE_CLAMP}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_fetches(rig, table, shapes[i]);
}

/* ---- graphs ---- */

/* x from 5 by what both streams do, in an order that counts; captured, and not run. */
static struct compute_graph *capture(struct rig *rig, struct compute_array *x)
{
    struct compute_graph *graph = NULL;
    uint32_t factor = 3, add = 1;
    int rounds = 5000;
    CHECK(good(compute_graph_begin(rig->context, &fault)));
    CHECK(good(compute_array_fill(x, 5, &fault)));
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(x), COMPUTE_VALUE(factor), COMPUTE_VALUE(add),
                                                 COMPUTE_VALUE(rounds)};
    CHECK(good(compute_kernel_launch(rig->follow, launch_on(0), arguments, 4, &fault)));
    factor = 100, add = 7; /* the launch took copies */
    CHECK(good(compute_stream_wait(rig->context, 1, 0, &fault)));
    CHECK(good(compute_kernel_launch(rig->follow, launch_on(1), arguments, 4, &fault)));
    CHECK(good(compute_stream_wait(rig->context, 0, 1, &fault)));
    CHECK(good(follow(rig, 0, x, 2, 11, 10)));
    CHECK(good(compute_graph_end(rig->context, &graph, &fault)));
    return graph;
}

static void test_graph(struct rig *rig)
{
    struct compute_array *x = array_of(rig, ITEMS * sizeof(uint32_t), NULL);
    CHECK(good(compute_array_fill(x, 0, &fault)));
    struct compute_graph *graph = capture(rig, x);
    CHECK(good(compute_context_finish(rig->context, &fault)));
    expect_all(x, 0); /* captured only */
    const uint32_t once = ((0x05050505u * 3 + 1) * 100 + 7) * 2 + 11;
    for (int i = 0; i < 3; i++) {
        CHECK(good(compute_graph_launch(graph, &fault)));
        CHECK(good(follow(rig, 0, x, 1, 1, 10)));
        if (i != 1) /* also one behind the other */
            expect_all(x, once + 1);
    }
    CHECK(good(compute_mark(rig->context, 0, &fault)));
    CHECK(good(compute_graph_launch(graph, &fault)));
    CHECK(good(compute_mark(rig->context, 1, &fault)));
    double elapsed = 0;
    CHECK(good(compute_elapsed(rig->context, &elapsed, &fault)));
    CHECK(elapsed > 0);
    compute_graph_free(graph);
    compute_array_free(x);
}

/* Constant memory and textures are captured too. */
static void test_graph_tables(struct rig *rig)
{
    float numbers[TABLE], coordinates[ITEMS][2], got[ITEMS];
    for (int i = 0; i < TABLE; i++)
        numbers[i] = (float)(i + 1);
    for (int i = 0; i < ITEMS; i++)
        coordinates[i][0] = (float)(i % 8) + 0.5f, coordinates[i][1] = 0.5f + (float)(i / 8 % 8);
    const float scale = 1;
    struct compute_array *from = array_of(rig, sizeof numbers, numbers), *texture = NULL,
                         *at = array_of(rig, sizeof coordinates, coordinates),
                         *looked = array_of(rig, sizeof got, NULL), *fetched = array_of(rig, sizeof got, NULL);
    CHECK(good(compute_texture_new(rig->context, (struct compute_texture){.width = 8, .height = 8}, &texture, &fault)));
    CHECK(good(compute_array_write(texture, 0, numbers, sizeof numbers, &fault)));
    const struct compute_argument look[] = {COMPUTE_ARRAY(looked), COMPUTE_VALUE(scale),
                                            COMPUTE_CONSTANT("low", from, 0, sizeof numbers),
                                            COMPUTE_CONSTANT("high", from, 0, sizeof numbers)};
    const struct compute_argument fetch[] = {COMPUTE_ARRAY(at), COMPUTE_ARRAY(texture), COMPUTE_ARRAY(fetched),
                                             COMPUTE_VALUE(scale)};
    struct compute_graph *graph = NULL;
    CHECK(good(compute_graph_begin(rig->context, &fault)));
    CHECK(good(compute_kernel_launch(rig->look, launch_on(0), look, 4, &fault)));
    CHECK(good(compute_kernel_launch(rig->fetch, launch_on(0), fetch, 4, &fault)));
    CHECK(good(compute_graph_end(rig->context, &graph, &fault)));
    for (int i = 0; i < TABLE; i++)
        numbers[i] *= 2;
    CHECK(good(compute_array_write(from, 0, numbers, sizeof numbers, &fault)));
    CHECK(good(compute_graph_launch(graph, &fault)));
    expect_look(looked, numbers, numbers, scale);
    CHECK(good(compute_array_read(fetched, 0, got, sizeof got, &fault)));
    CHECK(got[0] == 1 && got[7] == 8 && got[8] == 9 && got[63] == 64 && got[ITEMS - 1] == 64);
    compute_graph_free(graph);
    struct compute_array *const arrays[] = {from, texture, at, looked, fetched};
    for (int i = 0; i < 5; i++)
        compute_array_free(arrays[i]);
}

/* After whatever goes wrong while capturing, the streams are of use again. */
static void test_graph_failures(struct rig *rig)
{
    struct compute_array *x = array_of(rig, ITEMS * sizeof(uint32_t), NULL), *none = NULL;
    struct compute_graph *graph = NULL;
    double elapsed;
    float byte;
    CHECK(good(compute_mark(rig->context, 0, &fault)));
    CHECK(good(compute_mark(rig->context, 1, &fault)));
    CHECK(good(compute_graph_begin(rig->context, &fault)));
    refused(compute_graph_begin(rig->context, &fault), INVALID, "another graph cannot be captured in a graph");
    refused(compute_array_read(x, 0, &byte, 4, &fault), INVALID, "read cannot be captured");
    refused(compute_array_write(x, 0, &byte, 4, &fault), INVALID, "write cannot be captured");
    refused(compute_array_check(x, "x", &fault), INVALID, "check cannot be captured");
    refused(compute_array_new(rig->context, 4, &none, &fault), INVALID, "making an array cannot be captured");
    refused(compute_context_finish(rig->context, &fault), INVALID, "waiting for the device cannot be captured");
    refused(compute_mark(rig->context, 0, &fault), INVALID, "a marker cannot be captured");
    refused(compute_elapsed(rig->context, &elapsed, &fault), INVALID, "waiting for a marker cannot be captured");
    struct compute_launch large = launch_on(0);
    large.group[0] = 1 << 20;
    refused(compute_kernel_launch(rig->follow, large, NULL, 0, &fault), INVALID, "work-group");
    CHECK(good(compute_graph_end(rig->context, &graph, &fault)));
    CHECK(good(compute_graph_launch(graph, &fault))); /* of nothing */
    compute_graph_free(graph);

    CHECK(good(compute_graph_begin(rig->context, &fault)));
    CHECK(good(compute_stream_wait(rig->context, 1, 0, &fault)));
    CHECK(good(follow(rig, 1, x, 1, 1, 10)));
    refused(compute_graph_end(rig->context, &graph, &fault), INVALID, "does not wait for it");
    CHECK(!graph);
    refused(compute_graph_end(rig->context, &graph, &fault), INVALID, "not begun");

    CHECK(good(compute_array_fill(x, 0, &fault)));
    CHECK(good(compute_stream_wait(rig->context, 1, 0, &fault)));
    CHECK(good(follow(rig, 1, x, 1, 3, 10)));
    CHECK(good(compute_stream_wait(rig->context, 0, 1, &fault)));
    expect_all(x, 3);
    CHECK(good(compute_context_finish(rig->context, &fault)));
    compute_array_free(x);
}

static void test_graphs(struct rig *rig)
{
    if (!rig->device.graphs) {
        refused(compute_graph_begin(rig->context, &fault), UNSUPPORTED, "opencl has no graphs");
        return;
    }
    test_graph(rig);
    test_graph_tables(rig);
    test_graph_failures(rig);
}

/* ---- devices ---- */

static bool make_rig(struct rig *rig)
{
    char source[4096];
    bool cuda = !strcmp(rig->device.backend, "cuda");
    struct compute_binary binary;
    snprintf(source, sizeof source, "%s%s", cuda ? cuda_words : opencl_words, kernels);
    bool made = good(compute_compile(&rig->device, "kernels", source, &binary, &fault)) &&
                good(compute_context_new(&rig->device, &rig->context, &fault)) &&
                good(compute_program_load(rig->context, binary.bytes, binary.size, &rig->program, &fault)) &&
                good(compute_kernel_new(rig->program, "follow", &rig->follow, &fault)) &&
                good(compute_kernel_new(rig->program, "look", &rig->look, &fault)) &&
                good(compute_kernel_new(rig->program, "fetch", &rig->fetch, &fault));
    compute_binary_free(&binary);
    return made;
}

static void test_device(const struct compute_device *device)
{
    struct rig rig = {.device = *device};
    int before = check_failures;
    CHECK(device->graphs == !strcmp(device->backend, "cuda"));
    bool made = make_rig(&rig);
    CHECK(made);
    if (made) {
        test_order(&rig);
        test_finish(&rig);
        test_constants(&rig);
        test_textures(&rig);
        test_graphs(&rig);
    }
    compute_kernel_free(rig.follow);
    compute_kernel_free(rig.look);
    compute_kernel_free(rig.fetch);
    compute_program_free(rig.program);
    compute_context_free(rig.context);
    printf("%s, %s: %s\n", device->backend, device->name, check_failures == before ? "good" : "bad");
}

static int remove_one(const char *path, const struct stat *stat, int type, struct FTW *walk)
{
    (void)stat, (void)type, (void)walk;
    return remove(path);
}

int main(void)
{
    struct compute_inventory inventory;
    char folder[] = "/tmp/test_compute_gpu.XXXXXX";
    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    compute_set_cache(folder);
    compute_inventory(&inventory);
    for (size_t i = 0; i < inventory.devices; i++)
        test_device(&inventory.device[i]);
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    for (size_t i = 0; i < inventory.absences; i++)
        printf("no %s: %s\n", inventory.absence[i].backend, inventory.absence[i].text);
    return inventory.devices ? CHECK_RESULT : 77;
}
