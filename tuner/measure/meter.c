#include "tuner/measure/meter.h"

#include "benchmark_c/benchmark_c.h"
#include "tuner/measure/statistics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SAMPLES = 64 };
enum { LEAST_SAMPLES = 3, LEAST_OF_ROUND = 2 }; /* of a block, if they are shorter than that */
enum { ALONE_SAMPLES = 5, LEAST_ALONE = 3 };    /* isolated iterations, beside a block, and the fewest of these: */
static const double alone_seconds = 0.25e-3;    /* fill that */
enum { LONG_STARTS = 50 };                      /* of a sample are 2 % of an iteration of this length */
enum { GROWTH = 8, LONGER = 2 }; /* growth of a batch from one guess to the next; how often more, if noise hides it */
static const double block_seconds = 2e-3;  /* least duration of a block with few samples, */
static const double round_seconds = 1e-3;  /* and of a play-off's */
static const double enough_seconds = 0.1;  /* sum of a search's samples, in two blocks or more */
static const double longest_seconds = 0.4; /* duration of a block, if one sample allows it */
static const double warm_up_ns = 0.3e9;    /* of work until clocks count as warm */
static const double first_launch_ns = 1e6; /* at most, of a verified run: a kernel's first launch also loads it */
static const double slowest_first = 4;     /* times the fastest: a problem's first configuration, which chooses */

enum status meter_open(struct meter *meter, struct compute_context *context, bool cold, const char *store,
                       const struct registry *registry, struct fault *fault)
{
    *meter = (struct meter){0};
    return sampler_open(&meter->sampler, context, cold, store, registry, fault);
}

void meter_close(struct meter *meter)
{
    sampler_close(&meter->sampler);
    *meter = (struct meter){0};
}

/* Runs until the clocks are warm, which also calibrates holding the device. A CPU's clocks follow its load at once.
 * *last_ns is the last iteration's time, 0 without. */
static enum status warm_up(struct meter *meter, struct job *job, const struct config *config, double *last_ns,
                           struct fault *fault)
{
    const struct compute_device *device = job->device;
    const double start = clock_seconds();
    enum status status = OK;
    *last_ns = 0;
    if (device->is_cpu || !device->clock_mhz || start <= meter->warm_until)
        return OK;
    while (status == OK && *last_ns < warm_up_ns && 1e9 * (clock_seconds() - start) < warm_up_ns)
        status = sampler_time(&meter->sampler, job, config, 1, last_ns, fault);
    if (status == OK)
        status = sampler_calibrate(&meter->sampler, fault);
    meter->warm_up_seconds = clock_seconds() - start;
    return status;
}

/* ---- kinds of samples ---- */

/* Single iterations, if the constant part of their time is negligible, or slopes. The first configuration of a
 * problem chooses, with a margin for faster ones; an even faster one uses slopes, and so do all after it. */
static enum sampling choose_sampling(const struct sampler *sampler, const struct bench *bench, struct effort effort,
                                     double iteration_ns)
{
    const double shortest = sampler_shortest_single(sampler);
    if (bench->device.host_timed)
        return SAMPLING_SINGLE;
    if (effort.sampling == SAMPLING_OPEN)
        return iteration_ns < slowest_first * shortest ? SAMPLING_SLOPE : SAMPLING_SINGLE;
    return iteration_ns < shortest && !effort.forced ? SAMPLING_SLOPE : effort.sampling;
}

/* The time of a batch: the shorter of two, against interruptions; a single iteration was timed already. */
static enum status time_batch(struct sampler *sampler, struct job *job, const struct config *config, int64_t batch,
                              double *ns, struct fault *fault)
{
    double again_ns = INFINITY;
    enum status status = sampler_time(sampler, job, config, batch, ns, fault);
    if (status == OK && batch > 1)
        status = sampler_time(sampler, job, config, batch, &again_ns, fault);
    *ns = fmin(*ns, again_ns);
    return status;
}

/* A batch that is long enough. It grows in steps: nothing may remain of one about as long as a sample's start once
 * that is subtracted. */
static enum status choose_batch(struct sampler *sampler, struct job *job, const struct config *config,
                                double *iteration_ns, int64_t *batch, struct fault *fault)
{
    enum status status = OK;
    int64_t needed = sampler_batch(sampler, *iteration_ns),
            timed = sampler_suffices(sampler, *iteration_ns) ? needed : 0;
    while (needed > 2 * timed && status == OK) {
        double ns;
        timed = timed ? GROWTH * timed : GROWTH;
        timed = needed < timed ? needed : timed;
        status = time_batch(sampler, job, config, timed, &ns, fault);
        ns = fmax(0, ns - sampler->start_ns) / (double)timed;
        *iteration_ns = timed == 1 ? fmin(*iteration_ns, ns) : ns;
        needed = sampler_batch(sampler, *iteration_ns);
    }
    *batch = needed > timed ? needed : timed;
    return status;
}

