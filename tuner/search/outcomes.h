/* The outcomes of configurations, by index. */
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

/* NULL: it has none. */
const struct outcome *outcomes_find(const struct outcomes *outcomes, uint64_t index);
void outcomes_set(struct outcomes *outcomes, uint64_t index, const struct outcome *outcome);
