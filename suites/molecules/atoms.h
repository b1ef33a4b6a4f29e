/* Atoms: what suites of molecules share.
 * Lengths are in angstrom, charges in elementary charges, potentials in charges an angstrom: q / r. An atom is a struct
 * mm_float4: x, y, z and, as w, its charge. */
#pragma once

#include "suites/molecules/grid.h"

/* An atom that lies on a point gives it nothing: its pair is left out, in every variant and in the expectation. It lies
 * on it when it is nearer than this; any other pair of a grid point and an atom whose coordinates are floats of some
 * angstrom is much farther apart, in float as in double. */
#define ON_POINT 1e-6f
#define ON_POINT2 1e-12f /* its square */

/* #define lines with these for a kernel file. */
#define ON_POINT_DEFINES DEFINE(ON_POINT) DEFINE(ON_POINT2)

bool atom_on_point(float spacing, struct mm_float4 atom);

/* The lower corner of the box around a structure's atoms. */
struct mm_float4 atoms_corner(const struct inputs *inputs);

/* Atoms in two parts: [0, off_points) lie on no point of the grid, [off_points, all) on one. Kernels add the second
 * part in a loop of their own that looks at the distance: so the rule costs nothing in the other one. */
struct atom_counts {
    size_t off_points, all;
    double alike; /* how many are as an atom is, with itself, on average: 1 where no two are, `all` where all are */
};

/* Brings atoms into that order. */
struct atom_counts atoms_divide(float spacing, struct mm_float4 *atom, size_t count);

/* By how much roundings of a sum, in float, of `terms` terms of such atoms may exceed those of a random walk, which go
 * with the root of the number. Equal terms round alike, as long as the sum is between two powers of two: so of m equal
 * ones m times the rounding is lost, not its root, and of n terms the root of the sum of the groups' squares, or of n
 * times their mean. In no case can it be more than one rounding of the whole sum for each term, which is `most` times
 * the root. */
double atoms_in_step(const struct atom_counts *counts, double most);

/* Where atoms are that are made from a seed:
 * lattice    a cubic lattice of spacing density^(-1/3), each atom anywhere in its own cell
 * poisson    anywhere
 * water      molecules of three atoms (0.9572 A, 104.52 degrees, charges -0.834 and 0.417) at random angles, their
 * oxygens as the lattice's atoms
 * clustered  half of them anywhere, half in balls of radius 5 A around random centres: a density that is not uniform
 * surface    a drop: the lattice's atoms in the ellipsoid that fits into the box, and none around it */
enum workload { WORKLOAD_LATTICE, WORKLOAD_POISSON, WORKLOAD_WATER, WORKLOAD_CLUSTERED, WORKLOAD_SURFACE, WORKLOADS };
extern const char *const workload_words[];

/* Fills `atom` with at most `most` atoms in [0, side[0]) x [0, side[1]) x [0, side[2]), of `density` atoms a cubic
 * angstrom (of a drop: within it), and returns how many there are; with atom NULL it only counts. Charges are in [-1,
 * 1), but for water's. The same arguments give the same atoms on the same machine. */
size_t atoms_make(enum workload workload, double density, const double side[3], uint64_t seed, struct mm_float4 *atom,
                  size_t most);
