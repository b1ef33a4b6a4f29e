/* A comparison as a person reads it. */
#ifndef REPORTS_TABLE_COMPARISON_H
#define REPORTS_TABLE_COMPARISON_H

#include "reports/compare/comparison.h"
#include "reports/table/page.h"

#include <stdio.h>

/* The worst first, at most a page wide; what to do behind it. */
void comparison_print(FILE *file, const struct comparison *comparison, const struct page *page);

#endif
