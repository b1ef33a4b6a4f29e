/* Host memory of this room: exhaustion ends the program with one line. */
#ifndef REPORTS_MEMORY_H
#define REPORTS_MEMORY_H

#include <stddef.h>

/* Zeroed memory for `count` elements of `size` bytes; never NULL. free() frees it. */
void *reports_allocate(size_t count, size_t size);

/* Makes jansson take its memory so too: its calls then fail for no reason but their arguments. */
void reports_own_json_memory(void);

#endif
