/* Counters of an iteration, by a separate build of its kernels, which is never timed. */
#include "tuner/job/job.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status job_make_counting(const char *store, const struct registry *registry, const struct compute_device *device,
                              const struct config *config, struct program *counting, struct fault *fault)
{
    static const char line[] = "#define COUNTED 1\n";
    struct bench bench = *config->problem->bench;
    struct problem problem = *config->problem;
    const char *const own = bench.kernel.defines ? bench.kernel.defines : "";
    const size_t size = strlen(own) + strlen(line) + 1;
    char *lines = allocate(size);
    snprintf(lines, size, "%s%s", own, line);
    bench.kernel.defines = lines;
    problem.bench = &bench;
    struct config *counted = config_new(&problem, config->index);
    const enum status status = program_make(store, registry, device, counted, counting, fault);
    free(counted);
    free(lines);
    return status;
}

enum status job_count(struct job *job, const struct config *config, const struct program *counting,
                      const struct loaded *used, double values[MAX_FIGURES], struct fault *fault)
{
    const struct worker_context *place = job->state->place;
    struct loaded loaded = {0};
    double ns; /* of the counting build */
    enum status status =
        program_load(place->store, place->context, counting->key, &job->bench->kernel, 1, &loaded, fault);
    job_use(job, &loaded);
    job->counting = true;
    if (status == OK)
        status = job_run_once(job, config, &ns, fault);
    if (status == OK)
        job->bench->report.figure(job, config, values);
    job->counting = false;
    job_use(job, used);
    program_unload(&loaded);
    return status;
}
