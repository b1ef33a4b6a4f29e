/* y = x between two bounds: a suite outside gpubench's tree. */
#include "tuner/job.h"

enum { X, Y }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 64, 128, 256, 512),
                  NUMBER(ITEMS_PER_THREAD, "elements of a work-item", 1, 2, 4));

static const float low = 0.25f, high = 0.75f;

static void setup(struct job *job)
{
    float *x = job_input(job, SLOT(X), job->n * sizeof *x);
    for (uint64_t i = 0; i < job->n; i++)
        x[i] = job_uniform_float(job->seed, i);
    job_output(job, SLOT(Y), job->n * sizeof(float));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE), tile = block * config_count(config, ITEMS_PER_THREAD);
    return LAUNCH(0, launch_over(job->n, tile, block), ARRAY(X), ARRAY(Y), VALUE(low), VALUE(high), VALUE(job->n));
}

/* Scale 0: no value is rounded. */
static struct expected_element expected(const struct job *job, uint64_t i)
{
    const float *x = job_host(job, X);
    return (struct expected_element){.value = x[i] < low ? low : x[i] > high ? high : x[i], .scale = 0};
}

static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const double bytes = 2. * sizeof(float) * (double)job->n;
    return (struct work){.bytes = bytes, .amount = {[RESOURCE_DRAM_COPY] = bytes}};
}

DEFINE_BENCH(clamp_f32, "an array of floats between two bounds",
             .kernel = {.file = "clamp/clamp.cl", .entries = NAMES("clamp_floats")},
             .space = {.parameters = parameters, .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))}, DEFAULTS(256, 1),
             .size = {.unit = "elements", .classes = {1 << 20, 1 << 26, 1 << 28}, .most = UINT64_C(1) << 33},
             .problem = {.variants = 1, .setup = setup, .compare = {COMPARE_FLOATS(Y, expected, 0)}},
             .device.enqueue = enqueue, .report = {.uses = USES(DRAM_COPY), .work = work},
             .tests = NAMES("--size 1,1023,300007"));

DEFINE_SUITE(clamp, "values between bounds", &clamp_f32);
