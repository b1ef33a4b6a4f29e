/* Compares runs: whether one may continue with the rows of another, that is, identity and problems are equal. */
#pragma once

#include "reports/json/fields.h"

/* Writes "identity" of a results file and of a journal's first line, unless it is unknown. */
void identity_write(json_t *root, const struct run_identity *identity);
enum status identity_read(const json_t *root, struct run_identity *identity, const struct place *place);

/* Problems as the array "problems". */
json_t *problems_json(const struct results *results);

/* Whether the results read from a file are of the same run as those here; else INVALID with one line, which names the
 * difference and ends with `otherwise`. */
enum status identity_check(const char *path, const struct results *there, const struct results *here,
                           const char *otherwise, struct fault *fault);

/* Whether two files record that they are parts of one run, on devices of one kind; else INVALID with one line, which
 * names both and the difference. */
enum status identity_joins(const char *path_there, const struct results *there, const char *path_here,
                           const struct results *here, struct fault *fault);
