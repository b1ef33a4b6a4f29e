/* One configuration of a bench for all that a header has of it: sizes, inputs, devices. */
#pragma once

#include "reports/header/entries.h"

#include <stdio.h>

/* What is the least: the largest of its times over the best ones, or their mean. */
enum compromise { COMPROMISE_NONE, COMPROMISE_MAX, COMPROMISE_MEAN };

/* Gives all entries of each bench one configuration, of those that have a time at each of them, with an error that may
 * be best there. The time is that of the row in the file of the entry, of the kind by which the best was chosen; if it
 * was dropped there, of its first samples alone. Of as good ones that which is better by the other measure, then the
 * first in words. Prints a line for each bench of several entries to `notes`, if that is not NULL. INVALID with one
 * line if a bench has no such configuration. */
enum status compromise_take(struct entries *entries, enum compromise by, FILE *notes, struct fault *fault);

/* "6.04 % at 2^20 (NVIDIA H200, --cutoff 8)": how much slower than the best an entry is, of `count` of its bench; with
 * what is not the same for all. The caller frees it. */
char *compromise_cost(const struct entry *first, size_t count, const struct entry *entry);

/* "slower", or where the best was chosen by another thing than time "worse". */
const char *compromise_word(const struct entry *entry);
