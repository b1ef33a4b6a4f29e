#include "base/store_use.h"

#include "base/folder.h"
#include "base/memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HOUR = 60 * 60, DAY = 24 * HOUR };

static const struct class
{
    const char *word;
    int64_t seconds;
} classes[STORE_CLASSES] = {
#define STORE_CLASS(name, word, days) [name] = {word, (int64_t)(days)*DAY},
    STORE_LIST(STORE_CLASS)
#undef STORE_CLASS
        [STORE_POCL] = {"pocl", 30 * DAY},
    [STORE_CUDA] = {"cuda", 0}, /* its size is limited by the driver */
    [STORE_OLD] = {"old builds", 30 * DAY},
    [STORE_ASIDE] = {"set aside", 7 * DAY},
    [STORE_TEMPORARY] = {"temporary", HOUR},
};

const char *store_class_word(size_t class)
{
    return classes[class].word;
}

int64_t store_class_seconds(size_t class)
{
    return classes[class].seconds;
}

/* ---- contents ---- */

static bool begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

/* Entries of older builds have the date of their making; the last read is at best known to the file system. */
static void add(struct store_items *items, size_t class, const char *path)
{
    struct stat status;
    const struct tree tree = folder_tree(path);
    int64_t used = tree.changed;
    if (class == STORE_OLD && !lstat(path, &status) && status.st_atime > used)
        used = status.st_atime;
    items->item = grow(items->item, items->count, &items->capacity, sizeof *items->item);
    items->item[items->count++] = (struct store_item){class, tree.bytes, used, allocate_text(path)};
}

/* Visits the files of a folder; `look` returns the class of each; NULL: all have the given class. */
static void each(struct store_items *items, const char *folder, size_t class,
                 void (*look)(struct store_items *, const char *path, const char *name))
{
    char path[PATH_MAX];
    DIR *listing = *folder_distrust(folder) ? NULL : opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            continue;
        if (look)
            look(items, path, entry->d_name);
        else
            add(items, class, path);
    }
    if (listing)
        closedir(listing);
}

static void look_at_entry(struct store_items *items, const char *path, const char *name)
{
    size_t class = 0;
    while (class < STORE_KINDS && !(begins(name, classes[class].word) && name[strlen(classes[class].word)] == '-'))
        class ++;
    add(items, class < STORE_KINDS ? class : begins(name, ".gpubench-") ? STORE_TEMPORARY : STORE_OLD, path);
}

static void look_at_pocl(struct store_items *items, const char *path, const char *name)
{
    if (begins(name, "tempfile"))
        add(items, STORE_TEMPORARY, path);
    else
        each(items, path, STORE_POCL, NULL);
}

static void look_at_blobs(struct store_items *items, const char *path, UNNEEDED const char *name)
{
    each(items, path, STORE_OLD, NULL);
}

static void look(struct store_items *items, const char *path, const char *name)
{
    if (!strcmp(name, "entries"))
        each(items, path, 0, look_at_entry);
    else if (!strcmp(name, "pocl"))
        each(items, path, 0, look_at_pocl);
    else if (!strcmp(name, classes[STORE_CUDA].word))
        each(items, path, STORE_CUDA, NULL);
    else if (!strcmp(name, "blobs"))
        each(items, path, 0, look_at_blobs);
    else if (begins(name, "pocl.aside-"))
        add(items, STORE_ASIDE, path);
    else if (begins(name, ".gpubench-"))
        add(items, STORE_TEMPORARY, path);
}

static int by_use(const void *left, const void *right)
{
    const struct store_item *a = left, *b = right;
    return a->used == b->used ? strcmp(a->path, b->path) : (a->used > b->used) - (a->used < b->used);
}

void store_items_find(struct store_items *items, const char *folder)
{
    *items = (struct store_items){0};
    each(items, folder, 0, look);
    if (items->count)
        qsort(items->item, items->count, sizeof *items->item, by_use);
}

void store_items_free(struct store_items *items)
{
    for (size_t i = 0; i < items->count; i++)
        free(items->item[i].path);
    free(items->item);
    *items = (struct store_items){0};
}

/* ---- removal ---- */

static bool is_past(const struct store_item *item, int64_t now, int64_t seconds)
{
    const int64_t own = classes[item->class].seconds;
    return seconds < 0 ? own && now - item->used > own : now - item->used >= seconds;
}

/* Also removes folders that become empty: those of the first letters of a hash. */
static bool remove_item(const struct store_item *item)
{
    char above[PATH_MAX];
    const int levels = item->class == STORE_POCL ? 1 : item->class == STORE_OLD ? 2 : 0;
    if (!folder_remove(item->path))
        return false;
    snprintf(above, sizeof above, "%s", item->path);
    for (int level = 0; level < levels; level++) {
        *strrchr(above, '/') = '\0';
        if (rmdir(above))
            break;
    }
    return true;
}

bool store_items_prune(struct store_items *items, int64_t seconds, uint64_t bytes)
{
    const int64_t now = time(NULL);
    uint64_t left = 0;
    size_t kept = 0;
    bool good = true;
    for (size_t i = 0; i < items->count; i++)
        left += is_past(&items->item[i], now, seconds) ? 0 : items->item[i].bytes;
    for (size_t i = 0; i < items->count; i++) {
        struct store_item *item = &items->item[i];
        const bool past = is_past(item, now, seconds), over = !past && left > bytes && item->class != STORE_CEILING;
        const bool gone = (past || over) && remove_item(item);
        left -= over ? item->bytes : 0;
        good = good && gone == (past || over);
        if (gone)
            free(item->path);
        else
            items->item[kept++] = *item;
    }
    items->count = kept;
    return good;
}

void store_sweep(const char *folder)
{
    char path[PATH_MAX];
    struct stat status;
    struct store_items items;
    if (snprintf(path, sizeof path, "%s/swept", folder) >= (int)sizeof path ||
        (!lstat(path, &status) && time(NULL) - status.st_mtime < DAY))
        return;
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    const bool first = file >= 0 && !futimens(file, NULL);
    if (file >= 0)
        close(file);
    if (!first)
        return;
    store_items_find(&items, folder);
    store_items_prune(&items, -1, UINT64_MAX);
    store_items_free(&items);
}
