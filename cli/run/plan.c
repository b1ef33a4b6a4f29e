#include "cli/run/plan.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/compromise.h"
#include "cli/run/exec.h"
#include "cli/run/interrupt.h"
#include "cli/run/warm_start.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double compromise_after = 0.75; /* the searches' share of a budget */

/* ---- --until ---- */

static void endless_add(struct endless *endless, const struct target *target, const struct best *best)
{
    if (best->result.median_ns <= 0 || best->result.limit.fraction > 0)
        return;
    if (!endless->count++)
        endless->first = target->problem.bench->name;
}

static void endless_report(const struct endless *endless)
{
    if (!endless->count)
        return;
    text_print(stderr, "gpubench: --until: no limit of %s is known", endless->first);
    if (endless->count > 1)
        text_print(stderr, " (nor of %zu more)", endless->count - 1);
    fputs("; the search went on to its end\n", stderr);
}

/* ---- the targets ---- */

/* How far a target is; its start time, and the results at that time. */
struct step {
    enum { STEP_TO_COME, STEP_BEGUN, STEP_ENDED } state;
    bool follows; /* a bench with the same kernel, before it */
    double time, most_seconds;
    size_t rows;
};

struct course {
    struct plan *plan;
    struct tuner *tuner;
    struct record *record;
    struct step *step; /* of each target */
};

static void find_ceilings(struct course *course, unsigned clocks)
{
    struct plan *plan = course->plan;
    const struct options *options = plan->options;
    struct ceilings_listener listener = options->compile_only ? progress_of_compiled_ceilings : progress_of_ceilings;
    const bool measure = options->ceilings == CEILINGS_AUTO && !options->configs;
    plan->clocks_found |= clocks;
    if (options->ceilings == CEILINGS_OFF || options->verify_only)
        return;
    listener.user = &course->record->printer;
    if (options->compile_only && measure)
        ceilings_compile(course->tuner, plan->targets.target, plan->targets.count, plan->run.time_limit, &listener);
    else
        ceilings_find(plan->ceilings, course->tuner, plan->targets.target, plan->targets.count, clocks, measure,
                      budget_ceilings(&plan->budget, clock_seconds()), plan->run.time_limit, &listener);
    record_ceilings(course->record, plan->ceilings);
}

static bool is_known(struct course *course, size_t t)
{
    size_t at = 0;
    return record_known(course->record, &course->plan->targets.target[t].problem, &at) != NULL;
}

/* The first configurations follow from rows. A resumed search uses the rows of its start, so that it repeats its
 * path. */
static void take_warm_start(struct course *course, size_t t, bool goes_on)
{
    if (goes_on == is_known(course, t))
        warm_start_take(&course->plan->targets, t, &course->record->results, &course->plan->run);
}

/* Whether the winners of smaller sizes are not known yet. */
static bool awaits_sizes(const struct course *course, size_t t)
{
    const struct target *target = course->plan->targets.target;
    bool awaits = false;
    for (size_t i = t; i-- > 0 && target[i].problem.bench == target[t].problem.bench;)
        awaits = awaits || course->step[i].state != STEP_ENDED;
    return awaits;
}

/* Whether the search of a bench with the same kernel is not over yet. */
static bool awaits_kernel(const struct course *course, size_t t)
{
    const struct targets *targets = &course->plan->targets;
    bool awaits = false;
    for (size_t i = 0; i < t && course->step[t].follows && !awaits; i++)
        awaits = warm_start_is_of(targets, i, t) &&
                 (course->step[i].state == STEP_TO_COME || tuner_searches(course->tuner, &targets->target[i]));
    return awaits;
}

/* Whether targets before must have ended, since this one depends on their results; with several devices it does not
 * wait for winners of other sizes. */
static bool follows(struct course *course, size_t t)
{
    const struct target *target = &course->plan->targets.target[t];
    const bool ceilings = !ceilings_problem(&target->problem) && !course->plan->clocks_found;
    const bool one = course->tuner->devices < 2;
    return ceilings || (one && (target->fixed_count || awaits_sizes(course, t) || awaits_kernel(course, t))) ||
           is_known(course, t);
}

