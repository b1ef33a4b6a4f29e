/* Atoms: shared by suites of molecules. Lengths are in angstrom, charges in elementary charges, potentials in
 * charges per angstrom: q / r. An atom is a struct mm_float4: x, y, z and, as w, its charge. */
#pragma once

#include "suites/molecules/grid.h"

/* An atom that lies on a point contributes nothing to it: the pair is excluded, in every variant and in the
 * expectation. An atom lies on a point if it is nearer than this; any other pair of a grid point and an atom with float
 * coordinates of some angstrom is much farther apart, in float as in double. */
#define ON_POINT 1e-6f
#define ON_POINT2 1e-12f /* its square */

/* #define lines with these for a kernel file. */
#define ON_POINT_DEFINES DEFINE(ON_POINT) DEFINE(ON_POINT2)

bool atom_on_point(float spacing, struct mm_float4 atom);

/* The lower corner of the box around a structure's atoms. */
struct mm_float4 atoms_corner(const struct inputs *inputs);

/* Atoms in two parts: [0, off_points) lie on no point of the grid, [off_points, all) on one. Kernels add the second
 * part in a separate loop that tests the distance, so that the loop over the first part needs no test. */
struct atom_counts {
    size_t off_points, all;
    double alike; /* mean number of atoms equal to an atom, itself included: 1 if no two are, `all` if all are */
};

/* Sorts atoms into that order. */
struct atom_counts atoms_divide(float spacing, struct mm_float4 *atom, size_t count);

/* The factor by which the rounding errors of a float sum of `terms` terms of such atoms may exceed those of a random
 * walk, which grow with the square root of the number. Equal terms are rounded the same way while the sum is between
 * two powers of two: so m equal ones lose m times the rounding, not its root, and n terms the root of the sum of the
 * groups' squares, or of n times their mean. It is at most one rounding of the whole sum per term, `most` times the
 * root. */
double atoms_in_step(const struct atom_counts *counts, double most);

/* Positions of atoms made from a seed:
 * lattice    a cubic lattice of spacing density^(-1/3), each atom at a random position in its own cell
 * poisson    random
 * water      molecules of three atoms (0.9572 A, 104.52 degrees, charges -0.834 and 0.417) at random angles, with
 *            oxygens placed like the lattice's atoms
 * clustered  half of them random, half in balls of radius 5 A around random centres: not uniform
 * surface    a drop: the lattice's atoms in the ellipsoid that fits into the box, and none around it */
#define WORKLOAD_WORDS lattice, poisson, water, clustered, surface
enum workload { WORD_NAMES(WORKLOAD, WORKLOAD_WORDS) WORKLOADS };

/* Fills `atom` with at most `most` atoms in [0, side[0]) x [0, side[1]) x [0, side[2]), of `density` atoms per cubic
 * angstrom (of a drop: within it), and returns their number; with atom NULL it only counts. Charges are in [-1, 1),
 * except water's. The same arguments give the same atoms on the same machine. */
size_t atoms_make(enum workload workload, double density, const double side[3], uint64_t seed, struct mm_float4 *atom,
                  size_t most);
