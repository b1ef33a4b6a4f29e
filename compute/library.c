#include "compute/library.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *library_open(const char *const *names, char *text, size_t size)
{
    snprintf(text, size, "not found");
    for (; *names; names++) {
        void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (library)
            return library;
        const char *error = dlerror();
        snprintf(text, size, "%s", error ? error : "not found");
    }
    return NULL;
}

bool library_load(void *library, const struct library_symbol *symbols, void *table, char *text, size_t size)
{
    for (; symbols->name; symbols++) {
        void *address = dlsym(library, symbols->name);
        if (!address) {
            snprintf(text, size, "it has no function %s", symbols->name);
            return false;
        }
        /* ISO C has no conversion from an object pointer to a function pointer. */
        memcpy((char *)table + symbols->offset, &address, sizeof address);
    }
    return true;
}

void library_folder(void *library, char *folder, size_t size)
{
    struct link_map *map = NULL;
    char path[PATH_MAX];
    folder[0] = 0;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) || !map || !realpath(map->l_name, path))
        return;
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) >= size)
        return;
    *slash = 0;
    memcpy(folder, path, (size_t)(slash - path) + 1);
}
