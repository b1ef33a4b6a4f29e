/* The table of one suite. */
#pragma once

#include "reports/table/group.h"
#include "reports/table/page.h"

#include <stdio.h>

/* One line per bench and size; below it, unless the page is brief, the best configuration, and its distance from its
 * limit and from a reference. Then the references. Columns without information are left out. */
void suite_table_print(FILE *file, const struct results *results, const struct groups *groups, const char *suite,
                       const struct page *page);

/* Its lines and best configurations as a Markdown table. */
void suite_markdown_print(FILE *file, const struct results *results, const struct groups *groups, const char *suite,
                          const struct page *page);
