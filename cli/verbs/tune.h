/* What the forms of tune share. */
#pragma once

#include <stdbool.h>

/* The folder of a kernel file, "" of this one, which the caller frees; and its name there. */
char *tune_folder(const char *kernel);
const char *tune_file(const char *kernel);

/* Writes a spec, beside its kernel, over no other file unless that may be. Returns 0, or 2 after one line that names
 * the option. */
int tune_save_spec(const char *option, const char *path, const char *kernel, const char *text, bool overwrite);
