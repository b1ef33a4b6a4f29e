/* Spaces: index and configuration, words, finding, constraints, restrictions. */
#include "tuner/space.h"
#include "tests/check.h"

static bool group_fits(const struct config *config, const struct compute_device *device)
{
    return !device || (uint64_t)config->value[0] <= device->max_group;
}

static bool vectors_fit(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[2] % config->value[3] == 0;
}

static const struct space space = {
    .parameters = {{"BLOCK", "values that do not ascend", VALUES(128, 32, 1024)},
                   {"LOAD", "words", WORDS("blocked", "striped")},
                   {"ITEMS", "values", VALUES(1, 2, 3, 4)},
                   {"VECTOR", "values", VALUES(1, 2)},
                   {"SHIFT", "a value below 0", VALUES(-1, 0)},
                   {"ONE", "a single value", VALUES(7)}},
    .constraints = {{"BLOCK is at most a group", group_fits}, {"VECTOR divides ITEMS", vectors_fit}},
};
enum { PARAMETERS = 6, PRODUCT = 3 * 2 * 4 * 2 * 2 * 1 };

static const struct space full = {
    .parameters = {{"A", "", VALUES(1)},
                   {"B", "", VALUES(1)},
                   {"C", "", VALUES(1)},
                   {"D", "", VALUES(1)},
                   {"E", "", VALUES(1)},
                   {"F", "", VALUES(1)},
                   {"G", "", VALUES(1)},
                   {"H", "", VALUES(1)},
                   {"I", "", VALUES(1)},
                   {"J", "", VALUES(1)},
                   {"K", "", VALUES(1)},
                   {"L", "", VALUES(1, 2)}},
};

static const struct space empty;

static void test_counts(void)
{
    CHECK(space_parameters(&space) == PARAMETERS);
    CHECK(space_product(&space) == PRODUCT);
    CHECK(space_parameters(&full) == MAX_PARAMETERS);
    CHECK(space_product(&full) == 2);
    CHECK(space_parameters(&empty) == 0);
    CHECK(space_product(&empty) == 1);
}

/* The first parameter is the slowest: nested loops in the declared order count 0, 1, 2 ... */
static void test_order(void)
{
    static const int blocks[] = {128, 32, 1024}, shifts[] = {-1, 0};
    uint64_t index = 0;
    for (int block = 0; block < 3; block++)
        for (int load = 0; load < 2; load++)
            for (int items = 1; items <= 4; items++)
                for (int vector = 1; vector <= 2; vector++)
                    for (int shift = 0; shift < 2; shift++, index++) {
                        const int expected[PARAMETERS] = {blocks[block], load, items, vector, shifts[shift], 7};
                        struct config config = space_config(&space, index);
                        CHECK(config.space == &space);
                        CHECK(config.index == index);
                        CHECK(!memcmp(config.value, expected, sizeof expected));
                        CHECK(space_index(&space, expected) == index);
                    }
    CHECK(index == PRODUCT);
    CHECK(space_index(&full, space_config(&full, 1).value) == 1);
    CHECK(space_config(&full, 1).value[11] == 2);
    CHECK(space_config(&empty, 0).index == 0);
    CHECK(space_index(&empty, NULL) == 0);
}

static void test_undeclared(void)
{
    const int good[PARAMETERS] = {32, 1, 3, 1, 0, 7};
    CHECK(space_index(&space, good) != UINT64_MAX);
    for (size_t p = 0; p < PARAMETERS; p++) {
        int values[PARAMETERS];
        memcpy(values, good, sizeof values);
        values[p] = 5;
        CHECK(space_index(&space, values) == UINT64_MAX);
    }
}

static void test_words(void)
{
    char word[MAX_WORD];
    parameter_word(&space.parameters[0], 2, word);
    CHECK_TEXT(word, "1024");
    parameter_word(&space.parameters[1], 1, word);
    CHECK_TEXT(word, "striped");
    parameter_word(&space.parameters[4], 0, word);
    CHECK_TEXT(word, "-1");
    struct config config = space_config(&space, space_index(&space, (const int[]){32, 1, 3, 1, 0, 7}));
    static const char *const expected[PARAMETERS] = {"32", "striped", "3", "1", "0", "7"};
    for (size_t p = 0; p < PARAMETERS; p++) {
        config_word(&config, p, word);
        CHECK_TEXT(word, expected[p]);
    }
    const struct parameter wordy = {"WORDY", "", WORDS("abcdefghijklmnopqrstuvwxyz0123456789")};
    parameter_word(&wordy, 0, word);
    CHECK_TEXT(word, "abcdefghijklmnopqrstuvwxyz01234"); /* MAX_WORD with its NUL */
}

