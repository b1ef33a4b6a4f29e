#include "reports/plot/chart.h"

#include "reports/texts.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

/* Numbers outside this range cannot be shown: an axis around them would have no valid ends. */
static const double least = 1e-250, most = 1e250;

void chart_set(char **text, const char *format, ...)
{
    va_list arguments;
    free(*text);
    va_start(arguments, format);
    *text = text_make_list(format, arguments);
    va_end(arguments);
}

static struct axis axis_new(void)
{
    return (struct axis){.label = allocate_text(""), .low = NAN, .high = NAN};
}

struct panel *chart_panel(struct chart *chart)
{
    chart->panel = grow(chart->panel, chart->panels, &chart->capacity, sizeof *chart->panel);
    struct panel *panel = &chart->panel[chart->panels++];
    *panel = (struct panel){.title = allocate_text(""), .x = axis_new(), .y = axis_new()};
    return panel;
}

void axis_word(struct axis *axis, const char *word)
{
    axis->word = resize(axis->word, (axis->words + 1) * sizeof *axis->word);
    axis->word[axis->words++] = allocate_text(word);
}

struct series *panel_series(struct panel *panel, enum marks marks, int style, const char *format, ...)
{
    va_list arguments;
    panel->series = grow(panel->series, panel->count, &panel->capacity, sizeof *panel->series);
    struct series *series = &panel->series[panel->count++];
    *series = (struct series){.marks = marks, .style = style};
    va_start(arguments, format);
    series->name = text_make_list(format, arguments);
    va_end(arguments);
    return series;
}

void series_point(struct series *series, double x, double y)
{
    series->point = grow(series->point, series->count, &series->capacity, sizeof *series->point);
    series->point[series->count++] = (struct point){x, y, NAN, NAN, false};
}

static int by_x(const void *left, const void *right)
{
    const struct point *a = left, *b = right;
    const int order = (a->x > b->x) - (a->x < b->x);
    return order ? order : (a->y > b->y) - (a->y < b->y);
}

void series_sort(struct series *series)
{
    if (series->count)
        qsort(series->point, series->count, sizeof *series->point, by_x);
}

/* ---- times ---- */

/* Widens a range by the points of a panel, along an axis, that a logarithmic one can show; `marked`: only those with
 * marks. */
static void widen(const struct panel *panel, bool along_x, bool marked, double *low, double *high)
{
    for (size_t s = 0; s < panel->count; s++)
        for (size_t i = 0; i < panel->series[s].count; i++) {
            const struct point *point = &panel->series[s].point[i];
            const double value = along_x ? point->x : point->y;
            if (!isfinite(value) || !(value > 0) || (marked && panel->series[s].marks == MARKS_BARE))
                continue;
            *low = fmin(*low, value);
            *high = fmax(*high, value);
        }
}

static void range_of(const struct chart *chart, bool along_x, bool marked, double *low, double *high)
{
    *low = *high = NAN;
    for (size_t p = 0; p < chart->panels; p++)
        widen(&chart->panel[p], along_x, marked, low, high);
}

static void divide(struct series *series, bool along_x, double by)
{
    for (size_t i = 0; i < series->count; i++) {
        struct point *point = &series->point[i];
        if (along_x) {
            point->x /= by;
        } else {
            point->y /= by;
            point->low /= by;
            point->high /= by;
        }
    }
}

void chart_times(struct chart *chart, bool along_x, const char *what)
{
    double low, high;
    range_of(chart, along_x, true, &low, &high);
    const struct time_unit unit = scale_time_unit(sqrt(low) * sqrt(high));
    range_of(chart, along_x, false, &low, &high);
    for (size_t p = 0; p < chart->panels; p++) {
        struct axis *axis = along_x ? &chart->panel[p].x : &chart->panel[p].y;
        for (size_t s = 0; s < chart->panel[p].count; s++)
            divide(&chart->panel[p].series[s], along_x, unit.ns);
        if (along_x || p % chart->columns == 0)
            chart_set(&axis->label, "%s (%s)", what, unit.name);
        axis->kind = chart_kind(low, high);
        axis->low = fmax(low / unit.ns, least);
        axis->high = fmin(high / unit.ns, most);
    }
}

double chart_scale_y(struct panel *panel)
{
    double low = INFINITY, high = 0;
    widen(panel, false, false, &low, &high);
    panel->y.kind = chart_kind(low, high);
    return high;
}

static void axis_free(struct axis *axis)
{
    free(axis->label);
    for (size_t i = 0; i < axis->words; i++)
        free(axis->word[i]);
    free(axis->word);
}

void chart_free(struct chart *chart)
{
    for (size_t p = 0; p < chart->panels; p++) {
        struct panel *panel = &chart->panel[p];
        for (size_t s = 0; s < panel->count; s++) {
            free(panel->series[s].name);
            free(panel->series[s].point);
        }
        free(panel->series);
        free(panel->title);
        axis_free(&panel->x);
        axis_free(&panel->y);
    }
    free(chart->panel);
    free(chart->title);
    free(chart->description);
    *chart = (struct chart){0};
}

enum scale_kind chart_kind(double low, double high)
{
    return low > 0 && high > 4 * low ? SCALE_LOG : SCALE_LINEAR;
}

static bool axis_shows(const struct axis *axis, double value)
{
    if (!(fabs(value) <= most) || (axis->kind != SCALE_LINEAR && !(value >= least)))
        return false;
    return !axis->exact || (value >= axis->low && value <= axis->high);
}

bool panel_shows(const struct panel *panel, const struct point *point)
{
    return axis_shows(&panel->x, point->x) && axis_shows(&panel->y, point->y);
}

bool chart_has_points(const struct chart *chart)
{
    for (size_t p = 0; p < chart->panels; p++)
        for (size_t s = 0; s < chart->panel[p].count; s++) {
            const struct series *series = &chart->panel[p].series[s];
            for (size_t i = 0; i < series->count; i++)
                if (panel_shows(&chart->panel[p], &series->point[i]))
                    return true;
        }
    return false;
}
