/* What a tuned header gains on a machine: a comparison whose base is the header's configurations, and whose other side
 * is the defaults of the same problems (cli/gate.h). */
#ifndef REPORTS_TABLE_TUNED_H
#define REPORTS_TABLE_TUNED_H

#include "reports/compare/comparison.h"
#include "reports/table/page.h"

#include <stdio.h>

/* The worst first. */
void tuned_print(FILE *file, const struct comparison *comparison, const struct page *page);

/* Whether the header has a configuration that is slower than the default, or fails. */
bool tuned_worse(const struct comparison *comparison);

#endif
