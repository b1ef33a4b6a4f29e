/* The results of one side's process in a block; none if the process failed as a whole. */
#pragma once

#include "reports/results.h"

struct block {
    struct results results;
    struct row failure; /* not OK: the process failed; this is the outcome of each row, with its status and reason */
};

/* Whether the process failed; and makes a block of a failed process, without results. */
bool block_failed(const struct block *block);
void block_fail(struct block *block, enum status status, const char *reason);
void block_free(struct block *block);

/* For each row of `from` the row of the same configuration, as match_rows finds it; or the failure. The caller frees
 * the array. */
const struct row **block_rows(const struct block *block, const struct results *from);

/* ---- matching the configurations of two programs' results, in time linear in their number ---- */

/* For each row of `from` the row of the same configuration in `in`: the problem is the same, and the parameters that
 * both have are equal; one side may have a further parameter, at its default. Without such a row, the failure of its
 * bench as a whole replaces it; for such a failure, the first timed row of its bench, else the last. NULL: there is
 * none, or the row is of a reference. The caller frees the array. */
const struct row **match_rows(const struct results *in, const struct results *from);

/* The problems of `in` with a timed row that are missing in `from`: their numbers, `*count` of them. The caller frees
 * them. */
size_t *match_added(const struct results *in, const struct results *from, size_t *count);
