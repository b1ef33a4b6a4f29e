/* What tables of a comparison have in common: its numbers as texts, and its order. */
#ifndef REPORTS_TABLE_COMPARED_H
#define REPORTS_TABLE_COMPARED_H

#include "reports/compare/comparison.h"
#include "reports/format.h"

#include <stdio.h>

/* Empty where there is none. */
struct compared_cells {
    struct text base, new, change, interval; /* "231.8 us", "+6.4 %", "+6.1 to +6.7 %" */
};
struct compared_cells compared_cells(const struct compared *row);

/* "failed in 3 of 41 blocks, the base in 2"; empty where neither did. */
struct text compared_failures(const struct compared *row);

/* "2 SLOWER, 3 SAME"; false, and nothing is printed, where nothing was compared. */
bool comparison_print_counts(FILE *file, const struct comparison *comparison);

/* The rows, the worst first; the caller frees the list. */
const struct compared **comparison_sorted(const struct comparison *comparison);

#endif
