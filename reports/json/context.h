/* The "context" of a results file: where and how a run was made. */
#pragma once

#include "reports/json/fields.h"

/* A device, as "context.device". */
json_t *device_json(const struct compute_device *device);

/* Reads such an object; INVALID with one line. Missing keys of newer files leave their members unchanged. */
enum status device_read(const json_t *object, struct compute_device *device, const struct place *place);

/* The features for which such an object has a value. */
uint32_t device_features_given(const json_t *object);

/* Includes the inputs of the results' problems. */
json_t *context_json(const struct results *results);

/* Reads the "context" of a file's root object; INVALID with one line. Inputs are only checked: problems have them
 * too. */
enum status context_read(const json_t *root, struct results *results, const struct place *place);

/* Gives a problem of an older file, which has no inputs, those that the context has for its suite. */
enum status context_read_inputs(const json_t *root, struct named_problem *problem, const struct place *place);
