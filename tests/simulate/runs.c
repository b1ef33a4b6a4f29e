/* Recorded spaces, strategies on them, and their results: compared with cases counted by hand. */
#include "reports/like.h"
#include "reports/results.h"
#include "simulate/curves.h"
#include "simulate/score.h"
#include "tests/check.h"
#include "tuner/search/permutation.h"
#include "tuner/values.h"

/* ---- spaces ---- */

/* X of 0 to x - 1 and WORD of a, b: all, except those whose X is a multiple of `without`. The time of the row number r,
 * which is r % 5 == 4 ? none : 1000 + 7 r % 101, is in no strategy's order. */
static struct results make_results(size_t x, size_t without)
{
    struct results results = {0};
    char number[MAX_NUMBER];
    const size_t problem = results_add_problem(&results, "suite", "bench", 1, 1);
    struct named_parameter *parameter = problem_add_parameter(results.problems, "X", KIND_NUMBERS);
    for (size_t v = 0; v < x; v++) {
        snprintf(number, sizeof number, "%zu", v);
        texts_add(&parameter->words, number);
    }
    parameter = problem_add_parameter(results.problems, "WORD", KIND_WORDS);
    texts_add(&parameter->words, "a");
    texts_add(&parameter->words, "b");
    for (size_t index = 2 * x; index-- > 0;) {
        struct result row = result_of(index, 0);
        if (index / 2 % without == 0)
            continue;
        row.status = index % 5 == 4 ? COMPILE_FAILED : OK;
        row.median_ns = row.ci95_ns[0] = row.ci95_ns[1] = row.block_ns[0] = 1000 + (double)(7 * index % 101);
        row.blocks = 1;
        row.resources.registers = 16 + (int)index % 7;
        results_add(&results, problem, &row, "");
    }
    return results;
}

static struct recorded make_recorded(const struct results *results, struct recorded *recorded)
{
    CHECK_OK(recorded_make(recorded, results, 0, "made", &caught));
    return *recorded;
}

TEST(recorded)
{
    FREED_BY(results_free) struct results results = make_results(40, 3);
    FREED_BY(recorded_free) struct recorded recorded;
    make_recorded(&results, &recorded);
    const struct solved *solved = &recorded.allowed.solved;
    size_t timed = 0;
    CHECK(recorded.count == 52 && solved->count == 52 && recorded.bench.space.parameters[0].values[39] == 39);
    CHECK_TEXT(recorded.bench.space.parameters[1].words[1], "b");
    for (size_t rank = 0; rank < recorded.count; rank++) {
        const uint64_t index = solved_index(solved, rank);
        const bool failed = index % 5 == 4;
        size_t before = 0;
        CHECK(index / 2 % 3 && (recorded.status[rank] == COMPILE_FAILED) == failed);
        CHECK(recorded.resources[rank].registers == 16 + (int)index % 7);
        CHECK(recorded.ns[rank] == (failed ? 0 : 1000 + (double)(7 * index % 101)));
        timed += !failed;
        for (size_t other = 0; other < recorded.count; other++)
            before += recorded.status[other] == OK && (failed || recorded.ns[other] < recorded.ns[rank]);
        CHECK(failed ? recorded.place[rank] >= recorded.timed : recorded.place[rank] == before);
        CHECK(failed || recorded.best[before] == recorded.ns[rank]);
    }
    CHECK(recorded.timed == timed);
    CHECK(recorded_within(&recorded, 0) == 1 && recorded_within(&recorded, 1) == timed);
    CHECK(solved_rank(solved, 0) == NO_CONFIGURATION);
}

/* Numbers outside int's range are real ones; rows of the bench as a whole and of references are skipped. */
TEST(other_rows)
{
    FREED_BY(results_free) struct results results = make_results(4, 9);
    FREED_BY(recorded_free) struct recorded recorded;
    struct result row = result_of(NO_CONFIGURATION, 0);
    free(results.problems->parameter[0].words.text[3]);
    results.problems->parameter[0].words.text[3] = allocate_text("3000000000");
    results_add(&results, 0, &row, "");
    row = result_of(0, 1);
    results_add(&results, 0, &row, "");
    make_recorded(&results, &recorded);
    CHECK(recorded.count == 6 && recorded.bench.space.parameters[0].reals[3] == 3e9);
}

TEST(twice)
{
    FREED_BY(results_free) struct results results = make_results(4, 9);
    FREED_BY(recorded_free) struct recorded recorded;
    results_add(&results, 0, &results.rows[2].result, "");
    CHECK_FAULT(recorded_make(&recorded, &results, 0, "made", &caught), INVALID,
                "made: suite/bench/n:1/X:2/WORD:b: this configuration is there twice");
}

/* ---- strategies of tests ---- */

