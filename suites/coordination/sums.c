/* The sums of PLUMED's pipeline alone: one row and nine, of n numbers each. */
#include "suites/coordination/call.h"

#include <math.h>

DEFINE_PARAMETERS(parameters, WORD(FORM, "the sum of a group: a tree; or CUB's", tree, cub),
                  NUMBER(SUM_BLOCK, "work-items of a group", 128, 64, 256, 512, 1024),
                  NUMBER(SUM_ITEMS, "numbers of a work-item", 4, 2, 8, 16));
enum { ROWS = 10 };

struct sums {
    double sum[ROWS], magnitude[ROWS];
};

/* In [-1, 1): their sum is much less than the sum of magnitudes. */
static void fill(const struct job *job, void *to, uint64_t numbers, uint64_t seed)
{
    const bool doubles = coordination_system(job->problem).doubles;
    for (uint64_t i = 0; i < numbers; i++)
        if (doubles)
            ((double *)to)[i] = 2 * job_uniform(seed, i) - 1;
        else
            ((float *)to)[i] = 2 * job_uniform_float(seed, i) - 1;
}

static void setup(struct job *job)
{
    const uint64_t bytes = coordination_bytes(job->problem, job->n);
    fill(job, job_input(job, ATOM_VALUE, "values", bytes), job->n, job->seed);
    fill(job, job_input(job, ATOM_VIRIAL, "virials", 9 * bytes), 9 * job->n, job->seed + 1);
    coordination_declare_sums(job);
}

static double input(const struct job *job, const struct coordination_system *system, uint64_t row, uint64_t i)
{
    return row ? coordination_number(system, job_host(job, ATOM_VIRIAL), (row - 1) * job->n + i)
               : coordination_number(system, job_host(job, ATOM_VALUE), i);
}

static void expect(struct job *job, void *expected)
{
    const struct coordination_system system = coordination_system(job->problem);
    struct sums *sums = expected;
    *sums = (struct sums){{0}, {0}};
    for (uint64_t row = 0; row < ROWS; row++)
        for (uint64_t i = 0; i < job->n; i++) {
            sums->sum[row] += input(job, &system, row, i);
            sums->magnitude[row] += fabs(input(job, &system, row, i));
        }
}

/* Changes a number of one row, which changes its sum by a 64th of the magnitudes: far beyond the tolerance. */
static void change(struct job *job, UNNEEDED const struct config *config)
{
    const struct coordination_system system = coordination_system(job->problem);
    struct sums *sums = job_corrected(job, sizeof *sums);
    const uint64_t row = job_draw(job, ROWS), i = job_draw(job, job->n);
    const double was = input(job, &system, row, i);
    const double is = (double)(float)((was < 1 ? 1 : -1) * (1 + sums->magnitude[row] / 64));
    const size_t bytes = coordination_bytes(job->problem, 1);
    job_change(job, row ? ATOM_VIRIAL : ATOM_VALUE, ((row ? row - 1 : 0) * job->n + i) * bytes,
               system.doubles ? (const void *)&is : &(float){(float)is}, bytes);
    sums->sum[row] += is - was;
    sums->magnitude[row] += fabs(is) - fabs(was);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    return coordination_launch_sums(job, 0, config_count(config, SUM_BLOCK), config_count(config, SUM_ITEMS), fault);
}

/* Roundings of either sign grow as the root of the additions in sequence; twice that is a margin. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct coordination_system system = coordination_system(job->problem);
    const struct sums *sums = job_expected(job);
    const double chain = coordination_chain(job->n, config_count(config, SUM_BLOCK), config_count(config, SUM_ITEMS));
    *verdict = (struct verdict){.tolerance = 2 * sqrt(chain) * (system.doubles ? 0x1p-53 : 0x1p-24)};
    for (uint64_t row = 0; row < ROWS; row++) {
        const double got = row ? coordination_number(&system, job_host(job, ALL_VIRIAL), row - 1)
                               : coordination_number(&system, job_host(job, ALL_VALUE), 0);
        const double off = fabs(got - sums->sum[row]), error = off > 0 ? off / sums->magnitude[row] : off;
        if (!(error <= verdict->tolerance))
            return fail(fault, WRONG_RESULT, "row %d: sum %.17g, expected %.17g", (int)row, got, sums->sum[row]);
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}

static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const double bytes = (double)coordination_bytes(job->problem, ROWS * job->n);
    return (struct work){.bytes = bytes,
                         .flops = (double)(ROWS * (job->n - 1)),
                         .amount = {[RESOURCE_DRAM_READ] = bytes, [RESOURCE_LAUNCH] = 2}};
}

static const struct bench_kernel kernels[] = {
    {.file = "coordination/sums.cl", .entries = NAMES("sum_rows"), .define = coordination_define},
    {.file = "coordination/sums.cu", .entries = NAMES("sum_rows"), .define = coordination_define},
    {.file = NULL},
};

const struct bench coordination_sums = {
    .name = "sums",
    .summary = "the sums of all atoms' values and of their virials, one row and nine",
    .kernels = kernels,
    .kernels_by = FORM,
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS({"cub needs CUDA and CUB", .expression = "FORM != 'cub' or device.cub"},
                                         GROUP_FITS(SUM_BLOCK))},
    DEFAULTS(0, 512, 4),
    COORDINATION_SIZE,
    .problem = {.variants = 2,
                .expected_bytes = sizeof(struct sums),
                .check = coordination_check_precision,
                .setup = setup,
                .expect = expect,
                .change = change,
                .verify = verify},
    .device.enqueue = enqueue,
    .report = {.uses = USES(DRAM_READ) | USES(LAUNCH), .work = work},
    .tests = NAMES("--size 1,1023,20011"),
};
