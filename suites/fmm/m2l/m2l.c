/* Multipole moments to Taylor moments, of all boxes on all levels: the operator M2L, by strategies. */
#include "suites/fmm/m2l/m2l.h"

#include "suites/fmm/m2l/folded.h"

#include <math.h>
#include <stdlib.h>

static const struct m2l_strategy *const strategies[] = {
    [STRATEGY_sequential_inner] = &m2l_sequential_inner,
    [STRATEGY_full_parallel] = &m2l_full_parallel,
    [STRATEGY_dynamic_1] = &m2l_dynamic_1,
    [STRATEGY_dynamic_2] = &m2l_dynamic_2,
    [STRATEGY_dynamic_3] = &m2l_dynamic_3,
    [STRATEGY_tiles] = &m2l_tiles,
    [STRATEGY_rotation] = &m2l_rotation,
    [STRATEGY_folded] = &m2l_folded,
};

static const struct m2l_strategy *strategy_of(const struct config *config)
{
    return strategies[config->value[STRATEGY]];
}

/* ---- inputs ---- */

/* The operators of all offsets, of order 2p; NaN for those of neighbours, which must not be used. */
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

static uint64_t operator_numbers(const struct problem *problem)
{
    const uint64_t side = (uint64_t)fmm_operator_side(fmm_separation(problem));
    return side * side * side * 2 * (uint64_t)fmm_coefficients(2 * fmm_order(problem));
}

static enum status check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t operators = operator_numbers(problem) * (sizeof(float) + sizeof(double));
    const uint64_t tables = m2l_rotation_bytes(problem) + m2l_folded_bytes(problem);
    return fmm_check_expansions(problem, device, 2, operators + tables, "operators and tables", fault);
}

static void setup(struct job *job)
{
    const uint64_t numbers = operator_numbers(job->problem);
    float *fp32 = job_input(job, SLOT(OMEGA_FP32), fmm_expansion_bytes(job->problem, false));
    double *fp64 = job_input(job, SLOT(OMEGA_FP64), fmm_expansion_bytes(job->problem, true));
    fmm_fill_expansions(job, false, true, fp32, fp64);
    fp32 = job_input(job, SLOT(OPERATORS_FP32), numbers * sizeof *fp32);
    fp64 = job_input(job, SLOT(OPERATORS_FP64), numbers * sizeof *fp64);
    fill_operators(job->problem, fp32, fp64);
    fmm_declare_results(job, "mu");
    m2l_rotation_declare(job);
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
    if (status == OK && config->value[LEVELS] == LEVELS_one)
        return enqueue_range(job, config, 2, depth, fault);
    for (int level = 2; level <= depth && status == OK; level++)
        status = enqueue_range(job, config, level, level, fault);
    return status;
}

static bool captured(const struct config *config)
{
    return config->value[LEVELS] == LEVELS_graph;
}

/* ---- expectation ---- */

static void plain(const struct job *job, struct fmm_box box, struct fmm_complex *mu, double *scale)
{
    const int order = fmm_order(job->problem), coefficients = fmm_coefficients(order);
    const struct fmm_complex *omegas = job_host(job, OMEGA_FP64);
    struct fmm_box partner[FMM_MOST_PARTNERS];
    struct fmm_complex irregular[FMM_MOST_OPERATOR];
    const size_t partners = fmm_partners(fmm_separation(job->problem), box, partner);
    for (size_t i = 0; i < partners; i++) {
        double displacement[3];
        for (int d = 0; d < 3; d++)
            displacement[d] = 2. * (box.place[d] - partner[i].place[d]);
        const struct fmm_complex *from = omegas + fmm_box_index(partner[i]) * (uint64_t)coefficients;
        fmm_irregular(2 * order, displacement, irregular);
        fmm_m2l(order, irregular, from, mu);
    }
    for (int l = 0; l <= order; l++)
        scale[l] = fmm_order_norm(true, l, mu, NULL);
}

static const struct fmm_operator m2l = {
    .slot = MU_FP32, .first = 2, .from_last = 0, .plain = plain, .is_mu = true, .by_level = true};

/* ---- limits ---- */

