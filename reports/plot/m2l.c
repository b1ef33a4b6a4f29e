/* The two plots of Kohnke and Kabadshow's talk (2015): M2L's time over the order of the expansions, and the share of
 * index arithmetic. */
#include "reports/plot/kinds.h"

#include "reports/plot/rows.h"

#include <math.h>
#include <string.h>

static double order_of(const struct named_problem *problem)
{
    return problem_setting(problem, "order");
}

/* Whether two problems differ only in the order. */
static bool is_beside(const struct named_problem *one, const struct named_problem *other)
{
    return one->size == other->size && problem_setting(one, "separation") == problem_setting(other, "separation");
}

/* ---- times over the order ---- */

static const struct {
    const char *name;
    struct wanted wanted[MAX_WANTED];
} lines[] = {
    {"folded", {{"PRECISION", "fp32"}, {"STRATEGY", "folded"}}},
    {"rotation", {{"PRECISION", "fp32"}, {"STRATEGY", "rotation"}}},
    {"tiles", {{"PRECISION", "fp32"}, {"STRATEGY", "tiles"}}},
    {"sequential jk", {{"PRECISION", "fp32"}, {"STRATEGY", "sequential_inner"}, {"SEQUENTIAL", "jk"}}},
    {"sequential k", {{"PRECISION", "fp32"}, {"STRATEGY", "sequential_inner"}, {"SEQUENTIAL", "k"}}},
    {"full parallel", {{"PRECISION", "fp32"}, {"STRATEGY", "full_parallel"}}},
    {"dynamic 1", {{"PRECISION", "fp32"}, {"STRATEGY", "dynamic_1"}}},
    {"dynamic 2", {{"PRECISION", "fp32"}, {"STRATEGY", "dynamic_2"}}},
    {"dynamic 3", {{"PRECISION", "fp32"}, {"STRATEGY", "dynamic_3"}}},
};

/* A point, or the lower one of two at the same place. */
static struct point *least_point(struct series *series, double x, double y)
{
    size_t i = 0;
    while (i < series->count && series->point[i].x != x)
        i++;
    if (i == series->count)
        series_point(series, x, y);
    else if (!(y < series->point[i].y))
        return NULL;
    series->point[i].y = y;
    return &series->point[i];
}

/* A configuration's time, with its interval, or marked as a single sample. */
static void add_time(struct series *series, double x, const struct result *row)
{
    struct point *point = least_point(series, x, row->median_ns);
    if (!point)
        return;
    point->low = row->ci95_ns[0];
    point->high = row->ci95_ns[1];
    point->single = row->iterations == 1;
}

/* The talk's `optimal`: the operations of the talk's form at the device's rate. */
static double optimal_ns(const struct results *results, const struct result *result)
{
    const double rate = results->context.ceilings.rate[RESOURCE_FP32_FMA];
    return rate > 0 && result->flops > 0 ? result->flops / 2 / rate * 1e9 : NAN;
}

static void add_orders(struct panel *panel, const struct results *results, size_t problem)
{
    const double order = order_of(&results->problems[problem]);
    const size_t count = sizeof lines / sizeof *lines;
    for (size_t l = 0; l < count; l++) {
        const struct result *row = rows_fastest(results, problem, lines[l].wanted);
        if (!row)
            continue;
        add_time(&panel->series[l], order, row);
        least_point(&panel->series[count], order, optimal_ns(results, row));
    }
}

bool draw_m2l_orders(struct chart *chart, const struct results *results, size_t count, UNNEEDED long problem)
{
    struct panel *panel = chart_panel(chart);
    const struct named_problem *first = NULL;
    bool several = false;
    for (size_t l = 0; l < sizeof lines / sizeof *lines; l++)
        panel_series(panel, MARKS_LINE, (int)l, "%s", lines[l].name);
    panel_series(panel, MARKS_BARE, STYLE_GREY, "optimal")->variant = 1;
    for (struct place at = {0}; rows_next_problem(results, count, "fmm", "m2l", &at);) {
        if (first && !is_beside(first, at.named))
            continue;
        first = first ? first : at.named;
        several = several || order_of(first) != order_of(at.named);
        add_orders(panel, at.results, at.problem);
    }
    if (!several)
        return false;
    for (size_t s = 0; s < panel->count; s++)
        series_sort(&panel->series[s]);
    chart_set(&chart->title, "M2L's time against the order of its expansions, depth %d, on %s", (int)first->size,
              results->context.device.name);
    chart_set(&chart->description,
              "The fastest configuration of each strategy, in single precision; optimal is the arithmetic of "
              "the complex form at the rate that the device has. A ring is around what is a single sample's time.");
    chart_set(&panel->x.label, "order p");
    chart->direct_labels = true;
    chart->height = 165;
    chart_times(chart, false, "time");
    return true;
}

/* ---- index arithmetic ---- */

/* The time of the whole operator of the same size and order, divisors as arguments; NAN if missing. */
static double whole_ns(const struct results *results, size_t count, const struct named_problem *like)
{
    static const struct wanted whole[MAX_WANTED] = {{"STRATEGY", "full_parallel"}, {"DIVISORS", "argument"}};
    for (struct place at = {0}; rows_next_problem(results, count, "fmm", "m2l", &at);) {
        if (!is_beside(at.named, like) || order_of(at.named) != order_of(like))
            continue;
        const struct result *row = rows_fastest(at.results, at.problem, whole);
        if (row)
            return row->median_ns;
    }
    return NAN;
}

static void add_share(struct panel *panel, const struct results *results, size_t count, const struct place *at)
{
    static const struct wanted indices[MAX_WANTED] = {{"DIVISORS", "argument"}};
    const struct result *row = rows_fastest(at->results, at->problem, indices);
    const double whole = row ? whole_ns(results, count, at->named) : NAN;
    if (isnan(whole))
        return;
    char name[32];
    snprintf(name, sizeof name, "depth %d", (int)at->named->size);
    size_t s = 0;
    while (s < panel->count && strcmp(panel->series[s].name, name))
        s++;
    if (s == panel->count)
        panel_series(panel, MARKS_LINE, (int)s, "%s", name);
    series_point(&panel->series[s], order_of(at->named), 100 * row->median_ns / whole);
}

bool draw_m2l_indices(struct chart *chart, const struct results *results, size_t count, UNNEEDED long problem)
{
    struct panel *panel = chart_panel(chart);
    for (struct place at = {0}; rows_next_problem(results, count, "fmm", "m2l_indices", &at);)
        add_share(panel, results, count, &at);
    bool several = false;
    for (size_t s = 0; s < panel->count; s++) {
        series_sort(&panel->series[s]);
        several = several || panel->series[s].count > 1;
    }
    chart_set(&chart->title, "The share of index arithmetic in M2L, all loops parallel, on %s",
              results->context.device.name);
    chart_set(&chart->description, "The time of the kernel's index arithmetic alone over that of the whole kernel.");
    panel->x.kind = SCALE_POWERS_OF_2;
    chart_set(&panel->x.label, "order p");
    chart_set(&panel->y.label, "index arithmetic (%% of the time)");
    panel->y.low = 0;
    panel->y.high = 100;
    chart->direct_labels = true;
    return several;
}
