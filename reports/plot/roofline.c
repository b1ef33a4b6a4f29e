/* The roofline: operations a second against operations a byte, below the ceilings of memory and of arithmetic. */
#include "reports/plot/kinds.h"

#include "reports/format.h"
#include "reports/plot/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Operations of a unit of a resource, and whether it is arithmetic; 0 of what has neither bytes nor operations. */
static double operations_of(enum resource resource)
{
    return !strcmp(resource_unit(resource), "FMA") ? 2 : 0;
}

static bool is_memory(enum resource resource)
{
    return resource < RESOURCE_STREAMS; /* bytes are those of arrays, which come from DRAM once at least */
}

/* Whether a configuration of the problem uses it. */
static bool is_used(const struct results *results, size_t problem, enum resource resource)
{
    for (size_t i = 0; i < results->count; i++)
        if (row_plotted(&results->rows[i], problem) && results->rows[i].result.amount[resource] > 0)
            return true;
    return false;
}

/* The highest of the rates that are known and used; 0 if there is none. */
static double highest(const struct results *results, size_t problem, bool memory, enum resource *which)
{
    double most = 0;
    for (enum resource r = 0; r < RESOURCES; r++) {
        const double rate = results->context.ceilings.rate[r] * (memory ? is_memory(r) : operations_of(r));
        if (rate > most && is_used(results, problem, r)) {
            most = rate;
            *which = r;
        }
    }
    return most;
}

/* A roof from (x, y) on, by what bounds it. */
static struct series *add_roof(struct panel *panel, enum resource resource, double rate, const char *unit, int variant)
{
    struct series *series =
        panel_series(panel, MARKS_BARE, STYLE_GREY, "%s, %s", resource_word(resource), format_rate(rate, unit).text);
    series->variant = variant;
    return series;
}

static void add_roofs(struct panel *panel, const struct results *results, size_t problem, double low, double high)
{
    enum resource memory = RESOURCES, arithmetic = RESOURCES;
    const double bytes = highest(results, problem, true, &memory),
                 operations = highest(results, problem, false, &arithmetic);
    const double ridge = bytes > 0 && operations > 0 ? operations / bytes : NAN;
    if (bytes > 0 && !(ridge < low)) {
        const double end = ridge < high ? ridge : high;
        struct series *roof = add_roof(panel, memory, bytes, "B", 0);
        series_point(roof, low, low * bytes / 1e9);
        series_point(roof, end, end * bytes / 1e9);
    }
    if (operations > 0 && !(ridge > high)) {
        const double begin = ridge > low ? ridge : low;
        struct series *roof = add_roof(panel, arithmetic, operations, "FLOP", 1);
        series_point(roof, begin, operations / 1e9);
        series_point(roof, high, operations / 1e9);
    }
}

static void add_point(struct series *series, const struct result *result)
{
    series_point(series, result->flops / result->bytes, result->flops / result->median_ns);
}

bool draw_roofline(struct chart *chart, const struct results *results, size_t count, long problem)
{
    const size_t number = (size_t)problem;
    struct panel *panel = chart_panel(chart);
    struct series *all = panel_series(panel, MARKS_CLOUD, 0, "a configuration");
    double low = INFINITY, high = 0;
    (void)count;
    for (size_t i = 0; i < results->count; i++) {
        const struct result *result = &results->rows[i].result;
        if (!row_plotted(&results->rows[i], number) || !(result->bytes > 0) || !(result->flops > 0))
            continue;
        add_point(all, result);
        low = fmin(low, result->flops / result->bytes);
        high = fmax(high, result->flops / result->bytes);
    }
    if (!all->count)
        return false;
    const struct result *best = rows_best(results, number, NULL);
    if (best && best->bytes > 0 && best->flops > 0)
        add_point(panel_series(panel, MARKS_POINTS, 1, "the best"), best);
    add_roofs(panel, results, number, low / 8, high * 8);
    char *title = rows_title(results, number);
    chart_title(chart, "Roofline of %s", title);
    chart_describe(chart, "Operations a second of each configuration against its operations a byte; the lines are the "
                          "rates that were measured of the device's memory and arithmetic.");
    free(title);
    panel->x.kind = panel->y.kind = SCALE_LOG;
    axis_label(&panel->x, "operations a byte (FLOP/B)");
    axis_label(&panel->y, "GFLOP/s");
    panel->x.low = low / 8;
    panel->x.high = high * 8;
    return true;
}
