/* Which parameters matter, in planted spaces with a known answer. */
#include "reports/effects.h"

#include "reports/additive.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"

/* An integer below `end`, and a normally distributed number, the same in each run. */
static uint64_t state = 1;
static size_t below(size_t end)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)((state >> 33) % end);
}

static double normal(void)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)below(1 << 20) / (1 << 20);
    return sum;
}

/* ---- planted spaces ---- */

enum { MOST_PARAMETERS = 12 };

struct planted {
    size_t parameters, levels[MOST_PARAMETERS];
    bool (*allowed)(const size_t *value); /* NULL: all */
    double (*log_time)(const size_t *value);
};

/* The whole space, or with `share` below 1 a random sample; with noise of this deviation, `known` or not. */
static struct effects effects_in(const struct planted *planted, double share, double deviation, bool known)
{
    size_t all = 1, count = 0, value[MOST_PARAMETERS];
    for (size_t p = 0; p < planted->parameters; p++)
        all *= planted->levels[p];
    size_t *position = allocate(all * planted->parameters * sizeof *position), *row = position;
    double *log_time = allocate(all * sizeof *log_time), allowed = 0;
    for (size_t index = 0; index < all; index++) {
        size_t rest = index;
        for (size_t p = 0; p < planted->parameters; p++, rest /= planted->levels[p - 1])
            value[p] = rest % planted->levels[p];
        if (planted->allowed && !planted->allowed(value))
            continue;
        allowed++;
        if ((double)below(1 << 20) >= share * (1 << 20))
            continue;
        memcpy(row, value, planted->parameters * sizeof *value);
        row += planted->parameters;
        log_time[count++] = planted->log_time(value) + deviation * normal();
    }
    FREED size_t *column = allocate(count * planted->parameters * sizeof *column);
    for (size_t i = 0; i < count; i++)
        for (size_t p = 0; p < planted->parameters; p++)
            column[p * count + i] = position[i * planted->parameters + p];
    struct effects effects;
    CHECK(effects_of(&(struct observed){.count = count,
                                        .parameters = planted->parameters,
                                        .position = column,
                                        .log_time = log_time,
                                        .sampled = (double)count / allowed,
                                        .noise = known ? deviation * deviation : NAN},
                     &effects));
    CHECK(effects.count == count && effects.parameters == planted->parameters);
    free(position);
    free(log_time);
    return effects;
}

static double pair_of(const struct effects *effects, size_t a, size_t b)
{
    for (size_t i = 0; i < effects->pairs; i++)
        if (effects->pair[i].a == a && effects->pair[i].b == b)
            return effects->pair[i].share;
    return 0;
}

/* The sum of all shares is the explained part, and each is within its bounds. */
static void check_whole(const struct effects *effects)
{
    double sum = 0;
    for (size_t p = 0; p < effects->parameters; p++) {
        CHECK(effects->share[p] >= 0 && effects->share[p] <= 1);
        sum += effects->share[p];
    }
    for (size_t i = 0; i < effects->pairs; i++) {
        CHECK(effects->pair[i].a < effects->pair[i].b && effects->pair[i].share > 0);
        CHECK(!i || effects->pair[i].share <= effects->pair[i - 1].share);
        for (size_t j = 0; j < i; j++)
            CHECK(effects->pair[j].a != effects->pair[i].a || effects->pair[j].b != effects->pair[i].b);
        sum += effects->pair[i].share;
    }
    CHECK_NEAR(effects->explained, sum, 1e-9);
    CHECK(effects->explained <= 1);
}

/* ---- main effects ---- */

/* Variances of the values 0 to 3: 1.25 times the square of the factor. Shares 0.8, 0.2, 0. */
static double main_effects(const size_t *value)
{
    return 2 * (double)value[0] + (double)value[1];
}

static const struct planted of_mains = {4, {4, 4, 4, 4}, NULL, main_effects};

