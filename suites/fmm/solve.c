/* The solver (F1 to F3): potentials, or fields and potentials, of charges in a cube, by the passes P2M, M2M, M2L, L2L,
 * L2P and P2P of the operators' kernels. */
#include "suites/fmm/solve.h"

#include "suites/fmm/bin.h"
#include "suites/fmm/folded.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Slots. Of a fixed geometry: sorted places, where boxes begin, and the two orders; the charges come anew. Of a moving
 * one: places and charges in the caller's order. */
enum { PLACES, START, CALLER, RANK, CHARGE, SORTED, OMEGA, MU };
enum { MATRICES_FP32 = MU + 1, MATRICES_FP64, FOLDED_SLOT, PRODUCT, TURNED_FP32, TURNED_FP64 };
enum { FAR = TURNED_FP64 + 1, NEAR_SLOT, RESULT_FP32, RESULT_FP64, UNUSED, COUNTS, BEFORE, ARRANGED, SLOTS };
_Static_assert((int)SLOTS <= (int)SOLVE_CHARGES, "slots");

/* Parameters, behind PRECISION. */
enum {
    DEPTH = PRECISION + 1,
    NEAR_FIELD,
    LAUNCHES,
    M2L_MATH,
    M2L_TILE_ROWS,
    M2L_TILE_BOXES,
    M2L_ROWS,
    M2L_BOXES,
    M2L_SPLITS,
    M2L_PARENTS,
    P2P_BLOCK_SIZE,
    P2P_TARGETS,
    P2P_STAGED,
    P2P_UNROLL
};
enum { NEAR_AFTER, NEAR_BESIDE };
enum { LAUNCHES_STREAM, LAUNCHES_GRAPH };
enum { MATH_FMA, MATH_TENSOR };

/* Entries, in the order of the kernels below. */
enum { SORT_CHARGES, ADD_FIELDS, P2M, M2M, FOLD, MULTIPLY, UNFOLD, L2L, L2P, P2P, COUNT_CHARGES };

/* What a work-group of the passes that have no parameters of their own has. */
enum {
    ORDER_GROUP = 256,
    BIN_GROUP = 256,
    BIN_ITEMS = 2,
    BIN_SCAN_GROUP = 1024,
    P2M_GROUP = 64,
    P2M_LANES = 16,
    M2M_PARENTS = 2,
    M2M_GROUP = 128,
    L2L_GROUP = 128,
    L2P_GROUP = 64
};
enum { STAGED_FUNCTIONS = 16 };

/* A bench's .own: numbers of a result, the field and the potential, or the potential. */
static size_t numbers_of(const struct bench *bench)
{
    return *(const size_t *)bench->own;
}

static bool is_fp64(const struct config *config)
{
    return config->value[PRECISION] == PRECISION_FP64;
}

/* ---- inputs ---- */

static uint64_t expansion_bytes(const struct problem *problem)
{
    return fmm_level_begin(solve_most_depth(problem->n) + 1) * (uint64_t)fmm_coefficients(fmm_order(problem)) * 2 *
           sizeof(double);
}

static bool is_moving(const struct problem *problem)
{
    return problem->inputs.setting[GEOMETRY] == GEOMETRY_MOVING;
}

/* What an iteration is given, and what it makes of that itself. */
static void declare_geometry(struct job *job, int depth)
{
    const uint64_t charges = job->n, place_bytes = charges * sizeof(struct mm_float4), boxes = UINT64_C(1) << 3 * depth;
    const struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES);
    job_scratch(job, SORTED, "sorted charges", place_bytes);
    if (is_moving(job->problem)) {
        memcpy(job_input(job, PLACES, "charges", place_bytes), charge, place_bytes);
        job_scratch(job, START, "start", (boxes + 1) * sizeof(uint32_t));
        job_scratch(job, RANK, "rank", charges * sizeof(uint32_t));
        bin_declare(job, COUNTS, BEFORE, depth);
        return;
    }
    job_input(job, PLACES, "places", place_bytes);
    job_input(job, START, "start", (boxes + 1) * sizeof(uint32_t));
    job_input(job, CALLER, "caller", charges * sizeof(uint32_t));
    job_input(job, RANK, "rank", charges * sizeof(uint32_t));
    float *value = job_input(job, CHARGE, "charges", charges * sizeof *value);
    for (uint64_t i = 0; i < charges; i++)
        value[i] = charge[i].w;
}