struct drawn {
    const struct choices *choices;
    struct permutation order;
    uint64_t asked, observed, end;
};

/* Random search without repetition; with `waits` it proposes two before it gets a result. */
static void *start_drawn(const struct choices *choices, UNNEEDED const struct search_budget *budget, uint64_t seed,
                         uint64_t *most)
{
    struct drawn *drawn = allocate(sizeof *drawn);
    *drawn = (struct drawn){choices, {choices->count, seed}, 0, 0, *most = choices->count};
    return drawn;
}

static enum ask_result ask_drawn(void *state, uint64_t *index)
{
    struct drawn *drawn = state;
    CHECK(drawn->asked == drawn->observed);
    if (drawn->asked == drawn->end)
        return ASK_DONE;
    *index = solved_index(&drawn->choices->allowed->solved, permutation_at(&drawn->order, drawn->asked++));
    return ASK_INDEX;
}

static void tell_drawn(void *state, const struct observation *observed)
{
    struct drawn *drawn = state;
    CHECK((observed->status == OK) == (observed->ns > 0));
    drawn->observed++;
}

static const struct strategy drawn_strategy = {
    .name = "drawn", .start = start_drawn, .ask = ask_drawn, .tell = tell_drawn, .end = free};

/* It proposes its first three and ends. */
static void *start_short(const struct choices *choices, const struct search_budget *budget, uint64_t seed,
                         uint64_t *most)
{
    struct drawn *drawn = start_drawn(choices, budget, seed, most);
    drawn->end = 3;
    return drawn;
}

static const struct strategy short_strategy = {
    .name = "short", .start = start_short, .ask = ask_drawn, .tell = tell_drawn, .end = free};

/* ---- runs ---- */

/* Each strategy proposes only recorded configurations, and exhaustive finally the best; the order depends only on the
 * seed. */
TEST(strategies)
{
    FREED_BY(results_free) struct results results = make_results(40, 3);
    FREED_BY(recorded_free) struct recorded recorded;
    make_recorded(&results, &recorded);
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++) {
        FREED_BY(runs_free) struct runs runs = runs_make(&recorded, NULL, *strategy, 9, 1000, 5);
        FREED_BY(runs_free) struct runs again = runs_make(&recorded, NULL, *strategy, 9, 1000, 5);
        FREED_BY(runs_free) struct runs other = runs_make(&recorded, NULL, *strategy, 9, 1000, 6);
        const size_t bytes = runs.repeats * runs.evaluations * sizeof *runs.place;
        CHECK(runs.evaluations == recorded.count && !memcmp(runs.place, again.place, bytes));
        CHECK(memcmp(runs.place, other.place, bytes) != 0);
        for (size_t e = 0; e < runs.evaluations; e++)
            for (size_t r = 0; r < runs.repeats; r++) {
                const size_t *place = runs.place + e * runs.repeats + r;
                CHECK(*place < recorded.count && (!e || *place <= place[-(ptrdiff_t)runs.repeats]));
                CHECK(e + 1 < runs.evaluations || *strategy != &exhaustive_strategy || *place == 0);
            }
    }
}

/* A model uses the registers of tried configurations. */
TEST(registers)
{
    FREED_BY(results_free) struct results results = make_results(200, 3);
    FREED_BY(recorded_free) struct recorded recorded;
    make_recorded(&results, &recorded);
    struct strategy blind = model_strategy;
    size_t found = 0;
    blind.has_values = true;
    for (size_t o = 0; blind.options[o].name; o++) {
        const bool is_resources = !strcmp(blind.options[o].name, "resources");
        blind.value[o] = is_resources ? 0 : blind.options[o].initial;
        found += is_resources;
    }
    CHECK(found == 1);
    FREED_BY(runs_free) struct runs with = runs_make(&recorded, NULL, &model_strategy, 9, 60, 5);
    FREED_BY(runs_free) struct runs without = runs_make(&recorded, NULL, &blind, 9, 60, 5);
    CHECK(memcmp(with.place, without.place, 12 * 9 * sizeof *with.place) == 0); /* at random */
    CHECK(memcmp(with.place, without.place, 60 * 9 * sizeof *with.place) != 0);
}

/* A run that ends keeps its best. */
TEST(short_runs)
{
    FREED_BY(results_free) struct results results = make_results(40, 3);
    FREED_BY(recorded_free) struct recorded recorded;
    make_recorded(&results, &recorded);
    FREED_BY(runs_free) struct runs runs = runs_make(&recorded, NULL, &short_strategy, 4, 20, 1);
    FREED_BY(runs_free) struct runs longer = runs_make(&recorded, NULL, &drawn_strategy, 4, 20, 1);
    CHECK(!memcmp(runs.place, longer.place, 3 * 4 * sizeof *runs.place));
    for (size_t e = 3; e < 20; e++)
        CHECK(!memcmp(runs.place + 2 * 4, runs.place + e * 4, 4 * sizeof *runs.place));
}

