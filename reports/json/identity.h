/* Whether a run may go on with the rows of another: its identity and its problems are the same. */
#pragma once

#include "reports/json/fields.h"

/* As "identity" in a results file and in a journal's first line, which may be missing. */
void identity_write(json_t *root, const struct run_identity *identity);
enum status identity_read(const json_t *root, struct run_identity *identity, const struct place *place);

/* Problems as the array "problems". */
json_t *problems_json(const struct results *results);

/* Whether what was read from a file is of a run like the one here; else INVALID with one line, which says what differs
 * and ends with `otherwise`. */
enum status identity_check(const char *path, const struct results *there, const struct results *here,
                           const char *otherwise, struct fault *fault);

/* Whether two files are of parts of one run, on devices of one kind, and say so; else INVALID with one line, which
 * names both and what differs. */
enum status identity_joins(const char *path_there, const struct results *there, const char *path_here,
                           const struct results *here, struct fault *fault);
