/* A row as a JSON object, with the keys of Google Benchmark and further ones (FORMAT.md). */
#pragma once

#include "reports/json/fields.h"

/* Row number `index` as an object of "benchmarks" (family_index and per_family_instance_index 0) or of "failures". */
json_t *row_json(const struct results *results, const struct row *row, size_t index);

/* Reads either kind, distinguished by "status", and adds it to results that have its problem. INVALID with one line. */
enum status row_read(const json_t *object, struct results *results, const struct place *place);

/* The same for an entry of "best". */
json_t *best_json(const struct results *results, const struct best_row *best);
enum status best_read(const json_t *object, struct results *results, const struct place *place);

/* How a row was measured: its caches, and the kind of its samples. */
void row_timing_write(json_t *object, const struct result *row);
enum status row_timing_read(const json_t *object, struct result *row, const struct place *place);

/* The description of a measurement's samples: their row, and their kind. */
json_t *row_samples_json(const struct named_problem *problem, size_t number, const struct result *row);

/* Adds the values of a row that compiling gives: hashes of its code and its launches, resources, instructions. */
void compiled_write(json_t *row, const struct result *result);
