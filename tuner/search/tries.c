#include "tuner/search/tries.h"

#include "base/memory.h"

#include <stdlib.h>

enum { FAILURES = 4 }; /* after which a value is postponed */

struct tried {
    uint32_t right, failed;
    bool put_off;
};

/* The values of a parameter follow those of the next parameter. */
struct tries {
    const struct space *space;
    struct tried of_value[];
};

struct tries *tries_new(const struct space *space)
{
    size_t values = 0;
    if (!space)
        return NULL;
    for (size_t p = 0; p < space_parameters(space); p++)
        values += space->parameters[p].count;
    struct tries *tries = allocate(sizeof *tries + values * sizeof *tries->of_value);
    tries->space = space;
    return tries;
}

void tries_free(struct tries *tries)
{
    free(tries);
}

bool tries_put_off(const struct tries *tries, uint64_t index)
{
    const struct tried *of_value = tries ? tries->of_value : NULL;
    for (size_t p = tries ? space_parameters(tries->space) : 0; p-- > 0;) {
        const size_t count = tries->space->parameters[p].count;
        if (of_value[index % count].put_off)
            return true;
        index /= count;
        of_value += count;
    }
    return false;
}

/* Judges the values of a parameter. True if another one is postponed. */
static bool judge(struct tried *of_value, size_t count)
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

bool tries_tell(struct tries *tries, uint64_t index, enum status status)
{
    const bool failed = status_is_failure(status);
    struct tried *of_value = tries ? tries->of_value : NULL;
    bool more = false;
    for (size_t p = tries ? space_parameters(tries->space) : 0; p-- > 0;) {
        const size_t count = tries->space->parameters[p].count;
        of_value[index % count].failed += failed;
        of_value[index % count].right += !failed;
        more |= judge(of_value, count);
        index /= count;
        of_value += count;
    }
    return more;
}