/* With a cold cache a slope's iterations need separate sets of arrays, or later ones would hit what earlier ones
 * loaded. */
static enum status make_sets(struct meter *meter, struct job *job, const struct config *config, int64_t batch,
                             struct fault *fault)
{
    const uint64_t evicted = meter->sampler.starter.evicted_bytes;
    enum status status = evicted ? job_grow(job, evicted, 2 * (size_t)batch, fault) : OK;
    return status == OK ? job_capture(job, config, fault) : status;
}

/* Whether a block is half as long, and needs no first timed iteration. On a CPU, and if the host times, interruptions
 * lengthen single samples: three are needed, of which the median remains. */
static bool is_short(const struct job *job, struct effort effort)
{
    return effort.round && !job->device->is_cpu && !job->bench->device.host_timed;
}

/* Begins with a known time. An untimed iteration loads instructions that another configuration has displaced, and tells
 * how long the host takes to queue one. */
static enum status begin_known(struct meter *meter, struct job *job, const struct config *config, struct effort effort,
                               struct result *row, double *iteration_ns, struct fault *fault)
{
    const double start = clock_seconds();
    const enum status status = job_enqueue(job, config, fault);
    meter->sampler.queue_ns = 1e9 * (clock_seconds() - start);
    *iteration_ns = effort.known_ns;
    row->sampling = choose_sampling(&meter->sampler, job->bench, effort, *iteration_ns);
    row->batch = 1;
    return status;
}

/* Times first iterations, which decide how the rest is measured. If a single one warmed the clocks, *iteration_ns
 * has its time already, and a slow configuration is not run again. */
static enum status begin(struct meter *meter, struct job *job, const struct config *config, struct effort effort,
                         struct result *row, double *iteration_ns, struct fault *fault)
{
    struct sampler *sampler = &meter->sampler;
    const bool known = *iteration_ns >= warm_up_ns;
    double again_ns = INFINITY;
    enum status status = OK;
    if (is_short(job, effort) && effort.known_ns > 0)
        return begin_known(meter, job, config, effort, row, iteration_ns, fault);
    if (!known)
        status = sampler_take(sampler, job, config, SAMPLING_SINGLE, 1, iteration_ns, fault);
    sampler->queue_ns = sampler->queued_ns;
    if (status == OK && !known && effort.sampling == SAMPLING_OPEN && !job->bench->device.host_timed)
        status = sampler_take(sampler, job, config, SAMPLING_SINGLE, 1, &again_ns, fault);
    *iteration_ns = fmin(*iteration_ns, again_ns);
    row->sampling = choose_sampling(sampler, job->bench, effort, *iteration_ns);
    row->batch = 1;
    return status;
}

/* Chooses the iterations per sample; a short single one begins with it. */
static enum status size_sample(struct meter *meter, struct job *job, const struct config *config, struct result *row,
                               double *iteration_ns, struct fault *fault)
{
    struct sampler *sampler = &meter->sampler;
    const bool brief = !job->bench->device.host_timed && *iteration_ns < sampler_shortest_single(sampler);
    if (row->sampling == SAMPLING_SINGLE && !brief)
        return OK;
    int64_t batch;
    enum status status = choose_batch(sampler, job, config, iteration_ns, &batch, fault);
    if (status == OK)
        status = make_sets(meter, job, config, batch, fault);
    if (row->sampling == SAMPLING_SLOPE)
        row->batch = batch;
    else if (status == OK)
        status = sampler_take_single(sampler, job, config, batch, fault);
    return status;
}

/* ---- blocks: repetitions of Google Benchmark ---- */

struct session {
    struct sampler *sampler;
    struct job *job;
    const struct config *config;
    size_t samples;
    bool last_changed;        /* the last of them used changed inputs, */
    bool judged;              /* whether that is allowed */
    struct timed_check check; /* chooses them; the iteration before is not timed */
    struct stopping stopping;
    enum stop stop;     /* after the last block */
    double verified_ns; /* time of the verified run if it is the one sample; else 0 */
    struct result *row;
    struct kept_samples *kept;
    double real_seconds, cpu_seconds;
    double device_ns[MAX_BLOCKS], host_ns[MAX_BLOCKS]; /* medians, if the host's clock is used */
    size_t runs;
    enum status status;
    struct fault *fault;
};

