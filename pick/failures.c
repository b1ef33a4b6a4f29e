/* The list of configurations that fail: a file, replaced whole, under a lock. */
#include "pick/picks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const char schema[] = "gpubench/failed/1";
static const char *const keys[OWNER_TEXTS] = {"device", "backend", NULL, "driver", "compiler"};

/* ---- in memory ---- */

/* The hash table's key of a failure, never 0. */
static uint64_t key_of(uint64_t config, uint64_t owner)
{
    return (config ^ (owner << 1 | owner >> 63)) | 1;
}

bool gpubench_failures_have(const struct gpubench_picks *picks, uint64_t config, uint64_t owner)
{
    const uint64_t key = key_of(config, owner);
    for (size_t i = key >> 32;; i++) {
        const uint64_t slot = atomic_load_explicit(&picks->failed[i % FAILURE_SLOTS], memory_order_relaxed);
        if (!slot || slot == key)
            return slot == key;
    }
}

/* If half of the slots are used, all failures are dropped except those in the file, which is read next. */
static void add_failure(struct gpubench_picks *picks, uint64_t config, uint64_t owner)
{
    const uint64_t key = key_of(config, owner);
    size_t i = key >> 32;
    if (gpubench_failures_have(picks, config, owner))
        return;
    if (picks->failures == FAILURE_SLOTS / 2) {
        for (size_t s = 0; s < FAILURE_SLOTS; s++)
            atomic_store(&picks->failed[s], 0);
        picks->failures = 0;
    }
    while (picks->failed[i % FAILURE_SLOTS])
        i++;
    atomic_store(&picks->failed[i % FAILURE_SLOTS], key);
    picks->failures++;
}

/* ---- in the file ---- */

/* Loads the file, and adds its failures to the table; an empty list if there is no file. NULL if it is something
 * else. */
static json_t *load(struct gpubench_picks *picks)
{
    json_t *root, *one;
    size_t i;
    if (access(picks->memory, F_OK) && errno == ENOENT)
        return json_pack("{s:s, s:[]}", "schema", schema, "failed");
    root = json_load_file(picks->memory, JSON_REJECT_DUPLICATES, NULL);
    if (strcmp(gpubench_text(root, "schema"), schema) || !json_is_array(json_object_get(root, "failed"))) {
        json_decref(root);
        return NULL;
    }
    json_array_foreach(json_object_get(root, "failed"), i, one)
    {
        struct owner owner = {{NULL}, {0}};
        for (size_t t = 0; t < OWNER_TEXTS; t++)
            owner.text[t] = keys[t] ? gpubench_text(one, keys[t]) : "";
        add_failure(picks, gpubench_hash_config(gpubench_text(one, "bench"), gpubench_text(one, "config")),
                    gpubench_hash_owner(&owner));
    }
    return root;
}

bool gpubench_failures_read(struct gpubench_picks *picks)
{
    json_t *root = load(picks);
    json_decref(root);
    return root != NULL;
}

/* Writes the list to a new file. O_EXCL: if another user has put a file or a link there, it is not written to. */
static bool write_new(const struct gpubench_picks *picks, const json_t *root)
{
    unlink(picks->memory_new); /* of a process that was killed */
    const int number = open(picks->memory_new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *file = number < 0 ? NULL : fdopen(number, "w");
    if (!file && number >= 0)
        close(number);
    const bool written = file && !json_dumpf(root, file, JSON_INDENT(1));
    const bool lasts = written && !fflush(file) && !fsync(number); /* on disk before it replaces the old list */
    return file && !fclose(file) && lasts;
}

/* Appends a failure to the list, and drops the oldest ones. */
static bool append(struct gpubench_picks *picks, json_t *root, json_t *one)
{
    json_t *list = json_object_get(root, "failed"), *other;
    size_t i;
    json_array_foreach(list, i, other)
    {
        if (json_equal(one, other))
            return true;
    }
    if (json_array_append(list, one))
        return false;
    while (json_array_size(list) > MOST_FAILURES)
        json_array_remove(list, 0);
    return write_new(picks, root) && !rename(picks->memory_new, picks->memory);
}

/* A failure as an object of the file; NULL if a text of the device is no valid UTF-8, or without memory. */
static json_t *make_one(const struct owner *owner, const struct gpubench_choice *choice)
{
    const struct entry *entry = choice->entry;
    json_t *one = json_pack("{s:s, s:s}", "bench", entry->bench, "config", choice->config);
    for (size_t t = 0; t < OWNER_TEXTS && one; t++)
        if (keys[t] && json_object_set_new(one, keys[t], json_string(owner->text[t]))) {
            json_decref(one);
            one = NULL;
        }
    return one;
}

/* Replaces the whole file, while a lock excludes other processes. */
static bool save(struct gpubench_picks *picks, json_t *one)
{
    const int lock = open(picks->memory_lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    int unlocked;
    if (lock < 0)
        return false;
    while ((unlocked = flock(lock, LOCK_EX)) && errno == EINTR)
        continue;
    json_t *root = unlocked ? NULL : load(picks);
    const bool saved = root && one && append(picks, root, one);
    json_decref(root);
    close(lock); /* and releases the lock */
    return saved;
}

int gpubench_pick_failed(struct gpubench_picks *picks, const struct gpubench_device *device,
                         const struct gpubench_choice *choice)
{
    const struct entry *entry = choice->entry;
    const struct owner owner = gpubench_owner_of(device);
    bool saved = true;
    pthread_mutex_lock(&picks->lock);
    add_failure(picks, gpubench_hash_config(entry->bench, choice->config), gpubench_hash_owner(&owner));
    if (picks->memory) {
        json_t *one = make_one(&owner, choice);
        saved = save(picks, one);
        json_decref(one);
    }
    pthread_mutex_unlock(&picks->lock);
    return saved ? GPUBENCH_PICK_OK : GPUBENCH_PICK_NOT_SAVED;
}
