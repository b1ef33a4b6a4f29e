#include "cli/gate.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/gate_side.h"
#include "cli/hold.h"
#include "cli/watch.h"
#include "reports/json/pinned.h"
#include "reports/json/results_file.h"
#include "tuner/search/strategy.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum side { BASE, NEW, CONTROL, SIDES }; /* CONTROL: the base once more */
enum { FIRST_TRIES = 3 };                /* of the base and of its control, until there is something to compare with */

struct gate {
    const struct gate_options *options;
    struct comparison *comparison, twin; /* twin: of the base with itself, where nothing else is a control; or empty */
    struct gate_side side[SIDES];
    size_t sides;
    char folder[512], pins[540], log[540]; /* a folder of this run, and files in it */
    const char *pinned;                    /* what is measured: the user's file, then our own */
    uint64_t blocks;                       /* that were run so far */
    size_t missed, new_missed;             /* before the first: the base's process failed; the new one's, too */
    double block_seconds, well_seconds;    /* that the last one took; and those of its processes that did not fail */
    double limit_seconds;                  /* that no program takes: ten first blocks, and a minute */
    double end;                            /* clock_seconds() when the budget is; or INFINITY */
    bool spent;                            /* it is */
    int held;                              /* the device's lock */
    struct watch watch;
};

/* ---- time ---- */

static double left(const struct gate *gate)
{
    return gate->end - clock_seconds();
}

/* What a process may take. */
static double time_of_process(const struct gate *gate)
{
    return fmax(1e-3, fmin(gate->limit_seconds, left(gate)));
}

/* Whether the budget has no time for another block. */
static bool spends(struct gate *gate)
{
    gate->spent = gate->spent || left(gate) < fmax(gate->block_seconds, 1e-3);
    return gate->spent;
}

/* What a process of the first block may take: a command what --time-limit says, if it does; a program as long for each
 * setup, compilation and measurement of what is pinned, and as long as it takes to start. */
static double first_limit(const struct gate *gate)
{
    static const double start_seconds = 20, setup_seconds = 900, step_seconds = 30; /* the last two: of a run */
    struct results pinned = {0};
    struct fault none = {0};
    const double seconds = gate->options->time_limit;
    const bool given = seconds > 0;
    if (gate->options->read)
        return given ? seconds : INFINITY;
    const bool known = pinned_load(&pinned, gate->pinned, &none) == OK;
    const double limit =
        start_seconds + (double)pinned.count * (given ? 3 * seconds : setup_seconds + 2 * step_seconds);
    results_free(&pinned);
    return known ? limit : INFINITY; /* it says itself what it cannot read */
}

/* ---- blocks of all sides ---- */

/* Runs a side once. One that was killed because the budget ended has no fault: it is spent. */
static enum status run_side(struct gate *gate, enum side side, struct block *block, struct fault *fault)
{
    const enum status status = gate_side_run(&gate->side[side], gate->pinned, time_of_process(gate), block, fault);
    gate->spent = gate->spent || (block_failed(block) && left(gate) <= 0);
    return status;
}

/* All sides, in an order by chance. */
static enum status run_sides(struct gate *gate, struct block blocks[SIDES], struct fault *fault)
{
    uint64_t order[SIDES] = {BASE, NEW, CONTROL};
    enum status status = OK;
    memset(blocks, 0, SIDES * sizeof *blocks);
    strategy_shuffle(order, gate->sides, gate->options->seed + gate->blocks);
    const double start = clock_seconds();
    gate->well_seconds = 0;
    for (size_t i = 0; i < gate->sides && status == OK && !*gate->options->stop; i++) {
        const double before = clock_seconds();
        status = run_side(gate, (enum side)order[i], &blocks[order[i]], fault);
        if (!block_failed(&blocks[order[i]]))
            gate->well_seconds += clock_seconds() - before;
    }
    gate->block_seconds = clock_seconds() - start;
    gate->blocks++;
    return status;
}

static void free_blocks(struct block blocks[SIDES])
{
    for (int side = 0; side < SIDES; side++)
        block_free(&blocks[side]);
}

/* ---- what is pinned ---- */

static bool twin_wants(const struct comparison *twin, const char *name)
{
    for (size_t i = 0; i < twin->count; i++)
        if (!strcmp(twin->row[i].name, name))
            return comparison_wants(twin, &twin->row[i]);
    return false;
}

