/* Charges in any order into boxes, on the device (kernels/fmm/bin.cl): for the bench, and for the solver. */
#ifndef SUITES_FMM_BIN_H
#define SUITES_FMM_BIN_H

#include "tuner/suite.h"

/* What is launched: `charges` charges into 8^depth boxes; whether one group scans all boxes, or each a tile; the entry
 * `count_charges`, behind which the others follow; the slots. Slot `counts` has a word for each box, `of_group` one for
 * each BIN_LEAST_TILE boxes. */
struct bin {
    uint32_t charges;
    int depth;
    uint64_t group, items; /* work-items of a group, charges or boxes of a work-item */
    bool single;
    int kernel;
    int unsorted, sorted, start, rank, counts, of_group;
};
enum { BIN_LEAST_TILE = 64 };

/* Queues all of it: sorted charges, where each box's begin in `start`, and where each charge went to in `rank`. */
enum status bin_queue(struct job *job, const struct bin *of, struct fault *fault);

#endif
