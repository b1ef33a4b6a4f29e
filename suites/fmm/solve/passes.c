/* The solver's passes: inputs and launches. */
#include "suites/fmm/solve/bin.h"
#include "suites/fmm/solve/ewald.h"
#include "suites/fmm/solve/solve.h"

#include <math.h>
#include <string.h>

/* Slots. With a fixed geometry: sorted places, starts of boxes, and the two orders; the charges are new. With a
 * moving one: places and charges in the caller's order. */
enum { PLACES = SOLVE_SLOTS, START, CALLER, RANK, CHARGE, SORTED, OMEGA, MU };
enum { MATRICES_FP32 = MU + 1, MATRICES_FP64, FOLDED_SLOT, PRODUCT, TURNED_FP32, TURNED_FP64 };
enum { FAR_RESULT = TURNED_FP64 + 1, NEAR_RESULT, UNUSED, COUNTS, BEFORE, PARTIAL, TICKET };
enum { LATTICE_FP32 = TICKET + 1, LATTICE_FP64 };                                   /* of a periodic box */
enum { LESS_FP32 = LATTICE_FP64 + 1, LESS_FP64, LESS_FOLDED, LESS_PRODUCT, SLOTS }; /* of M2L with fewer orders */
_Static_assert((int)SLOTS <= (int)SOLVE_MORE_SLOTS, "slots");

/* Instead of the slot of moving charges. */
enum { FIXED = -1 };

/* Entries, in the order of the kernels in solve.c; the energy needs no L2P. */
enum { SORT_CHARGES, ADD_FIELDS, P2M, M2M, FOLD, MULTIPLY, UNFOLD, L2L, L2P, ADD_ENERGY = L2P, P2P };
enum { COUNT_CHARGES = P2P + 1, SCAN_TILES, SCAN_SUMS, SCATTER, LATTICE, FOLD_LESS };
_Static_assert(FOLD_LESS + 3 == SOLVE_MORE_ENTRIES, "entries");

/* Groups of the passes without their own parameters. */
enum { ORDER_GROUP = 256, BIN_GROUP = 256, BIN_ITEMS = 2, BIN_SCAN_GROUP = 256, P2M_GROUP = 64, P2M_LANES = 16 };
enum { M2M_PARENTS = 2, L2P_GROUP = 64, LATTICE_GROUP = 256, ENERGY_GROUP = 256 };
enum { ENERGY_MOST_GROUPS = 512, ENERGY_GROUP_TERMS = 2048 /* or more, with the most groups */ };
enum { STAGED_FUNCTIONS = 16 };

/* The stream of the levels above the deepest, where M2L of that has fewer orders. */
enum { ABOVE = 2 };

/* The first level whose expansions are used: in a periodic box all are. */
static int top_of(const struct problem *problem)
{
    return fmm_periodic(problem) ? 0 : 2;
}

/* ---- inputs ---- */

static bool is_moving(const struct problem *problem)
{
    return problem->inputs.setting[GEOMETRY] == GEOMETRY_moving;
}

/* Results of sorting moving charges. */
static void declare_order(struct job *job, int depth)
{
    job_scratch(job, SLOT(SORTED), job->n * sizeof(struct mm_float4));
    job_scratch(job, SLOT(START), ((UINT64_C(1) << 3 * depth) + 1) * sizeof(uint32_t));
    job_scratch(job, SLOT(RANK), job->n * sizeof(uint32_t));
    bin_declare(job, COUNTS, BEFORE, depth);
}

/* Inputs of an iteration, and its intermediate results. */
static void declare_geometry(struct job *job, int depth)
{
    const uint64_t charges = job->n, place_bytes = charges * sizeof(struct mm_float4), boxes = UINT64_C(1) << 3 * depth;
    const struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES);
    if (is_moving(job->problem)) {
        struct mm_float4 *moving = job_input(job, SLOT(PLACES), place_bytes);
#pragma omp parallel for schedule(static)
        for (uint64_t i = 0; i < charges; i++)
            moving[i] = charge[i];
        declare_order(job, depth);
        return;
    }
    job_scratch(job, SLOT(SORTED), place_bytes);
    job_input(job, SLOT(PLACES), place_bytes);
    job_input(job, SLOT(START), (boxes + 1) * sizeof(uint32_t));
    job_input(job, SLOT(CALLER), charges * sizeof(uint32_t));
    job_input(job, SLOT(RANK), charges * sizeof(uint32_t));
    float *value = job_input(job, SLOT(CHARGE), charges * sizeof *value);
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < charges; i++)
        value[i] = charge[i].w;
}

