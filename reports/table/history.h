/* Times over commits as a person reads them, at most a page wide where names are not longer. */
#pragma once

#include "reports/history/series.h"
#include "reports/table/page.h"

#include <stdio.h>

/* What changed, in the order of the turns, and of how much that was found. */
void turns_print(FILE *file, const struct series_list *list, const struct turn *turns, size_t count,
                 const struct page *page);

/* A line for each series: how it went. */
void series_print(FILE *file, const struct series_list *list, const struct page *page);

/* A bar for each of `count` values; of more than `width`, above 0, as many bars, each of the median of neighbours. The
 * lowest bar and the highest are the least and the most of the values with medians of five in their place, so that one
 * that is far off hides no other. Bars are characters of UTF-8 (U+2581 to U+2588) or of ASCII. The caller frees the
 * text. */
char *sparkline(const double *values, size_t count, size_t width, bool utf8);
