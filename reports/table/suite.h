/* The table of one suite. */
#pragma once

#include "reports/table/group.h"
#include "reports/table/page.h"

#include <stdio.h>

/* One line per bench and size; below it, but on a brief page, the best configuration, and how far it
 * is from its limit and from a reference. Then the references. Columns that say nothing are left out. */
void suite_table_print(FILE *file, const struct results *results, const struct groups *groups, const char *suite,
                       const struct page *page);

/* Its lines and best configurations as a table in Markdown. */
void suite_markdown_print(FILE *file, const struct results *results, const struct groups *groups, const char *suite,
                          const struct page *page);
