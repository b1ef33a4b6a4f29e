/* The verdicts on a configuration in two programs. */
#pragma once

#include "reports/results.h"

/* In the order of the table, the worst first. From GONE on, nothing was compared. */
enum verdict {
    VERDICT_MOVED, /* the code is the same, but the time differs: the measurement was disturbed */
    VERDICT_FAILS, /* it fails more often than in the base, and than chance allows */
    VERDICT_SLOWER,
    VERDICT_ACCEPTED,  /* slower, with a reason given by the user */
    VERDICT_SUSPECTED, /* to be slower, by files only, which confirm nothing */
    VERDICT_INCONCLUSIVE,
    VERDICT_FASTER,
    VERDICT_SAME,
    VERDICT_GONE,    /* missing in the new program */
    VERDICT_SKIPPED, /* left out by the new program, with a reason */
    VERDICT_NO_TIME, /* the new program has no comparable time */
    VERDICT_BROKEN,  /* it fails in the new program, and has no time in the base */
    VERDICT_FIXED,   /* only the new program has a time */
    VERDICT_OPEN,    /* more blocks are needed */
    VERDICTS
};
const char *verdict_word(enum verdict verdict);

/* Whether a slowdown cannot be excluded: the row is undecided, or has no time in the new program. */
bool verdict_is_unknown(enum verdict verdict);

/* The verdict by the first block of both sides; NULL: there is no such row. OPEN if both have a time, or if only the
 * new side failed: a single failure proves nothing. *reason is the explanation, to be freed; or NULL. */
enum verdict verdict_first(const struct row *base, const struct row *new, bool interrupted, char **reason);

/* Whether the row failed in a block: it has an unexpected status, or is missing. */
bool verdict_failed(const struct row *row);
