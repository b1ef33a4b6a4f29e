#include "cli/launcher.h"

#include "base/store.h"
#include "base/text.h"
#include "cli/complain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int launcher_make(struct launcher *launcher, const char *const *registry)
{
    static char program[4096];
    struct fault fault = {0};
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) {
        text_print(stderr, "gpubench: /proc/self/exe: %s\n", strerror(errno));
        return 2;
    }
    program[length] = '\0';
    *launcher = (struct launcher){.program = program, .registry = registry};
    return store_folder(&launcher->cache, &fault) == OK ? 0 : complain(&fault, 2);
}
