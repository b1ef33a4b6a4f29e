/* Times, or rates, over the size: for each bench at several sizes the best, its references, and its limit. */
#include "reports/plot/kinds.h"
#include "reports/plot/plot.h"

#include "reports/plot/rows.h"

#include <math.h>
#include <string.h>

/* The problems of a results file that differ only in size. */
struct group {
    const struct results *results;
    size_t first; /* of its problems */
    size_t sizes;
};

static bool in_group(const struct group *group, size_t problem)
{
    const struct named_problem *first = &group->results->problems[group->first],
                               *other = &group->results->problems[problem];
    return first->family == other->family && !problem_compare_inputs(first, other) &&
           rows_best(group->results, problem, NULL);
}

static size_t groups_of(const struct results *results, size_t count, long problem, struct group **groups)
{
    size_t found = 0, capacity = 0;
    for (size_t r = 0; r < count; r++)
        for (size_t p = 0; p < results[r].problem_count; p++) {
            struct group group = {&results[r], p, 0};
            bool before = !rows_best(&results[r], p, NULL);
            for (size_t other = 0; other < results[r].problem_count && !before; other++) {
                before = before || (other < p && in_group(&group, other));
                group.sizes += in_group(&group, other);
            }
            if (before || group.sizes < 2 || (problem != PLOT_ALL && !in_group(&group, (size_t)problem)))
                continue;
            *groups = grow(*groups, found, &capacity, sizeof **groups);
            (*groups)[found++] = group;
        }
    return found;
}

/* ---- names ---- */

static const struct named_problem *problem_of(const struct group *group)
{
    return &group->results->problems[group->first];
}

static bool is_cold(const struct group *group)
{
    return rows_best(group->results, group->first, NULL)->cold;
}

/* The differences between groups: names consist only of these. */
struct differences {
    bool bench, cache, device, options;
};

static struct differences differences_of(const struct group *group, size_t groups)
{
    struct differences differ = {0};
    for (size_t i = 1; i < groups; i++) {
        const struct named_problem *first = problem_of(group), *other = problem_of(&group[i]);
        differ.bench = differ.bench || !same_bench(first, other);
        differ.cache = differ.cache || is_cold(group) != is_cold(&group[i]);
        differ.device =
            differ.device || strcmp(group->results->context.device.name, group[i].results->context.device.name) != 0;
        differ.options = differ.options || (same_bench(first, other) && problem_compare_inputs(first, other));
    }
    return differ;
}

/* ", cold": the end of a group's names. The caller frees it. */
static char *ending_of(const struct group *group, const struct differences *differ)
{
    FREED char *options = problem_options(problem_of(group));
    const char *device = group->results->context.device.name;
    return text_make("%s%s%s%s%s",
                     !differ->cache   ? ""
                     : is_cold(group) ? ", cold"
                                      : ", warm",
                     differ->device ? ", " : "", differ->device ? device : "", differ->options ? ", " : "",
                     differ->options ? options : "");
}

/* ---- lines ---- */

enum { FEW = 2 }; /* groups that are drawn with references and limits: with more there would be too many lines */

/* The amount of the rate's unit per iteration. */
enum measure { TIME, BYTES, OPERATIONS };

/* Far more operations than bytes, as direct sums have: bytes per second would not be informative. */
static enum measure measure_of(const struct result *result)
{
    return result->bytes > 0 && result->flops <= 16 * result->bytes ? BYTES : OPERATIONS;
}

static double value_of(const struct result *work, double ns, enum measure measure)
{
    return measure == TIME ? ns : (measure == BYTES ? work->bytes : work->flops) / ns;
}

static void add_point(struct series *series, double n, const struct result *work, double ns, const double ci95_ns[2],
                      enum measure measure)
{
    series_point(series, n, value_of(work, ns, measure));
    struct point *point = &series->point[series->count - 1];
    if (ci95_ns) {
        point->low = value_of(work, ci95_ns[measure == TIME ? 0 : 1], measure);
        point->high = value_of(work, ci95_ns[measure == TIME ? 1 : 0], measure);
    }
}

/* Colours and markers by names: a repeated name has other dashes. */
struct legend {
    struct texts names;
    int times[64];
};

static struct series *named_series(struct panel *panel, struct legend *legend, const char *name, const char *ending)
{
    const size_t style = texts_number(&legend->names, name);
    struct series *series = panel_series(panel, MARKS_LINE, (int)style, "%s%s", name, ending);
    series->variant = style < sizeof legend->times / sizeof *legend->times ? legend->times[style]++ : 0;
    return series;
}

