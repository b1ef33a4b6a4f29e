/* The library's own: what is kept of results, sorted and hashed for a look-up. */
#pragma once

#include "pick/gpubench_pick.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum {
    MOST_CANDIDATES = 8, /* that are kept of a problem */
    MOST_FAILURES = 256, /* that the file has */
    FAILURE_SLOTS = 1024 /* at most half of them are used */
};

enum owner_text { OWNER_NAME, OWNER_BACKEND, OWNER_ARCHITECTURE, OWNER_DRIVER, OWNER_COMPILER, OWNER_TEXTS };
enum { OWNER_RATES = 3 };

/* A device that measured, or that is asked for. */
struct owner {
    const char *text[OWNER_TEXTS]; /* "": not known */
    double rate[OWNER_RATES];      /* that device_ratio compares; 0: not known */
};

struct candidate {
    uint64_t hash; /* of bench and configuration */
    const char *config;
    struct gpubench_value *value;
    size_t values;
    double cost;    /* the best has the least: a time, or the value of the problem's objective */
    double time_ns; /* of an iteration */
    double lost[2]; /* share of the time by it at the next smaller and the next larger size; 1: not known */
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
    double left; /* to gain, a share; 1: not known */
    struct candidate candidate[MOST_CANDIDATES];
    size_t candidates;
    struct cost *cost; /* of all that were timed */
    size_t costs;
    const struct entry *next[2]; /* of the owner: with the next smaller and the next larger size, or NULL */
};

/* Entries of one owner, sizes ascending. */
struct entry_set {
    const struct entry *entry;
    size_t count;
};

/* Of one bench and its settings. */
struct group {
    const struct entry_set *set;
    size_t sets;
};

struct gpubench_picks {
    struct block *blocks; /* memory that goes with it */
    bool full;            /* there was none for something */
    struct entry *entry;
    size_t entries;
    struct group *table; /* hashed, open: `mask` + 1 places, at most half of them used; free: no sets */
    size_t mask;
    const char *memory, *memory_lock, *memory_new; /* paths; NULL: no file */
    pthread_mutex_t lock;                          /* who writes `failed` has it; readers need none */
    _Atomic uint64_t failed[FAILURE_SLOTS];        /* hashed, open; 0: free */
    atomic_size_t failures;
};

/* An owner as the caller describes it; NULL: nothing is known. */
struct owner gpubench_owner_of(const struct gpubench_device *device);

/* ---- memory and hashes ---- */

/* Zeroed, until the picks are closed. NULL without memory, and picks->full. */
void *gpubench_keep(struct gpubench_picks *picks, size_t size);
/* A copy of `length` bytes, with a zero behind; where there is no memory a constant "". */
const char *gpubench_keep_text(struct gpubench_picks *picks, const char *text, size_t length);

uint64_t gpubench_hash(uint64_t hash, const char *text);
/* What fails on whom: of bench and configuration, and of the owner's name, backend, driver and compiler. */
uint64_t gpubench_hash_config(const char *bench, const char *config);
uint64_t gpubench_hash_owner(const struct owner *owner);

/* ---- parts ---- */

/* Text of an object's key; "" without. */
const char *gpubench_text(const json_t *object, const char *key);

/* The place of a bench with its settings in the table; free, if there is none. */
struct group *gpubench_group(const struct gpubench_picks *picks, const char *bench, const char *settings);

/* Adds the bests of a results file, unsorted. False with one line in `error`; where the file has no schema, or another,
 * and `*foreign` is given, true is put there and nothing is an error. */
bool gpubench_read_results(struct gpubench_picks *picks, const char *path, bool *foreign, char *error, size_t size);

/* Reads the list of failures, where there is a file. False: it is something else. */
bool gpubench_failures_read(struct gpubench_picks *picks);
bool gpubench_failures_have(const struct gpubench_picks *picks, uint64_t config, uint64_t owner);

/* The first candidate from `rank` on that is not known to fail on an owner (0: nothing is known to); else how many
 * there are. */
size_t gpubench_first_good(const struct gpubench_picks *picks, const struct entry *entry, size_t rank, uint64_t owner);

/* Fills a choice, but for what of it is the device's: other, device_ratio; `passed`: nearer sizes were passed over. */
void gpubench_choose(struct gpubench_choice *choice, const struct entry *entry, size_t rank, uint64_t n, bool passed);