static void setup(struct job *job)
{
    const uint64_t result = job->n * numbers_of(job->bench), side = (uint64_t)fmm_order(job->problem) + 1;
    const int order = fmm_order(job->problem), separation = fmm_separation(job->problem);
    const int most = solve_most_depth(job->n);
    const uint64_t numbers = folded_matrix_numbers(order, separation);
    *(int *)job_host_memory(job, ARRANGED, "depth", sizeof(int), HOST_INPUT, false) = 0;
    solve_declare_expected(job);
    declare_geometry(job, most);
    float *fp32 = job_input(job, MATRICES_FP32, "matrices", numbers * sizeof *fp32);
    double *fp64 = job_input(job, MATRICES_FP64, "matrices", numbers * sizeof *fp64);
    folded_fill(order, separation, fp32, fp64);
    fp32 = job_input(job, TURNED_FP32, "real harmonics", side * side * sizeof *fp32);
    fp64 = job_input(job, TURNED_FP64, "real harmonics", side * side * sizeof *fp64);
    fmm_fill_turned(order, fp32, fp64);
    job_scratch(job, OMEGA, "omega", expansion_bytes(job->problem));
    job_scratch(job, MU, "mu", expansion_bytes(job->problem));
    job_scratch(job, FOLDED_SLOT, "folded omega", folded_bytes(order, separation, most));
    job_scratch(job, PRODUCT, "folded mu", folded_product_bytes(order, separation, most));
    job_scratch(job, FAR, "far field", result * sizeof(double));
    job_scratch(job, NEAR_SLOT, "near field", result * sizeof(double));
    job_scratch(job, UNUSED, "nothing", sizeof(double));
    fmm_declare_numbers(job, RESULT_FP32, result);
}

/* A fixed geometry is given: charges' places, in the order of the boxes that the configuration has. */
static enum status arrange(struct job *job, const struct config *config, struct fault *fault)
{
    (void)fault;
    int *arranged = job_memory(job, ARRANGED);
    const int depth = config->value[DEPTH];
    if (*arranged == depth || is_moving(job->problem))
        return OK;
    *arranged = depth;
    struct mm_float4 *place = job_refill(job, PLACES);
    uint32_t *caller = job_refill(job, CALLER), *rank = job_refill(job, RANK);
    fmm_sort(job, solve_most_depth(job->n), depth, place, job_refill(job, START), caller);
    for (uint64_t k = 0; k < job->n; k++) {
        place[k].w = 0; /* the iteration brings the charges */
        rank[caller[k]] = (uint32_t)k;
    }
    return OK;
}

/* ---- an iteration ---- */

static struct folded folded_of(const struct config *config)
{
    return (struct folded){.order = (int)config_setting(config, ORDER),
                           .separation = (int)config_setting(config, SEPARATION),
                           .tensor = config->value[M2L_MATH] == MATH_TENSOR,
                           .tile_rows = config->value[M2L_TILE_ROWS],
                           .tile_boxes = config->value[M2L_TILE_BOXES],
                           .thread_rows = config->value[M2L_ROWS],
                           .thread_boxes = config->value[M2L_BOXES],
                           .staged = STAGED_FUNCTIONS,
                           .splits = config->value[M2L_SPLITS],
                           .parents = config_count(config, M2L_PARENTS),
                           .kernel = FOLD,
                           .omega = OMEGA,
                           .mu = MU,
                           .matrices = MATRICES_FP32 + is_fp64(config),
                           .folded = FOLDED_SLOT,
                           .product = PRODUCT};
}

/* Moments of all boxes that M2L reads: of the deepest level from charges, of those above from their children's. */
static enum status enqueue_up(struct job *job, const struct config *config, int depth, struct fault *fault)
{
    const int turned = TURNED_FP32 + is_fp64(config);
    enum status status = LAUNCH(P2M, launch_over(UINT64_C(1) << 3 * depth, P2M_GROUP / P2M_LANES, P2M_GROUP),
                                ARRAY(SORTED), ARRAY(START), ARRAY(OMEGA), VALUE(depth));
    for (int level = depth - 1; level >= 2 && status == OK; level--)
        status = LAUNCH(M2M, launch_over(UINT64_C(1) << 3 * level, M2M_PARENTS, M2M_GROUP), ARRAY(OMEGA), ARRAY(turned),
                        ARRAY(OMEGA), VALUE(depth), VALUE(level), VALUE(level));
    return status;
}

