/* Which finalists are tied with the best, by the times of their rounds. */
#include "tuner/run/playoff.h"

#include "tests/check.h"

/* A finalist with this number of rounds, which left after three. */
static struct finalist finalist_of(uint64_t index, size_t rounds, const double *ns)
{
    struct finalist finalist = {.leaves = rounds < ROUNDS, .last = 2};
    struct result *row = &finalist.contender.result;
    row->index = index;
    row->median_ns = ns[0];
    row->blocks = rounds;
    for (size_t i = 0; i < rounds; i++)
        row->block_ns[i] = ns[i];
    return finalist;
}

/* Three noisy rounds give no interval: it is tied only if it was not slower in the last one, either. */
int main(void)
{
    static const double best_ns[ROUNDS] = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100};
    static const struct target target = {.max_error = 0};
    static const struct bench bench = {.name = "bench"};
    struct run run = {.target = &target, .bench = &bench};
    for (int slower = 0; slower < 2; slower++) {
        struct best best = {.tied = 0};
        struct playoff playoff = {.run = &run, .count = 2, .finished = true};
        playoff.finalist[0] = finalist_of(1, ROUNDS, best_ns);
        playoff.finalist[1] = finalist_of(2, 3, (const double[]){116, 116, slower ? 160 : 99});
        playoff_decide(&playoff, &best);
        CHECK(best.result.index == 1 && best.tied == (slower ? 0u : 1u));
    }
    return CHECK_RESULT;
}
