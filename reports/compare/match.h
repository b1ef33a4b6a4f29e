/* Which configurations of two programs' results are the same: in time that grows as their number does. */
#ifndef REPORTS_COMPARE_MATCH_H
#define REPORTS_COMPARE_MATCH_H

#include "reports/results.h"

/* For each row of `from` the one of the same configuration in `in`: of the same problem, and what both name they name
 * alike; one of them may know a parameter more, which is at its default. Where there is none, the failure of its bench
 * as a whole stands for it; and for such a failure the first of its bench that has a time, else the last. NULL: there
 * is none, or it is of a reference. The caller frees the array. */
const struct row **match_rows(const struct results *in, const struct results *from);

/* The problems of `in` with a row that has a time, which `from` has not at all: their numbers, `*count` of them. The
 * caller frees them. */
size_t *match_added(const struct results *in, const struct results *from, size_t *count);

#endif
