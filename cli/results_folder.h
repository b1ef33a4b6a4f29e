/* The results files of a folder. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

bool is_folder(const char *path);

/* The paths of what may be results in a folder by their names (.json, .json.gz, .journal; none that begins with a
 * point), in the order of strcmp; `*folders` is how many folders there are in it, which are not looked into. The caller
 * frees each, and the array. NULL and INVALID with one line if it cannot be read. */
char **folder_results(const char *path, size_t *count, size_t *folders, struct fault *fault);
