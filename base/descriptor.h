/* Whole reads and writes on file descriptors. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Each goes on after signals and short counts; false at the end of the file or an error, which errno names. A file that
 * may not grow so large is an error like any other, not a signal. */
bool descriptor_write(int file, const void *from, size_t size);
bool descriptor_read(int file, void *to, size_t size);

/* As much of a file, such as /proc has, as has room before a NUL; its length. */
size_t descriptor_read_text(const char *path, char *text, size_t size);
