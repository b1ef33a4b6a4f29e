/* Compares outputs of two configurations: for spec/ only. */
#pragma once

#include "spec/compare.h"

enum { AGREE_PARTS = 64, AGREE_ASKED = 8 };

/* A number that differs between two outputs, and the deviation: relative to the larger of its earlier magnitude and the
 * mean. */
struct far_number {
    double off;
    uint64_t i;
};

/* The number of the largest deviation in each part of `numbers`, the largest first; returns how many differ at all. */
size_t agree_farthest(const struct scalar *scalar, const void *is, const void *was, uint64_t numbers, double mean,
                      struct far_number far[AGREE_PARTS]);

/* Compares a whole output whose samples were correct: the first one is kept, and in others the numbers of the largest
 * deviation are evaluated. Outputs above 256 MiB are skipped. WRONG_RESULT as compare_sample. */
enum status agree_compare(const struct comparing *comparing, uint64_t numbers, struct fault *fault);
