/* What the two forms of `gpubench list SUITE` have alike. */
#pragma once

#include "cli/run/targets.h"

/* What a run with the same options would be given, and where. */
struct planned {
    struct options options;
    struct targets targets;
    struct compute_device device;
};

/* Whether a bench is one of a run's; of any, where there is no run. */
bool list_has(const struct planned *run, const struct bench *bench);

/* How many configurations a device may try, and whether there may be fewer. False, with a line, where a constraint
 * cannot be asked. */
struct counted {
    uint64_t count;
    bool at_most;
};
bool list_count(const struct target *target, const struct compute_device *device, struct counted *counted);

/* The columns of a page of stdout. */
int list_columns(void);

/* A suite with one line per bench: counts on a typical GPU, or for a run, and what it is; then how to see the rest.
 * False where a count is not known. */
bool list_print_brief(const struct suite *suite, const struct planned *run);
