/* The layout of a chart: legend above, panels in rows, and axes around them; or names at ends of lines. */
#include "reports/plot/chart.h"

#include "base/memory.h"
#include "reports/plot/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double width = 240, small = 6.5, size = 7, line = 9, edge = 4;

/* ---- scales ---- */

static void include(struct scale *scale, double value)
{
    scale->low = isnan(scale->low) || value < scale->low ? value : scale->low;
    scale->high = isnan(scale->high) || value > scale->high ? value : scale->high;
}

static struct scale scale_of(const struct panel *panel, const struct axis *axis, bool is_x)
{
    if (axis->words)
        return (struct scale){.kind = SCALE_LINEAR, .low = -0.5, .high = (double)axis->words - 0.5};
    struct scale scale = {.kind = axis->kind, .low = axis->low, .high = axis->high};
    if (axis->exact)
        return scale;
    for (size_t s = 0; s < panel->count; s++)
        for (size_t i = 0; i < panel->series[s].count; i++) {
            const struct point *point = &panel->series[s].point[i];
            if (panel_shows(panel, point))
                include(&scale, is_x ? point->x : point->y);
        }
    if (isnan(scale.low))
        scale.low = scale.high = 1;
    scale_widen(&scale, is_x);
    return scale;
}

/* The least spacing of an axis' labels. */
static double label_spacing(const struct scale *scale, bool is_x)
{
    char label[32];
    if (!is_x)
        return 13;
    if (scale->kind != SCALE_LINEAR)
        return 19;
    snprintf(label, sizeof label, "%.3g", scale->high);
    return svg_text_width(label, small) + 7;
}

/* The ticks of an axis; none if it has words in their place. */
static size_t ticks_of(const struct scale *scale, const struct axis *axis, bool is_x, struct tick tick[MAX_TICKS])
{
    return axis->words ? 0 : scale_ticks(scale, label_spacing(scale, is_x), tick);
}

/* ---- axes ---- */

static void path_tick(FILE *file, const struct frame *frame, bool is_x, double at, double length)
{
    svg_to(file, 'M', is_x ? at : frame->left, is_x ? frame->bottom : at);
    fprintf(file, "%c", is_x ? 'v' : 'h');
    fprintf(file, "%s%g", is_x ? "" : "-", length);
}

static void draw_grid(FILE *file, const struct frame *frame, const struct axis *axis, bool is_x)
{
    struct tick tick[MAX_TICKS];
    const struct scale *scale = is_x ? &frame->x : &frame->y;
    const size_t count = ticks_of(scale, axis, is_x, tick);
    if (!count)
        return;
    fputs("<path stroke=\"#e4e4e4\" stroke-width=\".4\" d=\"", file);
    for (size_t i = 0; i < count; i++)
        if (*tick[i].label) {
            const double at = scale_place(scale, tick[i].value);
            svg_to(file, 'M', is_x ? at : frame->left, is_x ? frame->bottom : at);
            svg_to(file, 'L', is_x ? at : frame->right, is_x ? frame->top : at);
        }
    fputs("\"/>\n", file);
}

static void draw_frame(FILE *file, const struct frame *frame, const struct panel *panel)
{
    struct tick tick[MAX_TICKS];
    fputs("<path fill=\"none\" stroke=\"#000\" stroke-width=\".5\" d=\"", file);
    svg_to(file, 'M', frame->left, frame->top);
    svg_to(file, 'L', frame->left, frame->bottom);
    svg_to(file, 'L', frame->right, frame->bottom);
    for (int is_x = 0; is_x < 2; is_x++) {
        const struct axis *axis = is_x ? &panel->x : &panel->y;
        const struct scale *scale = is_x ? &frame->x : &frame->y;
        const size_t count = ticks_of(scale, axis, is_x, tick);
        for (size_t i = 0; i < count; i++)
            path_tick(file, frame, is_x, scale_place(scale, tick[i].value), *tick[i].label ? 2.5 : 1.3);
    }
    fputs("\"/>\n", file);
}

