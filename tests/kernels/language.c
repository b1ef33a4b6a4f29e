/* kernels/common_compute.h: what its names do, on every available device, is what the host expects. Vectors have a
 * test of their own, vectors.c. Skipped without any compiler. */
#include "tests/kernels/rig.h"

enum { GROUP = 64 };

/* ---- grid.cl ---- */

static void check_line(struct language *language)
{
    enum { GROUPS = 5, LENGTH = 2 * GROUPS * GROUP + 17 };
    int in[LENGTH], out[LENGTH];
    const uint64_t length = LENGTH;
    for (int i = 0; i < LENGTH; i++)
        in[i] = 10000000 * (i % 7);
    struct compute_array *from = array_of(language, sizeof in, in), *to = array_of(language, sizeof out, NULL);
    LAUNCH(language, "line", line_of(GROUPS, GROUP), COMPUTE_ARRAY(from), COMPUTE_ARRAY(to), COMPUTE_VALUE(length));
    read_back(to, out);
    int wrong = 0;
    for (int i = 0; i < LENGTH; i++)
        wrong += out[i] != in[i] + (i + 1) % GROUP + 1000 * (i / GROUP % GROUPS) + 100000 * GROUPS;
    CHECK(wrong == 0);
}

/* What note() in grid.cl writes for a work-item: six numbers, each in three dimensions. */
enum { LOCAL_IDS, LOCAL_SIZES, GLOBAL_IDS, GLOBAL_SIZES, GROUP_IDS, GROUP_COUNTS, INDICES };

/* A work-item at `place` of the grid: whether its values are those of the launch. */
static bool is_known_place(const int known[INDICES][3], const uint64_t place[3], const struct compute_launch *shape)
{
    bool knows = true;
    for (int d = 0; d < 3; d++) {
        const int size = (int)shape->group[d], groups = (int)shape->groups[d], at = (int)place[d];
        knows = knows && known[LOCAL_IDS][d] == at % size && known[LOCAL_SIZES][d] == size &&
                known[GLOBAL_IDS][d] == at && known[GLOBAL_SIZES][d] == size * groups &&
                known[GROUP_IDS][d] == at / size && known[GROUP_COUNTS][d] == groups;
    }
    return knows;
}

static void check_places(struct language *language, const char *entry, struct compute_launch shape)
{
    const uint64_t width = shape.groups[0] * shape.group[0], height = shape.groups[1] * shape.group[1];
    const uint64_t items = width * height * shape.groups[2] * shape.group[2];
    const size_t bytes = items * sizeof(int[INDICES][3]);
    struct compute_array *to = array_of(language, bytes, NULL);
    int(*known)[INDICES][3] = malloc(bytes);
    uint64_t wrong = 0;
    LAUNCH(language, entry, shape, COMPUTE_ARRAY(to), COMPUTE_VALUE(width), COMPUTE_VALUE(height));
    read_back(to, known);
    for (uint64_t i = 0; i < items; i++)
        wrong += !is_known_place(known[i], (uint64_t[]){i % width, i / width % height, i / width / height}, &shape);
    CHECK(wrong == 0);
    free(known);
}

/* A kernel takes no other group than GROUP_OF's in OpenCL, and none that is larger anywhere. */
static void check_refused(struct language *language, const char *entry, uint32_t width, uint32_t height, uint32_t depth)
{
    const struct compute_launch shape = {.groups = {1, 1, 1}, .group = {width, height, depth}};
    const uint64_t across = width, down = height;
    struct compute_kernel *kernel = NULL;
    struct compute_array *to = array_of(language, 18 * sizeof(int) * across * down * depth, NULL);
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(to), COMPUTE_VALUE(across), COMPUTE_VALUE(down)};
    CHECK_OK(compute_kernel_new(language->program, entry, &kernel, &caught));
    CHECK(CALL(compute_kernel_launch(kernel, shape, arguments, 3, &caught)) == INVALID &&
          strstr(caught.text, "this kernel"));
    CHECK_OK(compute_context_finish(language->context, &caught));
    compute_kernel_free(kernel);
}

