/* A comparison's steps, driven without a process: which sides run, how often, and which rows are fixed. */
#include "regress/regression.h"
#include "tests/check.h"
#include "tests/reports/compare/sides.h"

#include <stdlib.h>

static const struct side slow = {{1000, 1100, 1000, 1000, 1000, 1000}};

static struct comparison comparison;
static struct regression regression;
static struct {
    size_t turns, controls, fixed, rows,
        first[SIDES]; /* rows: of the last fixed configurations; first: how often a side was the first */
} seen;

static struct block make_block(struct side side, bool fails, const char *launches)
{
    struct block block = {.results = results_of(side, launches)};
    if (!fails)
        return block;
    block_free(&block);
    block_fail(&block, CRASHED, "it crashed");
    return block;
}

/* A new regression; frees the previous one. */
static void begin(bool defaults)
{
    comparison_free(&comparison);
    regression_free(&regression);
    regression = regression_of(&comparison, "./base", 1, defaults);
}

/* All steps of two sides, of which the base fails as a whole in its first `failures`. */
static enum status drive(struct side new, bool same, size_t failures)
{
    enum status status = OK;
    struct fault fault = {0};
    memset(&seen, 0, sizeof seen);
    for (struct step step; status == OK && (step = regression_next(&regression)).sides; seen.turns++) {
        struct block blocks[SIDES] = {0};
        struct results fixes_configs = regression_fixed_configs(&regression);
        CHECK(regression_met(&regression) == (step.counts || step.sides == 1));
        seen.fixed += step.fixes_configs;
        seen.rows = step.fixes_configs ? fixes_configs.count : seen.rows;
        seen.controls += step.side[0] == CONTROL && step.sides == 1;
        seen.first[step.side[0]]++;
        free(fixes_configs.rows);
        for (size_t i = 0; i < step.sides; i++)
            blocks[step.side[i]] = step.side[i] == NEW ? make_block(new, false, same ? "same" : "other")
                                                       : make_block(base, seen.turns < failures, "same");
        status = regression_take(&regression, blocks, 1, &fault);
        for (size_t i = 0; i < SIDES; i++)
            block_free(&blocks[i]);
    }
    return status;
}

/* Equal rows have their verdict at the first look, slower ones get 40 fresh pairs, and no others do. */
TEST(all)
{
    begin(false);
    CHECK(drive(slow, true, 0) == OK);
    CHECK(seen.turns == 1 + 6 + RULE_CONFIRM && !seen.controls && seen.fixed == 2 && seen.rows == 1);
    CHECK(seen.first[BASE] > 10 && seen.first[NEW] > 10);
    CHECK(comparison.row[1].verdict == VERDICT_MOVED && comparison.invalid); /* the code is the same */
}

/* Nothing is identical: the base is its own control, from then on in each block. */
TEST(control)
{
    begin(false);
    CHECK(drive(slow, false, 0) == OK);
    CHECK(seen.controls == 1 && seen.turns == 1 + 1 + 6 + RULE_CONFIRM && seen.first[CONTROL] > 8);
    CHECK(comparison.row[1].verdict == VERDICT_SLOWER && !comparison.invalid);
    CHECK(comparison_count(&comparison, VERDICT_SAME) == ROWS - 1);
}

/* A base that fails as a whole is run at most three times; its earlier runs count. */
TEST(tries)
{
    for (size_t failures = 2; failures <= 3; failures++) {
        begin(false);
        CHECK(drive(base, true, failures) == (failures == 3 ? INVALID : OK));
        CHECK(seen.turns == (failures == 3 ? 3 : 3 + 6));
        if (failures == 2)
            CHECK(comparison.row[0].base_failures == 2 && comparison.row[0].blocks == 9);
    }
}

/* Slower defaults are not confirmed. */
TEST(defaults)
{
    begin(true);
    CHECK(drive(slow, false, 0) == OK && seen.turns == 1 + 1 + 6);
    CHECK(comparison.row[1].verdict == VERDICT_SLOWER);
}

/* A step that is not taken is repeated, and nothing is reported twice. */
TEST(disturbed)
{
    begin(false);
    while (regression.phase != PHASE_LOOKS) {
        struct block blocks[SIDES] = {make_block(base, false, "same"), make_block(base, false, "same")};
        const struct step step = regression_next(&regression);
        if (step.counts)
            CHECK(step.fixes_configs && !regression_next(&regression).fixes_configs && regression.taken == 0);
        else
            CHECK(regression_take(&regression, blocks, 1, NULL) == OK);
        for (size_t i = 0; i < SIDES; i++)
            block_free(&blocks[i]);
    }
    CHECK(drive(base, true, 0) == OK && seen.turns == 6 && !seen.fixed);
}

TEST(last)
{
    begin(false);
}
