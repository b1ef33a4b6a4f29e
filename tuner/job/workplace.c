#include "tuner/job/workplace.h"

/* One program for each entry point: the file has those of doubles only where there are doubles. */
static const struct {
    const char *entry;
    size_t element_bytes;
} generators[GENERATORS] = {
    [GENERATE_FLOATS] = {"generate_floats", sizeof(float)},
    [GENERATE_DOUBLES] = {"generate_doubles", sizeof(double)},
    [GENERATE_WORDS] = {"generate_words", sizeof(uint32_t)},
    [GENERATE_EXACT_FLOATS] = {"generate_exact_floats", sizeof(float)},
    [GENERATE_EXACT_DOUBLES] = {"generate_exact_doubles", sizeof(double)},
};

void workplace_close(struct workplace *place)
{
    for (int g = 0; g < GENERATORS; g++)
        program_unload(&place->generator[g]);
}

size_t recipe_bytes(struct recipe recipe)
{
    return recipe.count * generators[recipe.generator].element_bytes;
}

/* As a bench of no parameters, so that the kernel is composed, compiled and stored like any other. */
static enum status load(struct workplace *place, enum generator generator, struct fault *fault)
{
    const char *const entries[] = {generators[generator].entry, NULL};
    const struct bench bench = {.kernel = {.file = "tuner/generate.cl", .entries = entries}};
    struct loaded *loaded = &place->generator[generator];
    struct program program;
    if (loaded->kernel[0])
        return OK;
    enum status status = program_make_plain(place->store, place->registry, compute_context_device(place->context),
                                            &bench, &program, fault);
    if (status == OK)
        status = program_load(place->store, place->context, program.key, &bench.kernel, 1, loaded, fault);
    if (status != OK)
        program_unload(loaded);
    return status;
}

enum status workplace_generate(struct workplace *place, struct recipe recipe, struct compute_array *array,
                               struct fault *fault)
{
    enum { GROUP = 256, MOST_GROUPS = 1 << 16 }; /* 2^24 work-items fill any device */
    uint64_t groups = divide_up(recipe.count, GROUP);
    enum status status = load(place, recipe.generator, fault);
    if (status != OK)
        return status;
    uint64_t row = recipe.row ? recipe.row : 1, one_in = job_one_in(row);
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(array), COMPUTE_VALUE(recipe.count),
                                                 COMPUTE_VALUE(recipe.seed), COMPUTE_VALUE(row), COMPUTE_VALUE(one_in)};
    struct compute_launch launch = {.groups = {groups < MOST_GROUPS ? groups : MOST_GROUPS, 1, 1},
                                    .group = {GROUP, 1, 1}};
    return compute_kernel_launch(place->generator[recipe.generator].kernel[0], launch, arguments, 5, fault);
}
