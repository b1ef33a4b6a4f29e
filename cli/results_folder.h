/* The results files of a folder. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

bool is_folder(const char *path);

/* The paths of possible results files in a folder (.json, .json.gz, .journal; no hidden ones), in the order of strcmp;
 * `*folders` is the number of its subfolders, which are not searched. The caller frees each, and the array. NULL and
 * INVALID with one line if it cannot be read. */
char **folder_results(const char *path, size_t *count, size_t *folders, struct fault *fault);
