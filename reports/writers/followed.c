#include "reports/writers/formats.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void add(struct followed_list *list, const struct followed *followed)
{
    list->followed = grow(list->followed, list->count, &list->capacity, sizeof *list->followed);
    list->followed[list->count++] = *followed;
}

/* A best by another objective has a time, too. */
static void add_best(struct followed_list *list, const struct best *best, struct followed followed)
{
    followed.result = &best->result;
    followed.ns = result_time(&best->result, best->objective);
    followed.name = allocate_text(followed.problem->name);
    add(list, &followed);
}

static void add_rows(struct followed_list *list, size_t problem, struct followed followed)
{
    for (const struct row *row = results_first(followed.results, problem); row;
         row = results_next(followed.results, row)) {
        if (!row_measured(row))
            continue;
        followed.result = &row->result;
        followed.ns = row->result.median_ns;
        followed.name = row_name(followed.problem, &row->result);
        add(list, &followed);
    }
}

void followed_add(struct followed_list *list, const struct results *results, const char *path)
{
    for (size_t p = 0; p < results->problem_count; p++) {
        const struct best_row *best = results_best(results, p);
        const struct followed followed = {.results = results, .path = path, .problem = &results->problems[p]};
        if (best && row_timed(&best->best.result))
            add_best(list, &best->best, followed);
        else
            add_rows(list, p, followed);
    }
}

void followed_move(struct followed_list *list, struct followed_list *from)
{
    for (size_t i = 0; i < from->count; i++)
        add(list, &from->followed[i]);
    from->count = 0;
}

void followed_free(struct followed_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->followed[i].name);
    free(list->followed);
    *list = (struct followed_list){0};
}
