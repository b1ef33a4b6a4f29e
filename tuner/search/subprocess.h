/* Runs work in a subprocess: code of a suite may crash or loop. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum subprocess_end { SUBPROCESS_OK, SUBPROCESS_FAILED, SUBPROCESS_KILLED };

/* Runs `work` in a fork of this process and waits for it as long as it makes progress: *steps, in shared memory,
 * changes at least every 5 s. Unless it is OK, `how` describes its end; KILLED: by a signal from outside. Results are
 * returned through shared memory alone. */
enum subprocess_end subprocess_run(void (*work)(void *user), void *user, const volatile uint64_t *steps, char *how,
                                   size_t size);

/* Zeroed memory that both processes share; pages are allocated when written. NULL if there is none. */
void *subprocess_memory(size_t bytes);
void subprocess_memory_free(void *memory, size_t bytes);
