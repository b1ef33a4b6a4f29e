/* What the fuzz targets share. Each gives a reader what libFuzzer's main makes up, and dies of what it must not do. */
#pragma once

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Called with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: MUST(%s)\n", __FILE__, __LINE__, #condition);                                      \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* A reader's status is that of its fault: nothing, or INVALID in one line. */
UNNEEDED static void must_report(enum status status, const struct fault *fault)
{
    MUST(status == fault->status && (status == OK || status == INVALID));
    MUST(status == OK || (*fault->text && !strchr(fault->text, '\n')));
}

/* All of a file in the current folder; and a file of these bytes there. */
UNNEEDED static char *read_whole(const char *path, size_t *length)
{
    struct fault fault = {0};
    char *text;
    MUST(file_read(path, &text, length, &fault) == OK);
    return text;
}

UNNEEDED static void write_whole(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "w");
    MUST(file && fwrite(bytes, 1, size, file) == size && !fclose(file));
}

/* Whether two files have the same bytes. */
UNNEEDED static bool same_files(const char *one, const char *other)
{
    size_t length, other_length;
    char *text = read_whole(one, &length), *other_text = read_whole(other, &other_length);
    const bool same = length == other_length && !memcmp(text, other_text, length);
    free(text);
    free(other_text);
    return same;
}

/* Nowhere to print to. */
UNNEEDED static FILE *nowhere(void)
{
    static FILE *file;
    file = file ? file : fopen("/dev/null", "w");
    MUST(file);
    return file;
}

/* The path of a file in memory that has these bytes until the next call. */
UNNEEDED static const char *memory_file(const uint8_t *bytes, size_t size)
{
    static char path[64];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("input", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    MUST(file >= 0 && !ftruncate(file, 0) && pwrite(file, bytes, size, 0) == (ssize_t)size);
    return path;
}
