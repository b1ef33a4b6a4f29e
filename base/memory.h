/* Allocation that cannot fail: exhaustion ends the program with one line. */
#pragma once

#include <stdarg.h>
#include <stdio.h>

void *allocate(size_t bytes);          /* zeroed */
char *allocate_text(const char *text); /* a copy */

/* A text formatted as by printf. */
char *text_make(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_make_list(const char *format, va_list list) __attribute__((format(printf, 1, 0)));

void *resize(void *memory, size_t bytes);
FILE *memory_stream(char **text, size_t *size); /* open_memstream's */

/* Ensures room for one more element of `size` bytes in an array of `count` with *capacity; returns the array, possibly
 * moved. */
void *grow(void *array, size_t count, size_t *capacity, size_t size);

/* A variable that is freed at the end of its block: FREED for memory of this module, FREED_BY(results_free) by a
 * function. */
#define FREED_BY(function) __attribute__((cleanup(function)))
#define FREED FREED_BY(free_variable)
void free_variable(void *variable);