/* Every number is another one, so that none can pass for another's. */
static void check_dimensions(struct language *language)
{
    enum { WIDTH = 16, HEIGHT = 4, DEPTH = 2 };
    check_places(language, "row", (struct compute_launch){.groups = {7, 3, 5}, .group = {WIDTH, 1, 1}});
    check_places(language, "plane", (struct compute_launch){.groups = {7, 3, 5}, .group = {WIDTH, HEIGHT, 1}});
    check_places(language, "box", (struct compute_launch){.groups = {7, 3, 5}, .group = {WIDTH, HEIGHT, DEPTH}});
    check_refused(language, "row", 2 * WIDTH, 1, 1);
    check_refused(language, "plane", WIDTH, 2 * HEIGHT, 1);
    check_refused(language, "box", WIDTH, HEIGHT, 2 * DEPTH);
    if (!language->cuda) {
        check_refused(language, "row", WIDTH / 2, 1, 1);
        check_refused(language, "plane", HEIGHT, WIDTH, 1);
        check_refused(language, "box", WIDTH, DEPTH, HEIGHT);
    }
}

static void check_integers(struct language *language)
{
    const int64_t less = -7000000000;
    const uint64_t more = (uint64_t)less;
    int64_t less_out[3];
    uint64_t more_out[3];
    struct compute_array *to = array_of(language, sizeof less_out, NULL),
                         *to_more = array_of(language, sizeof more_out, NULL);
    LAUNCH(language, "integers", line_of(1, 1), COMPUTE_VALUE(less), COMPUTE_VALUE(more), COMPUTE_ARRAY(to),
           COMPUTE_ARRAY(to_more));
    read_back(to, less_out);
    read_back(to_more, more_out);
    CHECK(less_out[0] == less / 3 && less_out[1] == -437500000 && less_out[2] == 8);
    CHECK(more_out[0] == more / 3 && more_out[1] == more / 16 && more_out[2] == 8);
}

static void check_grid(struct language *language)
{
    check_line(language);
    check_dimensions(language);
    check_integers(language);
}

/* ---- synchronisation.cl ---- */

static void check_barriers(struct language *language)
{
    enum { ITEMS = 3 * GROUP };
    for (int whole = 0; whole < 2; whole++) {
        int out[ITEMS], wrong = 0;
        struct compute_array *to = array_of(language, sizeof out, NULL);
        LAUNCH(language, "barriers", line_of(3, GROUP), COMPUTE_ARRAY(to), COMPUTE_VALUE(whole));
        read_back(to, out);
        for (int i = 0; i < ITEMS; i++)
            wrong += out[i] != 32000 + (whole ? GROUP - i % GROUP : 1 + 2 + 4 + 8);
        CHECK(wrong == 0);
    }
}

static void check_votes(struct language *language)
{
    uint32_t out[2 * GROUP], expected[GROUP / 32] = {0};
    struct compute_array *to = array_of(language, sizeof out, NULL);
    LAUNCH(language, "votes", line_of(1, GROUP), COMPUTE_ARRAY(to));
    read_back(to, out);
    for (uint32_t i = 0; i < GROUP; i++)
        expected[i / 32] |= (uint32_t)(i % 3 == 1 || i % 7 == 0) << i % 32;
    for (int i = 0; i < GROUP; i++)
        CHECK(out[i] == expected[i / 32] && out[GROUP + i] == ~expected[i / 32]);
}

