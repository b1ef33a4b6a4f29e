#include "tuner/registry.h"

#include "tuner/suite.h"

#include <string.h>

struct store_key registry_key(const struct registry *registry)
{
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, registry->origin ? registry->origin : "");
    for (const struct suite *const *suite = registry->suites; *suite; suite++) {
        size_t benches = suite_benches(*suite);
        store_hash_text(&hash, (*suite)->name);
        store_hash_add(&hash, &benches, sizeof benches);
        for (size_t b = 0; b < benches; b++) {
            store_hash_text(&hash, (*suite)->benches[b]->name);
            space_hash(&hash, &(*suite)->benches[b]->space);
        }
    }
    return store_hash_key(&hash);
}

const struct suite *registry_find(const struct registry *registry, const char *name)
{
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        if (!strcmp((*suite)->name, name))
            return *suite;
    return NULL;
}

const struct suite *registry_suite(const struct registry *registry, size_t suite)
{
    for (size_t s = 0; s <= suite; s++)
        if (!registry->suites[s])
            return NULL;
    return registry->suites[suite];
}

const struct bench *registry_bench(const struct registry *registry, size_t suite, size_t bench)
{
    const struct suite *of = registry_suite(registry, suite);
    return of && bench < suite_benches(of) ? of->benches[bench] : NULL;
}

void registry_place(const struct registry *registry, const struct problem *problem, uint32_t *suite, uint32_t *bench)
{
    for (*suite = 0; registry->suites[*suite] != problem->suite;)
        ++*suite;
    for (*bench = 0; problem->suite->benches[*bench] != problem->bench;)
        ++*bench;
}

const char *registry_kernel(const struct registry *registry, const char *name)
{
    for (const struct kernel_file *file = registry->kernels; file && file->name; file++)
        if (!strcmp(file->name, name))
            return file->text;
    return NULL;
}

bool registry_has_kernel(const struct registry *registry, const char *name)
{
    return registry->kernel_folder || registry_kernel(registry, name);
}
