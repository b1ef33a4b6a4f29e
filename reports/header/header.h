/* The tuned header: the best configurations as C text. */
#ifndef REPORTS_HEADER_HEADER_H
#define REPORTS_HEADER_HEADER_H

#include "reports/results.h"

#include <stdio.h>

/* Prints a header made of `count` results, at least 1. It compiles alone as C11, C++17, CUDA and OpenCL C 1.2 (in
 * OpenCL C and NVRTC it has macros only), and the same results give the same bytes. reports/README.md says what is in
 * it. Sizes are left out where others' entries serve, as the results have it, with at most 1 + max_regret times the
 * best time there; below 0: none is. INVALID with one line, and what was printed is no header, if no result has a best
 * configuration, or if the results do not fit together. */
enum status header_write(FILE *file, const struct results *const *results, size_t count, double max_regret,
                         struct fault *fault);

#endif