/* Words below an axis that do not fit side by side are rotated. */
static double widest_word(const struct axis *axis)
{
    double widest = 0;
    for (size_t i = 0; i < axis->words; i++)
        widest = fmax(widest, svg_text_width(axis->word[i], small));
    return widest;
}

static bool is_turned(const struct axis *axis, double length)
{
    for (size_t i = 1; i < axis->words; i++) {
        const double both = svg_text_width(axis->word[i - 1], small) + svg_text_width(axis->word[i], small);
        if (both / 2 + 2 > length / (double)axis->words)
            return true;
    }
    return false;
}

static void draw_tick_labels(FILE *file, const struct frame *frame, const struct axis *axis, bool is_x)
{
    struct tick tick[MAX_TICKS];
    const struct scale *scale = is_x ? &frame->x : &frame->y;
    const size_t count = ticks_of(scale, axis, is_x, tick);
    const bool turned = is_x && is_turned(axis, frame->right - frame->left);
    for (size_t i = 0; i < count; i++)
        if (*tick[i].label) {
            const double at = scale_place(scale, tick[i].value);
            svg_tick(file, is_x ? at : frame->left - 4, is_x ? frame->bottom + 9 : at + 2.3,
                     is_x ? ANCHOR_MIDDLE : ANCHOR_END, small, tick[i].label);
        }
    for (size_t i = 0; i < axis->words; i++) {
        const double at = scale_place(scale, (double)i);
        if (turned)
            svg_text(file, at + 2.2, frame->bottom + 3, ANCHOR_END, small, -90, axis->word[i]);
        else
            svg_text(file, is_x ? at : frame->left - 4, is_x ? frame->bottom + 8 : at + 2.3,
                     is_x ? ANCHOR_MIDDLE : ANCHOR_END, small, 0, axis->word[i]);
    }
}

/* ---- layout ---- */

/* The space around the panels of a chart. */
struct layout {
    double left[2], room[2]; /* of a column: its margin, and the extent of its panels */
    double legend, title, height;
};
enum { MOST_COLUMNS = 2 };

/* The drawn width of a label. */
static double tick_width(const char *label)
{
    const size_t base = strcspn(label, "^");
    return svg_text_width(label, small) - (label[base] ? svg_text_width("^", small) : 0);
}

static double label_room(const struct panel *panel, double height)
{
    struct tick tick[MAX_TICKS];
    struct scale scale = scale_of(panel, &panel->y, false);
    double widest = widest_word(&panel->y);
    scale.from = height;
    scale.to = 0;
    const size_t count = ticks_of(&scale, &panel->y, false, tick);
    for (size_t i = 0; i < count; i++)
        widest = fmax(widest, tick_width(tick[i].label));
    return widest + 5 + (*panel->y.label ? line + 1 : 0);
}

/* A panel in a later column without a label of y shares the ticks of the first one. */
static bool has_y_labels(const struct chart *chart, size_t p)
{
    return *chart->panel[p].y.label || chart->panel[p].y.words || p % chart->columns == 0;
}

static double longest_name(const struct chart *chart)
{
    double longest = 0;
    for (size_t p = 0; p < chart->panels; p++)
        for (size_t s = 0; s < chart->panel[p].count; s++)
            if (chart->panel[p].series[s].count)
                longest = fmax(longest, svg_text_width(chart->panel[p].series[s].name, small));
    return longest;
}

/* The series of a chart's legend, without duplicates. */
static size_t legend_entries(const struct chart *chart, const struct series **entry)
{
    size_t count = 0;
    for (size_t p = 0; p < chart->panels; p++)
        for (size_t s = 0; s < chart->panel[p].count; s++) {
            const struct series *series = &chart->panel[p].series[s];
            size_t known = 0;
            while (known < count && !marks_alike(entry[known], series))
                known++;
            if (*series->name && series->count && known == count)
                entry[count++] = series;
        }
    return count;
}

static size_t all_series(const struct chart *chart)
{
    size_t count = 0;
    for (size_t p = 0; p < chart->panels; p++)
        count += chart->panel[p].count;
    return count;
}

static size_t legend_columns(const struct chart *chart)
{
    const double fit = floor((width - 2 * edge) / (longest_name(chart) + MARKS_KEY + 12));
    return fit < 1 ? 1 : (size_t)fit;
}

