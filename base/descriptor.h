/* Whole reads and writes on file descriptors. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Both continue after signals and short counts; false at the end of the file or on an error, which errno has. Exceeding
 * the file-size limit is an error like any other, not a signal. */
bool descriptor_write(int file, const void *from, size_t size);
bool descriptor_read(int file, void *to, size_t size);

/* Reads a file, such as in /proc, as far as it fits before a NUL; returns its length. */
size_t descriptor_read_text(const char *path, char *text, size_t size);
