#include "compute/cuda/toolkit.h"

#include "compute/library.h"

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT = 2 }; /* after those of the user */

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

/* The path of `file` in a package that pip installed: the first that a pattern of the shell finds. */
static bool find_wheel(const char *file, char *path, size_t size)
{
    const struct {
        const char *variable, *below;
    } places[] = {{"VIRTUAL_ENV", "lib/python3*/site-packages"},
                  {"CONDA_PREFIX", "lib/python3*/site-packages"},
                  {"HOME", ".local/lib/python3*/site-packages"},
                  {NULL, "usr/local/lib/python3*/[sd]i[ts][et]-packages"},
                  {NULL, "usr/lib/python3*/[sd]i[ts][et]-packages"}};
    bool found = false;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        const char *folder = places[i].variable ? getenv(places[i].variable) : "";
        char pattern[PATH_MAX];
        glob_t paths = {0};
        if (!folder || snprintf(pattern, sizeof pattern, "%s/%s/nvidia/*/%s", folder, places[i].below, file) >=
                           (int)sizeof pattern)
            continue;
        found = !glob(pattern, 0, NULL, &paths) && snprintf(path, size, "%s", paths.gl_pathv[0]) < (int)size;
        globfree(&paths);
    }
    return found;
}

static void *open_wheel(const char *const *names, char *text, size_t size)
{
    void *handle = NULL;
    for (; *names && !handle; names++) {
        char file[64], path[PATH_MAX];
        const char *const found[] = {path, NULL};
        snprintf(file, sizeof file, "lib/%s", *names);
        if (find_wheel(file, path, sizeof path))
            handle = library_open(found, text, size);
    }
    return handle;
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
    return handle ? handle : open_wheel(names, text, size);
}