/* From mu of all levels, which M2L wrote, to the charges. */
static enum status enqueue_down(struct job *job, const struct config *config, int depth, struct fault *fault)
{
    const int turned = TURNED_FP32 + is_fp64(config);
    enum status status = OK;
    for (int level = 2; level < depth && status == OK; level++)
        status = LAUNCH(L2L, launch_over(UINT64_C(1) << 3 * level, 1, L2L_GROUP), ARRAY(MU), ARRAY(turned), ARRAY(MU),
                        VALUE(level), VALUE(level));
    if (status == OK)
        status = LAUNCH(L2P, launch_over(job->n, L2P_GROUP, L2P_GROUP), ARRAY(SORTED), ARRAY(START), ARRAY(MU),
                        ARRAY(FAR), ARRAY(UNUSED), ARRAY(UNUSED), VALUE(depth), VALUE((uint32_t)job->n));
    return status;
}

static enum status enqueue_near(struct job *job, const struct config *config, int depth, struct fault *fault)
{
    const bool beside = config->value[NEAR_FIELD] == NEAR_BESIDE;
    struct compute_launch launch = launch_groups(UINT64_C(1) << 3 * depth, config_count(config, P2P_BLOCK_SIZE));
    launch.stream = beside;
    enum status status = beside ? job_stream_wait(job, 1, 0, fault) : OK;
    return status == OK ? LAUNCH(P2P, launch, ARRAY(SORTED), ARRAY(START), ARRAY(NEAR_SLOT), VALUE(depth)) : status;
}

/* Charges in the order of boxes. */
static enum status enqueue_order(struct job *job, int depth, struct fault *fault)
{
    const struct bin bin = {.charges = job->n,
                            .block_size = BIN_GROUP,
                            .items_per_thread = BIN_ITEMS,
                            .scan_size = BIN_SCAN_GROUP,
                            .scan = BIN_SCAN_LAST,
                            .kernel = COUNT_CHARGES,
                            .caller = PLACES,
                            .sorted = SORTED,
                            .start = START,
                            .rank = RANK,
                            .count = COUNTS,
                            .before = BEFORE};
    if (is_moving(job->problem))
        return bin_queue(job, &bin, depth, fault);
    return LAUNCH(SORT_CHARGES, launch_over(job->n, ORDER_GROUP, ORDER_GROUP), ARRAY(PLACES), ARRAY(CHARGE),
                  ARRAY(CALLER), ARRAY(SORTED), VALUE((uint32_t)job->n));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct folded folded = folded_of(config);
    const int depth = config->value[DEPTH];
    const bool beside = config->value[NEAR_FIELD] == NEAR_BESIDE;
    enum status status = enqueue_order(job, depth, fault);
    if (status == OK && beside)
        status = enqueue_near(job, config, depth, fault);
    if (status == OK)
        status = enqueue_up(job, config, depth, fault);
    if (status == OK)
        status = folded_queue(job, &folded, depth, 2, depth, fault);
    if (status == OK)
        status = enqueue_down(job, config, depth, fault);
    if (status == OK)
        status = beside ? job_stream_wait(job, 0, 1, fault) : enqueue_near(job, config, depth, fault);
    if (status == OK)
        status = LAUNCH(ADD_FIELDS, launch_over(job->n, ORDER_GROUP, ORDER_GROUP), ARRAY(FAR), ARRAY(NEAR_SLOT),
                        ARRAY(RANK), ARRAY(RESULT_FP32 + is_fp64(config)), VALUE((uint32_t)job->n));
    return status;
}

static bool captured(const struct config *config)
{
    return config->value[LAUNCHES] == LAUNCHES_GRAPH;
}

/* ---- comparison ---- */

/* How far potentials, or fields, may be off. Errors of expansions are shares of the usual norm of potentials, those of
 * fields over the side of a box: three times what neutral charges by chance have at most, whose norm is 0.56 of the
 * usual one for potentials, and 49 for fields at depth 3. Those of charges of one sign add up as their potentials do;
 * the lowest orders see next to nothing of them. Of charges on faces and in corners of their boxes series converge more
 * slowly. And there are roundings: of floats 2e-6, where a million are added up, in any order. */
