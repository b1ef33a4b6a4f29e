#include "tuner/search/restriction.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The begin of a parameter's flags; of the parameter after the last: their number. */
static size_t first_flag(const struct space *space, size_t parameter)
{
    size_t first = 0;
    for (size_t p = 0; p < parameter; p++)
        first += space->parameters[p].count;
    return first;
}

void restriction_clear(struct restriction *restriction, const struct space *space, size_t parameter)
{
    if (!restriction->admitted) {
        size_t flags = first_flag(space, space_parameters(space));
        restriction->admitted = allocate(flags * sizeof *restriction->admitted);
        memset(restriction->admitted, true, flags);
    }
    memset(&restriction->admitted[first_flag(space, parameter)], false, space->parameters[parameter].count);
}

void restriction_admit(struct restriction *restriction, const struct space *space, size_t parameter, size_t position)
{
    if (restriction->admitted)
        restriction->admitted[first_flag(space, parameter) + position] = true;
}

bool restriction_admits(const struct restriction *restriction, const struct space *space, size_t parameter,
                        size_t position)
{
    return !restriction->admitted || restriction->admitted[first_flag(space, parameter) + position];
}

void restriction_free(struct restriction *restriction)
{
    free(restriction->admitted);
    restriction->admitted = NULL;
}
