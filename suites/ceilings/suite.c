/* What a device can do at most: every other result is a share of it. */
#include "suites/ceilings/ceilings.h"

static const struct suite *const parts[] = {
    &ceilings_streams,
    &ceilings_access,
    &ceilings_arithmetic,
    &ceilings_tables,
    &ceilings_launches,
    &ceilings_transfers,
    NULL,
};

const struct suite ceilings_suite = {
    .name = "ceilings",
    .summary = "what the device can do at most",
    .parts = parts,
};
