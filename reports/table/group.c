#include "reports/table/group.h"

#include "reports/memory.h"

#include <string.h>

bool same_bench(const struct result *a, const struct result *b)
{
    return !strcmp(a->bench, b->bench) && !strcmp(a->suite, b->suite);
}

/* The group of a row. A new one goes behind those of its bench with smaller sizes. */
static struct group *groups_of(struct groups *groups, const struct result *row)
{
    size_t at = groups->count;
    for (size_t i = 0; i < groups->count; i++) {
        const struct result *like = groups->group[i].like;
        if (!same_bench(like, row))
            continue;
        if (like->size == row->size)
            return &groups->group[i];
        if (like->size > row->size) {
            at = i;
            break;
        }
        at = i + 1;
    }
    struct group *group = &groups->group[at];
    memmove(group + 1, group, (groups->count++ - at) * sizeof *group);
    *group = (struct group){.like = row};
    return group;
}

struct groups groups_make(const struct results *results)
{
    struct groups groups = {.group = reports_allocate(results->count + results->best_count, sizeof *groups.group)};
    for (size_t i = 0; i < results->count; i++) {
        const struct result *row = &results->rows[i];
        groups_of(&groups, row)->rows[row->status] += !row->reference;
    }
    for (size_t i = 0; i < results->best_count; i++)
        groups_of(&groups, &results->best[i].result)->best = &results->best[i];
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
    return !strcmp(group->like->suite, suite) &&
           (group_has_best(group) || group_tried(group) > group->rows[UNSUPPORTED]);
}

const char *reference_name(const struct result *row)
{
    return row->config.count ? row->config.parameter[0].word : "?";
}