/* Whether the continued results file is complete for a target. */
static bool is_finished(struct course *course, const struct target *target)
{
    FREED struct best *best = allocate(sizeof *best);
    const bool finished = record_finished(course->record, course->tuner, target, &course->plan->run, best);
    if (finished && best->result.median_ns > 0)
        record_best(course->record, target, best);
    return finished;
}

/* Whether a target would only wait beside earlier ones, for the host, while its time elapses. */
static bool would_wait(const struct course *course, const struct target *target)
{
    return course->plan->seconds > 0 && course->tuner->devices > 1 && target->problem.bench->device.verified_beside;
}

/* Whether several targets share a device's time. */
static bool shares(const struct course *course)
{
    return course->tuner->options.workers_per_device > 1;
}

/* Whether a target cannot begin beside others. Where targets share a device, nor can one that the host times: its
 * worker would wait until the others end. */
static bool is_later(struct course *course, size_t t)
{
    const struct target *target = &course->plan->targets.target[t];
    const bool alone = shares(course) && target->problem.bench->device.host_timed;
    return follows(course, t) || would_wait(course, target) || alone;
}

static void begin_step(struct course *course, size_t t, struct run_options *options)
{
    struct plan *plan = course->plan;
    const struct problem *problem = &plan->targets.target[t].problem;
    const bool is_ceiling = ceilings_problem(problem);
    const bool host_later = shares(course) && !problem->bench->device.host_timed;
    const unsigned clocks = (host_later ? TIMED_BY_DEVICE : TIMED_BY_BOTH) & ~plan->clocks_found;
    if (!is_ceiling && clocks) /* those that this run measures come before, in the order of `all` */
        find_ceilings(course, clocks);
    course->step[t].state = STEP_BEGUN;
    *options = plan->run;
    options->ceilings = is_ceiling ? NULL : plan->ceilings;
}

/* Whether one that follows none comes before this target, which does. */
static bool is_put_off(struct course *course, size_t t)
{
    const struct step *step = course->step;
    bool another = false;
    for (size_t i = t + 1; i < course->plan->targets.count && step[t].follows && !another; i++)
        another = step[i].state == STEP_TO_COME && !step[i].follows && !is_later(course, i);
    return another;
}

/* The first target to come; where targets share a device, beside others, the first that can begin. There those that
 * follow none come first: their searches are the long ones, and others wait for them. */
static enum next_target next_target(void *user, bool early, const struct target **target, struct run_options *options)
{
    struct course *course = user;
    bool later = false;
    for (size_t t = 0; t < course->plan->targets.count && !interrupted && exec_fault()->status == OK; t++) {
        if (course->step[t].state != STEP_TO_COME)
            continue;
        *target = &course->plan->targets.target[t];
        if (early && (is_later(course, t) || (shares(course) && is_put_off(course, t)))) {
            later = true;
            if (shares(course))
                continue;
            break;
        }
        take_warm_start(course, t, false);
        if (is_finished(course, *target)) {
            course->step[t].state = STEP_ENDED;
            continue;
        }
        begin_step(course, t, options);
        return TARGET_NEXT;
    }
    return later ? TARGET_LATER : TARGET_NONE;
}

static bool begin_target(void *user, const struct target *target, struct run_options *options)
{
    struct course *course = user;
    struct plan *plan = course->plan;
    const size_t t = (size_t)(target - plan->targets.target);
    struct step *step = &course->step[t];
    step->time = clock_seconds();
    step->rows = results_rows(&course->record->results, record_problem(course->record, &target->problem));
    const bool has_time = budget_begin(&plan->budget, &plan->targets, t, &course->tuner->options.device, step->time,
                                       plan->run.time_limit, &options->budget.seconds, &options->most_seconds);
    step->most_seconds = options->most_seconds;
    return has_time;
}

