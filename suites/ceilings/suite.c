/* The highest rates of a device; every other result is reported as a share of them. */
#include "suites/ceilings/ceilings.h"

#define ADDRESS(name) &ceiling_##name,
static const struct bench *const benches[] = {CEILINGS(ADDRESS) NULL};

const struct suite ceilings_suite = {
    .name = "ceilings",
    .summary = "what the device can do at most",
    .benches = benches,
};
