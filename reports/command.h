/* Shell command lines that repeat a measurement of a results file. */
#pragma once

#include "reports/results.h"

/* A word quoted as the shell needs it. The caller frees it; NULL if it has control characters or is not UTF-8, as
 * neither can be pasted. */
char *shell_word(const char *text);

/* "gpubench --suite reduction --bench sum_1d_f32 --size 1048576 --backend cuda": the run of a problem; NULL if one of
 * its words cannot be pasted, and for results of other programs. `cold` applies if the file does not record its
 * options. The caller frees it. */
char *problem_command(const struct run_context *context, const struct named_problem *problem, bool cold);

/* " --set BLOCK_SIZE=128 --set LOAD=striped": the suffix for a configuration; "" without parameters. NULL as above. */
char *row_command(const struct named_problem *problem, const struct result *result);