static enum status take_sample(struct session *session, double *ns)
{
    *ns = session->verified_ns;
    return *ns > 0 ? OK
                   : sampler_take(session->sampler, session->job, session->config, session->row->sampling,
                                  session->row->batch, ns, session->fault);
}

static void measure_block(bm_state *state, void *user)
{
    struct session *session = user;
    double sample[MAX_SAMPLES], device_ns[MAX_SAMPLES], host_ns[MAX_SAMPLES];
    size_t taken = 0;
    if (session->last_changed && timed_check_is_odd(session->check))
        session->status = job_enqueue(session->job, session->config, session->fault);
    while (bm_next(state)) {
        if (session->status == OK && session->last_changed && taken + 1 == session->samples)
            session->status = job_change_inputs(session->job, session->config, session->check, session->fault);
        if (session->status == OK)
            session->status = take_sample(session, &sample[taken]);
        if (session->status != OK) {
            bm_fail(state, "a sample failed");
            break;
        }
        device_ns[taken] = session->sampler->device_ns;
        host_ns[taken] = session->sampler->host_ns;
        bm_iteration_time(state, fmax(0, sample[taken++]) * 1e-9); /* noise may leave nothing of a slope */
    }
    struct kept_samples *kept = session->kept;
    if (session->status == OK && kept->count + taken <= MAX_KEPT) {
        memcpy(&kept->ns[kept->count], sample, taken * sizeof *sample);
        kept->count += (uint32_t)taken;
    }
    if (session->status == OK && taken) {
        session->device_ns[session->row->blocks] = statistics_median(device_ns, taken);
        session->host_ns[session->row->blocks] = statistics_median(host_ns, taken);
        session->row->block_ns[session->row->blocks++] = statistics_median(sample, taken);
        session->stop = stopping_decide(session->stopping, kept->ns, kept->count);
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

/* Whether a search on a GPU has enough of one that takes long: finalists are measured again. */
static bool took_long(const struct session *session)
{
    const double confidence = session->stopping.confidence;
    return session->row->blocks >= 2 && session->real_seconds * (double)session->samples > enough_seconds &&
           confidence > 0 && confidence < 1 && !session->job->device->is_cpu;
}

static enum status run_blocks(struct session *session, size_t blocks)
{
    struct result *row = session->row;
    const char *name = session->job->bench->name;
    bm_options options = {
        .clock = BM_TIME_MANUAL, .unit = BM_NS, .iterations = (int64_t)session->samples, .repetitions = 1};
    bm_reporter reporter = {.runs = collect, .user = session};
    row->blocks = 0;
    row->iterations = 0;
    *session->kept = (struct kept_samples){.each = (uint32_t)session->samples};
    session->stop = STOP_NOT;
    session->runs = 0;
    session->real_seconds = session->cpu_seconds = 0;
    bm_reset();
    if (bm_register(name, measure_block, session, &options))
        return fail(session->fault, INVALID, "%s: Google Benchmark refuses this name", name);
    for (size_t i = 0; i < blocks && session->stop == STOP_NOT && session->status == OK; i++)
        if (took_long(session))
            session->stop = STOP_LONG;
        else
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

/* Samples of a block: enough to fill it, at most the requested number, fewer if one takes long. */
static size_t choose_samples(double sample_seconds, struct effort effort, bool is_short)
{
    const double fill = (is_short ? round_seconds : block_seconds) / sample_seconds;
    const double least = is_short ? LEAST_OF_ROUND : LEAST_SAMPLES, most = longest_seconds / sample_seconds;
    const double samples = fmin(fmax(fill, least), fmin((double)effort.samples, MAX_SAMPLES));
    return (size_t)fmax(1, fmin(samples, most));
}

/* Whether changed inputs or stale outputs do not affect the time of an iteration: their traces in the caches are
 * evicted. */
static bool may_be_judged(const struct session *session)
{
    const struct job *job = session->job;
    return session->judged && session->sampler->starter.evicted_bytes && !job->bench->device.host_timed &&
           !job_consumes_some(job, session->config);
}

/* Ends the measurement of a configuration whose verified run took far longer than the best, on a GPU, after one
 * timed iteration that is as slow; it is verified if possible, in a way that the secret chooses. Otherwise that
 * iteration is dropped. If the verified run, on a warm device, took more than twice as long, it is that iteration
 * itself, but not of one that the host times. */
static enum status stop_far_behind(struct session *session, struct effort effort, bool was_warm)
{
    const struct job *job = session->job;
    const struct stopping stopping = session->stopping;
    const double far_ns = STOP_FAR * stopping.best_ns, verified_ns = job->state->verified_ns;
    struct result *row = session->row;
    if (!stopping_by_two(stopping) || verified_ns <= far_ns ||
        stopping.best_ns < LONG_STARTS * session->sampler->start_ns || job->device->is_cpu)
        return OK;
    const bool one_is_enough = stopping_by_one(stopping) && was_warm && !job->bench->device.host_timed;
    session->verified_ns =
        one_is_enough && verified_ns - first_launch_ns > STOP_TWICE * stopping.best_ns ? verified_ns : 0;
    row->sampling = SAMPLING_SINGLE;
    row->batch = 1;
    session->samples = 1;
    session->last_changed = !(session->verified_ns > 0) && may_be_judged(session);
    session->check.spoils = session->check.secret >> 62 & 1;
    const enum status status = run_blocks(session, 1);
    session->check.spoils = effort.check.spoils;
    if (status != OK || row->block_ns[0] > far_ns) {
        session->stop = STOP_DROPPED;
        return status;
    }
    session->stop = STOP_NOT;
    return session->last_changed ? job_take_back(session->job, session->fault) : OK;
}

/* Racing: after the verified run, which warms up, first samples that are all slower than the best so far may end the
 * measurement; their median is the row's. The first timed iteration is one of them unless its start is a large share
 * of it. On a CPU, where other programs interrupt, only clearly slower ones are dropped. */
static enum status race(struct session *session, double iteration_ns, bool is_sample)
{
    const struct stopping stopping = session->stopping;
    const size_t least = stopping_least(stopping), already = is_sample && least > 1;
    const bool is_cpu = session->job->device->is_cpu;
    double ns[MAX_SAMPLES] = {iteration_ns};
    session->stop = STOP_NOT;
    if (!least || !(stopping.best_ns > 0) || iteration_ns <= (is_cpu ? STOP_SLOWER : STOP_ABOVE) * stopping.best_ns)
        return OK;
    session->samples = least - already;
    enum status status = run_blocks(session, 1);
    memcpy(&ns[already], session->kept->ns, session->kept->count * sizeof *ns);
    session->stop = status == OK ? stopping_first(stopping, ns, already + session->kept->count) : STOP_NOT;
    if (is_cpu && session->stop == STOP_BEHIND)
        session->stop = STOP_NOT;
    return status;
}

/* For long iterations single ones suffice to drop, without a batch or more sets of arrays. */
static enum status race_or_size(struct meter *meter, struct session *session, double *iteration_ns)
{
    struct sampler *sampler = &meter->sampler;
    struct result *row = session->row;
    const enum sampling sampling = row->sampling;
    const bool is_long = *iteration_ns >= LONG_STARTS * sampler->start_ns;
    enum status status = OK;
    if (is_long) {
        row->sampling = SAMPLING_SINGLE;
        session->last_changed = may_be_judged(session);
        status = race(session, *iteration_ns, true);
    }
    if (status != OK || session->stop != STOP_NOT)
        return status;
    session->last_changed = false;
    row->sampling = sampling;
    status = size_sample(meter, session->job, session->config, row, iteration_ns, session->fault);
    return status == OK && !is_long ? race(session, *iteration_ns, false) : status;
}

static enum status measure_stream(struct meter *meter, struct session *session, struct effort effort,
                                  double iteration_ns)
{
    const struct result *row = session->row;
    const double iterations = row->sampling == SAMPLING_SLOPE ? 3 * (double)row->batch : 1;
    const double sample_ns = fmax(iteration_ns, meter->sampler.tick_ns) * iterations;
    session->samples = choose_samples(sample_ns * 1e-9, effort, is_short(session->job, effort));
    session->last_changed = effort.blocks == 1 && row->sampling == SAMPLING_SINGLE && may_be_judged(session);
    return run_blocks(session, effort.blocks);
}

/* Whether noise, of a CPU shared with others, left nothing of slopes. */
static bool is_hidden(const struct result *row, double iteration_ns)
{
    return row->sampling == SAMPLING_SLOPE && iteration_ns > 0 && !(statistics_median(row->block_ns, row->blocks) > 0);
}

/* The isolated time of an iteration, beside that in a stream, without the markers' own time: noise may leave nothing
 * of it. If each sample was a single iteration, these give it, too: only the subtracted time differs. */
static enum status measure_alone(struct session *session, struct fault *fault)
{
    struct sampler *sampler = session->sampler;
    struct kept_samples *kept = session->kept;
    struct result *row = session->row;
    const bool apart = row->sampling == SAMPLING_SLOPE;
    const double median_ns = statistics_median(row->block_ns, row->blocks);
    const double each = fmin(fmax(LEAST_ALONE, 1e9 * alone_seconds / fmax(median_ns, 1)), ALONE_SAMPLES);
    const uint32_t samples = (uint32_t)fmin(floor(each) * (double)row->blocks, MAX_ALONE);
    double marker_ns[MAX_ALONE];
    enum status status = OK;
    for (uint32_t i = 0; i < samples && status == OK; i++) {
        status = sampler_take_markers(sampler, &marker_ns[i], fault);
        if (status == OK && apart)
            status = sampler_time(sampler, session->job, session->config, 1, &kept->alone_ns[i], fault);
    }
    if (status != OK)
        return status;
    const double between_ns = statistics_median(marker_ns, samples);
    for (; apart && kept->alone < samples; kept->alone++)
        kept->alone_ns[kept->alone] -= between_ns;
    row->alone_ns =
        apart ? statistics_median(kept->alone_ns, kept->alone) : median_ns + sampler->single_ns - between_ns;
    return OK;
}

void result_summarise(struct result *row)
{
    row->median_ns = statistics_median(row->block_ns, row->blocks);
    statistics_interval(row->block_ns, row->blocks, 0.025, row->ci95_ns);
}

enum status meter_measure(struct meter *meter, struct job *job, const struct config *config, struct effort effort,
                          struct result *row, struct fault *fault)
{
    double iteration_ns;
    struct session session = {.sampler = &meter->sampler,
                              .job = job,
                              .config = config,
                              .row = row,
                              .kept = &meter->samples,
                              .fault = fault,
                              .judged = effort.judged,
                              .check = effort.check,
                              .stopping = effort.stopping};
    row->alone_ns = row->energy_j = 0;
    meter->changed = false;
    meter->warm_up_seconds = 0;
    enum status status = job_capture(job, config, fault);
    if (status == OK)
        status = warm_up(meter, job, config, &iteration_ns, fault);
    meter->sampler.queue_ns = 1e9 * job->state->queued_seconds;
    meter->sampler.single_ns = meter->sampler.start_ns;
    if (status == OK)
        status = stop_far_behind(&session, effort, !(meter->warm_up_seconds > 0));
    if (status == OK && session.stop == STOP_NOT)
        status = begin(meter, job, config, effort, row, &iteration_ns, fault);
    if (status == OK && session.stop == STOP_NOT)
        status = race_or_size(meter, &session, &iteration_ns);
    if (status == OK && effort.energy && session.stop == STOP_NOT) /* the last iteration may be for a check */
        status = sampler_take_energy(&meter->sampler, job, config, iteration_ns, &row->energy_j, fault);
    row->energy_j = row->energy_j > 0 ? row->energy_j : 0; /* nor if it is unknown */
    if (status == OK && session.stop == STOP_NOT)
        status = measure_stream(meter, &session, effort, iteration_ns);
    const int most = effort.repeated ? 1 : LONGER;
    for (int longer = 0; status == OK && is_hidden(row, iteration_ns) && longer < most; longer++) {
        row->batch *= GROWTH;
        status = make_sets(meter, job, config, row->batch, fault);
        if (status == OK)
            status = measure_stream(meter, &session, effort, iteration_ns);
    }
    row->stop = session.stop;
    row->dropped = row->stop == STOP_DROPPED;
    const bool alone = effort.alone && !row->dropped && !job->bench->device.host_timed; /* never in a stream */
    if (status == OK && alone)
        status = measure_alone(&session, fault);
    if (status == OK && !effort.repeated && !(statistics_median(row->block_ns, row->blocks) > 0))
        status = fail(fault, NO_TIME, "the device's clock shows no time for %lld iterations", (long long)row->batch);
    if (status == OK && !effort.repeated && alone && !(row->alone_ns > 0))
        status = fail(fault, NO_TIME, NO_TIME_ALONE);
    if (status != OK)
        return status;
    meter->changed = session.last_changed;
    meter->timed_verified = session.verified_ns > 0;
    row->cold = meter->sampler.starter.evicted_bytes > 0;
    result_summarise(row);
    struct work work = job->bench->report.work(job, config);
    row->bytes = work.bytes;
    row->flops = work.flops;
    memcpy(row->amount, work.amount, sizeof row->amount);
    meter->warm_until = clock_seconds() + METER_STAYS_WARM;
    return OK;
}
