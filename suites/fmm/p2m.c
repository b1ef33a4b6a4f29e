/* Charges to multipole moments, of the boxes of the deepest level: the operator P2M. */
#include "suites/fmm/particles.h"

#include <math.h>

enum { CHARGES_IN, START, OMEGA_FP32, OMEGA_FP64 }; /* slots */
DEFINE_PARAMETERS(parameters, AFTER(PRECISION, FMM_PRECISION),
                  WORD(MAPPING, "a work-item has a column of a box; charges; or coefficients", column, charge,
                       coefficient),
                  NUMBER(BLOCK_SIZE, "work-items of a group", 128, 32, 64, 256),
                  NUMBER(LANES, "work-items of a box, or of a column of one", 1, 2, 4, 8, 16, 32, 128),
                  NUMBER(CHARGES_AT_ONCE, "of a work-item; of a box, where harmonics lie in local memory", 1, 2, 4),
                  WORD(NEIGHBOURS, "beside a column: others of the box, or of other boxes", columns, boxes),
                  WORD(COLUMNS, "over m: a loop, or unrolled", loop, unrolled));

static enum status check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t charges = fmm_charges(problem) * sizeof(struct mm_float4);
    enum status status = fmm_check_expansions(problem, device, 1, charges, "charges", fault);
    return status == OK ? fmm_check_charges(problem, device, sizeof(struct mm_float4), fault) : status;
}

static void setup(struct job *job)
{
    fmm_declare_charges(job, CHARGES_IN, START);
    fmm_declare_results(job, "omega");
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE), teams = block / config_count(config, LANES);
    const uint64_t columns = config->value[MAPPING] == MAPPING_column ? (uint64_t)fmm_order(job->problem) + 1 : 1;
    const int omega = fmm_is_fp64(config) ? OMEGA_FP64 : OMEGA_FP32;
    return LAUNCH(0, launch_over(fmm_deepest_boxes(job->problem) * columns, teams, block), ARRAY(CHARGES_IN),
                  ARRAY(START), ARRAY(omega), VALUE((int)job->n));
}

/* ---- expectation ---- */

static void plain(const struct job *job, struct fmm_box box, struct fmm_complex *omega, double *scale)
{
    const int order = fmm_order(job->problem), coefficients = fmm_coefficients(order);
    const struct mm_float4 *charge = job_host(job, CHARGES_IN);
    const uint32_t *start = job_host(job, START);
    const uint64_t place = fmm_box_index(box) - fmm_level_begin(box.level);
    struct fmm_complex regular[FMM_MOST_COEFFICIENTS];
    for (uint32_t i = start[place]; i < start[place + 1]; i++) {
        double within[3];
        fmm_within(box, &charge[i], within);
        fmm_regular(order, within, regular);
        for (int c = 0; c < coefficients; c++) {
            omega[c].re += (double)charge[i].w * regular[c].re;
            omega[c].im += (double)charge[i].w * regular[c].im;
        }
        for (int l = 0; l <= order; l++)
            scale[l] += fabs((double)charge[i].w) * fmm_order_norm(false, l, regular, NULL);
    }
}

/* The charges of a box, for the tolerance. */
static double added(const struct job *job)
{
    const uint32_t *start = job_host(job, START);
    uint32_t most = 0;
    for (uint64_t b = 0; b < fmm_deepest_boxes(job->problem); b++)
        most = start[b + 1] - start[b] > most ? start[b + 1] - start[b] : most;
    return most;
}

static const struct fmm_operator p2m = {.slot = OMEGA_FP32, .deepest = true, .plain = plain, .added = added};

/* Per coefficient and charge: two additions of products, and three operations of the recurrence within its column,
 * fewer for the first two of a column. */
