/* Internals of the library: the results that it read, sorted and hashed for look-up. */
#pragma once

#include "pick/gpubench_pick.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum {
    MOST_CANDIDATES = 8, /* stored per problem */
    MOST_FAILURES = 256, /* in the file */
    FAILURE_SLOTS = 1024 /* at most half of them are used */
};

enum owner_text { OWNER_NAME, OWNER_BACKEND, OWNER_ARCHITECTURE, OWNER_DRIVER, OWNER_COMPILER, OWNER_TEXTS };
enum { OWNER_RATES = 3 };

/* A device that measured, or the device of a query. */
struct owner {
    const char *text[OWNER_TEXTS]; /* "": unknown */
    double rate[OWNER_RATES];      /* for device_ratio; 0: unknown */
};

struct candidate {
    uint64_t hash; /* of the bench and the configuration */
    const char *config;
    struct gpubench_value *value;
    size_t values;
    double cost;    /* the best has the least: a time, or the value of the problem's objective */
    double time_ns; /* per iteration */
    double lost[2]; /* relative loss of time if it runs at the next smaller and the next larger size; 1: unknown */
};

struct cost {
    uint64_t hash;
    double cost;
};

/* A problem on a device, with its best configurations. */
struct entry {
    const char *bench, *settings;
    struct owner owner;
    size_t number; /* in the order of reading */
    uint64_t size;
    double left; /* what further search might gain, as a share; 1: unknown */
    struct candidate candidate[MOST_CANDIDATES];
    size_t candidates;
    struct cost *cost; /* of all timed configurations */
    size_t costs;
    const struct entry *next[2]; /* the same owner's entries at the next smaller and the next larger size, or NULL */
};

/* The entries of one owner, in ascending order of size. */
struct entry_set {
    const struct entry *entry;
    size_t count;
};

/* The entries of one bench with its settings. */
struct group {
    const struct entry_set *set;
    size_t sets;
};

struct gpubench_picks {
    struct block *blocks; /* memory that is freed with it */
    bool full;            /* an allocation failed */
    struct entry *entry;
    size_t entries;
    struct group *table; /* an open hash table of `mask` + 1 places, at most half of them used; free: no sets */
    size_t mask;
    const char *memory, *memory_lock, *memory_new; /* paths; NULL: no file */
    pthread_mutex_t lock;                          /* held by writers of `failed`; readers need no lock */
    _Atomic uint64_t failed[FAILURE_SLOTS];        /* an open hash table; 0: free */
    atomic_size_t failures;
};

/* The owner that a caller's device describes; for NULL everything is unknown. */
struct owner gpubench_owner_of(const struct gpubench_device *device);

/* ---- memory and hashes ---- */

/* Allocates zeroed memory, which is freed when the picks are closed. NULL if there is none; then picks->full is set. */
void *gpubench_keep(struct gpubench_picks *picks, size_t size);
/* Copies `length` bytes, and appends a zero; returns a constant "" if there is no memory. */
const char *gpubench_keep_text(struct gpubench_picks *picks, const char *text, size_t length);

uint64_t gpubench_hash(uint64_t hash, const char *text);
/* Hashes that identify a failure: of bench and configuration, and of the owner's name, backend, driver and compiler. */
uint64_t gpubench_hash_config(const char *bench, const char *config);
uint64_t gpubench_hash_owner(const struct owner *owner);

/* ---- parts ---- */

/* The text of an object's key; "" if there is none. */
const char *gpubench_text(const json_t *object, const char *key);

/* The place of a bench with its settings in the hash table; a free one if it has none. */
struct group *gpubench_group(const struct gpubench_picks *picks, const char *bench, const char *settings);

/* Adds the best configurations of a results file, unsorted. False with one line in `error`. If `foreign` is not NULL, a
 * file without a schema, or with another one, is no error: *foreign becomes true. */
bool gpubench_read_results(struct gpubench_picks *picks, const char *path, bool *foreign, char *error, size_t size);

/* Reads the list of failures, if the file exists. False if the file is something else. */
bool gpubench_failures_read(struct gpubench_picks *picks);
bool gpubench_failures_have(const struct gpubench_picks *picks, uint64_t config, uint64_t owner);

/* The first candidate from `rank` on that is not known to fail on an owner (0: no failures are known); the number of
 * candidates if there is none. */
size_t gpubench_first_good(const struct gpubench_picks *picks, const struct entry *entry, size_t rank, uint64_t owner);

/* Fills a choice, except `other` and device_ratio, which depend on the device; `passed`: nearer sizes were skipped. */
void gpubench_choose(struct gpubench_choice *choice, const struct entry *entry, size_t rank, uint64_t n, bool passed);
