/* Reads files that may be compressed. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* As file_read (base/file.h); a gzip file is decompressed, several members concatenated. INVALID with one line also if
 * it is damaged, incomplete, or more than GZIP_MOST bytes. */
#define GZIP_MOST ((size_t)1 << 30)
enum status gzip_read(const char *path, char **text, size_t *length, struct fault *fault);
