/* A comparison for where code is reviewed: a table in Markdown, and annotations of GitHub's workflows. */
#ifndef REPORTS_TABLE_MARKDOWN_H
#define REPORTS_TABLE_MARKDOWN_H

#include "reports/compare/comparison.h"

#include <stdio.h>

/* A text as code, in which nothing is Markdown; `pipe` stands for each |, which would end a cell. */
void markdown_code(FILE *file, const char *text, const char *pipe);

/* The verdicts in a line, what matters as a table, worst first, and the rest folded away. Ends well before the 1 MiB
 * that GitHub takes as a job's summary. */
void comparison_markdown(FILE *file, const struct comparison *comparison);

/* A workflow command a line (::error ...), for what makes compare's status 1 or 3; at most ANNOTATIONS, which is as
 * many as GitHub shows of a step, the last of them for all that are left. */
enum { ANNOTATIONS = 10 };
void comparison_annotate(FILE *file, const struct comparison *comparison);

#endif
