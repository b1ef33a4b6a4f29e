/* Prints the notes below a line of a suite's table. */
#pragma once

#include "reports/table/group.h"
#include "reports/table/page.h"

#include <stdio.h>

/* Notes on a best: parts of its time, its objective, its shares of its limit and a reference, figures. */
void notes_print(FILE *file, const struct page *page, const struct group *group, const struct compute_device *device);

/* Ends a line without a best with the reason; prints what was measured nevertheless. */
void notes_print_no_best(FILE *file, const struct page *page, const struct results *results, const struct group *group);
