/* Common to the two forms of `gpubench list SUITE`. */
#pragma once

#include "cli/run/targets.h"

/* The plan of a run with the same options: its targets and device. */
struct planned {
    struct options options;
    struct targets targets;
    struct compute_device device;
};

/* Whether a run has a bench; true for any bench without a run. */
bool list_has(const struct planned *run, const struct bench *bench);

/* The note after a bench's description, if no run of the whole suite includes it; or "". */
const char *list_note(const struct bench *bench);

/* The number of configurations for a device, and whether it is an upper bound. False, with a line, if a constraint
 * cannot be evaluated. */
struct counted {
    uint64_t count;
    bool at_most;
};
bool list_count(const struct target *target, const struct compute_device *device, struct counted *counted);

/* The width of stdout's page, in columns. */
int list_columns(void);

/* Prints one line per bench of a suite: counts on a typical GPU, or for a run, and the description; then how to list
 * more. False if a count is not known. */
bool list_print_brief(const struct suite *suite, const struct planned *run);
