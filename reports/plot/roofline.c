/* The roofline: operations per second over operations per byte, below the ceilings of memory and of arithmetic. */
#include "reports/plot/kinds.h"

#include "reports/format.h"
#include "reports/plot/rows.h"

#include <math.h>
#include <string.h>

/* Operations per unit of an arithmetic resource; else 0. */
static double operations_of(enum resource resource)
{
    return !strcmp(resource_unit(resource), "FMA") ? 2 : 0;
}

/* A row's rate is at least that of the executed operations, if these are known: its bench may count the operations of
 * another form. */
static double operations(const struct result *result)
{
    double sum = 0;
    for (enum resource r = 0; r < RESOURCES; r++)
        sum += operations_of(r) * result->amount[r];
    return sum > 0 ? sum : result->flops;
}

static bool has_both(const struct result *result)
{
    return result->bytes > 0 && operations(result) > 0;
}

/* Whether a configuration of the problem uses it. */
static bool is_used(const struct results *results, size_t problem, enum resource resource)
{
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (row_measured(row) && row->result.amount[resource] > 0)
            return true;
    return false;
}

static double ceiling(const struct results *results, size_t problem, enum resource resource)
{
    const double rate = results->context.ceilings.rate[resource];
    return rate > 0 && is_used(results, problem, resource) ? rate : 0;
}

/* A line between two points, labelled by its limit. */
static void add_roof(struct panel *panel, int variant, double from, double from_rate, double to, double to_rate,
                     const char *word, const char *rate)
{
    struct series *series = panel_series(panel, MARKS_BARE, STYLE_GREY, "%s%s%s", word, *rate ? ", " : "", rate);
    series->variant = variant;
    series_point(series, from, from_rate / 1e9);
    series_point(series, to, to_rate / 1e9);
}

/* The fastest of DRAM's used streams, up to where arithmetic limits; 0 if none is known. */
static double add_memory(struct panel *panel, const struct results *results, size_t problem, double low, double high)
{
    enum resource which = RESOURCES;
    double most = 0, arithmetic = 0;
    for (enum resource r = 0; r < RESOURCES; r++) {
        const double rate = ceiling(results, problem, r);
        arithmetic = fmax(arithmetic, operations_of(r) * rate);
        if (r < RESOURCE_STREAMS && rate > most) {
            most = rate;
            which = r;
        }
    }
    const double ridge = arithmetic > 0 ? arithmetic / most : high, end = fmin(ridge, high);
    if (most > 0 && end > low)
        add_roof(panel, 0, low, low * most, end, end * most, resource_word(which), format_rate(most, "B").text);
    return most;
}

/* Each used kind of arithmetic, from where memory no longer limits. Returns the number of roofs. */
static int add_arithmetic(struct panel *panel, const struct results *results, size_t problem, double low, double high,
                          double memory)
{
    int roofs = 0;
    for (enum resource r = 0; r < RESOURCES; r++) {
        const double rate = operations_of(r) * ceiling(results, problem, r), ridge = memory > 0 ? rate / memory : low;
        if (rate > 0 && ridge < high)
            add_roof(panel, ++roofs, fmax(ridge, low), rate, high, rate, resource_word(r),
                     format_rate(rate, "FLOP").text);
    }
    return roofs;
}

/* Whether there is any roof: of memory and arithmetic; or of another limit of the best, at its rate. */
static bool add_roofs(struct panel *panel, const struct results *results, size_t problem, double low, double high)
{
    const struct result *best = rows_best(results, problem, NULL);
    const double memory = add_memory(panel, results, problem, low, high);
    if (add_arithmetic(panel, results, problem, low, high, memory) || memory > 0)
        return true;
    if (!best || !has_both(best) || !(best->limit.fraction > 0))
        return false;
    const double rate = operations(best) / best->median_ns * 1e9 / best->limit.fraction;
    char word[64];
    snprintf(word, sizeof word, "limit by %s", resource_word(best->limit.resource));
    add_roof(panel, 1, low, rate, high, rate, word, "");
    return true;
}

static void add_point(struct series *series, const struct result *result)
{
    series_point(series, operations(result) / result->bytes, operations(result) / result->median_ns);
}

bool draw_roofline(struct chart *chart, const struct results *results, size_t count, long problem)
{
    const size_t number = (size_t)problem;
    struct panel *panel = chart_panel(chart);
    struct series *all = panel_series(panel, MARKS_CLOUD, 0, "a configuration");
    double low = INFINITY, high = 0;
    (void)count;
    for (const struct row *row = results_first(results, number); row; row = results_next(results, row)) {
        const struct result *result = &row->result;
        if (!row_measured(row) || !has_both(result))
            continue;
        add_point(all, result);
        low = fmin(low, operations(result) / result->bytes);
        high = fmax(high, operations(result) / result->bytes);
    }
    if (!all->count)
        return false;
    const struct result *best = rows_best(results, number, NULL);
    if (best && has_both(best))
        add_point(panel_series(panel, MARKS_POINTS, 1, "the best"), best);
    if (!add_roofs(panel, results, number, low / 8, high * 8))
        return false;
    rows_title(&chart->title, "Roofline of ", results, number);
    chart_set(&chart->description,
              "Operations per second of each configuration against its operations per byte; the lines are the "
              "rates that were measured of the device's memory and arithmetic.");
    panel->x.kind = panel->y.kind = SCALE_LOG;
    chart_set(&panel->x.label, "operations per byte (FLOP/B)");
    chart_set(&panel->y.label, "GFLOP/s");
    panel->x.low = low / 8;
    panel->x.high = high * 8;
    return true;
}
