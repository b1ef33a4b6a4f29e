#include "reports/table/group.h"

#include <stdlib.h>
#include <string.h>

/* The group of a problem, appended if missing. */
static struct group *group_of(struct groups *groups, size_t *place, const struct results *results, size_t number)
{
    if (!place[number]) {
        groups->group[groups->count] = (struct group){.problem = &results->problems[number], .number = number};
        place[number] = ++groups->count;
    }
    return &groups->group[place[number] - 1];
}

/* By the order of benches in the run, then by size. */
static int by_bench(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    if (x->bench != y->bench)
        return x->bench < y->bench ? -1 : 1;
    if (x->problem->size != y->problem->size)
        return x->problem->size < y->problem->size ? -1 : 1;
    return (x->found > y->found) - (x->found < y->found);
}

/* Each group's number, and that of the first of its bench. */
static void sort_groups(struct groups *groups, const struct results *results)
{
    FREED size_t *first = allocate(results->families.count * sizeof *first); /* counted from 1 */
    for (size_t i = 0; i < groups->count; i++) {
        size_t *bench = &first[groups->group[i].problem->family];
        groups->group[i].found = i;
        groups->group[i].bench = *bench = *bench ? *bench : i + 1;
    }
    if (groups->count)
        qsort(groups->group, groups->count, sizeof *groups->group, by_bench);
}

struct groups groups_make(const struct results *results)
{
    struct groups groups = {.group = allocate(results->problem_count * sizeof *groups.group)};
    FREED size_t *place = allocate(results->problem_count * sizeof *place); /* of its group, counted from 1 */
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        group_of(&groups, place, results, row->problem)->rows[row->result.status] += !row->result.reference;
    }
    for (size_t i = 0; i < results->best_count; i++)
        group_of(&groups, place, results, results->best[i].problem)->best = &results->best[i].best;
    sort_groups(&groups, results);
    return groups;
}

uint64_t group_tried(const struct group *group)
{
    uint64_t sum = 0;
    for (int status = 0; status < STATUS_COUNT; status++)
        sum += group->rows[status];
    return sum;
}

bool group_has_best(const struct group *group)
{
    return group->best && group->best->result.status == OK;
}

bool group_in_table(const struct group *group, const char *suite)
{
    return !strcmp(group->problem->suite, suite) &&
           (group_has_best(group) ||
            (!group->rows[VERIFIED] && !group->rows[COMPILED] && group_tried(group) > group->rows[UNSUPPORTED]));
}

size_t groups_lines(const struct groups *groups)
{
    size_t lines = 0;
    for (size_t i = 0; i < groups->count; i++)
        lines += group_in_table(&groups->group[i], groups->group[i].problem->suite);
    return lines;
}
