/* Where and how a run was made, as the "context" of a results file. */
#ifndef REPORTS_JSON_CONTEXT_H
#define REPORTS_JSON_CONTEXT_H

#include "reports/json/fields.h"

json_t *context_json(const struct run_context *context);

/* Reads the "context" of a file's root object; INVALID with one line. */
enum status context_read(const json_t *root, struct run_context *context, const struct place *place);

#endif
