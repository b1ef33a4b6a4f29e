/* Common to the forms of tune. */
#pragma once

#include <stdbool.h>

/* The folder of a kernel file, "" for the current one, to be freed by the caller; and its name there. */
char *tune_folder(const char *kernel);
const char *tune_file(const char *kernel);

/* Writes a spec beside its kernel; replaces a file only if allowed. Returns 0, or 2 after one line that names the
 * option. */
int tune_save_spec(const char *option, const char *path, const char *kernel, const char *text, bool overwrite);
