/* Two results files: what they say of the same configurations. */
#ifndef REPORTS_COMPARE_COMPARISON_OF_FILES_H
#define REPORTS_COMPARE_COMPARISON_OF_FILES_H

#include "reports/compare/comparison.h"

/* Compares two results files: of each problem the base's best, of one without a best all that it timed; of the new file
 * the same configurations. Blocks stand alone, and nothing is confirmed. Otherwise as comparison_start. */
enum status comparison_of_files(struct comparison *comparison, struct results *base, const struct results *new,
                                struct fault *fault);

#endif