/* The matrices of M2L of an order, as floats and as doubles. */
static void declare_matrices(struct job *job, int fp32, int order)
{
    const int separation = fmm_separation(job->problem);
    const uint64_t numbers = folded_matrix_numbers(order, separation);
    float *floats = job_input(job, fp32, "matrices", numbers * sizeof *floats);
    double *doubles = job_input(job, fp32 + 1, "matrices", numbers * sizeof *doubles);
    folded_fill(order, separation, floats, doubles);
}

static void declare_folded(struct job *job, int folded, int product, int order, size_t real)
{
    const int separation = fmm_separation(job->problem), most = solve_most_depth(job->problem->n);
    job_scratch(job, folded, "folded omega", folded_bytes(order, separation, most) / sizeof(double) * real);
    job_scratch(job, product, "folded mu", folded_product_bytes(order, separation, most) / sizeof(double) * real);
}

/* Results of the passes: what the energy's are added up from, or the fields and their sum. */
static void declare_results(struct job *job, bool fp64)
{
    const uint64_t numbers = job->n * solve_numbers(job->bench), real = fp64 ? sizeof(double) : sizeof(float);
    const uint64_t results = solve_gives_energy(job->bench) ? 1 : numbers;
    job_scratch(job, SLOT(NEAR_RESULT), numbers * real);
    if (solve_gives_energy(job->bench)) {
        job_scratch(job, SLOT(PARTIAL), ENERGY_MOST_GROUPS * 2 * sizeof(double));
        job_zeroed(job, SLOT(TICKET), sizeof(uint32_t));
    } else {
        job_scratch(job, SLOT(FAR_RESULT), numbers * real);
        job_scratch(job, SLOT(UNUSED), sizeof(double));
    }
    (fp64 ? fmm_declare_numbers : fmm_declare_floats)(job, SOLVE_RESULT_FP32, "result", results);
}

/* Inputs of the passes beside charges, and their results. */
static void declare_passes(struct job *job)
{
    const bool has_fp64 = solve_has_fp64(job->problem, job->device);
    const size_t side = (size_t)fmm_order(job->problem) + 1, real = has_fp64 ? sizeof(double) : sizeof(float);
    const int order = fmm_order(job->problem), separation = fmm_separation(job->problem), less = order ? order - 1 : 0;
    declare_matrices(job, MATRICES_FP32, order);
    declare_matrices(job, LESS_FP32, less);
    float *fp32 = job_input(job, SLOT(TURNED_FP32), side * side * sizeof *fp32);
    double *fp64 = job_input(job, SLOT(TURNED_FP64), side * side * sizeof *fp64);
    fmm_fill_turned(order, fp32, fp64);
    if (fmm_periodic(job->problem)) {
        const size_t sums = (size_t)fmm_coefficients(2 * order);
        fp32 = job_input(job, SLOT(LATTICE_FP32), sums * sizeof *fp32);
        fp64 = job_input(job, SLOT(LATTICE_FP64), sums * sizeof *fp64);
        lattice_fill(order, separation, fp32, fp64);
    }
    job_scratch(job, SLOT(OMEGA), solve_expansion_bytes(job->problem, has_fp64));
    job_scratch(job, SLOT(MU), solve_expansion_bytes(job->problem, has_fp64));
    declare_folded(job, FOLDED_SLOT, PRODUCT, order, real);
    declare_folded(job, LESS_FOLDED, LESS_PRODUCT, less, real);
    declare_results(job, has_fp64);
}

void solve_setup(struct job *job)
{
    solve_declare_expected(job);
    solve_setup_passes(job);
}

void solve_setup_passes(struct job *job)
{
    declare_geometry(job, solve_most_depth(job->problem->n));
    declare_passes(job);
}

void solve_setup_moving(struct job *job)
{
    declare_order(job, solve_most_depth(job->problem->n));
    declare_passes(job);
}

/* A fixed geometry is an input: charges' places, sorted by the boxes of the configuration. */
enum status solve_arrange(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    if (is_moving(job->problem))
        return OK;
    struct mm_float4 *place = job_refill(job, PLACES);
    uint32_t *caller = job_refill(job, CALLER), *rank = job_refill(job, RANK);
    fmm_sort(job, job_memory(job, SOLVE_CHARGES), config->value[DEPTH], place, job_refill(job, START), caller);
#pragma omp parallel for schedule(static)
    for (uint64_t k = 0; k < job->n; k++) {
        place[k].w = 0; /* the iteration sends the charges */
        rank[caller[k]] = (uint32_t)k;
    }
    return OK;
}

/* ---- an iteration ---- */

