/* Outputs of two configurations beside each other: for spec/ alone. */
#pragma once

#include "spec/compare.h"

enum { AGREE_PARTS = 64, AGREE_ASKED = 8 };

/* A number that two outputs differ in, and by how much: a share of the larger one of what it was and the mean. */
struct far_number {
    double off;
    uint64_t i;
};

/* Of each part of `numbers` the farthest apart, the farthest of all first; returns how many differ at all. */
size_t agree_farthest(const struct scalar *scalar, const void *is, const void *was, uint64_t numbers, double mean,
                      struct far_number far[AGREE_PARTS]);

/* The output of a check, right where samples of it were looked at, whole: the first is kept, and the
 * farthest numbers of another are asked for. Those of more than 256 MiB are not. WRONG_RESULT as compare_sample. */
enum status agree_compare(const struct comparing *comparing, uint64_t numbers, struct fault *fault);
