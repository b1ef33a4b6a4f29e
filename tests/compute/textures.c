/* Textures through compute.h against their emulation on the host, on every available device. Skipped without one. */
#include "tests/compute/device_rig.h"

enum { WIDTH = 37, HEIGHT = 19, DEPTH = 3 };

static const char kernels[] = "KERNEL fetch(GLOBAL const float *at, TEXTURE(table), GLOBAL float *out, float scale)\n"
                              "{\n"
                              "    unsigned i = ITEM;\n"
                              "    out[i] = scale * FETCH(table, at[2 * i], at[2 * i + 1]);\n"
                              "}\n";

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

/* Eighths of an element, where every fraction is exact in hardware, too, then any fractions; a third of all is outside.
 * Never at the border of two elements, which rounding may assign to either. */
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
    FREED_BY(free_array) struct compute_array *texture = NULL;
    make_coordinates(at);
    FREED_BY(free_array)
    struct compute_array *coordinates = array_of(rig, sizeof at, at), *fetched = array_of(rig, sizeof out, NULL);
    CHECK_OK(compute_texture_new(rig->context, shape, &texture, &caught));
    CHECK_OK(compute_array_write(texture, 0, table, WIDTH * HEIGHT * sizeof *table, &caught));
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(coordinates), COMPUTE_ARRAY(texture),
                                                 COMPUTE_ARRAY(fetched), COMPUTE_VALUE(scale)};
    CHECK_OK(compute_kernel_launch(rig->kernel[0], launch_on(0), arguments, 4, &caught));
    CHECK_OK(compute_array_read(fetched, 0, out, sizeof out, &caught));
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
}

/* Written values are read back: a table, a row, layers. */
static void test_whole(struct rig *rig, const float *table, struct compute_texture shape)
{
    static float again[WIDTH * HEIGHT * DEPTH];
    const size_t bytes = compute_texture_bytes(shape);
    FREED_BY(free_array) struct compute_array *texture = NULL;
    memset(again, 0, sizeof again);
    CHECK_OK(compute_texture_new(rig->context, shape, &texture, &caught));
    CHECK(compute_array_bytes(texture) == bytes);
    CHECK_OK(compute_array_write(texture, 0, table, bytes, &caught));
    CHECK_OK(compute_array_read(texture, 0, again, bytes, &caught));
    CHECK(!memcmp(again, table, bytes));
    CHECK_OK(compute_array_check(texture, "texture", &caught));
    refused(compute_array_write(texture, 4, table, bytes - 4, &caught), INVALID, "written and read whole");
    refused(compute_array_read(texture, 0, again, 4, &caught), INVALID, "written and read whole");
    refused(compute_array_fill(texture, 0, &caught), INVALID, "not filled");
}

static void test_sizes(struct rig *rig)
{
    struct compute_texture shape = {.width = WIDTH, .height = HEIGHT};
    FREED_BY(free_array) struct compute_array *none = NULL;
    CHECK(rig->device.max_texture[0] >= 8192 && rig->device.max_texture[1] >= 8192);
    shape.width = rig->device.max_texture[0] + 1;
    refused(compute_texture_new(rig->context, shape, &none, &caught), INVALID, "this device allows");
    shape.width = 0;
    refused(compute_texture_new(rig->context, shape, &none, &caught), INVALID, "a texture of 0 x 19");
    shape = (struct compute_texture){.width = WIDTH, .height = 2, .dimensions = COMPUTE_1D};
    refused(compute_texture_new(rig->context, shape, &none, &caught), INVALID, "37 x 2: this device allows ");
    shape = (struct compute_texture){.width = WIDTH, .height = 2, .dimensions = COMPUTE_3D};
    refused(compute_texture_new(rig->context, shape, &none, &caught), INVALID, "a texture of 37 x 2 x 0");
    shape.depth = rig->device.max_texture_3d[2] + 1;
    refused(compute_texture_new(rig->context, shape, &none, &caught), INVALID, ": this device allows ");
    shape = (struct compute_texture){.width = WIDTH, .height = 2, .depth = 2};
    refused(compute_texture_new(rig->context, shape, &none, &caught), INVALID, "has layers, but is not 3D");
    CHECK(!none);
}

static void test_textures(struct rig *rig)
{
    static float table[WIDTH * HEIGHT * DEPTH];
    for (uint32_t i = 0; i < WIDTH * HEIGHT * DEPTH; i++)
        table[i] = (float)(random_bits(i) >> 8) * 0x1p-24f;
    if (!compute_has(&rig->device, COMPUTE_TEXTURES)) {
        struct compute_array *none = NULL;
        refused(compute_texture_new(rig->context, (struct compute_texture){.width = 1, .height = 1}, &none, &caught),
                UNSUPPORTED, "no textures");
        return;
    }
    test_whole(rig, table, (struct compute_texture){.width = WIDTH, .height = HEIGHT});
    test_whole(rig, table, (struct compute_texture){.width = WIDTH, .height = 1, .dimensions = COMPUTE_1D});
    test_whole(rig, table,
               (struct compute_texture){.width = WIDTH, .height = HEIGHT, .dimensions = COMPUTE_3D, .depth = DEPTH});
    test_sizes(rig);
    const struct compute_texture shapes[] = {
        {.width = WIDTH, .height = HEIGHT},
        {.width = WIDTH, .height = HEIGHT, .addressing = COMPUTE_BORDER},
        {.width = WIDTH, .height = HEIGHT, .filter = COMPUTE_LINEAR},
        {.width = WIDTH, .height = HEIGHT, .filter = COMPUTE_LINEAR, .addressing = COMPUTE_BORDER},
        {.width = WIDTH * HEIGHT, .height = 1, .filter = COMPUTE_LINEAR},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_fetches(rig, table, shapes[i]);
}

int main(void)
{
    static const char *const names[] = {"fetch", NULL};
    return rig_test_all(kernels, names, test_textures);
}
