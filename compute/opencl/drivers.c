/* The files that name OpenCL's drivers, one each. The loader loads all of them in one process, so that one which aborts
 * or hangs hides the others, unless it is left out. */
#include "base/store.h"
#include "compute/opencl/handles.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A variable of ocl-icd and of Khronos's loader. A loader that ignores it, as NVIDIA's own, loads all drivers: then
 * OpenCL as a whole is marked as failed, without affecting other backends. */
static const char variable[] = "OCL_ICD_VENDORS";

static int is_driver(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name), end = strlen(".icd");
    return length > end && !strcmp(entry->d_name + length - end, ".icd");
}

size_t opencl_drivers(struct compute_driver driver[COMPUTE_MAX_DRIVERS])
{
    const char *named = getenv(variable), *folder = named && *named ? named : "/etc/OpenCL/vendors";
    struct dirent **entry = NULL;
    size_t kept = 0;
    const int count = scandir(folder, &entry, is_driver, alphasort);
    for (int i = 0; i < count; i++) {
        char *path = kept < COMPUTE_MAX_DRIVERS ? driver[kept].path : NULL;
        const int size = (int)sizeof driver->path;
        if (path && snprintf(path, (size_t)size, "%s/%s", folder, entry[i]->d_name) < size)
            kept++;
        free(entry[i]);
    }
    free(entry);
    return kept;
}

static bool make(const char *folder)
{
    return !mkdir(folder, 0777) || errno == EEXIST;
}

/* A folder of links to the chosen files, named by a hash of their paths; a few bytes that stay in the cache. */
static bool make_folder(const struct compute_driver *driver, const bool *chosen, size_t count, const char *cache,
                        char folder[PATH_MAX])
{
    char parent[PATH_MAX], link[PATH_MAX + 32], target[PATH_MAX];
    struct store_hash hash = store_hash_start();
    size_t links = 0;
    for (size_t i = 0; i < count; i++)
        if (chosen[i])
            store_hash_text(&hash, driver[i].path);
    snprintf(link, sizeof link, "%s/opencl-drivers", cache);
    if (!make(link) || !realpath(link, parent))
        return false;
    const int length = snprintf(folder, PATH_MAX, "%.*s/%s", PATH_MAX - 64, parent, store_hash_key(&hash).text);
    bool good = length > 0 && make(folder);
    for (size_t i = 0; i < count && good; i++) {
        if (!chosen[i])
            continue;
        snprintf(link, sizeof link, "%s/%zu.icd", folder, links++);
        good = realpath(driver[i].path, target) && (!symlink(target, link) || errno == EEXIST);
    }
    return good;
}

bool opencl_choose_drivers(const struct compute_driver *driver, const bool *chosen, size_t count, const char *cache,
                           struct compute_setting *setting)
{
    char folder[PATH_MAX];
    if (!make_folder(driver, chosen, count, cache, folder))
        return false;
    snprintf(setting->text, sizeof setting->text, "%s=%s", variable, folder);
    return true;
}
