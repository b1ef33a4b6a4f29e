/* Comparisons as tables: shared texts and order; and each table. */
#pragma once

#include "reports/compare/comparison.h"
#include "reports/compare/static_comparison.h"
#include "reports/format.h"
#include "reports/table/page.h"

#include <stdio.h>

/* Empty if unknown. */
struct compared_cells {
    struct text base, new, change, interval; /* "231.8 us", "+6.4 %", "+6.1 to +6.7 %" */
};
struct compared_cells compared_cells(const struct compared *row);

/* "failed in 3 of 41 blocks, the base in 2"; empty if neither failed. */
struct text compared_failures(const struct compared *row);

/* "2 SLOWER, 3 SAME"; false, and nothing is printed, if nothing was compared. */
bool comparison_print_counts(FILE *file, const struct comparison *comparison);

/* The rows, the worst first; the caller frees the list. */
const struct compared **comparison_sorted(const struct comparison *comparison);

/* For people: the worst first, at most a page wide; then what to do. */
void comparison_print(FILE *file, const struct comparison *comparison, const struct page *page);

/* The comparison of compiled kernels: a line for each configuration that fails, spills or may be worse, the worst
 * first, what to do, and the number of each verdict; colours if `color`. */
void static_table_print(FILE *file, const struct static_comparison *comparison, const struct page *page);

/* ---- for code review: Markdown, and annotations of GitHub's workflows ---- */

/* A text as code, in which Markdown has no effect; `pipe` replaces each |, which would end a cell. */
void markdown_code(FILE *file, const char *text, const char *pipe);

/* The verdicts in a line, the important rows as a table, worst first, and the rest folded. Stays well below the 1 MiB
 * that GitHub accepts as a job's summary. */
void comparison_markdown(FILE *file, const struct comparison *comparison);

/* Workflow commands, one per line (::error ...), for the rows that cause compare's status 1 or 3; at most ANNOTATIONS,
 * the number that GitHub shows per step; the last one counts the remaining rows. */
enum { ANNOTATIONS = 10 };
void comparison_annotate(FILE *file, const struct comparison *comparison);

/* ---- the gain of a tuned header on a machine: the base is its configurations, the other side the defaults of the same
 * problems (cli/gate.h) ---- */

/* The worst first. */
void tuned_print(FILE *file, const struct comparison *comparison, const struct page *page);

/* Whether a configuration of the header is slower than the default, or fails. */
bool tuned_worse(const struct comparison *comparison);
