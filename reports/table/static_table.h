/* What compiling alone tells of two programs, for a person. */
#ifndef REPORTS_TABLE_STATIC_TABLE_H
#define REPORTS_TABLE_STATIC_TABLE_H

#include "reports/compare/static_comparison.h"
#include "reports/table/page.h"

#include <stdio.h>

/* Prints a line for each configuration that fails, spills or may be worse, the worst first, what to do, and how many of
 * each verdict there are; colours if `color`. */
void static_table_print(FILE *file, const struct static_comparison *comparison, const struct page *page);

#endif
