#include "tuner/measure/sampler.h"

#include "base/clock.h"
#include "tuner/measure/statistics.h"

#include <math.h>

enum { TICKS = 1000, READINGS = 64, LEAST_BATCH = 2, MAX_BATCH = 4096 };
enum { START_READINGS = 15, START_LAUNCHES = 8 };
enum { STARTS_OF_BATCH = 20, STARTS_OF_SINGLE = 500 }; /* least duration of a slope's part, and of a single iteration */
static const double hold_margin_ns = 20e3;             /* margin for variation of the host's queueing time */
static const double first_queue_ns =
    200e3;                              /* assumed queueing time before it is known: a first launch loads the kernel */
static const double cpu_batch_ns = 1e6; /* on a CPU other programs interrupt, and threads wake up */
static const double launch_queue_ns = 20e3; /* and of the tuner's own launch */

/* ---- before a sample: caches are evicted, and the device is held until the host has queued all timed work ---- */

enum { EVICT, HOLD };
enum { CALIBRATION_STEPS = 20000 }; /* 40 us at 4 cycles each and 2 GHz */
static const double longest_hold_ns = 50e6;

static const struct bench_kernel evict = {.file = "tuner/evict.cl", .entries = NAMES("evict", "hold")};

static enum status load(struct starter *starter, const char *store, const struct registry *registry,
                        struct fault *fault)
{
    const enum status status = program_load_plain(store, registry, starter->context, &evict, &starter->loaded, fault);
    return status == OK ? compute_array_new(starter->context, sizeof(float), &starter->unwritten, fault) : status;
}

enum status sampler_compile(const char *store, const struct registry *registry, const struct compute_device *device,
                            struct fault *fault)
{
    struct program program;
    return program_make_plain(store, registry, device, &evict, &program, fault);
}

static enum status make_evicted(struct starter *starter, struct fault *fault)
{
    starter->evicted_bytes = 2 * compute_context_device(starter->context)->l2_bytes;
    enum status status = compute_array_new(starter->context, starter->evicted_bytes, &starter->evicting, fault);
    return status == OK ? compute_array_fill(starter->evicting, 0, fault) : status;
}

static bool starter_holds(const struct starter *starter)
{
    return starter->unwritten && !compute_context_device(starter->context)->is_cpu;
}

/* Queues `steps` of holding, if the device is held; 0 steps: an empty launch. */
static enum status starter_spend(struct starter *starter, uint64_t steps, struct fault *fault)
{
    if (!starter_holds(starter))
        return OK;
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(starter->unwritten), COMPUTE_VALUE(steps)};
    struct compute_launch launch = {.groups = {1, 1, 1}, .group = {1, 1, 1}};
    return compute_kernel_launch(starter->loaded.kernel[HOLD], launch, arguments, 2, fault);
}

/* Measures the duration of a step of holding at the device's current clock: of the second of two launches, since the
 * first one also loads the kernel. */
static enum status starter_calibrate(struct starter *starter, struct fault *fault)
{
    double ns = 0;
    if (!starter_holds(starter))
        return OK;
    enum status status = starter_spend(starter, CALIBRATION_STEPS, fault);
    if (status == OK)
        status = compute_mark(starter->context, 0, fault);
    if (status == OK)
        status = starter_spend(starter, CALIBRATION_STEPS, fault);
    if (status == OK)
        status = compute_mark(starter->context, 1, fault);
    if (status == OK)
        status = compute_elapsed(starter->context, &ns, fault);
    starter->step_ns = ns / CALIBRATION_STEPS;
    return status;
}

/* `cold`: evict caches, by reading other memory. A GPU is held, but not a CPU, where the host would wait for itself.
 * The program is loaded from the store, or compiled and stored. To be closed in any case. */
static enum status starter_open(struct starter *starter, struct compute_context *context, bool cold, const char *store,
                                const struct registry *registry, struct fault *fault)
{
    const struct compute_device *device = compute_context_device(context);
    bool evicts = cold && device->l2_bytes, holds = !device->is_cpu;
    *starter = (struct starter){.context = context};
    if (!evicts && !holds)
        return OK;
    enum status status = load(starter, store, registry, evicts ? fault : NULL);
    if (status != OK && !evicts)
        return OK; /* if the store takes no binary, no bench runs either, and their rows have the reason */
    return status == OK && evicts ? make_evicted(starter, fault) : status;
}

static void starter_close(struct starter *starter)
{
    program_unload(&starter->loaded);
    compute_array_free(starter->evicting);
    compute_array_free(starter->unwritten);
    *starter = (struct starter){0};
}