/* Pins what still takes part. */
static enum status pin(const struct gate *gate, struct fault *fault)
{
    const struct comparison *comparison = gate->comparison;
    if (gate->options->read)
        return OK; /* a command measures what it measures */
    struct results part = comparison->base;
    part.rows = allocate((comparison->count + 1) * sizeof *part.rows);
    part.count = part.best_count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compared *row = &comparison->row[i];
        if (comparison_wants(comparison, row) || twin_wants(&gate->twin, row->name))
            part.rows[part.count++] = comparison->base.rows[row->row];
    }
    const enum status status = results_save(&part, gate->pins, fault);
    free(part.rows);
    return status;
}

/* ---- blocks ---- */

/* How many configurations take part in the blocks that come. */
static size_t wanted(const struct gate *gate)
{
    const size_t ours = comparison_wanted(gate->comparison), controls = comparison_wanted(&gate->twin);
    return ours > controls ? ours : controls;
}

static void say_how_far(const struct gate *gate, size_t taken, size_t of, const char *what)
{
    text_print(stderr, "gpubench: compare: %zu of %zu blocks, %zu %s, %.0f s at most\n", taken, of, wanted(gate), what,
               gate->block_seconds * (double)(of - taken));
}

/* What was measured is not worth more. */
static bool is_void(const struct gate *gate)
{
    return *gate->options->stop || gate->comparison->invalid;
}

/* Nothing is run any more. */
static bool is_over(const struct gate *gate)
{
    return is_void(gate) || gate->spent;
}

/* Whether the device is ours alone, asked while no program of ours runs. Who stays makes the comparison invalid. */
static enum company look_around(struct gate *gate, bool closely)
{
    return is_void(gate) ? COMPANY_NONE : watch_look(&gate->watch, closely, &gate->comparison->invalid);
}

/* Blocks until there are `count`, of which `taken` are there. What was disturbed is measured again. */
static enum status run_blocks(struct gate *gate, size_t taken, size_t count, struct fault *fault)
{
    enum status status = pin(gate, fault);
    while (taken < count && wanted(gate) && status == OK && !is_over(gate) && !spends(gate)) {
        struct block blocks[SIDES];
        watch_mark(&gate->watch);
        status = run_sides(gate, blocks, fault);
        const enum company company = look_around(gate, false);
        if (is_over(gate)) { /* which the programs may have died of: theirs is no fault */
            status = OK;
        } else if (status == OK && !watch_repeats(&gate->watch, company)) {
            status = comparison_take(gate->comparison, &blocks[BASE], &blocks[NEW], fault);
            if (status == OK && gate->twin.count)
                status = comparison_take(&gate->twin, &blocks[CONTROL], &blocks[BASE], fault);
            taken++;
        }
        free_blocks(blocks);
    }
    return status;
}

static enum status run_looks(struct gate *gate, struct fault *fault)
{
    enum status status = OK;
    for (int look = 0; look < RULE_LOOKS && status == OK && !is_over(gate); look++) {
        const size_t taken = look ? rule_look[look - 1] : 0;
        if (!wanted(gate))
            break;
        say_how_far(gate, taken, rule_look[RULE_LOOKS - 1], "open");
        status = run_blocks(gate, taken, rule_look[look], fault);
        if (status != OK || is_over(gate))
            break;
        comparison_look(gate->comparison, look + 1 == RULE_LOOKS);
        comparison_look(&gate->twin, look + 1 == RULE_LOOKS);
    }
    return status;
}

/* What a default takes more needs no second look: nobody is accused of it. */
static void settle_defaults(struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared *row = &comparison->row[i];
        if (row->verdict == VERDICT_OPEN && row->suspected == RULE_SLOWER && !row->identical)
            row->verdict = VERDICT_SLOWER;
    }
}

static enum status run_confirmation(struct gate *gate, struct fault *fault)
{
    if (gate->options->defaults)
        settle_defaults(gate->comparison);
    comparison_confirm(gate->comparison);
    comparison_confirm(&gate->twin);
    if (!wanted(gate) || is_over(gate))
        return OK;
    say_how_far(gate, 0, RULE_CONFIRM, "to be confirmed");
    const enum status status = run_blocks(gate, 0, RULE_CONFIRM, fault);
    if (status != OK || is_over(gate))
        return status;
    comparison_end(gate->comparison);
    comparison_end(&gate->twin);
    comparison_invalidate(gate->comparison, gate->comparison);
    comparison_invalidate(gate->comparison, &gate->twin);
    return OK;
}

/* ---- the beginning ---- */