static double most_of(const struct job *job, const struct config *config, bool field, double norm)
{
    const struct solve_expected *expected = job_expected(job);
    const int order = fmm_order(job->problem);
    const bool same = job->problem->inputs.setting[CHARGES] == CHARGES_SAME;
    const double by_chance = field ? ldexp(18, config->value[DEPTH]) : 1.7;
    const double of_one_sign = same ? (field ? 3 : 0.05) * (order < 2 ? 8 : 1) * sqrt((double)job->n) : 0;
    const double awkward = job->variant == 1 ? pow(1.4, order) : 1;
    const double truncation = solve_truncation(order, fmm_separation(job->problem), field) * awkward;
    return truncation * (by_chance + of_one_sign) * expected->usual + (is_fp64(config) ? 1e-12 : 2e-6) * norm;
}

static enum status judge(const char *what, struct solve_error error, double most, struct fault *fault)
{
    if (error.off <= most)
        return OK;
    return fail(fault, WRONG_RESULT, "%s are off by %.3g of their norm, at most %.3g is expected", what,
                solve_share(error), most / error.norm);
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const size_t numbers = numbers_of(job->bench);
    const bool fp64 = is_fp64(config);
    struct solve_errors errors;
    enum status status = solve_errors(job, RESULT_FP32, fp64, numbers, &errors, fault);
    if (status != OK)
        return status;
    const double most = most_of(job, config, false, errors.potential.norm);
    *verdict = (struct verdict){errors.potential.off, most};
    status = fmm_check_finite(job, RESULT_FP32, fp64, numbers, fault);
    if (status == OK)
        status = judge("potentials", errors.potential, most, fault);
    if (status == OK && numbers > 1)
        status = judge("fields", errors.field, most_of(job, config, true, errors.field.norm), fault);
    return status;
}

enum { FIGURE_ERROR, FIGURE_PAIRS, FIGURE_FIELD_ERROR };

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct solve_expected *expected = job_expected(job);
    const size_t numbers = numbers_of(job->bench);
    struct solve_errors errors;
    struct fault fault;
    const bool known = solve_errors(job, RESULT_FP32, is_fp64(config), numbers, &errors, &fault) == OK;
    values[FIGURE_ERROR] = known ? solve_share(errors.potential) : NAN;
    values[FIGURE_PAIRS] = expected->pairs[config->value[DEPTH]] / (double)job->n;
    values[FIGURE_FIELD_ERROR] = known && numbers > 1 ? solve_share(errors.field) : NAN;
}

/* ---- limit ---- */

/* The passes whose time grows: pairs of near charges, M2L, and what a charge takes in P2M and L2P (p2p.c, p2m.c, l2p.c
 * say how much). */
static struct work work(const struct job *job, const struct config *config)
{
    const struct solve_expected *expected = job_expected(job);
    const bool fp64 = is_fp64(config), field = numbers_of(job->bench) > 1;
    const int depth = config->value[DEPTH], order = fmm_order(job->problem), separation = fmm_separation(job->problem);
    const double charges = (double)job->n, pairs = expected->pairs[depth], p = order, later = p * (p - 1) / 2;
    const double coefficients = fmm_coefficients(order), m2l = folded_multiplications(order, separation, depth);
    const double of_pairs = pairs * ((field ? 13 : 7) + (fp64 ? 5 : 0));
    const double of_charges = charges * (4 * coefficients + (field ? 13 : 6) * later);
    const double real = fp64 ? sizeof(double) : sizeof(float), numbers = (double)numbers_of(job->bench);
    struct work work = {.bytes = charges *
                                 (sizeof(struct mm_float4) + sizeof(float) + 2 * sizeof(uint32_t) + numbers * real),
                        .flops = 2 * (m2l + of_charges) + pairs * (field ? 20 : 11)};
    const bool tensor = config->value[M2L_MATH] == MATH_TENSOR;
    work.amount[fp64 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] = of_pairs + of_charges + (tensor ? 0 : m2l);
    work.amount[RESOURCE_FP64_MMA] = tensor ? m2l : 0;
    work.amount[RESOURCE_RSQRT] = fp64 ? 0 : pairs;
    return work;
}

/* ---- constraints ---- */

