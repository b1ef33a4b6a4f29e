/* The talk's strategies of M2L: all loops parallel but the innermost (slide 15), or fewer of them; all loops parallel
 * (slide 13); and kernels that launch kernels (slides 17 to 21). */
#include "suites/fmm/m2l/m2l.h"

#include <inttypes.h>

/* ---- an inner loop that is sequential ---- */

/* Work-items of a box. */
static uint64_t items(const struct job *job, int sequential)
{
    const uint64_t order = (uint64_t)fmm_order(job->problem), rows = (uint64_t)fmm_coefficients((int)order);
    return rows * (sequential == SEQUENTIAL_partners ? 1 : m2l_positions(job->problem)) *
           (sequential == SEQUENTIAL_k ? order + 1 : 1);
}

static enum status enqueue_inner(struct job *job, const struct config *config, struct m2l_range range,
                                 struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE), each = items(job, config->value[SEQUENTIAL]);
    const uint64_t at_once = INT32_MAX / divide_up(each, block); /* boxes: groups are counted in 31 bits */
    enum status status = OK;
    for (uint64_t begin = range.begin; begin < range.end && status == OK; begin += at_once) {
        const uint64_t end = range.end - begin < at_once ? range.end : begin + at_once;
        status = LAUNCH(0, launch_over((end - begin) * each, block, block), M2L_OMEGA, M2L_OPERATORS, M2L_MU,
                        VALUE(begin), VALUE(end));
    }
    return status;
}

const struct m2l_strategy m2l_sequential_inner = {.enqueue = enqueue_inner, .adds = true};

/* ---- all loops parallel ---- */

static enum status enqueue_steps(struct job *job, const struct config *config, struct m2l_range range,
                                 struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE), at_once = m2l_boxes_at_once(job->problem);
    const uint32_t order = (uint32_t)fmm_order(job->problem), side = m2l_side(job->problem);
    enum status status = OK;
    for (uint64_t begin = range.begin; begin < range.end && status == OK; begin += at_once) {
        const uint64_t end = range.end - begin < at_once ? range.end : begin + at_once;
        const struct compute_launch launch = launch_over((end - begin) * m2l_steps(job->problem), block / 32, block);
        status = LAUNCH(0, launch, M2L_OMEGA, M2L_OPERATORS, M2L_MU, VALUE((uint32_t)begin), VALUE((uint32_t)end),
                        VALUE(order), VALUE(side));
    }
    return status;
}

const struct m2l_strategy m2l_full_parallel = {.enqueue = enqueue_steps, .adds = true};

/* ---- kernels that launch kernels ---- */

/* The boxes per launch, so that it needs at most half of the pending launches that a device allows. The next launch
 * begins when all its children have ended. */
static uint64_t boxes_at_once(const struct problem *problem, const struct config *config)
{
    return config->value[BOXES] == BOXES_one ? 1 : COMPUTE_CHILD_LAUNCHES / 2 / m2l_positions(problem);
}

static enum status enqueue_boxes(struct job *job, const struct config *config, struct m2l_range range,
                                 struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE), at_once = boxes_at_once(job->problem, config);
    enum status status = OK;
    for (uint64_t begin = range.begin; begin < range.end && status == OK; begin += at_once) {
        const uint64_t end = range.end - begin < at_once ? range.end : begin + at_once;
        const struct compute_launch launch = launch_over((end - begin) * m2l_positions(job->problem), block, block);
        status = LAUNCH(0, launch, M2L_OMEGA, M2L_OPERATORS, M2L_MU, VALUE((uint32_t)begin), VALUE((uint32_t)end));
    }
    return status;
}

/* Boxes of all levels with pairs. */
static uint64_t all_boxes(const struct job *job)
{
    return fmm_level_begin((int)job->n + 1) - fmm_level_begin(2);
}

static double all_pairs(const struct job *job)
{
    return (double)fmm_all_pairs(fmm_separation(job->problem), (int)job->n);
}

static void count_boxes(const struct job *job, const struct config *config, double amount[RESOURCES])
{
    amount[RESOURCE_LAUNCH] = (double)divide_up(all_boxes(job), boxes_at_once(job->problem, config));
    amount[RESOURCE_CHILD_LAUNCH] = all_pairs(job);
}

const struct m2l_strategy m2l_dynamic_1 = {.enqueue = enqueue_boxes, .adds = true, .amounts = count_boxes};
const struct m2l_strategy m2l_dynamic_3 = {.enqueue = enqueue_boxes, .adds = true, .amounts = count_boxes};

/* ---- the host launches a kernel for each pair of boxes ---- */

/* A launch takes the host 3 to 4 us: with more, an iteration would take half a minute. */
static const double most_launches = 8e6;

static enum status begin_pairs(struct job *job, UNNEEDED const struct config *config, struct fault *fault)
{
    if (all_pairs(job) <= most_launches)
        return OK;
    return fail(fault, INVALID,
                "depth %" PRIu64 ": the host would launch %.0f kernels, one for each pair of boxes; the most are %.0f",
                job->n, all_pairs(job), most_launches);
}

static enum status enqueue_box(struct job *job, const struct config *config, struct fmm_box box, struct fault *fault)
{
    const int separation = fmm_separation(job->problem);
    const uint32_t to = (uint32_t)fmm_box_index(box);
    struct fmm_box partner[FMM_MOST_PARTNERS];
    const size_t partners = fmm_partners(separation, box, partner);
    enum status status = OK;
    for (size_t i = 0; i < partners && status == OK; i++) {
        const uint32_t from = (uint32_t)fmm_box_index(partner[i]);
        const int32_t with = m2l_operator_place(separation, box, partner[i]);
        status = LAUNCH(0, launch_groups(1, 1), M2L_OMEGA, M2L_OPERATORS, M2L_MU, VALUE(to), VALUE(from), VALUE(with));
    }
    return status;
}

static enum status enqueue_pairs(struct job *job, const struct config *config, struct m2l_range range,
                                 struct fault *fault)
{
    enum status status = OK;
    for (int level = range.first; level <= range.last; level++)
        for (uint64_t i = 0; i < UINT64_C(1) << 3 * level && status == OK; i++)
            status = enqueue_box(job, config, fmm_box_at(level, i), fault);
    return status;
}

static void count_pairs(const struct job *job, UNNEEDED const struct config *config, double amount[RESOURCES])
{
    amount[RESOURCE_LAUNCH] = amount[RESOURCE_CHILD_LAUNCH] = all_pairs(job);
}

const struct m2l_strategy m2l_dynamic_2 = {
    .begin = begin_pairs, .enqueue = enqueue_pairs, .adds = true, .amounts = count_pairs};
