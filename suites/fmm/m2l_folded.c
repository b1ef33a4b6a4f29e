/* The strategy `folded` of M2L (folded.h). */
#include "suites/fmm/folded.h"

#include "suites/fmm/m2l.h"

static struct folded folded_of(const struct config *config)
{
    return (struct folded){.order = (int)config_setting(config, ORDER),
                           .separation = (int)config_setting(config, SEPARATION),
                           .tensor = config->value[MATH] == MATH_TENSOR,
                           .tile_rows = config->value[TILE_ROWS],
                           .tile_boxes = config->value[TILE_BOXES],
                           .thread_rows = config->value[ROWS_PER_THREAD],
                           .thread_boxes = config->value[BOXES_PER_THREAD],
                           .staged = config->value[STAGED],
                           .splits = config->value[SPLITS],
                           .parents = config_count(config, PARENTS),
                           .omega = m2l_slot(config, OMEGA_FP32),
                           .mu = m2l_slot(config, MU_FP32),
                           .matrices = m2l_slot(config, MATRICES_FP32),
                           .folded = FOLDED,
                           .product = PRODUCT};
}

uint64_t m2l_folded_bytes(const struct problem *problem)
{
    const int order = fmm_order(problem), separation = fmm_separation(problem), depth = (int)problem->n;
    return folded_matrix_numbers(order, separation) * (sizeof(float) + sizeof(double)) +
           folded_bytes(order, separation, depth) + folded_product_bytes(order, separation, depth);
}

void m2l_folded_declare(struct job *job)
{
    const int order = fmm_order(job->problem), separation = fmm_separation(job->problem), depth = (int)job->n;
    const uint64_t numbers = folded_matrix_numbers(order, separation);
    float *fp32 = job_input(job, MATRICES_FP32, "matrices", numbers * sizeof *fp32);
    double *fp64 = job_input(job, MATRICES_FP64, "matrices", numbers * sizeof *fp64);
    folded_fill(order, separation, fp32, fp64);
    job_scratch(job, FOLDED, "folded omega", folded_bytes(order, separation, depth));
    job_scratch(job, PRODUCT, "folded mu", folded_product_bytes(order, separation, depth));
}

static enum status enqueue(struct job *job, const struct config *config, struct m2l_range range, struct fault *fault)
{
    const struct folded folded = folded_of(config);
    return folded_queue(job, &folded, (int)job->n, range.first, range.last, fault);
}

/* ---- limits, constraints ---- */

static double multiplications(const struct job *job, const struct config *config)
{
    (void)config;
    return folded_multiplications(fmm_order(job->problem), fmm_separation(job->problem), (int)job->n);
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
    const struct folded folded = folded_of(config);
    const int group = folded_group(&folded), step = config->value[STAGED];
    const int rows = config->value[TILE_ROWS] * step, boxes = config->value[TILE_BOXES] * step;
    const int wide = config->value[PRECISION] == PRECISION_FP64 ? 2 : 4; /* numbers of a vector */
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
