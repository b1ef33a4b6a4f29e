/* Shared by the readers of other programs' files: makes a problem and a row of a benchmark. */
#pragma once

#include "reports/json/fields.h"

/* Adds a problem with this name only, and returns its number. */
size_t foreign_add_problem(struct results *results, const char *name);

/* Adds its row: with a time in ns; or without one, with a status and a reason. */
void foreign_add_time(struct results *results, size_t problem, double ns);
void foreign_add_none(struct results *results, size_t problem, enum status status, const char *reason);

/* Whether a number of ns is a plausible time: above 0, and below an upper bound. */
bool foreign_is_time(double ns);

/* The program's message about a skipped or failed benchmark; a default text if it has none. */
const char *foreign_reason(const json_t *reason);

/* Copies a text into an array, truncated to fit; "" if it is missing. */
void foreign_copy(char *text, size_t size, const json_t *value);

/* Reads "context" and "benchmarks", which must be present, and adds problems and rows to empty results; `key` is
 * "real_time" or "cpu_time". */
enum status google_benchmark_read(const json_t *root, const char *key, struct results *results,
                                  const struct place *place);

/* The same for "devices" and "benchmarks". */
enum status nvbench_read(const json_t *root, const char *key, struct results *results, const struct place *place);
