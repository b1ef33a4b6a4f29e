/* Prints times over commits for people, at most a page wide unless names are longer. */
#pragma once

#include "reports/history/series.h"
#include "reports/table/page.h"

#include <stdio.h>

/* The changes, in the order of the turns, and the number of series with changes. */
void turns_print(FILE *file, const struct series_list *list, const struct turn *turns, size_t count,
                 const struct page *page);

/* A line for each series: its course. */
void series_print(FILE *file, const struct series_list *list, const struct page *page);

/* A bar for each of `count` values; for more than `width`, above 0, that many bars, each the median of neighbours. The
 * lowest and highest bars are the extremes of the running medians of five, so that one outlier hides no others. Bars
 * are characters of UTF-8 (U+2581 to U+2588) or of ASCII. The caller frees the text. */
char *sparkline(const double *values, size_t count, size_t width, bool utf8);
