/* When a configuration was measured enough: after which samples, and with simulated noise. */
#include "tuner/measure/stopping.h"
#include "tests/check.h"
#include "tuner/job.h"
#include "tuner/measure/statistics.h"
#include "tuner/search/strategy.h"

enum { BLOCK = 5, BLOCKS = 5, CONFIGURATIONS = 200, RUNS = 1000 };

/* ---- after which samples ---- */

TEST(least)
{
    static const struct {
        double confidence;
        size_t least;
    } cases[] = {{0, 0}, {1, 0}, {0.9, 2}, {0.95, 3}, {0.99, 4}, {0.999, 5}, {0.9999, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(stopping_least((struct stopping){cases[i].confidence, 1}) == cases[i].least);
}

TEST(first)
{
    const double slow[] = {116, 200, 116}, once[] = {116, 114, 116}, near[] = {200, 104, 103};
    CHECK(stopping_first((struct stopping){0.95, 100}, slow, 3) == STOP_DROPPED);
    CHECK(stopping_first((struct stopping){0.95, 100}, slow, 2) == STOP_NOT);
    CHECK(stopping_first((struct stopping){0.95, 100}, once, 3) == STOP_BEHIND);
    CHECK(stopping_first((struct stopping){0.95, 100}, near, 3) == STOP_NOT);
    CHECK(stopping_first((struct stopping){0.95, 99.9}, near, 3) == STOP_BEHIND);
    CHECK(stopping_first((struct stopping){0.95, 0}, slow, 3) == STOP_NOT);
    CHECK(stopping_first((struct stopping){1, 100}, slow, 3) == STOP_NOT);
    CHECK(stopping_first((struct stopping){0.9, 100}, slow, 2) == STOP_DROPPED);
}

TEST(by_two)
{
    CHECK(stopping_by_two((struct stopping){0.95, 100}) && stopping_by_two((struct stopping){0.99, 100}));
    CHECK(!stopping_by_two((struct stopping){0.999, 100}) && !stopping_by_two((struct stopping){1, 100}));
    CHECK(stopping_by_one((struct stopping){0.95, 100}) && !stopping_by_one((struct stopping){0.96, 100}));
    CHECK(!stopping_by_one((struct stopping){0.95, 0}) && !stopping_by_one((struct stopping){1, 100}));
    CHECK(!stopping_by_two((struct stopping){0, 100}) && !stopping_by_two((struct stopping){0.95, 0}));
}

TEST(decide)
{
    const double ns[] = {101, 103, 102, 104, 105, 106, 107, 108, 109, 110};
    const double known[] = {100, 100.2, 100.4, 100.1, 100.3, 100, 100.2, 100.4, 100.1, 100.5};
    CHECK(stopping_decide((struct stopping){0.99, 100}, ns, 6) == STOP_NOT); /* by chance in 1 of 64 */
    CHECK(stopping_decide((struct stopping){0.99, 100}, ns, 7) == STOP_BEHIND);
    CHECK(stopping_decide((struct stopping){0.95, 100}, ns, 5) == STOP_BEHIND);
    CHECK(stopping_decide((struct stopping){0.99, 101}, ns, 10) == STOP_NOT);
    CHECK(stopping_decide((struct stopping){0.99, 0}, ns, 10) == STOP_NOT);
    CHECK(stopping_decide((struct stopping){1, 50}, ns, 10) == STOP_NOT);
    CHECK(stopping_decide((struct stopping){0.99, 0}, known, 10) == STOP_KNOWN);
    CHECK(stopping_decide((struct stopping){0.99, 101}, known, 10) == STOP_KNOWN);
    CHECK(stopping_decide((struct stopping){0.99, 101}, known, 5) == STOP_NOT);
    CHECK(stopping_decide((struct stopping){0.99, 0}, (double[8]){0}, 8) == STOP_NOT); /* no time */
}

TEST(settled)
{
    const double best[] = {100, 100.2, 100.4, 100.1, 100.3, 100, 100.2, 100.4, 100.1, 100.5};
    const double alike[] = {99.5, 100.2, 99.9, 100.1, 100, 100, 100.2, 99.9, 100.1, 100.5};
    const double faster[] = {99.5, 100.2, 99, 100.1, 100, 100, 100.2, 99.9, 100.1, 100.5};
    const double noisy[] = {99.5, 100.2, 104, 100.1, 100, 104, 100.2, 103, 100.1, 100.5};
    const double slower[] = {110, 130, 120, 101, 105, 110, 120, 130, 101, 102};
    const struct stopping usual = {.confidence = 0.95}, sure = {.confidence = 0.99}, whole = {.confidence = 1};
    CHECK(stopping_settled(usual, best, best, 5) && stopping_settled(usual, best, alike, 5));
    CHECK(!stopping_settled(usual, best, alike, 4) && !stopping_settled(sure, best, alike, 6));
    CHECK(stopping_settled(sure, best, alike, 7) && !stopping_settled(whole, best, alike, 10));
    CHECK(!stopping_settled(usual, best, faster, 7) && stopping_settled(usual, best, faster, 8)); /* but for one */
    CHECK(!stopping_settled(usual, best, noisy, 5) && stopping_settled(usual, best, slower, 5));
    CHECK(!stopping_settled(usual, best, (double[5]){0}, 5) && !stopping_settled(usual, (double[5]){0}, best, 4));
}

/* ---- simulated ---- */

/* The best has 1; a third of the others is within 5 %, and the rest up to about twice as slow. */
static double true_time(uint64_t configuration)
{
    const double place = job_uniform(1, configuration);
    return configuration == 0 ? 1 : configuration % 3 ? 1.05 + place : 1.002 + 0.048 * place;
}

/* The factor on a time, at a moment of a run from 0 to 1, in run number `run`. */
typedef double disturbance(uint64_t run, double moment, uint64_t sample);

static double ramp_down(UNNEEDED uint64_t run, double moment, UNNEEDED uint64_t sample)
{
    return 1 + 0.1 * moment;
}

static double ramp_up(UNNEEDED uint64_t run, double moment, UNNEEDED uint64_t sample)
{
    return moment < 0.2 ? 1.1 - 0.5 * moment : 1;
}

static double outlier(uint64_t run, UNNEEDED double moment, uint64_t sample)
{
    return job_uniform(run, sample) < 0.05 ? 3 : 1;
}

/* One of two factors, in periods of a few configurations. */
static double two_states(uint64_t run, double moment, UNNEEDED uint64_t sample)
{
    return job_uniform(run, (uint64_t)(moment * 40)) < 0.5 ? 1 : 1.08;
}

static double no_disturbance(UNNEEDED uint64_t run, UNNEEDED double moment, UNNEEDED uint64_t sample)
{
    return 1;
}

/* Measures one configuration as the meter does: false if it was dropped. */
static bool measure(struct stopping rule, const double *ns, size_t *spent)
{
    const size_t least = stopping_least(rule);
    const enum stop stop = ns[0] > STOP_ABOVE * rule.best_ns ? stopping_first(rule, ns, least) : STOP_NOT;
    *spent += ns[0] > STOP_ABOVE * rule.best_ns ? least : 1; /* only the first iteration */
    if (stop != STOP_NOT)
        return stop != STOP_DROPPED;
    for (size_t block = 1; block <= BLOCKS; block++) {
        *spent += BLOCK;
        if (stopping_decide(rule, ns + least, block * BLOCK) != STOP_NOT)
            break;
    }
    return true;
}

/* A search in random order: whether it drops the best. */
static bool drops_best(disturbance *disturb, uint64_t run, size_t *spent)
{
    double best_ns = 0;
    uint64_t sample = 0;
    uint64_t order[CONFIGURATIONS];
    for (uint64_t i = 0; i < CONFIGURATIONS; i++)
        order[i] = i;
    strategy_shuffle(order, CONFIGURATIONS, run);
    for (int i = 0; i < CONFIGURATIONS; i++) {
        double ns[32];
        const struct stopping rule = {0.95, best_ns};
        const double moment = (double)i / CONFIGURATIONS;
        for (int s = 0; s < 32; s++, sample++)
            ns[s] = true_time(order[i]) * (1 + 0.01 * (job_uniform(~run, sample) - 0.5)) * disturb(run, moment, sample);
        if (!measure(rule, ns, spent)) {
            if (order[i] == 0)
                return true;
            continue;
        }
        const double value = statistics_median(ns + stopping_least(rule), BLOCK);
        best_ns = best_ns == 0 || value < best_ns ? value : best_ns;
    }
    return false;
}

TEST(planted)
{
    static const struct {
        const char *name;
        disturbance *disturb;
    } cases[] = {{"quiet", no_disturbance},
                 {"clocks fall", ramp_down},
                 {"clocks rise", ramp_up},
                 {"one in twenty", outlier},
                 {"two clocks", two_states}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        size_t spent = 0;
        int dropped = 0;
        for (uint64_t run = 0; run < RUNS; run++)
            dropped += drops_best(cases[c].disturb, run, &spent);
        printf("%-14s %5.2f samples per configuration, the best dropped in %d of %d\n", cases[c].name,
               (double)spent / RUNS / CONFIGURATIONS, dropped, RUNS);
        CHECK(dropped == 0);
        CHECK(spent < (size_t)RUNS * CONFIGURATIONS * BLOCK * 2);
    }
}
