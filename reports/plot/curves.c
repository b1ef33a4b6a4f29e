/* The curves of seed 001's lecture: how long a map of the potential takes against its volume. */
#include "reports/plot/kinds.h"
#include "reports/plot/plot.h"

#include "reports/plot/rows.h"

#include <string.h>

static const double spacing = 0.5; /* of a map's points, in angstrom */

static const struct {
    const char *suite, *bench, *name;
} lines[] = {
    {"coulomb", "volume", "direct sum"},        {"cutoff", "naive", "all atoms"},
    {"cutoff", "large_bins", "large bins"},     {"cutoff", "small_bins", "small bins"},
    {"cutoff", "compact_bins", "compact bins"}, {"cutoff", "cpu", "CPU"},
};
enum { LINES = sizeof lines / sizeof *lines };

static void add_line(struct series *series, size_t l, const struct results *results, size_t count)
{
    for (size_t r = 0; r < count; r++)
        for (size_t p = 0; p < results[r].problem_count; p++) {
            const struct named_problem *problem = &results[r].problems[p];
            const double side = (double)problem->size * spacing;
            double ns;
            if (rows_best(&results[r], p, &ns) && !strcmp(problem->suite, lines[l].suite) &&
                !strcmp(problem->bench, lines[l].bench))
                series_point(series, side * side * side, ns);
        }
    series_sort(series);
}

bool draw_curves(struct chart *chart, const struct results *results, size_t count, long problem)
{
    struct panel *panel = chart_panel(chart);
    size_t with_points = 0;
    for (size_t l = 0; l < LINES; l++) {
        struct series *series = panel_series(panel, MARKS_LINE, (int)l, "%s", lines[l].name);
        add_line(series, l, results, problem == PLOT_ALL ? count : 1);
        with_points += series->count > 1;
    }
    const char *device = results->context.device.name; /* a table does not say it */
    chart_title(chart, "Time of a potential map against its volume%s%s", *device ? ", on " : "", device);
    chart_describe(chart,
                   "By direct summation of all atoms, and within a cutoff by bins on the device and by the CPU.");
    panel->x.kind = SCALE_LOG;
    axis_label(&panel->x, "volume of the map (\u00c5\u00b3)");
    chart->direct_labels = true;
    chart_times(chart, false, "time");
    return with_points > 0;
}
