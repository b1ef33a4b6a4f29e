/* Sets of configurations, by their indices. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* {0} is empty. */
struct indices {
    uint64_t *place; /* index + 1, or 0: free */
    size_t count, places;
};

bool indices_have(const struct indices *indices, uint64_t index);

/* Adds an index; false if the set has it already. */
bool indices_add(struct indices *indices, uint64_t index);
void indices_free(struct indices *indices);