/* Nothing is the same on both sides: the base is compared with itself, too. A run that fails is tried again. */
static enum status begin_twin(struct gate *gate, struct fault *fault)
{
    enum status status = OK;
    const struct block first = {.results = gate->comparison->base};
    char why[500] = "the base failed where it was to run as a control";
    text_print(stderr, "gpubench: compare: nothing is identical on both sides: the base runs twice, as a control\n");
    for (int i = 0; i < FIRST_TRIES && status == OK && !comparison_controls(&gate->twin) && !is_over(gate); i++) {
        struct block control;
        comparison_free(&gate->twin);
        status = run_side(gate, CONTROL, &control, fault);
        look_around(gate, false);
        if (is_over(gate))
            status = OK;
        else if (block_failed(&control))
            snprintf(why, sizeof why, "the base failed where it was to run as a control: %s", control.failure.reason);
        else if (status == OK)
            status = comparison_start(&gate->twin, ONE_PROGRAM, &control.results, &first, fault);
        block_free(&control);
    }
    if (status == OK && !is_over(gate) && !comparison_controls(&gate->twin))
        gate->comparison->invalid = allocate_text(why);
    gate->block_seconds *= (double)SIDES / (double)gate->sides;
    gate->sides = SIDES;
    return status;
}

/* Runs a block until the base's process did not fail in it, some times. Those before it count: which side failed in
 * them is known. */
static enum status run_first(struct gate *gate, struct block blocks[SIDES], struct fault *fault)
{
    enum status status = run_sides(gate, blocks, fault);
    look_around(gate, false);
    while (status == OK && block_failed(&blocks[BASE]) && gate->missed + 1 < FIRST_TRIES && !is_over(gate) &&
           !spends(gate)) {
        text_print(stderr, "gpubench: compare: %s: %s; the first block is tried again\n", gate->options->base,
                   blocks[BASE].failure.reason);
        gate->missed++;
        gate->new_missed += block_failed(&blocks[NEW]);
        free_blocks(blocks);
        status = run_sides(gate, blocks, fault);
        look_around(gate, false);
    }
    return status;
}

/* A block of both sides, as the first of a comparison. */
static enum status start(struct gate *gate, struct block blocks[SIDES], struct fault *fault)
{
    const struct gate_options *options = gate->options;
    const enum status status = run_first(gate, blocks, fault);
    if (*options->stop)
        return fail(fault, INVALID, "compare: interrupted");
    if (gate->comparison->invalid || status != OK)
        return gate->comparison->invalid ? OK : status;
    if (gate->spent)
        return fail(fault, INVALID, "compare: the budget of %g s ended in the first block; --budget gives a longer one",
                    options->budget_seconds);
    if (block_failed(&blocks[BASE]))
        return fail(fault, INVALID, "compare: %.300s: %s; of %d runs none gave results to compare with", options->base,
                    blocks[BASE].failure.reason, FIRST_TRIES);
    if (!options->read || options->time_limit <= 0)
        gate->limit_seconds = 60 + 10 * gate->well_seconds;
    const enum status started =
        comparison_start(gate->comparison, TWO_PROGRAMS, &blocks[BASE].results, &blocks[NEW], fault);
    comparison_miss(gate->comparison, gate->missed, gate->new_missed);
    return started;
}

/* Of two first blocks that in which more has a time; what the other says of the rest counts, too. Frees `second`. */
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

/* Another first block, because something has no time in the first: that is believed when it comes again. `new` is the
 * new side's first. */
static enum status start_again(struct gate *gate, const struct block *new, struct fault *fault)
{
    struct comparison second;
    struct block blocks[SIDES];
    enum status status = run_sides(gate, blocks, fault);
    look_around(gate, false);
    if (is_over(gate)) {
        status = OK;
    } else if (status == OK && block_failed(&blocks[BASE])) {
        status = comparison_again(gate->comparison, &blocks[BASE], &blocks[NEW], fault);
    } else if (status == OK) {
        status = comparison_start(&second, TWO_PROGRAMS, &blocks[BASE].results, &blocks[NEW], fault);
        comparison_miss(&second, gate->missed, gate->new_missed);
        if (status == OK)
            status = join_first(gate->comparison, new, &second, &blocks[NEW], fault);
        else
            comparison_free(&second);
    }
    free_blocks(blocks);
    return status;
}

/* The device is ours from here on, as far as that can be. */
static void take_device(struct gate *gate, const struct compute_device *device)
{
    hold_release(gate->held);
    gate->held = hold_take(device, gate->options->stop);
    if (*gate->options->stop)
        return;
    watch_start(&gate->watch, device);
    look_around(gate, true);
}

