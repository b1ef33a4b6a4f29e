/* The rows of a run as they are found, one JSON line each, for a run that is killed before it saves its results. */
#pragma once

#include "reports/results.h"

struct journal;

/* That of a results file. */
void journal_path(const char *results, char *path, size_t size);

/* Starts an empty journal at `path`, with missing folders made, and locks it: it has one writer. What a run that was
 * killed left there is given another name; or, to `resume`, stays as it is until journal_go_on. NULL and
 * INVALID with one line if it cannot: if another run writes there, or what stands there is no regular file. */
struct journal *journal_open(const char *path, bool resume, struct fault *fault);

/* Once what stood there is judged: cuts what is behind its last whole line, to write on. INVALID with one line. */
enum status journal_go_on(struct journal *journal, struct fault *fault);

/* The name that what stood there has now; NULL if nothing did. And whether what stood there is written on. */
const char *journal_kept(const struct journal *journal);
bool journal_resumed(const struct journal *journal);

/* Writes its first line: whose it is, where the run is made, and its problems; before any row. What is resumed has one.
 * Errors as journal_add's. */
enum status journal_begin(struct journal *journal, const struct results *results, struct fault *fault);

/* Whether a file's text is a journal's; and what it has, into empty results: the rows up to the last that is whole, of
 * a configuration that was measured again the last, and as the best of each problem the fastest row, of which it is not
 * known how many there would have been. INVALID with one line if a line is damaged. */
bool journal_is(const char *text);
enum status journal_read(struct results *results, const char *path, const char *text, size_t length,
                         struct fault *fault);

/* The same of a file, as results_load; INVALID where it is no journal, too. */
enum status journal_load(struct results *results, const char *path, struct fault *fault);

/* Adds a row of results and hands it to the system at once. Where that fails it waits in memory, and the next call
 * tries again: INVALID with one line where lines begin to wait, so that a full disk is reported once. A journal that is
 * NULL takes none. */
enum status journal_add(struct journal *journal, const struct results *results, const struct row *row,
                        struct fault *fault);

/* How many lines wait. */
size_t journal_waiting(const struct journal *journal);

/* Closes the journal and removes its file if told to. NULL is legal. */
void journal_close(struct journal *journal, bool remove);
