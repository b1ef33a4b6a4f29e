/* Tracked times to a file and back (FORMAT.md): a line of JSON for each. */
#pragma once

#include "reports/history/series.h"
#include "reports/results.h"

#include <stdio.h>

/* Adds the lines of a file, in any order, to a history and tidies it; empty lines are none. INVALID with one line,
 * "FILE:LINE: what", if it cannot be read or a line is none of a history; the history is then only to be freed. */
enum status history_load(struct history *history, const char *path, struct fault *fault);

/* Replaces the file by a tidy history, whole or not at all: the same points give the same bytes. Else INVALID. */
enum status history_save(const struct history *history, const char *path, struct fault *fault);

/* Adds the best of each problem of a results file, by the time that it was chosen by; history_tidy is the caller's.
 * INVALID with one line, which begins with the file's name, if it has none, or if its commit is not known or was
 * changed since; the history is then as it was. */
enum status history_take(struct history *history, const struct results *results, const char *path, struct fault *fault);

/* Prints change points as a JSON object. INVALID with one line if a text in it is no UTF-8. */
enum status history_print_turns(FILE *file, const struct series_list *list, const struct turn *turns, size_t count,
                                struct fault *fault);
