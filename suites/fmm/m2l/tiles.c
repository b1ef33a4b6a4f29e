/* M2L by tiles of boxes that have partners at the same offsets: one operator at a time is used for all of them, and
 * sums stay in registers. */
#include "suites/fmm/m2l/m2l.h"

/* ---- tiles ---- */

uint64_t m2l_tiles_of(const struct config *config, struct m2l_range range)
{
    uint64_t tiles = 0;
    for (int level = range.first; level <= range.last; level++)
        tiles += 8 * divide_up(UINT64_C(1) << 3 * (level - 1), config_count(config, TILE_BOXES));
    return tiles;
}

enum status m2l_tiles_begin(struct job *job, const struct config *config, struct fault *fault)
{
    return config->value[PARTNER_GROUPS] > 1 ? job_fill(job, m2l_slot(config, MU_FP32), 0, fault) : OK;
}

/* ---- work ---- */

/* See the kernel's macros BOX_THREADS, ROW_GROUPS and ROW_THREADS. */
static enum status enqueue(struct job *job, const struct config *config, struct m2l_range range, struct fault *fault)
{
    const uint64_t coefficients = (uint64_t)fmm_coefficients(fmm_order(job->problem));
    const uint64_t box_threads = config_count(config, TILE_BOXES) / config_count(config, BOXES_PER_THREAD);
    const uint64_t rows = config_count(config, ROWS_PER_THREAD);
    const uint64_t row_groups = divide_up(coefficients, config_count(config, BLOCK_SIZE) / box_threads * rows);
    const uint64_t row_threads = divide_up(coefficients, row_groups * rows);
    const uint64_t groups = m2l_tiles_of(config, range) * row_groups * config_count(config, PARTNER_GROUPS);
    return LAUNCH(0, launch_groups(groups, box_threads * row_threads), M2L_OMEGA, M2L_OPERATORS, M2L_MU,
                  VALUE(range.first));
}

/* Two for each pair of a coefficient of mu and a real number of omega. */
static double multiplications(const struct job *job, UNNEEDED const struct config *config)
{
    const double p = fmm_order(job->problem);
    return (p + 1) * (p + 2) * (p + 1) * (p + 1) * (double)fmm_all_pairs(fmm_separation(job->problem), (int)job->n);
}

const struct m2l_strategy m2l_tiles = {
    .begin = m2l_tiles_begin, .enqueue = enqueue, .multiplications = multiplications};
