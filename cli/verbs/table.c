/* gpubench table: the tables of results files, as their runs printed them; or what accuracy costs in them. */
#include "cli/verbs/verbs.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/complain.h"
#include "cli/nearest.h"
#include "cli/terminal.h"
#include "cli/ways.h"
#include "reports/json/results_file.h"
#include "reports/table/front.h"
#include "reports/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(const char *problem)
{
    text_print(stderr, "gpubench: table: %s; usage: gpubench table [--front FIGURE] RESULTS...\n", problem);
    return 2;
}

static int print_tables(char **paths, size_t count)
{
    struct ways ways = {0};
    for (size_t i = 0; i < count; i++) {
        struct results results = {0};
        struct fault fault = {0};
        if (results_load(&results, paths[i], &fault) != OK)
            return complain(&fault, 2);
        ways_take(&ways, paths[i], &results);
        struct screen screen;
        screen_open(&screen);
        table_print(screen.file, &results, &screen.page);
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

int verb_table(const struct registry *registry, int argc, char **argv)
{
    (void)registry;
    const char *figure = NULL;
    size_t count = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--front")) {
            if (i + 1 == argc)
                return usage("--front needs a figure, or the word error");
            figure = argv[++i];
        } else if (argv[i][0] == '-') {
            text_print(stderr, "gpubench: table: unknown option '%s'; it takes results files and --front FIGURE\n",
                       argv[i]);
            return 2;
        } else {
            argv[count++] = argv[i];
        }
    }
    if (!count)
        return usage("no results file given");
    return figure ? print_fronts(argv, count, figure) : print_tables(argv, count);
}
