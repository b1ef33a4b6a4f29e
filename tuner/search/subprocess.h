/* Work in a process of its own: what a suite's author wrote may crash or loop. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum subprocess_end { SUBPROCESS_OK, SUBPROCESS_FAILED, SUBPROCESS_KILLED };

/* Does `work` in a copy of this process and waits for its end, as long as it goes on: *steps, in memory that both see,
 * is another at least every 5 s. Unless it ended well, `how` says in words how it did; it was killed where a signal
 * came from outside. Nothing but what it leaves in such memory comes back. */
enum subprocess_end subprocess_run(void (*work)(void *user), void *user, const volatile uint64_t *steps, char *how,
                                   size_t size);

/* Zeroed memory that both processes see, of which no more takes room than is written; NULL where there is none. */
void *subprocess_memory(size_t bytes);
void subprocess_memory_free(void *memory, size_t bytes);
