/* Expressions: values computed by Python; errors with their column; limits. */
#include "base/expression_program.h"
#include "base/memory.h"

#include "tests/check.h"

#include <inttypes.h>

/* ---- names ---- */

enum { A, B, LARGE, REAL, WORD, SLOTS };
static const char *const names[] = {"A", "B", "LARGE", "REAL", "WORD"};
static const struct expression_value slots[SLOTS] = {{EXPRESSION_INTEGER, {.integer = 12}},
                                                     {EXPRESSION_INTEGER, {.integer = -7}},
                                                     {EXPRESSION_INTEGER, {.integer = INT64_MAX}},
                                                     {EXPRESSION_REAL, {.real = 2.5}},
                                                     {EXPRESSION_WORD, {.word = "hand"}}};
static char asked[512];

static bool look_up(const void *user, const char *name, struct expression_meaning *meaning)
{
    CHECK(user == names);
    snprintf(asked + strlen(asked), sizeof asked - strlen(asked), "%s ", name);
    for (size_t s = 0; s < SLOTS; s++)
        if (!strcmp(names[s], name)) {
            *meaning = (struct expression_meaning){.is_slot = true, .slot = s};
            return true;
        }
    *meaning = (struct expression_meaning){.constant = {EXPRESSION_INTEGER, {.integer = 49152}}};
    return !strcmp(name, "device.local_bytes");
}

static void print(const struct expression *expression, char words[1024])
{
    struct expression_value value;
    if (CALL(expression_evaluate(expression, slots, &value, &caught)) != OK)
        snprintf(words, 1024, "%s", caught.text);
    else if (value.kind == EXPRESSION_INTEGER)
        snprintf(words, 1024, "%" PRId64, value.integer);
    else if (value.kind == EXPRESSION_REAL)
        snprintf(words, 1024, "%#.17g", value.real);
    else
        snprintf(words, 1024, "'%s'", value.word);
}

/* Binds values one by one, in any order: the rest evaluates to the same. With all bound it is a constant, if there is a
 * value. */
static void check_bound(const struct expression *expression, unsigned open, const char *words)
{
    char again[1024];
    struct expression_value value;
    for (size_t s = 0; s < SLOTS; s++) {
        if (!(open >> s & 1))
            continue;
        FREED struct expression *left = allocate(expression_bytes(expression));
        FREED struct expression *same = allocate(expression_bytes(expression));
        expression_bind(expression, s, slots[s], left);
        expression_bind(expression, s, slots[s], same);
        CHECK(left->count <= expression->count && expression_same(left, same) &&
              expression_hash(left) == expression_hash(same));
        print(left, again);
        CHECK_TEXT(again, words);
        check_bound(left, open & ~(1u << s), words);
    }
    CHECK(open || expression_known(expression, &value) == (strncmp(words, "column ", 7) != 0));
}

/* The value as text, or the error. */
static const char *outcome_of(const char *text)
{
    static char words[1024];
    *asked = 0;
    FREED struct expression *expression = CALL(expression_compile(text, look_up, names, &caught));
    CHECK(!expression == (caught.status == INVALID));
    snprintf(words, sizeof words, "%s", caught.text);
    if (!expression)
        return words;
    print(expression, words);
    if (expression->count < 100)
        check_bound(expression, (1 << SLOTS) - 1, words);
    return words;
}

/* ---- values ---- */

struct expected_case {
    const char *text, *outcome;
};

