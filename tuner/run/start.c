/* Starts a run: the request that prepares its problem, and its search. */
#include "tuner/run/run.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void run_start(struct run *run, struct tuner *tuner, const struct target *target, const struct run_options *options)
{
    const struct problem *problem = &target->problem;
    const enum sampling requested = target->fixed_count ? target->sampling : options->sampling;
    *run = (struct run){.tuner = tuner,
                        .target = target,
                        .options = *options,
                        .bench = problem->bench,
                        .requested_sampling = requested,
                        .sampling = requested,
                        .objective = run_objective(options, target),
                        .started = clock_seconds(),
                        .measuring_since = clock_seconds(),
                        .progress = {.problem = problem, .phase = "preparing"}};
    run->prepared = (struct request){.kind = REQUEST_PREPARE};
    run->prepared.at = run_problem_at(tuner, problem);
}

void run_free(struct run *run)
{
    search_end(&run->search);
    tries_free(run->tries);
    free(run->playoff);
    free(run->unmade);
    free(run->ready);
    free(run);
}

/* The fixed configurations that the constraints allow on this device; each of the others is a failed row. */
static enum status start_fixed(struct run *run, struct fault *fault)
{
    const struct target *target = run->target;
    uint64_t *kept = allocate(target->fixed_count * sizeof *kept);
    const struct constraint **broken = allocate(target->fixed_count * sizeof *broken);
    size_t count = 0;
    const enum status status = allowed_broken(&target->problem, target->fixed, target->fixed_count,
                                              &run->tuner->options.device, broken, fault);
    for (size_t i = 0; i < target->fixed_count && status == OK; i++) {
        struct fault excluded = {0};
        if (!broken[i]) {
            kept[count++] = target->fixed[i];
            continue;
        }
        fail(&excluded, UNSUPPORTED, "excluded here by the constraint: %s", broken[i]->text);
        run_emit_unmeasured(run, target->fixed[i], NULL, &excluded, 0);
    }
    search_list(&run->search, kept, count);
    free(broken);
    free(kept);
    return status;
}

enum status run_start_search(struct run *run, struct fault *fault)
{
    const struct target *target = run->target;
    const struct run_options *options = &run->options;
    const struct compute_device *device = &run->tuner->options.device;
    const char *lack = bench_missing(run->bench, device);
    if (lack)
        return fail(fault, UNSUPPORTED, "%s", lack);
    if (target->fixed_count)
        return start_fixed(run, fault);
    struct search_budget budget = options->budget;
    budget.takes_turns = run_takes_turns(options, device, run->bench);
    if (search_start_with(&run->search, &target->problem, &target->restriction, device, options->strategy, &budget,
                          &target->wanted, fault) != OK)
        return INVALID;
    run->tries = tries_new(&run->bench->space);
    if (run->search.allowed)
        return OK;
    const struct constraint *obstacle;
    if (run->search.among.left_outs)
        return fail(fault, UNSUPPORTED, "no configuration was found that is allowed here, at random");
    allowed_obstacle(&target->problem, &target->restriction, device, &obstacle, fault);
    return fail(fault, UNSUPPORTED, "no configuration is allowed here: %s%s",
                obstacle ? "excluded by the constraint: " : "--set and the constraints exclude all",
                obstacle ? obstacle->text : "");
}

void run_begin(struct run *run)
{
    const struct target_source *source = run->tuner->source;
    run->left_out = !source->begin(source->user, run->target, &run->options);
    run->started = run->measuring_since = clock_seconds();
    run->stage = run->left_out || run->unfit.status != OK ? RUN_OVER : RUN_SEARCHING;
    if (!run->left_out && run->unfit.status != OK)
        run_emit_bench(run, &run->unfit);
    if (run->stage == RUN_OVER)
        return;
    run->progress.phase = run->tuner->devices ? "preparing" : "compiling";
    compile_report_failures(run);
}
