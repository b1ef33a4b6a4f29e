/* What stands at the place of a run's results file, and must not be lost to it in silence. */
#ifndef CLI_RUN_KEPT_H
#define CLI_RUN_KEPT_H

#include "reports/results.h"

/* Before a run: whether the file that is there, if any, has only rows of problems that the run has, too, on its device;
 * with times only if it takes some. Else INVALID with one line that says what would be lost. `now` has the run's
 * problems, and its device. */
enum status kept_check(const char *out, const struct results *now, bool timed, struct fault *fault);

/* Behind it: where its results go, into `path`. Beside the file, if no configuration is right and some of that are;
 * else into its place, and if it has configurations that the run has not it is kept by another name, unless to
 * `overwrite`. Both are said in a line. INVALID with one line if it cannot be kept. */
enum status kept_place(const char *out, const struct results *now, bool overwrite, char *path, size_t size,
                       struct fault *fault);

#endif