/* The talk's line "optimal" is the complex form's arithmetic at the device's rate. */
static double complex_form(const struct job *job)
{
    const double p = fmm_order(job->problem), products = (p + 1) * (p + 2) / 2 * (p + 1) * (p + 1);
    return 4 * products * (double)fmm_all_pairs(fmm_separation(job->problem), (int)job->n);
}

/* The arithmetic of the reference: a matrix of (p + 1)^2 x (p + 1)^2 real numbers per pair. */
static double real_form(const struct job *job)
{
    const double p = fmm_order(job->problem), numbers = (p + 1) * (p + 1);
    return numbers * numbers * (double)fmm_all_pairs(fmm_separation(job->problem), (int)job->n);
}

static struct work work(const struct job *job, const struct config *config)
{
    const struct m2l_strategy *strategy = strategy_of(config);
    const bool fp64 = fmm_is_fp64(config);
    const double most = config->reference           ? real_form(job)
                        : strategy->multiplications ? strategy->multiplications(job, config)
                                                    : complex_form(job);
    struct work work = {
        .bytes = 2 * (double)fmm_expansion_bytes(job->problem, fp64), .flops = 2 * complex_form(job), /* for any form */
    };
    work.amount[fp64 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] = most;
    if (strategy->amounts && !config->reference)
        strategy->amounts(job, config, work.amount);
    return work;
}

static unsigned relocatable(UNNEEDED const struct config *config)
{
    return COMPUTE_RELOCATABLE;
}

/* clang-format off */
#define KERNEL(name) {.file = "fmm/" name, .entries = NAMES("m2l"), .define = fmm_define}
#define DYNAMIC(entry)                                                                                                 \
    {.file = "fmm/m2l_dynamic.cu", .entries = NAMES(entry), .define = fmm_define, .options = relocatable}
/* clang-format on */

static const struct bench_kernel kernels[] = {
    [STRATEGY_sequential_inner] = KERNEL("m2l_sequential.cl"),
    [STRATEGY_full_parallel] = KERNEL("m2l_full_parallel.cu"),
    [STRATEGY_dynamic_1] = DYNAMIC("boxes"),
    [STRATEGY_dynamic_2] = DYNAMIC("pair"),
    [STRATEGY_dynamic_3] = DYNAMIC("boxes"),
    [STRATEGY_tiles] = KERNEL("m2l_tiles.cl"),
    [STRATEGY_rotation] = KERNEL("m2l_rotation.cl"),
    [STRATEGY_folded] = {.file = "fmm/m2l_folded.cl",
                         .entries = NAME_TABLE(FOLDED_ENTRIES),
                         .defines = DEFINE(FOLD_SIZE) DEFINE(FOLD_ORBITS) DEFINE(FOLD_CHUNK),
                         .define = fmm_define},
    {.file = NULL},
};

/* clang-format off */
static const struct parameter parameters[] = {PARAMETER_ROWS(M2L_PARAMETERS)};

/* ---- constraints ---- */

