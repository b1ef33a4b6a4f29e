/* The simple kinds of plots: each has a comment with what it shows. */
#include "reports/plot/kinds.h"

#include "reports/format.h"
#include "reports/plot/rows.h"

#include <math.h>

/* The course of a search: the time of each configuration in the order of measurement, and the best so far. */

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
        if (!row_measured(row))
            continue;
        series_point(all, tried, row->result.median_ns);
        if (row->result.median_ns < best_ns) {
            best_ns = row->result.median_ns;
            series_point(best, tried, best_ns);
        }
    }
    if (all->count < 2)
        return false;
    rows_title(&chart->title, "The search for the best of ", results, number);
    chart_set(&chart->description,
              "Times of %zu configurations in the order in which they were tried; the line is the best so far.",
              all->count);
    chart_set(&panel->x.label, "configurations tried");
    panel->x.low = 0;
    panel->x.high = tried;
    chart_times(chart, false, "time");
    return true;
}

/* Times over the resources reported by the compiler: registers, shared memory, spills. */

bool draw_resources(struct chart *chart, const struct results *results, size_t count, long problem)
{
    const size_t number = (size_t)problem;
    static const char *const label[] = {"registers per work-item", "shared memory (KiB)"};
    (void)count;
    for (size_t p = 0; p < sizeof label / sizeof *label; p++) {
        struct panel *panel = chart_panel(chart);
        chart_set(&panel->x.label, "%s", label[p]);
        panel_series(panel, MARKS_CLOUD, 0, "no spills");
        panel_series(panel, MARKS_CLOUD, 1, "spills");
        panel->x.low = 0;
    }
    size_t known = 0;
    for (const struct row *row = results_first(results, number); row; row = results_next(results, row)) {
        const struct result *result = &row->result;
        const struct compute_resources *resources = &result->resources;
        if (!row_measured(row) || resources->registers <= 0)
            continue;
        known++;
        const size_t spills = resources->spill_bytes > 0;
        series_point(&chart->panel[0].series[spills], (double)resources->registers, result->median_ns);
        if (resources->shared_bytes >= 0)
            series_point(&chart->panel[1].series[spills], (double)resources->shared_bytes / 1024, result->median_ns);
    }
    if (!known)
        return false;
    rows_title(&chart->title, "Times and resources of ", results, number);
    chart_set(&chart->description, "Times of %zu configurations against registers and shared memory.", known);
    chart->columns = 2;
    chart->height = 110;
    chart_times(chart, false, "time");
    return true;
}

/* The time of runs by phase. */

bool draw_seconds(struct chart *chart, const struct results *results, size_t count, UNNEEDED long problem)
{
    double seconds[PHASES] = {0}, all = 0;
    for (size_t r = 0; r < count; r++)
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
    chart_set(&chart->title, "Where the seconds went, of %s s", format_digits(all, 3).text);
    chart_set(&chart->description, "The seconds of the run, by what the program did.");
    chart_set(&panel->x.label, "seconds");
    panel->x.low = 0;
    chart->height = 14 * PHASES;
    return true;
}

/* The curves of Kirk and Hwu's lecture: the time of a map of the potential over its volume. */

static const double spacing = 0.5; /* of a map's points, in angstrom, if a file does not record it */

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
    for (struct place at = {0}; rows_next_problem(results, count, lines[l].suite, lines[l].bench, &at);) {
        const double given = problem_setting(at.named, "spacing");
        const double side = (double)at.named->size * (isnan(given) ? spacing : given);
        double ns;
        if (rows_best(at.results, at.problem, &ns))
            series_point(series, side * side * side, ns);
    }
    series_sort(series);
}

bool draw_curves(struct chart *chart, const struct results *results, size_t count, UNNEEDED long problem)
{
    struct panel *panel = chart_panel(chart);
    size_t with_points = 0;
    for (size_t l = 0; l < LINES; l++) {
        struct series *series = panel_series(panel, MARKS_LINE, (int)l, "%s", lines[l].name);
        add_line(series, l, results, count);
        with_points += series->count > 1;
    }
    const char *device = results->context.device.name; /* a table does not record it */
    chart_set(&chart->title, "Time of a potential map against its volume%s%s", *device ? ", on " : "", device);
    chart_set(&chart->description,
              "By direct summation of all atoms, and within a cutoff by bins on the device and by the CPU.");
    panel->x.kind = SCALE_LOG;
    chart_set(&panel->x.label, "volume of the map (\u00c5\u00b3)");
    chart->direct_labels = true;
    chart_times(chart, false, "time");
    return with_points > 0;
}
