/* Where and how a run was made, as the "context" of a results file. */
#pragma once

#include "reports/json/fields.h"

/* A device, as "context.device". */
json_t *device_json(const struct compute_device *device);

/* Reads such an object; INVALID with one line. What newer files alone have stays as it is where it is not there. */
enum status device_read(const json_t *object, struct compute_device *device, const struct place *place);

/* Of which features such an object says whether the device has them. */
uint32_t device_features_given(const json_t *object);

/* With what describes the inputs of the results' problems. */
json_t *context_json(const struct results *results);

/* Reads the "context" of a file's root object; INVALID with one line. What it says of inputs is checked only: problems
 * have it too. */
enum status context_read(const json_t *root, struct results *results, const struct place *place);

/* Gives a problem of an older file, which names none, the inputs that its context has for its suite. */
enum status context_read_inputs(const json_t *root, struct named_problem *problem, const struct place *place);