/* Queues the eviction of caches, if enabled. */
static enum status starter_evict(struct starter *starter, struct fault *fault)
{
    if (!starter->evicted_bytes)
        return OK;
    compute_context_release_caches(starter->context); /* else persisting lines would stay */
    uint64_t length = starter->evicted_bytes / (4 * sizeof(float));
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(starter->evicting), COMPUTE_ARRAY(starter->unwritten),
                                                 COMPUTE_VALUE(length)};
    struct compute_launch launch = {.groups = {8 * compute_context_device(starter->context)->units, 1, 1},
                                    .group = {256, 1, 1}};
    return compute_kernel_launch(starter->loaded.kernel[EVICT], launch, arguments, 3, fault);
}

/* Queues holding the device for `ns`, if enabled. */
static enum status starter_hold(struct starter *starter, double ns, struct fault *fault)
{
    if (!(starter->step_ns > 0))
        return OK;
    return starter_spend(starter, (uint64_t)(fmin(ns, longest_hold_ns) / starter->step_ns), fault);
}

/* ---- the clock ---- */

/* Markers around nothing, and around holds of quadratically growing length, so that some readings differ by a single
 * tick, whatever its length: those around nothing may all be equal. */
static enum status measure_tick(struct sampler *sampler, struct fault *fault)
{
    double readings[READINGS];
    for (uint64_t i = 0; i < READINGS; i++) {
        enum status status = compute_mark(sampler->context, 0, fault);
        if (status == OK)
            status = starter_spend(&sampler->starter, i * i, fault);
        if (status == OK)
            status = compute_mark(sampler->context, 1, fault);
        if (status == OK)
            status = compute_elapsed(sampler->context, &readings[i], fault);
        if (status != OK)
            return status;
    }
    sampler->marker_ns = sampler->start_ns = statistics_median(readings, READINGS);
    const double tick = statistics_tick(readings, READINGS, 0.5); /* below a nanosecond it is rounding */
    sampler->tick_ns = tick > 0 ? tick : 1;
    return OK;
}

/* The time between two markers around empty launches. */
static enum status time_nothing(struct sampler *sampler, int launches, double *ns, struct fault *fault)
{
    enum status status = starter_hold(&sampler->starter, launch_queue_ns * launches + hold_margin_ns, fault);
    if (status == OK)
        status = compute_mark(sampler->context, 0, fault);
    for (int i = 0; i < launches && status == OK; i++)
        status = starter_spend(&sampler->starter, 0, fault);
    if (status == OK)
        status = compute_mark(sampler->context, 1, fault);
    return status == OK ? compute_elapsed(sampler->context, ns, fault) : status;
}

enum status sampler_calibrate(struct sampler *sampler, struct fault *fault)
{
    double starts[START_READINGS], markers[START_READINGS], once, twice;
    enum status status = starter_calibrate(&sampler->starter, fault);
    if (!starter_holds(&sampler->starter))
        return status;
    for (int i = 0; i < START_READINGS && status == OK; i++) {
        status = time_nothing(sampler, 0, &markers[i], fault);
        if (status == OK)
            status = time_nothing(sampler, START_LAUNCHES, &once, fault);
        if (status == OK)
            status = time_nothing(sampler, 2 * START_LAUNCHES, &twice, fault);
        starts[i] = 2 * once - twice;
    }
    if (status != OK)
        return status;
    sampler->start_ns = fmax(0, statistics_median(starts, START_READINGS));
    sampler->marker_ns = statistics_median(markers, START_READINGS);
    return OK;
}

enum status sampler_open(struct sampler *sampler, struct compute_context *context, bool cold, const char *store,
                         const struct registry *registry, struct fault *fault)
{
    *sampler = (struct sampler){.context = context};
    enum status status = starter_open(&sampler->starter, context, cold, store, registry, fault);
    if (status == OK)
        status = measure_tick(sampler, fault);
    return status == OK ? sampler_calibrate(sampler, fault) : status;
}

void sampler_close(struct sampler *sampler)
{
    starter_close(&sampler->starter);
    *sampler = (struct sampler){0};
}

double sampler_shortest_single(const struct sampler *sampler)
{
    return fmax(STARTS_OF_SINGLE * sampler->start_ns, TICKS * sampler->tick_ns);
}

/* The least duration of a slope's iterations together. */
static double part_ns(const struct sampler *sampler)
{
    const double host_ns = compute_context_device(sampler->context)->is_cpu ? cpu_batch_ns : 0;
    return fmax(fmax(STARTS_OF_BATCH * sampler->start_ns, TICKS * sampler->tick_ns), host_ns);
}

