/* The time of a run, on the fake device: compiling and measuring overlap on a GPU, but not if the host is timed; and a
 * budget includes the play-off, wrong configurations, and those that never end. */
#include "base/clock.h"
#include "tests/text_file.h"
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"
#include "tuner/run/run.h"

/* ---- what the worker has ---- */

COPY_KERNELS("//fake slow-compile 30\n//fake time 10000\n");

enum { BY_DEVICE, BY_HOST, ARRANGED, WRONG, ENDLESS, BENCH_COUNT };
enum { CONFIGURATIONS = 6, ROUNDS = 12, BLOCKS = 5 };

ENQUEUE(enqueue_slowly)
{
    if (access("measuring", F_OK))
        text_put("measuring", "");
    usleep(1000);
    return enqueue(job, config, fault);
}

/* The last is compiled while others are measured. */
static unsigned options_beside(const struct config *config)
{
    while (config->value[0] == CONFIGURATIONS && access("measuring", F_OK))
        usleep(1000);
    return 0;
}

ENQUEUE(enqueue_or_hang)
{
    while (config->value[0] != 1) /* all but the default */
        pause();
    return enqueue(job, config, fault);
}

/* Nearly all of a block's time. */
ARRANGE(arrange)
{
    usleep(40000);
    return OK;
}

VERIFY(refuse)
{
    *verdict = (struct verdict){0};
    usleep(100000);
    return fail(fault, WRONG_RESULT, "never right");
}

/* clang-format off */
#define NUMBER {"NUMBER", "", VALUES(1, 2, 3, 4, 5, 6)}
#define MANY NUMBER, {"OTHER", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)}
/* clang-format on */
#define COPIES(called, ...)                                                                                            \
    .name = called, COPY_KERNEL, .problem.variants = 1, .problem.setup = setup, .report.work = work,                   \
    .space.parameters = PARAMETERS(__VA_ARGS__)

static const struct bench benches[BENCH_COUNT] = {
    [BY_DEVICE] = {COPIES("by device", NUMBER), .kernel.options = options_beside, .problem.verify = verify,
                   .device.enqueue = enqueue_slowly},
    [BY_HOST] = {COPIES("by host", NUMBER), .problem.verify = verify,
                 .device = {.enqueue = enqueue_slowly, .host_timed = true}},
    [ARRANGED] = {COPIES("arranged", MANY), .problem.verify = verify, .problem.arrange = arrange,
                  .device.enqueue = enqueue},
    [WRONG] = {COPIES("wrong", MANY), .problem.verify = refuse, .device.enqueue = enqueue},
    [ENDLESS] = {COPIES("endless", NUMBER), .problem.verify = verify, .device.enqueue = enqueue_or_hang},
};
REGISTRY("copies", kernels, &benches[BY_DEVICE], &benches[BY_HOST], &benches[ARRANGED], &benches[WRONG],
         &benches[ENDLESS]);

/* ---- the parent ---- */

static bool beside; /* something was compiled while something was measured */

PROGRESS(follow)
{
    if (!strcmp(progress->phase, "measuring") && tuner.device[0].process.busy && tuner.compiler[0].process.busy)
        beside = true;
}

static void run(size_t bench, double budget_seconds)
{
    beside = false;
    tune((struct target){.problem = problem_of(&suite, &benches[bench], 100, 42)},
         (struct run_options){.budget.seconds = budget_seconds, .time_limit = 10, .progress = follow});
}

/* There was no play-off: the best is as the search measured it. */
static void check_unplayed(void)
{
    CHECK(given_searched() == 1 && best.measured == 1);
    CHECK(!best.result.finalist && best.result.blocks == BLOCKS && best.result.alone_ns == 0);
    CHECK(best.result.median_ns > 0 && best.default_ns == best.result.median_ns);
}

/* With a budget that suffices for some rounds: on a busy machine, a larger one. */
static void run_played(size_t bench, double budget_seconds)
{
    run(bench, budget_seconds);
    for (int i = 0; i < 6 && !best.result.finalist; i++)
        run(bench, budget_seconds *= 2);
}

TEST(beside)
{
    run(BY_DEVICE, 0);
    CHECK(beside && given_searched() == CONFIGURATIONS && best.result.blocks == ROUNDS);
    run(BY_HOST, 0);
    CHECK(!beside && given_searched() == CONFIGURATIONS);
}

/* Each iteration takes 1 ms: a configuration half a second, a round a tenth. Without time left there is no round. */
TEST(budget)
{
    run(BY_DEVICE, 0.05);
    check_unplayed();
    run_played(BY_DEVICE, 1);
    CHECK(given_searched() >= 1 && given_searched() < CONFIGURATIONS);
    CHECK(best.result.finalist && best.result.blocks >= 1 && best.result.blocks < ROUNDS);
}

/* Whether a search that has so much time left ends for the play-off of its only configuration. */
static bool is_spent(struct run *run, double left)
{
    run->started = clock_seconds() - (run->options.budget.seconds - left);
    return run_spent(run);
}

/* The arrangement before each block is part of a round's expected time: two finalists of 900 s and 100 s a block, in
 * twelve rounds; but half of the budget at most. */
TEST(arranged)
{
    const struct target target = {.problem = problem_of(&suite, &benches[ARRANGED], 100, 42)};
    const double before = tuner.seconds[PHASE_PREPARING];
    FREED struct run *search = allocate(sizeof *search);
    FREED struct reply *reply = allocate(sizeof *reply);
    *search = (struct run){.tuner = &tuner, .target = &target, .bench = &benches[ARRANGED], .search.asked = 1};
    *reply = (struct reply){.result = {.blocks = BLOCKS, .median_ns = 1},
                            .seconds = {[PHASE_PREPARING] = 900, [PHASE_MEASURING] = BLOCKS * 100}};
    run_contend(search, &(struct candidate){0}, reply);
    search->options.budget.seconds = 1e6;
    CHECK(!is_spent(search, 25000) && is_spent(search, 23000));
    search->options.budget.seconds = 40000;
    CHECK(!is_spent(search, 21000) && is_spent(search, 19000));
    run(ARRANGED, 0.01);
    check_unplayed();
    CHECK(tuner.seconds[PHASE_PREPARING] - before >= 0.04);
}

/* Also if nothing is right: two verifications of 0.1 s per configuration. */
TEST(wrong)
{
    run(WRONG, 0.5);
    CHECK(given_searched() >= 1 && given_searched() <= 4 && best.result.median_ns == 0);
}

/* One never ends, which is no failure of it: the run did not wait for it. The device is reopened for the next
 * problem. */
TEST(endless)
{
    run(ENDLESS, 0.5);
    check_unplayed();
    run(ENDLESS, 0.001);
    check_unplayed();
}

TUNER_MAIN(1)