/* Only CUDA has the instructions; language->scalar: the kernels do without. */
static void check_shuffles(struct language *language)
{
    float in[GROUP], out[3 * GROUP];
    int64_t in_long[GROUP], out_long[GROUP];
    int shuffled;
    for (int i = 0; i < GROUP; i++) {
        in[i] = (float)(i * i % 53) - 20.25f;
        in_long[i] = (int64_t)i * 0x123456789ab - (INT64_C(1) << 40);
    }
    struct compute_array *from = array_of(language, sizeof in, in), *to = array_of(language, sizeof out, NULL),
                         *from_long = array_of(language, sizeof in_long, in_long),
                         *to_long = array_of(language, sizeof out_long, NULL),
                         *has = array_of(language, sizeof shuffled, NULL);
    LAUNCH(language, "shuffles", line_of(1, GROUP), COMPUTE_ARRAY(from), COMPUTE_ARRAY(to));
    LAUNCH(language, "shuffles_of_long", line_of(1, GROUP), COMPUTE_ARRAY(from_long), COMPUTE_ARRAY(to_long));
    LAUNCH(language, "shuffled", line_of(1, 1), COMPUTE_ARRAY(has));
    read_back(to, out);
    read_back(to_long, out_long);
    read_back(has, &shuffled);
    CHECK(shuffled == (language->cuda && !language->scalar));
    for (int i = 0; i < GROUP; i++) {
        const int first = i / 32 * 32;
        double sum = 0;
        int positive = 0;
        for (int k = 0; k < 32; k++) {
            sum = 0.75 * sum + (double)in[first + (i + k) % 32];
            positive += in[first + k] > 0;
        }
        CHECK(out[i] == in[first + (7 * i + 3) % 32]);
        CHECK_NEAR(out[GROUP + i], sum, 1e-4); /* 32 roundings of sums below 120 */
        CHECK(out[2 * GROUP + i] == in[first] + (float)positive);
        CHECK(out_long[i] == in_long[first + (i + 31) % 32]);
    }
}

static void check_neighbours(struct language *language)
{
    check_votes(language);
    check_shuffles(language);
}

static void check_width(struct language *language)
{
    int width;
    struct compute_array *to = array_of(language, sizeof width, NULL);
    LAUNCH(language, "width", line_of(1, 1), COMPUTE_ARRAY(to));
    read_back(to, &width);
    CHECK(width == (int)language->device->simt_width);
}

static void check_last_group(struct language *language)
{
    enum { GROUPS = 500, ITEMS = GROUPS * GROUP, LAUNCHES = 20 };
    static uint32_t in[ITEMS];
    uint32_t expected = 0, got, ticket;
    for (uint32_t i = 0; i < ITEMS; i++)
        expected += in[i] = i * 2654435761u;
    struct compute_array *from = array_of(language, sizeof in, in),
                         *partial = array_of(language, GROUPS * sizeof(uint32_t), NULL),
                         *tickets = array_of(language, sizeof ticket, NULL), *to = array_of(language, sizeof got, NULL);
    for (int i = 0; i < LAUNCHES; i++) {
        CHECK_OK(compute_array_fill(partial, 0xee, &caught));
        CHECK_OK(compute_array_fill(to, 0xee, &caught));
        LAUNCH(language, "last_group", line_of(GROUPS, GROUP), COMPUTE_ARRAY(from), COMPUTE_ARRAY(partial),
               COMPUTE_ARRAY(tickets), COMPUTE_ARRAY(to));
        read_back(to, &got);
        read_back(tickets, &ticket);
        CHECK(got == expected && ticket == 0);
    }
}

static void check_synchronisation(struct language *language)
{
    check_barriers(language);
    check_neighbours(language);
    check_width(language);
    check_last_group(language);
}

/* ---- atomics.cl ---- */

enum { ADDERS = 40 * GROUP };

static void check_old_values(struct language *language)
{
    static int seen[ADDERS];
    int count, seen_local[GROUP], wrong = 0;
    uint32_t less;
    struct compute_array *counted = array_of(language, sizeof count, NULL),
                         *lessened = array_of(language, sizeof less, NULL),
                         *tickets = array_of(language, sizeof seen, NULL),
                         *tickets_local = array_of(language, sizeof seen_local, NULL);
    LAUNCH(language, "old_values", line_of(ADDERS / GROUP, GROUP), COMPUTE_ARRAY(counted), COMPUTE_ARRAY(lessened),
           COMPUTE_ARRAY(tickets), COMPUTE_ARRAY(tickets_local));
    read_back(counted, &count);
    read_back(lessened, &less);
    read_back(tickets, seen);
    read_back(tickets_local, seen_local);
    CHECK(count == ADDERS && less == 0u - 3u * ADDERS);
    for (int i = 0; i < ADDERS; i++)
        wrong += seen[i] != 1;
    for (int i = 0; i < GROUP; i++)
        wrong += seen_local[i] != ADDERS / GROUP;
    CHECK(wrong == 0);
}

