/* Temporary folders for large files, below the cache folder, each with a lock of its process. A folder left by a killed
 * process is removed when the next process sets the same cache folder. Hosts that share a cache folder without sharing
 * locks may remove each other's: then a large file is made again, or is not used. */
#pragma once

#include <limits.h>
#include <stdbool.h>

struct scratch {
    char path[PATH_MAX]; /* "" if there is none */
    int lock;            /* its descriptor, held while path is not "" */
};

/* Scratch folders are made in `cache`/scratch from now on; removes those there whose process has ended. If the cache
 * folder cannot be written, scratch_new reports it. */
void scratch_set_cache(const char *cache);

/* The folder of the scratch folders, made if missing; NULL if that fails or no cache folder is set. Links in it whose
 * names begin with SCRATCH_LINK are removed, as folders are, when they lead nowhere. */
#define SCRATCH_LINK "header-"
const char *scratch_folder(void);

/* A new, empty, private folder. False if no cache folder is set, or it cannot be written or locked. */
bool scratch_new(struct scratch *scratch);

/* Removes the files, then the folder. False if files cannot be removed: the folder stays locked, for another try. */
bool scratch_remove(struct scratch *scratch);
