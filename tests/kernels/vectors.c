/* Vectors in kernels: made, stored, read as the host has them, and their operators and geometric functions, on every
 * available device. Skipped without any compiler. */
#include "tests/kernels/rig.h"

/* ---- vectors.cl ---- */

static void check_make(struct language *language)
{
    float out[64] = {0};
    const int first = 5, count = compute_has(language->device, COMPUTE_FP64) ? 64 : 48;
    struct compute_array *to = array_of(language, sizeof out, NULL);
    LAUNCH(language, "make", line_of(1, 1), COMPUTE_ARRAY(to), COMPUTE_VALUE(first));
    read_back(to, out);
    for (int i = 0; i < count; i++) {
        const int kind = i / 4, components = kind < 9 ? 2 + kind % 3 : kind < 12 ? 3 : kind < 15 ? kind - 10 : 3;
        CHECK(out[i] == (i % 4 < components ? (float)(first + i % 4) : 0));
    }
}

/* Sizes and alignments of short2, short3, short4, int2 ... double4. CUDA aligns vectors of three as one component. */
static void check_sizes(struct language *language)
{
    static const int opencl[] = {4, 4, 8, 8, 8, 8, 8, 8, 16, 16, 16, 16, 8, 8, 16, 16, 16, 16, 16, 16, 32, 32, 32, 32};
    static const int cuda[] = {4, 4, 6, 2, 8, 8, 8, 8, 12, 4, 16, 16, 8, 8, 12, 4, 16, 16, 16, 16, 24, 8, 32, 32};
    const int *expected = language->cuda ? cuda : opencl, types = compute_has(language->device, COMPUTE_FP64) ? 12 : 9;
    int sizes[24];
    struct compute_array *to = array_of(language, sizeof sizes, NULL);
    LAUNCH(language, "measure", line_of(1, 1), COMPUTE_ARRAY(to));
    read_back(to, sizes);
    for (int i = 0; i < 2 * types; i++)
        WRONG_IF(sizes[i] != expected[i], "%s of vector %d is %d, not %d\n", i % 2 ? "alignment" : "size", i / 2,
                 sizes[i], expected[i]);
}

/* Why no vectors of three go into arrays: triples of the host, 12 bytes each, are read as such in CUDA only. OpenCL
 * takes every fourth number for padding. */
static void check_triples(struct language *language)
{
    enum { TRIPLES = 8 };
    float in[4 * TRIPLES], out[3 * TRIPLES];
    const int stride = language->cuda ? 3 : 4;
    for (int i = 0; i < 4 * TRIPLES; i++)
        in[i] = (float)i;
    struct compute_array *from = array_of(language, sizeof in, in), *to = array_of(language, sizeof out, NULL);
    LAUNCH(language, "triples", line_of(1, TRIPLES), COMPUTE_ARRAY(from), COMPUTE_ARRAY(to));
    read_back(to, out);
    for (int i = 0; i < 3 * TRIPLES; i++)
        CHECK(out[i] == (float)(i / 3 * stride + i % 3));
}

enum { HOST = 8 };

static void check_floats_from_host(struct language *language)
{
    struct mm_short2 s2[HOST];
    struct mm_short4 s4[HOST];
    struct mm_int2 i2[HOST];
    struct mm_int4 i4[HOST];
    struct mm_float2 f2[HOST];
    struct mm_float4 f4[HOST];
    float out[HOST][12];
    for (int i = 0; i < HOST; i++) {
        int16_t small = (int16_t)(3 * i);
        s2[i] = (struct mm_short2){.x = small, .y = 100};
        s4[i] = (struct mm_short4){.x = small, .y = 100, .z = 200, .w = -300};
        i2[i] = (struct mm_int2){.x = -i, .y = 100000};
        i4[i] = (struct mm_int4){.x = -i, .y = 100000, .z = 200000, .w = -300000};
        f2[i] = (struct mm_float2){.x = 0.5f * (float)i, .y = 0.25f};
        f4[i] = (struct mm_float4){.x = 0.5f * (float)i, .y = 0.25f, .z = 0.125f, .w = -1};
    }
    struct compute_array *to = array_of(language, sizeof out, NULL);
    LAUNCH(language, "from_host", line_of(1, HOST), COMPUTE_ARRAY(array_of(language, sizeof s2, s2)),
           COMPUTE_ARRAY(array_of(language, sizeof s4, s4)), COMPUTE_ARRAY(array_of(language, sizeof i2, i2)),
           COMPUTE_ARRAY(array_of(language, sizeof i4, i4)), COMPUTE_ARRAY(array_of(language, sizeof f2, f2)),
           COMPUTE_ARRAY(array_of(language, sizeof f4, f4)), COMPUTE_VALUE(s2[3]), COMPUTE_VALUE(s4[3]),
           COMPUTE_VALUE(i2[3]), COMPUTE_VALUE(i4[3]), COMPUTE_VALUE(f2[3]), COMPUTE_VALUE(f4[3]), COMPUTE_ARRAY(to));
    read_back(to, out);
    for (int i = 0; i < HOST; i++)
        for (int value = 0; value < 2; value++) { /* array elements, then the values */
            const float *got = out[i] + 6 * value, at = (float)(value ? 3 : i);
            CHECK(got[0] == 3 * at + 200 && got[1] == 3 * at + 200 + 600 - 1200);
            CHECK(got[2] == 200000 - at && got[3] == 200000 + 600000 - 1200000 - at);
            CHECK(got[4] == 0.5f * at + 0.5f && got[5] == 0.5f * at + 0.5f + 0.375f - 4);
        }
}

