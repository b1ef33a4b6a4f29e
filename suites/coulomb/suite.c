/* Electrostatic potentials on grids, by direct summation: the suite. Its benches are in files of their own. */
#include "suites/coulomb/coulomb.h"

static const struct setting settings[] = {
    {"atoms", "atoms of the problem", NULL, 32768, 0, 1 << 24, .whole = true, .of_made = true},
    {.name = NULL},
};

const struct suite coulomb_suite = {
    .name = "coulomb",
    .summary = "electrostatic potentials on grids, by direct summation",
    .benches = BENCHES(&coulomb_slice, &coulomb_volume, &coulomb_scatter, &coulomb_cpu),
    .settings = settings,
    .structure = STRUCTURE_CHARGES,
};