static const struct expected_case values[] = {
    /* whole numbers: // rounds down, % has the divisor's sign */
    {"7 // 2", "3"},
    {"-7 // 2", "-4"},
    {"7 // -2", "-4"},
    {"-7 // -2", "3"},
    {"7 % 3", "1"},
    {"-7 % 3", "2"},
    {"7 % -3", "-2"},
    {"-7 % -3", "-1"},
    {"6 % -3", "0"},
    {"B // 2 * 2 + B % 2", "-7"},
    {"-9223372036854775807 - 1", "-9223372036854775808"},
    {"(-LARGE - 1) % -1", "0"},
    {"2 ** 10 - 1", "1023"},
    {"2 ** 3 ** 2", "512"},
    {"-2 ** 2", "-4"},
    {"(-2) ** 63", "-9223372036854775808"},
    {"0 ** 0", "1"},
    {"1 ** LARGE", "1"},
    {"(-1) ** LARGE", "-1"},
    {"2 - 3 - 4", "-5"},
    {"2 + 3 * 4", "14"},
    {"(2 + 3) * 4", "20"},
    {"100 // 7 // 2", "7"},
    {"100 // 7 * 2", "28"},
    {"- - 3", "3"},
    {"+A - -A", "24"},
    {"00", "0"},
    /* real ones; / always gives one */
    {"6 / 3", "2.0000000000000000"},
    {"1 / 4", "0.25000000000000000"},
    {"7 // 2.", "3.0000000000000000"},
    {"-7 // REAL", "-3.0000000000000000"},
    {"-7 % REAL", "0.50000000000000000"},
    {"7 % -REAL", "-0.50000000000000000"},
    {"1 // .1", "9.0000000000000000"},
    {"2 ** -1", "0.50000000000000000"},
    {"4 ** .5", "2.0000000000000000"},
    {"1e3 + .5", "1000.5000000000000"},
    {"0.1 + 0.2 == 0.3", "0"},
    {"1e308 * 10 == 1e309", "1"},
    /* comparisons: of each kind with the other, exactly; chains */
    {"1 == 1.0", "1"},
    {"9007199254740993 == 9007199254740992.0", "0"},
    {"9007199254740993 > 9007199254740992.0", "1"},
    {"LARGE < 9223372036854775808.0", "1"},
    {"1 < 2 < 3", "1"},
    {"1 < 3 < 2", "0"},
    {"3 > 2 == 2 > 1", "1"},
    {"3 > 2 == 1", "0"},
    {"(3 > 2) == 1", "1"},
    {"5 > 4 > 3 // 0", "column 11: division by zero"},
    {"4 > 5 > 3 // 0", "0"},
    {"64 <= A * 8 <= 96 != REAL", "1"},
    {"(1e309 - 1e309) < 1 or (1e309 - 1e309) >= 1", "0"},
    {"(1e309 - 1e309) != (1e309 - 1e309)", "1"},
    /* words */
    {"WORD == 'hand'", "1"},
    {"WORD != \"hand\"", "0"},
    {"WORD == 'han' or WORD == 'hands'", "0"},
    {"WORD", "'hand'"},
    {"'' or 'it''s'", "column 11: the expression ends here, and the text goes on"},
    {"\"it's\"", "'it's'"},
    {"not '' and not not 'a'", "1"},
    /* and, or, not: return the deciding operand, and evaluate no more */
    {"A and B", "-7"},
    {"0 and 1 // 0", "0"},
    {"0 or B", "-7"},
    {"0.0 or 0", "0"},
    {"A or 1 // 0", "12"},
    {"not A", "0"},
    {"not A == 0", "1"},
    {"not 0 and 0", "0"},
    {"1 or 0 and 0", "1"},
    {"(1 or 0) and 0", "0"},
    {"(A or 3) + (0 and 2) * 5", "12"},
    {"True + True", "2"},
    {"(A > 1) + (B > 1)", "1"},
    /* lists */
    {"A in [4, 8, 12]", "1"},
    {"A in [4, 8]", "0"},
    {"A not in [4, 8]", "1"},
    {"A in []", "0"},
    {"REAL in [2, A / 4.8,]", "1"},
    {"WORD in ['table', 'hand']", "1"},
    {"not WORD in ['table']", "1"},
    {"1 < A in [12]", "1"},
    {"(A in [12]) + (B in [-7])", "2"},
    /* choices */
    {"1 if A else 2", "1"},
    {"1 if not A else 2", "2"},
    {"1 // 0 if B > 0 else 2", "2"},
    {"2 * (32 if WORD == 'hand' else 1) + 1", "65"},
    {"1 if 0 else 2 if 0 else 3", "3"},
    {"(1 if 0 else 2) if A and (0 or B) else 3", "2"},
    {"1 + 2 if A > 1 and B < 1 else 4 + 5", "3"},
    /* functions */
    {"min(3, A, B)", "-7"},
    {"max(1, 1.0)", "1"},
    {"max(1.0, 1)", "1.0000000000000000"},
    {"max(A, REAL, 3) - min(A, REAL)", "9.5000000000000000"},
    {"abs(B) + abs(-2)", "9"},
    {"abs(-REAL)", "2.5000000000000000"},
    {"ceil(REAL) * floor(-REAL)", "-9"},
    {"ceil(7)", "7"},
    {"log2(1024)", "10.000000000000000"},
    {"floor(log2(A))", "3"},
    {"divides(4, A)", "1"},
    {"divides(5, A)", "0"},
    {"divides(-3, A) and divides(A, 0) and divides(.5, REAL)", "1"},
    /* names and spaces */
    {" A*4<=device.local_bytes\t\n", "1"},
    {"2 * 24 * 1024 == device.local_bytes", "1"},
};

