/* The charges of the benches: of the solver's the size is their number; of the operators' setting OCCUPANCY is how many
 * a box of the deepest level has in the mean. Setting CHARGES is which they have. */
#pragma once

#include "suites/fmm/fmm.h"

/* What sizes of the solver count. */
#define FMM_PARTICLES "particles"

/* How many charges there are: one at least. Below 2^31, or fmm_check_charges refuses the problem. */
uint64_t fmm_charges(const struct problem *problem);

/* Boxes of the deepest level: 8^depth. */
static inline uint64_t fmm_deepest_boxes(const struct problem *problem)
{
    return UINT64_C(1) << 3 * problem->n;
}

/* Fills all charges of a problem, in the caller's order: those of the user's structure, or drawn. Of a structure
 * variant 1 has its charges elsewhere. */
void fmm_fill_charges(const struct job *job, int level, struct mm_float4 *charge);

/* Fills all of them, as `given` in the caller's order, or, if that is NULL, drawn with regard to the level; sorted by
 * the boxes of a level: those of box b there are start[b] to before start[b + 1], of 8^by + 1. A box has its lower
 * faces. caller[k] is the number of the kth; NULL if nobody asks. */
void fmm_sort(const struct job *job, const struct mm_float4 *given, int by, struct mm_float4 *charge, uint32_t *start,
              uint32_t *caller);

/* Input 2 of operators that have as many: the first charge has four large ones around, whose terms add up to nothing;
 * if there are that many. */
enum { FMM_BESIDE_LARGE = 2 };
#define FMM_LARGE 0x1p25f
bool fmm_is_beside_large(const struct job *job);

/* Of an operator's bench: declares charges, sorted by the deepest level's boxes, and where those begin, as inputs in
 * these slots, and fills them. */
void fmm_declare_charges(struct job *job, int charges, int start);

/* Where a charge is within a box, in the level's unit, half a side, from the box's centre. */
void fmm_within(struct fmm_box box, const struct mm_float4 *charge, double place[3]);

/* Refuses as many charges as cannot be numbered, or that a device has no memory for: `bytes` for each, and `start`. */
enum status fmm_check_charges(const struct problem *problem, const struct compute_device *device, uint64_t bytes,
                              struct fault *fault);

/* The box of a level that a charge is in. */
struct fmm_box fmm_box_of(int level, const struct mm_float4 *charge);

/* ---- results: some numbers of each charge, in one slot as floats, in the next as doubles ---- */

/* Declares both, of `count` numbers: as outputs, or, where they are larger than 1 GB, as what stays on the device, of
 * which only the charges that are compared are read. */
void fmm_declare_numbers(struct job *job, int slot, const char *name, uint64_t count);

/* How many charges are compared, `most` or all, and which: the first, the last, and one from each equal share of what
 * lies between. */
uint64_t fmm_samples(const struct problem *problem, uint64_t most);
uint64_t fmm_sample_at(const struct job *job, uint64_t most, uint64_t i);

/* The result number `i` of `numbers` each, also of boxes. */
enum status fmm_read_numbers(const struct job *job, int slot, bool fp64, uint64_t i, size_t numbers, double *value,
                             struct fault *fault);

/* E_C: half the sum of charges times potentials, which are the last of so many numbers each. */
enum status fmm_energy_of(const struct job *job, int slot, bool fp64, size_t numbers, const struct mm_float4 *charge,
                          double *energy, struct fault *fault);

/* All charges have their result, as far as it is on the host: poison is NaN. */
enum status fmm_check_finite(const struct job *job, int slot, bool fp64, size_t numbers, struct fault *fault);

/* ---- charges of a user's structure (--input), in the unit cube: of the solver, and of what is measured beside it ----
 */

/* Refuses a structure that fills no cube as the boundary wants it: a periodic one is the file's box, a cube, and its
 * charges add up to nothing. INVALID; OK where there is none. */
enum status fmm_check_structure(const struct problem *problem, struct fault *fault);

/* Fills the places and charges of all atoms: within the file's box, into which they are wrapped, if the boundary is
 * periodic, else within the least cube around them. Places are rounded to multiples of 2^-24. */
void fmm_place_structure(const struct inputs *inputs, struct mm_float4 *charge);
