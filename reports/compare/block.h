/* What the process of one side gave in a block: its results; or none, because the process failed as a whole. */
#ifndef REPORTS_COMPARE_BLOCK_H
#define REPORTS_COMPARE_BLOCK_H

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

#endif
