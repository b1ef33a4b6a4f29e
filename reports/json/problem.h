/* Problems as the array "problems" of a results file (FORMAT.md), and those of older files, which have no array. */
#pragma once

#include "reports/json/fields.h"

json_t *problem_json(const struct named_problem *problem);

/* Reads the array. INVALID with one line. */
enum status problems_read(const json_t *root, struct results *results, const struct place *place);

/* The same for a file without it: the problem of a row's suite, bench and size; the row's configuration, or its
 * reference, is added to its space. *made: it is new, and the last of the results' problems. */
enum status problem_collect(const json_t *row, struct results *results, bool *made, const struct place *place);

/* Sorts the collected problems, so that the order of the rows does not matter. */
void problems_sort(struct results *results);

/* The problem of a row: by its number, else by suite, bench and size. */
enum status problem_of_row(const json_t *row, const struct results *results, size_t *problem,
                           const struct place *place);

/* A configuration, as an object of words by parameter; and its index, NO_CONFIGURATION for an empty one. */
json_t *config_json(const struct named_problem *problem, uint64_t index);
enum status config_read(const json_t *object, const struct named_problem *problem, uint64_t *index,
                        const struct place *place);

/* ---- inputs, in the array "problems" and in the context of a file ---- */

/* An object of all settings, empty without any; and reads settings from the object under a key, and adds them to a
 * problem. INVALID with one line. */
json_t *settings_json(const struct named_problem *problem);
enum status settings_read(const json_t *object, const char *key, struct named_problem *problem,
                          const struct place *outer);

/* The structure, empty without any; and reads it from the object under "structure", replacing the problem's. INVALID
 * with one line. */
json_t *structure_json(const struct named_problem *problem);
enum status structure_take(const json_t *object, struct named_problem *problem, const struct place *outer);