/* Exact in fixed point, whatever the order: round(value * 2^32) of each, halves to even. */
static void check_fixed_point(struct language *language, const float *in)
{
    const float halves[] = {0x1p-33f, 0x3p-33f, -0x1p-33f, -0x3p-33f, 0x5p-33f, 1.5f, -2.25f, 2147483520.0f};
    const int64_t rounded[] = {0, 2, 0, -2, 2, 6442450944, -9663676416, 9223371487098961920};
    enum { HALVES = sizeof halves / sizeof *halves };
    uint64_t sum[2], expected[2] = {0, 0}, fixed[HALVES];
    float back[HALVES];
    for (int i = 0; i < ADDERS; i++) {
        expected[0] += (uint64_t)i << 32;
        expected[1] += (uint64_t)llrint((double)in[i] * 0x1p32);
    }
    struct compute_array *from = array_of(language, ADDERS * sizeof *in, in),
                         *to = array_of(language, sizeof sum, NULL), *exact = array_of(language, sizeof halves, halves),
                         *to_fixed = array_of(language, sizeof fixed, NULL),
                         *to_back = array_of(language, sizeof back, NULL);
    LAUNCH(language, "add_long", line_of(ADDERS / GROUP, GROUP), COMPUTE_ARRAY(to), COMPUTE_ARRAY(from));
    LAUNCH(language, "convert", line_of(1, HALVES), COMPUTE_ARRAY(exact), COMPUTE_ARRAY(to_fixed),
           COMPUTE_ARRAY(to_back));
    read_back(to, sum);
    read_back(to_fixed, fixed);
    read_back(to_back, back);
    CHECK(sum[0] == expected[0] && sum[1] == expected[1]);
    for (int i = 0; i < HALVES; i++) {
        CHECK(fixed[i] == (uint64_t)rounded[i]);
        CHECK(back[i] == (float)((double)rounded[i] * 0x1p-32));
    }
}

static void check_doubles(struct language *language)
{
    static double in[ADDERS];
    double sum, expected = 0;
    uint64_t fixed, expected_fixed = 0;
    for (int i = 0; i < ADDERS; i++) {
        in[i] = 0.1 * (i % 101 - 47);
        expected += in[i];
        expected_fixed += (uint64_t)llrint(in[i] * 0x1p32);
    }
    struct compute_array *from = array_of(language, sizeof in, in), *to = array_of(language, sizeof sum, NULL),
                         *to_fixed = array_of(language, sizeof fixed, NULL);
    LAUNCH(language, "add_double", line_of(ADDERS / GROUP, GROUP), COMPUTE_ARRAY(to), COMPUTE_ARRAY(to_fixed),
           COMPUTE_ARRAY(from));
    read_back(to, &sum);
    read_back(to_fixed, &fixed);
    CHECK_NEAR(sum, expected, 1e-9);
    CHECK(fixed == expected_fixed);
}

static void check_atomics(struct language *language)
{
    static float in[ADDERS];
    float sum;
    double expected = 0;
    int supported[2];
    for (int i = 0; i < ADDERS; i++)
        expected += in[i] = 0.1f * (float)(i % 101 - 47);
    struct compute_array *from = array_of(language, sizeof in, in), *to = array_of(language, sizeof sum, NULL),
                         *words = array_of(language, sizeof supported, NULL);
    LAUNCH(language, "add_float", line_of(ADDERS / GROUP, GROUP), COMPUTE_ARRAY(to), COMPUTE_ARRAY(from));
    LAUNCH(language, "supported", line_of(1, 1), COMPUTE_ARRAY(words));
    read_back(to, &sum);
    read_back(words, supported);
    CHECK_NEAR(sum, expected, 0.2); /* 2560 roundings of sums below 1000: 3e-5 each */
    CHECK(supported[0] == compute_has(language->device, COMPUTE_FP64) &&
          supported[1] == compute_has(language->device, COMPUTE_INT64_ATOMICS));
    check_old_values(language);
    if (supported[1])
        check_fixed_point(language, in);
    if (supported[0] && supported[1])
        check_doubles(language);
}

