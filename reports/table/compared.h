/* Comparisons as tables: what these have in common, its numbers as texts and its order; and each of them. */
#pragma once

#include "reports/compare/comparison.h"
#include "reports/compare/static_comparison.h"
#include "reports/format.h"
#include "reports/table/page.h"

#include <stdio.h>

/* Empty where there is none. */
struct compared_cells {
    struct text base, new, change, interval; /* "231.8 us", "+6.4 %", "+6.1 to +6.7 %" */
};
struct compared_cells compared_cells(const struct compared *row);

/* "failed in 3 of 41 blocks, the base in 2"; empty where neither did. */
struct text compared_failures(const struct compared *row);

/* "2 SLOWER, 3 SAME"; false, and nothing is printed, where nothing was compared. */
bool comparison_print_counts(FILE *file, const struct comparison *comparison);

/* The rows, the worst first; the caller frees the list. */
const struct compared **comparison_sorted(const struct comparison *comparison);

/* For a person: the worst first, at most a page wide; what to do behind it. */
void comparison_print(FILE *file, const struct comparison *comparison, const struct page *page);

/* What compiling alone tells: a line for each configuration that fails, spills or may be worse, the worst first, what
 * to do, and how many of each verdict there are; colours if `color`. */
void static_table_print(FILE *file, const struct static_comparison *comparison, const struct page *page);

/* ---- for where code is reviewed: Markdown, and annotations of GitHub's workflows ---- */

/* A text as code, in which nothing is Markdown; `pipe` stands for each |, which would end a cell. */
void markdown_code(FILE *file, const char *text, const char *pipe);

/* The verdicts in a line, what matters as a table, worst first, and the rest folded away. Ends well before the 1 MiB
 * that GitHub takes as a job's summary. */
void comparison_markdown(FILE *file, const struct comparison *comparison);

/* A workflow command a line (::error ...), for what makes compare's status 1 or 3; at most ANNOTATIONS, which is as
 * many as GitHub shows of a step, the last of them for all that are left. */
enum { ANNOTATIONS = 10 };
void comparison_annotate(FILE *file, const struct comparison *comparison);

/* ---- what a tuned header gains on a machine: the base is its configurations, the other side the defaults of the same
 * problems (cli/gate.h) ---- */

/* The worst first. */
void tuned_print(FILE *file, const struct comparison *comparison, const struct page *page);

/* Whether the header has a configuration that is slower than the default, or fails. */
bool tuned_worse(const struct comparison *comparison);
