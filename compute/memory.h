/* Host memory for this room: zeroed, and there or the program ends. Only compute/ includes this. */
#ifndef COMPUTE_MEMORY_H
#define COMPUTE_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

static inline void *memory_allocate(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "gpubench: out of host memory (%zu bytes)\n", bytes);
        _Exit(3);
    }
    return memory;
}

#endif
