/* What the tables say alike: of the device, and of a configuration. */
#ifndef REPORTS_TABLE_WORDS_H
#define REPORTS_TABLE_WORDS_H

#include "reports/results.h"
#include "reports/table/page.h"

#include <stdio.h>

enum { TABLE_INDENT = 4 }; /* columns */

/* "NVIDIA H200 (cuda, driver 580.82.07), caches cold" with its line's end; `name_end` stands behind the name, and the
 * caches are of `any` row, which may be NULL. */
void print_device(FILE *file, const struct compute_device *device, const struct result *any, const char *name_end);

/* What a table is of: "reduction/sum_1d_f32, size 2^20, on NVIDIA H200 ...", and what describes the inputs. */
void print_problem_head(FILE *file, const struct page *page, const struct results *results,
                        const struct named_problem *problem, const struct result *any);

/* The name of a problem behind a line so wide, or below it where that is more than a page has. */
void print_behind(FILE *file, const struct page *page, int columns, const char *name);

/* The first line of a reason, with its line's end; the rest is in the results file. */
void print_reason(FILE *file, const char *reason);

/* Prints a word of a list behind column `at`, after `before`, which ends its line if the word and a comma do not fit a
 * page. Returns the column. */
int print_word(FILE *file, const struct page *page, int at, const char *before, const char *word);

/* The name of a problem's bench, with its suite's where rows are of several: allocated. */
char *bench_name(const struct results *results, const struct named_problem *problem);

/* BLOCK_SIZE 256  LOAD striped: indented lines of at most a page, as far as words fit; none without parameters. */
void print_config(FILE *file, const struct page *page, const struct named_problem *problem, const struct result *row);

#endif
