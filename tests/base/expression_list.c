/* Lists of values, as computed by Python; errors with their column; limits. */
#include "base/expression.h"
#include "base/memory.h"

#include "tests/check.h"

#include <inttypes.h>

/* n is 10, METHOD a word, i an unknown value, x an array. */
static bool look_up(const void *user, const char *name, struct expression_meaning *meaning)
{
    static const struct expression_meaning meanings[] = {{.constant = {EXPRESSION_INTEGER, {.integer = 10}}},
                                                         {.constant = {EXPRESSION_WORD, {.word = "hand"}}},
                                                         {.is_slot = true},
                                                         {.is_array = true}};
    static const char *const names[] = {"n", "METHOD", "i", "x"};
    CHECK(user == meanings || !user);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) {
            *meaning = meanings[i];
            return true;
        }
    return false;
}

enum { MOST = 100 };

/* The values, or the error. The text is freed before they are read. */
static const char *words_of(const char *text, expression_lookup *lookup, size_t most)
{
    static char words[1024];
    FREED struct expression_value *values = NULL;
    size_t count = 0, length = 0;
    char *copy = allocate_text(text);
    const enum status status = CALL(expression_list(copy, lookup, NULL, most, &values, &count, &caught));
    free(copy);
    CHECK(status == caught.status && (status == OK ? !!values : !values && !count));
    snprintf(words, sizeof words, "%s", caught.text);
    for (size_t i = 0; i < count; i++) {
        const char *space = i ? " " : "";
        char *end = words + length;
        const size_t room = sizeof words - length;
        length +=
            (size_t)(values[i].kind == EXPRESSION_INTEGER ? snprintf(end, room, "%s%" PRId64, space, values[i].integer)
                     : values[i].kind == EXPRESSION_REAL  ? snprintf(end, room, "%s%#.3g", space, values[i].real)
                                                          : snprintf(end, room, "%s'%s'", space, values[i].word));
        CHECK(length < sizeof words);
    }
    return words;
}

struct expected_case {
    const char *text, *words;
};

static void check_cases(const struct expected_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int before = check_failures;
        CHECK_TEXT(words_of(cases[i].text, look_up, MOST), cases[i].words);
        if (check_failures > before)
            fprintf(stderr, "unexpected outcome of %s\n", cases[i].text);
    }
}

static const struct expected_case lists[] = {
    {"[]", ""},
    {"()", ""},
    {"list(())", ""},
    {"[16, 32, 64]", "16 32 64"},
    {"[1, 2,]", "1 2"},
    {"(1,)", "1"},
    {"(1, 2, 3)", "1 2 3"},
    {"((1, 2))", "1 2"},
    {"(([3]))", "3"},
    {"16", "16"},
    {"-1", "-1"},
    {"(2 + 3) * 4", "20"},
    {"1, 2", "1 2"},
    {"range(1, 9)", "1 2 3 4 5 6 7 8"},
    {"range(4)", "0 1 2 3"},
    {"range(8, 0, -3)", "8 5 2"},
    {"range(0)", ""},
    {"range(5, 5)", ""},
    {"list(range(2, 9, 2))", "2 4 6 8"},
    {"[1, 2] + list(range(32, 1025, 32))", "1 2 32 64 96 128 160 192 224 256 288 320 352 384 416 448 480 512 544 576 "
                                           "608 640 672 704 736 768 800 832 864 896 928 960 992 1024"},
    {"[1] + [2] + [3, 4]", "1 2 3 4"},
    {"(1, 2) + (3,)", "1 2 3"},
    {"([1] + [2])", "1 2"},
    {"[2**i for i in range(0, 6)]", "1 2 4 8 16 32"},
    {"[i * 8 for i in [1, 2, 3, 6] if i % 2 == 0]", "16 48"},
    {"[i for i in range(1, 33) if 32 % i == 0]", "1 2 4 8 16 32"},
    {"[i for i in (4, 2)]", "4 2"},
    {"[n * i for i in range(2)] + [7]", "0 10 7"},
    {"[i + 1 for i in [j * j for j in range(4)]]", "1 2 5 10"},
    {"[i if i > 1 else -i for i in range(4)]", "0 -1 2 3"},
    {"[i for i in range(9) if i > 2 and i not in [4, 5]]", "3 6 7 8"},
    {"[max(i, 2) for i in range(4)]", "2 2 2 3"},
    {"[True, False]", "1 0"},
    {"[1, 2.5, True]", "1 2.50 1"},
    {"[.5 * i for i in range(3)]", "0.00 0.500 1.00"},
    {"[8 / 2, 8 // 2]", "4.00 4"},
    {"[2**62, -2**62]", "4611686018427387904 -4611686018427387904"},
    {"[n, n // 2]", "10 5"},
    {"range(9223372036854775806, 9223372036854775807)", "9223372036854775806"},
    {"range(-9223372036854775807 - 1, 9223372036854775807, 2**62)",
     "-9223372036854775808 -4611686018427387904 0 4611686018427387904"},
    {"[1 if n > 2 else 3, 4]", "1 4"},
    {" [ 1 ,\t2 ]\n", "1 2"},
    {"('a', \"b\")", "'a' 'b'"},
    {"['a', 'bc', ''] + ['a']", "'a' 'bc' '' 'a'"},
    {"METHOD", "'hand'"},
    {"[METHOD, 'x', 3]", "'hand' 'x' 3"},
    {"[w for w in ['a', 'b', METHOD] if w != 'a']", "'b' 'hand'"},
    {"['even' if k % 2 == 0 else 'odd' for k in range(3)]", "'even' 'odd' 'even'"},
};

