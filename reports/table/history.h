/* Times over commits as a person reads them, at most a page wide where names are not longer. */
#ifndef REPORTS_TABLE_HISTORY_H
#define REPORTS_TABLE_HISTORY_H

#include "reports/history/series.h"
#include "reports/table/page.h"

#include <stdio.h>

/* What changed, in the order of the turns, and of how much that was found. */
void turns_print(FILE *file, const struct series_list *list, const struct turn *turns, size_t count,
                 const struct page *page);

/* A line for each series: how it went. */
void series_print(FILE *file, const struct series_list *list, const struct page *page);

#endif
