/* A comparison's turns, driven without a process: who runs, how often, and what is pinned. */
#include "regress/regression.h"
#include "tests/check.h"
#include "tests/reports/compare/sides.h"

#include <stdlib.h>

static const struct side slow = {{1000, 1100, 1000, 1000, 1000, 1000}};

struct seen {
    size_t turns, controls, pinned, rows,
        first[SIDES]; /* rows: of the last pins; first: how often a side was the first */
};

static struct block give(struct side side, bool fails, const char *launches)
{
    struct block block = {.results = results_of(side, launches)};
    if (!fails)
        return block;
    block_free(&block);
    block_fail(&block, CRASHED, "it crashed");
    return block;
}

/* All turns of two sides, of which the base fails as a whole in its first `failures`. */
static enum status drive(struct regression *regression, struct side new, bool same, size_t failures, struct seen *seen)
{
    enum status status = OK;
    struct fault fault = {0};
    *seen = (struct seen){0};
    for (struct step step; status == OK && (step = regression_next(regression)).sides; seen->turns++) {
        struct block blocks[SIDES] = {0};
        struct results pins = regression_pins(regression);
        CHECK(regression_met(regression) == (step.counts || step.sides == 1));
        seen->pinned += step.pins;
        seen->rows = step.pins ? pins.count : seen->rows;
        seen->controls += step.side[0] == CONTROL && step.sides == 1;
        seen->first[step.side[0]]++;
        free(pins.rows);
        for (size_t i = 0; i < step.sides; i++)
            blocks[step.side[i]] = step.side[i] == NEW ? give(new, false, same ? "same" : "other")
                                                       : give(base, seen->turns < failures, "same");
        status = regression_take(regression, blocks, 1, &fault);
        for (size_t i = 0; i < SIDES; i++)
            block_free(&blocks[i]);
    }
    return status;
}

/* What is the same has its verdict at the first look, what is slower has 40 fresh pairs, of it alone. */
static void test_all(void)
{
    struct comparison comparison;
    struct seen seen;
    struct regression regression = regression_of(&comparison, "./base", 1, false);
    CHECK(drive(&regression, slow, true, 0, &seen) == OK);
    CHECK(seen.turns == 1 + 6 + RULE_CONFIRM && !seen.controls && seen.pinned == 2 && seen.rows == 1);
    CHECK(seen.first[BASE] > 10 && seen.first[NEW] > 10);
    CHECK(comparison.row[1].verdict == VERDICT_MOVED && comparison.invalid); /* the code is the same */
    comparison_free(&comparison);
    regression_free(&regression);
}

/* Nothing is identical: the base is its own control, from then on in each block. */
static void test_control(void)
{
    struct comparison comparison;
    struct seen seen;
    struct regression regression = regression_of(&comparison, "./base", 1, false);
    CHECK(drive(&regression, slow, false, 0, &seen) == OK);
    CHECK(seen.controls == 1 && seen.turns == 1 + 1 + 6 + RULE_CONFIRM && seen.first[CONTROL] > 8);
    CHECK(comparison.row[1].verdict == VERDICT_SLOWER && !comparison.invalid);
    CHECK(comparison_count(&comparison, VERDICT_SAME) == ROWS - 1);
    comparison_free(&comparison);
    regression_free(&regression);
}

/* A base that fails as a whole is run three times at most; what its runs before were counts. */
static void test_tries(void)
{
    for (size_t failures = 2; failures <= 3; failures++) {
        struct comparison comparison;
        struct seen seen;
        struct regression regression = regression_of(&comparison, "./base", 1, false);
        CHECK(drive(&regression, base, true, failures, &seen) == (failures == 3 ? INVALID : OK));
        CHECK(seen.turns == (failures == 3 ? 3 : 3 + 6));
        if (failures == 2)
            CHECK(comparison.row[0].base_failures == 2 && comparison.row[0].blocks == 9);
        comparison_free(&comparison);
        regression_free(&regression);
    }
}

/* Of defaults that are slower none is asked again. */
static void test_defaults(void)
{
    struct comparison comparison;
    struct seen seen;
    struct regression regression = regression_of(&comparison, "./base", 1, true);
    CHECK(drive(&regression, slow, false, 0, &seen) == OK && seen.turns == 1 + 1 + 6);
    CHECK(comparison.row[1].verdict == VERDICT_SLOWER);
    comparison_free(&comparison);
    regression_free(&regression);
}

/* A step that is not taken comes again, and nothing is told twice. */
static void test_disturbed(void)
{
    struct comparison comparison;
    struct seen seen;
    struct regression regression = regression_of(&comparison, "./base", 1, false);
    while (regression.phase != PHASE_LOOKS) {
        struct block blocks[SIDES] = {give(base, false, "same"), give(base, false, "same")};
        const struct step step = regression_next(&regression);
        if (step.counts)
            CHECK(step.pins && !regression_next(&regression).pins && regression.taken == 0);
        else
            CHECK(regression_take(&regression, blocks, 1, NULL) == OK);
        for (size_t i = 0; i < SIDES; i++)
            block_free(&blocks[i]);
    }
    CHECK(drive(&regression, base, true, 0, &seen) == OK && seen.turns == 6 && !seen.pinned);
    comparison_free(&comparison);
    regression_free(&regression);
}

int main(void)
{
    test_all();
    test_control();
    test_tries();
    test_defaults();
    test_disturbed();
    return CHECK_RESULT;
}
