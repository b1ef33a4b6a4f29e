#include "compute/cuda/toolkit.h"

#include "compute/library.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DEFAULT = 2 }; /* behind those of the user */

const char *toolkit_folder(int i)
{
    const char *variable[] = {"CUDA_HOME", "CUDA_PATH"};
    if (i > DEFAULT)
        return NULL;
    const char *folder = i < DEFAULT ? getenv(variable[i]) : "/usr/local/cuda";
    return folder ? folder : "";
}

/* The path of a file in the folders for libraries below `folder`; false if it is in none, or `folder` is "". */
static bool find_in(const char *folder, const char *file, char *path, size_t size)
{
    const char *const kinds[] = {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"};
    for (size_t i = 0; *folder && i < sizeof kinds / sizeof *kinds; i++)
        if (snprintf(path, size, "%s/%s/%s", folder, kinds[i], file) < (int)size && !access(path, R_OK))
            return true;
    return false;
}

bool toolkit_file(const char *beside, const char *file, char *path, size_t size)
{
    bool found = *beside && snprintf(path, size, "%s/%s", beside, file) < (int)size && !access(path, R_OK);
    for (int i = 0; toolkit_folder(i) && !found; i++)
        found = find_in(toolkit_folder(i), file, path, size);
    return found;
}

static void *open_in(const char *folder, const char *file, char *text, size_t size)
{
    char path[PATH_MAX];
    const char *const names[] = {path, NULL};
    return find_in(folder, file, path, sizeof path) ? library_open(names, text, size) : NULL;
}

void *toolkit_open(const char *file, const char *const *names, char *text, size_t size)
{
    void *handle = NULL;
    for (int i = 0; i < DEFAULT && !handle; i++)
        handle = open_in(toolkit_folder(i), file, text, size);
    if (!handle)
        handle = library_open(names, text, size);
    if (!handle)
        handle = open_in(toolkit_folder(DEFAULT), file, text, size);
    return handle;
}
