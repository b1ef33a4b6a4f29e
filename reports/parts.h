/* The parts of a run that results were merged of, and the devices that a run had. */
#pragma once

#include "reports/results.h"

/* Adds one that is not there, in its place. */
void results_add_part(struct results *results, const struct merged_part *part);

/* That of a number; NULL: it is not there. */
const struct merged_part *results_part(const struct results *results, uint64_t number);

/* "parts 3, 7 of 64 are missing; part 5 of 64 is not whole": of merged results; "" for nothing. The caller frees it. */
char *results_missing(const struct results *results);

/* "0 (GPU-12ab) 40 rows; 1 (GPU-34cd) 3 rows, then lost: no power": of several devices; "" of one. The caller frees it.
 */
char *results_devices(const struct results *results);
