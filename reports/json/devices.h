/* The devices of a run with several, in its context; the device of a row; and the ceilings of a device. */
#pragma once

#include "reports/json/fields.h"
#include "reports/results.h"

/* Each measured ceiling. */
json_t *ceilings_json(const struct ceilings *ceilings);

/* Reads "ceilings" of an object. */
enum status ceilings_read(const json_t *object, struct ceilings *ceilings, const struct place *outer);

/* Empty for a single device. */
json_t *devices_json(const struct run_context *context);

/* Reads "devices" of a context, if present. */
enum status devices_read(const json_t *context, struct run_context *to, const struct place *place);

/* A row's "device". For merged results, whose parts had devices of their own, none is read. */
void row_device_write(json_t *row, const struct result *result);
enum status row_device_read(const json_t *row, const struct run_context *context, struct result *result,
                            const struct place *place);
