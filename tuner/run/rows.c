/* The output of a run: rows and progress. */
#include "tuner/run/run.h"

#include "base/clock.h"
#include "tuner/values.h"

#include <math.h>
#include <stdio.h>

static const double least_told = 1e-150;

bool run_accurate(const struct run *run, const struct result *result)
{
    const double most = run->target->max_error;
    const size_t error = bench_error(run->bench);
    if (result->unmet || (run->objective == OBJECTIVE_VALUE && !isfinite(result->value)))
        return false;
    return !(most > 0) || error == SIZE_MAX || result->figure[error] <= most; /* a NAN is not */
}

bool run_needs_alone(const struct run *run)
{
    const struct target *target = run->target;
    return run->objective == OBJECTIVE_ALONE || judge_needs_alone(target->objective) ||
           judge_needs_alone(target->required);
}

void run_judge(const struct run *run, struct result *result)
{
    const struct target *target = run->target;
    if (result->reference)
        return;
    result->value = target->objective ? judge_value(target->objective, result) : (double)NAN;
    const double meets = target->required ? judge_value(target->required, result) : 1;
    result->unmet = isnan(meets) || meets == 0;
}

static struct limit limit_by(const struct run *run, const struct result *result, const double amount[RESOURCES])
{
    return resource_limit(amount, result->median_ns, result->cold, run->tuner->options.device.l2_bytes,
                          run->options.ceilings + result_device(result));
}

/* Without the copies between host and device, whose share may be larger than that of what is exceeded. */
static struct limit limit_beside_copies(const struct run *run, const struct result *result)
{
    double amount[RESOURCES];
    for (enum resource r = 0; r < RESOURCES; r++)
        amount[r] = resource_copies() >> r & 1 ? 0 : result->amount[r];
    return limit_by(run, result, amount);
}

void run_limit(const struct run *run, struct result *result)
{
    if (result->status != OK || !run->options.ceilings)
        return;
    result->limit = limit_by(run, result, result->amount);
    if (run->tuner->options.device.is_cpu || result->reference)
        return;
    const struct limit other = limit_beside_copies(run, result);
    const double most = run->options.max_share;
    if (!limit_is_exceeded(&result->limit, most) && limit_is_exceeded(&other, most))
        result->limit = other;
    if (limit_is_exceeded(&result->limit, most))
        result->status = IMPLAUSIBLE;
}

struct run_reason run_reason(const struct result *result)
{
    struct run_reason reason = {""};
    if (result->status == IMPLAUSIBLE)
        snprintf(
            reason.text, sizeof reason.text,
            "%.1f %% of its limit, that of %s: it leaves out work, or the limit is wrong (--max-share says how much "
            "is believed)",
            100 * result->limit.fraction, resource_word(result->limit.resource));
    else if (result->status == VERIFIED)
        snprintf(reason.text, sizeof reason.text, "correct, not timed (--verify-only)");
    return reason;
}

void run_row(const struct run *run, const struct result *result, const char *reason)
{
    run->options.row(run->options.user, &run->target->problem, result, reason);
}

void run_reply(const struct run *run, const struct device_worker *worker, const struct reply *reply)
{
    const struct run_options *options = &run->options;
    tuner_count(run->tuner, worker, reply);
    if (options->samples && reply->samples.count && reply->fault.status == OK)
        options->samples(options->user, &run->target->problem, &reply->result, &reply->samples);
}

double run_seconds_left(const struct run *run)
{
    const double budget_seconds = run->options.budget.seconds;
    return budget_seconds > 0 ? budget_seconds - (clock_seconds() - run->started) : INFINITY;
}

uint64_t run_secret(const struct run *run, uint64_t index, uint32_t reference, uint64_t round)
{
    const struct problem_at *at = &run->prepared.at;
    const uint64_t of[] = {at->suite, at->bench, at->n, index, reference, round};
    uint64_t secret = run->tuner->options.secret;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        secret = job_random(secret, of[i]);
    return secret;
}