/* ---- errors ---- */

static const struct expected_case errors[] = {
    {"", "column 1: a value is missing at the end"},
    {"  ", "column 3: a value is missing at the end"},
    {"A +", "column 4: a value is missing at the end"},
    {"A * / B", "column 5: a value is missing here"},
    {"A B", "column 3: the expression ends here, and the text goes on"},
    {"(A", "column 3: a ) is missing"},
    {"A)", "column 2: the expression ends here, and the text goes on"},
    {"A = 12", "column 3: equality is =="},
    {"A && B", "column 3: && is `and` here"},
    {"A || B", "column 3: || is `or` here"},
    {"!A", "column 1: ! is `not` here"},
    {"A ? 1 : 2", "column 3: a choice is `A if CONDITION else B`"},
    {"2^20", "column 2: a power is **"},
    {"2.0f * A", "column 1: a number has no suffix"},
    {"A == $B", "column 6: no expression has this character"},
    {"1 < C", "column 5: there is no C"},
    {"device.local_byte > 1", "column 1: there is no device.local_byte"},
    {"device. > 1", "column 7: no expression has this character"},
    {"'hand", "column 6: a word has no end"},
    {"'ha\\nd'", "column 4: a word has neither escapes nor control characters"},
    {"12a", "column 1: this is no number"},
    {"1.2.3", "column 1: this is no number"},
    {"1e", "column 1: this is no number"},
    {"0x10", "column 1: this is no number"},
    {"007", "column 1: a whole number does not begin with 0"},
    {"9223372036854775808", "column 1: a whole number does not fit 64 bits"},
    {"A not 1", "column 7: `not` stands before a value, or before `in`"},
    {"A in 1", "column 6: `in` is of a list: [a, b]"},
    {"A in [1, 2", "column 11: a ] is missing"},
    {"A in [1] == 1", "column 10: nothing is compared with a list"},
    {"[1] == A", "column 1: a value is missing here"},
    {"1 if A", "column 7: an `else` is missing"},
    {"pow(2, 3)", "column 1: there is no such function: min, max, abs, ceil, floor, log2, divides"},
    {"min(3)", "column 1: so many values are not what the function takes"},
    {"1 + abs(3, 4)", "column 5: so many values are not what the function takes"},
    {"divides(4)", "column 1: so many values are not what the function takes"},
    {"A(1)", "column 1: there is no such function: min, max, abs, ceil, floor, log2, divides"},
    {"LARGE + 1", "column 7: a whole number does not fit 64 bits"},
    {"0 - LARGE - 2", "column 11: a whole number does not fit 64 bits"},
    {"LARGE * A", "column 7: a whole number does not fit 64 bits"},
    {"9223372036854775807 + 1", "column 21: a whole number does not fit 64 bits"},
    {"-(-LARGE - 1)", "column 1: a whole number does not fit 64 bits"},
    {"(-LARGE - 1) // -1", "column 14: a whole number does not fit 64 bits"},
    {"abs(-LARGE - 1)", "column 1: a whole number does not fit 64 bits"},
    {"2 ** 63", "column 3: a whole number does not fit 64 bits"},
    {"ceil(1e19)", "column 1: a whole number does not fit 64 bits"},
    {"floor(1e309 - 1e309)", "column 1: NaN is no whole number"},
    {"A / 0", "column 3: division by zero"},
    {"A % (B + 7)", "column 3: division by zero"},
    {"REAL // 0", "column 6: division by zero"},
    {"0 ** -1", "column 3: division by zero"},
    {"divides(0, A)", "column 1: division by zero"},
    {"(-8) ** (1 / 3)", "column 6: a number below 0 to a power that is not whole"},
    {"1e200 ** 2", "column 7: a power is beyond what real numbers reach"},
    {"log2(0)", "column 1: log2 is of numbers above 0"},
    {"WORD + 1", "column 6: a word is no number"},
    {"-WORD", "column 1: a word is no number"},
    {"WORD < 'z'", "column 6: words have no order"},
    {"max(WORD, 1)", "column 1: a word is no number"},
    {"WORD == 1", "column 6: a word is compared with a number"},
    {"A in [1, 'hand']", "column 3: a word is compared with a number"},
};

