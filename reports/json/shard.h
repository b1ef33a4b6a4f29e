/* "shard" in the context of a file: the part of the spaces that was run, or the parts of merged results. */
#pragma once

#include "reports/json/fields.h"

/* Empty for whole spaces. */
json_t *shard_json(const struct results *results);

/* Reads it from a context, if present. INVALID with one line. */
enum status shard_read(const json_t *context, struct results *results, const struct place *place);