void run_report(struct run *run)
{
    struct progress *progress = &run->progress;
    const double budget = run_seconds_left(run);
    if (run != run->tuner->first) /* of one iteration at a time */
        return;
    run->reported = true;
    progress->seconds = clock_seconds() - run->started;
    progress->seconds_left = -1;
    if (progress->done && (run->set_up || !run->tuner->devices)) {
        double spent = clock_seconds() - run->measuring_since;
        progress->seconds_left = spent / (double)progress->done * (double)(progress->total - progress->done);
    }
    if (isfinite(budget) && (progress->seconds_left < 0 || progress->seconds_left > budget))
        progress->seconds_left = fmax(0, budget);
    run->options.progress(run->options.user, progress);
}

/* The interval of the time in a stream: at 95 % if there are enough blocks, else from the least to the largest. */
static void find_interval(const struct result *result, double interval_ns[2])
{
    const bool wide = isnan(result->ci95_ns[0]) && result->blocks > 1;
    for (int end = 0; end < 2; end++)
        interval_ns[end] = wide ? result->block_ns[0] : result->ci95_ns[end];
    for (size_t i = 1; wide && i < result->blocks; i++) {
        interval_ns[0] = fmin(interval_ns[0], result->block_ns[i]);
        interval_ns[1] = fmax(interval_ns[1], result->block_ns[i]);
    }
}

/* Strategies need positive times: of other values the order alone is preserved. */
static double observed_ns(double aim)
{
    return aim > 0 ? fmax(aim, least_told) : isfinite(aim) ? least_told / (1 - aim) : 0;
}

struct observation run_observation(const struct run *run, const struct result *result)
{
    struct observation observed = {result->index, result->status, 0, {NAN, NAN}, STOP_NOT, result->resources};
    if (result->status != OK)
        return observed;
    observed.stop = result->stop;
    if (!run_accurate(run, result))
        return observed;
    observed.ns = observed_ns(result_aim(result, run->objective));
    if (run->objective == OBJECTIVE_STREAM)
        find_interval(result, observed.interval_ns);
    return observed;
}

/* A search that has found nothing right may exceed its number. */
static void note_most(struct run *run)
{
    const struct search *search = &run->search;
    const uint64_t most = search->most < search->budget ? search->most : search->budget;
    if (run->progress.total)
        run->progress.total = most > run->progress.total ? most : run->progress.total;
}

void run_count(struct run *run, const struct result *result)
{
    struct progress *progress = &run->progress;
    double until = run->options.until;
    bool good = result->status == OK && !result->dropped && run_accurate(run, result);
    run->reached = run->reached || (until > 0 && good && result->limit.fraction >= until);
    run->default_failed = run->default_failed || (result->index == run->search.first && result->status != OK);
    progress->done++;
    const struct observation observed = run_observation(run, result);
    search_tell(&run->search, &observed);
    note_most(run);
    doubt_tell(&run->search.doubt, result->index, observed.ns);
    tries_tell(run->tries, result->index, result->status);
    if (result->status == OK || result->status == VERIFIED)
        progress->good++;
    else if (status_is_failure(result->status))
        progress->failed++;
    const double aim = result_aim(result, run->objective);
    if (good && (progress->best_ns == 0 || aim < run->best_aim)) {
        run->best_aim = aim;
        progress->best_ns = result_time(result, run->objective);
        progress->best = result->index;
    }
}

void run_doubt(const struct run *run, struct best *best)
{
    best->measured = run->progress.done;
    const bool is_time = run->objective != OBJECTIVE_VALUE; /* for other values, the order alone */
    if (is_time && !run->target->fixed_count && best->measured < best->allowed)
        best->left = search_left(&run->search);
}

void run_emit(struct run *run, const struct result *result, const char *reason)
{
    run_count(run, result);
    run_row(run, result, reason);
    run_report(run);
}

void run_emit_unmeasured(struct run *run, uint64_t index, const struct program *program, const struct fault *fault,
                         uint32_t device)
{
    struct result result = result_of(index, 0);
    result.device = device;
    result.status = fault->status;
    if (program) {
        result.resources = program->resources;
        result.compile_ms = program->milliseconds;
        snprintf(result.binary, sizeof result.binary, "%s", program->key.text);
    }
    run_emit(run, &result, fault->text);
}

void run_emit_bench(const struct run *run, const struct fault *fault)
{
    struct result result = result_of(NO_CONFIGURATION, 0);
    result.status = fault->status;
    run_row(run, &result, fault->text);
}
