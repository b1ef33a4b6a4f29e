#include "tuner/measure/meter.h"

#include "benchmark_c/benchmark_c.h"
#include "tuner/measure/statistics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SAMPLES = 64, TICKS = 1000, TICK_READINGS = 64, MAX_BATCH = 4096 };
enum { ATTEMPTS = 30 };                    /* at a slope: on a busy CPU two launches may take no longer than one */
static const double slower = 1.25;         /* than the best so far: dropped after two samples */
static const double block_seconds = 2e-3;  /* as long as a block needs to be, if its samples are few */
static const double longest_seconds = 2.0; /* all blocks of one measurement together, if one sample a block allows it */
static const double warm_up_seconds = 0.3; /* of work, before clocks count as warm */
static const double stay_warm_seconds = 0.5;
static const double hold_margin_ns = 20e3;  /* for what varies in how long the host takes to queue */
static const double first_queue_ns = 200e3; /* as that is taken before it is known: with what a first launch loads */

static enum status measure_tick(struct meter *meter, struct fault *fault)
{
    double readings[TICK_READINGS];
    for (size_t i = 0; i < TICK_READINGS; i++) {
        enum status status = compute_mark(meter->context, 0, fault);
        if (status == OK)
            status = compute_mark(meter->context, 1, fault);
        if (status == OK)
            status = compute_elapsed(meter->context, &readings[i], fault);
        if (status != OK)
            return status;
    }
    double tick = statistics_tick(readings, TICK_READINGS, 0.5); /* below a nanosecond it is rounding */
    meter->tick_ns = tick > 0 ? tick : 1;
    return OK;
}

enum status meter_open(struct meter *meter, struct compute_context *context, bool cold, const char *store,
                       const struct registry *registry, struct fault *fault)
{
    *meter = (struct meter){.context = context};
    enum status status = measure_tick(meter, fault);
    return status == OK ? starter_open(&meter->starter, context, cold, store, registry, fault) : status;
}

void meter_close(struct meter *meter)
{
    starter_close(&meter->starter);
    *meter = (struct meter){0};
}

/* Nanoseconds of the host's clock that an iteration takes, until all of it is done; the eviction is over before. */
static enum status time_by_host(struct meter *meter, struct job *job, const struct config *config, double *ns,
                                struct fault *fault)
{
    enum status status = starter_evict(&meter->starter, fault);
    if (status == OK)
        status = compute_context_finish(meter->context, fault);
    if (status != OK)
        return status;
    bool worked;
    double start = clock_seconds();
    status = job_enqueue_marked(job, config, &worked, fault);
    enum status finished = compute_context_finish(meter->context, status == OK ? fault : NULL);
    *ns = 1e9 * (clock_seconds() - start);
    meter->host_ns = 1e9 * job->state->host_seconds;
    meter->device_ns = 0;
    if (status == OK)
        status = finished;
    return status == OK && worked ? compute_elapsed(meter->context, &meter->device_ns, fault) : status;
}

/* Holds the device until the host has queued what is timed: half as long again as it took the host before, and a bit.
 */
static enum status hold(struct meter *meter, int64_t launches, struct fault *fault)
{
    return starter_hold(&meter->starter, 1.5 * meter->queue_ns * (double)launches + hold_margin_ns, fault);
}

/* Nanoseconds of `launches` iterations between two markers; of one iteration, where the host times it. */
static enum status time_launches(struct meter *meter, struct job *job, const struct config *config, int64_t launches,
                                 double *ns, struct fault *fault)
{
    if (job->bench->device.host_timed)
        return time_by_host(meter, job, config, ns, fault);
    enum status status = starter_evict(&meter->starter, fault);
    if (status == OK)
        status = hold(meter, launches, fault);
    if (status == OK)
        status = compute_mark(meter->context, 0, fault);
    double start = clock_seconds();
    for (int64_t i = 0; i < launches && status == OK; i++)
        status = job_enqueue(job, config, fault);
    meter->queued_ns = 1e9 * (clock_seconds() - start);
    if (status == OK)
        status = compute_mark(meter->context, 1, fault);
    if (status == OK)
        status = compute_elapsed(meter->context, ns, fault);
    return status;
}

