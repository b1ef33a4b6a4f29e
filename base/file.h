/* Whole files in and out: a file is either the old one or the new one, never a part. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* All bytes of a file, with a zero byte behind them; the caller frees *text. INVALID with one line if not readable. */
enum status file_read(const char *path, char **text, size_t *length, struct fault *fault);

/* Replaces the file at `path` (through a symbolic link: the file it names) by `length` bytes: a temporary file in the
 * same folder, fsync, rename. Makes missing folders. INVALID with "PATH: cannot write: why"; then no temporary file is
 * left and what was at `path` is as it was. A file-size limit is an error like any other, not a signal. */
enum status file_save(const char *path, const char *text, size_t length, struct fault *fault);

/* Whether file_save could start: makes missing folders, makes a temporary file beside `path` and removes it. */
enum status file_writable(const char *path, struct fault *fault);

/* Makes the folders above `path` that are missing. INVALID with one line. */
enum status file_folders(const char *path, struct fault *fault);

/* write(2) until all is written, with SIGXFSZ ignored; false with errno set. */
bool file_write_all(int file, const char *text, size_t length);

#endif
