/* Whole files in and out: a file is either the old one or the new one, never a part. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Opens a regular file to read it, or what a shell names so: /dev/stdin, a pipe /dev/fd/63. It does not wait for
 * anybody. NULL and INVALID with one line if it cannot, or if it is a folder, a FIFO or a device. */
FILE *file_open(const char *path, struct fault *fault);

/* All bytes of a file, with a zero byte behind them; the caller frees *text. Errors as file_open's. */
enum status file_read(const char *path, char **text, size_t *length, struct fault *fault);

/* Replaces the file at `path` (through a symbolic link: the file it names) by `length` bytes: a temporary file in the
 * same folder, fsync, rename. Makes missing folders. To /dev/stdout it prints, which is OK, too, where the reader has
 * left. INVALID with "PATH: cannot write: why"; then no temporary file is left and what was at `path` is as it was. A
 * file-size limit is an error like any other, not a signal. */
enum status file_save(const char *path, const char *text, size_t length, struct fault *fault);

/* Whether file_save could start: makes missing folders, makes a temporary file beside `path` and removes it. */
enum status file_writable(const char *path, struct fault *fault);

/* Gives what stands at `path` another name, too, that nothing has: PATH.1, or the next number that is free; the caller
 * frees it. NULL and INVALID with one line if it cannot. */
char *file_keep(const char *path, struct fault *fault);

/* Makes the folders above `path` that are missing. INVALID with one line. */
enum status file_folders(const char *path, struct fault *fault);

/* Whether a path is that of standard output. */
bool file_is_stdout(const char *path);

/* Whether a path, which need not be there yet, lies in a folder, at any depth. */
bool file_within(const char *path, const char *folder);

/* Whether two paths name one file, which may not be there yet. */
bool file_same(const char *one, const char *other);

/* A part of a file's content. */
struct file_part {
    const void *bytes;
    size_t size;
};

/* What file_save does once a path is checked: replaces the file at `path` by `parts`, one behind the other, through a
 * temporary file beside it, which gets the permissions of any new file if `shared`, else is this user's alone;
 * `durable`: it is on the disk before it has its name. False with errno set; then no temporary file is left. */
bool file_replace(const char *path, const struct file_part *parts, size_t count, bool shared, bool durable);
