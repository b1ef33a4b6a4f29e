/* What came of configurations, by their indices. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct outcomes;

struct outcomes *outcomes_new(void);
void outcomes_free(struct outcomes *outcomes);

/* NULL: nothing is known of it. */
const double *outcomes_find(const struct outcomes *outcomes, uint64_t index);
void outcomes_set(struct outcomes *outcomes, uint64_t index, double ns);
