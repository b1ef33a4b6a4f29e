/* A first spec of a kernel, out of its signature. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* What a user said of it; all but the first two may be NULL. */
struct spec_start {
    const char *folder, *file; /* the kernel file is beside the spec */
    const char *entry, *name, *language;
};

/* The spec as JSON, which the caller frees. What the file does not say is a text that begins with a question mark, and
 * says what is to be written there. INVALID with one line: no kernel is seen, or several where none is said. */
enum status spec_init(const struct spec_start *start, char **text, struct fault *fault);

/* Calls `tell` for each such text of a spec, by its place and what is to be written there; returns how many there are.
 * Of a file that is none there are none: who reads it says why. */
typedef void spec_mark_found(void *user, const char *place, const char *what);
size_t spec_marks(const char *path, spec_mark_found *note, void *user);
