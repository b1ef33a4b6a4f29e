#include "reports/table/words.h"

#include "base/memory.h"
#include "base/text.h"
#include "reports/format.h"

#include <stdlib.h>
#include <string.h>

void print_device(FILE *file, const struct compute_device *device, const struct result *any, const char *name_end)
{
    /* What stands behind a comma is for the results file. */
    text_print(file, "%s", device->name);
    fputs(name_end, file);
    text_print(file, " (%s%s%.*s)%s\n", device->backend, *device->driver ? ", driver " : "",
               (int)strcspn(device->driver, ","), device->driver,
               any ? any->cold ? ", caches cold" : ", caches warm" : "");
}

void print_problem_head(FILE *file, const struct page *page, const struct results *results,
                        const struct named_problem *problem, const struct result *any)
{
    char *options = problem_options(problem);
    fprintf(file, "%s%s/%s%s, size %s, on ", page->bold, problem->suite, problem->bench, page->plain,
            format_size(problem->size).text);
    print_device(file, &results->context.device, any, "");
    if (*options)
        text_print(file, "with %s\n", options);
    free(options);
}

void print_behind(FILE *file, const struct page *page, int columns, const char *name)
{
    if (columns + 2 + (int)strlen(name) > page->columns)
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
    char *name = allocate(strlen(problem->suite) + strlen(problem->bench) + 2);
    sprintf(name, "%s%s%s", several ? problem->suite : "", several ? "/" : "", problem->bench);
    return name;
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
