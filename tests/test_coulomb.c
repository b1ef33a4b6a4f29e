/* Direct sums without a device: the tables, the atoms, the expectation, the launches of every configuration, what a
 * comparison refuses, and the kernel itself, for one configuration, as C: above all its reciprocal square root. */
#include "suites/coulomb.c"
#include "suites/coulomb_atoms.c"
#include "suites/coulomb_map.c"

#include "tests/check.h"

#include <stdlib.h>

enum { SLICE, VOLUME, BENCHES };

const struct suite coulomb_cpu = {.name = "cpu"}, coulomb_scatter = {.name = "scatter"};

/* ---- the kernel, one work-item at a time ---- */

#define DIMENSIONS 3
#define LAYOUT_ADJACENT 0
#define LAYOUT_STRIDED 1
#define ATOM_STORAGE_CONSTANT 0
#define ATOM_STORAGE_SHARED 1
#define ATOM_STORAGE_GLOBAL 2
#define EDGE_GUARD 0