/* ---- evaluations needed ---- */

/* Runs of which number r reaches the first place after r + 1 evaluations, except for the last ones. */
static struct runs make_runs(const struct recorded *recorded, size_t repeats, size_t evaluations)
{
    struct runs runs = {recorded, NULL, repeats, evaluations, NULL, NULL};
    runs.place = allocate(repeats * evaluations * sizeof *runs.place);
    for (size_t e = 0; e < evaluations; e++)
        for (size_t r = 0; r < repeats; r++)
            runs.place[e * repeats + r] = e < r;
    return runs;
}

TEST(reach)
{
    static const struct {
        size_t repeats, evaluations;
        double median, low, high, share;
    } cases[] = {
        {1, 9, 1, NAN, NAN, 1},
        {4, 9, 2.5, NAN, NAN, 1},
        {5, 9, 3, NAN, NAN, 1},
        {6, 9, 3.5, 1, 6, 1},
        {9, 20, 5, 2, 8, 1},
        {100, 200, 50.5, 40, 61, 1},
        {100, 60, 50.5, 40, INFINITY, .6},
        {100, 50, INFINITY, 40, INFINITY, .5},
        {100, 10, INFINITY, INFINITY, INFINITY, .1},
        {1000, 2000, 500.5, 469, 532, 1},
    };
    FREED_BY(results_free) struct results results = make_results(40, 3);
    FREED_BY(recorded_free) struct recorded recorded;
    make_recorded(&results, &recorded);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        FREED_BY(runs_free) struct runs runs = make_runs(&recorded, cases[c].repeats, cases[c].evaluations);
        const struct reach reach = runs_reach(&runs, 1);
        CHECK(reach.median == cases[c].median);
        CHECK(isnan(cases[c].low) ? isnan(reach.interval[0]) && isnan(reach.interval[1])
                                  : reach.interval[0] == cases[c].low && reach.interval[1] == cases[c].high);
        CHECK_NEAR(reach.share, cases[c].share, 1e-9);
    }
}

/* The calculation for random search agrees with its runs. */
TEST(chance)
{
    enum { REPEATS = 1000, EVALUATIONS = 30 };
    FREED_BY(results_free) struct results results = make_results(40, 3);
    FREED_BY(recorded_free) struct recorded recorded;
    make_recorded(&results, &recorded);
    FREED_BY(runs_free) struct runs runs = runs_make(&recorded, NULL, &drawn_strategy, REPEATS, EVALUATIONS, 3);
    for (size_t first = 1; first < 6; first++) {
        const struct reach drawn = runs_reach(&runs, first), chance = chance_reach(&recorded, EVALUATIONS, first);
        CHECK_NEAR(drawn.share, chance.share, 0.05);
        CHECK(drawn.interval[0] <= chance.median && chance.median <= drawn.interval[1]);
    }
    CHECK(chance_reach(&recorded, 1000, 1).share == 1 && chance_reach(&recorded, 1000, 1).median == 26);
    CHECK(chance_reach(&recorded, 25, 1).median == INFINITY);
    CHECK(chance_reach(&recorded, 1000, 52).median == 1);
}

/* ---- the score ---- */

TEST(score)
{
    enum { REPEATS = 1000, EVALUATIONS = 52 };
    FREED_BY(results_free) struct results results = make_results(40, 3);
    FREED_BY(recorded_free) struct recorded recorded;
    make_recorded(&results, &recorded);
    FREED_BY(runs_free) struct runs runs = runs_make(&recorded, NULL, &drawn_strategy, REPEATS, EVALUATIONS, 3);
    CHECK_NEAR(runs_score(&runs), 0, 0.05);
    const struct span span = score_span(&recorded, EVALUATIONS);
    const double best = *recorded.best, median = recorded.best[20];
    CHECK(recorded.timed == 41 && span.first == 2 && span.last < EVALUATIONS);
    CHECK(score_chance_ns(&recorded, span.last) <= best + 0.05 * (median - best));
    CHECK(score_chance_ns(&recorded, span.last - 1) > best + 0.05 * (median - best));
    CHECK(score_span(&recorded, 3).last == 3 && score_chance_ns(&recorded, EVALUATIONS) == best);
    CHECK_NEAR(score_chance_ns(&recorded, 1), (recorded.best[25] + recorded.best[26]) / 2, 1e-9);
    memset(runs.place, 0, REPEATS * EVALUATIONS * sizeof *runs.place);
    CHECK_NEAR(runs_score(&runs), 1, 1e-9);
    for (size_t i = 0; i < REPEATS * EVALUATIONS; i++)
        runs.place[i] = recorded.count - 1; /* nothing has a time: the worst */
    CHECK(runs_score(&runs) < -1);
}

