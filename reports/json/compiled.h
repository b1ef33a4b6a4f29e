/* What of a row is known without its time: hashes of its code and its launches, resources, what its machine code has.
 */
#ifndef REPORTS_JSON_COMPILED_H
#define REPORTS_JSON_COMPILED_H

#include "reports/json/fields.h"

/* Adds what is known. */
void compiled_write(json_t *row, const struct result *result);

/* Reads what is there; the rest is not known. INVALID with one line. */
enum status compiled_read(const json_t *row, struct result *result, const struct place *place);

#endif
