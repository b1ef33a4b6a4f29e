#include "cli/results_folder.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool is_folder(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

static bool may_be_results(const char *name)
{
    static const char *const suffixes[] = {".json", ".json.gz", ".journal"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (length > strlen(suffixes[i]) && !strcmp(name + length - strlen(suffixes[i]), suffixes[i]))
            return *name != '.';
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **folder_results(const char *path, size_t *count, size_t *folders, struct fault *fault)
{
    const size_t length = strlen(path);
    const char *slash = length && path[length - 1] == '/' ? "" : "/";
    DIR *folder = opendir(path);
    size_t capacity = 0;
    char **found = NULL;
    *count = *folders = 0;
    if (!folder) {
        fail(fault, INVALID, "%s: cannot read: %s", path, strerror(errno));
        return NULL;
    }
    found = grow(found, 0, &capacity, sizeof *found);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char *name = text_make("%s%s%s", path, slash, entry->d_name);
        if (is_folder(name))
            *folders += *entry->d_name != '.';
        else if (may_be_results(entry->d_name)) {
            found = grow(found, *count, &capacity, sizeof *found);
            found[(*count)++] = name;
            continue;
        }
        free(name);
    }
    closedir(folder);
    qsort(found, *count, sizeof *found, by_name);
    return found;
}
