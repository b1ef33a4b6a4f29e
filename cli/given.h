/* The options that a run was given, as words: those without which its rows would be others are kept with them. */
#ifndef CLI_GIVEN_H
#define CLI_GIVEN_H

#include "reports/results.h"

struct given {
    struct {
        const char *name, *text; /* text: NULL where it takes none */
    } option[MAX_RUN_OPTIONS];
    size_t count;
};

/* Of one that is given twice the last counts, as of others; those that no row depends on are not kept. */
void given_add(struct given *given, const char *name, const char *text);

/* Says them in the context of a run; none at all where a text is too long for it. */
void given_describe(const struct given *given, struct run_context *context);

#endif
