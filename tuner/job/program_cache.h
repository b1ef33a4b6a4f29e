/* A cache of loaded programs (least recently used is replaced): finalists are measured repeatedly, and a search visits
 * one space at several sizes. */
#pragma once

#include "tuner/job/program.h"

enum { PROGRAM_CACHE_PLACES = 96 };

/* All programs are of one context. {0} is an empty cache. */
struct program_cache {
    struct cached_program {
        struct store_key key;
        const struct bench_kernel *kernel; /* the first of its kernels; NULL: the place is free */
        struct loaded loaded;
        uint64_t used;
    } place[PROGRAM_CACHE_PLACES];
    uint64_t uses;
};

/* The program of a key with the entry points of `count` kernels, by program_load unless the cache has it; the cache
 * owns it. NULL if it could not be loaded: then nothing is cached. */
const struct loaded *program_cache_load(struct program_cache *program_cache, const char *store,
                                        struct compute_context *context, struct store_key key,
                                        const struct bench_kernel *kernel, size_t count, struct fault *fault);

/* Unloads all programs; to be called before their context is freed. */
void program_cache_clear(struct program_cache *program_cache);
