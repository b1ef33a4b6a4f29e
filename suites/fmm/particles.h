/* The charges of the benches: a solver's size is their number; an operator's setting OCCUPANCY is the mean number
 * per box of the deepest level. Setting CHARGES chooses their values. */
#pragma once

#include "suites/fmm/fmm.h"

/* The unit of a solver's sizes. */
#define FMM_PARTICLES "particles"

/* The number of charges, at least one. Below 2^31, or fmm_check_charges refuses the problem. */
uint64_t fmm_charges(const struct problem *problem);

/* Those of a job: further inputs of a solver may have fewer. */
uint64_t fmm_job_charges(const struct job *job);

/* Boxes of the deepest level: 8^depth. */
static inline uint64_t fmm_deepest_boxes(const struct problem *problem)
{
    return UINT64_C(1) << 3 * problem->n;
}

/* Charge number i of a problem, in the caller's order: its place, in [0, 1) and multiples of 2^-24, followed by the
 * charge.
 *
 * Variant 0: random. Variant 1, with regard to the boxes of a level: two of five are empty; a quarter of the
 * charges, 3000 at most, are in three boxes, one of them the last; and half of a box's are on its lower faces,
 * edges, corner, centre, as near to the opposite corner as possible, or all on one place. FMM_BESIDE_LARGE: its
 * place, with charges of one sign for all others. */
struct mm_float4 fmm_drawn_charge(const struct job *job, int level, uint64_t i);

/* Fills all charges of a problem, in the caller's order: those of the user's structure, or drawn. Variant 1 of a
 * structure has its charges in other places. */
void fmm_fill_charges(const struct job *job, int level, struct mm_float4 *charge);

/* Fills all charges, as `given` in the caller's order, or, if that is NULL, drawn with regard to the level; sorted by
 * the boxes of a level, and in the caller's order within each: box b has charges start[b] to start[b + 1] - 1, and
 * start has 8^by + 1 elements. A box includes its lower faces. caller[k] is the caller's number of the kth charge; may
 * be NULL. */
void fmm_sort(const struct job *job, const struct mm_float4 *given, int by, struct mm_float4 *charge, uint32_t *start,
              uint32_t *caller);

/* Input 2 of operators that have three: the first charge is surrounded by four large ones, whose terms cancel; if there
 * are enough charges. */
enum { FMM_BESIDE_LARGE = 2 };
#define FMM_LARGE 0x1p25f
bool fmm_is_beside_large(const struct job *job);

/* For an operator's bench: declares charges, sorted by the deepest level's boxes, and the starts of the boxes, as
 * inputs in these slots, and fills them. */
void fmm_declare_charges(struct job *job, int charges, int start);

/* The place of a charge relative to its box's centre, in the level's unit, half a side. */
void fmm_within(struct fmm_box box, const struct mm_float4 *charge, double place[3]);

/* INVALID with a fault if there are too many charges to be numbered, or for a device's memory: `bytes` for each, and
 * `start`. */
enum status fmm_check_charges(const struct problem *problem, const struct compute_device *device, uint64_t bytes,
                              struct fault *fault);

/* The box of a level that contains a charge. */
static inline struct fmm_box fmm_box_of(int level, const struct mm_float4 *charge)
{
    const double side = 1 << level;
    return (struct fmm_box){
        level, {(int)((double)charge->x * side), (int)((double)charge->y * side), (int)((double)charge->z * side)}};
}

/* ---- results: some numbers per charge, in one slot as floats, in the next as doubles ---- */

/* Declares both slots, of `count` numbers: as outputs, or, if they are larger than 1 GB, as scratch of which only the
 * compared charges are read. */
void fmm_declare_numbers(struct job *job, int slot, const char *name, uint64_t count);
void fmm_declare_floats(struct job *job, int slot, const char *name, uint64_t count); /* the first one alone */

/* The number of compared charges, `most` or all; and their indices: the first, the last, and one from each equal
 * share between them. */
uint64_t fmm_samples(const struct job *job, uint64_t most);
uint64_t fmm_sample_at(const struct job *job, uint64_t most, uint64_t i);

/* Reads the result number `i` of `numbers` each, also of boxes. */
enum status fmm_read_numbers(const struct job *job, int slot, bool fp64, uint64_t i, size_t numbers, double *value,
                             struct fault *fault);

/* E_C: half the sum of charges times potentials, which are the last of `numbers` each. */
enum status fmm_energy_of(const struct job *job, int slot, bool fp64, size_t numbers, const struct mm_float4 *charge,
                          double *energy, struct fault *fault);

/* Whether all charges have their result, as far as the host has read it: unwritten ones are still NaN. */
enum status fmm_check_finite(const struct job *job, int slot, bool fp64, size_t numbers, struct fault *fault);

/* ---- charges of a user's structure (--input), in the unit cube: of the solver, and of the benches beside it ---- */

/* INVALID with a fault for a structure that does not fill a cube as the boundary requires: a periodic one needs the
 * file's box, a cube, and neutral charges. OK without a structure. */
enum status fmm_check_structure(const struct problem *problem, struct fault *fault);

/* Fills the places and charges of all atoms: within the file's box, into which they are wrapped, if the boundary is
 * periodic, else within the least cube around them. Places are rounded to multiples of 2^-24. */
void fmm_place_structure(const struct inputs *inputs, struct mm_float4 *charge);
