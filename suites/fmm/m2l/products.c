/* The strategy `folded` (folded.h). */
#include "suites/fmm/m2l/folded.h"

#include "suites/fmm/m2l/m2l.h"

static struct folded folded_of(const struct config *config)
{
    return (struct folded){.order = (int)config_setting(config, ORDER),
                           .separation = (int)config_setting(config, SEPARATION),
                           .tensor = config->value[MATH] == MATH_tensor,
                           .halves = config->value[MATH] == MATH_halves,
                           .tile_rows = config->value[TILE_ROWS],
                           .tile_boxes = config->value[TILE_BOXES],
                           .thread_rows = config->value[ROWS_PER_THREAD],
                           .thread_boxes = config->value[BOXES_PER_THREAD],
                           .staged = config->value[STAGED],
                           .splits = config->value[SPLITS],
                           .parents = config_count(config, PARENTS),
                           .omega = m2l_slot(config, OMEGA_FP32),
                           .mu = m2l_slot(config, MU_FP32),
                           .matrices =
                               config->value[MATH] == MATH_halves ? MATRICES_HALVES : m2l_slot(config, MATRICES_FP32),
                           .folded = FOLDED,
                           .product = PRODUCT};
}

uint64_t m2l_folded_bytes(const struct problem *problem)
{
    const int order = fmm_order(problem), separation = fmm_separation(problem), depth = (int)problem->n;
    return folded_matrix_numbers(order, separation) * (sizeof(float) + sizeof(double)) +
           folded_halves_bytes(order, separation) + folded_bytes(order, separation, depth) +
           folded_product_bytes(order, separation, depth);
}

void m2l_folded_declare(struct job *job)
{
    const int order = fmm_order(job->problem), separation = fmm_separation(job->problem), depth = (int)job->n;
    const uint64_t numbers = folded_matrix_numbers(order, separation);
    float *fp32 = job_input(job, SLOT(MATRICES_FP32), numbers * sizeof *fp32);
    double *fp64 = job_input(job, SLOT(MATRICES_FP64), numbers * sizeof *fp64);
    folded_fill(order, separation, fp32, fp64);
    folded_fill_halves(order, separation, fp64,
                       job_input(job, SLOT(MATRICES_HALVES), folded_halves_bytes(order, separation)));
    job_scratch(job, SLOT(FOLDED), folded_bytes(order, separation, depth));
    job_scratch(job, SLOT(PRODUCT), folded_product_bytes(order, separation, depth));
}

static enum status enqueue(struct job *job, const struct config *config, struct m2l_range range, struct fault *fault)
{
    const struct folded folded = folded_of(config);
    return folded_queue(job, &folded, (int)job->n, range.first, range.last, fault);
}

/* ---- limits ---- */

static double multiplications(const struct job *job, UNNEEDED const struct config *config)
{
    return folded_multiplications(fmm_order(job->problem), fmm_separation(job->problem), 2, (int)job->n);
}

/* Of the tensor cores' pipe, where a product of floats is three: of TF32, or of FP16, of which there are two at a time.
 */
static void amounts(const struct job *job, const struct config *config, double amount[RESOURCES])
{
    if (config->value[MATH] == MATH_fma)
        return;
    amount[RESOURCE_FP64_FMA] = amount[RESOURCE_FP32_FMA] = 0;
    if (fmm_is_fp64(config))
        amount[RESOURCE_FP64_MMA] = multiplications(job, config);
    else
        amount[RESOURCE_TF32_MMA] =
            FOLDED_TF32_PRODUCTS * multiplications(job, config) / (config->value[MATH] == MATH_halves ? 2 : 1);
}

const struct m2l_strategy m2l_folded = {.enqueue = enqueue, .multiplications = multiplications, .amounts = amounts};
