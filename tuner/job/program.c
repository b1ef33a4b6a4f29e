#include "tuner/job/program.h"

#include "base/clock.h"
#include "base/memory.h"
#include "tuner/job/source.h"

#include <stdlib.h>
#include <string.h>

/* What stands before the binary in the store. FORMAT goes up when that, or how compute/ calls a compiler, changes. */
#define FORMAT "4"
struct stored_head {
    struct compute_resources resources;
};

static const struct compute_resources no_resources = {-1, -1, -1};

static struct store_key program_key(const struct compute_device *device, const char *source, unsigned options)
{
    bool targeted = device->architecture[0]; /* else the binary is for this very device and its driver */
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, "program " FORMAT);
    store_hash_text(&hash, targeted ? device->architecture : device->backend);
    store_hash_text(&hash, targeted ? "" : device->name);
    store_hash_text(&hash, targeted ? "" : device->driver);
    store_hash_text(&hash, device->compiler);
    store_hash_add(&hash, &options, sizeof options);
    store_hash_text(&hash, source);
    return store_hash_key(&hash);
}

static enum status store_program(const char *store, struct store_key key, struct stored_head head,
                                 const struct compute_binary *binary, struct fault *fault)
{
    char *blob = allocate(sizeof head + binary->size);
    memcpy(blob, &head, sizeof head);
    memcpy(blob + sizeof head, binary->bytes, binary->size);
    struct fault full = {0};
    enum status status = store_put(store, key, blob, sizeof head + binary->size, &full);
    free(blob);
    return status == OK ? OK : fail(fault, NO_MEMORY, "%s", full.text);
}

/* Entry points that are not there. */
static enum status check_entries(const struct compute_device *device, const struct bench_kernel *kernel,
                                 const void *bytes, size_t size, struct fault *fault)
{
    enum status status = OK;
    for (int k = 0; k < MAX_KERNELS && kernel->entries[k] && status == OK; k++)
        status = compute_binary_check(device, bytes, size, kernel->entries[k], fault);
    return status;
}

/* Compiles a program that the store does not have, and puts it there. */
static enum status compile(const char *store, const struct compute_device *device, const struct bench_kernel *kernel,
                           const char *source, unsigned options, struct program *program, struct fault *fault)
{
    struct compute_binary binary = {0};
    double start = clock_seconds();
    enum status status = compute_compile(device, kernel->file, source, options, &binary, fault);
    if (status == OK)
        status = check_entries(device, kernel, binary.bytes, binary.size, fault);
    if (status == OK) {
        program->resources = binary.resources;
        status = store_program(store, program->key, (struct stored_head){binary.resources}, &binary, fault);
    }
    program->milliseconds = 1e3 * (clock_seconds() - start);
    compute_binary_free(&binary);
    return status;
}

enum status program_make(const char *store, const struct registry *registry, const struct compute_device *device,
                         const struct config *config, struct program *program, struct fault *fault)
{
    const struct bench_kernel *kernel = config_kernel(config);
    char *source = NULL;
    *program = (struct program){.resources = no_resources};
    if (!kernel->file)
        return OK;
    enum status status = source_compose(registry, config, &source, fault);
    if (status != OK)
        return status;
    unsigned options = kernel->options ? kernel->options(config) : 0;
    *program = (struct program){.key = program_key(device, source, options)};
    struct store_blob blob = store_get(store, program->key);
    if (blob.size > sizeof(struct stored_head)) {
        const struct stored_head *head = blob.bytes;
        program->resources = head->resources;
        status = check_entries(device, kernel, head + 1, blob.size - sizeof *head, fault);
    } else {
        status = compile(store, device, kernel, source, options, program, fault);
    }
    store_release(&blob);
    free(source);
    return status;
}

enum status program_make_plain(const char *store, const struct registry *registry, const struct compute_device *device,
                               const struct bench *bench, struct program *program, struct fault *fault)
{
    const struct problem problem = {.bench = bench};
    struct config *config = config_new(&problem, 0);
    enum status status = program_make(store, registry, device, config, program, fault);
    free(config);
    return status;
}

/* What the compiler said stands; what it did not say, the driver may know. */
static void add_resources(struct compute_resources *kept, struct compute_resources said)
{
    kept->registers = kept->registers < 0 ? said.registers : kept->registers;
    kept->shared_bytes = kept->shared_bytes < said.shared_bytes ? said.shared_bytes : kept->shared_bytes;
    kept->spill_bytes = kept->spill_bytes < 0 ? said.spill_bytes : kept->spill_bytes;
}

enum status program_load(const char *store, struct compute_context *context, struct store_key key,
                         const struct bench_kernel *kernel, struct loaded *loaded, struct fault *fault)
{
    *loaded = (struct loaded){.resources = no_resources};
    if (!kernel->file)
        return OK;
    struct stored_head head;
    struct store_blob blob = store_get(store, key);
    if (blob.size <= sizeof head) {
        store_release(&blob);
        return fail(fault, LAUNCH_FAILED, "the binary is gone from the cache %s", store);
    }
    memcpy(&head, blob.bytes, sizeof head);
    loaded->resources = head.resources;
    enum status status = compute_program_load(context, (const char *)blob.bytes + sizeof head, blob.size - sizeof head,
                                              &loaded->program, fault);
    store_release(&blob);
    const char *const *entries = kernel->entries;
    for (int k = 0; k < MAX_KERNELS && entries[k] && status == OK; k++) {
        status = compute_kernel_new(loaded->program, entries[k], &loaded->kernel[k], fault);
        if (status == OK)
            add_resources(&loaded->resources, compute_kernel_resources(loaded->kernel[k]));
    }
    return status;
}

void program_unload(struct loaded *loaded)
{
    for (int k = 0; k < MAX_KERNELS; k++)
        compute_kernel_free(loaded->kernel[k]);
    compute_program_free(loaded->program);
    *loaded = (struct loaded){0};
}
