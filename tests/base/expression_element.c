/* Expressions of elements: values computed by Python; magnitudes; errors with their column; limits. */
#include "base/expression.h"
#include "base/memory.h"

#include "tests/check.h"

/* ---- names: i is 5, a 2.5; n is the constant 10, of x and y: x[k] is k / 2 - 1, y[k] k * k % 7 ---- */

static const double slots[] = {5, 2.5};

static bool look_up(const void *user, const char *name, struct expression_meaning *meaning)
{
    static const struct {
        const char *name;
        struct expression_meaning meaning;
    } names[] = {{"i", {.is_slot = true}},
                 {"a", {.is_slot = true, .slot = 1}},
                 {"x", {.is_array = true}},
                 {"y", {.is_array = true, .slot = 1}},
                 {"n", {.constant = {EXPRESSION_INTEGER, {.integer = 10}}}},
                 {"METHOD", {.constant = {EXPRESSION_WORD, {.word = "hand"}}}}};
    CHECK(user == slots);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, name)) {
            *meaning = names[i].meaning;
            return true;
        }
    return false;
}

static const char *read_element(void *user, size_t array, int64_t index, double *value)
{
    size_t *count = user;
    ++*count;
    if (index < 0 || index >= 10)
        return array ? "no element of y" : "no element of x";
    *value = array ? (double)(index * index % 7) : (double)index / 2 - 1;
    return NULL;
}

static size_t elements; /* read by the last one */

/* The error of a text, or nothing. */
static const char *value_of(const char *text, double *value, double *magnitude)
{
    static char wrong[sizeof caught.text];
    FREED struct expression *expression = CALL(expression_compile_elements(text, look_up, slots, &caught));
    CHECK(!expression == (caught.status == INVALID));
    elements = 0;
    *value = *magnitude = 0;
    if (expression)
        expression_element(expression, slots, read_element, &elements, value, magnitude, &caught);
    snprintf(wrong, sizeof wrong, "%s", caught.text);
    return wrong;
}

/* ---- values ---- */

static const struct {
    const char *text;
    double value;
} values[] = {
    {"i + a", 7.5},
    {"x[i] * a + y[3]", 5.75},
    {"x[i - 5] - x[2 * i - 1]", -4.5},
    {"x[y[i]]", 1.0},
    {"sum(x[k] for k in range(n))", 12.5},
    {"sum(x[k] * y[n - 1 - k] for k in range(1, n))", 24.0},
    {"sum(k for k in range(9, -1, -3))", 18.0},
    {"sum(k for k in range(3, 3))", 0.0},
    {"sum(k for k in range(5, 3))", 0.0},
    {"sum(sum(k * j for j in range(k)) for k in range(i))", 35.0},
    {"sum(sum(k for k in range(k)) + k for k in range(4))", 10.0},
    {"sum(k for k in range(sum(j for j in range(4))))", 15.0},
    {"1 + sum(2 for k in range(3)) * 2", 13.0},
    {"sum(y[k] if k % 2 else -y[k] for k in range(n))", 3.0},
    {"sum(k for k in range(4)) if sum(k for k in range(3)) > 2 else sum(1 for k in range(9))", 6.0},
    {"sum(sum(j for j in range(k)) if sum(j for j in range(k)) > 2 else 100 for k in range(5))", 309.0},
    {"sum(y[k] * (y[k] == 4) for k in range(n))", 12.0},
    {"sum(k in [2, 3, 5, 7] for k in range(n))", 4.0},
    {"sum(k not in [] for k in range(n))", 10.0},
    {"sum(1 < k < 6 != a for k in range(n))", 4.0},
    {"sum(k and y[k] or 100 for k in range(n))", 219.0},
    {"sum(k for k in range(3)) == 3 and i == 5", 1.0},
    {"METHOD == 'hand' and x[4]", 1.0},
    {"1 if METHOD in ['table', 'word'] else 2", 2.0},
    {"-7 // 2", -4.0},
    {"-i // 2", -3.0},
    {"i // -2", -3.0},
    {"-i % 3", 1.0},
    {"i % -3", -1.0},
    {"(i - 5) % -3", 0.0},
    {"-a // 2", -2.0},
    {"-a % 2", 1.5},
    {"a % -2", -1.5},
    {"(0 - i) % 5", 0.0},
    {"7 / 2", 3.5},
    {"i / 2", 2.5},
    {"i ** 2", 25.0},
    {"(-i) ** 3", -125.0},
    {"i ** -1", 0.2},
    {"a ** .5", 1.5811388300841898},
    {"(-a) ** 2", 6.25},
    {"2 ** 62", 4.611686018427388e+18},
    {"2 ** i ** 2", 33554432.0},
    {"0 ** (i - 5)", 1.0},
    {"9007199254740991 - i", 9007199254740986.0},
    {"9007199254740991 // i", 1801439850948198.0},
    {"9007199254740991 % i", 1.0},
    {"min(i, a, 3) + max(i, a, 3)", 7.5},
    {"max(0, x[0])", 0.0},
    {"abs(x[0]) + fabs(x[1])", 1.5},
    {"ceil(a) * floor(-a)", -9.0},
    {"ceil(x[0]) + floor(i)", 4.0},
    {"divides(5, i) + divides(2, i) + divides(.5, a)", 2.0},
    {"sqrt(i) + exp(1) + log(a)", 5.87064053783299},
    {"sin(a) * cos(a)", -0.4794621373315693},
    {"pow(a, 3) + log2(1024)", 25.625},
    {"pow(-2, i) - pow(2, -1)", -32.5},
    {"sqrt(x[2])", 0.0},
    {"not x[2]", 1.0},
    {"(not 3) + (not 0.)", 1.0},
    {"+i - -i", 10.0},
    {"True + (i > 4) + (a <= 2.5) + (i != 5)", 3.0},
    {"1e308 * 10 > 1e308", 1.0},
    {"a + 1 if 0 else 2", 2.0},
};

