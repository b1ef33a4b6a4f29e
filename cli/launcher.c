#include "cli/launcher.h"

#include "base/store.h"
#include "base/text.h"
#include "cli/complain.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int launcher_make(struct launcher *launcher, const char *const *registry)
{
    static char path[4096];
    struct fault fault = {0};
    *launcher =
        (struct launcher){.program = "/proc/self/exe", .path = path, .registry = registry, .stop = &interrupted};
    ssize_t length = readlink(launcher->program, path, sizeof path - 1);
    if (length < 0) {
        text_print(stderr, "gpubench: %s: %s\n", launcher->program, strerror(errno));
        return 2;
    }
    path[length] = '\0';
    return store_folder(&launcher->cache, &fault) == OK ? 0 : complain(&fault, 2);
}
