/* Results to a file and back (FORMAT.md): Google Benchmark's JSON with more in it. */
#pragma once

#include "reports/results.h"

#include <stdio.h>

/* Prints it; or replaces the file at `path`, whole or not at all, INVALID with one line if it cannot be written. Loaded
 * again, the results are equal in every field that is valid for its row's status, with these exceptions: a row that is
 * OK but whose time is no number comes back as NO_TIME, and bytes of a text that are no UTF-8 come back as '?'; and a
 * failure of a bench without parameters is one of the bench as a whole. */
void results_write(FILE *file, const struct results *results);
enum status results_save(const struct results *results, const char *path, struct fault *fault);

/* The parts of it: all before the rows, which stand a line each in the two arrays; and all behind them. */
#define BEFORE_ROWS "\n],\n\"benchmarks\": ["
#define BETWEEN_ROWS "\n],\n\"failures\": ["
#define BEHIND_ROWS "\n],\n\"best\": ["
void results_write_head(FILE *file, const struct results *results);
void results_write_best(FILE *file, const struct results *results);

/* Fills *results, which need not be initialised, from a file that gzip may have packed; results_free frees it. INVALID
 * with one line if the file cannot be read, is no results file, or holds a value of the wrong type or range; *results
 * is then empty. */
enum status results_load(struct results *results, const char *path, struct fault *fault);
