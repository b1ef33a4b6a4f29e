/* Host memory that is always there: exhaustion ends the program with one line. */
#pragma once

#include <stddef.h>

void *allocate(size_t bytes);          /* zeroed */
char *allocate_text(const char *text); /* a copy */
void *resize(void *memory, size_t bytes);

/* Room for one more element of `size` bytes in an array of `count` with *capacity: returns the array, grown if need be.
 */
void *grow(void *array, size_t count, size_t *capacity, size_t size);
