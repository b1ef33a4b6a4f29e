/* The devices of a run that had several, in its context; which of them a row is of; and the ceilings of one. */
#pragma once

#include "reports/json/fields.h"
#include "reports/results.h"

/* Each ceiling that was measured. */
json_t *ceilings_json(const struct ceilings *ceilings);

/* Takes "ceilings" of an object. */
enum status ceilings_read(const json_t *object, struct ceilings *ceilings, const struct place *outer);

/* Empty where there is one. */
json_t *devices_json(const struct run_context *context);

/* Takes "devices" of a context, if it is there. */
enum status devices_read(const json_t *context, struct run_context *to, const struct place *place);

/* A row's "device". Of merged results, whose parts had their own, none is read. */
void row_device_write(json_t *row, const struct result *result);
enum status row_device_read(const json_t *row, const struct run_context *context, struct result *result,
                            const struct place *place);
