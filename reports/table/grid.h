/* Lines of cells, in columns as wide as their widest cell. */
#ifndef REPORTS_TABLE_GRID_H
#define REPORTS_TABLE_GRID_H

#include "reports/format.h"
#include "reports/table/page.h"

#include <stdio.h>

enum { GRID_COLUMNS = 9 };

struct grid_line {
    struct text cell[GRID_COLUMNS];
};

/* Makes the columns wide enough for a line; for a head, only those that are not empty below it: a column of width 0 is
 * left out. Lines come first, heads then. */
void grid_fit(int width[GRID_COLUMNS], const struct grid_line *line);
void grid_fit_head(int width[GRID_COLUMNS], const struct grid_line *head);

/* Leaves out columns of a narrow page, in this order, until a line fits it; returns the set of those that it took. */
unsigned grid_narrow(int width[GRID_COLUMNS], const struct page *page, const int *order, size_t count);

/* Prints a line up to its last cell that is not empty, without a line's end. Columns of the set `left` are aligned
 * there, the others to the right. */
void grid_print(FILE *file, const struct grid_line *line, const int width[GRID_COLUMNS], unsigned left);

#endif
