/* Writes a first spec for a kernel from its signature. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* The user's options; all but the first two may be NULL. */
struct spec_start {
    const char *folder, *file; /* the kernel file is beside the spec */
    const char *entry, *name, *language;
};

/* The spec as JSON, which the caller frees. What the file does not determine is a text that begins with a question
 * mark, and describes what to write there. INVALID with one line: no kernel is found, or several and none is named. */
enum status spec_init(const struct spec_start *start, char **text, struct fault *fault);

/* Calls `note` for each such text of a spec, with its place and description; returns their number. An invalid file has
 * none: the reader of specs reports the reason. */
typedef void spec_mark_found(void *user, const char *place, const char *what);
size_t spec_marks(const char *path, spec_mark_found *note, void *user);
