/* Shared by the benches of suite `coordination`: slots, launches, and verification. */
#pragma once

#include "suites/coordination/coordination.h"

/* Slots. Passes of sums write to two of them in turn. */
enum {
    PLACE,
    GRADIENT,
    ATOM_VALUE,
    ATOM_VIRIAL,
    SUM_VALUE,
    SUM_VALUE_NEXT,
    SUM_VIRIAL,
    SUM_VIRIAL_NEXT,
    ALL_VALUE,
    ALL_VIRIAL,
    PARTIAL,
    TICKET,
    CELL,
    RANK,
    COUNT,
    BEGINS,
    FILLED,
    SORTED,
    FORCE,
    HOST_PLACE, /* pageable, and pinned */
    HOST_PLACE_PINNED,
    HOST_RESULT,
    HOST_RESULT_PINNED,
    HOST_NEAR
};

/* ---- call.c ---- */

void coordination_declare_sums(struct job *job);

/* Queues the launch of entry `kernel`, a work-item per atom: derivatives, and each atom's value and virial. */
enum status coordination_launch_pairs(struct job *job, int kernel, uint64_t block, struct fault *fault);

/* Queues sums of one row and of nine, pass after pass, of tiles of block * items: the entry `kernel`. */
enum status coordination_launch_sums(struct job *job, int kernel, uint64_t block, uint64_t items, struct fault *fault);

/* The arrays of linked cells, and their launches, entries 0 to 4 of kernels/coordination/cells.cl: groups of `block`,
 * clusters of `targets` atoms, `rows` of cells along dmax. */
enum { COORDINATION_MOST_TARGETS = 16 };
#define SORT_BLOCK 256 /* work-items of a group that sorts */
#define ROW_BLOCK 64   /* the same for a row of cells */
#define SORT_DEFINES DEFINE(SORT_BLOCK) DEFINE(ROW_BLOCK)
void coordination_declare_cells(struct job *job);
struct coordination_by_cells {
    uint64_t block, targets, rows;
};
enum status coordination_launch_cells(struct job *job, struct coordination_by_cells by, struct fault *fault);

/* The same with entries 0 to 3 of pipeline_cells.cl: numbers of each atom, to be summed. */
enum status coordination_launch_cell_pairs(struct job *job, uint64_t block, struct fault *fault);

/* The additions in sequence that these passes need for a sum of n numbers. */
double coordination_chain(uint64_t n, uint64_t block, uint64_t items);

/* Compares the derivatives of sampled atoms, in an array of all; and the value and the virial, computed from pairs,
 * or from the atoms' places up to `arm` (A) from a middle: then four roundings of each derivative count with that
 * factor. */
enum status coordination_judge_gradient(const struct job *job, const void *gradient, double chain,
                                        struct verdict *verdict, struct fault *fault);
enum status coordination_judge_sums(const struct job *job, const void *value, const void *virial, double chain,
                                    double arm, struct verdict *verdict, struct fault *fault);

struct work coordination_work(const struct job *job, const struct config *config);

#define COORDINATION_SIZE .size = {.unit = "atoms", .classes = {1000, 100000, 1000000}, .most = COORDINATION_MOST}

extern const struct bench coordination_pairs, coordination_sums, coordination_resident, coordination_coordination;
