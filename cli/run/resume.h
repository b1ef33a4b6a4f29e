/* With what a run begins: rows of its journal or its results file, or none; and what stands at the place of its results
 * file, and must not be lost to it in silence. */
#pragma once

#include "base/options/options.h"
#include "reports/json/journal.h"

struct begun {
    struct results before; /* the results file that the run goes on with; empty: it does not */
    struct texts keys;     /* of the rows of the run, as results_put needs them */
    size_t rows;           /* that are of an earlier run, */
    bool counts;           /* and part of this one's number of configurations */
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

/* Behind a run: where its results go, into `path`. Beside the file, if no configuration is right and some of that are;
 * else into its place, and if it has configurations that the run has not it is kept by another name, unless to
 * `overwrite`. Both are said in a line. INVALID with one line if it cannot be kept. */
enum status kept_place(const char *out, const struct results *now, bool overwrite, char *path, size_t size,
                       struct fault *fault);