/* If all times are equal nothing is better than anything else. */
TEST(no_score)
{
    FREED_BY(results_free) struct results results = make_results(4, 9);
    FREED_BY(recorded_free) struct recorded recorded;
    for (size_t r = 0; r < results.count; r++)
        results.rows[r].result.median_ns = 5;
    make_recorded(&results, &recorded);
    FREED_BY(runs_free) struct runs runs = runs_make(&recorded, NULL, &drawn_strategy, 6, 10, 3);
    CHECK(isnan(runs_score(&runs)) && runs_reach(&runs, recorded_within(&recorded, 0.01)).share == 1);
}

/* After a small space was drawn completely no strategy can be ahead: in a space of four configurations two numbers of
 * evaluations count, in one of two none. */
TEST(small_score)
{
    FREED_BY(results_free) struct results results = make_results(3, 9), least = make_results(2, 9);
    FREED_BY(recorded_free) struct recorded recorded, least_recorded;
    make_recorded(&results, &recorded);
    make_recorded(&least, &least_recorded);
    size_t place[] = {0, 0, 0, 0}, behind[] = {1, 1, 1, 0};
    CHECK(recorded.count == 4 && recorded.timed == 3 && score_span(&recorded, 4).last == 4);
    CHECK_NEAR(runs_score(&(struct runs){&recorded, NULL, 1, 4, place, NULL}), 1, 1e-9);
    CHECK_NEAR(runs_score(&(struct runs){&recorded, NULL, 1, 4, behind, NULL}), -1.75, 1e-9);
    CHECK(isnan(runs_score(&(struct runs){&least_recorded, NULL, 1, 2, place, NULL})));
}

/* ---- similar results ---- */

/* The same space elsewhere, where other configurations are the best: these are proposed first, after the random one. */
TEST(like)
{
    FREED_BY(results_free) struct results results = make_results(40, 41), elsewhere = make_results(40, 41);
    FREED_BY(recorded_free) struct recorded recorded;
    make_recorded(&results, &recorded);
    struct like like;
    CHECK_OK(like_find(&like, &elsewhere, "elsewhere", recorded.named, &caught));
    CHECK(like.rows == MOST_LIKE && like.row[0]->result.median_ns == *recorded.best);
    FREED_BY(runs_free) struct runs with = runs_make(&recorded, &like, &random_strategy, 9, 20, 5);
    FREED_BY(runs_free) struct runs without = runs_make(&recorded, NULL, &random_strategy, 9, 20, 5);
    for (size_t r = 0; r < 9; r++)
        CHECK(with.place[r] == without.place[r] && with.place[9 + r] == 0);
    CHECK(runs_reach(&with, 1).median == 2 && runs_at_most_more(&with, &without, 1, 0) == 1);
    CHECK(runs_at_most_more(&without, &with, 1, 1) < 1 && runs_at_most_more(&without, &with, 1, 1000) < 1);
    CHECK(runs_at_most_more(&without, &without, 1, 0) == 1);
}

/* ---- curves ---- */

TEST(curves)
{
    FREED_BY(results_free) struct results results = make_results(4, 9);
    FREED_BY(recorded_free) struct recorded recorded;
    make_recorded(&results, &recorded);
    size_t place[] = {0, 2, 4, 5, 5, 0, 0, 1, 2, 3};
    const struct runs runs = {&recorded, NULL, 5, 2, place, NULL};
    FREED char *text = PRINTED(curves_begin(file); curves_write(file, "a \"b\"", "drawn:x=1,y=2", &runs));
    CHECK(recorded.timed == 5 && recorded.best[2] == 1035);
    const struct runs two = {&recorded, NULL, 2, 1, place + 5, NULL}; /* a quartile is between them */
    FREED char *between = PRINTED(curves_write(file, "s", "t", &two));
    CHECK(!strncmp(between, "\"s\",\"t\",1,1014,1014,1014,", strlen("\"s\",\"t\",1,1014,1014,1014,")));
    const struct runs apart = {&recorded, NULL, 2, 1, place + 8, NULL};
    FREED char *middle = PRINTED(curves_write(file, "s", "t", &apart));
    CHECK_TEXT(middle, "\"s\",\"t\",1,1036.75,1038.5,1040.25,1038.5\n");
    CHECK_TEXT(text, "space,strategy,evaluation,lower_ns,median_ns,upper_ns,random_ns\n"
                     "\"a \"\"b\"\"\",\"drawn:x=1,y=2\",1,1035,1049,,1038.5\n"
                     "\"a \"\"b\"\"\",\"drawn:x=1,y=2\",2,1014,1021,1035,1025.666667\n");
}
