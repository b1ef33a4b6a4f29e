#include "reports/table/history.h"

#include "base/memory.h"
#include "reports/table/grid.h"
#include "reports/table/sparkline.h"
#include "reports/table/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct text percent(double log_ratio)
{
    struct text text;
    snprintf(text.text, sizeof text.text, "%+.1f %%", 100 * expm1(log_ratio));
    return text;
}

/* Whose the next lines are, where that is not as it was. */
static void print_place(FILE *file, const struct history_point *point, const struct history_point *before,
                        const struct page *page)
{
    const bool same = before && !strcmp(point->device, before->device) && !strcmp(point->backend, before->backend) &&
                      point->cold == before->cold && point->measuring == before->measuring &&
                      point->objective == before->objective;
    if (!same)
        fprintf(file, "\n%s%s (%s)%s, caches %s, measuring %u%s\n", page->bold, point->device, point->backend,
                page->plain, point->cold ? "cold" : "warm", point->measuring,
                point->objective == OBJECTIVE_ALONE ? ", iterations by themselves" : "");
}

/* ---- what changed ---- */

enum column { CHANGE, INTERVAL, FIRST, FIRST_DATE, LAST, LAST_DATE };
enum { TURN_LEFT = 1 << FIRST | 1 << LAST };

static const struct grid_line turn_head = {
    {{"change"}, {"95 % interval"}, {"first new"}, {"measured"}, {"last old"}, {"measured"}}};

/* As long as git's short ones, and as days are. */
static struct text short_commit(const struct history_point *point)
{
    struct text text;
    snprintf(text.text, sizeof text.text, "%.12s", point->commit);
    return text;
}

static struct text day(const struct history_point *point)
{
    struct text text;
    snprintf(text.text, sizeof text.text, "%.10s", point->date);
    return text;
}

static struct grid_line line_of(const struct turn *turn)
{
    const double centre = turn->estimate.centre, half = rule_half_width(turn->estimate);
    struct grid_line line = {.cell = {[CHANGE] = percent(centre),
                                      [FIRST] = short_commit(turn->first),
                                      [FIRST_DATE] = day(turn->first),
                                      [LAST] = short_commit(turn->last),
                                      [LAST_DATE] = day(turn->last)}};
    snprintf(line.cell[INTERVAL].text, sizeof line.cell[INTERVAL].text, "%+.1f to %.30s", 100 * expm1(centre - half),
             percent(centre + half).text);
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
    int width[GRID_COLUMNS] = {0}, columns = 2;
    for (size_t i = 0; i < count; i++) {
        const struct grid_line line = line_of(&turns[i]);
        grid_fit(width, &line);
    }
    grid_fit_head(width, &turn_head);
    for (size_t c = CHANGE; c <= LAST_DATE; c++)
        columns += width[c] + 2;
    if (count) {
        grid_print(file, &turn_head, width, TURN_LEFT);
        fputc('\n', file);
    }
    for (size_t i = 0; i < count; i++) {
        const struct grid_line line = line_of(&turns[i]);
        const char *name = turns[i].first->name;
        print_place(file, turns[i].first, i ? turns[i - 1].first : NULL, page);
        fputs(turns[i].estimate.centre > 0 ? page->bad : page->good, file);
        grid_print(file, &line, width, TURN_LEFT);
        if (columns - 2 + (int)strlen(name) > page->columns)
            fprintf(file, "%s\n%*s%s\n", page->plain, TABLE_INDENT, "", name);
        else
            fprintf(file, "%s  %s\n", page->plain, name);
    }
    fputs(count ? "\n" : "", file);
    print_count(file, list, count);
}

/* ---- how it went ---- */

enum { SPARKLINE = 60 }; /* bars at most */
enum series_column { POINTS, FIRST_TIME, LAST_TIME, IN_ALL, SERIES_COLUMNS };
static const char *const series_head[SERIES_COLUMNS] = {"points", "first", "last", "change"};

struct series_line {
    struct text cell[SERIES_COLUMNS];
};

static struct text time_of(const struct history_point *point)
{
    return format_time(&(struct result){.median_ns = point->median_ns});
}

static struct series_line series_line(const struct series *series)
{
    const struct history_point *first = series->point[0], *last = series->point[series->count - 1];
    struct series_line line = {{[FIRST_TIME] = time_of(first),
                                [LAST_TIME] = time_of(last),
                                [IN_ALL] = percent(log(last->median_ns / first->median_ns))}};
    snprintf(line.cell[POINTS].text, sizeof line.cell[POINTS].text, "%zu", series->count);
    return line;
}

/* How wide the parts of a line are. */
struct widths {
    int cell[SERIES_COLUMNS];
    int bars, name; /* name: 0 where none fits beside the rest */
};

static struct widths widths_of(const struct series_list *list, const struct page *page)
{
    struct widths widths = {0};
    int rest = 2, most = 1;
    for (size_t c = 0; c < SERIES_COLUMNS; c++) {
        widths.cell[c] = (int)strlen(series_head[c]);
        for (size_t i = 0; i < list->count; i++) {
            const int length = (int)strlen(series_line(&list->series[i]).cell[c].text);
            widths.cell[c] = length > widths.cell[c] ? length : widths.cell[c];
        }
        rest += widths.cell[c] + 2;
    }
    for (size_t i = 0; i < list->count; i++)
        most = list->series[i].count > (size_t)most ? (int)list->series[i].count : most;
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
    double *times = allocate(series->count * sizeof *times);
    for (size_t i = 0; i < series->count; i++)
        times[i] = series->point[i]->median_ns;
    char *bars = sparkline(times, series->count, (size_t)width, utf8);
    const int count = series->count < (size_t)width ? (int)series->count : width;
    fprintf(file, "  %s%*s", bars, width - count, "");
    free(bars);
    free(times);
}

static void print_series(FILE *file, const struct series *series, const struct widths *widths, bool utf8)
{
    const struct series_line line = series_line(series);
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
            series_head[POINTS], widths.bars + 2, "");
    for (size_t c = FIRST_TIME; c < SERIES_COLUMNS; c++)
        fprintf(file, "  %*s", widths.cell[c], series_head[c]);
    fputc('\n', file);
    for (size_t i = 0; i < list->count; i++) {
        print_place(file, list->series[i].point[0], i ? list->series[i - 1].point[0] : NULL, page);
        print_series(file, &list->series[i], &widths, page->utf8);
    }
}