/* M2L of all orders on the stream of the levels above, unless it is of all levels; or of fewer. */
static struct folded folded_of(const struct config *config, int less)
{
    const bool above = config->value[M2L_LESS] && !less;
    return (struct folded){.order = (int)config_setting(config, ORDER) - less,
                           .separation = (int)config_setting(config, SEPARATION),
                           .tensor = config->value[M2L_MATH] == M2L_MATH_tensor,
                           .tile_rows = config->value[M2L_TILE_ROWS],
                           .tile_boxes = config->value[M2L_TILE_BOXES],
                           .thread_rows = config->value[M2L_ROWS],
                           .thread_boxes = config->value[M2L_BOXES],
                           .staged = STAGED_FUNCTIONS,
                           .splits = config->value[M2L_SPLITS],
                           .parents = config_count(config, M2L_PARENTS),
                           .kernel = less ? FOLD_LESS : FOLD,
                           .stream = above ? ABOVE : 0,
                           .omega = OMEGA,
                           .mu = MU,
                           .matrices = (less ? LESS_FP32 : MATRICES_FP32) + fmm_is_fp64(config),
                           .folded = less ? LESS_FOLDED : FOLDED_SLOT,
                           .product = less ? LESS_PRODUCT : PRODUCT};
}

/* Launches on a stream of the levels' own. */
static struct compute_launch on(int stream, struct compute_launch launch)
{
    launch.stream = stream;
    return launch;
}

static enum status enqueue_charges_up(struct job *job, int depth, struct fault *fault)
{
    return LAUNCH(P2M, launch_over(UINT64_C(1) << 3 * depth, P2M_GROUP / P2M_LANES, P2M_GROUP), ARRAY(SORTED),
                  ARRAY(START), ARRAY(OMEGA), VALUE(depth));
}

/* Whether one launch of M2M or L2L takes two levels of children: a group per box of the upper level, of at most 64
 * boxes. */
static bool are_both(const struct config *config, int upper, int lower)
{
    return config->value[SHIFT_LEVELS] == SHIFT_LEVELS_both && lower == upper + 1 && upper % 2 == 0 && upper <= 2;
}

/* Moments of the boxes above the deepest level, from their children's. */
static enum status enqueue_up(struct job *job, const struct config *config, int stream, int depth, struct fault *fault)
{
    const int turned = TURNED_FP32 + fmm_is_fp64(config), top = top_of(job->problem);
    const uint64_t group = config_count(config, SHIFT_BLOCK_SIZE);
    enum status status = OK;
    for (int level = depth - 1, to = 0; level >= top && status == OK; level = to - 1) {
        to = level > top && are_both(config, level - 1, level) ? level - 1 : level;
        status = LAUNCH(M2M, on(stream, launch_over(UINT64_C(1) << 3 * to, to < level ? 1 : M2M_PARENTS, group)),
                        ARRAY(OMEGA), ARRAY(turned), ARRAY(OMEGA), VALUE(depth), VALUE(level), VALUE(to));
    }
    return status;
}

/* mu of levels down to `last`, from that of M2L of all of them, except the root's. */
static enum status enqueue_down(struct job *job, const struct config *config, int stream, int first, int last,
                                struct fault *fault)
{
    const int turned = TURNED_FP32 + fmm_is_fp64(config), order = fmm_order(job->problem);
    const uint64_t group = config_count(config, SHIFT_BLOCK_SIZE);
    enum status status = OK;
    if (fmm_periodic(job->problem) && first == 0)
        status = LAUNCH(LATTICE, on(stream, launch_groups(1, LATTICE_GROUP)), ARRAY(OMEGA),
                        ARRAY(LATTICE_FP32 + fmm_is_fp64(config)), ARRAY(MU));
    for (int level = first, to = 0; level < last && status == OK; level = to + 1) {
        to = level + 1 < last && are_both(config, level, level + 1) ? level + 1 : level;
        const int given = level + 1 < config->value[DEPTH] ? order : order - config->value[M2L_LESS];
        status = LAUNCH(L2L, on(stream, launch_groups(UINT64_C(1) << 3 * level, group)), ARRAY(MU), ARRAY(turned),
                        ARRAY(MU), VALUE(level), VALUE(to), VALUE(fmm_coefficients(given)));
    }
    return status;
}

