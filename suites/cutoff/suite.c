/* The electrostatic potential on a grid from atoms within a cutoff: the suite. Its benches have files of their own. */
#include "suites/cutoff/cutoff.h"

static bool has_capacities(const struct bench *bench)
{
    return bench_among(bench, BENCHES(&cutoff_binning, &cutoff_small_bins));
}

/* The host's map needs no copy; binning has none. */
static bool has_map_on_device(const struct bench *bench)
{
    return !bench_among(bench, BENCHES(&cutoff_binning, &cutoff_cpu));
}

/* clang-format off */
static const struct setting settings[] = {
    [SETTING_WORKLOAD] = {"workload", "where the atoms are that are made from the seed", WORD_TABLE(WORKLOAD_WORDS),
                          .of_made = true},
    [SETTING_DENSITY] = {"density", "of the atoms that are made", "atoms/A^3", 0.1, 0.0001, 1, .of_made = true},
    [SETTING_CUTOFF] = {"cutoff", "distance up to which an atom counts", "A", 12, 2, .most = 16},
    [SETTING_COVERAGE] = {"coverage", "share of the atoms that bins must hold at least; 0 allows every capacity",
                          .initial = 0.95, .least = 0, .most = 1, .concerns = has_capacities},
    GRID_SETTING_LIST(SETTING_GRID),
    [SETTING_COPY] = {"copy", "whether a map's copy from the device to the host is timed with it", WORDS("no", "yes"),
                      .concerns = has_map_on_device},
    {.name = NULL},
};
/* clang-format on */

const struct suite cutoff_suite = {
    .name = "cutoff",
    .summary = "electrostatic potential on a grid, from atoms within a cutoff",
    .benches = BENCHES(&cutoff_binning, &cutoff_naive, &cutoff_large_bins, &cutoff_small_bins, &cutoff_compact_bins,
                       &cutoff_cpu),
    .settings = settings,
    .structure = STRUCTURE_CHARGES,
};
