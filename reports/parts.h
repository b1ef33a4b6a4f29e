/* The parts of merged results, and the devices of a run. */
#pragma once

#include "reports/results.h"

/* Inserts a missing part in order. */
void results_add_part(struct results *results, const struct merged_part *part);

/* The part of that number, or NULL. */
const struct merged_part *results_part(const struct results *results, uint64_t number);

/* Whether other programs measured: of their caches and sizes nothing is known. */
bool results_imported(const struct results *results);

/* "parts 3, 7 of 64 are missing; part 5 of 64 is not whole": of merged results; "" if complete. The caller frees it. */
char *results_missing(const struct results *results);

/* Adds the UUIDs of a part's devices, each once. */
void results_part_devices(const struct merged_part *part, struct texts *uuids);

/* The UUID of the only device that measured, "" if it is unknown; NULL of several. The caller frees it. */
char *results_uuid(const struct results *results);

/* "0 (GPU-12ab) 40 rows; 1 (GPU-34cd) 3 rows, then lost: no power": of several devices; "" of one. Of merged results
 * "GPU-12ab parts 1, 3 of 4; GPU-34cd part 2 of 4", the first of many. The caller frees it. */
char *results_devices(const struct results *results);