TEST(main_effects)
{
    static const struct {
        double share, deviation, tolerance;
    } tries[] = {{1, 0, 1e-9}, {1, 0.1, 0.01}, {0.5, 0, 0.06}, {0.2, 0.1, 0.15}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        for (int known = 0; known < 2; known++) {
            FREED_BY(effects_free)
            struct effects effects = effects_in(&of_mains, tries[i].share, tries[i].deviation, known);
            CHECK_NEAR(effects.share[0], 0.8, known ? tries[i].tolerance : 0.01 + tries[i].tolerance);
            CHECK_NEAR(effects.share[1], 0.2, known ? tries[i].tolerance : 0.01 + tries[i].tolerance);
            CHECK_NEAR(effects.share[2] + effects.share[3], 0, 1e-3);
            CHECK(effects.pairs == 0 && effects.explained > 0.99);
            check_whole(&effects);
        }
}

/* ---- interactions ---- */

static double interaction(const size_t *value)
{
    return (double)((value[0] + value[2]) % 2);
}

/* In equal parts: a parameter, a pair, and an interaction of three. */
static double mixed(const size_t *value)
{
    return (double)(value[1] % 2 + (value[0] + value[2]) % 2 + (value[0] + value[1] + value[3]) % 2);
}

TEST(interactions)
{
    const struct planted pure = {3, {4, 3, 4}, NULL, interaction};
    struct effects effects = effects_in(&pure, 1, 0.01, true);
    CHECK(effects.pairs == 1);
    CHECK_NEAR(pair_of(&effects, 0, 2), 1, 0.01);
    CHECK_NEAR(effects.share[0] + effects.share[1] + effects.share[2], 0, 1e-3);
    effects_free(&effects);

    const struct planted parts = {6, {4, 4, 4, 4, 3, 3}, NULL, mixed};
    static const double shares[] = {1, 0.5, 0.1};
    for (size_t i = 0; i < 3; i++) {
        effects = effects_in(&parts, shares[i], 0.01, true);
        CHECK_NEAR(effects.share[1], 1.0 / 3, 0.06);
        CHECK_NEAR(pair_of(&effects, 0, 2), 1.0 / 3, 0.06);
        CHECK_NEAR(effects.explained, 2.0 / 3, 0.06);
        check_whole(&effects);
        effects_free(&effects);
    }
}

/* Two parameters, each cell once: if noise is known to be small, the part beyond their sum is theirs. */
static double of_two(const size_t *value)
{
    return (double)((value[0] + value[1]) % 2);
}

TEST(saturated)
{
    const struct planted planted = {2, {4, 4}, NULL, of_two};
    FREED_BY(effects_free) struct effects effects = effects_in(&planted, 1, 1e-3, true);
    CHECK_NEAR(pair_of(&effects, 0, 1), 1, 1e-2);
    check_whole(&effects);
    effects_free(&effects);
    effects = effects_in(&planted, 1, 1e-3, false); /* else it may be noise */
    CHECK(effects.pairs == 0 && effects.explained == 0);
}

/* ---- constraints ---- */

static bool ordered(const size_t *value)
{
    return value[1] <= value[0];
}

static bool equal(const size_t *value)
{
    return value[1] == value[0];
}

static double first(const size_t *value)
{
    return (double)value[0];
}

static double both(const size_t *value)
{
    return (double)value[0] + 2 * (double)value[1];
}

/* The second parameter goes with the first, which alone matters; or both matter; or it is another name of it. */
TEST(constraints)
{
    struct planted planted = {3, {6, 6, 4}, ordered, first};
    for (int i = 0; i < 4; i++) {
        planted.log_time = i < 2 ? first : both;
        FREED_BY(effects_free) struct effects effects = effects_in(&planted, i % 2 ? 0.6 : 1, 0.01, true);
        if (i < 2)
            CHECK(effects.share[0] > 0.99 && effects.share[1] == 0);
        else
            CHECK(effects.share[0] > 0.2 && effects.share[1] > effects.share[0]);
        CHECK(effects.share[2] == 0 && effects.pairs == 0 && effects.explained > 0.99);
        check_whole(&effects);
    }
    planted.allowed = equal;
    FREED_BY(effects_free) struct effects effects = effects_in(&planted, 1, 0, true);
    CHECK_NEAR(effects.share[0], 1, 1e-9);
    CHECK(effects.share[1] == 0 && effects.pairs == 0);
}

/* ---- noise ---- */

static double no_effect(const size_t *value)
{
    return 0 * (double)value[0];
}

/* Only noise, in many small samples with many values: few of them have any effect, in the mean nearly none. */
TEST(noise)
{
    const struct planted planted = {6, {8, 5, 4, 3, 3, 2}, NULL, no_effect};
    static const double shares[] = {0.012, 0.03, 0.1, 1};
    for (size_t s = 0; s < sizeof shares / sizeof *shares; s++) {
        const int times = s == 3 ? 4 : 100;
        int found = 0;
        double sum = 0;
        for (int i = 0; i < times; i++) {
            FREED_BY(effects_free) struct effects effects = effects_in(&planted, shares[s], 0.3, i % 2);
            found += effects.explained > 0;
            sum += effects.explained;
            check_whole(&effects);
        }
        CHECK(found <= times / 10);
        CHECK_NEAR(sum / times, 0, 0.02);
    }
}

/* ---- many ---- */

static double large(const size_t *value)
{
    return 3 * (double)(value[0] % 2) + 2.0 * (value[3] == value[5]) + 0.1 * (double)value[9];
}

/* 20,000 of a space of eleven parameters, one with more values than are distinguished. */
TEST(many)
{
    const struct planted planted = {11, {6, 4, 3, 4, 2, 4, 2, 3, 2, 60, 1}, NULL, large};
    FREED_BY(effects_free)
    struct effects effects = effects_in(&planted, 20000.0 / (6 * 4 * 3 * 4 * 2 * 4 * 2 * 3 * 2 * 60), 0.1, true);
    /* Variances: 9 / 4; 4 * 3 / 16; 0.01 * (60 * 60 - 1) / 12; 0.01. */
    const double all = 2.25 + 0.75 + 2.99917 + 0.01;
    CHECK(effects.count > 19000);
    CHECK_NEAR(effects.share[0], 2.25 / all, 0.02);
    CHECK_NEAR(pair_of(&effects, 3, 5), 0.75 / all, 0.02);
    CHECK_NEAR(effects.share[9], 2.99917 / all, 0.02);
    CHECK(effects.explained > 0.98 && effects.share[10] == 0);
    check_whole(&effects);
}

/* ---- of results ---- */

/* All 15 configurations of the bench `sum`, and rows that are none: a reference, and a failure in another bench. */
TEST(results)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    struct effects effects;
    for (size_t i = 0; i < 15; i++) {
        struct sample row = sample_timed("sum", 1024, NULL, NULL, exp((double)(i / 3)));
        row.result.index = i;
        sample_add(&results, row);
        CHECK(effects_find(&results, 0, &effects) == (i + 1 >= EFFECTS_LEAST));
        effects_free(&effects);
    }
    sample_add(&results, sample_reference(sample_timed("sum", 1024, NULL, NULL, 1), "alone"));
    sample_add_failed(&results, "dot", 1024, "64", "blocked", CRASHED, "signal 11");
    sample_add_best(&results, sample_timed("sum", 1024, "64", "striped", 1),
                    (struct best){.measured = 15, .allowed = 15}, NULL);
    CHECK(effects_find(&results, 0, &effects) && effects.count == 15);
    CHECK_NEAR(effects.share[0], 1, 0.02);
    CHECK(effects.share[1] == 0 && effects.pairs == 0);
    effects_free(&effects);
    CHECK(!effects_find(&results, 1, &effects));
}

/* Equal times, or a single value of each parameter. */
TEST(no_effect)
{
    struct planted planted = {2, {4, 4}, NULL, no_effect};
    struct effects effects = effects_in(&planted, 1, 0, true);
    CHECK(effects.explained == 0 && effects.share[0] == 0);
    effects_free(&effects);
    const size_t position[EFFECTS_LEAST] = {0};
    const double log_time[EFFECTS_LEAST] = {0};
    CHECK(!effects_of(&(struct observed){EFFECTS_LEAST, 1, position, log_time, 1, 0}, &effects));
}
