#include "tuner/job/worker_context.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>

void worker_context_close(struct worker_context *place)
{
    for (int g = 0; g < GENERATORS; g++)
        program_unload(&place->generator[g]);
    program_unload(&place->checksum);
    program_unload(&place->spoil);
    compute_array_free(place->sums);
    place->sums = NULL;
}

static enum status load(struct worker_context *place, const char *file, const char *entry, struct loaded *loaded,
                        struct fault *fault)
{
    const char *const entries[] = {entry, NULL};
    const struct bench_kernel kernel = {.file = file, .entries = entries};
    if (loaded->kernel[0])
        return OK;
    enum status status = program_load_plain(place->store, place->registry, place->context, &kernel, loaded, fault);
    if (status != OK)
        program_unload(loaded);
    return status;
}

static enum status compile(const char *store, const struct registry *registry, const struct compute_device *device,
                           const char *file, const char *entry, struct fault *fault)
{
    const char *const entries[] = {entry, NULL};
    struct program program;
    return program_make_plain(store, registry, device, &(struct bench_kernel){.file = file, .entries = entries},
                              &program, fault);
}

static uint64_t limited(uint64_t groups, uint64_t most)
{
    return groups < 1 ? 1 : groups < most ? groups : most;
}

/* ---- generated inputs ---- */

#define GENERATE_FILE "tuner/generate.cl"

/* A program per entry point: the file has the entry points of doubles only if the device supports doubles. */
static const char *const generators[GENERATORS] = {
    [GENERATE_FLOATS] = "generate_floats",
    [GENERATE_DOUBLES] = "generate_doubles",
    [GENERATE_WORDS] = "generate_words",
    [GENERATE_EXACT_FLOATS] = "generate_exact_floats",
    [GENERATE_EXACT_DOUBLES] = "generate_exact_doubles",
};

enum status worker_context_generate(struct worker_context *place, struct recipe recipe, struct compute_array *array,
                                    struct fault *fault)
{
    enum { GROUP = 256, MOST_GROUPS = 1 << 16 }; /* 2^24 work-items fill any device */
    uint64_t groups = divide_up(recipe.count, GROUP);
    struct loaded *generator = &place->generator[recipe.generator];
    enum status status = load(place, GENERATE_FILE, generators[recipe.generator], generator, fault);
    if (status != OK)
        return status;
    uint64_t row = recipe.row ? recipe.row : 1;
    return compute_kernel_launch(
        generator->kernel[0], launch_groups(limited(groups, MOST_GROUPS), GROUP),
        ARGUMENTS(COMPUTE_ARRAY(array), VALUE(recipe.count), VALUE(recipe.seed), VALUE(row), VALUE(job_one_in(row))),
        fault);
}

enum status worker_context_compile(const char *store, const struct registry *registry,
                                   const struct compute_device *device, struct fault *fault)
{
    enum status status = compile(store, registry, device, CHECKSUM_FILE, "checksum", fault);
    if (status == OK)
        status = compile(store, registry, device, SPOIL_FILE, "spoil", fault);
    for (int g = 0; g < GENERATORS && status == OK; g++)
        if (compute_has(device, COMPUTE_FP64) || (g != GENERATE_DOUBLES && g != GENERATE_EXACT_DOUBLES))
            status = compile(store, registry, device, GENERATE_FILE, generators[g], fault);
    return status;
}

/* ---- checksums ---- */

enum { SUM_GROUP = 256, GROUPS_PER_UNIT = 8, MOST_SUM_GROUPS = 1 << 12 };

/* As many groups as are resident at once, or fewer. */
static uint64_t checksum_groups(const struct worker_context *place, uint64_t words)
{
    const uint64_t units = compute_context_device(place->context)->units;
    const uint64_t groups = divide_up(words, SUM_GROUP), most = GROUPS_PER_UNIT * (units ? units : 1);
    return limited(groups, limited(most, MOST_SUM_GROUPS));
}

static enum status make_checksum(struct worker_context *place, struct fault *fault)
{
    enum status status = load(place, CHECKSUM_FILE, "checksum", &place->checksum, fault);
    if (status != OK || place->sums)
        return status;
    status = random_fill(&place->salt, sizeof place->salt, fault);
    if (status != OK)
        return status;
    const uint64_t groups = checksum_groups(place, UINT64_MAX);
    status = compute_array_new(place->context, groups * sizeof(uint64_t), &place->sums, fault);
    return status == OK ? compute_array_fill(place->sums, 0, fault) : status;
}

enum status worker_context_checksum(struct worker_context *place, struct compute_array *array, uint64_t *sum,
                                    struct fault *fault)
{
    enum status status = make_checksum(place, fault);
    if (status != OK)
        return status;
    const uint64_t words = compute_array_bytes(array) / sizeof(uint32_t), groups = checksum_groups(place, words);
    const size_t bytes = groups * sizeof(uint64_t);
    status = compute_kernel_launch(
        place->checksum.kernel[0], launch_groups(groups, SUM_GROUP),
        ARGUMENTS(COMPUTE_ARRAY(array), VALUE(words), VALUE(place->salt), COMPUTE_ARRAY(place->sums)), fault);
    uint64_t *part = allocate(bytes);
    if (status == OK)
        status = compute_array_read(place->sums, 0, part, bytes, fault);
    *sum = 0;
    for (size_t i = 0; i < bytes / sizeof *part && status == OK; i++)
        *sum += part[i];
    free(part);
    return status;
}

/* ---- outputs that are nearly right ---- */

enum status worker_context_spoil(struct worker_context *place, struct compute_array *array, uint32_t length,
                                 uint32_t number, struct fault *fault)
{
    enum { MOST_GROUPS = 1 << 12 };
    enum status status = load(place, SPOIL_FILE, "spoil", &place->spoil, fault);
    if (status != OK)
        return status;
    const uint64_t words = compute_array_bytes(array) / sizeof(uint32_t);
    const uint64_t groups = divide_up(divide_up(words, length), SUM_GROUP);
    return compute_kernel_launch(place->spoil.kernel[0], launch_groups(limited(groups, MOST_GROUPS), SUM_GROUP),
                                 ARGUMENTS(COMPUTE_ARRAY(array), VALUE(words), VALUE(length), VALUE(number)), fault);
}
