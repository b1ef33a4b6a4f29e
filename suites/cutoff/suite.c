/* The electrostatic potential on a grid from atoms within a cutoff: the suite. Its benches are in files of their own.
 */
#include "suites/cutoff/cutoff.h"

static const struct setting settings[] = {
    [SETTING_WORKLOAD] = {.name = "workload",
                          .summary = "where the atoms are that are made from the seed",
                          .words = workload_words,
                          .count = WORKLOADS,
                          .of_made = true},
    [SETTING_DENSITY] = {.name = "density",
                         .summary = "of the atoms that are made",
                         .unit = "atoms/A^3",
                         .initial = 0.1,
                         .least = 0.0001,
                         .most = 1,
                         .of_made = true},
    [SETTING_CUTOFF] = {.name = "cutoff",
                        .summary = "distance up to which an atom counts",
                        .unit = "A",
                        .initial = 12,
                        .least = 2,
                        .most = 16},
    [SETTING_COVERAGE] = {.name = "coverage",
                          .summary = "share of the atoms that bins must hold at least; 0 allows every capacity",
                          .initial = 0.95,
                          .least = 0,
                          .most = 1},
    {.name = NULL},
};

const struct suite cutoff_suite = {
    .name = "cutoff",
    .summary = "electrostatic potential on a grid, from atoms within a cutoff",
    .benches = BENCHES(&cutoff_binning, &cutoff_naive, &cutoff_large_bins, &cutoff_small_bins, &cutoff_compact_bins,
                       &cutoff_cpu),
    .settings = settings,
    .structure = STRUCTURE_CHARGES,
};
