/* One row as a JSON object: Google Benchmark's keys and ours (FORMAT.md). */
#pragma once

#include "reports/json/fields.h"

/* Row number `index` as an object of "benchmarks" (family_index and per_family_instance_index 0) or of "failures". */
json_t *row_json(const struct results *results, const struct row *row, size_t index);

/* Reads either kind, told apart by "status", and adds it to results that have its problem. INVALID with one line. */
enum status row_read(const json_t *object, struct results *results, const struct place *place);

/* The same of an entry of "best". */
json_t *best_json(const struct results *results, const struct best_row *best);
enum status best_read(const json_t *object, struct results *results, const struct place *place);

/* How a row was measured: its caches, and what a sample was of. */
void row_timing_write(json_t *object, const struct result *row);
enum status row_timing_read(const json_t *object, struct result *row, const struct place *place);

/* What the samples of a measurement say of themselves: whose they are, and what one is. */
json_t *row_samples_json(const struct named_problem *problem, size_t number, const struct result *row);

/* Adds what of a row is known without its time: hashes of its code and its launches, resources, what its machine code
 * has. */
void compiled_write(json_t *row, const struct result *result);
