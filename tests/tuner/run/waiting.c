/* The order in which compiled configurations are measured. */
#include "tests/tuner/benches.h"
#include "tuner/run/run.h"

ARRANGE(arrange)
{
    return OK;
}

enum { FILL, TWIN };
static const struct bench alike = {
    .space.parameters = PARAMETERS({"FILL", "", VALUES(0, 1, 2)}, {"TWIN", "", VALUES(0, 1, 2)}),
    .problem = {.arrange = arrange, .arranged_by = ARRANGED_BY(FILL)},
};

/* Indices are FILL and TWIN, as digits to base three. The default is 22; two arrive while others are measured. */
static void check_order(const struct bench *bench, bool budgeted, const uint64_t *expected)
{
    static const uint64_t comes[] = {0 * 3 + 0, 1 * 3 + 0, 0 * 3 + 1, 2 * 3 + 2, 1 * 3 + 1, 0 * 3 + 2, 1 * 3 + 2};
    enum { FIRST = 5, ALL = sizeof comes / sizeof *comes };
    struct run run = {.bench = bench, .options.budget.binds = budgeted, .search.first = 8};
    uint64_t previous = 0;
    for (size_t i = 0; i < FIRST; i++)
        run_wait(&run, &(struct candidate){.index = comes[i]});
    for (size_t i = 0; i < ALL; i++) {
        previous = run_next(&run, previous).index;
        CHECK(previous == expected[i]);
        if (i + FIRST < ALL)
            run_wait(&run, &(struct candidate){.index = comes[i + FIRST]});
    }
    CHECK(run.ready_at == run.ready_count);
    run_wait_again(&run, &(struct candidate){.index = 1}); /* of a lost device */
    CHECK(run_next(&run, previous).index == 1 && run.ready_at == run.ready_count);
    free(run.ready);
}

/* A configuration with a postponed value waits for the others, whatever its arrangement. */
TEST(postponed)
{
    static const uint64_t expected[] = {1, 2, 4, 5, 7, 3, 6};
    struct run run = {.bench = &alike, .tries = tries_new(&alike.space)};
    uint64_t previous = 0;
    for (int i = 0; i < 4; i++)
        tries_tell(run.tries, 0, CRASHED); /* TWIN 0 */
    tries_tell(run.tries, 1, OK);
    for (uint64_t index = 1; index <= 7; index++)
        run_wait(&run, &(struct candidate){.index = index});
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        previous = run_next(&run, previous).index;
        CHECK(previous == expected[i]);
    }
    tries_free(run.tries);
    free(run.ready);
}

TEST(order)
{
    struct bench other = alike;
    other.problem.arranged_by = NULL;
    check_order(&alike, false, (const uint64_t[]){8, 0, 1, 2, 3, 4, 5});
    check_order(&alike, true, (const uint64_t[]){8, 0, 3, 1, 4, 2, 5});
    check_order(&other, false, (const uint64_t[]){8, 0, 3, 1, 4, 2, 5});
}
