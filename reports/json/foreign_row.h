/* What the readers of other programs' files share: how a benchmark becomes a problem and a row. */
#pragma once

#include "reports/json/fields.h"

/* Adds a problem that has this name and nothing else, and gives its number. */
size_t foreign_add_problem(struct results *results, const char *name);

/* Adds its row: of a time in ns; or of none, with a status and a reason. */
void foreign_add_time(struct results *results, size_t problem, double ns);
void foreign_add_none(struct results *results, size_t problem, enum status status, const char *reason);

/* Whether a number of ns is a time: above 0, and less than what anything takes. */
bool foreign_is_time(double ns);

/* What a program says of what it skipped, or what failed; also where it says nothing. */
const char *foreign_reason(const json_t *reason);

/* A text into an array, as far as it fits; "" where there is none. */
void foreign_copy(char *text, size_t size, const json_t *value);

/* Reads "context" and "benchmarks", which are there, and adds problems and rows; `key` is "real_time" or "cpu_time".
 * There are none before. */
enum status google_benchmark_read(const json_t *root, const char *key, struct results *results,
                                  const struct place *place);

/* The same of "devices" and "benchmarks". */
enum status nvbench_read(const json_t *root, const char *key, struct results *results, const struct place *place);
