/* Which parameters matter, as a person reads it. */
#ifndef REPORTS_TABLE_EFFECTS_TABLE_H
#define REPORTS_TABLE_EFFECTS_TABLE_H

#include "reports/results.h"
#include "reports/table/page.h"

#include <stdio.h>

/* For each problem: for each parameter, those that explain most first, its share of the variance as a bar, and of each
 * of its values, the best first, how many times its best configuration's time is that of the best of all; then the
 * pairs that matter (effects.h). */
void effects_print(FILE *file, const struct results *results, const struct page *page);

#endif
