#include "tuner/job/program_cache.h"

#include <string.h>

static void empty(struct cached_program *place)
{
    program_unload(&place->loaded);
    *place = (struct cached_program){0};
}

/* The place of a program, else a free one, else the least recently used. */
static struct cached_program *find(struct program_cache *program_cache, struct store_key key,
                                   const struct bench_kernel *kernel)
{
    struct cached_program *oldest = &program_cache->place[0];
    for (struct cached_program *place = program_cache->place; place < program_cache->place + PROGRAM_CACHE_PLACES;
         place++) {
        if (place->kernel == kernel && !strcmp(place->key.text, key.text))
            return place;
        if (place->used < oldest->used)
            oldest = place;
    }
    return oldest;
}

const struct loaded *program_cache_load(struct program_cache *program_cache, const char *store,
                                        struct compute_context *context, struct store_key key,
                                        const struct bench_kernel *kernel, size_t count, struct fault *fault)
{
    struct cached_program *place = find(program_cache, key, kernel);
    if (place->kernel != kernel || strcmp(place->key.text, key.text)) {
        empty(place);
        if (program_load(store, context, key, kernel, count, &place->loaded, fault) != OK) {
            empty(place);
            return NULL;
        }
        place->key = key;
        place->kernel = kernel;
    }
    place->used = ++program_cache->uses;
    return &place->loaded;
}

void program_cache_clear(struct program_cache *program_cache)
{
    for (int p = 0; p < PROGRAM_CACHE_PLACES; p++)
        empty(&program_cache->place[p]);
}
