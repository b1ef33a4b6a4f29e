#include "simulate/table.h"

#include "base/memory.h"
#include "base/text.h"
#include "reports/table/words.h"
#include "simulate/score.h"

#include <math.h>
#include <stdlib.h>

enum { SHARES = sizeof line_shares / sizeof *line_shares };

struct line line_of(const struct runs *runs, const char *strategy)
{
    struct line line = {.strategy = strategy, .score = runs_score(runs)};
    for (size_t s = 0; s < SHARES; s++)
        line.reach[s] = runs_reach(runs, recorded_within(runs->recorded, line_shares[s]));
    return line;
}

struct line line_of_chance(const struct recorded *recorded, size_t evaluations)
{
    struct line line = {.strategy = "(draws at random)", .score = NAN};
    for (size_t s = 0; s < SHARES; s++)
        line.reach[s] = chance_reach(recorded, evaluations, recorded_within(recorded, line_shares[s]));
    return line;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct line line_of_all(const struct line *line, size_t count)
{
    struct line all = {.strategy = line->strategy};
    FREED double *median = allocate(count * sizeof *median);
    for (size_t i = 0; i < count; i++)
        all.score += line[i].score / (double)count;
    for (size_t s = 0; s < SHARES; s++) {
        all.reach[s].interval[0] = all.reach[s].interval[1] = NAN;
        for (size_t i = 0; i < count; i++) {
            median[i] = line[i].reach[s].median;
            all.reach[s].share += line[i].reach[s].share / (double)count;
        }
        qsort(median, count, sizeof *median, ascending);
        all.reach[s].median = (median[(count - 1) / 2] + median[count / 2]) / 2;
    }
    return all;
}

/* ---- printing ---- */

static struct text count_text(double count, size_t evaluations)
{
    return isinf(count) ? format_text("> %zu", evaluations) : format_text("%g", count);
}

static struct text interval_text(const double interval[2], size_t evaluations)
{
    if (isnan(interval[0]))
        return format_text("%s", "");
    return format_text("%s - %s", count_text(interval[0], evaluations).text, count_text(interval[1], evaluations).text);
}

static struct grid_line grid_of(const struct line *line, size_t evaluations)
{
    struct grid_line grid = {.cell[0] = format_text("%s", line->strategy)};
    for (size_t s = 0; s < SHARES; s++) {
        const struct reach *reach = &line->reach[s];
        grid.cell[3 * s + 1] = count_text(reach->median, evaluations);
        grid.cell[3 * s + 2] = interval_text(reach->interval, evaluations);
        grid.cell[3 * s + 3] = format_percent(reach->share);
    }
    if (!isnan(line->score))
        grid.cell[3 * SHARES + 1] = format_text("%.2f", line->score);
    return grid;
}

void lines_print(FILE *file, const struct page *page, const char *head, const struct line *line, size_t count,
                 size_t evaluations)
{
    static const struct grid_line titles = {
        .cell = {{"strategy"}, {"to 5 %"}, {"95 %"}, {"runs"}, {"to 1 %"}, {"95 %"}, {"runs"}, {"score"}}};
    static const int order[] = {5, 2, 7, 6, 3};
    int width[GRID_COLUMNS] = {0};
    page_print(file, page, head);
    for (size_t i = 0; i < count; i++)
        grid_fit(width, &(struct grid_line[]){grid_of(&line[i], evaluations)}[0]);
    grid_fit_head(width, &titles);
    grid_narrow(width, page, order, sizeof order / sizeof *order);
    grid_print_head(file, &titles, width, 1);
    for (size_t i = 0; i < count; i++) {
        const struct grid_line grid = grid_of(&line[i], evaluations);
        grid_print(file, &grid, width, 1);
        fputc('\n', file);
    }
}

void lines_explain(FILE *file, const struct page *page)
{
    page_print(file, page,
               "to 5 %, 1 %: evaluations after which half of the runs had a configuration within so much of the best, "
               "the 95 % interval of that median, and the share of runs that had one at the end; score: 0 is as good "
               "as draws at random, 1 the best at once (simulate/README.md)\n");
}
