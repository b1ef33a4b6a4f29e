/* What the files of suite `coulomb` share: direct Coulomb summation on a grid (Stone et al. 2007), without a cutoff.
 *
 * Slices: the grid's points at one z. Volumes: all of them. The map is float, x fastest, its rows `pitch` points apart:
 * map[(k * height + j) * pitch + i]. */
#pragma once

#include "suites/molecules/atoms.h"

/* Settings of the suite. */
enum { COULOMB_ATOMS, COULOMB_Z, COULOMB_GRID, COULOMB_SETTINGS = COULOMB_GRID + GRID_SETTINGS };

/* Inputs: variant 0, which is timed, has as many atoms as the setting says, or those of the structure; 1 has 4001,
 * among them some without charge and some that lie on points; 2 has one; 3 has none. */
enum { COULOMB_VARIANTS = 4 };

/* What a bench's `own` is: 2, a slice, or 3, a volume. */
static inline int coulomb_dimensions(const struct job *job)
{
    return *(const int *)job->bench->own;
}

/* Slots that all benches have. The atoms of a slice come as (x, y, dz^2, q), those of a volume as (x, y, z, q). First
 * those that lie on no point, then those that do. */
enum { SLOT_ATOMS, SLOT_MAP, SLOT_COUNTS, COULOMB_SLOTS };

/* Of a job that was set up. */
struct atom_counts coulomb_counts(const struct job *job);
uint64_t coulomb_points(const struct job *job);

/* Of a slice it is one point deep. */
struct grid coulomb_grid(const struct job *job);

/* The spacing, for kernels. */
void coulomb_define(const struct problem *problem, char lines[MAX_LINES]);

/* Declares SLOT_ATOMS and SLOT_COUNTS, and fills them. The slots of results are the caller's. */
void coulomb_atoms(struct job *job);

/* The expectation, in double on the coordinates as rounded to float: at every point of a map of up to 2^18, at 4096
 * others. Its bytes are coulomb_expected_bytes at most. */
enum { COULOMB_EXPECTED_BYTES = (1 << 18) * 2 * 8 + 64 };
void coulomb_expect(struct job *job, void *expected);

/* Changes a charge behind timing, and corrects the expectation. */
void coulomb_change(struct job *job, const struct config *config);

/* Compares a map in host memory whose rows are `pitch` points apart. `terms`: as many additions in float come one
 * behind the other at most, from which the tolerance follows; `each` of them is rounded by so much besides. */
enum status coulomb_compare(const struct job *job, const float *map, uint64_t pitch, double terms, double each,
                            struct verdict *verdict, struct fault *fault);

/* What benches have in common, with functions of these names. */
/* clang-format off */
#define COULOMB_BENCH(dimensions)                                                                                      \
    .own = &(const int){dimensions}, .problem.variants = COULOMB_VARIANTS,                                             \
    .problem.expected_bytes = COULOMB_EXPECTED_BYTES, .problem.expect = coulomb_expect,                                \
    .problem.change = coulomb_change, .problem.setup = setup, .problem.verify = verify, .device.enqueue = enqueue,     \
    .report.work = work
/* clang-format on */

/* Rows [first, end) of a slice's map by the host, with its vectors and all cores (cpu.c). */
void coulomb_add_rows(const struct job *job, uint64_t first, uint64_t end, float *map);

/* The benches of the suite: gather.c, scatter.c, cpu.c, both.c. */
extern const struct bench coulomb_slice, coulomb_volume, coulomb_scatter, coulomb_cpu, coulomb_both;