/* One sample: one timed iteration, or with a batch the slope (T(2n) - T(n)) / n, which is free of the fixed cost. */
static enum status take_sample(struct meter *meter, struct job *job, const struct config *config, int64_t batch,
                               double *ns, struct fault *fault)
{
    if (batch == 1)
        return time_launches(meter, job, config, 1, ns, fault);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        double once, twice;
        enum status status = time_launches(meter, job, config, batch, &once, fault);
        if (status == OK)
            status = time_launches(meter, job, config, 2 * batch, &twice, fault);
        if (status != OK)
            return status;
        *ns = (twice - once) / (double)batch;
        if (*ns > 0)
            return OK;
    }
    return fail(fault, LAUNCH_FAILED, "the device's clock ran backwards in %d samples of %lld launches", ATTEMPTS,
                (long long)batch);
}

/* Runs until the clocks are warm, by which the device is held then. Those of a CPU follow its load at once. */
static enum status warm_up(struct meter *meter, struct job *job, const struct config *config, struct fault *fault)
{
    const struct compute_device *device = job->device;
    double start = clock_seconds(), ns;
    enum status status = OK;
    if (device->is_cpu || !device->clock_mhz || start <= meter->warm_until)
        return OK;
    while (status == OK && clock_seconds() < start + warm_up_seconds)
        status = time_launches(meter, job, config, 1, &ns, fault);
    return status == OK ? starter_calibrate(&meter->starter, fault) : status;
}

/* Launches a sample needs so that the clock's tick does not show. */
static enum status choose_batch(struct meter *meter, struct job *job, const struct config *config, int64_t *batch,
                                double *estimate_ns, struct fault *fault)
{
    meter->queue_ns = first_queue_ns;
    enum status status = time_launches(meter, job, config, 1, estimate_ns, fault);
    meter->queue_ns = meter->queued_ns;
    *batch = 1;
    double need = TICKS * meter->tick_ns;
    if (status != OK || *estimate_ns >= need || job->bench->device.host_timed)
        return status;
    *batch = (int64_t)ceil(need / fmax(*estimate_ns, meter->tick_ns));
    *batch = *batch < MAX_BATCH ? *batch : MAX_BATCH;
    size_t longest = 2 * (size_t)*batch; /* launches between two evictions: more copies would not be met */
    if (meter->starter.evicted_bytes)
        status = job_grow(job, meter->starter.evicted_bytes, longest, fault); /* with fewer it would not be cold */
    if (status == OK)
        status = job_capture(job, config, fault); /* on the new sets */
    if (status != OK)
        return status;
    return take_sample(meter, job, config, *batch, estimate_ns, fault);
}

/* ---- blocks: repetitions of Google Benchmark ---- */

struct session {
    struct meter *meter;
    struct job *job;
    const struct config *config;
    size_t samples;
    struct result *row;
    double real_seconds, cpu_seconds;
    double device_ns[MAX_BLOCKS], host_ns[MAX_BLOCKS]; /* medians, where the host's clock is taken */
    size_t runs;
    enum status status;
    struct fault *fault;
};

static void measure_block(bm_state *state, void *user)
{
    struct session *session = user;
    double sample[MAX_SAMPLES], device_ns[MAX_SAMPLES], host_ns[MAX_SAMPLES];
    size_t taken = 0;
    while (bm_next(state)) {
        if (session->status == OK)
            session->status = take_sample(session->meter, session->job, session->config, session->row->batch,
                                          &sample[taken], session->fault);
        if (session->status != OK) {
            bm_fail(state, "a sample failed");
            break;
        }
        device_ns[taken] = session->meter->device_ns;
        host_ns[taken] = session->meter->host_ns;
        bm_iteration_time(state, sample[taken++] * 1e-9);
    }
    if (session->status == OK && taken) {
        session->device_ns[session->row->blocks] = statistics_median(device_ns, taken);
        session->host_ns[session->row->blocks] = statistics_median(host_ns, taken);
        session->row->block_ns[session->row->blocks++] = statistics_median(sample, taken);
    }
}

