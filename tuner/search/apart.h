/* What a suite's author wrote and this process has to ask, such as constraints, is asked in a process of its own: it
 * may crash or loop. */
#ifndef TUNER_SEARCH_APART_H
#define TUNER_SEARCH_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed memory that both processes see, of which no more takes room than is written; NULL where there is none. */
void *apart_memory(size_t bytes);
void apart_memory_free(void *memory, size_t bytes);

/* Does `work` in a copy of this process and waits for its end, as long as it goes on: *steps, in memory that both see,
 * is another at least every APART_SECONDS. False, with how it ended in words, if it did not end well. Nothing but what
 * it leaves in such memory comes back. */
enum { APART_SECONDS = 5 };
bool apart_run(void (*work)(void *user), void *user, const volatile uint64_t *steps, char *how, size_t size);

#endif
