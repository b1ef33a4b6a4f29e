/* Properties of a run: its problem as workers receive it, its objective, and whether compiling and measuring overlap.
 */
#include "tuner/run/run.h"

#include <string.h>

struct problem_at run_problem_at(const struct tuner *tuner, const struct problem *problem)
{
    const struct inputs *inputs = &problem->inputs;
    struct problem_at at;
    memset(&at, 0, sizeof at);
    at.registry = registry_key(tuner->options.registry);
    at.n = problem->n;
    at.seed = problem->seed;
    at.structure = inputs->structure;
    at.types = (uint32_t)inputs->types;
    registry_place(tuner->options.registry, problem, &at.suite, &at.bench);
    memcpy(at.setting, inputs->setting, sizeof at.setting);
    memcpy(at.type, inputs->type, sizeof at.type);
    memcpy(at.box, inputs->box, sizeof at.box);
    return at;
}

bool run_takes_turns(const struct run_options *options, const struct compute_device *device, const struct bench *bench)
{
    return !options->verify_only && (device->is_cpu || bench->device.host_timed);
}

bool run_is_alone(const struct run *run)
{
    return run_takes_turns(&run->options, &run->tuner->options.device, run->bench);
}

bool run_shares_host(const struct run *run)
{
    const struct tuner *tuner = run->tuner;
    return run_is_alone(run) && !tuner->options.device.is_cpu && tuner->devices > 1 &&
           run->bench->device.verified_beside;
}

enum objective run_objective(const struct run_options *options, const struct target *target)
{
    return target->objective                          ? OBJECTIVE_VALUE
           : target->problem.bench->device.host_timed ? OBJECTIVE_STREAM
                                                      : options->objective;
}
