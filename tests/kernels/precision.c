/* kernels/precision.h: types, functions and fixed point in single, mixed and double precision are what the host
 * expects, on every available device. Skipped without any compiler. */
#include "tests/kernels/rig.h"

enum { SINGLE, MIXED, DOUBLE }; /* language->scalar */

static bool real_is_double(const struct language *language)
{
    return language->scalar == DOUBLE;
}

static struct compute_array *reals_of(struct language *language, size_t count, const double *content)
{
    float narrow[256];
    for (size_t i = 0; i < count && i < 256; i++)
        narrow[i] = (float)content[i];
    return real_is_double(language) ? array_of(language, count * sizeof *content, content)
                                    : array_of(language, count * sizeof *narrow, narrow);
}

/* The element of an array of reals, or of mixed. */
static double element(const void *array, size_t i, bool wide)
{
    return wide ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

static void check_types(struct language *language)
{
    const int real = real_is_double(language) ? 8 : 4, mixed = language->scalar == SINGLE ? 4 : 8;
    const int expected[8] = {real, mixed, 2 * real, 2 * mixed, 4 * real, 4 * mixed, real, mixed};
    const double first = 1;
    const float narrow = 1;
    int sizes[8];
    double made[6]; /* as floats in single precision */
    struct compute_array *to = array_of(language, sizeof sizes, NULL),
                         *to_made = array_of(language, 6 * (size_t)mixed, NULL);
    LAUNCH(language, "types", line_of(1, 1), COMPUTE_ARRAY(to), COMPUTE_ARRAY(to_made),
           real_is_double(language) ? COMPUTE_VALUE(first) : COMPUTE_VALUE(narrow));
    read_back(to, sizes);
    read_back(to_made, made);
    for (int i = 0; i < 8; i++)
        CHECK(sizes[i] == expected[i]);
    for (size_t i = 0; i < 6; i++)
        CHECK(element(made, i, mixed == 8) == (i % 3 == 0 ? 21 : i % 3 == 1 ? 321 : 4321));
}

/* In single precision, of what is above: how far from the host's value at most, in units of 2^-23 of it. CUDA's guide
 * says of its approximate functions 1 to 2 units in the last place for the first three, 2 + 1.173 |x| for __expf,
 * 2^-21.41 or 3 units for __logf; OpenCL leaves native_ functions open, and GPUs have the same instructions for them.
 * Others: what OpenCL allows, 16 units at most, and so in double precision. Arguments that are products are exact. */
enum { ITEMS = 64, FUNCTIONS = 14 };

static double exact(int function, double a, double b)
{
    const double value[FUNCTIONS] = {sqrt(a),   1 / sqrt(a), 1 / a,      exp(8 * b), log(a),
                                     pow(a, b), sin(8 * b),  cos(8 * b), tan(b),     asin(b),
                                     acos(b),   atan(8 * b), erf(2 * b), erfc(2 * b)};
    return value[function];
}

static double tolerance(const struct language *language, int function, double b, double value)
{
    if (real_is_double(language))
        return 16 * 0x1p-52 * fabs(value);
    const double units = function < 3 ? 4 : function == 3 ? 4 + 1.2 * fabs(8 * b) : function == 4 ? 4 : 16;
    return units * 0x1p-23 *
           (function == 4 ? fmax(1, fabs(value)) : fabs(value)); /* the logarithm's is absolute about 1 */
}

static void check_functions(struct language *language)
{
    double in[2 * ITEMS], out[FUNCTIONS * ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        in[2 * i] = (double)(float)exp(0.37 * (i - 31.6));
        in[2 * i + 1] = (double)(float)((i - 31.3) / 33);
    }
    struct compute_array *from = reals_of(language, 2 * ITEMS, in),
                         *to = array_of(language, FUNCTIONS * ITEMS * (real_is_double(language) ? 8 : 4), NULL);
    LAUNCH(language, "functions", line_of(1, ITEMS), COMPUTE_ARRAY(from), COMPUTE_ARRAY(to));
    read_back(to, out);
    for (int i = 0; i < ITEMS * FUNCTIONS; i++) {
        const double a = in[i / FUNCTIONS * 2], b = in[i / FUNCTIONS * 2 + 1], value = exact(i % FUNCTIONS, a, b);
        const double got = element(out, (size_t)i, real_is_double(language));
        WRONG_IF(!(fabs(got - value) <= tolerance(language, i % FUNCTIONS, b, value)),
                 "function %d of %.9g, %.9g is %.17g, not %.17g\n", i % FUNCTIONS, a, b, got, value);
    }
}

/* To the nearest unit, halves to the even one; up to what 64 bits hold. */
static void check_fixed_point(struct language *language)
{
    const double in[] = {0,
                         1.5,
                         -2.25,
                         0x1p-33,
                         0x3p-33,
                         -0x1p-33,
                         -0x3p-33,
                         0x5p-33,
                         -0x5p-33,
                         0x1.8p-34,
                         -0x1.8p-34,
                         0.1,
                         -0.1,
                         123456.789,
                         -123456.789,
                         1e-12,
                         -1e-12,
                         3e-10,
                         -3e-10,
                         1000000.25,
                         -1000000.75,
                         2147483520.0,
                         -2147483520.0,
                         -2147483648.0,
                         1073741824,
                         -1073741824.5,
                         2147483647.75,
                         1234567890.123,
                         -987654321.987,
                         0x1.000002p-9,
                         -0x1.000006p-9,
                         0.333333333};
    enum { COUNT = sizeof in / sizeof *in };
    int64_t out[COUNT];
    uint64_t sum, expected_sum = 0;
    double given[COUNT];
    for (int i = 0; i < COUNT; i++) { /* 2147483647.75 is no float, and the next is too large */
        given[i] = real_is_double(language) ? in[i] : (double)(float)(in[i] == 2147483647.75 ? 0.75 : in[i]);
        expected_sum += (uint64_t)llrint(given[i] * 0x1p32);
    }
    struct compute_array *from = reals_of(language, COUNT, given), *to = array_of(language, sizeof out, NULL),
                         *to_sum = array_of(language, sizeof sum, NULL);
    LAUNCH(language, "fixed", line_of(1, COUNT), COMPUTE_ARRAY(from), COMPUTE_ARRAY(to), COMPUTE_ARRAY(to_sum));
    read_back(to, out);
    read_back(to_sum, &sum);
    for (int i = 0; i < COUNT; i++)
        WRONG_IF(out[i] != llrint(given[i] * 0x1p32), "%.17g becomes %lld, not %lld\n", given[i], (long long)out[i],
                 (long long)llrint(given[i] * 0x1p32));
    CHECK(sum == expected_sum);
}

static void check_precision(struct language *language)
{
    check_types(language);
    check_functions(language);
    if (compute_has(language->device, COMPUTE_INT64_ATOMICS))
        check_fixed_point(language);
}

#define ROW(precision, lines)                                                                                          \
    .file = "precision.cl", .check = check_precision, .scalar = precision, .defines = "#define FUNCTIONS 14\n" lines

int main(void)
{
    static const struct conformance rows[] = {
        {ROW(SINGLE, "")},
        {ROW(MIXED, "#define USE_MIXED_PRECISION\n"), .fp64 = true},
        {ROW(DOUBLE, "#define USE_DOUBLE_PRECISION\n"), .fp64 = true},
    };
    return language_test_all(rows, sizeof rows / sizeof *rows);
}
