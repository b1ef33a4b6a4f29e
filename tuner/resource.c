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

static double fraction_of(enum resource resource, double amount, double ns, const struct ceilings *ceilings)
{
    return amount / ceilings->rate[resource] * 1e9 / ns;
}

/* Takes a resource into account; false if its rate is not known. */
static bool bind(struct limit *limit, enum resource resource, double amount, double ns, const struct ceilings *ceilings)
{
    if (amount <= 0)
        return true;
    if (!(ceilings->rate[resource] > 0))
        return false;
    const double fraction = fraction_of(resource, amount, ns, ceilings);
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

static uint64_t clear_exceeded(struct ceilings *ceilings, enum resource resource, double amount, double ns)
{
    if (!(amount > 0) || !(ceilings->rate[resource] > 0) ||
        !(fraction_of(resource, amount, ns, ceilings) > RESOURCE_FAULT))
        return 0;
    ceilings->rate[resource] = 0;
    return UINT64_C(1) << resource;
}

uint64_t resource_copies(void)
{
    return UINT64_C(1) << RESOURCE_TO_DEVICE_PAGEABLE | UINT64_C(1) << RESOURCE_TO_DEVICE_PINNED |
           UINT64_C(1) << RESOURCE_FROM_DEVICE_PAGEABLE | UINT64_C(1) << RESOURCE_FROM_DEVICE_PINNED;
}

bool limit_is_exceeded(const struct limit *limit, double max_share)
{
    const double usual = resource_copies() >> limit->resource & 1 ? COPIES_FAULT : RESOURCE_FAULT;
    return limit->fraction > (max_share > 0 ? max_share : usual);
}

uint64_t resource_doubt(struct ceilings *ceilings, uint64_t set, const double amount[RESOURCES], double ns, bool cold,
                        uint64_t cache_bytes)
{
    uint64_t doubted = 0;
    for (enum resource r = 0; r < RESOURCES; r++) {
        if (!(set >> r & 1))
            continue;
        if (r < RESOURCE_STREAMS && !cold)
            doubted |= clear_exceeded(ceilings, r + RESOURCE_STREAMS, amount[r], ns);
        doubted |= clear_exceeded(ceilings, r,
                                  r < RESOURCE_STREAMS && !cold ? amount[r] - (double)cache_bytes : amount[r], ns);
    }
    return doubted;
}