static struct work work(const struct job *job, const struct config *config)
{
    const bool fp64 = fmm_is_fp64(config);
    const double charges = (double)fmm_charges(job->problem), boxes = (double)fmm_deepest_boxes(job->problem);
    const double p = fmm_order(job->problem), coefficients = fmm_coefficients((int)p);
    const double operations = charges * (2 * coefficients + 3 * p * (p - 1) / 2);
    const double read = charges * sizeof(struct mm_float4) + boxes * sizeof(uint32_t);
    const double written = boxes * coefficients * 2 * (fp64 ? sizeof(double) : sizeof(float));
    struct work work = {.bytes = read + written, .flops = 2 * operations};
    work.amount[fp64 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] = operations;
    work.amount[RESOURCE_DRAM_READ] = read;
    work.amount[RESOURCE_DRAM_WRITE] = written;
    return work;
}

static const struct bench_kernel kernels[] = {
    [MAPPING_column] = {.file = "fmm/p2m_column.cl", .entries = NAMES("p2m"), .define = fmm_define},
    [MAPPING_charge] = {.file = "fmm/p2m_charge.cl", .entries = NAMES("p2m"), .define = fmm_define},
    [MAPPING_coefficient] = {.file = "fmm/p2m_coefficient.cl", .entries = NAMES("p2m"), .define = fmm_define},
    {.file = NULL},
};

/* Bytes of local memory: sums over lanes, or harmonics of CHARGES_AT_ONCE charges of each of a group's boxes, besides
 * factors. */
#define LANES_SUMS "2 * (order + 1) * (BLOCK_SIZE + 1) * " FMM_REAL
#define SUMS                                                                                                           \
    "(order + 1) ** 2 * " FMM_REAL " + ("                                                                              \
    "BLOCK_SIZE // LANES * (2 * CHARGES_AT_ONCE * " FMM_COEFFICIENTS " * " FMM_REAL                                    \
    " + 4) if MAPPING == 'coefficient' else " LANES_SUMS                                                               \
    " + BLOCK_SIZE // LANES * 4 if MAPPING == 'charge' else " LANES_SUMS " if LANES > 1 else 0)"

const struct bench fmm_p2m = {
    .name = "p2m",
    .summary = "charges into multipole moments, of the boxes of the deepest level",
    .kernels = kernels,
    .kernels_by = MAPPING,
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS(
                  FMM_PRECISION_THERE, GROUP_FITS(BLOCK_SIZE),
                  {"LANES is at most BLOCK_SIZE", .expression = "LANES <= BLOCK_SIZE"},
                  /* fewer cannot keep their sums in registers, or give most of a box to one work-item */
                  {"but for columns there are 8 LANES at least", .expression = "LANES >= 8 or MAPPING == 'column'"},
                  {"NEIGHBOURS is of columns", .expression = "NEIGHBOURS == 'columns' or MAPPING == 'column'"},
                  {"COLUMNS unrolled is of charges", .expression = "COLUMNS == 'loop' or MAPPING == 'charge'"},
                  {"local memory holds what is summed", .expression = SUMS " <= " FMM_LOCAL})},
    DEFAULTS(PRECISION_fp32, MAPPING_column, 128, 1, 1, NEIGHBOURS_columns, COLUMNS_loop),
    FMM_SIZE,
    FMM_PROBLEM(setup, check),
    .device.enqueue = enqueue,
    .report = {.uses = USES(FP32_FMA) | USES(FP64_FMA) | USES(DRAM_READ) | USES(DRAM_WRITE), .work = work, FMM_ERROR},
    .own = &p2m,
    .tests = NAMES("--size 2 --order 3 --set BLOCK_SIZE=32,128 --set LANES=1,8",
                   "--size 2 --order 0 --occupancy 1.3 --set BLOCK_SIZE=64 --set LANES=16 "
                   "--set CHARGES_AT_ONCE=2 --set PRECISION=fp32",
                   "--size 2 --order 10 --charges same --set BLOCK_SIZE=256 --set LANES=128 "
                   "--set CHARGES_AT_ONCE=1 --set PRECISION=fp64"),
};