/* ---- memory.cl ---- */

enum { WIDTH = 5, HEIGHT = 4, DEPTH = 3, FETCHES = 64, WEIGHTS = 16 };

/* Which element a place along one side is, by what lies outside; -1 for none. */
static int along(enum compute_addressing addressing, int i, int size)
{
    const int twice = ((i % (2 * size)) + 2 * size) % (2 * size);
    if (addressing == COMPUTE_WRAP)
        return twice % size;
    if (addressing == COMPUTE_MIRROR)
        return twice < size ? twice : 2 * size - 1 - twice;
    if (addressing == COMPUTE_BORDER && (i < 0 || i >= size))
        return -1;
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

static double element(const float *table, struct compute_texture shape, const int at[3])
{
    const size_t size[] = {shape.width, shape.height, shape.depth ? shape.depth : 1};
    size_t place = 0;
    for (int d = 2; d >= 0; d--) {
        const int i = along(shape.addressing, at[d], (int)size[d]);
        if (i < 0)
            return 0;
        place = place * size[d] + (size_t)i;
    }
    return table[place];
}

static double emulate(const float *table, struct compute_texture shape, const double at[3])
{
    const int used = shape.dimensions == COMPUTE_1D ? 1 : shape.dimensions == COMPUTE_2D ? 2 : 3;
    const bool linear = shape.filter == COMPUTE_LINEAR;
    double sum = 0;
    for (int corner = 0; corner < (linear ? 1 << used : 1); corner++) {
        double share = 1;
        int i[3] = {0, 0, 0};
        for (int d = 0; d < used; d++) {
            const double low = floor(at[d] - (linear ? 0.5 : 0)), left = at[d] - 0.5 - low;
            const bool high = corner >> d & 1;
            i[d] = (int)low + high;
            share *= !linear ? 1 : high ? left : 1 - left;
        }
        sum += share * element(table, shape, i);
    }
    return sum;
}

/* From two elements outside on one side to two outside on the other; never at the border of two elements. Fractions
 * are eighths, which hardware has too, or any. */
static void check_texture(struct language *language, const float *table, struct compute_texture shape, bool eighths,
                          struct compute_array *from, struct compute_array *to)
{
    static const char *const kernels[] = {
        [COMPUTE_2D] = "fetch", [COMPUTE_1D] = "fetch_row", [COMPUTE_3D] = "fetch_layers"};
    const size_t size[] = {shape.width, shape.height, shape.depth};
    float at[FETCHES][3], out[FETCHES];
    double place[FETCHES][3];
    const float scale = 2;
    struct compute_array *texture = NULL;
    for (int i = 0; i < FETCHES; i++) {
        at[i][0] = (float)(i % 9) - 2 + (eighths ? (float)(1 + i % 7) / 8 : 0.013f + 0.97f * (float)i / FETCHES);
        at[i][1] = (float)(i % 8) - 2 + (eighths ? (float)(1 + i % 5) / 8 : 0.987f - 0.97f * (float)i / FETCHES);
        at[i][2] = (float)(i % 7) - 2 + (eighths ? (float)(1 + i % 4) / 8 : 0.021f + 0.95f * (float)(i % 31) / 31);
        for (int d = 0; d < 3; d++) {
            place[i][d] = at[i][d];
            at[i][d] /= compute_is_normalised(shape) && size[d] ? (float)size[d] : 1;
        }
    }
    CHECK_OK(compute_array_write(from, 0, at, sizeof at, &caught));
    CHECK_OK(compute_texture_new(language->context, shape, &texture, &caught));
    CHECK_OK(compute_array_write(texture, 0, table, compute_array_bytes(texture), &caught));
    LAUNCH(language, kernels[shape.dimensions], line_of(1, FETCHES), COMPUTE_ARRAY(from), COMPUTE_ARRAY(texture),
           COMPUTE_ARRAY(to), COMPUTE_VALUE(scale));
    read_back(to, out);
    /* NVIDIA's filter has fractions of 8 bits, and of three dimensions products of them; elements are below 1. */
    const bool rough = shape.filter == COMPUTE_LINEAR && !language->device->is_cpu &&
                       (!eighths || compute_is_normalised(shape) || shape.dimensions == COMPUTE_3D);
    const double tolerance = shape.filter == COMPUTE_POINT ? 0 : rough ? scale * 3 / 256 : 6e-6;
    for (int i = 0; i < FETCHES; i++)
        CHECK_NEAR(out[i], scale * emulate(table, shape, place[i]), tolerance);
    compute_array_free(texture);
}

/* Those of one, two and three dimensions, no two sides alike. */
static void check_textures(struct language *language)
{
    static const struct compute_texture shapes[] = {
        {.width = WIDTH, .height = HEIGHT},
        {.width = WIDTH, .height = 1, .dimensions = COMPUTE_1D},
        {.width = WIDTH, .height = HEIGHT, .dimensions = COMPUTE_3D, .depth = DEPTH},
    };
    struct compute_array *from = array_of(language, FETCHES * 3 * sizeof(float), NULL),
                         *to = array_of(language, FETCHES * sizeof(float), NULL);
    float table[WIDTH * HEIGHT * DEPTH];
    for (int i = 0; i < WIDTH * HEIGHT * DEPTH; i++)
        table[i] = (float)(1 + i * 7 % 23) / 24;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (enum compute_addressing addressing = COMPUTE_CLAMP; addressing <= COMPUTE_MIRROR; addressing++)
            for (int linear = 0; linear < 2; linear++)
                for (int eighths = 0; eighths < 2; eighths++) {
                    struct compute_texture shape = shapes[s];
                    shape.filter = linear ? COMPUTE_LINEAR : COMPUTE_POINT;
                    shape.addressing = addressing;
                    check_texture(language, table, shape, eighths, from, to);
                }
}

static void check_constants(struct language *language)
{
    float weights[WEIGHTS + 3], out[FETCHES];
    int32_t shifts[WEIGHTS];
    const float scale = 4;
    for (int i = 0; i < WEIGHTS + 3; i++)
        weights[i] = (float)(i * i);
    for (int i = 0; i < WEIGHTS; i++)
        shifts[i] = i * 7 % WEIGHTS;
    struct compute_array *from = array_of(language, sizeof weights, weights),
                         *from_shifts = array_of(language, sizeof shifts, shifts),
                         *to = array_of(language, sizeof out, NULL);
    LAUNCH(language, "weigh", line_of(1, FETCHES), COMPUTE_ARRAY(to), COMPUTE_VALUE(scale),
           COMPUTE_CONSTANT("weights", from, 3 * sizeof *weights, WEIGHTS * sizeof *weights),
           COMPUTE_CONSTANT("shifts", from_shifts, 0, sizeof shifts));
    read_back(to, out);
    for (int i = 0; i < FETCHES; i++)
        CHECK(out[i] == scale * weights[3 + (i + shifts[i % WEIGHTS]) % WEIGHTS]);
}

static void check_memory(struct language *language)
{
    if (compute_has(language->device, COMPUTE_TEXTURES))
        check_textures(language);
    check_constants(language);
}

int main(void)
{
    static const struct conformance rows[] = {
        {.file = "grid.cl",
         .defines = "#define GROUP 64\n#define WIDTH 16\n#define HEIGHT 4\n#define DEPTH 2\n",
         .check = check_grid},
        {.file = "synchronisation.cl", .defines = "#define GROUP 64\n", .check = check_synchronisation},
        {.file = "synchronisation.cl",
         .before = "#define COMMON_PORTABLE\n",
         .defines = "#define GROUP 64\n",
         .scalar = 1,
         .check = check_neighbours},
        {.file = "atomics.cl", .defines = "", .check = check_atomics},
        {.file = "memory.cl", .defines = "#define WEIGHTS 16\n", .check = check_memory},
    };
    return language_test_all(rows, sizeof rows / sizeof *rows);
}