static void end_target(void *user, const struct target *target, const struct best *best)
{
    struct course *course = user;
    struct plan *plan = course->plan;
    struct record *record = course->record;
    struct step *step = &course->step[target - plan->targets.target];
    const bool more = results_rows(&record->results, record_problem(record, &target->problem)) > step->rows;
    step->state = STEP_ENDED;
    if (ceilings_problem(&target->problem)) {
        ceilings_take(plan->ceilings, course->tuner, target, best);
        record_ceilings(record, plan->ceilings);
    } else if (plan->run.until > 0) {
        endless_add(&plan->endless, target, best);
    }
    if (!more && step->most_seconds > 0 && clock_seconds() - step->time >= step->most_seconds)
        budget_leave_out(&plan->budget, target);
    progress_end_bench(&record->printer);
    if (best->result.median_ns > 0)
        record_best(record, target, best);
}

/* ---- the whole run ---- */

/* Measures the best of each size at the others; with a budget, in its remaining time. */
static enum status seek_compromise(struct plan *plan, struct tuner *tuner, struct record *record, struct fault *fault)
{
    const double spent = clock_seconds() - plan->started - plan->waited;
    const bool timed = tuner->options.device.can_run && !plan->run.verify_only;
    if (!plan->compromise || !timed || interrupted)
        return OK;
    return compromise_measure(&plan->targets, tuner, record, &plan->run,
                              plan->seconds > 0 ? fmax(plan->seconds - spent, 1e-3) : 0, fault);
}

/* In which turn a target is compiled early. Before all, one program that includes CUB: while its headers are parsed,
 * others that do must wait. */
enum turn { HEADERS, OTHERS, INCLUDING, LAST, TURNS };

static enum turn turn_of(const struct course *course, const struct target *target)
{
    const struct bench *bench = target->problem.bench;
    return shares(course) && bench->device.host_timed ? LAST : bench->includes_cub ? INCLUDING : OTHERS;
}

/* The targets that are compiled early: those whose first configurations do not depend on other targets. Their searches
 * start as their runs' do, so that both try the same first. */
static void look_ahead(struct course *course, const struct target **first)
{
    const struct targets *targets = &course->plan->targets;
    size_t count = 0;
    for (size_t i = 0; i < TURNS * targets->count; i++) {
        const size_t t = i % targets->count;
        const struct target *target = &targets->target[t];
        const enum turn turn = (enum turn)(i / targets->count), own = turn_of(course, target);
        const bool follows = (t && same_place(target - 1, target)) || course->step[t].follows;
        if (follows || ceilings_problem(&target->problem) || is_known(course, t) ||
            (turn == HEADERS ? count || own != INCLUDING : own != turn))
            continue;
        take_warm_start(course, t, false);
        first[count++] = target;
    }
    tuner_look_ahead(course->tuner, first, count, &course->plan->run);
}

static enum status run_targets(struct plan *plan, struct tuner *tuner, struct record *record, struct fault *fault)
{
    FREED struct course *course = allocate(sizeof *course);
    FREED struct step *step = allocate((plan->targets.count + 1) * sizeof *step);
    FREED const struct target **first = allocate((plan->targets.count + 1) * sizeof *first);
    const struct target_source source = {next_target, begin_target, end_target, course};
    *course = (struct course){.plan = plan, .tuner = tuner, .record = record, .step = step};
    record_take_ceilings(record, plan->ceilings);
    for (size_t t = 0; t < plan->targets.count; t++) {
        step[t].follows = warm_start_follows(&plan->targets, t);
        take_warm_start(course, t, true);
    }
    look_ahead(course, first);
    const enum status status = tuner_run_all(tuner, &source, fault);
    tuner_look_ahead(tuner, NULL, 0, &plan->run);
    plan->run.ceilings = plan->ceilings;
    return status;
}

int plan_run(struct plan *plan, struct tuner *tuner, struct record *record)
{
    struct fault lost = {0};
    progress_budget(&record->printer, plan->seconds, plan->started + plan->waited);
    plan->budget =
        budget_start(plan->compromise ? compromise_after * plan->seconds : plan->seconds, plan->started + plan->waited);
    if (run_targets(plan, tuner, record, &lost) != OK && !interrupted)
        return report_fault(&lost, 3);
    endless_report(&plan->endless);
    budget_report(&plan->budget);
    if (exec_fault()->status != OK)
        return report_fault(exec_fault(), 2);
    if (seek_compromise(plan, tuner, record, &lost) != OK && !interrupted)
        return report_fault(&lost, 3);
    return 0;
}
