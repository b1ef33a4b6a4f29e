#include "tuner/resource.h"

#include <string.h>

static const struct {
    const char *word, *unit;
} resources[RESOURCES] = {
#define RESOURCE_ROW(name, word, unit) [RESOURCE_##name] = {word, unit},
    RESOURCE_LIST(RESOURCE_ROW)
#undef RESOURCE_ROW
};

const char *resource_word(enum resource resource)
{
    return resources[resource].word;
}

const char *resource_unit(enum resource resource)
{
    return resources[resource].unit;
}

enum resource resource_find(const char *word)
{
    enum resource found = 0;
    while (found < RESOURCES && strcmp(resources[found].word, word))
        found++;
    return found;
}

uint64_t resource_needs(uint64_t uses, bool cold)
{
    uint64_t streams = uses & ((UINT64_C(1) << RESOURCE_STREAMS) - 1);
    return cold ? uses : uses | streams << RESOURCE_STREAMS;
}

/* Takes a resource into account; false if its rate is not known. */
static bool bind(struct limit *limit, enum resource resource, double amount, double ns, const struct ceilings *ceilings)
{
    if (amount <= 0)
        return true;
    if (!(ceilings->rate[resource] > 0))
        return false;
    double fraction = amount / ceilings->rate[resource] * 1e9 / ns;
    if (fraction > limit->fraction)
        *limit = (struct limit){resource, fraction};
    return true;
}

struct limit resource_limit(const double amount[RESOURCES], double ns, bool cold, uint64_t cache_bytes,
                            const struct ceilings *ceilings)
{
    struct limit limit = {0}, none = {0};
    double cached = cold ? 0 : (double)cache_bytes;
    for (enum resource r = 0; r < RESOURCES; r++) {
        bool known = true;
        if (r < RESOURCE_STREAMS && !cold)
            known = bind(&limit, r + RESOURCE_STREAMS, amount[r], ns, ceilings);
        known = known && bind(&limit, r, r < RESOURCE_STREAMS ? amount[r] - cached : amount[r], ns, ceilings);
        if (!known)
            return none;
    }
    return limit;
}
