/* Shared by the tables: their texts for devices and configurations, and their columns. */
#pragma once

#include "reports/format.h"
#include "reports/results.h"
#include "reports/table/page.h"

#include <stdio.h>

enum { TABLE_INDENT = 4 }; /* columns */

/* "NVIDIA H200 (cuda, driver 580.82.07), caches cold" and a line end; `name_end` follows the name, and the caches are
 * those of `any` row, which may be NULL. */
void print_device(FILE *file, const struct compute_device *device, const struct result *any, const char *name_end);

/* The heading of a problem's table: "reduction/sum_1d_f32, size 2^20, on NVIDIA H200 ...", and the inputs. */
void print_problem_head(FILE *file, const struct page *page, const struct results *results,
                        const struct named_problem *problem, const struct result *any);

/* Prints a problem's name after a line, or below it if both exceed the page; `columns` is the line's width. */
void print_behind(FILE *file, const struct page *page, int columns, const char *name);

/* The first line of a reason, with a line end; the results file has the rest. */
void print_reason(FILE *file, const char *reason);

/* Prints a word of a list after column `at`, preceded by `before`, which ends its line if the word and a comma do not
 * fit the page. Returns the column. */
int print_word(FILE *file, const struct page *page, int at, const char *before, const char *word);

/* The name of a problem's bench, with its suite if there are several: allocated. */
char *bench_name(const struct results *results, const struct named_problem *problem);

/* BLOCK_SIZE 256 LOAD striped: indented lines of at most a page, unless words are longer; none without parameters. */
void print_config(FILE *file, const struct page *page, const struct named_problem *problem, const struct result *row);

/* ---- lines of cells, in columns as wide as their widest cell ---- */

enum { GRID_COLUMNS = 10 };

struct grid_line {
    struct text cell[GRID_COLUMNS];
};

/* Widens the columns for a line; for a head, only those not empty below it: a column of width 0 is left out. Lines come
 * before heads. */
void grid_fit(int width[GRID_COLUMNS], const struct grid_line *line);
void grid_fit_head(int width[GRID_COLUMNS], const struct grid_line *head);

/* Fits the columns to the head of fitted lines, and prints it, with a line end. */
void grid_print_head(FILE *file, const struct grid_line *head, int width[GRID_COLUMNS], unsigned left);

/* The width of the first `count` columns, with the space between and after them. */
int grid_columns(const int width[GRID_COLUMNS], int count);

/* Leaves out columns of a narrow page, in this order, until a line fits, and then restores those for which there is
 * room, the last first; returns the set of the columns left out. */
unsigned grid_narrow(int width[GRID_COLUMNS], const struct page *page, const int *order, size_t count);

/* Prints a line up to its last non-empty cell, without a line end. Columns of the set `left` are left-aligned, the
 * others right-aligned. */
void grid_print(FILE *file, const struct grid_line *line, const int width[GRID_COLUMNS], unsigned left);
