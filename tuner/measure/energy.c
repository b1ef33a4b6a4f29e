/* The energy of an iteration. */
#include "base/clock.h"
#include "compute/health.h"
#include "tuner/measure/sampler.h"

#include <math.h>
#include <string.h>

static const double run_ns = 1e9;   /* between the two steps of the counter, at least */
static const double batch_ns = 5e6; /* between two readings: the longest delay in detecting a step */
static const double longest_runs = 5, unmoved_runs = 0.5; /* limit of it, and of the counter's first step */
enum { MOST_BATCH = 1 << 14 };

/* Readings of the counter just after a step, with the iterations done by then. */
struct steps {
    double seen, first, last; /* joules; NAN: none yet */
    double first_ns, last_ns, ns;
    int64_t first_done, last_done, done;
};

static void take_reading(struct steps *steps, double joules)
{
    const bool moved = joules > steps->seen; /* not: NAN */
    steps->seen = joules;
    if (moved && isnan(steps->first)) {
        steps->first = joules;
        steps->first_ns = steps->ns;
        steps->first_done = steps->done;
    } else if (moved) {
        steps->last = joules;
        steps->last_ns = steps->ns;
        steps->last_done = steps->done;
    }
}

/* Runs some iterations back to back, and returns their time. Nothing is queued before them, since the counter would
 * include it. */
static enum status run_batch(struct sampler *sampler, struct job *job, const struct config *config, int64_t batch,
                             double *ns, struct fault *fault)
{
    const bool by_host = job->bench->device.host_timed;
    const double start = clock_seconds();
    enum status status = by_host ? OK : compute_mark(sampler->context, 0, fault);
    for (int64_t i = 0; i < batch && status == OK; i++)
        status = job_enqueue(job, config, fault);
    if (status == OK)
        status = by_host ? compute_context_finish(sampler->context, fault) : compute_mark(sampler->context, 1, fault);
    if (status == OK && !by_host)
        status = compute_elapsed(sampler->context, ns, fault);
    *ns = by_host ? 1e9 * (clock_seconds() - start) : *ns;
    return status;
}

/* Whether to continue, after a time by the host's clock: the device may report no time, and the counter may not
 * advance. */
static bool goes_on(const struct steps *steps, double batch, double host_ns)
{
    const double ns = fmax(steps->ns, host_ns), most = isnan(steps->first) ? unmoved_runs : longest_runs;
    return !(steps->last_ns - steps->first_ns >= run_ns) && ns < most * run_ns + 2 * batch;
}

enum status sampler_take_energy(struct sampler *sampler, struct job *job, const struct config *config,
                                double iteration_ns, double *joules, struct fault *fault)
{
    const struct compute_device *device = compute_context_device(sampler->context);
    const int64_t batch = (int64_t)fmin(fmax(1, batch_ns / fmax(iteration_ns, sampler->tick_ns)), MOST_BATCH);
    const double begun = clock_seconds();
    struct steps steps = {.seen = NAN, .first = NAN, .last = NAN};
    enum status status = OK;
    char none[256];
    double now, ns;
    while (status == OK && goes_on(&steps, (double)batch * iteration_ns, 1e9 * (clock_seconds() - begun)) &&
           compute_energy(device, &now, none, sizeof none)) {
        take_reading(&steps, now);
        status = run_batch(sampler, job, config, batch, &ns, fault);
        steps.ns += status == OK ? ns : 0;
        steps.done += batch;
    }
    const bool known = steps.last_ns - steps.first_ns >= run_ns;
    *joules = known ? (steps.last - steps.first) / (double)(steps.last_done - steps.first_done) : (double)NAN;
    return status;
}
