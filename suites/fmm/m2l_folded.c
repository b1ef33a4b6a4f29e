/* M2L as matrix products, folded by the reflections of a parent's surroundings: the matrices, and the launches
 * (kernels/fmm/m2l_folded.cl says what is computed). */
#include "suites/fmm/m2l.h"

#include <stdlib.h>
#include <string.h>

enum { FOLD, MULTIPLY, UNFOLD }; /* entries */
enum { MOST_SPLITS = 8, MOST_STAGED = 16 };

static int functions(const struct problem *problem)
{
    const int order = fmm_order(problem);
    return (order + 1) * (order + 1);
}

static int row_pitch(const struct problem *problem)
{
    return (functions(problem) + 31) / 32 * 32;
}

/* Positions along half of an axis, and orbits of eight, but for those of which all are near. */
static int half_of(const struct problem *problem)
{
    return 2 * fmm_separation(problem) + 1;
}

static int orbits(const struct problem *problem)
{
    const int half = half_of(problem), near = fmm_separation(problem);
    return half * half * half - near * near * near;
}

/* ---- the matrices ---- */

/* A function of the real basis: re or im of (l, m), and the axes, a bit each, along which a reflection turns its sign.
 */
struct function {
    int l, m, part;
    unsigned signs;
};

static struct function function_at(int f)
{
    struct function function = {0};
    while ((function.l + 1) * (function.l + 1) <= f)
        function.l++;
    const int rest = f - function.l * function.l;
    function.m = (rest + 1) / 2;
    function.part = rest > 0 && rest % 2 == 0;
    function.signs = (unsigned)((function.m + function.part) & 1) | (unsigned)function.part << 1 |
                     (unsigned)((function.l + function.m) & 1) << 2;
    return function;
}

static double sign(unsigned character, unsigned reflection)
{
    return __builtin_popcount(character & reflection) % 2 ? -1 : 1;
}

/* What function `from` of omega adds to function `to` of mu. mu(l, m) = sum of omega(j, k) M(l + j, m + k) over all k;
 * those of k and of -k are conjugate but for a sign. */
static double entry(const struct fmm_complex *irregular, struct function to, struct function from)
{
    const int order = to.l + from.l;
    const struct fmm_complex a = fmm_at(irregular, order, to.m + from.m);
    struct fmm_complex b = {0, 0};
    if (from.m > 0) {
        b = fmm_at(irregular, order, to.m - from.m);
        b.re = from.m % 2 ? -b.re : b.re;
        b.im = from.m % 2 ? -b.im : b.im;
    }
    if (from.part)
        return to.part ? a.re - b.re : b.im - a.im;
    return to.part ? a.im + b.im : a.re + b.re;
}

/* Adds the operator of reflection `w` of an orbit to the matrices of all characters, an eighth of it: sums of eight
 * children are to be divided by that. */
static void add_reflection(const struct problem *problem, const int orbit[3], unsigned w, double *matrix,
                           uint64_t character_pitch)
{
    const int size = functions(problem), separation = fmm_separation(problem);
    struct fmm_complex irregular[FMM_MOST_OPERATOR];
    double apart[3];
    bool is_near = true;
    for (int d = 0; d < 3; d++) {
        const int boxes = w >> d & 1 ? 1 + orbit[d] : -orbit[d]; /* the child is the one on the positive side */
        apart[d] = 2. * boxes;
        is_near = is_near && abs(boxes) <= separation;
    }
    if (is_near)
        return;
    fmm_irregular(2 * fmm_order(problem), apart, irregular);
    for (int f = 0; f < size; f++) {
        const struct function from = function_at(f);
        for (int r = 0; r < size; r++) {
            const double value = entry(irregular, function_at(r), from) / 8;
            for (unsigned c = 0; c < 8; c++)
                matrix[c * character_pitch + (uint64_t)f * (uint64_t)row_pitch(problem) + (uint64_t)r] +=
                    sign(c ^ from.signs, w) * value;
        }
    }
}

/* Matrices [character][orbit, function][row], with zeros behind a row's end and behind the last row. */
static uint64_t character_pitch(const struct problem *problem)
{
    return ((uint64_t)orbits(problem) * (uint64_t)functions(problem) + MOST_STAGED) * (uint64_t)row_pitch(problem);
}