static void check_doubles_from_host(struct language *language)
{
    struct mm_double2 d2[HOST];
    struct mm_double4 d4[HOST];
    double out[HOST][4];
    for (int i = 0; i < HOST; i++) {
        d2[i] = (struct mm_double2){.x = i, .y = 1e10};
        d4[i] = (struct mm_double4){.x = i, .y = 1e10, .z = 0.5, .w = -1e11};
    }
    struct compute_array *to = array_of(language, sizeof out, NULL);
    LAUNCH(language, "doubles_from_host", line_of(1, HOST), COMPUTE_ARRAY(array_of(language, sizeof d2, d2)),
           COMPUTE_ARRAY(array_of(language, sizeof d4, d4)), COMPUTE_VALUE(d2[3]), COMPUTE_VALUE(d4[3]),
           COMPUTE_ARRAY(to));
    read_back(to, out);
    for (int i = 0; i < HOST; i++)
        for (int value = 0; value < 2; value++) {
            const double at = value ? 3 : i;
            CHECK(out[i][2 * value] == at + 2e10 && out[i][2 * value + 1] == at + 2e10 + 1.5 - 4e11);
        }
}

static void check_vectors(struct language *language)
{
    check_make(language);
    check_sizes(language);
    check_triples(language);
    check_floats_from_host(language);
    if (compute_has(language->device, COMPUTE_FP64))
        check_doubles_from_host(language);
}

/* ---- operators.cl ---- */

enum { ITEMS = 64, RESULTS = 29 };
enum scalar { SHORT, INT, FLOAT, DOUBLE };

static const size_t scalar_bytes[] = {sizeof(int16_t), sizeof(int32_t), sizeof(float), sizeof(double)};

static double load(enum scalar type, const void *array, int i)
{
    switch (type) {
    case SHORT:
        return ((const int16_t *)array)[i];
    case INT:
        return ((const int32_t *)array)[i];
    case FLOAT:
        return ((const float *)array)[i];
    default:
        return ((const double *)array)[i];
    }
}

static void store(enum scalar type, void *array, int i, double value)
{
    switch (type) {
    case SHORT:
        ((int16_t *)array)[i] = (int16_t)(int)value;
        break;
    case INT:
        ((int32_t *)array)[i] = (int32_t)value;
        break;
    case FLOAT:
        ((float *)array)[i] = (float)value;
        break;
    default:
        ((double *)array)[i] = value;
    }
}

/* a op b as the type has it: integers are cut, shorts wrap. */
static double apply(enum scalar type, char op, double a, double b)
{
    double value = op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : a / b;
    if (type == SHORT)
        return (int16_t)(int)value;
    return type == INT ? trunc(value) : value;
}

/* What one work-item is given, and what it should give. `tolerance` is relative to `size`. */
struct expectation {
    enum scalar type;
    int width;
    double a[4], b[4], s;
    double value[RESULTS][4], tolerance[RESULTS];
    int components[RESULTS], results;
};

static void expect(struct expectation *e, double tolerance, int components, const double *value)
{
    e->components[e->results] = components;
    e->tolerance[e->results] = tolerance;
    memcpy(e->value[e->results++], value, (size_t)components * sizeof *value);
}

static void expect_arithmetic(struct expectation *e, double epsilon)
{
    static const char operators[] = "+-*/+-*/+-*/+-*/+-*/-";
    for (int i = 0; operators[i]; i++) {
        double value[4], largest = 0;
        for (int c = 0; c < e->width; c++) {
            /* vectors, vector and scalar, scalar and vector, += with a vector, += with a scalar, minus */
            double a = i / 4 == 2 ? e->s : i / 4 == 5 ? 0 : e->a[c];
            double b = i / 4 == 1 || i / 4 == 4 ? e->s : i / 4 == 5 ? e->a[c] : e->b[c];
            value[c] = apply(e->type, operators[i], a, b);
            largest = fmax(largest, fabs(value[c]));
        }
        expect(e, 4 * epsilon * largest, e->width, value);
    }
}

