/* Spaces and problems: index and configuration, words, lookup, constraints, defaults, keys. */
#include "tuner/job.h"

#include "tests/config_allowed.h"

#include <float.h>

static const struct bench mixed = {
    .name = "mixed",
    .space = {.parameters =
                  PARAMETERS({"BLOCK", "values that do not ascend", VALUES(128, 32, 1024)},
                             {"LOAD", "words", WORDS("blocked", "striped")}, {"ITEMS", "values", VALUES(1, 2, 3, 4)},
                             {"VECTOR", "values", VALUES(1, 2)}, {"SHIFT", "a value below 0", VALUES(-1, 0)},
                             {"ONE", "a single value", VALUES(7)}),
              .constraints = CONSTRAINTS({"BLOCK is at most a group", .expression = "BLOCK <= device.group_max"},
                                         {"VECTOR divides ITEMS", .expression = "ITEMS % VECTOR == 0"})},
};
static const struct space *const space = &mixed.space;
enum { COUNT = 6, PRODUCT = 3 * 2 * 4 * 2 * 2 * 1 };

static const struct bench empty = {.name = "empty"};

/* clang-format off */
#define TWO(name) {name, "", VALUES(0, 1)}
#define THREE(name) {name, "", WORDS("a", "b", "c")}
/* clang-format on */
static const struct bench twenty = {
    .name = "twenty",
    .space = {.parameters = PARAMETERS(TWO("A"), THREE("B"), TWO("C"), THREE("D"), TWO("E"), THREE("F"), TWO("G"),
                                       THREE("H"), TWO("I"), THREE("J"), TWO("K"), THREE("L"), TWO("M"), THREE("N"),
                                       TWO("O"), THREE("P"), TWO("Q"), THREE("R"), TWO("S"), THREE("T"))},
};

static const struct bench wide = {
    .name = "wide",
    .space = {.parameters =
                  PARAMETERS({"WIDE", "",
                              VALUES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                     23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39)})},
};

static const struct suite suite = {
    .name = "made up", .summary = "", .benches = BENCHES(&mixed, &empty, &twenty, &wide)};

static struct problem problem_with(const struct bench *bench)
{
    return problem_of(&suite, bench, 100, 42);
}

/* ---- lists ---- */

