#include "reports/table/history.h"

#include "reports/compare/rule.h"
#include "reports/table/words.h"

#include <math.h>
#include <string.h>

/* The device of the next lines, if it changed. */
static void print_place(FILE *file, const struct history_point *point, const struct history_point *before,
                        const struct page *page)
{
    const bool same = before && !strcmp(point->device, before->device) && !strcmp(point->backend, before->backend) &&
                      point->cold == before->cold && point->measuring == before->measuring &&
                      point->objective == before->objective;
    if (!same)
        fprintf(file, "\n%s%s (%s)%s, caches %s, measuring %u%s\n", page->bold, point->device, point->backend,
                page->plain, point->cold ? "cold" : "warm", point->measuring,
                point->objective == OBJECTIVE_ALONE ? ", isolated iterations" : "");
}

/* ---- changes ---- */

enum column { CHANGE, INTERVAL, FIRST, FIRST_DATE, LAST, LAST_DATE };
enum { TURN_LEFT = 1 << FIRST | 1 << LAST };

static const struct grid_line turn_head = {
    {{"change"}, {"95 % interval"}, {"first new"}, {"measured"}, {"last old"}, {"measured"}}};

/* Commits are as long as git's short ones, and dates are days. */
static struct grid_line line_of(const struct turn *turn)
{
    const double centre = turn->estimate.centre, half = rule_half_width(turn->estimate);
    struct grid_line line = {.cell = {[CHANGE] = format_change(centre),
                                      [FIRST] = format_text("%.12s", turn->first->commit),
                                      [FIRST_DATE] = format_text("%.10s", turn->first->date),
                                      [LAST] = format_text("%.12s", turn->last->commit),
                                      [LAST_DATE] = format_text("%.10s", turn->last->date)}};
    line.cell[INTERVAL] = format_text("%+.1f to %s", 100 * expm1(centre - half), format_change(centre + half).text);
    return line;
}

static void print_count(FILE *file, const struct series_list *list, size_t count)
{
    size_t points = 0, few = 0;
    for (size_t i = 0; i < list->count; i++) {
        points += list->series[i].count;
        few += list->series[i].count < SERIES_LEAST;
    }
    fprintf(file, "%zu change%s in %zu series of %zu points", count, count == 1 ? "" : "s", list->count, points);
    if (few)
        fprintf(file, "; of %zu series nothing can be told before they have %d points", few, SERIES_LEAST);
    fputs(".\n", file);
}

void turns_print(FILE *file, const struct series_list *list, const struct turn *turns, size_t count,
                 const struct page *page)
{
    int width[GRID_COLUMNS] = {0};
    for (size_t i = 0; i < count; i++) {
        const struct grid_line line = line_of(&turns[i]);
        grid_fit(width, &line);
    }
    if (count)
        grid_print_head(file, &turn_head, width, TURN_LEFT);
    for (size_t i = 0; i < count; i++) {
        const struct grid_line line = line_of(&turns[i]);
        print_place(file, turns[i].first, i ? turns[i - 1].first : NULL, page);
        fputs(turns[i].estimate.centre > 0 ? page->bad : page->good, file);
        grid_print(file, &line, width, TURN_LEFT);
        fputs(page->plain, file);
        print_behind(file, page, grid_columns(width, LAST_DATE + 1), turns[i].first->name);
    }
    fputs(count ? "\n" : "", file);
    print_count(file, list, count);
}

/* ---- courses ---- */

enum { SPARKLINE = 60 }; /* bars at most */
enum series_column { POINTS, FIRST_TIME, LAST_TIME, IN_ALL, SERIES_COLUMNS };
static const struct grid_line series_head = {{{"points"}, {"first"}, {"last"}, {"change"}}};

static struct grid_line series_line(const struct series *series)
{
    const struct history_point *first = series->point[0], *last = series->point[series->count - 1];
    return (struct grid_line){{[POINTS] = format_text("%zu", series->count),
                               [FIRST_TIME] = format_ns(first->median_ns),
                               [LAST_TIME] = format_ns(last->median_ns),
                               [IN_ALL] = format_change(log(last->median_ns / first->median_ns))}};
}

/* The widths of the parts of a line. */
struct widths {
    int cell[GRID_COLUMNS];
    int bars, name; /* name: 0 if none fits beside the rest */
};

