#include "tuner/job/program.h"

#include "base/clock.h"
#include "base/memory.h"
#include "tuner/origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- programs by key: in the store, with a fallback cache of the last few in memory ---- */

enum { PLACES = 64 }; /* one configuration has a few programs */

/* The fallback cache, of this process. */
static struct place {
    enum store_kind kind;
    struct store_key key;
    void *bytes; /* NULL: it is free */
    size_t size;
} place[PLACES];
static size_t next; /* the index of the oldest entry */

static struct place *find(enum store_kind kind, struct store_key key)
{
    for (struct place *at = place; at < place + PLACES; at++)
        if (at->bytes && at->kind == kind && !strcmp(at->key.text, key.text))
            return at;
    return NULL;
}

/* An entry, to be released; its bytes are NULL where there is none. */
static struct store_blob cached_get(const char *store, enum store_kind kind, struct store_key key)
{
    if (!store)
        return (struct store_blob){.bytes = NULL};
    struct store_blob blob = store_get(store, kind, key);
    const struct place *at = blob.bytes ? NULL : find(kind, key);
    if (!at)
        return blob;
    blob = (struct store_blob){.size = at->size, .memory = allocate(at->size)};
    memcpy(blob.memory, at->bytes, at->size);
    blob.bytes = blob.memory;
    return blob;
}

/* Stores a part of a program; if the store refuses it, notes that and puts it into the fallback cache. */
static void store_part(const char *store, enum store_kind kind, const void *bytes, size_t size, struct program *program)
{
    struct fault full = {0};
    if (!store || store_put(store, kind, program->key, bytes, size, &full) == OK)
        return;
    snprintf(program->unkept, sizeof program->unkept, "%.*s", (int)sizeof program->unkept - 1, full.text);
    if (find(kind, program->key))
        return;
    struct place *at = &place[next++ % PLACES];
    free(at->bytes);
    *at = (struct place){kind, program->key, allocate(size), size};
    memcpy(at->bytes, bytes, size);
}

/* ---- programs ---- */

/* FORMAT is incremented when a program's head, or compute/'s call of a compiler, changes. */
#define FORMAT "7"
static const struct compute_resources no_resources = {-1, -1, -1};

static struct store_key program_key(const struct compute_device *device, const char *source,
                                    const struct compute_build *build)
{
    bool targeted = device->architecture[0]; /* else the binary is for this device and driver alone */
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, "program " FORMAT);
    store_hash_text(&hash, targeted ? device->architecture : device->backend);
    store_hash_text(&hash, targeted ? "" : device->name);
    store_hash_text(&hash, targeted ? "" : device->driver);
    store_hash_text(&hash, device->compiler);
    store_hash_add(&hash, &build->options, sizeof build->options);
    store_hash_text(&hash, build->flags);
    for (const char *const *name = build->names; name && *name; name++)
        store_hash_text(&hash, *name);
    store_hash_text(&hash, source);
    return store_hash_key(&hash);
}

static void keep_binary(const char *store, const struct compute_device *device, const struct compute_binary *binary,
                        struct program *program)
{
    const struct program_head head = {binary->resources, program_origin_of(device)};
    char *blob = allocate(sizeof head + binary->size);
    memcpy(blob, &head, sizeof head);
    memcpy(blob + sizeof head, binary->bytes, binary->size);
    store_part(store, STORE_BINARY, blob, sizeof head + binary->size, program);
    free(blob);
}

/* Checks for missing entry points. */
static enum status check_entries(const struct compute_device *device, const struct bench_kernel *kernel,
                                 const void *bytes, size_t size, struct fault *fault)
{
    enum status status = OK;
    for (int k = 0; k < MAX_KERNELS && kernel->entries[k] && status == OK; k++)
        status = compute_binary_check(device, bytes, size, kernel->entries[k], fault);
    return status;
}

/* Compiles a program that the store does not have, and stores it. */
static enum status compile(const char *store, const struct compute_device *device, const struct bench_kernel *kernel,
                           const char *source, const struct compute_build *build, struct program *program,
                           struct fault *fault)
{
    struct compute_binary binary = {0};
    double start = clock_seconds();
    enum status status = compute_build(device, kernel->file, source, build, &binary, fault);
    if (status == OK)
        status = check_entries(device, kernel, binary.bytes, binary.size, fault);
    if (status == OK) {
        program->resources = binary.resources;
        keep_binary(store, device, &binary, program);
    }
    program->milliseconds = 1e3 * (clock_seconds() - start);
    compute_binary_free(&binary);
    return status;
}

