#include "regress/regression.h"

#include "base/text.h"
#include "tuner/search/strategy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_TRIES = 3 }; /* of the base and of its control, until both have results */

struct regression regression_of(struct comparison *comparison, const char *base, uint64_t seed, bool defaults)
{
    *comparison = (struct comparison){0};
    return (struct regression){
        .base = base, .seed = seed, .defaults = defaults, .comparison = comparison, .sides = CONTROL /* without one */};
}

void regression_free(struct regression *regression)
{
    block_free(&regression->first_new);
    comparison_free(&regression->twin);
}

/* ---- participation ---- */

static bool twin_wants(const struct comparison *twin, const char *name)
{
    for (size_t i = 0; i < twin->count; i++)
        if (!strcmp(twin->row[i].name, name))
            return comparison_wants(twin, &twin->row[i]);
    return false;
}

struct results regression_fixed_configs(const struct regression *regression)
{
    const struct comparison *comparison = regression->comparison;
    struct results part = comparison->base;
    part.rows = allocate((comparison->count + 1) * sizeof *part.rows);
    part.count = part.best_count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compared *row = &comparison->row[i];
        if (comparison_wants(comparison, row) || twin_wants(&regression->twin, row->name))
            part.rows[part.count++] = comparison->base.rows[row->row];
    }
    return part;
}

/* The number of configurations in further blocks. */
static size_t wanted(const struct regression *regression)
{
    const size_t ours = comparison_wanted(regression->comparison), controls = comparison_wanted(&regression->twin);
    return ours > controls ? ours : controls;
}

/* ---- the next step ---- */

/* All sides, in random order. */
static struct step all_sides(struct regression *regression)
{
    struct step step = {.side = {BASE, NEW, CONTROL}, .sides = regression->sides};
    strategy_shuffle(step.side, step.sides, regression->seed + regression->blocks++);
    return step;
}

/* A block before the next look, or of the confirmation; the first one reports what follows. */
static struct step a_block(struct regression *regression, size_t of, const char *what)
{
    if (!regression->begun)
        text_print(stderr, "gpubench: compare: %zu of %zu blocks, %zu %s, %.0f s at most\n", regression->taken, of,
                   wanted(regression), what, regression->block_seconds * (double)(of - regression->taken));
    struct step step = all_sides(regression);
    step.fixes_configs = !regression->begun;
    step.counts = regression->begun = true;
    return step;
}

/* No row is the same on both sides: the base is compared with itself, too. A failed run is repeated. */
static bool next_control(struct regression *regression, struct step *step)
{
    const struct comparison *comparison = regression->comparison;
    if (!regression->controls && (!comparison_wanted(comparison) || comparison_controls(comparison)))
        return false;
    if (regression->controls == FIRST_TRIES || comparison_controls(&regression->twin))
        return false;
    if (!regression->controls++)
        text_print(stderr,
                   "gpubench: compare: nothing is identical on both sides: the base runs twice, as a control\n");
    *step = (struct step){.side = {CONTROL}, .sides = 1, .free = regression->controls > 1};
    return true;
}

/* A block before the next look. If all rows are decided, no block is needed. */
static bool next_look(struct regression *regression, struct step *step)
{
    for (; regression->look < RULE_LOOKS; regression->look++, regression->begun = false) {
        if (wanted(regression) && regression->taken < rule_look[regression->look]) {
            *step = a_block(regression, rule_look[RULE_LOOKS - 1], "open");
            return true;
        }
        if (!regression->begun) {
            if (regression->taken)
                text_print(stderr, "gpubench: compare: decided after %zu of at most %zu blocks\n", regression->taken,
                           rule_look[RULE_LOOKS - 1]);
            return false;
        }
        comparison_look(regression->comparison, regression->look + 1 == RULE_LOOKS);
        comparison_look(&regression->twin, regression->look + 1 == RULE_LOOKS);
        regression->taken = rule_look[regression->look];
    }
    return false;
}

/* Slower defaults need no confirmation: they are no regression of the code. */
static void settle_defaults(struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared *row = &comparison->row[i];
        if (row->verdict == VERDICT_OPEN && row->suspected == RULE_SLOWER && !row->identical)
            row->verdict = VERDICT_SLOWER;
    }
}

static void begin_confirmation(struct regression *regression)
{
    if (regression->defaults)
        settle_defaults(regression->comparison);
    comparison_confirm(regression->comparison);
    comparison_confirm(&regression->twin);
    regression->taken = 0;
    regression->begun = false;
    regression->phase = wanted(regression) ? PHASE_CONFIRMATION : PHASE_END;
}

static bool next_confirmation(struct regression *regression, struct step *step)
{
    if (regression->taken < RULE_CONFIRM && wanted(regression)) {
        *step = a_block(regression, RULE_CONFIRM, "to be confirmed");
        return true;
    }
    comparison_end(regression->comparison);
    comparison_end(&regression->twin);
    comparison_invalidate(regression->comparison, regression->comparison);
    comparison_invalidate(regression->comparison, &regression->twin);
    return false;
}

