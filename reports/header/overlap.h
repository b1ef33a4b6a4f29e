/* Results files of devices of one name, of which a header can have one only. */
#ifndef REPORTS_HEADER_OVERLAP_H
#define REPORTS_HEADER_OVERLAP_H

#include "reports/results.h"

#include <stdio.h>

/* INVALID with one line where two of the results, of the files at `paths`, are of devices of one name and backend that
 * have different units, or memory: by more than 2 %, as drivers keep some. */
enum status overlap_check(const struct results *const *results, const char *const *paths, size_t count,
                          struct fault *fault);

/* Prints a line for each file whose bests stand in the header in the place of those of files that are named before. */
void overlap_print(FILE *file, const struct results *const *results, const char *const *paths, size_t count);

#endif
