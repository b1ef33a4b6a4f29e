/* On the fake device: a suite of ceilings whose rates are exact, and benches that are shares of them. The kernels copy;
 * what a launch takes there stands in planted/kernels/limits.cl. */
#include "tests/tuner/benches.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { IN, OUT };
enum { STEP };

/* What a bench's work() counts, and how it goes wrong. */
struct planted_work {
    double amount[RESOURCES];
    bool wrong, lost;
};

/* The device dies in the play-off, some iterations behind the last of the configurations, and does not come back. */
enum { STEPS = 10, MOST_ITERATIONS = 100 };
static int verified, behind;

static void open_once(void)
{
    int file = open("lost", O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (file < 0)
        abort();
    close(file);
}

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
    float *in = job_input(job, IN, "in", job->n * sizeof *in);
    for (uint64_t i = 0; i < job->n; i++)
        in[i] = (float)job_uniform(job->seed, i);
    job_output(job, OUT, "out", job->n * sizeof(float));
}

ENQUEUE(enqueue)
{
    const struct planted_work *own = job->bench->own;
    if (own->lost)
        iterate_some();
    struct compute_launch launch = {.groups = {1, 1, 1}, .group = {1, 1, 1}};
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(job_array(job, IN)), COMPUTE_ARRAY(job_array(job, OUT)),
                                                 COMPUTE_VALUE(job->n)};
    return job_launch(job, 0, launch, arguments, 3, fault);
}

/* A copy is exact. */
VERIFY(verify)
{
    const struct planted_work *own = job->bench->own;
    verified++;
    if (own->wrong || memcmp(job_host(job, OUT), job_host(job, IN), job->n * sizeof(float)))
        return fail(fault, WRONG_RESULT, "no copy");
    return OK;
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

#define COPIES                                                                                                         \
    .kernel = {.file = "limits.cl", .entries = NAMES("copies")},                                                       \
    .space = {.parameters = PARAMETERS({"STEP", "the larger, the faster", VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)})},    \
    DEFAULTS(1), .size = {.classes = {256, 1024, 4096}, .most = 1 << 20},                                              \
    .problem = {.variants = 1, .setup = setup, .verify = verify}, .device.enqueue = enqueue, .report.work = work,      \
    .tests = NAMES("--size 256")
#define OWN(...)                                                                                                       \
    .own = &(const struct planted_work)                                                                                \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }

/* The best takes 1000 ns: 1 byte a nanosecond, 1e6 launches a second. What measures a ceiling needs none itself. */
static const struct bench ceilings_benches[] = {
    {.name = "dram_read",
     .summary = "1 byte a nanosecond",
     .report.uses = USES(DRAM_READ) | USES(DRAM_WRITE),
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_READ] = 1000})},
    {.name = "launch", .summary = "1 launch a microsecond", COPIES, OWN(.amount = {[RESOURCE_LAUNCH] = 1})},
    {.name = "dram_write",
     .summary = "never right",
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_WRITE] = 1000}, .wrong = true)},
    {.name = "dram_add",
     .summary = "compiles slowly",
     COPIES,
     .kernel.defines = "#define SLOWLY 1",
     OWN(.amount = {[RESOURCE_DRAM_ADD] = 1000})},
    {.name = "dram_copy",
     .summary = "loses its device",
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_COPY] = 1000}, .lost = true)},
};

const struct suite ceilings_suite = {.name = "ceilings",
                                     .summary = "planted ceilings",
                                     .benches =
                                         BENCHES(&ceilings_benches[0], &ceilings_benches[1], &ceilings_benches[2],
                                                 &ceilings_benches[3], &ceilings_benches[4])};

static const struct bench limits_benches[] = {
    {.name = "half",
     .summary = "half of the read stream",
     .report.uses = USES(DRAM_READ) | USES(LAUNCH),
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_READ] = 500, [RESOURCE_LAUNCH] = 0.25})},
    {.name = "launched",
     .summary = "three quarters of a launch",
     .report.uses = USES(DRAM_READ) | USES(LAUNCH),
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_READ] = 500, [RESOURCE_LAUNCH] = 0.75})},
    {.name = "unknown",
     .summary = "uses what no bench measures",
     .report.uses = USES(DRAM_READ) | USES(RSQRT),
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_READ] = 500, [RESOURCE_RSQRT] = 1})},
    {.name = "unmeasured",
     .summary = "uses what cannot be measured",
     .report.uses = USES(DRAM_WRITE),
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_WRITE] = 500})},
    {.name = "beyond",
     .summary = "twice what is possible",
     .report.uses = USES(DRAM_READ),
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_READ] = 2000})},
    {.name = "late",
     .summary = "has to wait for its ceiling",
     .report.uses = USES(DRAM_ADD),
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_ADD] = 500})},
    {.name = "lost",
     .summary = "its ceiling loses the device",
     .report.uses = USES(DRAM_COPY),
     COPIES,
     OWN(.amount = {[RESOURCE_DRAM_COPY] = 500})},
    {.name = "losing", .summary = "never right", COPIES, OWN(.amount = {[RESOURCE_DRAM_READ] = 500}, .wrong = true)},
};

const struct suite limits_suite = {.name = "limits",
                                   .summary = "shares of planted ceilings",
                                   .benches = BENCHES(&limits_benches[0], &limits_benches[1], &limits_benches[2],
                                                      &limits_benches[3], &limits_benches[4], &limits_benches[5],
                                                      &limits_benches[6], &limits_benches[7])};
