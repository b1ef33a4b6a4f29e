/* Devices side by side, as JSON (FORMAT.md). */
#pragma once

#include "reports/devices/devices.h"

#include <jansson.h>

/* The devices, of results files at `path`; the costs of one's best on another; and who measured what when. */
json_t *side_by_side_json(const struct devices *devices, const char *const *path);
