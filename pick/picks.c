/* Opens results files: their picks, sorted and hashed. */
#include "pick/picks.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- memory and hashes ---- */

struct block {
    struct block *next;
    size_t size; /* the payload follows, aligned like this struct, to 16 */
};

void *gpubench_keep(struct gpubench_picks *picks, size_t size)
{
    struct block *block = calloc(1, sizeof *block + size);
    if (!block) {
        picks->full = true;
        return NULL;
    }
    *block = (struct block){picks->blocks, size};
    picks->blocks = block;
    return block + 1;
}

const char *gpubench_keep_text(struct gpubench_picks *picks, const char *text, size_t length)
{
    char *kept = gpubench_keep(picks, length + 1);
    return kept ? memcpy(kept, text, length) : "";
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* Hashes eight bytes per step. */
uint64_t gpubench_hash(uint64_t hash, const char *text)
{
    size_t length = strlen(text);
    uint64_t word;
    hash = mix(hash, length);
    for (; length >= sizeof word; length -= sizeof word, text += sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = mix(hash, word);
    }
    word = 0;
    memcpy(&word, text, length);
    return mix(hash, word);
}

uint64_t gpubench_hash_config(const char *bench, const char *config)
{
    return gpubench_hash(gpubench_hash(1, bench), config);
}

uint64_t gpubench_hash_owner(const struct owner *owner)
{
    static const enum owner_text texts[] = {OWNER_NAME, OWNER_BACKEND, OWNER_DRIVER, OWNER_COMPILER};
    uint64_t hash = 2;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hash = gpubench_hash(hash, owner->text[texts[i]]);
    return hash;
}

/* ---- devices ---- */

static double product(double a, double b)
{
    return a > 0 && b > 0 ? a * b : 0;
}

struct owner gpubench_owner_of(const struct gpubench_device *device)
{
    static const struct gpubench_device unknown;
    const struct gpubench_device *of = device ? device : &unknown;
    struct owner owner = {{of->name, of->backend, of->architecture, of->driver, of->compiler},
                          {product(of->units, of->clock_mhz), product(of->memory_clock_mhz, of->memory_bus_bits),
                           product(of->l2_bytes, 1)}};
    for (size_t t = 0; t < OWNER_TEXTS; t++)
        owner.text[t] = owner.text[t] ? owner.text[t] : "";
    return owner;
}

/* ---- order ---- */

static int compare_groups(const struct entry *a, const struct entry *b)
{
    const int order = strcmp(a->bench, b->bench);
    return order ? order : strcmp(a->settings, b->settings);
}

static int compare_sets(const struct entry *a, const struct entry *b)
{
    int order = compare_groups(a, b);
    for (size_t t = 0; !order && t < OWNER_TEXTS; t++)
        order = strcmp(a->owner.text[t], b->owner.text[t]);
    return order;
}

static int by_place(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    int order = compare_sets(a, b);
    if (!order)
        order = (a->size > b->size) - (a->size < b->size);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

/* The relative loss of time of a configuration at a size; 1: unknown. */
static double lost_at(const struct entry *entry, uint64_t hash)
{
    const double best = entry->candidate[0].cost;
    for (size_t i = 0; i < entry->costs && best > 0; i++)
        if (entry->cost[i].hash == hash)
            return fmax(0, 1 - best / entry->cost[i].cost);
    return 1;
}

/* Sorts the entries; of equal ones only the last that was read remains. */
static void sort_entries(struct gpubench_picks *picks)
{
    struct entry *entry = picks->entry;
    size_t kept = 0;
    qsort(entry, picks->entries, sizeof *entry, by_place);
    for (size_t i = 0; i < picks->entries; i++) {
        const bool again =
            i + 1 < picks->entries && !compare_sets(&entry[i], &entry[i + 1]) && entry[i].size == entry[i + 1].size;
        if (!again)
            entry[kept++] = entry[i];
    }
    picks->entries = kept;
}

static void join_sizes(struct entry *smaller, struct entry *larger)
{
    smaller->next[1] = larger;
    larger->next[0] = smaller;
    for (size_t c = 0; c < smaller->candidates; c++)
        smaller->candidate[c].lost[1] = lost_at(larger, smaller->candidate[c].hash);
    for (size_t c = 0; c < larger->candidates; c++)
        larger->candidate[c].lost[0] = lost_at(smaller, larger->candidate[c].hash);
}

static uint64_t hash_group(const char *bench, const char *settings)
{
    return gpubench_hash(gpubench_hash(1, bench), settings);
}

struct group *gpubench_group(const struct gpubench_picks *picks, const char *bench, const char *settings)
{
    for (size_t i = (size_t)hash_group(bench, settings);; i++) {
        struct group *group = &picks->table[i & picks->mask];
        const struct entry *entry = group->sets ? group->set->entry : NULL;
        if (!entry || (!strcmp(entry->bench, bench) && !strcmp(entry->settings, settings)))
            return group;
    }
}

/* Makes sets, groups and the hash table from the sorted entries. */
static void index_entries(struct gpubench_picks *picks)
{
    struct entry_set *set = gpubench_keep(picks, picks->entries * sizeof *set);
    while (picks->mask < 2 * picks->entries)
        picks->mask = 2 * picks->mask + 1;
    picks->table = gpubench_keep(picks, (picks->mask + 1) * sizeof *picks->table);
    if (picks->full)
        return;
    for (size_t first = 0, count; first < picks->entries; first += count, set++) {
        struct entry *entry = &picks->entry[first];
        for (count = 1; first + count < picks->entries && !compare_sets(entry, &entry[count]); count++)
            join_sizes(&entry[count - 1], &entry[count]);
        *set = (struct entry_set){entry, count};
        struct group *group = gpubench_group(picks, entry->bench, entry->settings);
        if (!group->sets++)
            group->set = set;
    }
}

/* ---- opening ---- */

static int is_results_name(const struct dirent *file)
{
    const size_t length = strlen(file->d_name), suffix = strlen(".json");
    return length > suffix && file->d_name[0] != '.' && !strcmp(file->d_name + length - suffix, ".json");
}

static bool read_folder(struct gpubench_picks *picks, const char *path, struct dirent **file, int count, char *error,
                        size_t size)
{
    const size_t before = picks->entries;
    bool read = true, foreign;
    for (int i = 0; i < count && read; i++) {
        const size_t length = strlen(path) + strlen(file[i]->d_name) + 2;
        char *name = malloc(length);
        if (name)
            snprintf(name, length, "%s/%s", path, file[i]->d_name);
        else
            snprintf(error, size, "%s: no memory", path);
        read = name && gpubench_read_results(picks, name, &foreign, error, size);
        free(name);
    }
    if (read && picks->entries == before) {
        snprintf(error, size, "%s: no results file in this folder has a best configuration", path);
        read = false;
    }
    return read;
}

static bool read_path(struct gpubench_picks *picks, const char *path, char *error, size_t size)
{
    struct dirent **file;
    const int count = scandir(path, &file, is_results_name, alphasort);
    if (count < 0)
        return gpubench_read_results(picks, path, NULL, error, size);
    const bool read = read_folder(picks, path, file, count, error, size);
    for (int i = 0; i < count; i++)
        free(file[i]);
    free(file);
    return read;
}

static const char *path_with(struct gpubench_picks *picks, const char *path, const char *suffix)
{
    const size_t size = strlen(path) + strlen(suffix) + 1;
    char *name = gpubench_keep(picks, size);
    if (name)
        snprintf(name, size, "%s%s", path, suffix);
    return name;
}

/* The target of a path, after resolving links, so that a write keeps them; it need not exist. The caller frees it;
 * NULL: no memory, or circular links. */
static char *place_of(const char *path, int links)
{
    enum { MOST_LINKS = 40 };
    char target[PATH_MAX];
    char *place = realpath(path, NULL);
    const ssize_t length = place ? 0 : readlink(path, target, sizeof target - 1);
    if (place || length < 0)
        return place ? place : strdup(path);
    target[length] = 0;
    const char *name = strrchr(path, '/');
    const size_t folder = *target == '/' || !name ? 0 : (size_t)(name - path) + 1, size = folder + (size_t)length + 1;
    char *next = links < MOST_LINKS ? malloc(size) : NULL;
    if (next) {
        snprintf(next, size, "%.*s%s", (int)folder, path, target);
        place = place_of(next, links + 1);
    }
    free(next);
    return place;
}

/* Opens the file of failures. */
static bool open_memory(struct gpubench_picks *picks, const char *memory, char *error, size_t size)
{
    if (!memory)
        return true;
    char *place = place_of(memory, 0);
    const char *path = place ? place : memory;
    picks->memory = path_with(picks, path, "");
    picks->memory_lock = path_with(picks, path, ".lock");
    picks->memory_new = path_with(picks, path, ".new");
    free(place);
    if (picks->full || gpubench_failures_read(picks))
        return true;
    snprintf(error, size, "%s: no list of configurations that fail; remove it, or name another file", memory);
    return false;
}

struct gpubench_picks *gpubench_picks_open(const char *const *paths, size_t count, const char *memory, char *error,
                                           size_t error_size)
{
    struct gpubench_picks *picks = calloc(1, sizeof *picks);
    char nowhere[1];
    char *line = error ? error : nowhere;
    const size_t size = error && error_size ? error_size : 0;
    if (!picks || pthread_mutex_init(&picks->lock, NULL)) {
        snprintf(line, size, "no memory");
        free(picks);
        return NULL;
    }
    bool opened = count > 0;
    if (!opened)
        snprintf(line, size, "no results file and no folder is named");
    for (size_t i = 0; i < count && opened; i++)
        opened = read_path(picks, paths[i], line, size);
    opened = opened && open_memory(picks, memory, line, size);
    if (opened) {
        sort_entries(picks);
        index_entries(picks);
        if (picks->full)
            snprintf(line, size, "no memory");
    }
    if (!opened || picks->full) {
        gpubench_picks_close(picks);
        picks = NULL;
    }
    return picks;
}

void gpubench_picks_close(struct gpubench_picks *picks)
{
    if (!picks)
        return;
    for (struct block *block = picks->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    pthread_mutex_destroy(&picks->lock);
    free(picks->entry);
    free(picks);
}
