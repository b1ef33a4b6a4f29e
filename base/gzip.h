/* Files that may be packed. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* As file_read (base/file.h); what gzip packed comes as it was, of several members one behind the other. INVALID with
 * one line, too, if it is packed and damaged, not whole, or more than GZIP_MOST bytes. */
#define GZIP_MOST ((size_t)1 << 30)
enum status gzip_read(const char *path, char **text, size_t *length, struct fault *fault);
