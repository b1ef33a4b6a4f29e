/* Of which part of its spaces a run was, or of which parts merged results are: "shard" in the context of a file. */
#pragma once

#include "reports/json/fields.h"

/* Empty where spaces are whole. */
json_t *shard_json(const struct results *results);

/* Reads it from a context, which need not have it. INVALID with one line. */
enum status shard_read(const json_t *context, struct results *results, const struct place *place);