bool regression_met(const struct regression *regression)
{
    return regression->phase > PHASE_AGAIN ||
           (regression->phase == PHASE_AGAIN && !comparison_tried_again(regression->comparison));
}

struct step regression_next(struct regression *regression)
{
    struct step step = {.sides = 0};
    switch (regression->phase) {
    case PHASE_FIRST:
        step = all_sides(regression);
        step.free = !regression->missed;
        return step;
    case PHASE_AGAIN: /* a row has no time in the first block: this counts if a second one confirms it */
        if (!regression_met(regression))
            return all_sides(regression);
        regression->phase = PHASE_CONTROL;
        /* fall through */
    case PHASE_CONTROL:
        if (next_control(regression, &step))
            return step;
        regression->phase = PHASE_LOOKS;
        /* fall through */
    case PHASE_LOOKS:
        if (next_look(regression, &step))
            return step;
        begin_confirmation(regression);
        return regression_next(regression);
    case PHASE_CONFIRMATION:
        if (!next_confirmation(regression, &step))
            regression->phase = PHASE_END;
        return step;
    case PHASE_END:
        break;
    }
    return step;
}

/* ---- results of a step ---- */

/* The first block: the rows. Earlier blocks, in which the base failed, count: the failed sides are known. */
static enum status take_first(struct regression *regression, struct block *blocks, struct fault *fault)
{
    if (block_failed(&blocks[BASE]) && regression->missed + 1 < FIRST_TRIES) {
        text_print(stderr, "gpubench: compare: %s: %s; the first block is tried again\n", regression->base,
                   blocks[BASE].failure.reason);
        regression->missed++;
        regression->new_missed += block_failed(&blocks[NEW]);
        return OK;
    }
    if (block_failed(&blocks[BASE]))
        return fail(fault, INVALID, "compare: %.300s: %s; of %d runs none gave results to compare with",
                    regression->base, blocks[BASE].failure.reason, FIRST_TRIES);
    const enum status started =
        comparison_start(regression->comparison, TWO_PROGRAMS, &blocks[BASE].results, &blocks[NEW], fault);
    comparison_miss(regression->comparison, regression->missed, regression->new_missed);
    regression->phase = PHASE_AGAIN;
    regression->first_new = blocks[NEW];
    blocks[NEW] = (struct block){0};
    return started;
}

/* Keeps the one of two first blocks with more times; the failures of the other count, too. Frees `second`. */
static enum status join_first(struct comparison *first, const struct block *first_new, struct comparison *second,
                              const struct block *second_new, struct fault *fault)
{
    const struct block first_base = {.results = first->base}, second_base = {.results = second->base};
    enum status status;
    if (comparison_tried_again(first) <= comparison_tried_again(second)) {
        status = comparison_again(first, &second_base, second_new, fault);
        comparison_free(second);
    } else {
        status = comparison_again(second, &first_base, first_new, fault);
        comparison_free(first);
        *first = *second;
    }
    return status;
}

static enum status take_again(struct regression *regression, struct block *blocks, struct fault *fault)
{
    struct comparison second;
    regression->phase = PHASE_CONTROL;
    if (block_failed(&blocks[BASE]))
        return comparison_again(regression->comparison, &blocks[BASE], &blocks[NEW], fault);
    enum status status = comparison_start(&second, TWO_PROGRAMS, &blocks[BASE].results, &blocks[NEW], fault);
    comparison_miss(&second, regression->missed, regression->new_missed);
    if (status == OK)
        status = join_first(regression->comparison, &regression->first_new, &second, &blocks[NEW], fault);
    else
        comparison_free(&second);
    return status;
}

static enum status take_control(struct regression *regression, struct block *control, struct fault *fault)
{
    const struct block first = {.results = regression->comparison->base};
    enum status status = OK;
    char why[500] = "the base failed where it was to run as a control";
    comparison_free(&regression->twin);
    if (block_failed(control))
        snprintf(why, sizeof why, "the base failed where it was to run as a control: %s", control->failure.reason);
    else
        status = comparison_start(&regression->twin, ONE_PROGRAM, &control->results, &first, fault);
    const bool has = comparison_controls(&regression->twin);
    if (has || regression->controls == FIRST_TRIES) {
        if (status == OK && !has)
            regression->comparison->invalid = allocate_text(why);
        regression->block_seconds *= (double)SIDES / (double)regression->sides;
        regression->sides = SIDES;
    }
    return status;
}

enum status regression_take(struct regression *regression, struct block *blocks, double seconds, struct fault *fault)
{
    if (regression->phase == PHASE_CONTROL)
        return take_control(regression, &blocks[CONTROL], fault);
    regression->block_seconds = seconds;
    if (regression->phase == PHASE_FIRST)
        return take_first(regression, blocks, fault);
    if (regression->phase == PHASE_AGAIN)
        return take_again(regression, blocks, fault);
    regression->taken++;
    enum status status = comparison_take(regression->comparison, &blocks[BASE], &blocks[NEW], fault);
    if (status == OK && regression->twin.count)
        status = comparison_take(&regression->twin, &blocks[CONTROL], &blocks[BASE], fault);
    return status;
}
