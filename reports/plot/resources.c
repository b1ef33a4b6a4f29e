/* Times against what the compiler says that a kernel takes: registers, shared memory, spills. */
#include "reports/plot/kinds.h"

#include "reports/plot/rows.h"

#include <stdlib.h>

bool draw_resources(struct chart *chart, const struct results *results, size_t count, long problem)
{
    const size_t number = (size_t)problem;
    static const char *const label[] = {"registers a work-item", "shared memory (KiB)"};
    (void)count;
    for (size_t p = 0; p < sizeof label / sizeof *label; p++) {
        struct panel *panel = chart_panel(chart);
        axis_label(&panel->x, "%s", label[p]);
        panel_series(panel, MARKS_CLOUD, 0, "no spills");
        panel_series(panel, MARKS_CLOUD, 1, "spills");
        panel->x.low = 0;
    }
    size_t known = 0;
    for (const struct row *row = results_first(results, number); row; row = results_next(results, row)) {
        const struct result *result = &row->result;
        const struct compute_resources *resources = &result->resources;
        if (!row_plotted(row) || resources->registers <= 0)
            continue;
        known++;
        const size_t spills = resources->spill_bytes > 0;
        series_point(&chart->panel[0].series[spills], (double)resources->registers, result->median_ns);
        if (resources->shared_bytes >= 0)
            series_point(&chart->panel[1].series[spills], (double)resources->shared_bytes / 1024, result->median_ns);
    }
    if (!known)
        return false;
    char *title = rows_title(results, number);
    chart_title(chart, "Times and resources of %s", title);
    chart_describe(chart, "Times of %zu configurations against registers and shared memory.", known);
    free(title);
    chart->columns = 2;
    chart->height = 110;
    chart_times(chart, false, "time");
    return true;
}