static const struct expected_case errors[] = {
    {"", "column 1: a value is missing at the end"},
    {"[1, 2", "column 6: a ] is missing"},
    {"[1, 2)", "column 6: a ] is missing"},
    {"(1, 2", "column 6: a ) is missing"},
    {"[1,, 2]", "column 4: a value is missing here"},
    {"[1] [2]", "column 5: the list ends here, and the text goes on"},
    {"[1] + 2", "column 7: a list is missing here: [a, b], range(b)"},
    {"[1] * 2", "column 5: the list ends here, and the text goes on"},
    {"1 2", "column 3: the list ends here, and the text goes on"},
    {"[[1], [2]]", "column 2: a value is missing here"},
    {"((1,), 2)", "column 6: a ) is missing"},
    {"[1, 2] +", "column 9: a list is missing here: [a, b], range(b)"},
    {"list(3)", "column 6: a list is missing here: [a, b], range(b)"},
    {"list([3]", "column 9: a ) is missing"},
    {"range()", "column 7: a value is missing here"},
    {"range(1, 2, 3, 4)", "column 14: a ) is missing"},
    {"range(1, 9, 0)", "column 1: a range whose step is 0 has no end"},
    {"[1] + list(range(0, 2.5))", "column 21: a range is of whole numbers"},
    {"range('a')", "column 7: a range is of whole numbers"},
    {"[m]", "column 2: there is no m"},
    {"[1, i]", "column 5: there is no i"},
    {"[1, x]", "column 5: there is no x"},
    {"[x[1]]", "column 3: elements of arrays are not for this expression"},
    {"[sum(k for k in range(3))]", "column 2: elements of arrays are not for this expression"},
    {"[1, 2 // 0]", "column 7: division by zero"},
    {"[8 // (k - 3) for k in range(5)]", "column 4: division by zero"},
    {"[k for k in range(5) if 1 % k]", "column 27: division by zero"},
    {"[k for k in range(5) for l in range(2)]", "column 22: a ] is missing"},
    {"[k for k in 5]", "column 13: a list is missing here: [a, b], range(b)"},
    {"[k for k in [1, 2]", "column 19: a ] is missing"},
    {"[k for k of [1, 2]]", "column 10: an `in` is missing"},
    {"[k for in [1, 2]]", "column 8: a name is missing here: for NAME in"},
    {"[k, 1 for k in [1, 2]]", "column 2: there is no k"},
    {"[k 1 for k in [1, 2]]", "column 4: a `for` is missing here"},
    {"[ for k in [1, 2]]", "column 3: a value is missing here"},
    {"[k for k in [k]]", "column 14: there is no k"},
    {"[k for k in [1]] + [k]", "column 21: there is no k"},
    {"(k for k in [1])", "column 2: there is no k"},
    {"['a\\n']", "column 4: a word has neither escapes nor control characters"},
    {"['a' + 'b']", "column 6: a word is no number"},
    {"{1, 2}", "column 1: no expression has this character"},
    {"__import__('os')", "column 1: there is no such function: min, max, abs, ceil, floor, log2, divides"},
    {"open('/etc/passwd')", "column 1: there is no such function: min, max, abs, ceil, floor, log2, divides"},
    {"[(lambda: 0)()]", "column 9: no expression has this character"},
};

TEST(lists)
{
    check_cases(lists, sizeof lists / sizeof *lists);
    CHECK_TEXT(words_of("[1, 2]", NULL, 2), "1 2");
    CHECK_TEXT(words_of("[1, n]", NULL, 2), "column 5: there is no n");
}

TEST(errors)
{
    check_cases(errors, sizeof errors / sizeof *errors);
}

/* ---- lists in recorded spaces: convolution, dedispersion, GEMM, hotspot ---- */