static bool same_device(const struct compute_device *a, const struct compute_device *b)
{
    return !strcmp(a->uuid, b->uuid) && !strcmp(a->backend, b->backend) && a->index == b->index;
}

/* The first block: what there is, and how long it takes. Its times are not of the comparison: what had to be compiled
 * was. */
static enum status begin(struct gate *gate, struct block blocks[SIDES], struct fault *fault)
{
    struct comparison *comparison = gate->comparison;
    const struct compute_device *device = gate->options->device;
    enum status status = OK;
    gate->pinned = gate->options->configs ? gate->options->configs : gate->pins;
    if (device)
        take_device(gate, device);
    if (*gate->options->stop)
        return fail(fault, INVALID, "compare: interrupted");
    if (gate->options->budget_seconds > 0)
        gate->end = clock_seconds() + gate->options->budget_seconds;
    if (!is_over(gate) && !gate->options->configs && !gate->options->read)
        status = gate_side_search(&gate->side[BASE], &gate->options->search, gate->options->budget_seconds / 2,
                                  gate->pins, time_of_process(gate), fault);
    gate->limit_seconds = first_limit(gate);
    if (status == OK && !is_over(gate))
        status = start(gate, blocks, fault);
    if (status == OK && !is_over(gate) && comparison_tried_again(comparison) && !spends(gate))
        status = start_again(gate, &blocks[NEW], fault);
    const double waited = clock_seconds();
    if (status == OK && !is_over(gate) && (!device || !same_device(device, &comparison->base.context.device)))
        take_device(gate, &comparison->base.context.device);
    if (gate->options->budget_seconds > 0)
        gate->end += clock_seconds() - waited; /* that was another's time */
    if (status == OK && !is_over(gate) && !spends(gate) && comparison_wanted(comparison) &&
        !comparison_controls(comparison))
        status = begin_twin(gate, fault);
    if (comparison->invalid && !comparison->count && device)
        comparison->base.context.device = *device;
    gate->pinned = gate->pins;
    return status;
}

static void name_side(struct gate *gate, enum side side)
{
    static const char *const names[SIDES] = {"base", "new", "control"};
    const struct gate_options *options = gate->options;
    gate->side[side] = (struct gate_side){.written = side == NEW ? options->new : options->base,
                                          .read = options->read,
                                          .passed = &options->both,
                                          .stop = options->stop,
                                          .log = gate->log,
                                          .defaults = options->defaults &&side == NEW,
                                          .tells = side == BASE && !options->read};
    snprintf(gate->side[side].out, sizeof gate->side[side].out, "%s/%s.json", gate->folder, names[side]);
}

enum status gate_run(const struct gate_options *options, struct comparison *comparison, struct fault *fault)
{
    struct gate gate = {.options = options,
                        .comparison = comparison,
                        .sides = CONTROL /* without one */,
                        .limit_seconds = INFINITY,
                        .end = INFINITY,
                        .held = -1};
    const char *temporary = getenv("TMPDIR");
    *comparison = (struct comparison){0};
    temporary = temporary && *temporary ? temporary : "/tmp";
    snprintf(gate.folder, sizeof gate.folder, "%s/gpubench-compare-XXXXXX", temporary);
    if (!mkdtemp(gate.folder))
        return fail(fault, INVALID, "compare: %s: cannot make a folder there: %s; set TMPDIR to another", temporary,
                    strerror(errno));
    snprintf(gate.pins, sizeof gate.pins, "%s/pins.json", gate.folder);
    snprintf(gate.log, sizeof gate.log, "%s/log", gate.folder);
    for (enum side side = BASE; side < SIDES; side++)
        name_side(&gate, side);
    struct block blocks[SIDES] = {0};
    enum status status = begin(&gate, blocks, fault);
    free_blocks(blocks);
    if (status == OK)
        status = run_looks(&gate, fault);
    if (status == OK)
        status = run_confirmation(&gate, fault);
    if (status == OK && gate.spent)
        comparison_expire(comparison, options->budget_seconds);
    if (status == OK)
        look_around(&gate, true);
    hold_release(gate.held);
    gate_side_remove(gate.pins);
    unlink(gate.log);
    for (int side = 0; side < SIDES; side++)
        gate_side_remove(gate.side[side].out);
    rmdir(gate.folder);
    comparison_free(&gate.twin);
    return status;
}
