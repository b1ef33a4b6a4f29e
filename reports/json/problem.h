/* Problems as the array "problems" of a results file (FORMAT.md), and those of older files, which have none. */
#pragma once

#include "reports/json/fields.h"

json_t *problem_json(const struct named_problem *problem);

/* Reads the array. INVALID with one line. */
enum status problems_read(const json_t *root, struct results *results, const struct place *place);

/* The same for a file without it: the problem of a row's suite, bench and size, whose space is what occurs: the row's
 * configuration, or its reference, is added to it. *made: it is new, and the last of the results' problems. */
enum status problem_collect(const json_t *row, struct results *results, bool *made, const struct place *place);

/* Puts what was collected into an order that does not depend on that of the rows. */
void problems_sort(struct results *results);

/* The problem of a row: by its number, else by suite, bench and size. */
enum status problem_of_row(const json_t *row, const struct results *results, size_t *problem,
                           const struct place *place);

/* A configuration, as an object of words by parameter; and its index, which NO_CONFIGURATION is for an empty one. */
json_t *config_json(const struct named_problem *problem, uint64_t index);
enum status config_read(const json_t *object, const struct named_problem *problem, uint64_t *index,
                        const struct place *place);

/* ---- what describes the inputs, as the array "problems" and the context of a file have it ---- */

/* An object of all settings, empty without any; and those of the object under a key, added to a problem's. INVALID with
 * one line. */
json_t *settings_json(const struct named_problem *problem);
enum status settings_read(const json_t *object, const char *key, struct named_problem *problem,
                          const struct place *outer);

/* The structure, empty without any; and that of the object under "structure", instead of the problem's. INVALID with
 * one line. */
json_t *structure_json(const struct named_problem *problem);
enum status structure_take(const json_t *object, struct named_problem *problem, const struct place *outer);
