#include "cli/gate.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/run/device_lock.h"
#include "cli/run/interference.h"
#include "regress/regression.h"
#include "regress/side.h"
#include "regress/variant.h"
#include "reports/json/header_rows.h"
#include "reports/json/results_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct gate {
    const struct gate_options *options;
    struct regression regression;
    struct side side[SIDES];
    char folder[512], configs_file[540], log[540]; /* a folder of this run, and files in it */
    const char *configs;                           /* the configurations: the user's file, then our own */
    double seconds, well_seconds; /* duration of the last step; and of its processes that did not fail */
    double limit_seconds;         /* of each program: ten first blocks plus a minute */
    double end;                   /* of the budget, as clock_seconds(); or INFINITY */
    bool spent;                   /* the budget is used up */
    int held;                     /* the device's lock */
    struct interference_monitor monitor;
};

/* ---- time ---- */

static double left(const struct gate *gate)
{
    return gate->end - clock_seconds();
}

/* The time limit of a process. */
static double time_of_process(const struct gate *gate)
{
    return fmax(1e-3, fmin(gate->limit_seconds, left(gate)));
}

/* Whether the budget is too short for another block. */
static bool spends(struct gate *gate)
{
    gate->spent = gate->spent || left(gate) < fmax(gate->regression.block_seconds, 1e-3);
    return gate->spent;
}

/* The time limit of a process in the first block: for a command --time-limit, if given; for a program the same per
 * setup, compilation and measurement of the fixed configurations, plus its start. */
static double first_limit(const struct gate *gate)
{
    static const double start_seconds = 20, setup_seconds = 900, step_seconds = 30; /* the last two: of a run */
    struct results fixed = {0};
    struct fault none = {0};
    const double seconds = gate->options->time_limit;
    const bool given = seconds > 0;
    if (gate->options->read)
        return given ? seconds : INFINITY;
    const bool known = header_rows_load(&fixed, gate->configs, &none) == OK;
    const double limit = start_seconds + (double)fixed.count * (given ? 3 * seconds : setup_seconds + 2 * step_seconds);
    results_free(&fixed);
    return known ? limit : INFINITY; /* the program itself reports what it cannot read */
}

/* ---- steps ---- */

/* Whether measurements would be invalid. */
static bool is_void(const struct gate *gate)
{
    return *gate->options->stop || gate->regression.comparison->invalid;
}

/* Whether no program is started any more. */
static bool is_over(const struct gate *gate)
{
    return is_void(gate) || gate->spent;
}

/* Checks for other use of the device, while no program of ours runs. If it stays the comparison is invalid. */
static enum interference check_interference(struct gate *gate, bool closely)
{
    return is_void(gate) ? INTERFERENCE_NONE
                         : interference_check(&gate->monitor, closely, &gate->regression.comparison->invalid);
}

/* Writes the configurations that are still compared. */
static enum status write_fixed_configs(struct gate *gate, struct fault *fault)
{
    if (gate->options->read)
        return OK; /* a command chooses its own */
    const struct results part = regression_fixed_configs(&gate->regression);
    const enum status status = results_save(&part, gate->configs_file, fault);
    free(part.rows);
    gate->configs = gate->configs_file;
    return status;
}

/* Runs the sides of a step. A process killed at the end of the budget is no fault. */
static enum status run_sides(struct gate *gate, const struct step *step, struct block *blocks, struct fault *fault)
{
    enum status status = OK;
    const double start = clock_seconds();
    gate->well_seconds = 0;
    for (size_t i = 0; i < step->sides && status == OK && !*gate->options->stop; i++) {
        struct block *block = &blocks[step->side[i]];
        const double before = clock_seconds();
        status = side_run(&gate->side[step->side[i]], gate->configs, time_of_process(gate), block, fault);
        gate->spent = gate->spent || (block_failed(block) && left(gate) <= 0);
        if (!block_failed(block))
            gate->well_seconds += clock_seconds() - before;
    }
    gate->seconds = clock_seconds() - start;
    return status;
}

/* Runs a step, and repeats it after interference. Failures of programs after an interrupt or the end of the budget are
 * no faults. */
static enum status take_step(struct gate *gate, const struct step *step, struct fault *fault)
{
    struct block blocks[SIDES] = {0};
    enum status status = step->fixes_configs ? write_fixed_configs(gate, fault) : OK;
    if (step->counts)
        interference_mark(&gate->monitor);
    if (status == OK)
        status = run_sides(gate, step, blocks, fault);
    const enum interference interference = check_interference(gate, false);
    if (is_over(gate))
        status = OK;
    else if (status == OK && !(step->counts && interference_repeats(&gate->monitor, interference)))
        status = regression_take(&gate->regression, blocks, gate->seconds, fault);
    for (int side = 0; side < SIDES; side++)
        block_free(&blocks[side]);
    return status;
}

/* ---- the device ---- */

/* Locks the device, and starts monitoring it. */
static void take_device(struct gate *gate, const struct compute_device *device)
{
    device_lock_release(gate->held);
    gate->held = device_lock_take(device, gate->options->stop);
    if (*gate->options->stop)
        return;
    interference_start(&gate->monitor, device);
    check_interference(gate, true);
}

