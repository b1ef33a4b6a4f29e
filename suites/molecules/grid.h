/* The grid on which the electrostatic potential of atoms is wanted, as the host and kernels see it. Point (i, j, k) is
 * at GRID_SPACING times its indices, in angstrom, which is exact in float. */
#ifndef SUITES_MOLECULES_GRID_H
#define SUITES_MOLECULES_GRID_H

#include "tuner/job.h"

#define GRID_SPACING 0.5f

/* An atom that lies on a point gives it nothing: its pair is left out, in every variant and in the expectation. It lies
 * on it when it is nearer than this; any other pair of a grid point and an atom whose coordinates are floats of some
 * angstrom is much farther apart, in float as in double. */
#define ON_POINT 1e-6f
#define ON_POINT2 1e-12f /* its square */

/* #define lines with these for a kernel file. */
#define GRID_DEFINES DEFINE(GRID_SPACING) DEFINE(ON_POINT) DEFINE(ON_POINT2)

#endif
