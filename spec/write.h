/* Writes a spec's JSON: for spec/ only. */
#pragma once

#include "base/status.h"

#include <jansson.h>

/* The name of a spec: the given one, or the file's without its suffix. */
json_t *spec_write_name(const char *name, const char *file);

/* The text of a spec, to be freed by the caller; frees `root`, which is NULL if a given text is not UTF-8: INVALID. */
enum status spec_write_text(json_t *root, char **text, struct fault *fault);

/* ---- specs made of options ---- */

/* A place in such a spec as its option: "KernelSpecification.Arguments[0].Size" as "--arg 'x: in float[n]': its size".
 * The caller frees it. */
char *spec_option_place(const json_t *root, const char *path);

/* An argument as its option, with another type: "x: in float[n]". The caller frees it. */
char *spec_option_argument(const json_t *argument, const char *type);
