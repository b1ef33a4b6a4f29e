/* The rows that a run starts with, from its journal or its results file, or none; and an existing results file, which
 * must not be lost silently. */
#pragma once

#include "base/options/options.h"
#include "reports/json/journal.h"

struct begun {
    struct results before; /* the results file to continue; empty: none */
    struct texts keys;     /* of the rows of the run, for results_put */
    size_t rows;           /* from an earlier run, */
    bool counts;           /* which are part of this run's number of configurations */
};

/* Whether an existing file, if any, is empty, or a results file with only rows of the run's problems and device; with
 * times only if the run measures times. Else INVALID with one line about the loss. `now` has the run's problems and
 * device. */
enum status check_lost(const char *out, const struct results *now, bool timed, struct fault *fault);

/* Opens the journal beside the results file `out`. With --resume adds to `results`, which have the run's identity,
 * device and problems, the rows of an existing journal, else of the results file, if it is of an equal run. Without
 * --overwrite no row is lost that the run does not replace. INVALID with one line; then the journal is NULL, or another
 * run's in case of --resume. */
struct journal *resume(struct begun *begun, struct results *results, const char *out, const struct options *options,
                       struct fault *fault);
void begun_free(struct begun *begun);

/* After a run: the path of its results, in `path`. If only the existing file has a correct configuration, it is a path
 * beside it; else it is the file's, and a file with configurations that the run lacks is first kept under another name,
 * unless `overwrite`. Reports both in a line. INVALID with one line if the file cannot be kept. */
enum status kept_place(const char *out, const struct results *now, bool overwrite, char *path, size_t size,
                       struct fault *fault);
