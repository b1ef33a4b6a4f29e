/* What describes the inputs of a problem, as the array "problems" and the context of a file have it (FORMAT.md). */
#ifndef REPORTS_JSON_INPUTS_H
#define REPORTS_JSON_INPUTS_H

#include "reports/json/fields.h"

/* An object of all settings, empty without any; and those of the object under a key, added to a problem's. INVALID with
 * one line. */
json_t *settings_json(const struct named_problem *problem);
enum status settings_read(const json_t *object, const char *key, struct named_problem *problem,
                          const struct place *outer);

/* The structure, empty without any; and that of the object under "structure", instead of the problem's. INVALID with
 * one line. */
json_t *structure_json(const struct named_problem *problem);
enum status structure_take(const json_t *object, struct named_problem *problem, const struct place *outer);

#endif
