#include "reports/plot/plot.h"

#include "reports/plot/kinds.h"

#include <string.h>

static const struct plot kinds[] = {
    {"sizes", "times of the best against n, beside references and the limit", "a bench at several sizes", false,
     draw_sizes},
    {"rates", "the same as rates", "a bench at several sizes that counts bytes or operations", false, draw_rates},
    {"front", "each configuration's error against its time, and the fastest for each error",
     "a bench that has an error", true, draw_front},
    {"roofline", "each configuration below what the device's memory and arithmetic allow",
     "a bench that counts bytes and operations, and ceilings", true, draw_roofline},
    {"values", "times of all configurations by each parameter's values", "two timed configurations", true, draw_values},
    {"convergence", "the times in the order of the search, and the best so far", "two timed configurations", true,
     draw_convergence},
    {"resources", "times against registers and shared memory", "configurations whose registers are known", true,
     draw_resources},
    {"seconds", "where the run's seconds went", "a file that says it", false, draw_seconds},
    {"curves", "cutoff: a map's time against its volume, by direct sum, bins and the CPU",
     "maps of suite cutoff at several sizes", false, draw_curves},
    {"versions", "coulomb: pairs per second of v1, v2, v3, CPU and GPU against the slice's size",
     "two of coulomb's slice, cpu and both", false, draw_versions},
    {"cycle", "cutoff, coulomb: which part of a map runs when, on the GPU and the CPU",
     "a map that CPU and GPU make together", false, draw_cycle},
    {"m2l-orders", "fmm: M2L's time against the order of its expansions, by strategy",
     "fmm's bench m2l at several orders", false, draw_m2l_orders},
    {"m2l-indices", "fmm: the share of M2L's index arithmetic against the order, by depth",
     "fmm's benches m2l and m2l_indices at several orders", false, draw_m2l_indices},
};

const struct plot *plots(size_t *count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

const struct plot *plot_find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].name, name))
            return &kinds[i];
    return NULL;
}

/* Whether it fills the chart with something visible. */
static bool fills(const struct plot *plot, struct chart *chart, const struct results *results, size_t count,
                  long problem)
{
    chart_free(chart);
    chart->columns = 1;
    return plot->draw(chart, results, count, problem) && chart_has_points(chart);
}

enum status plot_write(FILE *file, const struct plot *plot, const struct results *results, size_t count, long problem,
                       struct fault *fault)
{
    FREED_BY(chart_free) struct chart chart = {0};
    bool filled = false;
    if (!plot->of_one_problem || problem != PLOT_ALL)
        filled = fills(plot, &chart, results, problem == PLOT_ALL ? count : 1, problem);
    else
        for (size_t p = 0; p < results->problem_count && !filled; p++)
            filled = fills(plot, &chart, results, 1, (long)p);
    if (filled)
        chart_draw(file, &chart);
    return filled ? OK : fail(fault, INVALID, "plot %s: it needs %s; these results have none", plot->name, plot->needs);
}
