/* Saves and loads tracked times (FORMAT.md): one line of JSON each. */
#pragma once

#include "reports/history/series.h"
#include "reports/results.h"

#include <stdio.h>

/* Adds the lines of a file, in any order, to a history and tidies it; empty lines are skipped. INVALID with one line,
 * "FILE:LINE: what", if it cannot be read or a line is not valid; the history can then only be freed. */
enum status history_load(struct history *history, const char *path, struct fault *fault);

/* Replaces the file by a tidy history, whole or not at all: the same points give the same bytes. Else INVALID. */
enum status history_save(const struct history *history, const char *path, struct fault *fault);

/* Adds the best of each problem of a results file, by the time of its choice; the caller calls history_tidy. INVALID
 * with one line, which begins with the file's name, if it has no best, or if its commit is unknown or was modified; the
 * history is then unchanged. */
enum status history_take(struct history *history, const struct results *results, const char *path, struct fault *fault);

/* Prints change points as a JSON object. INVALID with one line if a text in it is not UTF-8. */
enum status history_print_turns(FILE *file, const struct series_list *list, const struct turn *turns, size_t count,
                                struct fault *fault);
