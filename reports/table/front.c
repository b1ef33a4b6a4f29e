#include "reports/table/front.h"

#include "reports/table/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t front_figure(const struct named_problem *problem, const char *name)
{
    if (problem->objective && !strcmp(name, "objective"))
        return FRONT_OBJECTIVE;
    return problem->error && !strcmp(name, "error") ? problem->error - 1 : texts_find(&problem->figures, name);
}

static double figure_of(const struct result *result, size_t figure)
{
    return figure == FRONT_OBJECTIVE ? result->value : result->figure[figure];
}

static const char *name_of(const struct named_problem *problem, size_t figure)
{
    return figure == FRONT_OBJECTIVE ? problem->objective : problem->figures.text[figure];
}

/* ---- finding ---- */

struct point {
    double figure, ns; /* the figure as printed */
    size_t row;
};

static int by_figure(const void *left, const void *right)
{
    const struct point *a = left, *b = right;
    int order = (a->figure > b->figure) - (a->figure < b->figure);
    if (!order)
        order = (a->ns > b->ns) - (a->ns < b->ns);
    return order ? order : (a->row > b->row) - (a->row < b->row);
}

size_t front_find(const struct results *results, size_t problem, size_t figure, size_t *row)
{
    FREED struct point *point = allocate(results_rows(results, problem) * sizeof *point);
    size_t points = 0, count = 0;
    for (const struct row *one = results_first(results, problem); one; one = results_next(results, one)) {
        const struct result *result = &one->result;
        const double value = figure_of(result, figure);
        const bool chosen = figure != FRONT_OBJECTIVE || row_acceptable(&results->problems[problem], result);
        if (row_measured(one) && isfinite(value) && chosen)
            point[points++] = (struct point){strtod(format_bound(value).text, NULL), result->median_ns,
                                             (size_t)(one - results->rows)};
    }
    qsort(point, points, sizeof *point, by_figure);
    double fastest_ns = INFINITY; /* of those with a smaller or equal figure */
    for (size_t i = 0; i < points; i++)
        if (point[i].ns < fastest_ns) {
            fastest_ns = point[i].ns;
            row[count++] = point[i].row;
        }
    return count;
}

/* The fastest configuration of all, at any figure; NULL if none has a time. */
static const struct result *fastest(const struct results *results, size_t problem)
{
    const struct result *best = NULL;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (row_measured(row) && (!best || row->result.median_ns < best->median_ns))
            best = &row->result;
    return best;
}

/* ---- printing ---- */

enum column { FIGURE, TIME, SLOWER, DROPPED };

static struct grid_line line_of(const struct result *row, size_t figure, double fastest_ns)
{
    struct grid_line line = {.cell = {[FIGURE] = format_bound(figure_of(row, figure)),
                                      [TIME] = format_time(row),
                                      [SLOWER] = format_ratio(row->median_ns / fastest_ns)}};
    if (row->dropped)
        line.cell[DROPPED] = (struct text){"dropped"};
    return line;
}

static void print_points(FILE *file, const struct results *results, const size_t *row, size_t count, size_t figure,
                         double fastest_ns, const struct page *page)
{
    const struct named_problem *problem = &results->problems[results->rows[*row].problem];
    const struct grid_line head = {
        .cell = {
            [FIGURE] = format_text("%s", name_of(problem, figure)), [TIME] = {"median time"}, [SLOWER] = {"slower"}}};
    int width[GRID_COLUMNS] = {0};
    bool dropped = false;
    for (size_t i = 0; i < count; i++) {
        struct grid_line line = line_of(&results->rows[row[i]].result, figure, fastest_ns);
        grid_fit(width, &line);
    }
    grid_print_head(file, &head, width, 1 << DROPPED);
    for (size_t i = 0; i < count; i++) {
        const struct result *result = &results->rows[row[i]].result;
        struct grid_line line = line_of(result, figure, fastest_ns);
        grid_print(file, &line, width, 1 << DROPPED);
        fprintf(file, "\n%s", page->good);
        if (!page->brief)
            print_config(file, page, problem, result);
        fputs(page->plain, file);
        dropped = dropped || result->dropped;
    }
    if (dropped)
        fputs("dropped: first samples alone, as it was clearly slower than the best when it was measured\n", file);
    fputc('\n', file);
}

static void print_problem(FILE *file, const struct results *results, size_t number, size_t figure,
                          const struct page *page)
{
    const struct named_problem *problem = &results->problems[number];
    const struct result *best = fastest(results, number);
    FREED size_t *row = allocate(results_rows(results, number) * sizeof *row);
    const size_t count = front_find(results, number, figure, row);
    print_problem_head(file, page, results, problem, best);
    if (count)
        print_points(file, results, row, count, figure, best->median_ns, page);
    else
        fprintf(file, "%s of no configuration is known\n\n", name_of(problem, figure));
}

void front_print(FILE *file, const struct results *results, const char *figure, const struct page *page)
{
    FREED bool *seen = allocate(results->families.count * sizeof *seen);
    for (size_t i = 0; i < results->problem_count; i++) {
        const struct named_problem *problem = &results->problems[i];
        const size_t at = front_figure(problem, figure);
        if (at != SIZE_MAX)
            print_problem(file, results, i, at, page);
        else if (!seen[problem->family])
            fprintf(file, "%s/%s has no figure%s %s\n\n", problem->suite, problem->bench,
                    strcmp(figure, "error") ? "" : " that is its", figure);
        seen[problem->family] = true;
    }
}

void front_print_objectives(FILE *file, const struct results *results, const struct page *page)
{
    for (size_t i = 0; i < results->problem_count; i++)
        if (results_best(results, i) && results_best(results, i)->best.objective == OBJECTIVE_VALUE)
            print_problem(file, results, i, FRONT_OBJECTIVE, page);
}
