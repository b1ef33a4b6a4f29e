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

/* Whether the file that is there, if any, has only rows of problems that the new results have, too, of their device;
 * with times only if these have some. Else INVALID with one line that says what would be lost. Of `now` problems and
 * device are looked at. */
enum status check_lost(const char *out, const struct results *now, bool timed, struct fault *fault);

/* Opens the journal beside the results file `out`. With --resume `results`, which have identity, device and problems of
 * the run, take the rows of the journal that is there, else of the results file, if these are of a run like it. Without
 * --overwrite no row is lost that the run does not replace. INVALID with one line; the journal is NULL then, or another
 * run's where it was resumed. */
struct journal *resume(struct begun *begun, struct results *results, const char *out, const struct options *options,
                       struct fault *fault);
void begun_free(struct begun *begun);

/* After a run: the path of its results, in `path`. It is beside the file if only the file has a correct configuration;
 * else it is the file's, and if the file has configurations that the run has not it is first kept under another name,
 * unless `overwrite`. Both are reported in a line. INVALID with one line if it cannot be kept. */
enum status kept_place(const char *out, const struct results *now, bool overwrite, char *path, size_t size,
                       struct fault *fault);