static struct layout layout_of(const struct chart *chart)
{
    FREED const struct series **entry = allocate((all_series(chart) + 1) * sizeof *entry);
    const size_t entries = chart->direct_labels ? 0 : legend_entries(chart, entry);
    struct layout layout = {.height = chart->height > 0 ? chart->height : 140};
    layout.legend = entries ? 3 + line * ceil((double)entries / (double)legend_columns(chart)) : 0;
    double margins = edge + (chart->direct_labels ? longest_name(chart) + 10 : 4);
    for (size_t p = 0; p < chart->panels; p++) {
        double *left = &layout.left[p % chart->columns];
        *left = fmax(*left, has_y_labels(chart, p) ? label_room(&chart->panel[p], layout.height) : 5);
        layout.title = *chart->panel[p].title ? line + 1 : layout.title;
    }
    for (size_t c = 0; c < chart->columns; c++)
        margins += layout.left[c] + (c ? 2 * edge : 0);
    for (size_t c = 0; c < chart->columns; c++)
        layout.room[c] = (width - margins) / (double)chart->columns;
    return layout;
}

/* The height below the panels of a row: ticks and the axis' label. */
static double below_of(const struct chart *chart, const struct layout *layout, size_t row)
{
    double below = 11;
    for (size_t p = row * chart->columns; p < chart->panels && p < (row + 1) * chart->columns; p++) {
        const struct axis *x = &chart->panel[p].x;
        const double words = is_turned(x, layout->room[p % chart->columns]) ? widest_word(x) + 4 : 11;
        below = fmax(below, words + (*x->label ? line + 1 : 0));
    }
    return below;
}

/* The top of a row of panels; for the row after the last one, the bottom of the picture. */
static double top_of(const struct chart *chart, const struct layout *layout, size_t row)
{
    double top = edge + 2 + layout->legend + layout->title;
    for (size_t above = 0; above < row; above++)
        top += layout->height + below_of(chart, layout, above) + 3 + layout->title;
    return top;
}

/* Keeps markers off the lines of the axes, unless these begin at 0. */
static void place_scale(struct scale *scale, const struct axis *axis, double from, double to)
{
    const double inside = axis->words ? 0 : copysign(3, to - from);
    scale->from = from + (scale->kind == SCALE_LINEAR && scale->low == 0 ? 0 : inside);
    scale->to = to - inside;
}

static struct frame frame_of(const struct chart *chart, const struct layout *layout, size_t p)
{
    const size_t column = p % chart->columns, row = p / chart->columns;
    struct frame frame = {.left = layout->left[0], .top = top_of(chart, layout, row)};
    if (column)
        frame.left += layout->room[0] + 2 * edge + layout->left[1];
    frame.right = frame.left + layout->room[column];
    frame.bottom = frame.top + layout->height;
    frame.x = scale_of(&chart->panel[p], &chart->panel[p].x, true);
    frame.y = scale_of(&chart->panel[p], &chart->panel[p].y, false);
    place_scale(&frame.x, &chart->panel[p].x, frame.left, frame.right);
    if (chart->panel[p].y.words) /* words are read downwards */
        place_scale(&frame.y, &chart->panel[p].y, frame.top, frame.bottom);
    else
        place_scale(&frame.y, &chart->panel[p].y, frame.bottom, frame.top);
    return frame;
}

/* ---- names ---- */

static void draw_legend(FILE *file, const struct chart *chart)
{
    FREED const struct series **entry = allocate((all_series(chart) + 1) * sizeof *entry);
    const size_t entries = legend_entries(chart, entry), columns = legend_columns(chart),
                 rows = (entries + columns - 1) / columns;
    for (size_t i = 0; i < entries; i++) {
        const double x = edge + (double)(i / rows) * (longest_name(chart) + MARKS_KEY + 12),
                     y = edge + line / 2 + line * (double)(i % rows);
        marks_key(file, x, y, entry[i]);
        svg_text(file, x + MARKS_KEY + 3, y + 2.3, ANCHOR_START, small, 0, entry[i]->name);
    }
}

