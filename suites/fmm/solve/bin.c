/* The launches that sort charges into boxes (their kernels are in kernels/fmm/bin.cl). */
#include "suites/fmm/solve/bin.h"

enum { WORD_NAMES(BIN, BIN_ENTRIES) };

/* Boxes that a scanning work-item takes at a time. */
enum { VECTOR = 4 };

int bin_launches(int scan)
{
    return scan == BIN_SCAN_tiles ? 4 : 3;
}

static uint64_t counter_bytes(int depth)
{
    return ((UINT64_C(1) << 3 * depth) + 1) * sizeof(uint32_t);
}

static uint64_t before_bytes(int depth)
{
    const uint64_t boxes = UINT64_C(1) << 3 * depth;
    return (boxes + divide_up(boxes, VECTOR * BIN_LEAST_SCAN)) * sizeof(uint32_t);
}

void bin_declare(struct job *job, int count, int before, int depth)
{
    job_zeroed(job, count, "counters", counter_bytes(depth));
    job_scratch(job, before, "charges before boxes", before_bytes(depth));
}

uint64_t bin_bytes(int depth)
{
    return counter_bytes(depth) + before_bytes(depth);
}

static enum status queue_scan(struct job *job, const struct bin *of, int depth, struct fault *fault)
{
    const uint32_t all = (uint32_t)divide_up(UINT64_C(1) << 3 * depth, VECTOR * of->scan_size);
    const uint32_t tiles = of->scan == BIN_SCAN_single ? 1 : all, passes = all / tiles;
    enum status status = LAUNCH(of->kernel + BIN_scan_tiles, launch_groups(tiles, of->scan_size), ARRAY(of->count),
                                VALUE(depth), VALUE(passes), ARRAY(of->before));
    if (status == OK && of->scan == BIN_SCAN_tiles)
        status = LAUNCH(of->kernel + BIN_scan_sums, launch_groups(1, of->scan_size), ARRAY(of->before), VALUE(depth),
                        VALUE(tiles));
    return status;
}

enum status bin_queue(struct job *job, const struct bin *of, int depth, struct fault *fault)
{
    const uint32_t charges = (uint32_t)of->charges;
    const uint64_t starts = (UINT64_C(1) << 3 * depth) + 1, tile = of->block_size * of->items_per_thread;
    enum status status = LAUNCH(of->kernel + BIN_count_charges, launch_over(charges, tile, of->block_size),
                                ARRAY(of->caller), VALUE(charges), VALUE(depth), ARRAY(of->count), ARRAY(of->rank));
    if (status == OK)
        status = queue_scan(job, of, depth, fault);
    if (status == OK)
        status =
            LAUNCH(of->kernel + BIN_scatter, launch_over(charges > starts ? charges : starts, tile, of->block_size),
                   ARRAY(of->caller), VALUE(charges), VALUE(depth), ARRAY(of->before), ARRAY(of->count),
                   ARRAY(of->rank), ARRAY(of->sorted), ARRAY(of->start));
    return status;
}
