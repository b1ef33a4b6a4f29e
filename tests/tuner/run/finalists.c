/* The participants of the play-off, on the fake device: the best few of a search and the default, in order. */
#include "tests/text_file.h"
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

/* ---- what the worker has ---- */

/* TIME nanoseconds, rounded down to hundreds. */
COPY_KERNELS("//fake TIME=5000 time 5000\n"
             "//fake TIME=5001 time 5000\n"
             "//fake TIME=5040 time 5040\n"
             "//fake TIME=5100 time 5100\n"
             "//fake TIME=5200 time 5200\n"
             "//fake TIME=5300 time 5300\n"
             "//fake TIME=5400 time 5400\n"
             "//fake TIME=5500 time 5500\n"
             "//fake TIME=5600 time 5600\n"
             "//fake TIME=5700 time 5700\n"
             "//fake TIME=5701 time 5700\n"
             "//fake TIME=5702 time 5700\n"
             "//fake TIME=5703 time 5700\n"
             "//fake TIME=9000 time 9000\n"
             "//fake TIME=9500 time 9500\n"
             "//fake TIME=12000 time 12000\n"
             "//fake TIME=20000 time 20000\n");

enum { ROUNDS = 12, SETTLED = 6, SLOWER = 4, SOON = 3, SAMPLES = 10, FINALISTS = 6 };
enum { CLOSE, AMONG, FAR, FIRST_FAR, LATE, ENDLESS, ALIKE, BENCH_COUNT };

/* Compiled once another one was measured, or never. */
static unsigned options_late(const struct config *config)
{
    while (config->value[0] == 20000 && access("measured", F_OK))
        usleep(1000);
    return 0;
}

static unsigned options_endless(const struct config *config)
{
    if (config->value[0] == 20000)
        hang();
    return 0;
}

WORK(work_noted)
{
    text_put("measured", "");
    return work(job, config);
}

/* clang-format off */
#define TIMES_WITH(works, called, standard, ...)                                                                       \
    .name = called, COPIES_WITH(enqueue, works), .space.parameters = PARAMETERS({"TIME", "", VALUES(__VA_ARGS__)}),    \
    DEFAULTS(standard)
#define TIMES(called, standard, ...) {TIMES_WITH(work, called, standard, __VA_ARGS__)}
/* clang-format on */

static const struct bench benches[BENCH_COUNT] = {
    /* none is dropped; the default is the slowest, then one of the best, some of which are equally fast: */
    [CLOSE] = TIMES("close", 5701, 5600, 5100, 5701, 5300, 5500, 5000, 5700, 5200, 5400, 5702),
    [AMONG] = TIMES("among", 5200, 5701, 5100, 5700, 5000, 5703, 5200, 5702),
    /* too few are fast; the default is one of them, then it is not: */
    [FAR] = TIMES("far", 5100, 9000, 5200, 9500, 12000, 5000, 5100),
    [FIRST_FAR] = TIMES("first far", 12000, 9000, 5200, 9500, 12000, 5000, 5100),
    /* the default is measured after others: */
    [LATE] = {TIMES_WITH(work_noted, "late", 20000, 5600, 5100, 20000, 5300, 5500, 5000, 5700, 5200, 5400, 12000),
              .kernel.options = options_late},
    [ENDLESS] = {TIMES_WITH(work, "endless", 20000, 5600, 20000, 5000), .kernel.options = options_endless},
    /* some differ by less than 1 % */
    [ALIKE] = TIMES("alike", 5100, 5000, 5001, 5040, 5100, 5200),
};
REGISTRY("times", kernels, &benches[CLOSE], &benches[AMONG], &benches[FAR], &benches[FIRST_FAR], &benches[LATE],
         &benches[ENDLESS], &benches[ALIKE]);

/* ---- the parent ---- */

static void run(size_t bench, uint64_t seed, double confidence)
{
    tune((struct target){.problem = problem_of(&suite, &benches[bench], 100, seed)},
         (struct run_options){.confidence = confidence});
}

/* Whether a configuration is better than another that was measured earlier. */
static bool is_better(const struct result *row, const struct result *other)
{
    return row->dropped == other->dropped ? row->median_ns < other->median_ns : other->dropped;
}

/* Of the search's rows: the best, and the following ones that were not dropped, FINALISTS at most, and the default.
 * Returns how many. */
