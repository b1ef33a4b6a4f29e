/* Multipole moments into Taylor moments, of all boxes on all levels: the operator M2L, by strategies (F5, F6). */
#include "suites/fmm/m2l.h"

#include <math.h>
#include <stdlib.h>

static const struct m2l_strategy *const strategies[] = {
    [STRATEGY_SEQUENTIAL_INNER] = &m2l_sequential_inner,
    [STRATEGY_FOLDED] = &m2l_folded,
};

static const struct m2l_strategy *strategy_of(const struct config *config)
{
    return strategies[config->value[STRATEGY]];
}

/* ---- inputs ---- */

/* The operators of all offsets, of order 2p; NaN for those of neighbours, which nobody is to use. */
static void fill_operators(const struct problem *problem, float *fp32, double *fp64)
{
    const int order = 2 * fmm_order(problem), separation = fmm_separation(problem), reach = 2 * separation + 1;
    const int coefficients = fmm_coefficients(order);
    struct fmm_complex irregular[FMM_MOST_OPERATOR];
    for (int z = -reach; z <= reach; z++)
        for (int y = -reach; y <= reach; y++)
            for (int x = -reach; x <= reach; x++) {
                const bool near = abs(x) <= separation && abs(y) <= separation && abs(z) <= separation;
                if (!near)
                    fmm_irregular(order, (const double[]){2. * x, 2. * y, 2. * z}, irregular);
                for (int i = 0; i < coefficients; i++) {
                    *fp64++ = near ? NAN : irregular[i].re;
                    *fp64++ = near ? NAN : irregular[i].im;
                    *fp32++ = (float)fp64[-2];
                    *fp32++ = (float)fp64[-1];
                }
            }
}

static void setup(struct job *job)
{
    const uint64_t side = (uint64_t)fmm_operator_side(fmm_separation(job->problem));
    const uint64_t numbers = side * side * side * 2 * (uint64_t)fmm_coefficients(2 * fmm_order(job->problem));
    float *fp32 = job_input(job, OMEGA_FP32, "omega", fmm_expansion_bytes(job->problem, false));
    double *fp64 = job_input(job, OMEGA_FP64, "omega", fmm_expansion_bytes(job->problem, true));
    fmm_fill_expansions(job, false, fp32, fp64);
    fp32 = job_input(job, OPERATORS_FP32, "operators", numbers * sizeof *fp32);
    fp64 = job_input(job, OPERATORS_FP64, "operators", numbers * sizeof *fp64);
    fill_operators(job->problem, fp32, fp64);
    fmm_declare_results(job, "mu");
    m2l_folded_declare(job);
}

/* ---- device ---- */

static enum status enqueue_range(struct job *job, const struct config *config, int first, int last, struct fault *fault)
{
    const struct m2l_range range = {fmm_level_begin(first), fmm_level_begin(last + 1), first, last};
    return strategy_of(config)->enqueue(job, config, range, fault);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct m2l_strategy *strategy = strategy_of(config);
    const int depth = (int)job->n;
    enum status status = strategy->adds ? job_fill(job, m2l_slot(config, MU_FP32), 0, fault) : OK;
    if (status == OK && strategy->begin)
        status = strategy->begin(job, config, fault);
    if (status == OK && config->value[LEVELS] == LEVELS_ONE)
        return enqueue_range(job, config, 2, depth, fault);
    for (int level = 2; level <= depth && status == OK; level++)
        status = enqueue_range(job, config, level, level, fault);
    return status;
}

static bool captured(const struct config *config)
{
    return config->value[LEVELS] == LEVELS_GRAPH;
}

/* ---- expectation ---- */

static void plain(const struct job *job, struct fmm_box box, struct fmm_complex *mu)
{
    const int order = fmm_order(job->problem), coefficients = fmm_coefficients(order);
    const double *omegas = job_host(job, OMEGA_FP64);
    struct fmm_box partner[FMM_MOST_PARTNERS];
    struct fmm_complex omega[FMM_MOST_COEFFICIENTS], irregular[FMM_MOST_OPERATOR];
    const size_t partners = fmm_partners(fmm_separation(job->problem), box, partner);
    for (size_t i = 0; i < partners; i++) {
        double apart[3];
        for (int d = 0; d < 3; d++)
            apart[d] = 2. * (box.place[d] - partner[i].place[d]);
        const double *from = omegas + fmm_box_index(partner[i]) * 2 * (uint64_t)coefficients;
        for (int c = 0; c < coefficients; c++)
            omega[c] = (struct fmm_complex){from[2 * c], from[2 * c + 1]};
        fmm_irregular(2 * order, apart, irregular);
        fmm_m2l(order, irregular, omega, mu);
    }
}

static const struct fmm_operator m2l = {
    .fp32 = MU_FP32, .fp64 = MU_FP64, .first = 2, .from_last = 0, .plain = plain, .is_mu = true};

/* ---- limits ---- */

/* The talk's line "optimal" is the complex form's arithmetic at the device's rate. */
static double complex_form(const struct job *job)
{
    const double p = fmm_order(job->problem), products = (p + 1) * (p + 2) / 2 * (p + 1) * (p + 1);
    return 4 * products * (double)fmm_all_pairs(fmm_separation(job->problem), (int)job->n);
}