static enum status check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t charges = problem->n;
    if (fmm_order(problem) > FMM_MOST_ORDER)
        return fail(fault, INVALID, "order %d: the most is %d", fmm_order(problem), FMM_MOST_ORDER);
    const uint64_t bytes = 2 * expansion_bytes(problem) + charges * (48 + 28 * numbers_of(problem->bench));
    if (device && device->memory_bytes && bytes > device->memory_bytes)
        return fail(fault, INVALID,
                    "%llu charges and twice %llu boxes of %d complex numbers need %llu bytes; the device has %llu",
                    (unsigned long long)charges, (unsigned long long)fmm_level_begin(solve_most_depth(charges) + 1),
                    fmm_coefficients(fmm_order(problem)), (unsigned long long)bytes,
                    (unsigned long long)device->memory_bytes);
    return OK;
}

/* A depth whose boxes have 4 to 4000 charges in the mean, but there is always one. */
static bool depth_suits(const struct config *config, const struct compute_device *device)
{
    (void)device;
    const uint64_t charges = config->problem->n;
    const int depth = config->value[DEPTH], most = solve_most_depth(charges);
    return depth <= most && (depth == most || charges >> 3 * depth <= 4000);
}

static bool graphs_there(const struct config *config, const struct compute_device *device)
{
    return config->value[LAUNCHES] == LAUNCHES_STREAM || !device || device->graphs;
}

static bool tensor_there(const struct config *config, const struct compute_device *device)
{
    return config->value[M2L_MATH] == MATH_FMA ||
           (is_fp64(config) && (!device || !strcmp(device->backend, "cuda") || !strncmp(device->backend, "nvrtc", 5)));
}

static bool tiles_suit(const struct config *config, const struct compute_device *device)
{
    const struct folded folded = folded_of(config);
    const bool fp64 = is_fp64(config);
    return folded_threads_suit(&folded, fp64) && folded_stages_suit(&folded, fp64, device) &&
           folded_fits(&folded, fp64, device);
}

/* Registers, as in p2p.c. */
static bool passes_suit(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[P2P_TARGETS] * config->value[P2P_UNROLL] <= 8;
}

/* ---- the benches ---- */

static void define_separation(const struct problem *problem, char lines[MAX_LINES])
{
    snprintf(lines, MAX_LINES, "#define SEPARATION %d\n", fmm_separation(problem));
}

/* Roots of denormal numbers are of no use. */
static unsigned flushing(const struct config *config)
{
    return is_fp64(config) ? 0 : COMPUTE_FLUSH_TO_ZERO;
}

/* clang-format off */
#define SHIFT_DEFINES(parents)                                                                                         \
    "#define SYMMETRY 2\n#define SYMMETRY_NONE 0\n#define SYMMETRY_SIGNS 1\n#define SYMMETRY_TRANSFORM 2\n"            \
    "#define TABLE 0\n#define TABLE_GLOBAL 0\n#define TABLE_LOCAL 1\n#define EXPANSIONS 1\n#define EXPANSIONS_LOCAL 1\n"\
    "#define BLOCK_SIZE 128\n#define PARENTS " #parents "\n#define TILE " #parents "\n"