TEST(values)
{
    double value, magnitude;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        CHECK_TEXT(value_of(values[i].text, &value, &magnitude), "");
        WRONG_IF(!(fabs(value - values[i].value) <= 1e-15 * fabs(value)), "%s: got %.17g, expected %.17g\n",
                 values[i].text, value, values[i].value);
        WRONG_IF(!(magnitude >= fabs(value)), "%s: %.17g has the magnitude %.17g\n", values[i].text, value, magnitude);
    }
}

static const struct {
    const char *text;
    double magnitude;
} magnitudes[] = {
    {"-3", 3},
    {"x[0]", 1},
    {"a - 2", 4.5},
    {"a - a + i", 10},
    {"sum(x[k] for k in range(n))", 15.5},
    {"sum(x[k] - x[k] for k in range(4))", 4},
    {"(a - 2) * (i - 5)", 45},
    {"(a - 2) ** 2", 4.5 * 4.5},
    {"(a - 2) ** 3", 4.5 * 4.5 * 4.5},
    {"(a - 2) / (i - 1)", 4.5 / 4 * 1.5},
    {"x[0] / (i - 1)", 6. / 16},
    {"(a - 2) ** -1", 18},
    {"abs(2 - a)", 4.5},
    {"-(a - 2)", 4.5},
    {"max(0, x[0] - a)", 3.5},
    {"i * 7 % 3 + i // 2", 4},
    {"(a - 2) % 1", 4.5},
    {"i - 5 == 0", 1},
    {"i - 5 and 3", 10},
    {"i - 4 and a - 2", 4.5},
    {"a - 2 if i else 0", 4.5},
    {"floor(a - 2.5)", 0},
    {"sqrt(a - 1.5)", 2},
    {"sqrt(a - 2.5)", 2.2360679774997898},
    {"sqrt(4 * i - 4)", 4},
    {"exp(2 * i - 10)", 20},
    {"log(i - 4)", 9},
    {"log2(i - 4)", 9 / 0.69314718055994529},
    {"sin(i - 5)", 10},
    {"cos(i - 5)", 1},
    {"(a - 1.5) ** .5", 2},
};

