/* What a bench needs of a device (enum need), in words. */
#ifndef TUNER_NEEDS_H
#define TUNER_NEEDS_H

#include "tuner/suite.h"

/* NULL, or why a device cannot run a bench: a static text, or one within *device. */
const char *bench_lacks(const struct bench *bench, const struct compute_device *device);

/* The word of need number i ("CUDA"), NULL behind the last; bit i of a bench's `needs` stands for it. */
const char *need_word(unsigned i);

#endif
