#include "tuner/job/shelf.h"

#include <string.h>

static void empty(struct shelved *place)
{
    program_unload(&place->loaded);
    *place = (struct shelved){0};
}

/* The place of a program, else a free one, else that of the one not used for longest. */
static struct shelved *find(struct shelf *shelf, struct store_key key, const struct bench_kernel *kernel)
{
    struct shelved *oldest = &shelf->place[0];
    for (struct shelved *place = shelf->place; place < shelf->place + SHELF_PLACES; place++) {
        if (place->kernel == kernel && !strcmp(place->key.text, key.text))
            return place;
        if (place->used < oldest->used)
            oldest = place;
    }
    return oldest;
}

const struct loaded *shelf_load(struct shelf *shelf, const char *store, struct compute_context *context,
                                struct store_key key, const struct bench_kernel *kernel, size_t count,
                                struct fault *fault)
{
    struct shelved *place = find(shelf, key, kernel);
    if (place->kernel != kernel || strcmp(place->key.text, key.text)) {
        empty(place);
        if (program_load(store, context, key, kernel, count, &place->loaded, fault) != OK) {
            empty(place);
            return NULL;
        }
        place->key = key;
        place->kernel = kernel;
    }
    place->used = ++shelf->uses;
    return &place->loaded;
}

void shelf_clear(struct shelf *shelf)
{
    for (int p = 0; p < SHELF_PLACES; p++)
        empty(&shelf->place[p]);
}
