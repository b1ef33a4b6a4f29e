/* A 7-point stencil on a cubic grid, with zeros around it, and how much it changes each point. */
#include "tuner/job.h"

#include <math.h>

enum { IN, OUT, CHANGE }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_X, "work-items of a group along x", 8, 32),
                  NUMBER(BLOCK_Y, "work-items of a group along y", 1, 4),
                  NUMBER(BLOCK_Z, "work-items of a group along z", 1, 2, 4),
                  WORD(TILE, "where a work-item reads its points", local, global));

static const float center = 0.4f, beside = 0.1f;

static void setup(struct job *job)
{
    const uint64_t points = job->n * job->n * job->n;
    float *in = job_input(job, SLOT(IN), points * sizeof *in);
    for (uint64_t i = 0; i < points; i++)
        in[i] = 2 * job_uniform_float(job->seed, i) - 1;
    job_output(job, SLOT(OUT), points * sizeof(float));
    job_output(job, SLOT(CHANGE), points * sizeof(float));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t grid[] = {job->n, job->n, job->n};
    const uint64_t block[] = {config_count(config, BLOCK_X), config_count(config, BLOCK_Y),
                              config_count(config, BLOCK_Z)};
    return LAUNCH(0, launch_over_box(grid, block, block), ARRAY(IN), ARRAY(OUT), ARRAY(CHANGE), VALUE(center),
                  VALUE(beside), VALUE((uint32_t)job->n));
}

/* A term is rounded seven times at most: as a product, and in six sums. */
static struct expected_element expected_sum(const struct job *job, uint64_t i)
{
    const float *in = job_host(job, IN);
    const uint64_t n = job->n, place[] = {i % n, i / n % n, i / n / n}, stride[] = {1, n, n * n};
    const double own = (double)center * (double)in[i];
    struct expected_element sum = {own, fabs(own)};
    for (int d = 0; d < 3; d++) {
        const double before = place[d] > 0 ? (double)beside * (double)in[i - stride[d]] : 0;
        const double behind = place[d] < n - 1 ? (double)beside * (double)in[i + stride[d]] : 0;
        sum.value += before + behind;
        sum.scale += fabs(before) + fabs(behind);
    }
    return sum;
}

/* One rounding more. */
static struct expected_element expected_change(const struct job *job, uint64_t i)
{
    const double in = ((const float *)job_host(job, IN))[i];
    const struct expected_element sum = expected_sum(job, i);
    return (struct expected_element){sum.value - in, sum.scale + fabs(in)};
}

/* Each point read once and written twice. */
static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const double points = (double)job->n * (double)job->n * (double)job->n, bytes = sizeof(float) * points;
    return (struct work){.bytes = 3 * bytes,
                         .flops = 9 * points,
                         .amount = {[RESOURCE_DRAM_READ] = bytes, [RESOURCE_DRAM_WRITE] = 2 * bytes}};
}

DEFINE_BENCH(seven_point, "7-point stencil on a cubic grid of floats",
             .kernel = {.file = "stencil/stencil.cl", .entries = NAMES("apply")},
             .space = {.parameters = parameters, .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_X, BLOCK_Y, BLOCK_Z))},
             DEFAULTS(32, 4, 1, TILE_global),
             .size = {.unit = "points per side", .classes = {64, 512, 1024}, .most = 1600},
             .problem = {.variants = 1,
                         .setup = setup,
                         .compare = {COMPARE_FLOATS(OUT, expected_sum, 8 * 0x1p-24),
                                     COMPARE_FLOATS(CHANGE, expected_change, 9 * 0x1p-24)}},
             .device.enqueue = enqueue, .report = {.uses = USES(DRAM_READ) | USES(DRAM_WRITE), .work = work},
             .tests = NAMES("--size 1,2,19,67"));

DEFINE_SUITE(stencil, "stencils on grids", &seven_point);
