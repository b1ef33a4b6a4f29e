/* One configuration of a bench for all of its entries in a header: sizes, inputs, devices. */
#pragma once

#include "reports/header/entries.h"

#include <stdio.h>

/* What is minimised: the largest of its times over the best ones, or their mean. */
enum compromise { COMPROMISE_NONE, COMPROMISE_MAX, COMPROMISE_MEAN };

/* Sets all entries of each bench to one configuration, among those with a time at each entry, and an acceptable error
 * there. The time is that of the row in the entry's file, of the kind by which the best was chosen; if it was dropped
 * there, of its first samples. Ties are decided by the other measure, then by words. Prints a line for each bench with
 * several entries to `notes`, unless NULL. INVALID with one line if a bench has no such configuration. */
enum status compromise_take(struct entries *entries, enum compromise by, FILE *notes, struct fault *fault);

/* "6.04 % at 2^20 (NVIDIA H200, --cutoff 8)": how much slower than the best an entry is, among `count` of its bench;
 * with the inputs that differ among them. The caller frees it. */
char *compromise_cost(const struct entry *first, size_t count, const struct entry *entry);

/* "slower", or "worse" if the best was chosen by something other than time. */
const char *compromise_word(const struct entry *entry);