TEST(magnitudes)
{
    double value, magnitude;
    for (size_t i = 0; i < sizeof magnitudes / sizeof *magnitudes; i++) {
        CHECK_TEXT(value_of(magnitudes[i].text, &value, &magnitude), "");
        WRONG_IF(!(fabs(magnitude - magnitudes[i].magnitude) <= 1e-15 * magnitude), "%s: got %.17g, expected %.17g\n",
                 magnitudes[i].text, magnitude, magnitudes[i].magnitude);
    }
}

/* Values that are not finite are Python's; a magnitude that is not finite is replaced by the value. */
TEST(not_finite)
{
    double value, magnitude;
    CHECK_TEXT(value_of("1e308 * 10", &value, &magnitude), "");
    CHECK(isinf(value) && isinf(magnitude));
    CHECK_TEXT(value_of("1 / (i * 1e308)", &value, &magnitude), "");
    CHECK(value == 0 && magnitude == 0);
    CHECK_TEXT(value_of("(1e308 * i - 1e308 * i) < 1 or 2", &value, &magnitude), "");
    CHECK(value == 2);
    CHECK_TEXT(value_of("a / 1e-200", &value, &magnitude), "");
    CHECK(isfinite(magnitude));
}

/* ---- errors ---- */

static const struct {
    const char *text, *wrong;
} errors[] = {
    {"x", "column 2: of an array an element is missing: [INDEX]"},
    {"1 + x * 2", "column 7: of an array an element is missing: [INDEX]"},
    {"n[1]", "column 1: this is no array"},
    {"i[1]", "column 1: this is no array"},
    {"z[1]", "column 1: there is no z"},
    {"x[1", "column 4: a ] is missing"},
    {"x[1, 2]", "column 4: a ] is missing"},
    {"x[]", "column 3: a value is missing here"},
    {"x[1][2]", "column 5: the expression ends here, and the text goes on"},
    {"2 * x[-1]", "column 5: no element of x"},
    {"y[n]", "column 1: no element of y"},
    {"x[a]", "column 1: an index is a whole number"},
    {"x[2 ** 62]", "column 1: an index is a whole number"},
    {"x[1e308 * i - 1e308 * i]", "column 1: an index is a whole number"},
    {"sum(x[k] for k in range(11))", "column 5: no element of x"},
    {"sum()", "column 5: a sum is of this form: sum(E for k in range(n))"},
    {"sum(1, 2)", "column 5: a sum is of this form: sum(E for k in range(n))"},
    {"sum([k for k in range(3)])", "column 5: a sum is of this form: sum(E for k in range(n))"},
    {"1 + sum(k for k in [1, 2])", "column 20: a sum is over a range: range(b), range(a, b), range(a, b, step)"},
    {"sum(k for k in range)", "column 16: a sum is over a range: range(b), range(a, b), range(a, b, step)"},
    {"sum(k for k in range(3) if k)", "column 25: a ) is missing"},
    {"sum(k for k in range(3)", "column 24: a ) is missing"},
    {"sum(k for k in range())", "column 22: a value is missing here"},
    {"sum(k for k in range(1, 2, 3, 4))", "column 29: a ) is missing"},
    {"sum(k for k of range(3))", "column 13: an `in` is missing"},
    {"sum(k for 3 in range(3))", "column 11: a name is missing here: for NAME in"},
    {"sum(k for k.l in range(3))", "column 11: a name is missing here: for NAME in"},
    {"sum(k k for k in range(3))", "column 7: a `for` is missing here"},
    {"sum( for k in range(3))", "column 6: a value is missing here"},
    {"sum(j for k in range(3))", "column 5: there is no j"},
    {"sum(k for k in range(k))", "column 22: there is no k"},
    {"sum(k for k in range(3)) + k", "column 28: there is no k"},
    {"sum($ for k in range(3))", "column 5: no expression has this character"},
    {"sum", "column 1: there is no sum"},
    {"range(3)", "column 1: there is no such function: min, max, abs, ceil, floor, log2, divides, sqrt, exp, log, sin, "
                 "cos, fabs, pow, sum"},
    {"__import__('os')", "column 1: there is no such function: min, max, abs, ceil, floor, log2, divides, sqrt, exp, "
                         "log, sin, cos, fabs, pow, sum"},
    {"k for k in range(3)", "column 1: there is no k"},
    {"sum(k for k in range(a))", "column 1: a range is of whole numbers"},
    {"sum(k for k in range(0, 9, i - 5))", "column 1: a range whose step is 0 has no end"},
    {"sum(k for k in range(10**12))", "column 1: the expression takes more than 2^30 steps"},
    {"1 + sum(sum(1 for j in range(1000 ** k)) for k in range(5))",
     "column 9: the expression takes more than 2^30 steps"},
    {"i == METHOD", "column 3: a word is no number"},
    {"METHOD", "column 1: a word is no number"},
    {"i + 9007199254740993", "column 3: a whole number has more digits than a real one holds"},
    {"i / (i - 5)", "column 3: division by zero"},
    {"i // (i - 5)", "column 3: division by zero"},
    {"a % (i - 5)", "column 3: division by zero"},
    {"divides(i - 5, 3)", "column 1: division by zero"},
    {"sum(1 / k for k in range(3))", "column 7: division by zero"},
    {"(i - 5) ** -1", "column 9: division by zero"},
    {"(-i) ** a", "column 6: a number below 0 to a power that is not whole"},
    {"pow(1e200, i)", "column 1: a power is beyond what real numbers reach"},
    {"exp(710)", "column 1: a value is beyond what real numbers reach"},
    {"sqrt(-i)", "column 1: sqrt is of numbers from 0 on"},
    {"log(i - 5)", "column 1: log is of numbers above 0"},
    {"log2(i - 5)", "column 1: log2 is of numbers above 0"},
    {"sin(1e308 * i)", "column 1: sin and cos are of finite numbers"},
    {"floor(1e308 * i)", "column 1: what is not finite is no whole number"},
    {"pow(2)", "column 1: so many values are not what the function takes"},
};

