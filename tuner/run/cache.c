/* PoCL has a file cache of its own, and fails or crashes on a truncated file or a full disk. Only a second try without
 * the cache distinguishes such a file from a kernel that crashes. */
#include "tuner/run/run.h"

#include "base/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The path of PoCL's own cache. */
static void path_of_pocl(char path[PATH_MAX], const char *cache)
{
    snprintf(path, PATH_MAX, "%.*s/pocl", PATH_MAX - 16, cache);
}

static bool is_full(const char *cache)
{
    char pocl[PATH_MAX];
    path_of_pocl(pocl, cache);
    return !folder_has_room(cache, STORE_ROOM) || !folder_has_room(pocl, STORE_ROOM);
}

bool tuner_leave_cache(struct tuner *tuner, const struct process *process, const struct fault *fault)
{
    struct tuner_options *options = &tuner->options;
    const char *cache = options->launcher.cache, *folder;
    if (!status_is_failure(fault->status) || tuner->left || *options->stop || process->killed ||
        !compute_has(&options->device, COMPUTE_OPENCL))
        return false;
    /* failures as by a damaged file; on a full disk, any failure */
    const bool damaged = fault->status == CRASHED || fault->status == LAUNCH_FAILED, full = is_full(cache);
    if ((!damaged && !full) || store_private(cache, full, &folder, NULL) != OK || !strcmp(folder, cache))
        return false;
    tuner->left = cache;
    options->launcher.cache = folder;
    return true;
}

void tuner_blame_cache(struct tuner *tuner)
{
    char pocl[PATH_MAX], aside[PATH_MAX + 32];
    path_of_pocl(pocl, tuner->left);
    snprintf(aside, sizeof aside, "%s.aside-%lld", pocl, (long long)time(NULL));
    if (is_full(tuner->left))
        snprintf(tuner->fallen, sizeof tuner->fallen,
                 "cache %.500s: %s: the rest of this run had one of its own, which is not kept", tuner->left,
                 errno == ENOENT ? "it was removed" : strerror(errno));
    else if (!rename(pocl, aside))
        snprintf(tuner->fallen, sizeof tuner->fallen,
                 "%.500s is damaged: it is set aside as %.500s, and this run went on with a new one", pocl, aside);
}
