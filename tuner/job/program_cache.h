/* Programs that stay loaded: finalists are measured again and again, and a search goes over one space at several sizes.
 */
#pragma once

#include "tuner/job/program.h"

enum { PROGRAM_CACHE_PLACES = 96 };

/* All of one context. {0} is an empty one. */
struct program_cache {
    struct cached_program {
        struct store_key key;
        const struct bench_kernel *kernel; /* the first whose entry points; NULL: the place is free */
        struct loaded loaded;
        uint64_t used;
    } place[PROGRAM_CACHE_PLACES];
    uint64_t uses;
};

/* The program of that key with the entry points of `count` kernels, loaded as program_load does unless it is on the
 * shelf; the one that was not used for longest makes room. It stays the shelf's. NULL where it could not be loaded:
 * nothing is kept. */
const struct loaded *program_cache_load(struct program_cache *program_cache, const char *store,
                                        struct compute_context *context, struct store_key key,
                                        const struct bench_kernel *kernel, size_t count, struct fault *fault);

/* Unloads all, before their context is freed. */
void program_cache_clear(struct program_cache *program_cache);