TEST(errors)
{
    double value, magnitude;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        CHECK_TEXT(value_of(errors[i].text, &value, &magnitude), errors[i].wrong);
        WRONG_IF(strcmp(caught.text, errors[i].wrong), "unexpected error of %s\n", errors[i].text);
    }
}

/* Expressions of other kinds have none of these. */
TEST(not_here)
{
    static const char *const wrong[][2] = {
        {"n == x[1]", "column 7: elements of arrays are not for this expression"},
        {"1 + sum(k for k in range(3))", "column 5: elements of arrays are not for this expression"},
        {"x", "column 1: elements of arrays are not for this expression"},
        {"sqrt(4)", "column 1: there is no such function: min, max, abs, ceil, floor, log2, divides"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(!CALL(expression_compile(wrong[i][0], look_up, slots, &caught)));
        CHECK_TEXT(caught.text, wrong[i][1]);
    }
}

/* ---- limits ---- */

/* `count` nested sums, each with one iteration. */
static const char *wrong_of_sums(size_t count)
{
    FREED char *text = NULL;
    double value, magnitude;
    size_t size;
    FILE *file = memory_stream(&text, &size);
    for (size_t i = 0; i < count; i++)
        fputs("sum(", file);
    fputs("1", file);
    for (size_t i = 0; i < count; i++)
        fputs(" for k in range(1))", file);
    fclose(file);
    const char *wrong = value_of(text, &value, &magnitude);
    CHECK(*wrong || value == 1);
    return wrong;
}

TEST(limits)
{
    CHECK_TEXT(wrong_of_sums(20), "");
    CHECK_TEXT(wrong_of_sums(21), "column 85: this is nested too deep, or a list too long");
    CHECK_TEXT(wrong_of_sums(100), "column 1900: this is nested too deep, or a list too long");
    CHECK_TEXT(wrong_of_sums(1000), "column 4097: an expression has at most 4096 bytes");
}

/* Only needed elements are read, each as often as it occurs. */
TEST(reads)
{
    double value, magnitude;
    value_of("x[0] if i else y[1]", &value, &magnitude);
    CHECK(elements == 1);
    value_of("x[2] and y[0]", &value, &magnitude);
    CHECK(elements == 1);
    value_of("sum(x[k] * y[k] for k in range(7))", &value, &magnitude);
    CHECK(elements == 14);
    value_of("sum(x[k] for k in range(7, 7))", &value, &magnitude);
    CHECK(elements == 0);
}
