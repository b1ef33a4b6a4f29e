/* What the process of one side gave in a block: its results; or none, because the process failed as a whole. */
#pragma once

#include "reports/results.h"

struct block {
    struct results results;
    struct row failure; /* not OK: the process failed, and this stands for each row, with its status and reason */
};

/* Whether the process failed; and makes a block, without results, of one that did. */
bool block_failed(const struct block *block);
void block_fail(struct block *block, enum status status, const char *reason);
void block_free(struct block *block);

/* For each row of `from` the one of the same configuration, as match_rows finds it; or the failure. The caller frees
 * the array. */
const struct row **block_rows(const struct block *block, const struct results *from);

/* ---- which configurations of two programs' results are the same: in time that grows as their number does ---- */

/* For each row of `from` the one of the same configuration in `in`: of the same problem, and what both name they name
 * alike; one of them may know a parameter more, which is at its default. Where there is none, the failure of its bench
 * as a whole stands for it; and for such a failure the first of its bench that has a time, else the last. NULL: there
 * is none, or it is of a reference. The caller frees the array. */
const struct row **match_rows(const struct results *in, const struct results *from);

/* The problems of `in` with a row that has a time, which `from` has not at all: their numbers, `*count` of them. The
 * caller frees them. */
size_t *match_added(const struct results *in, const struct results *from, size_t *count);