static void add_best(struct series *series, const struct group *group, enum measure measure)
{
    for (size_t p = 0; p < group->results->problem_count; p++) {
        if (!in_group(group, p))
            continue;
        double ns;
        const struct result *best = rows_best(group->results, p, &ns);
        add_point(series, (double)group->results->problems[p].size, best, ns,
                  ns == best->median_ns ? best->ci95_ns : NULL, measure);
    }
    series_sort(series);
}

static void add_reference(struct series *series, const struct group *group, uint32_t reference, enum measure measure)
{
    for (size_t p = 0; p < group->results->problem_count; p++) {
        const struct result *row = in_group(group, p) ? rows_reference(group->results, p, reference) : NULL;
        if (row)
            add_point(series, (double)group->results->problems[p].size, rows_best(group->results, p, NULL),
                      row->median_ns, row->ci95_ns, measure);
    }
    series_sort(series);
}

/* The device's limit, by its ceilings. */
static void add_limit(struct series *series, const struct group *group, enum measure measure)
{
    for (size_t p = 0; p < group->results->problem_count; p++) {
        const struct result *best = in_group(group, p) ? rows_best(group->results, p, NULL) : NULL;
        if (best && best->limit.fraction > 0)
            add_point(series, (double)group->results->problems[p].size, best, best->median_ns * best->limit.fraction,
                      NULL, measure);
    }
    series_sort(series);
}

static void add_group(struct panel *panel, const struct group *group, const struct differences *differ,
                      struct legend *legend, enum measure measure, bool alone)
{
    const struct named_problem *problem = problem_of(group);
    FREED char *ending = ending_of(group, differ);
    add_best(named_series(panel, legend, problem->bench, ending), group, measure);
    for (uint32_t r = 1; !alone && r <= problem->references.count; r++) {
        FREED char *name = text_make("%s%s%s", problem_reference(problem, r), differ->bench ? " of " : "",
                                     differ->bench ? problem->bench : "");
        add_reference(named_series(panel, legend, name, ending), group, r, measure);
    }
    if (!alone) {
        struct series *limit = panel_series(panel, MARKS_BARE, STYLE_GREY, "limit%s%s%s", differ->bench ? " of " : "",
                                            differ->bench ? problem->bench : "", ending);
        limit->variant = is_cold(group) ? 1 : 2;
        add_limit(limit, group, measure);
    }
}

/* ---- axes ---- */

static void size_axis(struct panel *panel)
{
    double low = INFINITY, high = 0;
    bool powers = true;
    for (size_t s = 0; s < panel->count; s++)
        for (size_t i = 0; i < panel->series[s].count; i++) {
            const double n = panel->series[s].point[i].x;
            low = fmin(low, n);
            high = fmax(high, n);
            powers = powers && exp2(rint(log2(n))) == n;
        }
    panel->x.kind = !(high > 4 * low) ? SCALE_LINEAR : powers ? SCALE_POWERS_OF_2 : SCALE_LOG;
    chart_set(&panel->x.label, "n");
}

static bool draw(struct chart *chart, const struct results *results, size_t count, long problem, bool rates)
{
    FREED struct group *group = NULL;
    struct legend legend = {0};
    const size_t groups = groups_of(results, count, problem, &group);
    const struct differences differ = groups ? differences_of(group, groups) : (struct differences){0};
    const enum measure measure = !groups || !rates ? TIME : measure_of(rows_best(group->results, group->first, NULL));
    struct panel *panel = chart_panel(chart);
    for (size_t i = 0; i < groups; i++)
        add_group(panel, &group[i], &differ, &legend, measure, groups > FEW);
    if (groups) {
        chart_set(&chart->title, "%s of %s/%s against n, on %s", rates ? "Rates" : "Times", problem_of(group)->suite,
                  problem_of(group)->bench, group->results->context.device.name);
        chart_set(&chart->description,
                  "The best of each size beside what one would call instead, and what the device allows.");
        size_axis(panel);
        chart_scale_y(panel);
        chart_set(&panel->y.label, "rate (%s)", measure == BYTES ? "GB/s" : "GFLOP/s"); /* as per ns */
    }
    if (!rates)
        chart_times(chart, false, "time");
    texts_free(&legend.names);
    return groups > 0;
}

bool draw_sizes(struct chart *chart, const struct results *results, size_t count, long problem)
{
    return draw(chart, results, count, problem, false);
}

bool draw_rates(struct chart *chart, const struct results *results, size_t count, long problem)
{
    return draw(chart, results, count, problem, true);
}