static bool same_device(const struct compute_device *a, const struct compute_device *b)
{
    return !strcmp(a->uuid, b->uuid) && !strcmp(a->backend, b->backend) && a->index == b->index;
}

/* Switches to the device that the programs used, if it is another one; waiting for it is not the comparison's time. */
static void settle_device(struct gate *gate)
{
    const struct compute_device *given = gate->options->device,
                                *used = &gate->regression.comparison->base.context.device;
    const double waited = clock_seconds();
    if (!given || !same_device(given, used))
        take_device(gate, used);
    if (gate->options->budget_seconds > 0)
        gate->end += clock_seconds() - waited;
}

/* ---- the comparison ---- */

/* Checks that both programs have had their first block, or never will. */
static enum status check_first(const struct gate *gate, struct fault *fault)
{
    const struct gate_options *options = gate->options;
    if (gate->regression.phase != PHASE_FIRST)
        return OK;
    if (*options->stop)
        return fail(fault, INVALID, "compare: interrupted");
    if (gate->spent && !gate->regression.comparison->invalid)
        return fail(fault, INVALID, "compare: the budget of %g s ended in the first block; --budget gives a longer one",
                    options->budget_seconds);
    return OK;
}

static enum status run_steps(struct gate *gate, struct fault *fault)
{
    const struct gate_options *options = gate->options;
    struct regression *regression = &gate->regression;
    enum status status = OK;
    bool met = false;
    while (status == OK && !is_over(gate)) {
        if (!met && regression_met(regression)) {
            met = true;
            settle_device(gate);
            continue;
        }
        const bool first = regression->phase == PHASE_FIRST;
        const struct step step = regression_next(regression);
        if (!step.sides)
            break;
        if (step.free || !spends(gate))
            status = take_step(gate, &step, fault);
        if (first && status == OK)
            status = check_first(gate, fault);
        if (first && regression->phase != PHASE_FIRST && (!options->read || options->time_limit <= 0))
            gate->limit_seconds = 60 + 10 * gate->well_seconds;
    }
    return status;
}

/* Finds the configurations, and runs all steps. Times of the first block, with compilation, do not count. */
static enum status run(struct gate *gate, struct fault *fault)
{
    const struct gate_options *options = gate->options;
    struct comparison *comparison = gate->regression.comparison;
    enum status status = OK;
    gate->configs = options->configs ? options->configs : gate->configs_file;
    if (options->device)
        take_device(gate, options->device);
    if (*options->stop)
        return fail(fault, INVALID, "compare: interrupted");
    if (options->budget_seconds > 0)
        gate->end = clock_seconds() + options->budget_seconds;
    if (!is_over(gate) && !options->configs && !options->read) {
        text_print(stderr, "gpubench: compare: no --configs: %s searches first\n", options->base);
        status = side_search(&gate->side[BASE], &options->search, options->budget_seconds / 2, gate->configs_file,
                             time_of_process(gate), fault);
    }
    gate->limit_seconds = first_limit(gate);
    if (status == OK)
        status = check_first(gate, fault);
    if (status == OK)
        status = run_steps(gate, fault);
    if (comparison->invalid && !comparison->count && options->device)
        comparison->base.context.device = *options->device;
    if (status == OK && gate->spent)
        comparison_expire(comparison, options->budget_seconds);
    if (status == OK)
        check_interference(gate, true);
    return status;
}

static void name_side(struct gate *gate, enum side_name side)
{
    static const char *const names[SIDES] = {"base", "new", "control"};
    const struct gate_options *options = gate->options;
    gate->side[side] = (struct side){.written = side == NEW ? options->new : options->base,
                                     .read = options->read,
                                     .passed = &options->both,
                                     .stop = options->stop,
                                     .log = gate->log,
                                     .defaults = options->defaults &&side == NEW,
                                     .reports_left_out = side == BASE && !options->read};
    snprintf(gate->side[side].out, sizeof gate->side[side].out, "%s/%s.json", gate->folder, names[side]);
}

enum status gate_run(const struct gate_options *options, struct comparison *comparison, struct fault *fault)
{
    struct gate gate = {.options = options,
                        .regression = regression_of(comparison, options->base, options->seed, options->defaults),
                        .limit_seconds = INFINITY,
                        .end = INFINITY,
                        .held = -1};
    if (variant_folder(gate.folder, sizeof gate.folder, fault) != OK)
        return INVALID;
    snprintf(gate.configs_file, sizeof gate.configs_file, "%s/configs.json", gate.folder);
    snprintf(gate.log, sizeof gate.log, "%s/log", gate.folder);
    for (enum side_name side = BASE; side < SIDES; side++)
        name_side(&gate, side);
    const enum status status = run(&gate, fault);
    device_lock_release(gate.held);
    side_remove(gate.configs_file);
    unlink(gate.log);
    for (int side = 0; side < SIDES; side++)
        side_remove(gate.side[side].out);
    rmdir(gate.folder);
    regression_free(&gate.regression);
    return status;
}