static void test_find(void)
{
    for (size_t p = 0; p < PARAMETERS; p++) {
        const struct parameter *parameter = &space.parameters[p];
        CHECK(space_find(&space, parameter->name) == p);
        for (size_t v = 0; v < parameter->count; v++) {
            char word[MAX_WORD];
            parameter_word(parameter, v, word);
            CHECK(parameter_find(parameter, word) == v);
        }
    }
    CHECK(space_find(&full, "L") == 11);
    CHECK(space_find(&space, "block") == SIZE_MAX);
    CHECK(space_find(&space, "BLOC") == SIZE_MAX);
    CHECK(space_find(&space, "") == SIZE_MAX);
    CHECK(space_find(&empty, "BLOCK") == SIZE_MAX);
    CHECK(parameter_find(&space.parameters[0], "64") == SIZE_MAX);
    CHECK(parameter_find(&space.parameters[0], "0128") == SIZE_MAX);
    CHECK(parameter_find(&space.parameters[0], "") == SIZE_MAX);
    CHECK(parameter_find(&space.parameters[1], "0") == SIZE_MAX);
    CHECK(parameter_find(&space.parameters[1], "strip") == SIZE_MAX);
}

/* Which constraint is reported, for configurations that break none, one, the other, both. */
static void test_constraints(void)
{
    static const struct {
        int values[PARAMETERS];
        const char *broken; /* NULL: allowed */
    } cases[] = {
        {{128, 0, 4, 2, 0, 7}, NULL},
        {{1024, 0, 4, 2, 0, 7}, "BLOCK is at most a group"},
        {{128, 0, 3, 2, 0, 7}, "VECTOR divides ITEMS"},
        {{1024, 0, 3, 2, 0, 7}, "BLOCK is at most a group"}, /* the first of both */
    };
    struct compute_device device = {.max_group = 512};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct constraint *broken = NULL;
        struct config config = space_config(&space, space_index(&space, cases[i].values));
        CHECK(space_allowed(&config, &device, &broken) == !cases[i].broken);
        CHECK(space_allowed(&config, &device, NULL) == !cases[i].broken);
        CHECK_TEXT(broken ? broken->text : "none", cases[i].broken ? cases[i].broken : "none");
    }
    struct config large = space_config(&space, space_index(&space, cases[1].values));
    CHECK(space_allowed(&large, NULL, NULL)); /* without a device, the rules about devices hold */
    device.max_group = 1024;
    CHECK(space_allowed(&large, &device, NULL));
}

static bool last_is_one(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[0] == 1;
}

static bool yes(const struct config *config, const struct compute_device *device)
{
    (void)config, (void)device;
    return true;
}

/* A list of constraints that is full has no end mark; its last one counts. */
static void test_many_constraints(void)
{
    struct space many = {.parameters = {{"A", "", VALUES(1, 2)}}};
    for (size_t i = 0; i < MAX_CONSTRAINTS; i++)
        many.constraints[i] = (struct constraint){"holds", yes};
    many.constraints[MAX_CONSTRAINTS - 1] = (struct constraint){"A is 1", last_is_one};
    const struct constraint *broken = NULL;
    struct config one = space_config(&many, 0), two = space_config(&many, 1);
    CHECK(space_allowed(&one, NULL, &broken) && !broken);
    CHECK(!space_allowed(&two, NULL, &broken) && broken == &many.constraints[MAX_CONSTRAINTS - 1]);
}

/* Every subset of the values of two parameters, against its definition. */
static void test_restriction(void)
{
    struct restriction restriction = restriction_none();
    for (uint64_t index = 0; index < PRODUCT; index++) {
        struct config config = space_config(&space, index);
        CHECK(restriction_admits(&restriction, &config));
    }
    for (uint32_t blocks = 0; blocks < 8; blocks++)
        for (uint32_t loads = 0; loads < 4; loads++) {
            restriction.mask[0] = blocks;
            restriction.mask[1] = loads;
            for (uint64_t index = 0; index < PRODUCT; index++) {
                struct config config = space_config(&space, index);
                uint32_t block = (uint32_t)(index / 32), load = (uint32_t)(index / 16 % 2);
                CHECK(restriction_admits(&restriction, &config) == ((blocks >> block & 1) && (loads >> load & 1)));
            }
        }
    restriction = restriction_none();
    restriction.mask[PARAMETERS] = 0; /* of no parameter of this space */
    struct config config = space_config(&space, 0);
    CHECK(restriction_admits(&restriction, &config));
}

/* The mask has a bit for each of 32 values, and no more. */
static void test_widest_parameter(void)
{
    const struct space wide = {
        .parameters = {{"WIDE", "",
                        VALUES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                               25, 26, 27, 28, 29, 30, 31)}},
    };
    struct restriction restriction = restriction_none();
    restriction.mask[0] = UINT32_C(1) << 31 | 1;
    for (uint64_t index = 0; index < 32; index++) {
        struct config config = space_config(&wide, index);
        CHECK(restriction_admits(&restriction, &config) == (index == 0 || index == 31));
    }
}

int main(void)
{
    test_counts();
    test_order();
    test_undeclared();
    test_words();
    test_find();
    test_constraints();
    test_many_constraints();
    test_restriction();
    test_widest_parameter();
    return CHECK_RESULT;
}