#define SOLVE_KERNELS(name, field, output)                                                                             \
    static const struct bench_kernel name[] = {                                                                        \
        {.file = "fmm/caller.cl", .entries = NAMES("sort_charges", "add_fields"), .takes = TAKES({PRECISION, "PRECISION"}),\
         .define = fmm_define, .defines = "#define BLOCK_SIZE 256\n#define FIELD " #field "\n"},                                              \
        {.file = "fmm/p2m_charge.cl", .entries = NAMES("p2m"), .takes = TAKES({PRECISION, "PRECISION"}), .define = fmm_define, \
         .defines = "#define BLOCK_SIZE 64\n#define LANES 16\n#define CHARGES_AT_ONCE 2\n"                             \
                    "#define COLUMNS 1\n#define COLUMNS_LOOP 0\n#define COLUMNS_UNROLLED 1\n"},                        \
        {.file = "fmm/m2m_transform.cl", .entries = NAMES("m2m"), .takes = TAKES({PRECISION, "PRECISION"}),             \
         .define = fmm_define, .defines = SHIFT_DEFINES(2)},                                                           \
        {.file = "fmm/m2l_folded.cl", .entries = NAMES("fold", "multiply", "unfold"), .define = fmm_define,            \
         .takes = TAKES({PRECISION, "PRECISION"}, {M2L_MATH, "MATH"}, {M2L_TILE_ROWS, "TILE_ROWS"},                    \
                        {M2L_TILE_BOXES, "TILE_BOXES"}, {M2L_ROWS, "ROWS_PER_THREAD"}, {M2L_BOXES, "BOXES_PER_THREAD"}),\
         .defines = DEFINE(FOLD_SIZE) "#define STAGED 16\n"},                                                          \
        {.file = "fmm/l2l_transform.cl", .entries = NAMES("l2l"), .takes = TAKES({PRECISION, "PRECISION"}),             \
         .define = fmm_define, .defines = SHIFT_DEFINES(1)},                                                           \
        {.file = "fmm/l2p.cl", .entries = NAMES("l2p"), .takes = TAKES({PRECISION, "PRECISION"}), .define = fmm_define, \
         .defines = "#define OUTPUT_POTENTIAL 0\n#define OUTPUT_POTENTIAL_AND_FIELD 1\n#define OUTPUT_ENERGY 2\n"      \
                    "#define OUTPUT OUTPUT_" #output "\n#define MAPPING 0\n#define MAPPING_CHARGE 0\n"                 \
                    "#define MAPPING_BOX 1\n#define MU 0\n#define MU_GLOBAL 0\n#define MU_LOCAL 1\n"                   \
                    "#define BLOCK_SIZE 64\n#define LANES 16\n#define CHARGES_AT_ONCE 1\n"                             \
                    "#define COLUMNS 1\n#define COLUMNS_LOOP 0\n#define COLUMNS_UNROLLED 1\n"},                        \
        {.file = "fmm/p2p.cl", .entries = NAMES("p2p"), .define = define_separation, .options = flushing,              \
         .takes = TAKES({PRECISION, "PRECISION"}, {P2P_BLOCK_SIZE, "BLOCK_SIZE"}, {P2P_TARGETS, "TARGETS"},            \
                        {P2P_STAGED, "STAGED"}, {P2P_UNROLL, "UNROLL"}),                                               \
         .defines = "#define ORDER 0\n#define FIELD " #field "\n#define BOXES_PER_GROUP 1\n#define SLICES 1\n#define SLICES_ONE 0\n"     \
                    "#define SLICES_FIT 1\n#define GUARD 0\n#define GUARD_OWN_ROW 0\n#define GUARD_ALL 1\n"            \
                    "#define RSQRT (PRECISION == PRECISION_FP64 ? 2 : 1)\n#define RSQRT_LIBRARY 0\n#define RSQRT_FLUSH 1\n"\
                    "#define RSQRT_NEWTON 2\n#define ACCUMULATE 0\n#define ACCUMULATE_PLAIN 0\n"                       \
                    "#define ACCUMULATE_KAHAN 1\n#define ACCUMULATE_FP64 2\n"},                                        \
        {.file = "fmm/bin.cl", .entries = NAMES("count_charges", "scan_tiles", "scan_sums", "scatter"),                \
         .takes = TAKES({PRECISION, "PRECISION"}),                                                                     \
         .defines = "#define BLOCK_SIZE 256\n#define ITEMS_PER_THREAD 2\n#define SCAN_SIZE 1024\n#define SCAN 1\n"     \
                    "#define SCAN_TILES 0\n#define SCAN_LAST 1\n#define SCAN_SINGLE 2\n"                               \
                    "#define PLACE 0\n#define PLACE_KEPT 0\n#define PLACE_AGAIN 1\n"},                                \
        {.file = NULL}}
SOLVE_KERNELS(kernels_of_fields, 1, POTENTIAL_AND_FIELD);
SOLVE_KERNELS(kernels_of_potentials, 0, POTENTIAL);

#define BENCH                                                                                                          \
    .kernels_by = EVERY_KERNEL,                                                                                        \
    .space =                                                                                                           \
        {.parameters = PARAMETERS(                                                                                     \
             FMM_PRECISION,                                                                                            \
             {"DEPTH", "of the tree", VALUES(3, 4, 5, 6, 7, 8, 2), .host = true},                                      \
             {"NEAR_FIELD", "after the far one, or on a stream beside it", WORDS("after", "beside"), .host = true},    \
             {"LAUNCHES", "in a stream, or as a graph", WORDS("stream", "graph"), .host = true},                       \
             {"M2L_MATH", "FMA, or FP64 tensor cores", WORDS("fma", "tensor")},                                        \
             {"M2L_TILE_ROWS", "coefficients of a group", VALUES(64, 128, 32)},                                        \
             {"M2L_TILE_BOXES", "parents of a group", VALUES(64, 32)},                                                 \
             {"M2L_ROWS", "coefficients of a work-item (tensor: of a warp)", VALUES(4, 8, 32)},                        \
             {"M2L_BOXES", "parents of a work-item (tensor: of a warp)", VALUES(8, 4, 32)},                            \
             {"M2L_SPLITS", "groups that share a sum", VALUES(4, 1, 2), .host = true},                                 \
             {"M2L_PARENTS", "that are worked on at a time", VALUES(4096, 512, 16384), .host = true},                  \
             {"P2P_BLOCK_SIZE", "work-items of a box", VALUES(64, 32, 128)},                                           \
             {"P2P_TARGETS", "charges of a work-item, in registers", VALUES(2, 1, 4)},                                 \
             {"P2P_STAGED", "charges around, in local memory at a time; 0: read where they are", VALUES(0, 128, 512)}, \
             {"P2P_UNROLL", "charges of one pass of the loop", VALUES(2, 1, 4)}),                                      \
         .constraints = CONSTRAINTS(                                                                                   \
             FMM_PRECISION_THERE, GROUP_FITS(P2P_BLOCK_SIZE),                                                          \
             {"DEPTH: 4 to 4000 charges a box", depth_suits, READS(DEPTH)},                                            \
             {"LAUNCHES graph needs graphs", graphs_there, READS(LAUNCHES)},                                           \
             {"M2L_MATH tensor: fp64 on CUDA", tensor_there, READS(PRECISION, M2L_MATH)},                              \
             {"P2P: 8 targets' passes of a loop at most", passes_suit, READS(P2P_TARGETS, P2P_UNROLL)},                \
             {"M2L: tiles that a group of 64 to 256 work-items stages in whole vectors", tiles_suit,                   \
              READS(PRECISION, M2L_MATH, M2L_TILE_ROWS, M2L_TILE_BOXES, M2L_ROWS, M2L_BOXES)})},                       \
    DEFAULTS(PRECISION_FP32, 3),                                                                                       \
    .size = {.unit = FMM_PARTICLES, .classes = {20000, 1000000, 10000000}, .most = 1 << 27},                           \
    .problem = {.variants = 2, .expected_bytes = sizeof(struct solve_expected), .setup = setup, .expect = solve_expect,\
                .arrange = arrange, .verify = verify, .check = check, .propose = solve_propose},                                                 \
    .device = {.enqueue = enqueue, .captured = captured},                                                              \
    .report = {.uses = USES(FP32_FMA) | USES(FP64_FMA) | USES(FP64_MMA) | USES(RSQRT), .work = work, .error = "error", \
               .figures = NAMES("error", "pairs_per_charge", "field_error"), .figure = figure}
/* clang-format on */

/* One M2L and one P2P, which have benches of their own. */
#define FEW                                                                                                            \
    " --set M2L_TILE_ROWS=64 --set M2L_TILE_BOXES=32 --set M2L_ROWS=4 --set M2L_BOXES=4 --set M2L_SPLITS=1"            \
    " --set P2P_BLOCK_SIZE=32 --set P2P_TARGETS=2 --set P2P_STAGED=0 --set P2P_UNROLL=1"
#define ONE FEW " --set PRECISION=fp32 --set NEAR_FIELD=beside --set LAUNCHES=stream --set M2L_PARENTS=512"

const struct bench fmm_solve = {
    .name = "solve",
    .summary = "field and potential of charges in a cube, all passes, in the caller's order",
    .kernels = kernels_of_fields,
    .own = &(const size_t){4},
    BENCH,
    .tests = NAMES("--size 3001 --order 3 --set M2L_MATH=fma" FEW, "--size 1,2,16 --order 2" ONE,
                   "--size 20000 --order 5 --charges same --geometry moving --set DEPTH=4" ONE),
};

const struct bench fmm_solve_potential = {
    .name = "solve_potential",
    .summary = "potential of charges in a cube, all passes, in the caller's order",
    .kernels = kernels_of_potentials,
    .own = &(const size_t){1},
    BENCH,
    .tests = NAMES("--size 3001 --order 2 --separation 2 --geometry moving --charges random" ONE),
};
