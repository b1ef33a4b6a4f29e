/* The best of those with a small enough error, on the fake device: configurations with a larger one are measured and
 * reported, and have no other effect. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

/* ---- what the worker has ---- */

COPY_KERNELS("//fake TIME=5000 time 5000\n"
             "//fake TIME=5100 time 5100\n"
             "//fake TIME=6000 time 6000\n"
             "//fake TIME=6001 time 6000\n"
             "//fake TIME=6200 time 6200\n"
             "//fake TIME=7000 time 7000\n"
             "//fake TIME=8000 time 8000\n");

/* The slower, the smaller; one error is unknown. */
static const struct {
    int time;
    double error;
} errors[] = {{5000, 1e-2}, {5100, NAN}, {6000, 1e-6}, {6001, 1e-6}, {6200, 1e-6}, {7000, 1e-9}, {8000, 1e-9}};
enum { CONFIGURATIONS = sizeof errors / sizeof *errors };

static void figure(UNNEEDED const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    values[0] = 0;
    values[1] = errors[config->index].error;
}

#define COPIES                                                                                                         \
    COPIES_BY(enqueue), .space.parameters = PARAMETERS({"TIME", "", VALUES(5000, 5100, 6000, 6001, 6200, 7000, 8000)})
#define ERRORS .report.figures = NAMES("share", "error"), .report.figure = figure, .report.error = "error"

enum { ROUGH, FINE, PLAIN, BENCH_COUNT };
static const struct bench benches[BENCH_COUNT] = {
    [ROUGH] = {.name = "rough", COPIES, ERRORS, DEFAULTS(5000)},
    [FINE] = {.name = "fine", COPIES, ERRORS, DEFAULTS(8000)},
    [PLAIN] = {.name = "plain", COPIES, DEFAULTS(8000)},
};
REGISTRY("times", kernels, &benches[ROUGH], &benches[FINE], &benches[PLAIN]);

/* ---- the parent ---- */

static double shown_ns; /* of the best, by the last progress report */

static const struct result *row_of(size_t index)
{
    return &given_last(index, 0)->row;
}

/* With a user, the run is interrupted when the play-off begins. */
PROGRESS(show)
{
    stop = user && !strcmp(progress->phase, "play-off");
    shown_ns = progress->best_ns;
}

/* Tries all configurations, and records each outcome. */
static double told_ns[CONFIGURATIONS];

static void observe(void *state, const struct observation *observed)
{
    told_ns[observed->index] = observed->ns;
    exhaustive_strategy.tell(state, observed);
}

static void run(size_t bench, double max_error, uint64_t seed, double until, void *user)
{
    static const struct ceilings ceilings = {.rate = {[RESOURCE_LAUNCH] = 1e6}};
    stop = 0;
    tune((struct target){.problem = problem_of(&suite, &benches[bench], 100, seed), .max_error = max_error},
         (struct run_options){
             .until = until, .confidence = TUNER_CONFIDENCE, .ceilings = &ceilings, .progress = show, .user = user});
}

/* All were measured; only those with a small enough error, and the default, may have been measured again. */
static void check_rows(double max_error, int standard)
{
    CHECK(best.measured == CONFIGURATIONS);
    for (size_t i = 0; i < CONFIGURATIONS; i++) {
        const struct result *row = row_of(i);
        CHECK(row->status == OK && row->median_ns == (errors[i].time == 6001 ? 6000 : errors[i].time));
        CHECK(row->figure[1] == errors[i].error || (isnan(row->figure[1]) && isnan(errors[i].error)));
        CHECK(!row->finalist || errors[i].error <= max_error || errors[i].time == standard);
    }
}

/* In any order. */
enum { SEEDS = 10 };

TEST(any)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        run(ROUGH, 0, seed, 0, NULL);
        CHECK(best.measured == CONFIGURATIONS && errors[best.result.index].time == 5000 && best.default_ns == 5000);
        CHECK(shown_ns == 5000);
    }
    run(PLAIN, 1e-6, 1, 0, NULL); /* without an error figure there is no condition */
    CHECK(best.measured == CONFIGURATIONS && errors[best.result.index].time == 5000);
}

/* The default is faster than the best, but its error is too large. */
TEST(rough_default)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        run(ROUGH, 1e-6, seed, 0, NULL);
        check_rows(1e-6, 5000);
        CHECK(best.result.median_ns == 6000 && best.result.figure[1] == 1e-6 && best.default_ns == 5000);
        CHECK(best.tied == 1 && errors[best.tied_with[0]].time + errors[best.result.index].time == 6000 + 6001);
        CHECK(row_of(0)->finalist && shown_ns == 6000);
    }
}

/* A strategy is not attracted by fast configurations with too large an error: it gets no time of them. */
TEST(observations)
{
    struct strategy listener = exhaustive_strategy;
    listener.tell = observe;
    tune((struct target){.problem = problem_of(&suite, &benches[ROUGH], 100, 1), .max_error = 1e-6},
         (struct run_options){.strategy = &listener, .confidence = TUNER_CONFIDENCE, .progress = show});
    for (size_t i = 0; i < CONFIGURATIONS; i++)
        CHECK((told_ns[i] > 0) == (errors[i].error <= 1e-6));
}

/* A configuration that is too inaccurate and 1.25 times as fast as the best does not stop the best's measurement. */
TEST(not_dropped)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        run(FINE, 1e-9, seed, 0, NULL);
        check_rows(1e-9, 8000);
        CHECK(best.result.median_ns == 7000 && best.default_ns == 8000 && best.tied == 0);
        for (size_t i = 0; i < CONFIGURATIONS; i++)
            CHECK(!row_of(i)->dropped && row_of(i)->finalist == (errors[i].error <= 1e-9));
    }
    size_t dropped = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) { /* without a maximum error it does, if the faster one comes first */
        run(FINE, 0, seed, 0, NULL);
        CHECK(errors[best.result.index].time == 5000);
        dropped += row_of(5)->dropped;
    }
    CHECK(dropped > 0);
}

TEST(none)
{
    run(ROUGH, 1e-12, 1, 0, NULL);
    check_rows(1e-12, 0);
    CHECK(best.result.median_ns == 0 && best.default_ns == 0 && best.tied == 0 && shown_ns == 0);
}

/* The search does not end because a configuration with too large an error reaches the share of the limit: 5000 ns are
 * 0.2 of it. */
TEST(until)
{
    run(ROUGH, 1e-6, 1, 0.19, NULL);
    check_rows(1e-6, 5000);
    CHECK(best.result.median_ns == 6000);
    run(ROUGH, 0, 1, 0.19, NULL);
    CHECK(best.measured < CONFIGURATIONS);
}

TEST(interrupted)
{
    run(ROUGH, 1e-6, 1, 0, &tuner);
    check_rows(1e-6, 0);
    CHECK(best.result.median_ns == 6000 && best.default_ns == 5000);
}

TUNER_MAIN(1)