static void test_cases(const struct expected_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int before = check_failures;
        CHECK_TEXT(outcome_of(cases[i].text), cases[i].outcome);
        if (check_failures > before)
            fprintf(stderr, "unexpected outcome of %s\n", cases[i].text);
    }
}

/* ---- limits; which names are looked up ---- */

/* `count` repetitions of a text, around or before a 1. */
static const char *outcome_of_many(size_t count, const char *before, const char *after)
{
    FREED char *text = calloc(count * (strlen(before) + strlen(after)) + 2, 1);
    for (size_t i = 0; i < count; i++)
        strcat(text, before);
    strcat(text, "1");
    for (size_t i = 0; i < count; i++)
        strcat(text, after);
    const char *outcome = outcome_of(text);
    return outcome;
}

TEST(limits)
{
    CHECK_TEXT(outcome_of_many(EXPRESSION_DEPTH - 1, "(", ")"), "1");
    CHECK_TEXT(outcome_of_many(EXPRESSION_DEPTH, "(", ")"), "column 65: this is nested too deep");
    CHECK_TEXT(outcome_of_many(EXPRESSION_TEXT, "(", ")"), "column 4097: an expression has at most 4096 bytes");
    CHECK_TEXT(outcome_of_many(EXPRESSION_TEXT / 2 - 1, "(", ""), "column 65: this is nested too deep");
    CHECK_TEXT(outcome_of_many(1000, "-", ""), "column 65: this is nested too deep");
    CHECK_TEXT(outcome_of_many(1000, "not ", ""), "column 257: this is nested too deep");
    CHECK_TEXT(outcome_of_many(1000, "1**", ""), "column 190: this is nested too deep, or a list too long");
    CHECK_TEXT(outcome_of_many(1000, "1<", ""), "column 130: this is nested too deep");
    CHECK_TEXT(outcome_of_many(300, "1 if 0 else ", ""), "column 769: this is nested too deep");
    CHECK_TEXT(outcome_of_many(2000, "1+", ""), "2001");
    CHECK_TEXT(outcome_of_many(700, "0 or ", ""), "1");
    CHECK_TEXT(outcome_of_many(30, "A in [A,", "]"), "1");
    CHECK_TEXT(outcome_of_many(40, "A in [A,", "]"), "column 255: this is nested too deep, or a list too long");
}

TEST(looks)
{
    CHECK_TEXT(outcome_of("A < 1 and REAL * A or WORD in ['x', 'y'] or device.local_bytes"), "49152");
    CHECK_TEXT(asked, "A REAL A WORD device.local_bytes "); /* whether evaluated or not */
    FREED struct expression *expression =
        CALL(expression_compile("WORD == 'hand' or WORD in ['x', 'y']", look_up, names, &caught));
    CHECK_TEXT(expression_word(expression, 0), "hand");
    CHECK_TEXT(expression_word(expression, 1), "x");
    CHECK_TEXT(expression_word(expression, 2), "y");
    CHECK(!expression_word(expression, 3));
}

int main(void)
{
    test_cases(values, sizeof values / sizeof *values);
    test_cases(errors, sizeof errors / sizeof *errors);
    run_tests();
    return CHECK_RESULT;
}
