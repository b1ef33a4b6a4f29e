/* The configurations that failed. */
#ifndef REPORTS_TABLE_FAILURES_H
#define REPORTS_TABLE_FAILURES_H

#include "reports/table/words.h"

/* For each bench and status that is a failure: how many, which parameters have one value in all of them and another in
 * some other configuration, and why the first failed. */
void failures_print(FILE *file, const struct results *results, const struct page *page);

#endif