static void collect(void *user, const bm_run *run, size_t count)
{
    struct session *session = user;
    for (size_t i = 0; i < count; i++)
        if (run[i].type == BM_RUN_ITERATION && run[i].status == BM_OK) {
            session->real_seconds += run[i].real_time;
            session->cpu_seconds += run[i].cpu_time;
            session->row->iterations += run[i].iterations;
            session->runs++;
        }
}

static enum status run_blocks(struct session *session, size_t blocks)
{
    struct result *row = session->row;
    const char *name = session->job->bench->name;
    bm_options options = {
        .clock = BM_TIME_MANUAL, .unit = BM_NS, .iterations = (int64_t)session->samples, .repetitions = (int)blocks};
    bm_reporter reporter = {.runs = collect, .user = session};
    row->blocks = 0;
    row->iterations = 0;
    session->runs = 0;
    session->real_seconds = session->cpu_seconds = 0;
    bm_reset();
    if (bm_register(name, measure_block, session, &options))
        return fail(session->fault, INVALID, "%s: Google Benchmark refuses this name", name);
    bm_run_all(NULL, &reporter);
    bm_reset();
    if (session->status != OK)
        return session->status;
    if (!session->runs || !row->blocks)
        return fail(session->fault, LAUNCH_FAILED, "%s: Google Benchmark ran no block", name);
    row->real_time_ns = 1e9 * session->real_seconds / (double)session->runs;
    row->cpu_time_ns = 1e9 * session->cpu_seconds / (double)session->runs;
    row->device_ns = session->job->bench->device.host_timed ? statistics_median(session->device_ns, row->blocks) : 0;
    row->host_ns = session->job->bench->device.host_timed ? statistics_median(session->host_ns, row->blocks) : 0;
    return OK;
}

/* Samples a block takes: enough to fill it, no more than asked for, fewer when one takes long. */
static size_t choose_samples(double sample_seconds, struct effort effort)
{
    double fill = block_seconds / sample_seconds, most = longest_seconds / (double)effort.blocks / sample_seconds;
    double samples = fmin(fmax(fill, 5), fmin((double)effort.samples, MAX_SAMPLES));
    return (size_t)fmax(1, fmin(samples, most));
}

/* Racing: after the verified run, which warms up, a first timed sample (the estimate) and a second one that are both
 * clearly slower than the best so far end the measurement; the second is the row's. */
static enum status race(struct session *session, double estimate_ns, double best_ns)
{
    struct result *row = session->row;
    if (best_ns <= 0 || estimate_ns <= slower * best_ns)
        return OK;
    session->samples = 1;
    enum status status = run_blocks(session, 1);
    row->dropped = status == OK && row->block_ns[0] > slower * best_ns;
    return status;
}

void result_summarise(struct result *row)
{
    struct interval interval = statistics_log_interval(row->block_ns, row->blocks);
    row->median_ns = statistics_median(row->block_ns, row->blocks);
    row->ci95_ns[0] = interval.low;
    row->ci95_ns[1] = interval.high;
}

enum status meter_measure(struct meter *meter, struct job *job, const struct config *config, struct effort effort,
                          struct result *row, struct fault *fault)
{
    double estimate_ns;
    struct session session = {.meter = meter, .job = job, .config = config, .row = row, .fault = fault};
    row->dropped = false;
    enum status status = job_capture(job, config, fault);
    if (status == OK)
        status = warm_up(meter, job, config, fault);
    if (status == OK)
        status = choose_batch(meter, job, config, &row->batch, &estimate_ns, fault);
    if (status == OK)
        status = race(&session, estimate_ns, effort.best_ns);
    if (status == OK && !row->dropped) {
        double sample_ns = estimate_ns * (double)(row->batch > 1 ? 3 * row->batch : 1);
        session.samples = choose_samples(sample_ns * 1e-9, effort);
        status = run_blocks(&session, effort.blocks);
    }
    if (status != OK)
        return status;
    row->cold = meter->starter.evicted_bytes > 0;
    result_summarise(row);
    struct work work = job->bench->report.work(job, config);
    row->bytes = work.bytes;
    row->flops = work.flops;
    memcpy(row->amount, work.amount, sizeof row->amount);
    meter->warm_until = clock_seconds() + stay_warm_seconds;
    return OK;
}
