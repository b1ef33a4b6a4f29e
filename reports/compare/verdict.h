/* What may be thought of a configuration in two programs. */
#pragma once

#include "reports/results.h"

/* In the order in which a table has them, the worst first. Those from GONE on stand for nothing that was compared. */
enum verdict {
    VERDICT_MOVED, /* the code is the same, and yet slower or faster: what was measured is not the program */
    VERDICT_FAILS, /* it does so more often than the base, and than chance allows */
    VERDICT_SLOWER,
    VERDICT_ACCEPTED,  /* slower, and somebody has said why it may be */
    VERDICT_SUSPECTED, /* by files alone, of being slower: they confirm nothing */
    VERDICT_INCONCLUSIVE,
    VERDICT_FASTER,
    VERDICT_SAME,
    VERDICT_GONE,    /* the new program does not have it */
    VERDICT_SKIPPED, /* the new program leaves it out, and says why */
    VERDICT_NO_TIME, /* the new program has no time of it that could be compared */
    VERDICT_BROKEN,  /* it fails in the new program, and has no time in the base */
    VERDICT_FIXED,   /* it has a time in the new program alone */
    VERDICT_OPEN,    /* more blocks are needed */
    VERDICTS
};
const char *verdict_word(enum verdict verdict);

/* Whether it is not known if it became slower: it is undecided, or the new program has no time of it. */
bool verdict_is_unknown(enum verdict verdict);

/* Of the first block of both sides; NULL: there is no such row. OPEN if both have a time, or the new side failed and
 * the base did not: a failure is believed when it comes often enough. *reason is why, to be freed; or NULL. */
enum verdict verdict_first(const struct row *base, const struct row *new, bool interrupted, char **reason);

/* Whether a block has a failure of it: it ran otherwise than it should, or is not there. */
bool verdict_failed(const struct row *row);
