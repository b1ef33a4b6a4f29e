/* How a search went: the time of each configuration in the order in which they were measured, and the best so far. */
#include "reports/plot/kinds.h"

#include "reports/plot/rows.h"

#include <math.h>
#include <stdlib.h>

bool draw_convergence(struct chart *chart, const struct results *results, size_t count, long problem)
{
    const size_t number = (size_t)problem;
    struct panel *panel = chart_panel(chart);
    panel_series(panel, MARKS_CLOUD, 0, "a configuration");
    panel_series(panel, MARKS_STEPS, 1, "the best so far");
    struct series *all = &panel->series[0], *best = &panel->series[1];
    double tried = 0, best_ns = INFINITY;
    (void)count;
    for (const struct row *row = results_first(results, number); row; row = results_next(results, row)) {
        if (row->result.reference)
            continue;
        tried++;
        if (!row_plotted(row))
            continue;
        series_point(all, tried, row->result.median_ns);
        if (row->result.median_ns < best_ns) {
            best_ns = row->result.median_ns;
            series_point(best, tried, best_ns);
        }
    }
    if (all->count < 2)
        return false;
    char *title = rows_title(results, number);
    chart_title(chart, "The search for the best of %s", title);
    chart_describe(chart,
                   "Times of %zu configurations in the order in which they were tried; the line is the best so far.",
                   all->count);
    free(title);
    axis_label(&panel->x, "configurations tried");
    panel->x.low = 0;
    panel->x.high = tried;
    chart_times(chart, false, "time");
    return true;
}