static struct work work(const struct job *job, const struct config *config)
{
    const struct m2l_strategy *strategy = strategy_of(config);
    const bool fp64 = config->value[PRECISION] == PRECISION_FP64;
    const double most = strategy->multiplications ? strategy->multiplications(job, config) : complex_form(job);
    struct work work = {
        .bytes = 2 * (double)fmm_expansion_bytes(job->problem, fp64),
        .flops = 2 * most,
    };
    work.amount[fp64 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] = most;
    if (strategy->amounts)
        strategy->amounts(job, config, work.amount);
    return work;
}

/* ---- the bench ---- */

static bool levels_suit(const struct config *config, const struct compute_device *device)
{
    return config->value[LEVELS] != LEVELS_GRAPH || !device || device->graphs;
}

static bool atomics_there(const struct config *config, const struct compute_device *device)
{
    return config->value[PRECISION] != PRECISION_FP64 || config->value[STRATEGY] != STRATEGY_SEQUENTIAL_INNER ||
           config->value[SEQUENTIAL] == SEQUENTIAL_PARTNERS || !device || device->int64_atomics;
}

/* Parameters of some strategies have their first values in others. */
static bool sequential_suits(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[STRATEGY] == STRATEGY_SEQUENTIAL_INNER || config->value[SEQUENTIAL] == SEQUENTIAL_K;
}

static bool block_suits(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[STRATEGY] != STRATEGY_FOLDED || config->value[BLOCK_SIZE] == 128;
}

static const struct bench_kernel kernels[] = {
    [STRATEGY_SEQUENTIAL_INNER] = {.file = "fmm/m2l_sequential.cl", .entries = NAMES("m2l"), .define = fmm_define},
    [STRATEGY_FOLDED] = {.file = "fmm/m2l_folded.cl",
                         .entries = NAMES("fold", "multiply", "unfold"),
                         .defines = DEFINE(FOLD_SIZE),
                         .define = fmm_define},
};

const struct bench fmm_m2l_bench = {
    .name = "m2l",
    .summary = "multipole into Taylor moments, of all boxes that are separated and whose parents are not",
    .kernels = kernels,
    .kernels_by = STRATEGY,
    .space = {.parameters = PARAMETERS(
                  FMM_PRECISION,
                  {"STRATEGY", "which loops are parallel, and in which basis", WORDS("sequential_inner", "folded")},
                  {"LEVELS", "in one launch, in one each, or these as a graph", WORDS("one", "each", "graph"),
                   .host = true},
                  {"BLOCK_SIZE", "work-items of a group", VALUES(128, 32, 64, 256)},
                  {"SEQUENTIAL", "loops of a work-item: over k; j and k; partners too", WORDS("k", "jk", "partners")},
                  M2L_FOLDED_PARAMETERS),
              .constraints = CONSTRAINTS(
                  FMM_PRECISION_THERE, GROUP_FITS(BLOCK_SIZE),
                  {"SEQUENTIAL is for sequential_inner, else k", sequential_suits, READS(STRATEGY, SEQUENTIAL)},
                  {"folded: BLOCK_SIZE is 128", block_suits, READS(STRATEGY, BLOCK_SIZE)},
                  {"LEVELS graph needs graphs", levels_suit, READS(LEVELS)},
                  {"sums in fp64 need 64-bit atomics", atomics_there, READS(PRECISION, STRATEGY, SEQUENTIAL)},
                  M2L_FOLDED_CONSTRAINTS)},
    DEFAULTS(PRECISION_FP32, STRATEGY_SEQUENTIAL_INNER, LEVELS_ONE, 128, SEQUENTIAL_JK),
    FMM_SIZE,
    FMM_PROBLEM(setup),
    .device = {.enqueue = enqueue, .captured = captured},
    .report = {.uses = USES(FP32_FMA) | USES(FP64_FMA) | USES(FP64_MMA), .work = work, FMM_ERROR},
    .own = &m2l,
    .tests = NAMES("--size 2,3 --order 3 --set STRATEGY=sequential_inner --set BLOCK_SIZE=32,128 --set LEVELS=one,each",
                   "--size 3 --order 2 --separation 2 --set STRATEGY=sequential_inner --set BLOCK_SIZE=64 "
                   "--set SEQUENTIAL=partners --set LEVELS=one",
                   "--size 2 --order 12 --set STRATEGY=sequential_inner --set BLOCK_SIZE=64 --set SEQUENTIAL=partners "
                   "--set LEVELS=one",
                   "--size 2,3 --order 5 --set STRATEGY=folded " M2L_FOLDED_SMALL,
                   "--size 5 --order 0 --set STRATEGY=folded --set PRECISION=fp32 " M2L_FOLDED_SMALL
                   " --set LEVELS=one --set SPLITS=1,4",
                   "--size 3 --order 2 --separation 2 --set STRATEGY=folded " M2L_FOLDED_SMALL
                   " --set LEVELS=one --set SPLITS=2"),
};