/* The name of a line, beside its last point. */
struct end {
    const struct series *series;
    double x, y, label; /* the point's position, and the name's height */
};

static int by_height(const void *left, const void *right)
{
    const struct end *a = left, *b = right;
    const int order = (a->y > b->y) - (a->y < b->y);
    return order ? order : (a->series > b->series) - (a->series < b->series);
}

/* Separates names, from the top downwards and back from the bottom. */
static void spread(struct end *end, size_t count, const struct frame *frame)
{
    const double step = small + 1.2;
    double least = frame->top - 2, most = frame->bottom;
    for (size_t i = 0; i < count; i++) {
        end[i].label = fmax(end[i].y, least);
        least = end[i].label + step;
    }
    for (size_t i = count; i-- > 0;) {
        end[i].label = fmin(end[i].label, most);
        most = end[i].label - step;
    }
}

static void draw_ends(FILE *file, const struct frame *frame, const struct panel *panel)
{
    FREED struct end *end = allocate((panel->count + 1) * sizeof *end);
    size_t count = 0;
    for (size_t s = 0; s < panel->count; s++) {
        const struct series *series = &panel->series[s];
        size_t last = series->count;
        while (last && !panel_shows(panel, &series->point[last - 1]))
            last--;
        if (last && *series->name)
            end[count++] = (struct end){series, scale_place(&frame->x, series->point[last - 1].x),
                                        scale_place(&frame->y, series->point[last - 1].y), 0};
    }
    if (count)
        qsort(end, count, sizeof *end, by_height);
    spread(end, count, frame);
    for (size_t i = 0; i < count; i++) {
        fputs("<path fill=\"none\" stroke=\"#999\" stroke-width=\".4\" d=\"", file);
        svg_to(file, 'M', end[i].x + 3, end[i].y);
        svg_to(file, 'L', fmax(frame->right + 4, end[i].x + 4), end[i].y);
        svg_to(file, 'L', frame->right + 9, end[i].label);
        fputs("\"/>\n", file);
        svg_text(file, frame->right + 10, end[i].label + 2.2, ANCHOR_START, small, 0, end[i].series->name);
    }
}

/* ---- drawing ---- */

static void draw_panel(FILE *file, const struct chart *chart, const struct layout *layout, size_t p)
{
    const struct panel *panel = &chart->panel[p];
    const struct frame frame = frame_of(chart, layout, p);
    draw_grid(file, &frame, &panel->x, true);
    draw_grid(file, &frame, &panel->y, false);
    for (int front = 0; front < 2; front++)
        for (size_t s = 0; s < panel->count; s++)
            if (panel->series[s].faint == !front)
                marks_draw(file, &frame, panel, &panel->series[s]);
    draw_frame(file, &frame, panel);
    draw_tick_labels(file, &frame, &panel->x, true);
    if (has_y_labels(chart, p))
        draw_tick_labels(file, &frame, &panel->y, false);
    if (*panel->x.label)
        svg_text(file, (frame.left + frame.right) / 2, frame.bottom + below_of(chart, layout, p / chart->columns) - 2,
                 ANCHOR_MIDDLE, size, 0, panel->x.label);
    if (*panel->y.label)
        svg_text(file, frame.left - layout->left[p % chart->columns] + size, (frame.top + frame.bottom) / 2,
                 ANCHOR_MIDDLE, size, -90, panel->y.label);
    if (*panel->title)
        svg_text(file, frame.left, frame.top - 4, ANCHOR_START, size, 0, panel->title);
    if (chart->direct_labels)
        draw_ends(file, &frame, panel);
}

void chart_draw(FILE *file, const struct chart *chart)
{
    const struct layout layout = layout_of(chart);
    const size_t rows = (chart->panels + chart->columns - 1) / chart->columns;
    const double height = top_of(chart, &layout, rows) - layout.title;
    svg_open(file, width, height, chart->title, chart->description);
    if (!chart->direct_labels)
        draw_legend(file, chart);
    for (size_t p = 0; p < chart->panels; p++)
        draw_panel(file, chart, &layout, p);
    svg_close(file);
}
