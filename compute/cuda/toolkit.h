/* Where a CUDA toolkit may be: in the user's CUDA_HOME or CUDA_PATH, then in /usr/local/cuda; and its parts that pip
 * installs, in the active environment, for the user, or for all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The i-th place of a toolkit; "" if the variable is not set. NULL after the last. */
const char *toolkit_folder(int i);

/* Opens a library of a toolkit: `file` where the user points, then the first of `names` (ended by NULL) that the loader
 * finds, then `file` in /usr/local/cuda, then the first of `names` that pip installed. Returns dlopen's handle, or NULL
 * and the text of what the loader found wrong. */
void *toolkit_open(const char *file, const char *const *names, char *text, size_t size);

/* The path of a file among a toolkit's libraries: in `beside`, else below the places of a toolkit. False if there is
 * none. */
bool toolkit_file(const char *beside, const char *file, char *path, size_t size);
