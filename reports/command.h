/* The line for a shell that measures something of a results file again. */
#pragma once

#include "reports/results.h"

/* A word as a shell takes it: quoted where it has to be. The caller frees it; NULL if it has control characters or is
 * no UTF-8, which nobody can paste. */
char *shell_word(const char *text);

/* "gpubench --suite reduction --bench sum_1d_f32 --size 1048576 --backend cuda": the run of a problem; NULL where a
 * word of it cannot be pasted, and of another program's results. `cold` counts where the file does not tell its
 * options. The caller frees it. */
char *problem_command(const struct run_context *context, const struct named_problem *problem, bool cold);

/* " --set BLOCK_SIZE=128 --set LOAD=striped": what stands behind it for a configuration; "" of what has no parameters.
 * NULL as above. */
char *row_command(const struct named_problem *problem, const struct result *result);