/* A parameter has its first value with strategies that do not use it; `users` do. */
#define ONLY(parameter, first, users)                                                                                  \
    {#parameter ": the first, where STRATEGY does not use it",                                                         \
     .expression = #parameter " == " first " or STRATEGY in [" users "]"}
#define TILED "'tiles', 'rotation'"
#define WITH_CHILDREN "'dynamic_1', 'dynamic_2', 'dynamic_3'"
#define FOLDED_GROUPS FOLDED_GROUP(MATH, TILE_ROWS, TILE_BOXES, ROWS_PER_THREAD, BOXES_PER_THREAD)

/* As in kernels/fmm/m2l_rotation.cl: the number of a rotation's table entries, its units of work, and their
 * work-items. */
#define ROTATION_NUMBERS "((order + 1) * (order + 2) * (2 * order + 3) // 3 + order + 1)"
#define FULL_ROWS "((order + 1) // ROWS_PER_THREAD)"
#define UNITS                                                                                                          \
    "(ROWS_PER_THREAD * " FULL_ROWS " * (" FULL_ROWS " + 1) // 2 + (order + 1) % ROWS_PER_THREAD * (" FULL_ROWS " + 1))"
#define UNIT_THREADS "max(1, BLOCK_SIZE // max(1, TILE_BOXES // BOXES_PER_THREAD))"

static const struct constraint constraints[] = {
    FMM_PRECISION_THERE,
    GROUP_FITS(BLOCK_SIZE),
    {"full_parallel needs CUDA and CUB", .expression = "STRATEGY != 'full_parallel' or device.cub"},
    {"dynamic_1 to dynamic_3 need CUDA's child launches",
     .expression = "STRATEGY not in [" WITH_CHILDREN "] or device.child_launch"},
    {"LEVELS graph needs graphs", .expression = "LEVELS != 'graph' or device.graphs"},
    /* if several work-items add to one mu, except for CUDA's strategies */
    {"sums that meet in fp64 need 64-bit atomics",
     .expression = "PRECISION == 'fp32' or device.int64_atomics or (PARTNER_GROUPS == 1 if STRATEGY in [" TILED "] "
                   "else STRATEGY != 'sequential_inner' or SEQUENTIAL == 'partners')"},
    {"tensor: CUDA from sm_80 on", .expression = FOLDED_TENSOR_THERE(MATH)},
    {"halves: fp32", .expression = FOLDED_HALVES_THERE},
    ONLY(LEVELS, "'one'", "'sequential_inner', 'full_parallel', 'folded'"),
    ONLY(BLOCK_SIZE, "128", "'sequential_inner', 'full_parallel', 'dynamic_1', 'dynamic_3', " TILED),
    ONLY(SEQUENTIAL, "'k'", "'sequential_inner'"),
    ONLY(DIVISORS, "'constant'", "'full_parallel'"),
    ONLY(CHILD_STREAM, "'default'", WITH_CHILDREN),
    ONLY(BOXES, "'one'", "'dynamic_3'"),
    {"ACCESS: the first, where no work-item has a single j",
     .expression = "ACCESS == 'adjacent' or STRATEGY in ['dynamic_1', 'dynamic_2'] or "
                   "STRATEGY == 'sequential_inner' and SEQUENTIAL == 'k'"},
    ONLY(TILE_BOXES, "64", TILED ", 'folded'"),
    ONLY(BOXES_PER_THREAD, "8", TILED ", 'folded'"),
    ONLY(ROWS_PER_THREAD, "8", TILED ", 'folded'"),
    ONLY(OPERATORS, "'global'", TILED),
    ONLY(OMEGA, "'global'", "'tiles'"),
    ONLY(PARTNER_GROUPS, "1", TILED),
    ONLY(MATH, "'fma'", "'folded'"),
    ONLY(TILE_ROWS, "128", "'folded'"),
    ONLY(STAGED, "16", "'folded'"),
    ONLY(SPLITS, "2", "'folded'"),
    ONLY(PARENTS, "4096", "'folded'"),
    {"tiles, rotation: 8 to 32 work-items side by side, 4 to 16 sums each",
     .expression = "STRATEGY not in [" TILED "] or BLOCK_SIZE >= 128 and BOXES_PER_THREAD <= 8 and ROWS_PER_THREAD <= 4"
                   " and 8 <= TILE_BOXES // BOXES_PER_THREAD <= 32 and 4 <= BOXES_PER_THREAD * ROWS_PER_THREAD <= 16"},
    {"tiles, rotation: what is copied to local memory fits there", /* complex numbers, and 1 KB of indices */
     .expression = "STRATEGY not in [" TILED "] or 2 * " FMM_REAL " * ((OPERATORS == 'local') * (" ROTATION_NUMBERS
                   " if STRATEGY == 'rotation' else (2 * order + 1) * (3 * order + 1)) + (STRATEGY == 'rotation' or "
                   "OMEGA == 'local') * " FMM_COEFFICIENTS " * (TILE_BOXES + 1)) + 1024 <= " FMM_LOCAL},
    {"rotation: sums and results stay in registers", /* up to 128 of 32 bits, of 255 */
     .expression = "STRATEGY != 'rotation' or " FMM_REAL " * ceil(" UNITS " / " UNIT_THREADS ") * ROWS_PER_THREAD * "
                   "BOXES_PER_THREAD <= 128"},
    {"halves: 16 coefficients staged", .expression = "MATH != 'halves' or STAGED == 16"},
    {"folded: up to 8 x 8 of a work-item, fp64 8 x 4; tensor: 16 x 16 of a warp or more",
     .expression = "STRATEGY != 'folded' or " FOLDED_THREADS_SUIT(MATH, ROWS_PER_THREAD, BOXES_PER_THREAD)},
    {"folded: 64 to 256 work-items, which stage whole vectors",
     .expression = "STRATEGY != 'folded' or " FOLDED_STAGES_SUIT(FOLDED_GROUPS, TILE_ROWS, TILE_BOXES, STAGED)},
    {"folded: two stages fit local memory, 48 KB at most",
     .expression = "STRATEGY != 'folded' or " FOLDED_FITS(TILE_ROWS, TILE_BOXES, STAGED)},
    {.text = NULL},
};
/* clang-format on */

#define SMALL_TILES                                                                                                    \
    "--set TILE_ROWS=32 --set TILE_BOXES=32 --set ROWS_PER_THREAD=4,16 --set BOXES_PER_THREAD=4,16 --set PARENTS=256"

const struct bench fmm_m2l_bench = {
    .name = "m2l",
    .summary = "multipole into Taylor moments, of boxes apart whose parents are not",
    .kernels = kernels,
    .kernels_by = STRATEGY,
    .space = {.parameters = parameters, .constraints = constraints},
    DEFAULTS(PRECISION_fp32, STRATEGY_sequential_inner, LEVELS_one, 128, SEQUENTIAL_jk),
    FMM_SIZE,
    FMM_PROBLEM(setup, check),
    .device = {.enqueue = enqueue, .captured = captured},
    .report = {.uses = USES(FP32_FMA) | USES(FP64_FMA) | USES(FP64_MMA) | USES(TF32_MMA) | USES(LAUNCH) |
                       USES(CHILD_LAUNCH),
               .work = work,
               FMM_ERROR},
    .own = &m2l,
    .references = {{"cublasSgemm", "cublas_m2l", "parents_f32", {OMEGA_FP32, MU_FP32}, 2, .rows = 1},
                   {"cublasDgemm", "cublas_m2l", "parents_f64", {OMEGA_FP32, MU_FP32}, 2, .rows = 1},
                   {"batched cublasSgemm", "cublas_m2l", "neighbours_f32", {OMEGA_FP32, MU_FP32}, 2, .rows = 1},
                   {"8x cublasSgemm", "cublas_m2l", "children_f32", {OMEGA_FP32, MU_FP32}, 2, .rows = 1}},
    .tests = NAMES("--size 2,3 --order 3 --set STRATEGY=sequential_inner --set BLOCK_SIZE=32,128 --set LEVELS=one,each",
                   "--size 3 --order 2 --separation 2 --set STRATEGY=sequential_inner --set BLOCK_SIZE=64 "
                   "--set SEQUENTIAL=partners --set LEVELS=one",
                   "--size 2 --order 12 --set STRATEGY=sequential_inner --set BLOCK_SIZE=64 --set SEQUENTIAL=partners "
                   "--set LEVELS=one",
                   "--size 3 --order 3 --set STRATEGY=tiles,rotation --set BLOCK_SIZE=128 --set TILE_BOXES=8,32 "
                   "--set BOXES_PER_THREAD=1,4 --set ROWS_PER_THREAD=1,4",
                   "--size 2 --order 6 --separation 2 --set STRATEGY=tiles,rotation --set TILE_BOXES=16 "
                   "--set BLOCK_SIZE=128 --set BOXES_PER_THREAD=1 --set PARTNER_GROUPS=3 --set OPERATORS=local "
                   "--set ROWS_PER_THREAD=4 --set PRECISION=fp64",
                   "--size 2 --order 0 --set STRATEGY=tiles,rotation --set TILE_BOXES=64 --set BLOCK_SIZE=128 "
                   "--set PARTNER_GROUPS=1 --set BOXES_PER_THREAD=4 --set ROWS_PER_THREAD=1 --set OPERATORS=global "
                   "--set OMEGA=global --set PRECISION=fp32",
                   "--size 2,3 --order 5 --set STRATEGY=folded " SMALL_TILES,
                   "--size 5 --order 0 --set STRATEGY=folded --set PRECISION=fp32 --set STAGED=16 " SMALL_TILES
                   " --set LEVELS=one --set SPLITS=1,4",
                   "--size 3 --order 2 --separation 2 --set STRATEGY=folded --set STAGED=8 " SMALL_TILES
                   " --set LEVELS=one --set SPLITS=2"),
};
