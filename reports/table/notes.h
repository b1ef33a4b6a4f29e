/* What stands below a line of a suite's table. */
#pragma once

#include "reports/table/group.h"
#include "reports/table/page.h"

#include <stdio.h>

/* Lines on a best: parts of its time, what it was chosen by, how far it is from its limit and a reference, figures. */
void notes_print(FILE *file, const struct page *page, const struct group *group, const struct compute_device *device);

/* Behind a line without a best, why there is none, with the line's end; and what was measured all the same. */
void notes_print_no_best(FILE *file, const struct page *page, const struct results *results, const struct group *group);
