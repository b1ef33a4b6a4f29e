#include "reports/plot/chart.h"

#include "base/memory.h"
#include "reports/plot/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Without yellow, which is hardly visible on white. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#000", "#cc79a7", "#e69f00", "#56b4e9"};
static const char *const dashes[] = {"", "3.5 1.5", "1 1.3", "6 1.5 1 1.5"};
enum { COLOURS = sizeof colours / sizeof *colours, DASHES = sizeof dashes / sizeof *dashes };

/* Paths of markers from their centre, of about the same area. */
static const struct shape {
    const char *large, *small;
    bool is_stroke;
} shapes[] = {
    {"m-1.9 0a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0z", "h0", false},                 /* circle */
    {"m-1.7-1.7h3.4v3.4h-3.4z", "m-.9-.9h1.8v1.8h-1.8z", false},                       /* square */
    {"m0-2.3l2.2 3.8h-4.4z", "m0-1.2l1.1 1.9h-2.2z", false},                           /* triangle */
    {"m0-2.4l2.4 2.4l-2.4 2.4l-2.4-2.4z", "m0-1.3l1.3 1.3l-1.3 1.3l-1.3-1.3z", false}, /* diamond */
    {"m0 2.3l2.2-3.8h-4.4z", "m0 1.2l1.1-1.9h-2.2z", false},                           /* triangle, downwards */
    {"m-2.1 0h4.2m-2.1-2.1v4.2", "m-1.2 0h2.4m-1.2-1.2v2.4", true},                    /* plus */
    {"m-1.7-1.7l3.4 3.4m0-3.4l-3.4 3.4", "m-1-1l2 2m0-2l-2 2", true},                  /* cross */
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const char *colour_of(const struct series *series)
{
    return series->style < 0 ? "#777" : colours[series->style % COLOURS];
}

/* Shifted by one when colours repeat, so that no pair of them does. */
static const struct shape *shape_of(const struct series *series)
{
    return &shapes[series->style < 0 ? 0 : (series->style + series->style / COLOURS) % SHAPES];
}

static const char *dash_of(const struct series *series)
{
    return dashes[(series->variant + (series->style < 0 ? 0 : series->style / COLOURS)) % DASHES];
}

bool marks_alike(const struct series *one, const struct series *other)
{
    return one->style == other->style && one->variant == other->variant && one->marks == other->marks &&
           one->faint == other->faint && !strcmp(one->name, other->name);
}

/* ---- elements ---- */

static void open_line(FILE *file, const struct series *series)
{
    fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\"", colour_of(series),
            series->style < 0 ? ".7" : "1");
    if (*dash_of(series))
        fprintf(file, " stroke-dasharray=\"%s\"", dash_of(series));
    fputs(" d=\"", file);
}

/* Small circles are the round caps of lines of length zero. */
static void open_markers(FILE *file, const struct series *series, bool small)
{
    const struct shape *shape = shape_of(series);
    const char *colour = colour_of(series);
    if (small && shape == shapes)
        fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linecap=\"round\" d=\"", colour,
                series->faint ? "1.4" : "2.1");
    else if (shape->is_stroke)
        fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\".8\" d=\"", colour);
    else if (series->variant && !small)
        fprintf(file, "<path fill=\"#fff\" stroke=\"%s\" stroke-width=\".8\" d=\"", colour);
    else
        fprintf(file, "<path fill=\"%s\" d=\"", colour);
}

static const char *path_of(const struct series *series, bool small)
{
    return small ? shape_of(series)->small : shape_of(series)->large;
}

/* ---- series ---- */

static void draw_line(FILE *file, const struct frame *frame, const struct panel *panel, const struct series *series)
{
    char command = 'M';
    double last = NAN;
    open_line(file, series);
    for (size_t i = 0; i < series->count; i++) {
        const struct point *point = &series->point[i];
        if (!panel_shows(panel, point))
            continue;
        const double x = scale_place(&frame->x, point->x), y = scale_place(&frame->y, point->y);
        if (series->marks == MARKS_STEPS && isfinite(last))
            svg_to(file, command, x, last);
        svg_to(file, command, x, y);
        command = 'L';
        last = y;
    }
    if (series->marks == MARKS_STEPS && isfinite(last))
        svg_to(file, command, frame->right, last);
    fputs("\"/>\n", file);
}

/* Intervals large enough to be visible beside their markers. */
static void draw_intervals(FILE *file, const struct frame *frame, const struct panel *panel,
                           const struct series *series)
{
    bool any = false;
    for (size_t i = 0; i < series->count; i++) {
        const struct point *point = &series->point[i], low = {point->x, point->low, NAN, NAN, false},
                           high = {point->x, point->high, NAN, NAN, false};
        if (!panel_shows(panel, point) || !panel_shows(panel, &low) || !panel_shows(panel, &high))
            continue;
        const double x = scale_place(&frame->x, point->x), from = scale_place(&frame->y, point->low),
                     to = scale_place(&frame->y, point->high);
        if (fabs(from - to) < 4.5)
            continue;
        if (!any)
            fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\".6\" d=\"", colour_of(series));
        any = true;
        svg_to(file, 'M', x, from);
        svg_to(file, 'L', x, to);
    }
    if (any)
        fputs("\"/>\n", file);
}