static struct widths widths_of(const struct series_list *list, const struct page *page)
{
    struct widths widths = {0};
    int most = 1;
    grid_fit(widths.cell, &series_head);
    for (size_t i = 0; i < list->count; i++) {
        const struct grid_line line = series_line(&list->series[i]);
        grid_fit(widths.cell, &line);
        most = list->series[i].count > (size_t)most ? (int)list->series[i].count : most;
    }
    const int rest = grid_columns(widths.cell, SERIES_COLUMNS) + 2;
    const int room = page->columns - TABLE_INDENT - rest + 2;
    widths.bars = room < SPARKLINE ? room : SPARKLINE;
    widths.bars = most < widths.bars ? most : widths.bars;
    for (size_t i = 0; i < list->count; i++) {
        const int length = (int)strlen(list->series[i].point[0]->name);
        if (length > widths.name && length + rest + widths.bars <= page->columns)
            widths.name = length;
    }
    return widths;
}

static void print_bars(FILE *file, const struct series *series, int width, bool utf8)
{
    FREED double *times = allocate(series->count * sizeof *times);
    for (size_t i = 0; i < series->count; i++)
        times[i] = series->point[i]->median_ns;
    FREED char *bars = sparkline(times, series->count, (size_t)width, utf8);
    const int count = series->count < (size_t)width ? (int)series->count : width;
    fprintf(file, "  %s%*s", bars, width - count, "");
}

static void print_series(FILE *file, const struct series *series, const struct widths *widths, bool utf8)
{
    const struct grid_line line = series_line(series);
    const char *name = series->point[0]->name;
    if ((int)strlen(name) > widths->name)
        fprintf(file, "%s\n%*s", name, widths->name ? widths->name + 2 : TABLE_INDENT, "");
    else
        fprintf(file, "%-*s  ", widths->name, name);
    fprintf(file, "%*s", widths->cell[POINTS], line.cell[POINTS].text);
    print_bars(file, series, widths->bars, utf8);
    for (size_t c = FIRST_TIME; c < SERIES_COLUMNS; c++)
        fprintf(file, "  %*s", widths->cell[c], line.cell[c].text);
    fputc('\n', file);
}

void series_print(FILE *file, const struct series_list *list, const struct page *page)
{
    const struct widths widths = widths_of(list, page);
    if (!list->count)
        return;
    fprintf(file, "%*s%*s%*s", widths.name ? widths.name + 2 : TABLE_INDENT, "", widths.cell[POINTS],
            series_head.cell[POINTS].text, widths.bars + 2, "");
    for (size_t c = FIRST_TIME; c < SERIES_COLUMNS; c++)
        fprintf(file, "  %*s", widths.cell[c], series_head.cell[c].text);
    fputc('\n', file);
    for (size_t i = 0; i < list->count; i++) {
        print_place(file, list->series[i].point[0], i ? list->series[i - 1].point[0] : NULL, page);
        print_series(file, &list->series[i], &widths, page->utf8);
    }
}

/* ---- bars ---- */

enum { BARS = 8, BESIDE = 2 };

static const char *const blocks[BARS] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
static const char *const letters[BARS] = {"_", ".", ":", "-", "=", "+", "*", "#"};

/* Of [from, end), the first ones of very many. */
static double median(const double *values, size_t from, size_t end)
{
    return rule_median(values + from, end - from < RULE_MOST ? end - from : RULE_MOST);
}

static size_t bar(double value, double least, double most)
{
    if (value <= least)
        return value < least || most > least ? 0 : BARS / 2;
    return value >= most ? BARS - 1 : (size_t)((value - least) / (most - least) * (BARS - 1) + 0.5);
}

char *sparkline(const double *values, size_t count, size_t width, bool utf8)
{
    const size_t bars = count < width ? count : width;
    double least = INFINITY, most = -INFINITY;
    char *text = allocate(bars * strlen(blocks[0]) + 1), *at = text;
    for (size_t i = 0; i < count; i++) {
        const size_t from = i < BESIDE ? 0 : i - BESIDE, end = i + BESIDE < count ? i + BESIDE + 1 : count;
        const double smooth = median(values, from, end);
        least = fmin(least, smooth);
        most = fmax(most, smooth);
    }
    for (size_t i = 0; i < bars; i++) {
        const double value = median(values, i * count / bars, (i + 1) * count / bars);
        at = stpcpy(at, (utf8 ? blocks : letters)[bar(value, least, most)]);
    }
    return text;
}
