/* The journal of a run: its rows as they are measured, one JSON line each, so that a killed run loses none. */
#pragma once

#include "reports/results.h"

struct journal;

/* The path of the journal of a results file. */
void journal_path(const char *results, char *path, size_t size);

/* Starts an empty journal at `path`, makes missing folders, and locks it for one writer. The file of a killed run is
 * renamed; or, to `resume`, stays unchanged until journal_go_on. NULL and INVALID with one line on failure: if another
 * run writes there, or the path is no regular file. */
struct journal *journal_open(const char *path, bool resume, struct fault *fault);

/* Continues an accepted file: cuts everything after its last complete line. INVALID with one line. */
enum status journal_go_on(struct journal *journal, struct fault *fault);

/* The new name of the earlier file; NULL if there was none. And whether the earlier file is continued. */
const char *journal_kept(const struct journal *journal);
bool journal_resumed(const struct journal *journal);

/* Writes its first line, before any row: the run's identity, context and problems. A resumed journal has one. Errors as
 * journal_add's. */
enum status journal_begin(struct journal *journal, const struct results *results, struct fault *fault);

/* Whether a text is a journal; and reads it into empty results: the rows up to the last complete one, of repeated
 * configurations the last row, and as the best of each problem the fastest row, with an unknown number of
 * configurations to try. INVALID with one line if a line is damaged. */
bool journal_is(const char *text);
enum status journal_read(struct results *results, const char *path, const char *text, size_t length,
                         struct fault *fault);

/* The same for a file, as results_load; INVALID also if it is no journal. */
enum status journal_load(struct results *results, const char *path, struct fault *fault);

/* Adds a row of results and hands it to the system at once. If that fails, the row waits in memory for the next call:
 * INVALID with one line when lines begin to wait, so that a full disk is reported once. NULL is legal, and writes
 * nothing. */
enum status journal_add(struct journal *journal, const struct results *results, const struct row *row,
                        struct fault *fault);

/* The number of waiting lines. */
size_t journal_waiting(const struct journal *journal);

/* Closes the journal and optionally removes its file. NULL is legal. */
void journal_close(struct journal *journal, bool remove);
