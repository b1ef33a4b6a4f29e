/* Results files that were measured in different ways (tuner/MEASURING.md): their times do not compare. */
#ifndef CLI_WAYS_H
#define CLI_WAYS_H

#include "reports/results.h"

struct ways {
    const char *path; /* of the first file; NULL before it */
    uint32_t measuring;
    bool told;
};

/* Takes the next file; the first that differs from the first of all has a line on stderr. */
void ways_take(struct ways *ways, const char *path, const struct results *results);

#endif
