/* What the tables have alike: what they say of the device and of a configuration, and their columns. */
#pragma once

#include "reports/format.h"
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

/* The name of a problem behind a line, or below it where both are wider than a page; `columns` are the line's. */
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

/* ---- lines of cells, in columns as wide as their widest cell ---- */

enum { GRID_COLUMNS = 10 };

struct grid_line {
    struct text cell[GRID_COLUMNS];
};

/* Makes the columns wide enough for a line; for a head, only those that are not empty below it: a column of width 0 is
 * left out. Lines come first, heads then. */
void grid_fit(int width[GRID_COLUMNS], const struct grid_line *line);
void grid_fit_head(int width[GRID_COLUMNS], const struct grid_line *head);

/* Fits the columns to the head of lines that were fitted, and prints it, with a line's end. */
void grid_print_head(FILE *file, const struct grid_line *head, int width[GRID_COLUMNS], unsigned left);

/* How wide so many columns are, with what is between them and behind. */
int grid_columns(const int width[GRID_COLUMNS], int count);

/* Leaves out columns of a narrow page, in this order, until a line fits it, and puts back those for
 * which there is room then, the last first; returns the set of those that are out. */
unsigned grid_narrow(int width[GRID_COLUMNS], const struct page *page, const int *order, size_t count);

/* Prints a line up to its last cell that is not empty, without a line's end. Columns of the set `left` are aligned
 * there, the others to the right. */
void grid_print(FILE *file, const struct grid_line *line, const int width[GRID_COLUMNS], unsigned left);
