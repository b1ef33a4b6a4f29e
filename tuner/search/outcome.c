/* What came of the configurations that were tried, and what follows for those that come still. */
#include "base/memory.h"
#include "tuner/search/search.h"

#include <stdlib.h>
#include <string.h>

enum { FAILURES = 4 }; /* that a value is put off for */

struct tries {
    uint32_t right, failed;
    bool put_off;
};

/* The values of a parameter follow on those of the parameter behind it. */
void search_begin_tries(struct search *search, const struct space *space)
{
    size_t values = 0;
    for (size_t p = 0; p < space_parameters(space); p++)
        values += space->parameters[p].count;
    search->space = space;
    search->tries = allocate(values * sizeof *search->tries);
}

bool search_puts_off(const struct search *search, uint64_t index)
{
    const struct tries *of_value = search->tries;
    for (size_t p = search->space ? space_parameters(search->space) : 0; p-- > 0;) {
        const size_t count = search->space->parameters[p].count;
        if (of_value[index % count].put_off)
            return true;
        index /= count;
        of_value += count;
    }
    return false;
}

/* Judges the values of a parameter. True if one is put off from now on. */
static bool judge(struct tries *of_value, size_t count)
{
    bool any_right = false, more = false;
    for (size_t v = 0; v < count; v++)
        any_right = any_right || of_value[v].right;
    for (size_t v = 0; v < count; v++) {
        const bool put_off = any_right && !of_value[v].right && of_value[v].failed >= FAILURES;
        more = more || (put_off && !of_value[v].put_off);
        of_value[v].put_off = put_off;
    }
    return more;
}

/* What comes still, in its order; but what is put off behind the rest. */
static void arrange(struct search *search)
{
    const size_t coming = search->count - search->at;
    uint64_t *later = allocate(coming * sizeof *later), *order = search->order;
    size_t at = search->at, put_off = 0;
    for (size_t i = search->at; i < search->count; i++)
        if (search_puts_off(search, order[i]))
            later[put_off++] = order[i];
        else
            order[at++] = order[i];
    memcpy(order + at, later, put_off * sizeof *later);
    free(later);
}

void search_tell(struct search *search, uint64_t index, enum outcome outcome)
{
    struct tries *of_value = search->tries;
    bool more = false;
    for (size_t p = search->space ? space_parameters(search->space) : 0; p-- > 0;) {
        const size_t count = search->space->parameters[p].count;
        of_value[index % count].failed += outcome == OUTCOME_FAILED;
        of_value[index % count].right += outcome != OUTCOME_FAILED;
        more |= judge(of_value, count);
        index /= count;
        of_value += count;
    }
    if (more)
        arrange(search);
}
