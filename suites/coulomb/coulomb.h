/* Shared by the files of suite `coulomb`: direct Coulomb summation on a grid (Stone et al. 2007), without a cutoff.
 *
 * Slices: the grid's points at one z. Volumes: all of them. The map is float, x fastest, its rows `pitch` points
 * apart: map[(k * height + j) * pitch + i]. */
#pragma once

#include "suites/molecules/atoms.h"

/* Settings of the suite. */
enum { COULOMB_ATOMS, COULOMB_Z, COULOMB_GRID, COULOMB_SETTINGS = COULOMB_GRID + GRID_SETTINGS };

/* Inputs: variant 0, which is timed, has the atoms of the settings or of the structure; 1 has 4001, among them some
 * without charge and some that lie on points; 2 has one; 3 has none. */
enum { COULOMB_VARIANTS = 4 };

/* A bench's `own`: 2 for a slice, or 3 for a volume. */
static inline int coulomb_dimensions(const struct job *job)
{
    return *(const int *)job->bench->own;
}

/* Slots of all benches. The atoms of a slice are (x, y, dz^2, q), those of a volume (x, y, z, q). First those that
 * lie on no point, then those that do. */
enum { SLOT_ATOMS, SLOT_MAP, SLOT_COUNTS, COULOMB_SLOTS };

/* For a job that was set up. */
struct atom_counts coulomb_counts(const struct job *job);
uint64_t coulomb_points(const struct job *job);

/* The grid; a slice's is one point deep. */
struct grid coulomb_grid(const struct job *job);

/* Defines the spacing, for kernels. */
void coulomb_define(const struct config *config, char lines[MAX_LINES]);

/* Declares SLOT_ATOMS and SLOT_COUNTS, and fills them. The caller declares slots of results. */
void coulomb_atoms(struct job *job);

/* The expectation, in double precision from coordinates rounded to float: at every point of a map of up to 2^18 points,
 * at 4096 points of a larger one. Its size is at most COULOMB_EXPECTED_BYTES. */
enum { COULOMB_EXPECTED_BYTES = (1 << 18) * 2 * 8 + 64 };
void coulomb_expect(struct job *job, void *expected);

/* Changes a charge after timing, and corrects the expectation. */
void coulomb_change(struct job *job, const struct config *config);

/* Compares a map in host memory whose rows are `pitch` points apart. The tolerance follows from `terms`, the most
 * float additions in sequence, and `each`, a further rounding of each of them. */
enum status coulomb_compare(const struct job *job, const float *map, uint64_t pitch, double terms, double each,
                            struct verdict *verdict, struct fault *fault);

/* The common part of benches, with functions of these names. */
/* clang-format off */
#define COULOMB_BENCH(dimensions)                                                                                      \
    .own = &(const int){dimensions}, .problem.variants = COULOMB_VARIANTS,                                             \
    .problem.expected_bytes = COULOMB_EXPECTED_BYTES, .problem.expect = coulomb_expect,                                \
    .problem.change = coulomb_change, .problem.setup = setup, .problem.verify = verify, .device.enqueue = enqueue,     \
    .report.work = work
/* clang-format on */

/* Computes rows [first, end) of a slice's map on the host, with its vectors and all cores (cpu.c). */
void coulomb_add_rows(const struct job *job, uint64_t first, uint64_t end, float *map);

/* The benches of the suite: gather.c, scatter.c, cpu.c, both.c. */
extern const struct bench coulomb_slice, coulomb_volume, coulomb_scatter, coulomb_cpu, coulomb_both;
