/* Electrostatic potentials on grids, by direct summation: the suite. Its benches have files of their own. */
#include "suites/coulomb/coulomb.h"

static bool has_slice(const struct bench *bench)
{
    return bench != &coulomb_volume;
}

static const struct setting settings[] = {
    [COULOMB_ATOMS] = {"atoms", "atoms of the problem", NULL, 32768, 0, 1 << 24, .whole = true, .of_made = true},
    [COULOMB_Z] = {"z", "of a slice; atoms that are made have theirs from 0 to 16 A", "A", 8, -1000, .most = 1000,
                   .concerns = has_slice},
    GRID_SETTING_LIST(COULOMB_GRID),
    {.name = NULL},
};

const struct suite coulomb_suite = {
    .name = "coulomb",
    .summary = "electrostatic potentials on grids, by direct summation",
    .benches = BENCHES(&coulomb_slice, &coulomb_volume, &coulomb_scatter, &coulomb_cpu, &coulomb_both),
    .settings = settings,
    .structure = STRUCTURE_CHARGES,
};