static double dot(const struct expectation *e, const double *a, const double *b)
{
    double sum = 0;
    for (int c = 0; c < e->width; c++)
        sum += a[c] * b[c];
    return sum;
}

/* Lengths up to a few: tolerances are epsilons of that. */
static void expect_lengths(struct expectation *e, double tolerance, bool product)
{
    double length = sqrt(dot(e, e->a, e->a)), difference[4], unit[4] = {0}, scalar;
    for (int c = 0; c < e->width; c++) {
        difference[c] = e->a[c] - e->b[c];
        unit[c] = length == 0 ? 0 : e->a[c] / length;
    }
    if (product)
        expect(e, tolerance, 1, (scalar = dot(e, e->a, e->b), &scalar));
    expect(e, tolerance, 1, &length);
    expect(e, tolerance, 1, (scalar = sqrt(dot(e, difference, difference)), &scalar));
    expect(e, tolerance, e->width, unit);
}

static void expect_cross(struct expectation *e, double tolerance)
{
    double value[4] = {0};
    for (int c = 0; c < 3; c++) {
        int next = (c + 1) % 3, last = (c + 2) % 3;
        value[c] = e->a[next] * e->b[last] - e->a[last] * e->b[next];
    }
    expect(e, tolerance, e->width, value);
}

/* In the order of the kernels. */
static void expect_all(struct expectation *e)
{
    double epsilon = e->type == FLOAT ? 0x1p-23 : e->type == DOUBLE ? 0x1p-52 : 0;
    e->results = 0;
    expect_arithmetic(e, epsilon);
    if (e->type < FLOAT)
        return;
    expect_lengths(e, 100 * epsilon, true);
    if (e->width > 2)
        expect_cross(e, 100 * epsilon);
    if (e->type == FLOAT)
        expect_lengths(e, 8192 * 4 * epsilon, false); /* fast_: OpenCL allows 8192 units in the last place */
}

/* Numbers that overflow a short when multiplied, or lie about 1; no divisor is zero, the first `a` is. */
static double number(enum scalar type, int item, int i)
{
    const int bits = (item * 12 + i) * 7919 % 601 - 300;
    if (item == 0 && i < 4)
        return 0;
    return type < FLOAT ? (bits ? bits : 7) : (bits < 0 ? bits - 50 : bits + 50) / 200.0;
}

static void check_width(struct language *language, enum scalar type, int width, const void *in)
{
    const size_t bytes = ITEMS * RESULTS * 4 * scalar_bytes[type];
    char entry[32];
    void *out = malloc(bytes);
    struct compute_array *from = array_of(language, ITEMS * 12 * scalar_bytes[type], in),
                         *to = array_of(language, bytes, NULL);
    snprintf(entry, sizeof entry, "vectors_of_%d", width);
    LAUNCH(language, entry, line_of(1, ITEMS), COMPUTE_ARRAY(from), COMPUTE_ARRAY(to));
    read_back(to, out);
    for (int item = 0; item < ITEMS; item++) {
        struct expectation e = {.type = type, .width = width, .s = load(type, in, 12 * item + 8)};
        for (int c = 0; c < width; c++) {
            e.a[c] = load(type, in, 12 * item + c);
            e.b[c] = load(type, in, 12 * item + 4 + c);
        }
        expect_all(&e);
        for (int i = 0; i < e.results * 4; i++) {
            const double got = load(type, out, item * RESULTS * 4 + i);
            const double expected = i % 4 < e.components[i / 4] ? e.value[i / 4][i % 4] : 0;
            WRONG_IF(!(fabs(got - expected) <= e.tolerance[i / 4]),
                     "width %d, item %d: component %d of result %d is %.17g, not %.17g\n", width, item, i % 4, i / 4,
                     got, expected);
        }
    }
    free(out);
}

static void check_operators(struct language *language)
{
    const enum scalar type = (enum scalar)language->scalar;
    double in[ITEMS * 12]; /* of any type */
    for (int i = 0; i < ITEMS * 12; i++)
        store(type, in, i, number(type, i / 12, i % 12));
    for (int width = 2; width <= 4; width++)
        check_width(language, type, width, in);
}

#define OPERATORS(type, lines)                                                                                         \
    .file = "operators.cl", .check = check_operators, .scalar = type,                                                  \
    .defines = "#define RESULTS 29\n#define SCALAR " lines

int main(void)
{
    static const struct conformance rows[] = {
        {.file = "vectors.cl", .defines = "", .check = check_vectors},
        {OPERATORS(SHORT, "short\n")},
        {OPERATORS(INT, "int\n")},
        {OPERATORS(FLOAT, "float\n#define FLOATING\n#define FAST\n")},
        {OPERATORS(DOUBLE, "double\n#define FLOATING\n"), .fp64 = true},
    };
    return language_test_all(rows, sizeof rows / sizeof *rows);
}