static size_t finalists(uint64_t standard, struct result *finalist)
{
    struct result sorted[MOST_GIVEN];
    size_t count = 0, taken = 0, standard_at = SIZE_MAX;
    for (size_t i = 0; i < given_count; i++) {
        const struct result *row = &given[i].row;
        if (row->finalist || row->status != OK)
            continue;
        size_t at = count++;
        for (; at > 0 && is_better(row, &sorted[at - 1]); at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = *row;
    }
    while (taken < count && taken < FINALISTS && (!taken || !sorted[taken].dropped)) {
        finalist[taken] = sorted[taken];
        taken++;
    }
    for (size_t i = 0; i < count; i++)
        standard_at = sorted[i].index == standard ? i : standard_at;
    if (standard_at != SIZE_MAX && standard_at >= taken)
        finalist[taken++] = sorted[standard_at];
    return taken;
}

/* Their rows are emitted again in their order, and no others; the best and the default's time are from these. Returns
 * their number. */
static size_t check_finalists(size_t bench)
{
    const struct space *space = &benches[bench].space;
    const uint64_t standard = space_default(space);
    struct result expected[FINALISTS + 1];
    size_t count = finalists(standard, expected), again = 0, searched = 0;
    const struct result *winner = NULL;
    for (size_t i = 0; i < given_count; i++) {
        const struct result *row = &given[i].row;
        CHECK(row->status == OK);
        if (!row->finalist) {
            CHECK(row->median_ns == 100 * floor((double)space->parameters[0].values[row->index] / 100));
            CHECK(!again); /* all rows of the search precede them */
            searched++;
            continue;
        }
        CHECK(again < count && row->index == expected[again].index && row->median_ns == expected[again].median_ns);
        const double times = row->median_ns / 5000;
        const bool stays = times == 1 || (row->index == standard && times < 2);
        const size_t rounds = stays ? SETTLED : times > 1.15 ? SOON : SLOWER;
        CHECK(!row->dropped && row->blocks == rounds && (size_t)row->iterations == rounds * SAMPLES);
        winner = !winner || row->median_ns < winner->median_ns ? row : winner;
        if (row->index == standard)
            CHECK(best.default_ns == row->median_ns);
        again++;
    }
    CHECK(again == count && searched == space->parameters[0].count && best.measured == searched);
    CHECK(winner && best.result.index == winner->index && best.result.median_ns == 5000);
    CHECK(best.default_ns > 0 && best.tied == 0);
    return again;
}

/* In any order of the search. */
static void test_finalists(void)
{
    static const struct {
        size_t bench, least, most;
    } cases[] = {{CLOSE, 7, 7}, {AMONG, 6, 6}, {FAR, 3, 3}, {FIRST_FAR, 4, 6}};
    size_t kinds = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            run(cases[i].bench, seed, TUNER_CONFIDENCE);
            size_t count = check_finalists(cases[i].bench);
            CHECK(count >= cases[i].least && count <= cases[i].most);
            kinds |= (size_t)1 << count;
        }
    CHECK(kinds >> 3 & kinds >> 4 & 1); /* configurations far from the best were measured before it, too */
}

/* A dropped default takes part nevertheless; here others are measured while it is compiled. */
static void test_late_default(void)
{
    const uint64_t standard = space_default(&benches[LATE].space);
    run(LATE, 42, TUNER_CONFIDENCE);
    CHECK(check_finalists(LATE) == FINALISTS + 1);
    for (size_t i = 0; i < given_count; i++)
        if (given[i].row.index == standard)
            CHECK(given[i].row.dropped == !given[i].row.finalist && given[i].row.median_ns == 20000);
    CHECK(best.default_ns == 20000);
}

/* A budget ends before it is compiled: it has no time, which is no failure. */
static void test_untimed_default(void)
{
    tune((struct target){.problem = problem_of(&suite, &benches[ENDLESS], 100, 42)},
         (struct run_options){.budget.seconds = 0.2});
    CHECK(best.result.median_ns > 0 && best.default_ns == 0 && best.default_untimed);
}

/* The play-off ends where more rounds would show nothing, the later the surer that has to be; one that is slower by
 * less than 1 % plays to the end, and is not tied. */
static void test_settled(void)
{
    static const struct {
        double confidence;
        size_t rounds, slower;
    } cases[] = {{0.95, SETTLED, SLOWER}, {0.99, 8, 5}, {0.999, 11, 6}, {0.9999, ROUNDS, 7}, {0, ROUNDS, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run(ALIKE, 42, cases[i].confidence);
        for (size_t row = 0; row < given_count; row++) {
            const struct result *result = &given[row].row;
            const size_t rounds = result->median_ns == 5200   ? cases[i].slower
                                  : result->median_ns == 5000 ? cases[i].rounds
                                  : cases[i].rounds < 7       ? cases[i].rounds
                                                              : 7;
            WRONG_IF(result->finalist && result->blocks != rounds, "%g: %g ns, %zu rounds\n", cases[i].confidence,
                     result->median_ns, result->blocks);
        }
        CHECK(best.result.median_ns == 5000 && best.default_ns == 5100 && best.tied == 1);
    }
}

int main(int argc, char **argv)
{
    serve_if_worker(&registry, argc, argv);
    open_tuner(&registry, 1);
    test_finalists();
    test_settled();
    tuner_close(&tuner);
    open_tuner(&registry, 2);
    test_late_default();
    test_untimed_default();
    tuner_close(&tuner);
    return CHECK_RESULT;
}
