/* M2L with all loops parallel but the innermost: the talk's "sequential inner loop" (slide 15), and with more of them
 * sequential. */
#include "suites/fmm/m2l/m2l.h"

/* Work-items of a box. */
static uint64_t items(const struct job *job, int sequential)
{
    const uint64_t order = (uint64_t)fmm_order(job->problem), rows = (uint64_t)fmm_coefficients((int)order);
    return rows * (sequential == SEQUENTIAL_PARTNERS ? 1 : m2l_positions(job->problem)) *
           (sequential == SEQUENTIAL_K ? order + 1 : 1);
}

static enum status enqueue(struct job *job, const struct config *config, struct m2l_range range, struct fault *fault)
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

const struct m2l_strategy m2l_sequential_inner = {.enqueue = enqueue, .adds = true};
