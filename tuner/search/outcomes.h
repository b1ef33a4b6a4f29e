/* What came of configurations, by their indices. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compute/compute.h"

struct outcomes;

struct outcome {
    double ns;
    struct compute_resources resources;
};

struct outcomes *outcomes_new(void);
void outcomes_free(struct outcomes *outcomes);

/* NULL: nothing is known of it. */
const struct outcome *outcomes_find(const struct outcomes *outcomes, uint64_t index);
void outcomes_set(struct outcomes *outcomes, uint64_t index, const struct outcome *outcome);
