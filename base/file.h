/* Reads and writes whole files: a written file is the old one or the new one, never a part. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Opens a regular file for reading, or a shell's /dev/stdin or pipe /dev/fd/63, without waiting for a writer. Such a
 * pipe can be opened again, also by subprocesses: its content replaces it under the same descriptor. NULL and
 * INVALID with one line on failure, or if it is a folder, a FIFO or a device. */
FILE *file_open(const char *path, struct fault *fault);

/* Reads all bytes of a file and appends a zero byte; the caller frees *text. Errors as file_open's. */
enum status file_read(const char *path, char **text, size_t *length, struct fault *fault);

/* Replaces the file at `path` (through a symbolic link: its target) by `length` bytes: a temporary file in the same
 * folder, fsync, rename. Makes missing folders. /dev/stdout is printed to, which is OK even if the reader has closed
 * it. INVALID with "PATH: cannot write: why"; then no temporary file remains and the file at `path` is unchanged.
 * Exceeding the file-size limit is an error like any other, not a signal. */
enum status file_save(const char *path, const char *text, size_t length, struct fault *fault);

/* Whether file_save can start: makes missing folders, creates a temporary file beside `path` and removes it. */
enum status file_writable(const char *path, struct fault *fault);

/* Gives the file at `path` an additional, unused name: PATH.1, or the next free number; the caller frees it. NULL and
 * INVALID with one line on failure. */
char *file_keep(const char *path, struct fault *fault);

/* Waits until no other program has the lock of the folder of `path`, and takes it, for those that read a file, change
 * it and save it again. Returns a descriptor to be closed; -1 if there is no folder, or no lock on its file system. */
int file_lock(const char *path);

/* Makes the missing folders above `path`. INVALID with one line. */
enum status file_folders(const char *path, struct fault *fault);

/* Whether a path is standard output. */
bool file_is_stdout(const char *path);

/* Whether a path, which need not exist, lies in a folder, at any depth. */
bool file_within(const char *path, const char *folder);

/* Whether two paths name the same file, which need not exist. */
bool file_same(const char *one, const char *other);

/* A part of a file's content. */
struct file_part {
    const void *bytes;
    size_t size;
};

/* The part of file_save after the checks of the path: replaces the file at `path` by `parts`, in order, through a
 * temporary file beside it. With `shared` it gets the permissions of a new file, else only this user may access it;
 * with `durable` it is on disk before it is renamed. False with errno set; then no temporary file remains. */
bool file_replace(const char *path, const struct file_part *parts, size_t count, bool shared, bool durable);