static void fill_matrices(const struct problem *problem, float *fp32, double *fp64)
{
    const int half = half_of(problem), near = fmm_separation(problem);
    const uint64_t pitch = character_pitch(problem), all = 8 * pitch;
    double *matrix = fp64;
    memset(fp64, 0, all * sizeof *fp64);
    for (int far = 2; far >= 0; far--) /* along z, y, x: the order of orbit_at in the kernel file */
        for (int z = far == 2 ? near : 0; z < (far == 2 ? half : near); z++)
            for (int y = far == 1 ? near : 0; y < (far == 0 ? near : half); y++)
                for (int x = far == 0 ? near : 0; x < half; x++, matrix += functions(problem) * row_pitch(problem))
                    for (unsigned w = 0; w < 8; w++)
                        add_reflection(problem, (const int[]){x, y, z}, w, matrix, pitch);
    for (uint64_t i = 0; i < all; i++)
        fp32[i] = (float)fp64[i];
}

/* ---- slots ---- */

/* What a parent has folded, and how many have it at a time: a GB at most. */
static uint64_t folded_numbers(const struct problem *problem)
{
    return 8 * ((uint64_t)orbits(problem) * (uint64_t)functions(problem) + MOST_STAGED);
}

static uint64_t most_parents(const struct problem *problem)
{
    const uint64_t all = fmm_level_begin((int)problem->n) - 1;
    const uint64_t fit = (UINT64_C(1) << 30) / (folded_numbers(problem) * sizeof(double));
    return all < fit ? all : fit;
}

static uint64_t folded_bytes(const struct problem *problem)
{
    return most_parents(problem) * folded_numbers(problem) * sizeof(double);
}

static uint64_t product_bytes(const struct problem *problem)
{
    return 8 * MOST_SPLITS * most_parents(problem) * (uint64_t)row_pitch(problem) * sizeof(double);
}

uint64_t m2l_folded_bytes(const struct problem *problem)
{
    return 8 * character_pitch(problem) * (sizeof(float) + sizeof(double)) + folded_bytes(problem) +
           product_bytes(problem);
}

void m2l_folded_declare(struct job *job)
{
    const struct problem *problem = job->problem;
    const uint64_t numbers = 8 * character_pitch(problem);
    float *fp32 = job_input(job, MATRICES_FP32, "matrices", numbers * sizeof *fp32);
    double *fp64 = job_input(job, MATRICES_FP64, "matrices", numbers * sizeof *fp64);
    fill_matrices(problem, fp32, fp64);
    job_scratch(job, FOLDED, "folded omega", folded_bytes(problem));
    job_scratch(job, PRODUCT, "folded mu", product_bytes(problem));
}

/* ---- device ---- */

/* Numbers that a vector of the kernel has, and work-items of a group of multiply. */
static int width(const struct config *config)
{
    return config->value[PRECISION] == PRECISION_FP64 ? 2 : 4;
}

static int group_of(const struct config *config)
{
    return config->value[TILE_ROWS] / config->value[ROWS_PER_THREAD] * config->value[TILE_BOXES] /
           config->value[BOXES_PER_THREAD] * (config->value[MATH] == MATH_TENSOR ? 32 : 1);
}

/* Of so many parents, from index `first` on. */
static enum status enqueue_parents(struct job *job, const struct config *config, uint32_t first, uint32_t parents,
                                   struct fault *fault)
{
    const uint64_t size = (uint64_t)functions(job->problem), step = config_count(config, STAGED);
    const uint64_t all_steps = divide_up((uint64_t)orbits(job->problem) * size, step);
    const int steps = (int)all_steps, pitch = steps * (int)step, splits = config->value[SPLITS];
    const int split_steps = (int)divide_up(all_steps, config_count(config, SPLITS));
    const uint64_t row_tiles = divide_up((uint64_t)row_pitch(job->problem), config_count(config, TILE_ROWS));
    const uint64_t box_tiles = divide_up(parents, config_count(config, TILE_BOXES));
    struct compute_launch products = launch_groups(row_tiles * box_tiles, (uint64_t)group_of(config));
    products.groups[1] = 8 * config_count(config, SPLITS);
    enum status status = LAUNCH(FOLD, launch_over(parents * (uint64_t)pitch, FOLD_SIZE, FOLD_SIZE), M2L_OMEGA,
                                ARRAY(FOLDED), VALUE(first), VALUE(parents), VALUE(pitch));
    if (status == OK)
        status = LAUNCH(MULTIPLY, products, ARRAY(m2l_slot(config, MATRICES_FP32)), ARRAY(FOLDED), ARRAY(PRODUCT),
                        VALUE(parents), VALUE(steps), VALUE(split_steps), VALUE(character_pitch(job->problem)));
    if (status == OK)
        status = LAUNCH(UNFOLD, launch_over(parents * size, FOLD_SIZE, FOLD_SIZE), ARRAY(PRODUCT), M2L_MU, VALUE(first),
                        VALUE(parents), VALUE(splits));
    return status;
}

