/* The potential of atoms within a cutoff, by the host's vectors and cores: the suite's baseline, which also adds the
 * atoms that fit into no bin. It is independent of jobs: it works on arrays of the host. */
#pragma once

#include "suites/cutoff/cutoff.h"

/* The largest cutoff, in angstrom. */
#define CUTOFF_HOST_MOST 24.0f

/* Bytes of scratch memory, aligned to 16, for `count` atoms. */
size_t cutoff_host_scratch(size_t count);

/* Adds to each of the grid's points, x fastest, the potential of atoms nearer than `cutoff` (r^2 < cutoff^2, in
 * float), and no nearer than ON_POINT. Atoms are (x, y, z, q), in angstrom and elementary charges, anywhere and in
 * any order; `count` may be 0. With one thread, or with `all` available ones: each computes its own planes of the
 * map. */
void cutoff_add_atoms(float *map, const struct grid *grid, const struct mm_float4 *atom, size_t count, float cutoff,
                      enum smoothing smoothing, bool all, void *scratch);

/* The same in parts, with all threads: the atoms are sorted into scratch memory, and then added to planes [first,
 * end) of the map, some at a time. */
struct planes {
    uint64_t first, end;
};
void cutoff_order_atoms(const struct grid *grid, const struct mm_float4 *atom, size_t count, float cutoff,
                        void *scratch);
void cutoff_add_planes(float *map, const struct grid *grid, struct planes planes, size_t count, float cutoff,
                       enum smoothing smoothing, const void *scratch);

/* How many points it tests at a time. */
int cutoff_host_lanes(void);

/* The same, with vectors of a width that this CPU supports (suites/molecules/host_vectors.h). */
void cutoff_add_atoms_by(int host_width, float *map, const struct grid *grid, const struct mm_float4 *atom,
                         size_t count, float cutoff, enum smoothing smoothing, bool all, void *scratch);
