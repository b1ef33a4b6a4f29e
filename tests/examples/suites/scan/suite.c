/* Inclusive scan: element i of the output is the sum of elements 0 to i of the input. */
#include "tuner/job.h"

enum { IN, OUT, SUMS, EXPECTED }; /* slots */
DEFINE_ENTRIES(entries, scan_tiles, scan_sums, add_sums);
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 64, 256),
                  NUMBER(ITEMS_PER_THREAD, "elements of a work-item", 1, 4, 16));

/* Elements whose sums are exact, in any order; and what they add up to. */
static void setup(struct job *job)
{
    const uint64_t one_in = job_one_in(job->n);
    float *in = job_input(job, SLOT(IN), job->n * sizeof *in);
    double *expected = job_host_memory(job, SLOT(EXPECTED), job->n * sizeof *expected, HOST_INPUT, false);
    for (uint64_t i = 0; i < job->n; i++) {
        in[i] = (float)job_exact(job->seed, i, i, job->n, one_in);
        expected[i] = (double)in[i] + (i > 0 ? expected[i - 1] : 0);
    }
    job_output(job, SLOT(OUT), job->n * sizeof(float));
    job_scratch(job, SLOT(SUMS), divide_up(job->n, 64) * sizeof(float)); /* 64 at least */
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE);
    const struct compute_launch tiles = launch_over(job->n, block * config_count(config, ITEMS_PER_THREAD), block);
    return IN_ORDER(LAUNCH(scan_tiles, tiles, ARRAY(IN), ARRAY(OUT), ARRAY(SUMS), VALUE(job->n)),
                    LAUNCH(scan_sums, launch_groups(1, block), ARRAY(SUMS), VALUE(tiles.groups[0])),
                    LAUNCH(add_sums, tiles, ARRAY(SUMS), ARRAY(OUT), VALUE(job->n)));
}

static struct expected_element expected(const struct job *job, uint64_t i)
{
    const double *sum = job_memory(job, EXPECTED);
    return (struct expected_element){.value = sum[i], .scale = 1};
}

/* Each element read once and written once, and an addition. */
static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const double bytes = 2. * sizeof(float) * (double)job->n;
    return (struct work){.bytes = bytes, .flops = (double)job->n, .amount = {[RESOURCE_DRAM_COPY] = bytes}};
}

/* The sums are exact, so there is no tolerance. */
DEFINE_BENCH(inclusive_f32, "inclusive scan of floats in three launches",
             .kernel = {.file = "scan/scan.cl", .entries = entries},
             .space = {.parameters = parameters, .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))}, DEFAULTS(256, 4),
             .size = {.unit = "elements", .classes = {1 << 20, 1 << 26, 1 << 28}, .most = UINT64_C(1) << 32},
             .problem = {.variants = 1, .setup = setup, .compare = {COMPARE_FLOATS(OUT, expected, 0)}},
             .device.enqueue = enqueue, .report = {.uses = USES(DRAM_COPY), .work = work},
             .tests = NAMES("--size 1,1023,300007"));

DEFINE_SUITE(scan, "prefix sums", &inclusive_f32);
