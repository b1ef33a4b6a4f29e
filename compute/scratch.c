#include "compute/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The name of the lock, within each folder and beside them all. */
#define LOCK "lock"

enum { PATIENCE_MS = 2000 };

static char base[PATH_MAX - 16]; /* the folder of the folders; "" where there is none */

/* A file beside the folders is locked while a folder is made and while old ones are removed, so that no process sees
 * another's folder before it is locked. Returns the descriptor; closing it releases the lock. */
static int enter(void)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/" LOCK, base);
    int gate = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    for (int i = 0; gate >= 0 && i < PATIENCE_MS; i++) {
        if (!flock(gate, LOCK_EX | LOCK_NB))
            return gate;
        if (errno != EWOULDBLOCK && errno != EINTR)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (gate >= 0)
        close(gate);
    return -1;
}

static bool is_here(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Removes all files but the lock, which goes last: a folder without it has no owner. */
static bool empty(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *listing = folder < 0 ? NULL : fdopendir(folder);
    if (!listing) {
        if (folder >= 0)
            close(folder);
        return errno == ENOENT;
    }
    for (struct dirent *entry; (entry = readdir(listing));)
        if (!is_here(entry->d_name) && strcmp(entry->d_name, LOCK))
            unlinkat(folder, entry->d_name, 0);
    /* On a network file system, a removed file that is still open reappears under another name. */
    bool is_empty = true;
    rewinddir(listing);
    for (struct dirent *entry; (entry = readdir(listing));)
        is_empty = is_empty && (is_here(entry->d_name) || !strcmp(entry->d_name, LOCK));
    closedir(listing);
    return is_empty;
}

static void remove_folder(const char *path)
{
    char lock[PATH_MAX];
    if (snprintf(lock, sizeof lock, "%s/" LOCK, path) >= (int)sizeof lock)
        return;
    unlink(lock);
    rmdir(path);
}

/* A lock that can be acquired has no owner: its process is gone, or died before it had locked it. */
static bool is_left(const char *path)
{
    char lock[PATH_MAX];
    if (snprintf(lock, sizeof lock, "%s/" LOCK, path) >= (int)sizeof lock)
        return false;
    int file = open(lock, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    bool left = file < 0 ? errno == ENOENT : !flock(file, LOCK_EX | LOCK_NB);
    if (file >= 0)
        close(file);
    return left;
}

static void sweep(void)
{
    int gate = enter();
    DIR *listing = gate < 0 ? NULL : opendir(base);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        char path[PATH_MAX];
        struct stat status;
        if (is_here(entry->d_name) || snprintf(path, sizeof path, "%s/%s", base, entry->d_name) >= (int)sizeof path)
            continue;
        if (!strncmp(entry->d_name, SCRATCH_LINK, strlen(SCRATCH_LINK)) && stat(path, &status) && errno == ENOENT)
            unlink(path);
        else if (!lstat(path, &status) && S_ISDIR(status.st_mode) && is_left(path) && empty(path))
            remove_folder(path);
    }
    if (listing)
        closedir(listing);
    if (gate >= 0)
        close(gate);
}

void scratch_set_cache(const char *cache)
{
    char whole[PATH_MAX];
    base[0] = '\0';
    if (!realpath(cache, whole) || snprintf(base, sizeof base, "%s/scratch", whole) >= (int)sizeof base)
        base[0] = '\0';
    if (base[0] && !access(base, R_OK | W_OK | X_OK))
        sweep();
}

const char *scratch_folder(void)
{
    return base[0] && (!mkdir(base, 0700) || errno == EEXIST) ? base : NULL;
}

bool scratch_new(struct scratch *scratch)
{
    char lock[PATH_MAX];
    *scratch = (struct scratch){.lock = -1};
    if (!scratch_folder())
        return false;
    int gate = enter();
    if (gate < 0)
        return false;
    snprintf(scratch->path, sizeof scratch->path, "%s/XXXXXX", base);
    if (mkdtemp(scratch->path) && snprintf(lock, sizeof lock, "%s/" LOCK, scratch->path) < (int)sizeof lock) {
        scratch->lock = open(lock, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (scratch->lock < 0 || flock(scratch->lock, LOCK_EX | LOCK_NB))
            scratch_remove(scratch);
    } else {
        scratch->path[0] = '\0';
    }
    close(gate);
    return scratch->path[0];
}

bool scratch_remove(struct scratch *scratch)
{
    if (!scratch->path[0])
        return true;
    if (!empty(scratch->path))
        return false;
    if (scratch->lock >= 0)
        close(scratch->lock); /* first: a network file system does not remove what is open */
    remove_folder(scratch->path);
    *scratch = (struct scratch){.lock = -1};
    return true;
}