/* M2L of the deepest level with fewer orders, and beside it all that is above. */
static enum status enqueue_apart(struct job *job, const struct config *config, int depth, struct fault *fault)
{
    const int first = solve_first_m2l(job->problem), top = top_of(job->problem);
    const struct folded deepest = folded_of(config, config->value[M2L_LESS]);
    struct folded above = folded_of(config, 0);
    /* it has an eighth of the boxes */
    above.splits = above.splits < FOLDED_MOST_SPLITS / 4 ? 4 * above.splits : FOLDED_MOST_SPLITS;
    return IN_ORDER(job_stream_wait(job, ABOVE, 0, fault), enqueue_up(job, config, ABOVE, depth, fault),
                    folded_queue(job, &above, depth - 1, first, depth - 1, fault),
                    enqueue_down(job, config, ABOVE, top, depth - 1, fault),
                    folded_queue(job, &deepest, depth, depth, depth, fault), job_stream_wait(job, 0, ABOVE, fault),
                    enqueue_down(job, config, 0, depth - 1, depth, fault));
}

/* From the charges' moments to mu of the deepest level. */
static enum status enqueue_levels(struct job *job, const struct config *config, int depth, struct fault *fault)
{
    const struct folded folded = folded_of(config, 0);
    if (config->value[M2L_LESS])
        return enqueue_apart(job, config, depth, fault);
    return IN_ORDER(enqueue_up(job, config, 0, depth, fault),
                    folded_queue(job, &folded, depth, solve_first_m2l(job->problem), depth, fault),
                    enqueue_down(job, config, 0, top_of(job->problem), depth, fault));
}

static enum status enqueue_charges_down(struct job *job, int depth, struct fault *fault)
{
    if (solve_gives_energy(job->bench))
        return OK;
    return LAUNCH(L2P, launch_over(job->n, L2P_GROUP, L2P_GROUP), ARRAY(SORTED), ARRAY(START), ARRAY(MU),
                  ARRAY(FAR_RESULT), ARRAY(UNUSED), ARRAY(UNUSED), VALUE(depth), VALUE((uint32_t)job->n));
}

/* The stream of the near field: that of the far field, if it runs after it. */
static int near_stream(const struct config *config)
{
    static const int stream[] = {
        [NEAR_FIELD_after] = 0, [NEAR_FIELD_beside] = 1, [NEAR_FIELD_yielding] = COMPUTE_YIELDING};
    return stream[config->value[NEAR_FIELD]];
}

static enum status enqueue_near(struct job *job, const struct config *config, int depth, struct fault *fault)
{
    const int stream = near_stream(config);
    const struct compute_launch launch = launch_groups(UINT64_C(1) << 3 * depth, config_count(config, P2P_BLOCK_SIZE));
    enum status status = config->value[P2P_ONCE] ? job_fill(job, NEAR_RESULT, 0, fault) : OK; /* P2P adds to it */
    if (status == OK && stream)
        status = job_stream_wait(job, stream, 0, fault);
    return status == OK ? LAUNCH(P2P, on(stream, launch), ARRAY(SORTED), ARRAY(START), ARRAY(NEAR_RESULT), VALUE(depth))
                        : status;
}

/* Sorts charges by boxes; those that move are in slot `moving`. */
static enum status enqueue_order(struct job *job, int depth, int moving, struct fault *fault)
{
    const struct bin bin = {.charges = job->n,
                            .block_size = BIN_GROUP,
                            .items_per_thread = BIN_ITEMS,
                            .scan_size = BIN_SCAN_GROUP,
                            .scan = BIN_SCAN_last,
                            .kernel = COUNT_CHARGES,
                            .caller = moving,
                            .sorted = SORTED,
                            .start = START,
                            .rank = RANK,
                            .count = COUNTS,
                            .before = BEFORE};
    if (moving != FIXED)
        return bin_queue(job, &bin, depth, fault);
    return LAUNCH(SORT_CHARGES, launch_over(job->n, ORDER_GROUP, ORDER_GROUP), ARRAY(PLACES), ARRAY(CHARGE),
                  ARRAY(CALLER), ARRAY(SORTED), VALUE((uint32_t)job->n));
}

/* Far and near field together. */
static enum status enqueue_result(struct job *job, const struct config *config, int depth, struct fault *fault)
{
    const int result = SOLVE_RESULT_FP32 + fmm_is_fp64(config);
    const uint64_t numbers = (uint64_t)fmm_coefficients(fmm_order(job->problem)) << 3 * depth;
    const uint64_t groups = divide_up(numbers + job->n, ENERGY_GROUP_TERMS);
    if (!solve_gives_energy(job->bench))
        return LAUNCH(ADD_FIELDS, launch_over(job->n, ORDER_GROUP, ORDER_GROUP), ARRAY(FAR_RESULT), ARRAY(NEAR_RESULT),
                      ARRAY(RANK), ARRAY(result), VALUE((uint32_t)job->n));
    return LAUNCH(ADD_ENERGY, launch_groups(groups < ENERGY_MOST_GROUPS ? groups : ENERGY_MOST_GROUPS, ENERGY_GROUP),
                  ARRAY(SORTED), ARRAY(NEAR_RESULT), VALUE((uint32_t)job->n), ARRAY(OMEGA), ARRAY(MU), VALUE(depth),
                  ARRAY(PARTIAL), ARRAY(TICKET), ARRAY(result));
}

