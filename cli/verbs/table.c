/* gpubench table: the tables of results files, as their runs printed them, or as JSON; or what accuracy costs in them,
 * or which parameters matter. */
#include "cli/verbs/verbs.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "cli/complain.h"
#include "cli/terminal.h"
#include "cli/ways.h"
#include "reports/json/results_file.h"
#include "reports/json/table_file.h"
#include "reports/table/effects_table.h"
#include "reports/table/front.h"
#include "reports/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int print_each(char **paths, size_t count,
                      void (*print)(FILE *file, const struct results *results, const struct page *page))
{
    struct ways ways = {0};
    for (size_t i = 0; i < count; i++) {
        struct results results = {0};
        struct fault fault = {0};
        struct screen screen;
        if (results_load(&results, paths[i], &fault) != OK)
            return complain(&fault, 2);
        ways_take(&ways, paths[i], &results);
        screen_open(&screen);
        print(screen.file, &results, &screen.page);
        screen_close(&screen);
        results_free(&results);
    }
    return 0;
}

/* ---- fronts ---- */

static void add_figures(struct names *names, const struct named_problem *problem)
{
    for (size_t f = 0; f < problem->figures.count; f++) {
        const char *figure = problem->figures.text[f];
        size_t known = 0;
        while (known < names->count && strcmp(names->name[known], figure))
            known++;
        if (known == names->count)
            names_add(names, figure);
    }
}

/* Whether a bench of any file has the figure; if not, a line says which there are. */
static int check_figure(const struct results *results, size_t count, const char *figure)
{
    struct names names = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t p = 0; p < results[i].problem_count; p++) {
            if (front_figure(&results[i].problems[p], figure) != SIZE_MAX)
                return 0;
            add_figures(&names, &results[i].problems[p]);
        }
    if (names.count)
        return nearest_error("figure", figure, &names);
    fputs("gpubench: table: --front: no bench in these results has figures\n", stderr);
    return 2;
}

/* Nothing is printed before all files were read. */
static int print_fronts(char **paths, size_t count, const char *figure)
{
    struct results *results = allocate(count * sizeof *results);
    struct fault fault = {0};
    for (size_t i = 0; i < count && fault.status == OK; i++)
        results_load(&results[i], paths[i], &fault);
    int status = fault.status == OK ? check_figure(results, count, figure) : complain(&fault, 2);
    struct ways ways = {0};
    for (size_t i = 0; i < count; i++) {
        if (!status) {
            struct screen screen;
            ways_take(&ways, paths[i], &results[i]);
            screen_open(&screen);
            front_print(screen.file, &results[i], figure, &screen.page);
            screen_close(&screen);
        }
        results_free(&results[i]);
    }
    free(results);
    return status;
}

/* ---- JSON ---- */

static int print_json(char **paths, size_t count)
{
    struct table_file *table = table_file_make();
    struct fault fault = {0};
    for (size_t i = 0; i < count && fault.status == OK; i++) {
        struct results results = {0};
        if (results_load(&results, paths[i], &fault) == OK)
            table_file_add(table, paths[i], &results);
        results_free(&results);
    }
    if (fault.status == OK)
        table_file_print(table, stdout, &fault);
    table_file_free(table);
    return fault.status == OK ? 0 : complain(&fault, 2);
}

int verb_table(const struct registry *registry, struct options *options)
{
    (void)registry;
    if (options->front)
        return print_fronts(options->word, options->words, options->front);
    if (options->json)
        return print_json(options->word, options->words);
    return print_each(options->word, options->words, options->effects ? effects_print : table_print);
}
