#include "reports/table/group.h"

#include "base/memory.h"

#include <string.h>

/* The group of a problem. A new one goes behind those of its bench with sizes that are not larger. */
static struct group *group_of(struct groups *groups, const struct results *results, size_t number)
{
    const struct named_problem *problem = &results->problems[number];
    size_t at = groups->count;
    for (size_t i = 0; i < groups->count; i++) {
        if (groups->group[i].number == number)
            return &groups->group[i];
        if (!same_bench(groups->group[i].problem, problem))
            continue;
        if (groups->group[i].problem->size > problem->size) {
            at = i;
            break;
        }
        at = i + 1;
    }
    for (size_t i = at; i < groups->count; i++)
        if (groups->group[i].number == number)
            return &groups->group[i];
    struct group *group = &groups->group[at];
    memmove(group + 1, group, (groups->count++ - at) * sizeof *group);
    *group = (struct group){.problem = problem, .number = number};
    return group;
}

struct groups groups_make(const struct results *results)
{
    struct groups groups = {.group = allocate(results->problem_count * sizeof *groups.group)};
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        group_of(&groups, results, row->problem)->rows[row->result.status] += !row->result.reference;
    }
    for (size_t i = 0; i < results->best_count; i++)
        group_of(&groups, results, results->best[i].problem)->best = &results->best[i].best;
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
