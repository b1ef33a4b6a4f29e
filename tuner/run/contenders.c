/* The candidates for the best: measured by this run, and by an earlier one that was interrupted. */
#include "tuner/run/run.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

/* Whether a result is better than another: measured completely, or faster; also if the values are equal. */
static bool is_better(const struct result *result, const struct result *other, enum objective objective)
{
    if (result->dropped != other->dropped)
        return other->dropped;
    const double aim = result_aim(result, objective), other_aim = result_aim(other, objective);
    return aim < other_aim || (!(aim > other_aim) && result_time(result, objective) < result_time(other, objective));
}

/* Adds to the best few, in order, and the default. */
void run_contend(struct run *run, const struct candidate *candidate, const struct reply *reply)
{
    const struct result *result = &reply->result;
    const double blocks = result->blocks ? (double)result->blocks : 1;
    const double block_seconds = reply->seconds[PHASE_PREPARING] + reply->seconds[PHASE_MEASURING] / blocks;
    struct contender contender = {candidate->program, *result, block_seconds};
    if (candidate->index == run->search.first)
        run->standard = contender;
    if (!run_accurate(run, result))
        return;
    size_t at = run->contenders;
    while (at > 0 && is_better(result, &run->contender[at - 1].result, run->objective))
        at--;
    if (at == CONTENDERS)
        return;
    run->contenders += run->contenders < CONTENDERS;
    for (size_t i = run->contenders - 1; i > at; i--)
        run->contender[i] = run->contender[i - 1];
    run->contender[at] = contender;
}

/* Takes over a row of an earlier run, unless its binary, which a play-off needs, is no longer in the store. */
static void take_known_row(struct run *run, const struct result *result)
{
    struct candidate candidate = {result->index, {.resources = result->resources, .milliseconds = result->compile_ms}};
    struct store_key *key = &candidate.program.key;
    snprintf(key->text, sizeof key->text, "%.32s", result->binary);
    if (result->status == OK && *key->text) {
        struct config *config = config_new(&run->target->problem, result->index);
        const bool kept = program_is_cached(run->tuner->options.launcher.cache, config, *key);
        free(config);
        if (!kept)
            return;
    }
    struct reply *reply = allocate(sizeof *reply);
    reply->result = *result;
    reply->seconds[PHASE_MEASURING] = 1e-9 * result->median_ns * (double)(result->iterations * result->batch);
    run_judge(run, &reply->result);
    if (result->status == OK) {
        run->sampling = sampling_join(run->sampling, result->sampling);
        run_contend(run, &candidate, reply);
    }
    const struct result judged = reply->result;
    free(reply);
    search_recall(&run->search, run->options.known_counts);
    run_count(run, &judged);
}

void run_take_known(struct run *run)
{
    const struct run_options *options = &run->options;
    size_t at = 0;
    const struct result *result;
    while (options->known && (result = options->known(options->user, &run->target->problem, &at)))
        take_known_row(run, result);
}

enum status run_search_known(struct search *search, const struct tuner *tuner, const struct target *target,
                             const struct run_options *options)
{
    const struct problem *problem = &target->problem;
    const struct compute_device *device = &tuner->options.device;
    struct search_budget budget = options->budget;
    const struct result *result;
    FREED struct run *run = allocate(sizeof *run);
    size_t at = 0;
    run->target = target;
    run->bench = problem->bench;
    run->objective = run_objective(options, target);
    budget.takes_turns = run_takes_turns(options, device, problem->bench);
    if (target->fixed_count)
        search_list(search, target->fixed, target->fixed_count);
    else if (search_start_with(search, problem, &target->restriction, device, options->strategy, &budget,
                               &target->wanted, NULL) != OK)
        return INVALID;
    while (options->known && (result = options->known(options->user, problem, &at))) {
        struct result judged = *result;
        run_judge(run, &judged);
        const struct observation observed = run_observation(run, &judged);
        search_recall(search, options->known_counts);
        search_tell(search, &observed);
    }
    return OK;
}

bool tuner_finished(const struct tuner *tuner, const struct target *target, const struct run_options *options,
                    const struct best *best)
{
    struct search search;
    uint64_t index;
    if (bench_missing(target->problem.bench, &tuner->options.device) ||
        (best && options->until > 0 && best_fraction(best) >= options->until))
        return true;
    if (run_search_known(&search, tuner, target, options) != OK)
        return false;
    const bool finished = search_ask(&search, &index) == ASK_DONE;
    search_end(&search);
    return finished;
}