/* clang-format off */
#define SEVEN(x) NUMBER(x##1, "", 1), NUMBER(x##2, "", 1), NUMBER(x##3, "", 1), NUMBER(x##4, "", 1),                   \
                 NUMBER(x##5, "", 1), NUMBER(x##6, "", 1), NUMBER(x##7, "", 1)
#define LISTED WORD(LOADED, "words", blocked, a, b, c, d, e, f, g, h, i, j, k, l, m, n, last_of_16),                   \
               REAL(SHARED, "real numbers", 0.25, 0.5), HOST_NUMBER(STREAMED, "of the host", 1, 4)
/* clang-format on */
DEFINE_PARAMETERS(listed, LISTED, SEVEN(P), SEVEN(Q), SEVEN(R)); /* 24 of them */
PARAMETER_ENUM(HOST_WORD(LAUNCHED, "", stream, graph));
DEFINE_PARAMETERS(longer, AFTER(STREAMED, NUMBER(ANY, "", 1), NUMBER(OTHER, "", 1)), NUMBER(NEXT, "", 1));
DEFINE_PARAMETERS(after, AFTER(LAUNCHED, HOST_WORD(LAUNCHED, "", stream)), NAMED(OTHER_NEXT, "NEXT", "", VALUES(1, 2)));
DEFINE_ENTRIES(entries, scan_tiles, add_sums);
DEFINE_FIGURES(figures, error, pairs);
#define COLOUR_WORDS red, green, blue
enum colour { WORD_NAMES(COLOUR, COLOUR_WORDS) COLOURS };

/* A list's rows are in the enumerations and in the table, at the same positions. */
TEST(parameters_listed_once)
{
    const struct parameter *first = PARAMETER_TABLE(HOST_WORD(LAUNCHED, "of the host", stream, graph), LISTED);
    CHECK(LOADED == 0 && SHARED == 1 && STREAMED == 2 && R7 == 23 &&
          space_parameters(&(struct space){.parameters = listed}) == 24);
    CHECK(LOADED_blocked == 0 && LOADED_last_of_16 == 15 && listed[LOADED].count == 16 && !listed[LOADED].host);
    CHECK(!strcmp(listed[LOADED].name, "LOADED") && !strcmp(listed[LOADED].words[15], "last_of_16"));
    CHECK(!strcmp(listed[R7].name, "R7") && listed[R7].values[0] == 1 &&
          !strcmp(listed[SHARED].summary, "real numbers"));
    CHECK(listed[SHARED].reals[1] == 0.5 && listed[STREAMED].host && listed[STREAMED].values[1] == 4);
    const struct parameter *row = PARAMETER_TABLE(ROW(LOADED, "of another enumeration", WORDS("x", "y"), .host = true));
    CHECK(!strcmp(row[0].name, "LOADED") && row[0].count == 2 && row[0].host && !strcmp(row[0].words[1], "y"));
    CHECK(LAUNCHED == 0 && LAUNCHED_graph == 1 && first[0].host && !strcmp(first[0].words[1], "graph") &&
          !first[4].name);
    CHECK(NEXT == STREAMED + 1 && !strcmp(longer[1].name, "OTHER") && !strcmp(longer[2].name, "NEXT") &&
          !longer[3].name);
    CHECK(OTHER_NEXT == LAUNCHED + 1 && !strcmp(after[0].name, "LAUNCHED") && after[0].host && after[0].count == 1 &&
          !strcmp(after[1].name, "NEXT") && after[1].count == 2 && !after[2].name);
    const struct parameter *words = PARAMETER_TABLE(ROW(LOADED, "", WORD_TABLE(COLOUR_WORDS), .host = true));
    CHECK(COLOUR_red == 0 && COLOUR_blue == 2 && COLOURS == 3 && words[0].count == COLOURS && words[0].host &&
          !strcmp(words[0].words[COLOUR_green], "green"));
    CHECK(scan_tiles == 0 && add_sums == 1 && !strcmp(entries[1], "add_sums") && !entries[2]);
    CHECK(FIGURE_error == 0 && FIGURE_pairs == 1 && !strcmp(figures[FIGURE_pairs], "pairs") && !figures[2]);
    CHECK(!strcmp(NAME_TABLE(error, pairs)[FIGURE_error], "error") && !NAME_TABLE(error, pairs)[2]);
}

static enum status step(enum status gives, int *taken)
{
    ++*taken;
    return gives;
}

/* Steps up to the first one that is not OK, whose status is returned. */
TEST(in_order)
{
    int taken = 0;
    CHECK(IN_ORDER(step(OK, &taken), step(OK, &taken)) == OK && taken == 2);
    CHECK(IN_ORDER(step(OK, &taken), step(NO_MEMORY, &taken), step(INVALID, &taken)) == NO_MEMORY && taken == 4);
}

/* ---- indices ---- */

static void check_product(const struct space *of, uint64_t expected)
{
    uint64_t product = 0;
    CHECK(space_product(of, &product));
    CHECK(product == expected);
}

TEST(counts)
{
    CHECK(space_parameters(space) == COUNT);
    CHECK(space_constraints(space) == 2);
    check_product(space, PRODUCT);
    CHECK(space_parameters(&empty.space) == 0);
    CHECK(space_constraints(&empty.space) == 0);
    check_product(&empty.space, 1);
}

/* The first parameter is the slowest: nested loops in declared order count 0, 1, 2 ... */
TEST(order)
{
    static const int blocks[] = {128, 32, 1024}, shifts[] = {-1, 0};
    const struct problem problem = problem_with(&mixed);
    FREED struct config *config = config_new(&problem, PRODUCT - 1);
    CHECK(config->index == PRODUCT - 1 && config->value[0] == 1024 && !config->reference);
    uint64_t index = 0;
    for (int block = 0; block < 3; block++)
        for (int load = 0; load < 2; load++)
            for (int items = 1; items <= 4; items++)
                for (int vector = 1; vector <= 2; vector++)
                    for (int shift = 0; shift < 2; shift++, index++) {
                        const int expected[COUNT] = {blocks[block], load, items, vector, shifts[shift], 7};
                        const size_t positions[COUNT] = {(size_t)block,      (size_t)load,  (size_t)items - 1,
                                                         (size_t)vector - 1, (size_t)shift, 0};
                        config_set(config, index);
                        CHECK(config->problem == &problem);
                        CHECK(config->index == index);
                        CHECK(!memcmp(config->value, expected, sizeof expected));
                        CHECK(space_index(space, expected) == index);
                        for (size_t p = 0; p < COUNT; p++)
                            CHECK(space_position(space, index, p) == positions[p]);
                    }
    CHECK(index == PRODUCT);
    free(config);
    const struct problem none = problem_with(&empty);
    config = config_new(&none, 0);
    CHECK(config->index == 0);
    CHECK(space_index(&empty.space, NULL) == 0);
}

TEST(undeclared)
{
    const int good[COUNT] = {32, 1, 3, 1, 0, 7};
    CHECK(space_index(space, good) != NO_CONFIGURATION);
    for (size_t p = 0; p < COUNT; p++) {
        int values[COUNT];
        memcpy(values, good, sizeof values);
        values[p] = 5;
        CHECK(space_index(space, values) == NO_CONFIGURATION);
    }
}

/* Any number of parameters, and of values. */
TEST(many)
{
    const uint64_t product = UINT64_C(60466176); /* 6 to the 10th */
    const struct problem problem = problem_with(&twenty), of_wide = problem_with(&wide);
    CHECK(space_parameters(&twenty.space) == 20);
    check_product(&twenty.space, product);
    FREED struct config *config = config_new(&problem, 0);
    for (uint64_t i = 0; i < 10000; i++) {
        uint64_t index = i < 100 ? i : i < 200 ? product - 1 - (i - 100) : job_random(1, i) % product, rebuilt = 0;
        config_set(config, index);
        for (size_t p = 0; p < 20; p++) {
            CHECK(config->value[p] == (int)space_position(&twenty.space, index, p));
            rebuilt = rebuilt * (p % 2 ? 3 : 2) + (uint64_t)config->value[p];
        }
        CHECK(rebuilt == index && space_index(&twenty.space, config->value) == index);
    }
    free(config);
    check_product(&wide.space, 40);
    config = config_new(&of_wide, 0);
    for (uint64_t index = 0; index < 40; index++) {
        config_set(config, index);
        CHECK(config->value[0] == (int)index && space_index(&wide.space, config->value) == index);
        CHECK(space_position(&wide.space, index, 0) == index);
    }
}

/* Whether parameters with these numbers of values (ended by 0) span a space that 64 bits can number; *product is its
 * size. */
static bool spans(const size_t *counts, uint64_t *product)
{
    static const char *const word[] = {"value"}; /* none of them is read */
    struct parameter parameters[80] = {{.name = NULL}};
    for (size_t i = 0; counts[i]; i++)
        parameters[i] = (struct parameter){.name = "P", .words = word, .count = counts[i]};
    return space_product(&(struct space){.parameters = parameters}, product);
}

/* The largest product is below 2^64. */
TEST(product)
{
    static const size_t below[] = {2, 7, 7, 73, 127, 337, 92737, 649657, 0}; /* 2^64 - 2 */
    static const size_t beyond[] = {(size_t)1 << 32, ((size_t)1 << 32) + 1, 0}, one[] = {SIZE_MAX / 2, 0};
    size_t fours[41] = {0};
    uint64_t product;
    CHECK(spans(below, &product) && product == UINT64_MAX - 1);
    CHECK(spans(one, &product) && product == UINT64_MAX / 2);
    static const size_t last[] = {3, 5, 17, 257, 641, 65537, 6700417, 0}; /* 2^64 - 1: the last index is 2^64 - 2 */
    CHECK(spans(last, &product) && product == UINT64_MAX);
    CHECK(!spans(beyond, &product));
    for (size_t i = 0; i < 40; i++) {
        fours[i] = 4;
        bool fits = spans(fours, &product);
        CHECK(fits == (i < 31)); /* 2^62; 2^64 does not */
        if (fits)
            CHECK(product == UINT64_C(1) << 2 * (i + 1));
    }
}

TEST(defaults)
{
    const struct bench none = {.space.parameters = PARAMETERS({"A", "", VALUES(3, 1)}, {"B", "", VALUES(5)})};
    const struct bench some = {
        .space = {.parameters = PARAMETERS({"A", "", VALUES(1, 2, 3)}, {"B", "", REALS(0.5, 0.25)},
                                           {"C", "", WORDS("x", "y")}, {"D", "", VALUES(9, 8)})},
        DEFAULTS(3, 1)};
    const struct bench all = {.space.parameters = PARAMETERS({"A", "", VALUES(1, 2, 3)}, {"B", "", WORDS("x")}),
                              DEFAULTS(2, 0)};
    const struct bench undeclared = {.space.parameters = PARAMETERS({"A", "", VALUES(1, 2, 3)}), DEFAULTS(4)};
    CHECK(space_default(&none.space) == 0);
    CHECK(space_default(&some.space) == space_index(&some.space, (const int[]){3, 1, 0, 9}));
    CHECK(space_default(&some.space) == (2 * 2 + 1) * 4);
    CHECK(space_default(&all.space) == 1);
    CHECK(space_default(&undeclared.space) == NO_CONFIGURATION);
    CHECK(space_default(&empty.space) == 0);
    const struct bench surplus = {.space.parameters = PARAMETERS({"A", "", VALUES(1, 2, 3)}), DEFAULTS(2, 1)};
    const struct bench of_none = {DEFAULTS(1)};
    CHECK(space_default(&surplus.space) == NO_CONFIGURATION && space_default(&of_none.space) == NO_CONFIGURATION);
}

/* ---- words ---- */

TEST(words)
{
    char number[MAX_NUMBER];
    CHECK_TEXT(parameter_word(&space->parameters[0], 2, number), "1024");
    CHECK_TEXT(parameter_word(&space->parameters[1], 1, number), "striped");
    CHECK_TEXT(parameter_word(&space->parameters[4], 0, number), "-1");
    uint64_t index = space_index(space, (const int[]){32, 1, 3, 1, 0, 7});
    static const char *const expected[COUNT] = {"32", "striped", "3", "1", "0", "7"};
    for (size_t p = 0; p < COUNT; p++)
        CHECK_TEXT(parameter_word(&space->parameters[p], space_position(space, index, p), number), expected[p]);
    const struct parameter wordy = {"WORDY", "", WORDS("abcdefghijklmnopqrstuvwxyz0123456789")};
    CHECK_TEXT(parameter_word(&wordy, 0, number), "abcdefghijklmnopqrstuvwxyz0123456789"); /* of any length */
    CHECK(parameter_value(&space->parameters[0], 2) == 1024 && parameter_value(&space->parameters[1], 1) == 1);
}

TEST(find)
{
    char number[MAX_NUMBER];
    for (size_t p = 0; p < COUNT; p++) {
        const struct parameter *parameter = &space->parameters[p];
        CHECK(space_find(space, parameter->name) == p);
        for (size_t v = 0; v < parameter->count; v++)
            CHECK(parameter_find(parameter, parameter_word(parameter, v, number)) == v);
    }
    CHECK(space_find(&twenty.space, "T") == 19);
    CHECK(parameter_find(&wide.space.parameters[0], "39") == 39);
    CHECK(parameter_find(&wide.space.parameters[0], "40") == SIZE_MAX);
    CHECK(space_find(space, "block") == SIZE_MAX);
    CHECK(space_find(space, "BLOC") == SIZE_MAX);
    CHECK(space_find(space, "") == SIZE_MAX);
    CHECK(space_find(&empty.space, "BLOCK") == SIZE_MAX);
    CHECK(parameter_find(&space->parameters[0], "64") == SIZE_MAX);
    CHECK(parameter_find(&space->parameters[0], "0128") == SIZE_MAX);
    CHECK(parameter_find(&space->parameters[0], "") == SIZE_MAX);
    CHECK(parameter_find(&space->parameters[1], "0") == SIZE_MAX);
    CHECK(parameter_find(&space->parameters[1], "strip") == SIZE_MAX);
}

TEST(reals)
{
    static const double values[] = {0.1, 2, 1e-7, -0.25, 1. / 3, 1e300};
    static const char *const words[] = {"0.1", "2.0", "1e-07", "-0.25", "0.3333333333333333", "1e+300"};
    const struct bench real = {
        .name = "real",
        .space.parameters =
            PARAMETERS({"BEFORE", "", VALUES(5, 6)}, {"REAL", "", REALS(0.1, 2, 1e-7, -0.25, 1. / 3, 1e300)}),
    };
    const struct parameter *parameter = &real.space.parameters[1];
    const struct problem problem = problem_with(&real);
    FREED struct config *config = config_new(&problem, 0);
    char number[MAX_NUMBER];
    CHECK(parameter->count == 6);
    for (size_t v = 0; v < parameter->count; v++) {
        config_set(config, 6 + v);
        CHECK(config->value[0] == 6 && config->value[1] == (int)v);
        CHECK(config_real(config, 1) == values[v]);
        CHECK(parameter_value(parameter, v) == (int)v);
        CHECK(space_index(&real.space, (const int[]){6, (int)v}) == 6 + v);
        CHECK_TEXT(parameter_word(parameter, v, number), words[v]);
        CHECK(parameter_find(parameter, words[v]) == v);
    }
    static const char *const others[] = {"2", ".1", "0.10", "1e-7", "0.1000000000000001", ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        CHECK(parameter_find(parameter, others[i]) == SIZE_MAX);
}

/* It reproduces the same bits, is written as a real number, and has 15 digits at most if those suffice. */
static void check_number(double value)
{
    char number[MAX_NUMBER], fewer[MAX_NUMBER];
    memset(number, '#', sizeof number);
    number_word(value, number);
    CHECK(memchr(number, '\0', sizeof number));
    double back = strtod(number, NULL);
    CHECK(!memcmp(&back, &value, sizeof value));
    CHECK(strpbrk(number, ".e"));
    snprintf(fewer, sizeof fewer, "%.15g", value);
    CHECK(strtod(fewer, NULL) != value || !strncmp(number, fewer, strlen(fewer)));
}

TEST(numbers)
{
    static const double cases[] = {0,      -0.,        1,           -1,      0.5,          1. / 3,       0.1 + 0.2,
                                   1e15,   1e16,       1e22,        1e23,    123456789,    2e5,          1e-5,
                                   0.1,    M_PI,       DBL_MIN,     DBL_MAX, DBL_TRUE_MIN, DBL_EPSILON,  -DBL_MAX,
                                   0x1p53, 0x1p53 + 2, 1 - 0x1p-53, 104.52,  299792.458,   6.02214076e23};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_number(cases[i]);
    for (uint64_t i = 0; i < 50000; i++) { /* of any size; near 1; with few digits */
        uint64_t bits = job_random(3, i);
        double any;
        memcpy(&any, &bits, sizeof any);
        if (isfinite(any))
            check_number(any);
        check_number(job_uniform(4, i));
        check_number((double)(job_random(5, i) % 1000000) / 1000);
    }
    char number[MAX_NUMBER];
    number_word(123456789, number);
    CHECK_TEXT(number, "123456789.0");
    number_word(104.52, number);
    CHECK_TEXT(number, "104.52");
    number_word(-0., number);
    CHECK_TEXT(number, "-0.0");
}

/* ---- constraints ---- */

/* The reported constraint, for configurations that violate none, one, the other, both. */
TEST(constraints)
{
    static const struct {
        int values[COUNT];
        const char *broken; /* NULL: allowed */
    } cases[] = {
        {{128, 0, 4, 2, 0, 7}, NULL},
        {{1024, 0, 4, 2, 0, 7}, "BLOCK is at most a group"},
        {{128, 0, 3, 2, 0, 7}, "VECTOR divides ITEMS"},
        {{1024, 0, 3, 2, 0, 7}, "BLOCK is at most a group"}, /* the first of both */
    };
    const struct problem problem = problem_with(&mixed);
    struct compute_device device = {.max_group = 512};
    FREED struct config *config = config_new(&problem, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct constraint *broken = NULL;
        config_set(config, space_index(space, cases[i].values));
        CHECK(config_allowed(config, &device, &broken) == !cases[i].broken);
        CHECK(config_allowed(config, &device, NULL) == !cases[i].broken);
        CHECK_TEXT(broken ? broken->text : "none", cases[i].broken ? cases[i].broken : "none");
    }
    config_set(config, space_index(space, cases[1].values));
    CHECK(config_allowed(config, NULL, NULL)); /* without a device, constraints on devices are fulfilled */
    device.max_group = 1024;
    CHECK(config_allowed(config, &device, NULL));
}

/* Any number of constraints; the last one has an effect. */
TEST(many_constraints)
{
    enum { MANY = 40 };
    struct constraint constraints[MANY + 1] = {{.text = NULL}};
    const struct bench many = {
        .space = {.parameters = PARAMETERS({"A", "", VALUES(1, 2)}), .constraints = constraints}};
    for (size_t i = 0; i < MANY; i++)
        constraints[i] = (struct constraint){.text = "A > 0"};
    constraints[MANY - 1] = (struct constraint){"A is 1", .expression = "A == 1"};
    const struct problem problem = problem_with(&many);
    const struct constraint *broken = NULL;
    FREED struct config *one = config_new(&problem, 0), *two = config_new(&problem, 1);
    CHECK(space_constraints(&many.space) == MANY);
    CHECK(config_allowed(one, NULL, &broken) && !broken);
    CHECK(!config_allowed(two, NULL, &broken) && broken == &constraints[MANY - 1]);
}

/* ---- problems ---- */

static const struct setting settings[] = {
    {.name = "density", .summary = "", .initial = 0.25, .least = 0, .most = 1},
    {.name = "shape", .summary = "", WORDS("line", "cube"), .initial = 1},
    {.name = NULL},
};
static const struct suite told = {.name = "told", .summary = "", .benches = BENCHES(&mixed), .settings = settings};

TEST(problem)
{
    const struct problem plain = problem_with(&wide), with = problem_of(&told, &mixed, 7, 9);
    CHECK(plain.suite == &suite && plain.bench == &wide && plain.n == 100 && plain.seed == 42);
    CHECK(with.inputs.setting[0] == 0.25 && with.inputs.setting[1] == 1 && !with.inputs.atom && !with.inputs.atoms);
    for (size_t s = 0; s < MAX_SETTINGS; s++)
        CHECK(plain.inputs.setting[s] == 0 && (s < 2 || with.inputs.setting[s] == 0));
    struct problem changed = with;
    changed.inputs.setting[0] = 0.75;
    FREED struct config *initial = config_new(&with, 0), *config = config_new(&changed, 0);
    CHECK(config_setting(initial, 0) == 0.25 && config_setting(config, 0) == 0.75 && config_setting(config, 1) == 1);
}
