#include "base/folder.h"
#include "base/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* ---- the cache ---- */

static enum status distrusted(const char *path, const char *why, struct fault *fault)
{
    return fail(
        fault, INVALID,
        "cache folder %.512s: %s: programs in it could be theirs; remove it (or, if you trust what it has, chmod "
        "go-w), or set GPUBENCH_CACHE to a folder of your own",
        path, why);
}

/* Whether a folder and its folders are private to this user. */
static enum status check(const char *path, struct fault *fault)
{
    static const char *const own[] = {"entries", "pocl", "cuda", "scratch"};
    char within[PATH_MAX];
    const char *why = folder_distrust(path);
    if (*why)
        return distrusted(path, why, fault);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (snprintf(within, sizeof within, "%s/%s", path, own[i]) >= (int)sizeof within || access(within, F_OK))
            continue;
        why = folder_distrust(within);
        if (*why)
            return distrusted(within, why, fault);
    }
    return OK;
}

/* A folder named by the environment, made if missing; a link is followed. False with errno set. */
static bool named(const char *above, const char *below, char path[PATH_MAX])
{
    char given[PATH_MAX];
    errno = ENAMETOOLONG;
    return snprintf(given, sizeof given, "%s%s", above, below) < (int)sizeof given && folder_make(given) &&
           realpath(given, path);
}

enum status store_folder(const char **folder, struct fault *fault)
{
    static char path[PATH_MAX];
    const char *own = getenv("GPUBENCH_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    *folder = NULL;
    if (own && *own) {
        if (!named(own, "", path))
            return fail(fault, UNSUPPORTED,
                        "cache folder %.512s: %s (set GPUBENCH_CACHE to a folder that can be written)", own,
                        strerror(errno));
    } else if (!(cache && *cache == '/' && named(cache, "/gpubench", path)) &&
               !(home && *home == '/' && named(home, "/.cache/gpubench", path))) {
        snprintf(path, sizeof path, "/tmp/gpubench-%u", (unsigned)geteuid()); /* where any user may place a link */
        if (!folder_make(path))
            return fail(fault, UNSUPPORTED,
                        "no cache folder: neither $HOME/.cache/gpubench nor %s can be made (set GPUBENCH_CACHE to a "
                        "folder that can): %s",
                        path, strerror(errno));
    }
    const enum status status = check(path, fault);
    *folder = status == OK ? path : NULL;
    return status;
}

/* ---- a folder of this process ---- */

enum { LEAST_ROOM = 4 << 20, HOUR = 60 * 60 };

static char own[PATH_MAX]; /* "" if there is none */
static pid_t owner;

static void remove_own(void)
{
    if (*own && owner == getpid())
        folder_remove(own);
}

/* Locks a folder for the lifetime of this process. */
static bool lock(const char *path, int flags)
{
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s/lock", path) >= (int)sizeof name)
        return false;
    const int file = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
    const bool locked = file >= 0 && !flock(file, LOCK_EX | LOCK_NB);
    if (file >= 0 && !locked)
        close(file);
    return locked;
}

/* Removes folders of killed processes: our own with no lock taken. */
static void sweep(const char *above)
{
    char prefix[32], path[PATH_MAX];
    snprintf(prefix, sizeof prefix, "gpubench-%u-", (unsigned)geteuid());
    DIR *listing = opendir(above);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        if (strncmp(entry->d_name, prefix, strlen(prefix)) ||
            snprintf(path, sizeof path, "%s/%s", above, entry->d_name) >= (int)sizeof path || *folder_distrust(path))
            continue;
        const bool old = time(NULL) - folder_tree(path).changed > HOUR; /* else it may be about to be locked */
        if (lock(path, old ? O_CREAT : 0))
            folder_remove(path);
    }
    if (listing)
        closedir(listing);
}

/* Links to the whole cache if it is `full`, else to its entries. */
static bool link_to(const char *below, bool full)
{
    char from[PATH_MAX], to[PATH_MAX];
    if (snprintf(from, sizeof from, "%s/%s", own, full ? STORE_BELOW : "entries") >= (int)sizeof from ||
        snprintf(to, sizeof to, "%s%s", below, full ? "" : "/entries") >= (int)sizeof to)
        return false;
    return (full || folder_make(to)) && !symlink(to, from);
}

static bool make_own(const char *above, uint64_t room, const char *below, bool full)
{
    if (!above || *above != '/' ||
        snprintf(own, sizeof own, "%s/gpubench-%u-XXXXXX", above, (unsigned)geteuid()) >= (int)sizeof own ||
        !mkdtemp(own)) {
        *own = '\0';
        return false;
    }
    if (folder_has_room(own, room) && lock(own, O_CREAT) && link_to(below, full))
        return true;
    folder_remove(own);
    *own = '\0';
    return false;
}

enum status store_private(const char *below, bool full, const char **folder, struct fault *fault)
{
    const char *const places[] = {getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm"};
    const uint64_t rooms[] = {STORE_ROOM, LEAST_ROOM};
    const size_t count = sizeof places / sizeof *places;
    *folder = own;
    if (*own)
        return OK;
    for (size_t i = 0; i < count; i++)
        if (places[i] && *places[i] == '/')
            sweep(places[i]);
    for (size_t i = 0; i < 2 * count && !*own; i++)
        make_own(places[i % count], rooms[i / count], below, full);
    if (!*own) {
        *folder = NULL;
        return fail(fault, UNSUPPORTED, "no room for what is compiled in $TMPDIR, /tmp, /var/tmp or /dev/shm");
    }
    owner = getpid();
    atexit(remove_own);
    return OK;
}