/* ---- the energy's parts ---- */

enum { PART_NUMBERS = 4096 };

/* Numbers of a slot, floats or doubles, as doubles. */
static enum status read_part(const struct job *job, int slot, bool fp64, uint64_t first, uint64_t count,
                             double part[PART_NUMBERS], struct fault *fault)
{
    float fp32[PART_NUMBERS];
    if (fp64)
        return job_read(job, slot, first * sizeof(double), part, count * sizeof(double), fault);
    enum status status = job_read(job, slot, first * sizeof(float), fp32, count * sizeof(float), fault);
    for (uint64_t i = 0; i < count && status == OK; i++)
        part[i] = (double)fp32[i];
    return status;
}

static enum status far_energy(const struct job *job, bool fp64, int depth, double *energy, struct fault *fault)
{
    const int order = fmm_order(job->problem), coefficients = fmm_coefficients(order);
    const uint64_t begin = fmm_level_begin(depth), boxes = UINT64_C(1) << 3 * depth;
    long double sum = 0;
    enum status status = OK;
    for (uint64_t box = begin; box < begin + boxes && status == OK; box++) {
        double omega[PART_NUMBERS], mu[PART_NUMBERS];
        const uint64_t first = box * (uint64_t)coefficients * 2, count = (uint64_t)coefficients * 2;
        status = read_part(job, OMEGA, fp64, first, count, omega, fault);
        if (status == OK)
            status = read_part(job, MU, fp64, first, count, mu, fault);
        for (int l = 0; l <= order && status == OK; l++)
            for (int m = 0; m <= l; m++) {
                const int i = 2 * fmm_index(l, m);
                const double both = omega[i] * mu[i] - omega[i + 1] * mu[i + 1];
                sum += (l % 2 ? -1 : 1) * (m ? 2 : 1) * (long double)both;
            }
    }
    *energy = (double)sum / 2 * ldexp(2, depth); /* from a level's unit */
    return status;
}

static enum status near_energy(const struct job *job, bool fp64, double *energy, struct fault *fault)
{
    long double sum = 0;
    enum status status = OK;
    for (uint64_t first = 0; first < job->n && status == OK; first += PART_NUMBERS) {
        const uint64_t count = job->n - first < PART_NUMBERS ? job->n - first : PART_NUMBERS;
        double near[PART_NUMBERS];
        struct mm_float4 charge[PART_NUMBERS];
        status = read_part(job, NEAR_RESULT, fp64, first, count, near, fault);
        if (status == OK)
            status = job_read(job, SORTED, first * sizeof *charge, charge, count * sizeof *charge, fault);
        for (uint64_t i = 0; i < count && status == OK; i++)
            sum += (long double)charge[i].w * (long double)near[i];
    }
    *energy = (double)sum / 2;
    return status;
}

enum status solve_energy_parts(const struct job *job, const struct config *config, struct solve_parts *parts,
                               struct fault *fault)
{
    const bool fp64 = fmm_is_fp64(config);
    enum status status = far_energy(job, fp64, config->value[DEPTH], &parts->far, fault);
    return status == OK ? near_energy(job, fp64, &parts->near, fault) : status;
}

/* ---- launches of a solution ---- */

enum status solve_enqueue_moving(struct job *job, const struct config *config, int moving, struct fault *fault)
{
    const int depth = config->value[DEPTH], near = near_stream(config);
    enum status status = enqueue_order(job, depth, moving, fault);
    if (status == OK && near)
        status = enqueue_near(job, config, depth, fault);
    if (status == OK)
        status = IN_ORDER(enqueue_charges_up(job, depth, fault), enqueue_levels(job, config, depth, fault),
                          enqueue_charges_down(job, depth, fault));
    if (status == OK)
        status = near ? job_stream_wait(job, 0, near, fault) : enqueue_near(job, config, depth, fault);
    return status == OK ? enqueue_result(job, config, depth, fault) : status;
}

enum status solve_enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    return solve_enqueue_moving(job, config, is_moving(job->problem) ? PLACES : FIXED, fault);
}

bool solve_captured(const struct config *config)
{
    return config->value[LAUNCHES] == LAUNCHES_graph;
}