/* The blob of the binary of `key`. If there is none, a lock, under which it is to be made, so that several workers do
 * not make the same. One that waited for another, and still finds none, does not make the rest wait for its own
 * failure. */
static struct store_blob find_binary(const char *store, struct store_key key, int *lock)
{
    struct store_blob blob = cached_get(store, STORE_BINARY, key);
    bool waited = false;
    *lock = -1;
    if (!store || blob.size > sizeof(struct program_head))
        return blob;
    store_release(&blob);
    *lock = store_lock(store, key, &waited);
    blob = cached_get(store, STORE_BINARY, key); /* it may have been made since */
    if (waited || blob.size > sizeof(struct program_head)) {
        store_unlock(*lock);
        *lock = -1;
    }
    return blob;
}

/* The program of one of a configuration's kernels. */
static enum status make_one(const char *store, const struct registry *registry, const struct compute_device *device,
                            const struct config *config, const struct bench_kernel *kernel, struct program *program,
                            struct fault *fault)
{
    char *source = NULL, flags[MAX_FLAGS_TEXT] = "";
    const struct compute_build build = {.options = kernel->options ? kernel->options(config) : 0,
                                        .flags = flags,
                                        .names = kernel->named ? kernel->entries : NULL};
    *program = (struct program){.resources = no_resources};
    if (!kernel->file)
        return OK;
    enum status status = kernel->flags ? kernel->flags(config, flags, fault) : OK;
    if (status == OK)
        status = source_compose(registry, config, kernel, &source, fault);
    if (status != OK)
        return status;
    *program = (struct program){.key = program_key(device, source, &build)};
    int lock;
    struct store_blob blob = find_binary(store, program->key, &lock);
    if (blob.size > sizeof(struct program_head)) {
        memcpy(&program->resources, blob.bytes, sizeof program->resources);
        status = check_entries(device, kernel, (const char *)blob.bytes + sizeof(struct program_head),
                               blob.size - sizeof(struct program_head), fault);
    } else {
        status = compile(store, device, kernel, source, &build, program, fault);
    }
    store_unlock(lock);
    store_release(&blob);
    free(source);
    return status;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The maximum of each resource over several programs. */
static void add_largest(struct compute_resources *most, struct compute_resources one)
{
    most->registers = larger(most->registers, one.registers);
    most->shared_bytes = larger(most->shared_bytes, one.shared_bytes);
    most->spill_bytes = larger(most->spill_bytes, one.spill_bytes);
}

/* For several programs, the store has the list of their keys under a key of its own. */
enum status program_make(const char *store, const struct registry *registry, const struct compute_device *device,
                         const struct config *config, struct program *program, struct fault *fault)
{
    const struct bench_kernel *kernel;
    const size_t count = config_kernels(config, &kernel);
    if (count == 1)
        return make_one(store, registry, device, config, kernel, program, fault);
    struct store_key keys[MAX_PROGRAMS] = {0};
    struct store_hash hash = store_hash_start();
    enum status status = OK;
    *program = (struct program){.resources = no_resources};
    store_hash_text(&hash, "programs");
    for (size_t k = 0; k < count && status == OK; k++) {
        struct program one;
        status = make_one(store, registry, device, config, &kernel[k], &one, fault);
        add_largest(&program->resources, one.resources);
        program->milliseconds += one.milliseconds;
        if (*one.unkept)
            memcpy(program->unkept, one.unkept, sizeof program->unkept);
        keys[k] = one.key;
        store_hash_text(&hash, one.key.text);
    }
    if (status != OK)
        return status;
    program->key = store_hash_key(&hash);
    store_part(store, STORE_PROGRAMS, keys, count * sizeof *keys, program);
    return OK;
}

static enum status fail_missing(const char *store, struct fault *fault)
{
    return fail(fault, LAUNCH_FAILED, "the binary is gone from the cache %s", store);
}

/* ---- in the store ---- */

/* The keys of a configuration's programs; false if the store no longer has their list. */
static bool find_keys(const char *store, struct store_key key, size_t count, struct store_key keys[MAX_PROGRAMS])
{
    keys[0] = key;
    if (count == 1)
        return true;
    struct store_blob list = cached_get(store, STORE_PROGRAMS, key);
    bool there = list.size == count * sizeof *keys;
    if (there)
        memcpy(keys, list.bytes, list.size);
    for (size_t k = 0; k < count && there; k++)
        there = !keys[k].text[0] || store_key_sound(&keys[k]); /* one without a kernel file has none */
    store_release(&list);
    return there;
}

bool program_is_cached(const char *store, const struct config *config, struct store_key key)
{
    const struct bench_kernel *kernel;
    const size_t count = config_kernels(config, &kernel);
    struct store_key keys[MAX_PROGRAMS] = {0};
    bool kept = find_keys(store, key, count, keys);
    for (size_t k = 0; k < count && kept; k++) {
        struct store_blob blob = cached_get(store, STORE_BINARY, keys[k]);
        kept = !*keys[k].text || blob.bytes;
        store_release(&blob);
    }
    return kept;
}

/* ---- in a context ---- */

/* The compiler's values take precedence; the driver may report missing ones. */
static void add_resources(struct compute_resources *kept, struct compute_resources reported)
{
    kept->registers = kept->registers < 0 ? reported.registers : kept->registers;
    kept->shared_bytes = kept->shared_bytes < reported.shared_bytes ? reported.shared_bytes : kept->shared_bytes;
    kept->spill_bytes = kept->spill_bytes < 0 ? reported.spill_bytes : kept->spill_bytes;
}

/* Loads another program of a configuration, and appends its kernels. */
static enum status load_one(const char *store, struct compute_context *context, struct store_key key,
                            const struct bench_kernel *kernel, struct loaded *loaded, size_t p, size_t *kernels,
                            struct fault *fault)
{
    struct program_head head;
    struct store_blob blob = cached_get(store, STORE_BINARY, key);
    if (blob.size <= sizeof head) {
        store_release(&blob);
        return fail_missing(store, fault);
    }
    memcpy(&head, blob.bytes, sizeof head);
    enum status status = compute_program_load(context, (const char *)blob.bytes + sizeof head, blob.size - sizeof head,
                                              &loaded->program[p], fault);
    store_release(&blob);
    const char *const *entries = kernel->entries;
    for (size_t e = 0; entries[e] && *kernels < MAX_KERNELS && status == OK; e++, ++*kernels) {
        struct compute_kernel **made = &loaded->kernel[*kernels];
        status = compute_kernel_new(loaded->program[p], entries[e], made, fault);
        if (status == OK)
            add_resources(&head.resources, compute_kernel_resources(*made));
    }
    add_largest(&loaded->resources, head.resources);
    return status;
}

enum status program_load(const char *store, struct compute_context *context, struct store_key key,
                         const struct bench_kernel *kernel, size_t count, struct loaded *loaded, struct fault *fault)
{
    struct store_key keys[MAX_PROGRAMS] = {0};
    size_t kernels = 0;
    *loaded = (struct loaded){.resources = no_resources};
    if (!kernel->file)
        return OK;
    enum status status = find_keys(store, key, count, keys) ? OK : fail_missing(store, fault);
    for (size_t p = 0; p < count && status == OK; p++)
        status = load_one(store, context, keys[p], &kernel[p], loaded, p, &kernels, fault);
    return status;
}

void program_unload(struct loaded *loaded)
{
    for (int k = 0; k < MAX_KERNELS; k++)
        compute_kernel_free(loaded->kernel[k]);
    for (int p = 0; p < MAX_PROGRAMS; p++)
        compute_program_free(loaded->program[p]);
    *loaded = (struct loaded){0};
}

enum status program_make_plain(const char *store, const struct registry *registry, const struct compute_device *device,
                               const struct bench_kernel *kernel, struct program *program, struct fault *fault)
{
    const struct bench bench = {.kernel = *kernel};
    const struct problem problem = {.bench = &bench};
    struct config *config = config_new(&problem, 0);
    const enum status status = program_make(store, registry, device, config, program, fault);
    free(config);
    return status;
}

enum status program_load_plain(const char *store, const struct registry *registry, struct compute_context *context,
                               const struct bench_kernel *kernel, struct loaded *loaded, struct fault *fault)
{
    struct program program;
    const enum status status =
        program_make_plain(store, registry, compute_context_device(context), kernel, &program, fault);
    return status == OK ? program_load(store, context, program.key, kernel, 1, loaded, fault) : status;
}
