#include "cli/gate.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/arm.h"
#include "cli/hold.h"
#include "cli/shell.h"
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

enum side { BASE, NEW, CONTROL, SIDES };  /* CONTROL: the base once more */
enum { MAX_ARGUMENTS = MAX_PASSED + 20 }; /* more than a command line passes on */

struct gate {
    const struct gate_options *options;
    struct comparison *comparison, twin; /* twin: of the base with itself, where nothing else is a control; or empty */
    size_t sides;
    char folder[512], pins[540], log[540], out[SIDES][540]; /* a folder of this run, and files in it */
    const char *pinned;                                     /* what is measured: the user's file, then our own */
    uint64_t blocks;                                        /* that were run so far */
    double block_seconds;                                   /* that one takes, of all sides */
    double limit_seconds;                                   /* that no program takes: ten first blocks, and a minute */
    double end;                                             /* clock_seconds() when the budget is; or INFINITY */
    bool spent;                                             /* it is */
    int held;                                               /* the device's lock */
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

/* ---- one process ---- */

static void add(const char **arguments, size_t *count, const char *const *more, size_t more_count)
{
    for (size_t i = 0; i < more_count && *count < MAX_ARGUMENTS; i++)
        arguments[(*count)++] = more[i];
}

/* A results file, and the journal that a program which died leaves beside it. */
static void remove_results(const char *path)
{
    char journal[560];
    snprintf(journal, sizeof journal, "%s.journal", path);
    unlink(path);
    unlink(journal);
}

/* Runs a side's command once, and reads what it wrote. */
static enum status run_command(struct gate *gate, enum side side, struct results *results, struct fault *fault)
{
    const struct gate_options *options = gate->options;
    const char *written = side == NEW ? options->new : options->base;
    char *command = shell_fill(written, "{out}", gate->out[side]);
    const char *const arguments[] = {"-c", command};
    struct fault told = {0};
    int ended = 0;
    remove_results(gate->out[side]);
    enum status status = arm_run("sh", arguments, 2, time_of_process(gate), gate->log, options->stop, &ended, &told);
    free(command);
    if (status != OK)
        status = fail(fault, INVALID, "compare: %s%s", written, strchr(told.text, ':'));
    else if (ended && options->read != results_load)
        status = fail(fault, INVALID, "compare: %s: exit status %d", written, ended);
    else if (access(gate->out[side], F_OK))
        status = fail(fault, INVALID, "compare: %s: it did not write the file that stands for {out}", written);
    if (status != OK || options->read(results, gate->out[side], &told) == OK)
        return status;
    const size_t file = strlen(gate->out[side]); /* which is gone when somebody reads this */
    const bool begins = !strncmp(told.text, gate->out[side], file);
    return fail(fault, INVALID, "compare: %.300s: what it wrote to {out}%s", written,
                begins ? told.text + file : told.text);
}

/* Measures what is pinned once on a side. */
static enum status run_program(struct gate *gate, enum side side, struct results *results, struct fault *fault)
{
    const struct gate_options *options = gate->options;
    const char *arguments[MAX_ARGUMENTS];
    const char *const own[] = {"--configs",  gate->pinned, "--blocks", "1",
                               "--ceilings", "off",        "--out",    gate->out[side]};
    size_t count = 0;
    int ended;
    const char *const defaults = "--defaults";
    add(arguments, &count, own, sizeof own / sizeof *own);
    add(arguments, &count, options->both.argument, options->both.count);
    add(arguments, &count, &defaults, options->defaults && side == NEW);
    remove_results(gate->out[side]);
    const char *program = side == NEW ? options->new : options->base;
    const enum status status =
        arm_run(program, arguments, count, time_of_process(gate), gate->log, options->stop, &ended, fault);
    if (status != OK && strstr(fault->text, "unknown option '--configs'")) {
        *fault = (struct fault){0};
        return fail(fault, INVALID, "compare: %s knows no --configs: it is from before that; take a newer %s", program,
                    side == NEW ? "one" : "base");
    }
    if (status == OK && access(gate->out[side], F_OK))
        return fail(fault, INVALID, "compare: %s wrote no results; is it a gpubench?", program);
    if (status == OK && side == BASE && !gate->blocks)
        arm_tell_left_out(gate->log, program);
    if (status == OK && results_load(results, gate->out[side], fault) != OK)
        return INVALID;
    if (status == OK && options->defaults && side == NEW)
        results_forget_spaces(results); /* so a row of the problem is that of the base */
    return status;
}

static enum status run_side(struct gate *gate, enum side side, struct results *results, struct fault *fault)
{
    return (gate->options->read ? run_command : run_program)(gate, side, results, fault);
}

/* All sides, in an order by chance. */
static enum status run_block(struct gate *gate, struct results results[SIDES], struct fault *fault)
{
    uint64_t order[SIDES] = {BASE, NEW, CONTROL};
    enum status status = OK;
    memset(results, 0, SIDES * sizeof *results);
    strategy_shuffle(order, gate->sides, gate->options->seed + gate->blocks);
    const double start = clock_seconds();
    for (size_t i = 0; i < gate->sides && status == OK && !*gate->options->stop; i++)
        status = run_side(gate, (enum side)order[i], &results[order[i]], fault);
    gate->block_seconds = clock_seconds() - start;
    gate->blocks++;
    return status;
}

static void free_block(struct results results[SIDES])
{
    for (int side = 0; side < SIDES; side++)
        results_free(&results[side]);
}

/* ---- what is pinned ---- */

/* The base searches, for half of the budget; its best are compared. */
static enum status search(struct gate *gate, struct fault *fault)
{
    char half[32];
    const struct gate_options *options = gate->options;
    const char *arguments[MAX_ARGUMENTS];
    const char *const own[] = {"--out", gate->pins, "--budget", half};
    size_t count = 0;
    int ended;
    snprintf(half, sizeof half, "%.3gs", options->budget_seconds / 2);
    add(arguments, &count, own, options->budget_seconds > 0 ? 4 : 2);
    add(arguments, &count, options->both.argument, options->both.count);
    add(arguments, &count, options->search.argument, options->search.count);
    text_print(stderr, "gpubench: compare: no --configs: %s searches first\n", options->base);
    const enum status status =
        arm_run(options->base, arguments, count, time_of_process(gate), gate->log, options->stop, &ended, fault);
    if (status == OK && access(gate->pins, F_OK))
        return fail(fault, INVALID, "compare: %s wrote no results; is it a gpubench?", options->base);
    return status;
}

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

/* A program that was killed because the budget ended has no fault. */
static enum status forgive(struct gate *gate, enum status status, struct fault *fault)
{
    if (status == OK || left(gate) > 0)
        return status;
    gate->spent = true;
    *fault = (struct fault){0};
    return OK;
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
        struct results results[SIDES];
        watch_mark(&gate->watch);
        status = forgive(gate, run_block(gate, results, fault), fault);
        const enum company company = look_around(gate, false);
        if (is_over(gate)) { /* which the programs may have died of: theirs is no fault */
            status = OK;
        } else if (status == OK && !watch_repeats(&gate->watch, company)) {
            status = comparison_take(gate->comparison, &results[BASE], &results[NEW], fault);
            if (status == OK && gate->twin.count)
                status = comparison_take(&gate->twin, &results[CONTROL], &results[BASE], fault);
            taken++;
        }
        free_block(results);
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

/* Nothing is the same on both sides: the base is compared with itself, too. A run that fails is tried once more. */
static enum status begin_twin(struct gate *gate, struct fault *fault)
{
    enum status status = OK;
    text_print(stderr, "gpubench: compare: nothing is identical on both sides: the base runs twice, as a control\n");
    for (int tries = 0; tries < 2 && status == OK && !comparison_controls(&gate->twin) && !is_over(gate); tries++) {
        struct results control = {0};
        comparison_free(&gate->twin);
        status = forgive(gate, run_side(gate, CONTROL, &control, fault), fault);
        look_around(gate, false);
        if (is_over(gate))
            status = OK;
        else if (status == OK)
            status = comparison_start(&gate->twin, ONE_PROGRAM, &control, &gate->comparison->base, fault);
        results_free(&control);
    }
    if (status == OK && !is_over(gate) && !comparison_controls(&gate->twin))
        gate->comparison->invalid = allocate_text("the base failed where it was to run as a control");
    gate->block_seconds *= (double)SIDES / (double)gate->sides;
    gate->sides = SIDES;
    return status;
}

/* A block of both sides, as the first of a comparison. */
static enum status start(struct gate *gate, struct results results[SIDES], struct fault *fault)
{
    enum status status = forgive(gate, run_block(gate, results, fault), fault);
    if (gate->spent && status == OK)
        status =
            fail(fault, INVALID, "compare: the budget of %g s ended in the first block; --budget gives a longer one",
                 gate->options->budget_seconds);
    look_around(gate, false);
    if (*gate->options->stop)
        return fail(fault, INVALID, "compare: interrupted");
    if (gate->comparison->invalid || status != OK)
        return gate->comparison->invalid ? OK : status;
    if (!gate->options->read || gate->options->time_limit <= 0)
        gate->limit_seconds = 60 + 10 * gate->block_seconds;
    return comparison_start(gate->comparison, TWO_PROGRAMS, &results[BASE], &results[NEW], fault);
}

/* Another first block, because something has no time in the first: that is believed when it comes again. */
static enum status start_again(struct gate *gate, struct results results[SIDES], struct fault *fault)
{
    struct comparison first = *gate->comparison, *second = gate->comparison;
    struct results new = results[NEW];
    results[NEW] = (struct results){0};
    free_block(results);
    *second = (struct comparison){0};
    const enum status status = start(gate, results, fault);
    if (status == OK && !second->invalid && comparison_tried_again(&first) <= comparison_tried_again(second)) {
        comparison_again(&first, &second->base, &results[NEW]);
        comparison_free(second);
        *second = first;
    } else {
        if (status == OK && !second->invalid)
            comparison_again(second, &first.base, &new);
        comparison_free(&first);
    }
    results_free(&new);
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
static enum status begin(struct gate *gate, struct results results[SIDES], struct fault *fault)
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
        status = search(gate, fault);
    gate->limit_seconds = first_limit(gate);
    if (status == OK && !is_over(gate))
        status = start(gate, results, fault);
    if (status == OK && !is_over(gate) && comparison_tried_again(comparison) && !spends(gate))
        status = start_again(gate, results, fault);
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
    snprintf(gate.out[BASE], sizeof gate.out[BASE], "%s/base.json", gate.folder);
    snprintf(gate.out[NEW], sizeof gate.out[NEW], "%s/new.json", gate.folder);
    snprintf(gate.out[CONTROL], sizeof gate.out[CONTROL], "%s/control.json", gate.folder);
    struct results results[SIDES] = {0};
    enum status status = begin(&gate, results, fault);
    free_block(results);
    if (status == OK)
        status = run_looks(&gate, fault);
    if (status == OK)
        status = run_confirmation(&gate, fault);
    if (status == OK && gate.spent)
        comparison_expire(comparison, options->budget_seconds);
    if (status == OK)
        look_around(&gate, true);
    hold_release(gate.held);
    remove_results(gate.pins);
    unlink(gate.log);
    for (int side = 0; side < SIDES; side++)
        remove_results(gate.out[side]);
    rmdir(gate.folder);
    comparison_free(&gate.twin);
    return status;
}
