/* Saves and loads results (FORMAT.md), as Google Benchmark's JSON with further keys. */
#pragma once

#include "reports/results.h"

#include <stdio.h>

/* Prints results; or replaces the file at `path`, whole or not at all, INVALID with one line if it cannot be written.
 * Loading restores every field that is valid for its row's status, except: an OK row whose time is no number becomes
 * NO_TIME, invalid bytes of UTF-8 become '?', and a failure of a bench without parameters is one of the bench as a
 * whole. */
void results_write(FILE *file, const struct results *results);
enum status results_save(const struct results *results, const char *path, struct fault *fault);

/* Prints results of the file `from` as its export: a copy, marked as one by that name. And whether the file at `path`
 * is such a copy of it: results that a run, an import or a merge wrote are never. */
void results_write_export(FILE *file, const struct results *results, const char *from);
bool results_exported(const char *path, const char *from);

/* Its text before the rows, which have one line each in the two arrays; and the text after them. */
#define BEFORE_ROWS "\n],\n\"benchmarks\": ["
#define BETWEEN_ROWS "\n],\n\"failures\": ["
#define BEHIND_ROWS "\n],\n\"best\": ["
void results_write_head(FILE *file, const struct results *results);
void results_write_best(FILE *file, const struct results *results);

/* Fills *results, which need not be initialised, from a file, possibly packed by gzip; results_free frees it. INVALID
 * with one line if the file cannot be read, is no results file, or has a value of the wrong type or range; *results is
 * then empty. */
enum status results_load(struct results *results, const char *path, struct fault *fault);
