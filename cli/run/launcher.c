#include "cli/run/launcher.h"

#include "base/folder.h"
#include "base/store_use.h"
#include "base/text.h"
#include "cli/complain.h"
#include "cli/run/interrupt.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double least_device_seconds = 10; /* for drivers that take seconds to start, where kernels have less */

/* A cache that is full, or that cannot be written, costs time: this run keeps what it makes elsewhere. */
static void make_room(struct launcher *launcher)
{
    const char *cache = launcher->cache, *folder;
    if (folder_has_room(cache, STORE_ROOM))
        return;
    const char *why = strerror(errno);
    if (store_private(cache, true, &folder, NULL) != OK)
        return; /* what cannot be kept will say so */
    text_print(stderr, "gpubench: cache %s: %s: what is made now is kept in %s until the end, and not beyond it\n",
               cache, why, folder);
    launcher->cache = folder;
}

/* What a run with one worker opens at a time: pipes, logs, results, the cache, a driver's own. */
enum { LEAST_FILES = 24 };

static int check_files(void)
{
    const long files = sysconf(_SC_OPEN_MAX);
    if (files < 0 || files >= LEAST_FILES)
        return 0;
    text_print(stderr, "gpubench: %ld open files are allowed, and workers need %d: raise the limit (ulimit -n %d)\n",
               files, LEAST_FILES, LEAST_FILES);
    return 3;
}

int launcher_make(struct launcher *launcher, const char *const *registry, double time_limit)
{
    static char path[4096];
    struct fault fault = {0};
    *launcher = (struct launcher){.program = "/proc/self/exe",
                                  .path = path,
                                  .registry = registry,
                                  .stop = &interrupted,
                                  .device_seconds = time_limit > 0 ? fmax(time_limit, least_device_seconds) : 0};
    if (check_files())
        return 3;
    ssize_t length = readlink(launcher->program, path, sizeof path - 1);
    if (length < 0) {
        text_print(stderr, "gpubench: %s: %s\n", launcher->program, strerror(errno));
        return 2;
    }
    path[length] = '\0';
    if (store_folder(&launcher->cache, &fault) != OK)
        return complain(&fault, 2);
    store_sweep(launcher->cache);
    make_room(launcher);
    return 0;
}