bool sampler_suffices(const struct sampler *sampler, double iteration_ns)
{
    return !compute_context_device(sampler->context)->is_cpu && iteration_ns >= part_ns(sampler);
}

int64_t sampler_batch(const struct sampler *sampler, double iteration_ns)
{
    const double part = part_ns(sampler);
    const double least = iteration_ns < sampler_shortest_single(sampler) ? LEAST_BATCH : 1;
    return (int64_t)fmin(fmax(least, ceil(part / fmax(iteration_ns, sampler->tick_ns))), MAX_BATCH);
}

/* ---- iterations ---- */

/* Nanoseconds of an iteration by the host's clock, until all of it is done; the eviction ends before. */
static enum status time_by_host(struct sampler *sampler, struct job *job, const struct config *config, double *ns,
                                struct fault *fault)
{
    enum status status = starter_evict(&sampler->starter, fault);
    if (status == OK)
        status = compute_context_finish(sampler->context, fault);
    if (status != OK)
        return status;
    bool worked;
    double start = clock_seconds();
    status = job_enqueue_marked(job, config, &worked, fault);
    enum status finished = compute_context_finish(sampler->context, status == OK ? fault : NULL);
    *ns = 1e9 * (clock_seconds() - start);
    sampler->host_ns = 1e9 * job->state->host_seconds;
    sampler->device_ns = 0;
    if (status == OK)
        status = finished;
    return status == OK && worked ? compute_elapsed(sampler->context, &sampler->device_ns, fault) : status;
}

/* Holds the device until the host has queued the timed work: 1.5 times the host's shortest queueing time, plus a
 * margin. Not for a library that waits for the device within its call. */
static enum status hold(struct sampler *sampler, const struct config *config, int64_t iterations, struct fault *fault)
{
    if (config->reference && config->reference->waits)
        return OK;
    const double queue_ns = sampler->queue_ns > 0 ? sampler->queue_ns : first_queue_ns;
    return starter_hold(&sampler->starter, 1.5 * queue_ns * (double)iterations + hold_margin_ns, fault);
}

enum status sampler_time(struct sampler *sampler, struct job *job, const struct config *config, int64_t iterations,
                         double *ns, struct fault *fault)
{
    if (job->bench->device.host_timed)
        return time_by_host(sampler, job, config, ns, fault);
    enum status status = starter_evict(&sampler->starter, fault);
    if (status == OK)
        status = hold(sampler, config, iterations, fault);
    if (status == OK)
        status = compute_mark(sampler->context, 0, fault);
    double start = clock_seconds();
    for (int64_t i = 0; i < iterations && status == OK; i++)
        status = job_enqueue(job, config, fault);
    sampler->queued_ns = 1e9 * (clock_seconds() - start);
    sampler->queue_ns = fmin(sampler->queue_ns, sampler->queued_ns / (double)iterations);
    if (status == OK)
        status = compute_mark(sampler->context, 1, fault);
    return status == OK ? compute_elapsed(sampler->context, ns, fault) : status;
}

enum status sampler_take(struct sampler *sampler, struct job *job, const struct config *config, enum sampling sampling,
                         int64_t batch, double *ns, struct fault *fault)
{
    double once, twice;
    if (sampling == SAMPLING_SINGLE) {
        const enum status status = sampler_time(sampler, job, config, 1, &once, fault);
        *ns = status != OK ? 0 : job->bench->device.host_timed ? once : once - sampler->single_ns;
        return status;
    }
    enum status status = sampler_time(sampler, job, config, batch, &once, fault);
    if (status == OK)
        status = sampler_time(sampler, job, config, 2 * batch, &twice, fault);
    if (status == OK)
        *ns = (twice - once) / (double)batch;
    return status;
}

enum status sampler_take_single(struct sampler *sampler, struct job *job, const struct config *config, int64_t batch,
                                struct fault *fault)
{
    double single[START_READINGS], slope;
    enum status status = OK;
    for (int i = 0; i < START_READINGS && status == OK; i++) {
        status = sampler_take(sampler, job, config, SAMPLING_SLOPE, batch, &slope, fault);
        if (status == OK)
            status = sampler_time(sampler, job, config, 1, &single[i], fault);
        single[i] -= slope;
    }
    if (status == OK)
        sampler->single_ns = statistics_median(single, START_READINGS);
    return status;
}

enum status sampler_take_markers(struct sampler *sampler, double *ns, struct fault *fault)
{
    return time_nothing(sampler, 0, ns, fault);
}
