/* Sets of configurations, by their indices. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nothing is in one of zeros. */
struct indices {
    uint64_t *place; /* each one more, or 0 */
    size_t count, places;
};

bool indices_have(const struct indices *indices, uint64_t index);

/* Adds one; false if it was there. */
bool indices_add(struct indices *indices, uint64_t index);
void indices_free(struct indices *indices);
