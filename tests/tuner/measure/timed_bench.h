/* A bench on the fake device, whose launches take the times of the kernel file's script: a configuration's time is
 * known exactly, and its iterations are counted. */
#pragma once

#include "tests/tuner/job/fake_context.h"
#include "tuner/measure/meter.h"

/* ---- a bench ---- */

KERNELS({"timed.cl", "//fake NOISE=10 noise 10\n"
                     "//fake NS=0 time 0\n"
                     "//fake NS=3 time 3\n"
                     "//fake NS=10 time 10\n"
                     "//fake NS=999 time 999\n"
                     "//fake NS=1000 time 1000\n"
                     "//fake NS=1250 time 1250\n"
                     "//fake NS=1251 time 1251\n"
                     "//fake NS=5000 time 5000\n"
                     "//fake NS=50000 time 50000\n"
                     "//fake NS=1000000 time 1000000\n"
                     "//fake NS=10000000 time 10000000\n"
                     "//fake NS=12000000 time 12000000\n"
                     "//fake NS=50000000 time 50000000\n"
                     "//fake NS=1000000000 time 1000000000\n"},
        {"tuner/evict.cl", "//fake time 777\n"});

enum { MAX_WALK = 100000 };

/* Instructions for the bench's enqueue, and its observations. Iterations are counted from 1. */
static struct {
    long calls;
    long fail_at;                        /* this iteration fails */
    long slow_from, slow_to, slow_every; /* iterations in [from, to], in steps of `every`, launch twice */
    long (*extra)(long call);            /* further launches of an iteration */
    const struct compute_array *walk[MAX_WALK];
} seen;

static void setup(struct job *job)
{
    memset(job_input(job, 0, "in", job->n), 1, job->n);
    job_output(job, 1, "out", 1);
}

ENQUEUE(enqueue)
{
    if (seen.calls < MAX_WALK)
        seen.walk[seen.calls] = job_array(job, 0);
    long call = ++seen.calls, launches = 1;
    if (call == seen.fail_at)
        return fail(fault, LAUNCH_FAILED, "iteration %ld fell over", call);
    if (call >= seen.slow_from && call <= seen.slow_to && call % seen.slow_every == 0)
        launches++;
    if (seen.extra)
        launches += seen.extra(call);
    enum status status = OK;
    for (; launches && status == OK; launches--)
        status = LAUNCH(0, launch_groups(1, 1), ARRAY(0));
    return status;
}

WORK(work)
{
    return (struct work){.bytes = (double)job->n, .flops = 2.0 * config->value[0]};
}

static const struct bench timed = {
    .name = "timed",
    .kernel = {.file = "timed.cl", .entries = NAMES("timed")},
    .space = {.parameters = PARAMETERS({"NS", "",
                                        VALUES(0, 3, 10, 999, 1000, 1250, 1251, 5000, 50000, 1000000, 10000000,
                                               12000000, 50000000, 1000000000)},
                                       {"NOISE", "", VALUES(0, 10)})},
    .problem = {.variants = 1, .setup = setup},
    .device.enqueue = enqueue,
    .report.work = work,
};
static const struct suite suite = {.name = "suite", .benches = BENCHES(&timed)};
static const struct suite *const suites[] = {&suite, NULL};
static struct registry registry = {.suites = suites, .kernels = kernels};

/* ---- one measurement ---- */

static struct worker_context place = {.registry = &registry};
static struct meter meter; /* of the current device, with the bench on it */

static void close_bed(void)
{
    job_close(&bed.job);
    meter_close(&meter);
    place_close();
    memset(&seen, 0, sizeof seen);
}

static void open_bed_on(const struct compute_device *on, bool cold, uint64_t bytes)
{
    close_bed();
    CHECK_OK(compute_context_new(on, &place.context, &caught));
    CHECK_OK(meter_open(&meter, place.context, cold, store, &registry, &caught));
    bed_open(problem_of(&suite, &timed, bytes, 1));
}

static void open_bed(bool cold)
{
    open_bed_on(&device, cold, 4096);
}

static struct config *timed_config(int ns, int noise)
{
    const int values[] = {ns, noise};
    return config_new(&bed.problem, space_index(&timed.space, values));
}

/* Measures the configuration (ns, noise); seen.calls is then the number of its iterations. */
static enum status measure(int ns, int noise, struct effort effort, struct result *row, struct fault *fault)
{
    FREED struct config *config = timed_config(ns, noise);
    struct loaded loaded = place_load(config);
    seen.calls = 0;
    *row = result_of(config->index, 0);
    job_use(&bed.job, &loaded);
    enum status status = meter_measure(&meter, &bed.job, config, effort, row, fault);
    CHECK(status == fault->status);
    program_unload(&loaded);
    return status;
}

static struct result measure_ok(int ns, int noise, struct effort effort)
{
    struct result row;
    CHECK_OK(measure(ns, noise, effort, &row, &caught));
    return row;
}

/* Of a problem with chosen sampling: single iterations, unless they are too short. */
static const struct effort usual = {.blocks = 5, .samples = 10, .sampling = SAMPLING_SINGLE};

/* Iterations that choose a batch: parts of 8, 64, 512, ..., each timed twice, until one is at least half of it. */
static inline long calls_choosing(int64_t batch)
{
    long calls = 0;
    for (int64_t part = 8;; part *= 8) {
        const int64_t of = batch < part ? batch : part;
        calls += of == 1 ? 1 : 2 * of;
        if (batch <= 2 * of)
            return calls;
    }
}

TEST(prepare)
{
    atexit(close_bed);
}
