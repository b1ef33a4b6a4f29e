/* Where the seconds of runs went. */
#include "reports/plot/kinds.h"
#include "reports/plot/plot.h"

#include "reports/format.h"

#include <stdlib.h>

bool draw_seconds(struct chart *chart, const struct results *results, size_t count, long problem)
{
    double seconds[PHASES] = {0}, all = 0;
    for (size_t r = 0; r < (problem == PLOT_ALL ? count : 1); r++)
        for (enum phase p = 0; p < PHASES; p++)
            if (results[r].context.seconds[p] > 0) {
                seconds[p] += results[r].context.seconds[p];
                all += results[r].context.seconds[p];
            }
    if (!(all > 0))
        return false;
    struct panel *panel = chart_panel(chart);
    struct series *bars = panel_series(panel, MARKS_BARS, 0, "%s", "");
    for (enum phase p = 0; p < PHASES; p++) {
        char word[96];
        snprintf(word, sizeof word, "%s, %s", phase_word(p), format_percent(seconds[p] / all).text);
        axis_word(&panel->y, word);
        series_point(bars, seconds[p], (double)p);
    }
    chart_title(chart, "Where the seconds went, of %s s", format_digits(all, 3).text);
    chart_describe(chart, "The seconds of the run, by what the program did.");
    axis_label(&panel->x, "seconds");
    panel->x.low = 0;
    chart->height = 14 * PHASES;
    return true;
}
