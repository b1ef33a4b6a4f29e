/* Sorts charges in any order into the boxes of a level, on the device (kernels/fmm/bin.cl): for its own bench, and
 * for a solver whose charges move. */
#pragma once

#include "tuner/job.h"

/* The words of parameter SCAN, as BIN_SCAN_tiles and so on, and the number of launches with each. */
#define BIN_SCANS tiles, last, single
enum { WORD_NAMES(BIN_SCAN, BIN_SCANS) };
int bin_launches(int scan);

/* The entry points of the kernel file, in sequence. */
#define BIN_ENTRIES count_charges, scan_tiles, scan_sums, scatter

/* Least group size of a scan. */
enum { BIN_LEAST_SCAN = 256 };

/* Declares the arrays of an iteration, for trees of up to a depth: counters, followed by a ticket, zero between
 * iterations; and the number of charges before a box within its tile, followed by the tiles' sums. */
void bin_declare(struct job *job, int count, int before, int depth);
uint64_t bin_bytes(int depth); /* of both */

/* The launches: the parameters of the kernel file; the number of its first entry; the slots: charges as float4 in the
 * caller's order, and sorted; the start of each box, 8^depth + 1 numbers; the index of each of the caller's charges
 * among the sorted; and those above. */
struct bin {
    uint64_t charges;
    uint64_t block_size, items_per_thread, scan_size;
    int scan;
    int kernel;
    int caller, sorted, start, rank, count, before;
};

/* Queues the sorting into the boxes of a level, 2 to 8; of fewer than 2^31 charges. */
enum status bin_queue(struct job *job, const struct bin *of, int depth, struct fault *fault);
