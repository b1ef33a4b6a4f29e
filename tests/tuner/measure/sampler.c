/* The device is held until all timed work is queued, but not for a library's call that waits for it. */
#include "compute/context.h"
#include "tests/tuner/job/fake_context.h"
#include "tuner/measure/meter.h"

enum { IN, OUT, ITERATIONS = 4 };

KERNELS({"tuner/evict.cl", "//fake time 777\n"});

static void setup(struct job *job)
{
    memset(job_input(job, IN, "in", job->n * sizeof(float)), 0, job->n * sizeof(float));
    job_output(job, OUT, "out", sizeof(float));
}

#define SUM "fake", "sum_in_8000_ns", {IN, OUT}, 2, .rows = 1
static const struct bench sums = {.name = "sums",
                                  .space = {.parameters = PARAMETERS({"ANY", "", VALUES(0)})},
                                  .problem = {.variants = 1, .setup = setup},
                                  .references = {{"queues", SUM}, {"waits", SUM, .waits = true}}};
static const struct suite suite = {.name = "suite", .benches = BENCHES(&sums)};
static const struct registry registry = {.kernels = kernels};
static struct worker_context place = {.registry = &registry};
static struct sampler sampler;

/* ---- how long it is held ---- */

static struct compute_backend watched;
static uint64_t steps; /* of the last hold */

static enum status launch(void *kernel, struct compute_launch launch, const struct backend_argument *arguments,
                          size_t count, struct fault *fault)
{
    memcpy(&steps, arguments[1].value, sizeof steps);
    return fake_backend.launch(kernel, launch, arguments, count, fault);
}

static uint64_t steps_for(const struct reference *reference)
{
    FREED struct config *config = config_new(&bed.problem, 0);
    double ns;
    config->reference = reference;
    CHECK_OK(job_enqueue(&bed.job, config, &caught)); /* which makes it ready */
    sampler.queue_ns = 1e6;
    steps = 0;
    CHECK_OK(sampler_time(&sampler, &bed.job, config, ITERATIONS, &ns, &caught));
    CHECK(ns == ITERATIONS * 8000.0);
    return steps;
}

TEST(hold)
{
    CHECK_OK(sampler_open(&sampler, place.context, false, store, &registry, &caught));
    bed_open(problem_of(&suite, &sums, 64, 1));
    watched = fake_backend;
    watched.launch = launch;
    place.context->backend = &watched;
    CHECK((double)steps_for(&sums.references[0]) * sampler.starter.step_ns >= 1e6 * ITERATIONS);
    CHECK(steps_for(&sums.references[1]) == 0);
    bed_close();
    sampler_close(&sampler);
}
