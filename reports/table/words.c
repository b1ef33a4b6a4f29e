#include "reports/table/words.h"

#include "base/text.h"
#include "reports/parts.h"

#include <string.h>

void print_device(FILE *file, const struct compute_device *device, const struct result *any, const char *name_end)
{
    /* The part after a comma is in the results file. */
    text_print(file, "%s", *device->name ? device->name : "another program");
    fputs(name_end, file);
    text_print(file, " (%s%s%.*s)%s\n", device->backend, *device->driver ? ", driver " : "",
               (int)strcspn(device->driver, ","), device->driver,
               any ? any->cold ? ", caches cold" : ", caches warm" : "");
}

void print_problem_head(FILE *file, const struct page *page, const struct results *results,
                        const struct named_problem *problem, const struct result *any)
{
    FREED char *options = problem_options(problem);
    fprintf(file, "%s%s/%s%s, size %s, on ", page->bold, problem->suite, problem->bench, page->plain,
            format_size(problem->size).text);
    print_device(file, &results->context.device, results_imported(results) ? NULL : any, "");
    if (*options)
        text_print(file, "with %s\n", options);
}

void print_behind(FILE *file, const struct page *page, int columns, const char *name)
{
    if (columns + (int)strlen(name) > page->columns)
        fprintf(file, "\n%*s%s\n", TABLE_INDENT, "", name);
    else
        fprintf(file, "  %s\n", name);
}

void print_reason(FILE *file, const char *reason)
{
    size_t length = strcspn(reason, "\n");
    text_print(file, "%.*s%s\n", (int)length, reason, reason[length] && reason[length + 1] ? " ..." : "");
}

int print_word(FILE *file, const struct page *page, int at, const char *before, const char *word)
{
    at += fprintf(file, "%s", before);
    if (at + 2 + (int)strlen(word) > page->columns)
        at = fprintf(file, "\n%*s%s", TABLE_INDENT, "", word) - 1;
    else
        at += fprintf(file, " %s", word);
    return at;
}

char *bench_name(const struct results *results, const struct named_problem *problem)
{
    const char *first = results->count ? results->problems[results->rows->problem].suite : problem->suite;
    const bool several = results->several_suites || strcmp(first, problem->suite);
    return text_make("%s%s%s", several ? problem->suite : "", several ? "/" : "", problem->bench);
}

void print_config(FILE *file, const struct page *page, const struct named_problem *problem, const struct result *row)
{
    int at = 0;
    for (size_t i = 0; i < row_parameters(problem, row); i++) {
        const char *name = problem->parameter[i].name, *word = problem_word(problem, row->index, i);
        int length = (int)(strlen(name) + strlen(word)) + 1;
        if (at && at + 2 + length > page->columns) {
            fputc('\n', file);
            at = 0;
        }
        at += fprintf(file, "%*s%s %s", at ? 2 : TABLE_INDENT, "", name, word);
    }
    if (at)
        fputc('\n', file);
}

/* ---- lines of cells ---- */

static void fit(int *width, const struct text *cell)
{
    if (*width < (int)strlen(cell->text))
        *width = (int)strlen(cell->text);
}

void grid_fit(int width[GRID_COLUMNS], const struct grid_line *line)
{
    for (int column = 0; column < GRID_COLUMNS; column++)
        fit(&width[column], &line->cell[column]);
}

void grid_fit_head(int width[GRID_COLUMNS], const struct grid_line *head)
{
    for (int column = 0; column < GRID_COLUMNS; column++)
        if (width[column])
            fit(&width[column], &head->cell[column]);
}

int grid_columns(const int width[GRID_COLUMNS], int count)
{
    int columns = 0;
    for (int column = 0; column < count; column++)
        columns += width[column] + 2;
    return columns;
}

void grid_print_head(FILE *file, const struct grid_line *head, int width[GRID_COLUMNS], unsigned left)
{
    grid_fit_head(width, head);
    grid_print(file, head, width, left);
    fputc('\n', file);
}

unsigned grid_narrow(int width[GRID_COLUMNS], const struct page *page, const int *order, size_t count)
{
    int whole[GRID_COLUMNS], columns = -2;
    unsigned taken = 0;
    for (int column = 0; column < GRID_COLUMNS; column++) {
        whole[column] = width[column];
        columns += width[column] ? width[column] + 2 : 0;
    }
    for (size_t i = 0; i < count && page->narrow && columns > page->columns; i++) {
        if (!width[order[i]])
            continue;
        columns -= width[order[i]] + 2;
        width[order[i]] = 0;
        taken |= 1u << order[i];
    }
    for (size_t i = count; i-- > 0;) { /* those for which there is room again */
        const int column = order[i];
        if (!(taken >> column & 1) || columns + whole[column] + 2 > page->columns)
            continue;
        columns += whole[column] + 2;
        width[column] = whole[column];
        taken &= ~(1u << column);
    }
    return taken;
}

void grid_print(FILE *file, const struct grid_line *line, const int width[GRID_COLUMNS], unsigned left)
{
    int end = GRID_COLUMNS;
    while (end && (!width[end - 1] || !*line->cell[end - 1].text))
        end--;
    const char *between = "";
    for (int column = 0; column < end; column++) {
        if (!width[column])
            continue;
        fprintf(file, "%s%*s", between, left >> column & 1 ? -width[column] : width[column], line->cell[column].text);
        between = "  ";
    }
}