/* The cells in which the series has a marker. */
struct cells {
    bool *taken;
    double wide;
    size_t columns, rows;
};

static struct cells cells_new(const struct frame *frame, size_t points)
{
    struct cells cells = {.wide = points > 2000 ? 1 : points > 200 ? 0.5 : 0.1};
    cells.columns = (size_t)((frame->right - frame->left) / cells.wide) + 2;
    cells.rows = (size_t)((frame->bottom - frame->top) / cells.wide) + 2;
    cells.taken = allocate(cells.columns * cells.rows);
    return cells;
}

static bool cells_take(struct cells *cells, const struct frame *frame, double x, double y)
{
    const double column = (x - frame->left) / cells->wide + 0.5, row = (y - frame->top) / cells->wide + 0.5;
    if (!(column >= 0 && row >= 0) || column >= (double)cells->columns || row >= (double)cells->rows)
        return false;
    bool *taken = &cells->taken[(size_t)row * cells->columns + (size_t)column];
    const bool was = *taken;
    *taken = true;
    return !was;
}

/* A larger number of points in the clouds of a panel counts as many. */
enum { MANY = 60 };

static bool is_small(const struct panel *panel, const struct series *series)
{
    size_t points = 0;
    for (size_t s = 0; s < panel->count; s++)
        points += panel->series[s].marks == MARKS_CLOUD ? panel->series[s].count : 0;
    return series->marks == MARKS_CLOUD && (series->faint || points > MANY);
}

static void draw_markers(FILE *file, const struct frame *frame, const struct panel *panel, const struct series *series)
{
    const bool small = is_small(panel, series);
    struct cells cells = cells_new(frame, series->count);
    open_markers(file, series, small);
    for (size_t i = 0; i < series->count; i++) {
        const struct point *point = &series->point[i];
        if (!panel_shows(panel, point))
            continue;
        const double x = scale_place(&frame->x, point->x), y = scale_place(&frame->y, point->y);
        if (!cells_take(&cells, frame, x, y))
            continue;
        svg_to(file, 'M', x, y);
        fputs(path_of(series, small), file);
    }
    fputs("\"/>\n", file);
    free(cells.taken);
}

/* Around markers of single samples. */
static void draw_rings(FILE *file, const struct frame *frame, const struct panel *panel, const struct series *series)
{
    bool any = false;
    for (size_t i = 0; i < series->count; i++) {
        const struct point *point = &series->point[i];
        if (!point->single || !panel_shows(panel, point))
            continue;
        if (!any)
            fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\".5\" d=\"", colour_of(series));
        any = true;
        svg_to(file, 'M', scale_place(&frame->x, point->x), scale_place(&frame->y, point->y));
        fputs("m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0z", file);
    }
    if (any)
        fputs("\"/>\n", file);
}

static void draw_bars(FILE *file, const struct frame *frame, const struct panel *panel, const struct series *series)
{
    fprintf(file, "<path fill=\"%s\" d=\"", colour_of(series));
    for (size_t i = 0; i < series->count; i++)
        if (panel_shows(panel, &series->point[i])) {
            const double x = scale_place(&frame->x, series->point[i].x), y = scale_place(&frame->y, series->point[i].y);
            svg_to(file, 'M', frame->left, y - 4);
            svg_to(file, 'L', x, y - 4);
            fputs("v8", file);
            svg_to(file, 'L', frame->left, y + 4);
            fputc('z', file);
        }
    fputs("\"/>\n", file);
}

void marks_draw(FILE *file, const struct frame *frame, const struct panel *panel, const struct series *series)
{
    if (series->marks == MARKS_BARS) {
        draw_bars(file, frame, panel, series);
        return;
    }
    if (series->marks != MARKS_POINTS && series->marks != MARKS_CLOUD)
        draw_line(file, frame, panel, series);
    draw_intervals(file, frame, panel, series);
    draw_rings(file, frame, panel, series);
    if (series->marks < MARKS_STEPS)
        draw_markers(file, frame, panel, series);
}

void marks_key(FILE *file, double x, double y, const struct series *series)
{
    const bool small = series->faint;
    if (series->marks != MARKS_POINTS && series->marks != MARKS_CLOUD) {
        open_line(file, series);
        svg_to(file, 'M', x, y);
        fprintf(file, "h%d\"/>\n", MARKS_KEY);
    }
    if (series->marks < MARKS_STEPS) {
        open_markers(file, series, small);
        svg_to(file, 'M', x + MARKS_KEY / 2.0, y);
        fprintf(file, "%s\"/>\n", path_of(series, small));
    }
}
