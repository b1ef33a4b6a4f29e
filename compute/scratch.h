/* Folders for large files that vanish: each below the cache folder, each with a lock that its process holds. The one
 * that a killed process left is removed when the next process names that cache folder. Hosts that share a cache folder
 * without sharing its locks may take each other's: a large file is then made again, or done without. */
#pragma once

#include <limits.h>
#include <stdbool.h>

struct scratch {
    char path[PATH_MAX]; /* "" where there is none */
    int lock;            /* its descriptor, held while path is not "" */
};

/* Scratch folders are made in `cache`/scratch from now on; those there whose process is gone are removed. Where the
 * cache folder cannot be written, scratch_new will say so. */
void scratch_set_cache(const char *cache);

/* A new empty folder that nobody else writes. False if no cache folder is set or it cannot be written or locked. */
bool scratch_new(struct scratch *scratch);

/* Removes the files, then the folder. False if files cannot be removed: the folder then stays ours, for another try. */
bool scratch_remove(struct scratch *scratch);
