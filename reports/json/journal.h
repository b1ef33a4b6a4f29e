/* The rows of a run as they are found, one JSON line each, for a run that is killed before it saves its results. */
#ifndef REPORTS_JSON_JOURNAL_H
#define REPORTS_JSON_JOURNAL_H

#include "reports/results.h"

struct journal;

/* Starts an empty journal at `path`, with missing folders made, and locks it: it has one writer. What a run that was
 * killed left there is given another name. NULL and INVALID with one line if it cannot: if another run writes there, or
 * what stands there is a link or no regular file. */
struct journal *journal_open(const char *path, struct fault *fault);

/* The name that what stood there has now; NULL if nothing did. */
const char *journal_kept(const struct journal *journal);

/* Adds a row of results and hands it to the system at once. The first failure is INVALID with one line and ends the
 * journal: later calls do nothing and are OK, so that a full disk is reported once. A journal that is NULL is such an
 * ended one.
 */
enum status journal_add(struct journal *journal, const struct results *results, const struct row *row,
                        struct fault *fault);

/* How many rows are in the file. 0 for NULL. */
size_t journal_rows(const struct journal *journal);

/* Closes the journal and removes its file if told to. NULL is legal. */
void journal_close(struct journal *journal, bool remove);

#endif
