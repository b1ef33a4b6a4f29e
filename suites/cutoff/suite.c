/* The electrostatic potential on a grid from atoms within a cutoff: the suite. Its benches are in files of their own.
 */
#include "suites/cutoff/cutoff.h"

static const struct suite *const parts[] = {
    &cutoff_binning, &cutoff_naive, &cutoff_large_bins, &cutoff_small_bins, &cutoff_compact_bins, &cutoff_cpu, NULL};

const struct suite cutoff_suite = {
    .name = "cutoff",
    .summary = "electrostatic potential on a grid, from atoms within a cutoff",
    .parts = parts,
    .settings = cutoff_settings,
    .takes_structure = true,
};