static enum status enqueue(struct job *job, const struct config *config, struct m2l_range range, struct fault *fault)
{
    const uint64_t begin = fmm_level_begin(range.first - 1), end = fmm_level_begin(range.last);
    const uint64_t fit = most_parents(job->problem), asked = config_count(config, PARENTS),
                   most = asked < fit ? asked : fit;
    enum status status = OK;
    for (uint64_t first = begin; first < end && status == OK; first += most)
        status =
            enqueue_parents(job, config, (uint32_t)first, (uint32_t)(end - first < most ? end - first : most), fault);
    return status;
}

/* ---- limits, constraints ---- */

static double multiplications(const struct job *job, const struct config *config)
{
    (void)config;
    const double size = functions(job->problem);
    return 8 * (double)orbits(job->problem) * size * size * (double)(fmm_level_begin((int)job->n) - 1);
}

/* In registers: 8 x 8 of a work-item; 32 x 32 of a warp. */
bool m2l_thread_suits(const struct config *config, const struct compute_device *device)
{
    (void)device;
    const int rows = config->value[ROWS_PER_THREAD], boxes = config->value[BOXES_PER_THREAD];
    if (config->value[STRATEGY] != STRATEGY_FOLDED)
        return true;
    return config->value[MATH] == MATH_TENSOR ? rows >= 16 && boxes >= 16
                                              : rows >= 4 && rows <= 8 && boxes >= 4 && boxes <= 8;
}

bool m2l_stages_suit(const struct config *config, const struct compute_device *device)
{
    const int group = group_of(config), step = config->value[STAGED];
    const int rows = config->value[TILE_ROWS] * step, boxes = config->value[TILE_BOXES] * step;
    const int wide = config->value[MATH] == MATH_TENSOR ? 2 : width(config);
    if (config->value[STRATEGY] != STRATEGY_FOLDED)
        return true;
    const uint64_t group_size[3] = {(uint64_t)group, 1, 1};
    return config->value[TILE_BOXES] >= 32 && group >= 64 && group <= 256 && rows % (wide * group) == 0 &&
           boxes % (wide * group) == 0 && group_fits(device, group_size);
}

/* Two stages of either factor. Static shared memory is 48 KB on NVIDIA's. */
bool m2l_stages_fit(const struct config *config, const struct compute_device *device)
{
    const uint64_t numbers =
        2 * config_count(config, STAGED) * (config_count(config, TILE_ROWS) + config_count(config, TILE_BOXES)) +
        2 * 4 * (config_count(config, STAGED) + config_count(config, TILE_BOXES));
    const uint64_t bytes = numbers * (config->value[PRECISION] == PRECISION_FP64 ? sizeof(double) : sizeof(float));
    const uint64_t most = device && device->local_bytes && device->local_bytes < 49152 ? device->local_bytes : 49152;
    return config->value[STRATEGY] != STRATEGY_FOLDED || bytes <= most;
}

/* Of the tensor cores' pipe. */
static void amounts(const struct job *job, const struct config *config, double amount[RESOURCES])
{
    if (config->value[MATH] != MATH_TENSOR)
        return;
    amount[RESOURCE_FP64_FMA] = 0;
    amount[RESOURCE_FP64_MMA] = multiplications(job, config);
}

const struct m2l_strategy m2l_folded = {.enqueue = enqueue, .multiplications = multiplications, .amounts = amounts};
