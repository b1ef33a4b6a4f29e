/* A spec's JSON as it is written: for spec/ alone. */
#pragma once

#include "base/status.h"

#include <jansson.h>

/* The name of a spec: what a user said, or the file's, less its suffix. */
json_t *spec_write_name(const char *name, const char *file);

/* The text of a spec, which the caller frees; `root`, which goes with it, is NULL where what was said is no UTF-8:
 * INVALID. */
enum status spec_write_text(json_t *root, char **text, struct fault *fault);

/* ---- a spec that options came to ---- */

/* What is said of a place in it, "KernelSpecification.Arguments[0].Size": "--arg 'x: in float[n]': its size". The
 * caller frees it. */
char *spec_option_place(const json_t *root, const char *path);

/* An argument of it as its option has it, with another type: "x: in float[n]". The caller frees it. */
char *spec_option_argument(const json_t *argument, const char *type);
