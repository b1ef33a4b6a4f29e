/* Charges in any order into the boxes of a level, on the device (kernels/fmm/bin.cl): for the bench of that, and for a
 * solver whose charges move. */
#pragma once

#include "tuner/job.h"

/* Values of parameter SCAN, and how many launches all of it is with each. */
enum { BIN_SCAN_TILES, BIN_SCAN_LAST, BIN_SCAN_SINGLE };
int bin_launches(int scan);

/* Work-items of the least group that scans. */
enum { BIN_LEAST_SCAN = 256 };

/* Declares what an iteration counts in, for trees of up to a depth: counters, with a ticket behind them, zero between
 * iterations; and charges before a box within its tile, with the tiles' sums behind them. */
void bin_declare(struct job *job, int count, int before, int depth);

/* What is launched: the parameters of the kernel file; the entry `count_charges`, behind which `scan_tiles`,
 * `scan_sums` and `scatter` follow; the slots: charges as float4 in the caller's order, and sorted; where each box
 * begins, 8^depth + 1 numbers; where each of the caller's charges stands among the sorted; and those above. */
struct bin {
    uint64_t charges;
    uint64_t block_size, items_per_thread, scan_size;
    int scan;
    int kernel;
    int caller, sorted, start, rank, count, before;
};

/* Queues the sorting into the boxes of a level, 2 to 8; of fewer than 2^31 charges. */
enum status bin_queue(struct job *job, const struct bin *of, int depth, struct fault *fault);
