/* One row as a JSON object: Google Benchmark's keys and ours (FORMAT.md). */
#ifndef REPORTS_JSON_ROW_H
#define REPORTS_JSON_ROW_H

#include "reports/json/fields.h"

/* Whether a row belongs into "benchmarks": OK, and its times are finite numbers. */
bool row_timed(const struct result *row);

/* A row of "benchmarks" (family_index and per_family_instance_index 0) or of "failures". */
json_t *row_json(const struct result *row, size_t index);

/* Either kind, told apart by "status". INVALID with one line. */
enum status row_read(const json_t *object, struct result *row, const struct place *place);

/* An entry of "best". */
json_t *best_json(const struct best *best);
enum status best_read(const json_t *object, struct best *best, const struct place *place);

#endif