static const struct {
    const char *text;
    size_t count;
    int64_t sum;
} recorded[] = {
    {"[16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256]", 16, 2176},
    {"[1, 2, 4, 8, 16]", 5, 31},
    {"[1, 2, 3, 4]", 4, 10},
    {"[0, 1]", 2, 1},
    {"[1]", 1, 1},
    {"[15]", 1, 15},
    {"[1, 2, 4, 8, 16, 32]", 6, 63},
    {"[32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, "
     "224, 232, 240, 248, 256]",
     29, 4176},
    {"[1, 2, 3, 4, 5, 6, 7, 8]", 8, 36},
    {"[0]", 1, 0},
    {"[16, 32, 64, 128]", 4, 240},
    {"[16, 32]", 2, 48},
    {"[8, 16, 32]", 3, 56},
    {"[2]", 1, 2},
    {"[1, 2, 4, 8]", 4, 15},
    {"[32]", 1, 32},
    {"[4096]", 1, 4096},
    {"[1, 2, 4, 8, 16] + list(range(32, 1024+1, 32))", 37, 16927},
    {"[2**i for i in range(0, 6)]", 6, 63},
    {"[i for i in range(1, 11)]", 10, 55},
    {"[10]", 1, 10},
    {"[i for i in range(1, 10+1)]", 10, 55},
};

TEST(recorded)
{
    for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
        FREED struct expression_value *values = NULL;
        size_t count;
        int64_t sum = 0;
        CHECK_OK(expression_list(recorded[i].text, NULL, NULL, MOST, &values, &count, &caught));
        CHECK(count == recorded[i].count);
        for (size_t v = 0; v < count; v++)
            sum += values[v].integer;
        CHECK(sum == recorded[i].sum);
    }
}

/* ---- limits ---- */

/* `count` repetitions of a text around a 1, or before it. */
static const char *words_of_many(size_t count, const char *before, const char *after)
{
    FREED char *text = allocate(count * (strlen(before) + strlen(after)) + 2);
    char *end = text;
    for (size_t i = 0; i < count; i++)
        end = stpcpy(end, before);
    *end++ = '1';
    for (size_t i = 0; i < count; i++)
        end = stpcpy(end, after);
    return words_of(text, look_up, EXPRESSION_TEXT);
}

TEST(limits)
{
    static const struct expected_case most[] = {
        {"range(10**12)", "column 1: these are more than 3 values"},
        {"range(-9223372036854775807, 9223372036854775807)", "column 1: these are more than 3 values"},
        {"[1] + list(range(3))", "column 12: these are more than 3 values"},
        {"[1, 2, 3, 4]", "column 11: these are more than 3 values"},
        {"[1, 2] + [k for k in range(2)]", "column 13: these are more than 3 values"},
        {"[k for k in range(4)]", "column 4: these are more than 3 values"},
        {"[k for k in range(40) if k > 35]", "column 4: these are more than 3 values"},
        {"[k for k in range(10**12) if k < 3]", "column 13: these are more than 1048576 values"},
        {"[k for k in [j for j in range(4)] if k]", "1 2 3"},
        {"[k for k in range(40) if k > 36]", "37 38 39"},
        {"[1, 2] + [3]", "1 2 3"}};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
        CHECK_TEXT(words_of(most[i].text, look_up, 3), most[i].words);
    CHECK_TEXT(words_of("[]", look_up, 0), "");
    CHECK_TEXT(words_of("1", look_up, 0), "column 1: these are more than 0 values");
    CHECK_TEXT(words_of_many(60, "(", ")"), "1");
    CHECK_TEXT(words_of_many(60, "list(", ")"), "column 301: a list is missing here: [a, b], range(b)");
    CHECK_TEXT(words_of_many(2000, "(", ")"), "column 65: this is nested too deep");
    CHECK_TEXT(words_of_many(400, "list(", ")"), "column 326: this is nested too deep");
    CHECK_TEXT(words_of_many(1000, "[", "]"), "column 2: a value is missing here");
    CHECK_TEXT(words_of_many(4096, "(", ""), "column 4097: an expression has at most 4096 bytes");
    CHECK_TEXT(words_of_many(200, "[k for k in ", "]"), "column 781: this is nested too deep");
}

/* The values that an `if` filters are limited, and so are the steps. */
TEST(steps)
{
    FREED char *text = NULL;
    size_t size;
    FILE *file = memory_stream(&text, &size);
    fputs("[k for k in range(10**6) if k", file);
    for (size_t i = 0; i < 100; i++)
        fputs(" + k", file);
    fputs(" < 0]", file);
    fclose(file);
    CHECK_TEXT(words_of(text, NULL, MOST), "column 4: the list takes more than 2^24 steps");
}
