/* Which finalists are tied with the best, by the times of their rounds. */
#include "tuner/run/playoff.h"

#include "tests/check.h"

/* A finalist with this number of rounds; with fewer than all it left after the last one. */
static struct finalist finalist_of(uint64_t index, size_t rounds, const double *ns)
{
    struct finalist finalist = {.leaves = rounds < ROUNDS, .last = rounds - 1};
    struct result *row = &finalist.contender.result;
    row->index = index;
    row->median_ns = ns[0];
    row->blocks = rounds;
    for (size_t i = 0; i < rounds; i++)
        row->block_ns[i] = ns[i];
    return finalist;
}

/* Whether one of these times is tied with a best of 100 in each of as many rounds. */
static bool is_tied(size_t rounds, bool has_left, const double *ns)
{
    static const double best_ns[ROUNDS] = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100};
    static const struct target target = {.max_error = 0};
    static const struct bench bench = {.name = "bench"};
    struct run run = {.target = &target, .bench = &bench};
    struct best best = {.tied = 0};
    struct playoff playoff = {.run = &run, .count = 2, .finished = true};
    playoff.finalist[0] = finalist_of(1, has_left ? ROUNDS : rounds, best_ns);
    playoff.finalist[1] = finalist_of(2, rounds, ns);
    playoff.finalist[0].leaves = false;
    playoff.finalist[1].leaves = has_left;
    playoff_decide(&playoff, &best);
    CHECK(best.result.index == 1);
    return best.tied == 1;
}

/* One that was far behind is never tied; it is the best, with its rounds, if all others failed, though the search has
 * other times. */
static void test_far(void)
{
    static const struct target target = {.max_error = 0};
    static const struct bench bench = {.name = "bench"};
    struct run run = {.target = &target, .bench = &bench, .contenders = 3};
    struct playoff playoff = {.run = &run, .count = 2, .finished = true};
    playoff.finalist[0] = finalist_of(1, 3, (const double[]){100, 100, 100});
    playoff.finalist[1] = finalist_of(2, 3, (const double[]){300, 300, 99});
    playoff.finalist[1].far = true;
    for (size_t i = 0; i < run.contenders; i++)
        run.contender[i].result = (struct result){.index = i + 1, .median_ns = 311, .dropped = i == 2};
    for (int failed = 0; failed < 2; failed++) {
        struct best best = {.tied = 0};
        playoff.finalist[0].out = failed;
        playoff_decide(&playoff, &best);
        CHECK(best.result.index == (failed ? 2 : 1) && best.result.median_ns == (failed ? 300 : 100) && best.tied == 0);
    }
}

int main(void)
{
    test_far();

    /* Three noisy rounds have no interval to tie by: the last decides. */
    CHECK(is_tied(3, true, (const double[]){116, 116, 99}));
    CHECK(!is_tied(3, true, (const double[]){116, 116, 160}));
    /* One that leaves after seven was slower in each, by however much; or it is tied. */
    CHECK(!is_tied(7, true, (const double[]){101, 101, 101, 101, 101, 101, 190}));
    CHECK(is_tied(7, true, (const double[]){110, 110, 110, 110, 110, 110, 99.9}));
    /* Of twelve rounds ten, however noisy, are enough for 95 %, and nine are not. */
    CHECK(!is_tied(12, false, (const double[]){101, 101, 101, 101, 101, 101, 101, 101, 101, 101, 50, 50}));
    CHECK(is_tied(12, false, (const double[]){110, 110, 110, 110, 110, 110, 110, 110, 110, 99.9, 99.9, 99.9}));
    /* A budget ended the rounds: five are too few for any interval, six are not. */
    CHECK(is_tied(5, false, (const double[]){110, 110, 110, 110, 110}));
    CHECK(!is_tied(6, false, (const double[]){110, 111, 110, 111, 110, 111}));
    return CHECK_RESULT;
}
