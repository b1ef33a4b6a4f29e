/* On the fake device: a suite of ceilings whose rates are exact, and benches that are shares of them. The kernels copy;
 * what a launch takes there is in planted/kernels/limits.cl. */
#include "tests/planted/copies.h"

enum { STEP };

/* What a bench's work() counts, and how it goes wrong. */
struct planted_work {
    double amount[RESOURCES];
    bool wrong, lost;
};

/* The device dies in the play-off, some iterations behind the last of the configurations, and does not come back. */
enum { STEPS = 10, MOST_ITERATIONS = 40 };
static int verified, behind;

static void iterate_some(void)
{
    behind += verified >= STEPS; /* each is verified before it is timed */
    if (behind > MOST_ITERATIONS)
        abort();
}

static void setup(struct job *job)
{
    const struct planted_work *own = job->bench->own;
    if (own->lost)
        open_once();
    setup_copy(job);
}

ENQUEUE(enqueue)
{
    const struct planted_work *own = job->bench->own;
    if (own->lost)
        iterate_some();
    return enqueue_copy(job, config, fault);
}

VERIFY(verify)
{
    const struct planted_work *own = job->bench->own;
    verified++;
    return own->wrong ? fail(fault, WRONG_RESULT, "no copy") : verify_copy(job, config, verdict, fault);
}

/* Asked once a measurement, which a file that is there counts. */
WORK(work)
{
    const int file = open("measured", O_WRONLY | O_APPEND);
    if (file >= 0) {
        dprintf(file, "%s %s\n", job->problem->suite->name, job->bench->name);
        close(file);
    }
    const struct planted_work *own = job->bench->own;
    struct work work = {.bytes = 4.0 * (double)job->n};
    memcpy(work.amount, own->amount, sizeof work.amount);
    return work;
}

/* The best takes 1000 ns: 1 byte per nanosecond, 1e6 launches per second. What measures a ceiling needs none itself. */
/* clang-format off */
#define COPIES(word, what, ...)                                                                                        \
    .name = word, .summary = what, .own = &(const struct planted_work){.amount = __VA_ARGS__},                         \
    .kernel = {.file = "limits.cl", .entries = NAMES("copies")},                                                       \
    .space = {.parameters = PARAMETERS({"STEP", "the larger, the faster", VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)})},    \
    DEFAULTS(1), .size = {.classes = {256, 1024, 4096}, .most = 1 << 20},                                              \
    .problem = {.variants = 1, .setup = setup, .verify = verify}, .device.enqueue = enqueue, .report.work = work,      \
    .tests = NAMES("--size 256")

static const struct bench
    dram_read = {COPIES("dram_read", "1 byte per nanosecond", {[RESOURCE_DRAM_READ] = 1000}),
                 .report.uses = USES(DRAM_READ) | USES(DRAM_WRITE)},
    launch = {COPIES("launch", "1 launch a microsecond", {[RESOURCE_LAUNCH] = 1})},
    dram_write = {COPIES("dram_write", "never right", {[RESOURCE_DRAM_WRITE] = 1000}, .wrong = true)},
    dram_add = {COPIES("dram_add", "compiles slowly", {[RESOURCE_DRAM_ADD] = 1000}),
                .kernel.defines = "#define SLOWLY 1"},
    dram_copy = {COPIES("dram_copy", "loses its device", {[RESOURCE_DRAM_COPY] = 1000}, .lost = true)},
    to_device_pageable = {COPIES("to_device_pageable", "1 byte per nanosecond", {[RESOURCE_TO_DEVICE_PAGEABLE] = 1000})},
    to_device_pinned = {COPIES("to_device_pinned", "by the host's clock", {[RESOURCE_TO_DEVICE_PINNED] = 1000}),
                        .device.host_timed = true};

const struct suite ceilings_suite = {.name = "ceilings", .summary = "planted ceilings",
                                     .benches = BENCHES(&dram_read, &launch, &dram_write, &dram_add, &dram_copy,
                                                        &to_device_pageable, &to_device_pinned)};

static const struct bench
    half = {COPIES("half", "half of the read stream", {[RESOURCE_DRAM_READ] = 500, [RESOURCE_LAUNCH] = 0.25}),
            .report.uses = USES(DRAM_READ) | USES(LAUNCH)},
    launched = {COPIES("launched", "three quarters of a launch", {[RESOURCE_DRAM_READ] = 500, [RESOURCE_LAUNCH] = 0.75}),
                .report.uses = USES(DRAM_READ) | USES(LAUNCH)},
    unknown = {COPIES("unknown", "uses what no bench measures", {[RESOURCE_DRAM_READ] = 500, [RESOURCE_RSQRT] = 1}),
               .report.uses = USES(DRAM_READ) | USES(RSQRT)},
    unmeasured = {COPIES("unmeasured", "uses what cannot be measured", {[RESOURCE_DRAM_WRITE] = 500}),
                  .report.uses = USES(DRAM_WRITE)},
    beyond = {COPIES("beyond", "twice what is possible", {[RESOURCE_DRAM_READ] = 2000}),
              .report.uses = USES(DRAM_READ)},
    loading = {COPIES("loading", "a tenth faster than copies were", {[RESOURCE_TO_DEVICE_PAGEABLE] = 1100}),
               .report.uses = USES(TO_DEVICE_PAGEABLE)},
    loading_more = {COPIES("loading_more", "and faster than memory",
                           {[RESOURCE_TO_DEVICE_PAGEABLE] = 1100, [RESOURCE_DRAM_READ] = 1050}),
                    .report.uses = USES(TO_DEVICE_PAGEABLE) | USES(DRAM_READ)},
    late = {COPIES("late", "has to wait for its ceiling", {[RESOURCE_DRAM_ADD] = 500}), .report.uses = USES(DRAM_ADD)},
    lost = {COPIES("lost", "its ceiling loses the device", {[RESOURCE_DRAM_COPY] = 500}),
            .report.uses = USES(DRAM_COPY)},
    loading_by_host = {COPIES("loading_by_host", "by the host's clock", {[RESOURCE_TO_DEVICE_PINNED] = 1e-9}),
                       .device.host_timed = true, .report.uses = USES(TO_DEVICE_PINNED)},
    losing = {COPIES("losing", "never right", {[RESOURCE_DRAM_READ] = 500}, .wrong = true)};

const struct suite limits_suite = {.name = "limits", .summary = "shares of planted ceilings",
                                   .benches = BENCHES(&half, &launched, &unknown, &unmeasured, &beyond, &late, &lost,
                                                      &losing, &loading, &loading_more, &loading_by_host)};
/* clang-format on */
