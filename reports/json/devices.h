/* The devices of a run that had several, in its context. */
#pragma once

#include "reports/json/fields.h"
#include "reports/results.h"

/* Empty where there is one. */
json_t *devices_json(const struct run_context *context);

/* Takes "devices" of a context, if it is there. */
enum status devices_read(const json_t *context, struct run_context *to, const struct place *place);
