#include "tuner/suite.h"

#include "base/memory.h"

#include <string.h>

/* In the order of their bits. A device has its own reasons for a lack of CUB or child launches. */
static const struct {
    const char *word, *lack;
} needs[] = {
    {"CUDA", "needs CUDA"},
    {"CUB", NULL},
    {"double precision", "needs double precision, which this device lacks"},
    {"64-bit atomics", "needs 64-bit atomics, which this device lacks"},
    {"OpenCL", "needs OpenCL"},
    {"textures", "needs textures, which this device lacks"},
    {"child launches", NULL},
    {"graphs", "needs graphs, which this device lacks"},
};

const char *bench_missing(const struct bench *bench, const struct compute_device *device)
{
    const unsigned lacking = bench->needs & ~device->features;
    for (unsigned i = 0; need_word(i); i++)
        if (lacking >> i & 1)
            return needs[i].lack          ? needs[i].lack
                   : 1u << i == NEEDS_CUB ? device->lacks_cub
                                          : device->lacks_child_launch;
    return NULL;
}

const char *need_word(unsigned i)
{
    return i < sizeof needs / sizeof *needs ? needs[i].word : NULL;
}

size_t bench_error(const struct bench *bench)
{
    for (size_t i = 0; bench->report.error && i < bench_figures(bench); i++)
        if (!strcmp(bench->report.figures[i], bench->report.error))
            return i;
    return SIZE_MAX;
}

size_t bench_kernels(const struct bench *bench)
{
    size_t count = 0;
    while (bench->kernels && bench->kernels[count].file)
        count++;
    return bench->kernels ? count : 1;
}

const struct bench_kernel *bench_kernel(const struct bench *bench, size_t i)
{
    return bench->kernels ? &bench->kernels[i] : &bench->kernel;
}

size_t config_kernels(const struct config *config, const struct bench_kernel **first)
{
    const struct bench *bench = config->problem->bench;
    const bool every = bench->kernels && bench->kernels_by == EVERY_KERNEL;
    const bool one = bench->kernels && !every;
    *first = bench_kernel(bench, one ? space_position(&bench->space, config->index, bench->kernels_by) : 0);
    return every ? bench_kernels(bench) : 1;
}

struct problem problem_of(const struct suite *suite, const struct bench *bench, uint64_t n, uint64_t seed)
{
    struct problem problem = {.suite = suite, .bench = bench, .n = n, .seed = seed};
    for (size_t s = 0; s < suite_settings(suite); s++)
        problem.inputs.setting[s] = suite->settings[s].initial;
    return problem;
}

static void hash_inputs(struct store_hash *hash, const struct problem *problem)
{
    const struct inputs *inputs = &problem->inputs;
    store_hash_add(hash, &problem->n, sizeof problem->n);
    store_hash_add(hash, &problem->seed, sizeof problem->seed);
    store_hash_add(hash, inputs->setting, sizeof inputs->setting);
    store_hash_add(hash, inputs->box, sizeof inputs->box);
    store_hash_add(hash, &inputs->types, sizeof inputs->types);
    store_hash_add(hash, inputs->type, inputs->types * sizeof *inputs->type);
    store_hash_add(hash, inputs->atom, inputs->atoms * sizeof *inputs->atom);
    if (inputs->atom_type)
        store_hash_add(hash, inputs->atom_type, inputs->atoms);
}

void problem_hash(struct store_hash *hash, const struct problem *problem)
{
    store_hash_text(hash, problem->suite->name);
    store_hash_text(hash, problem->bench->name);
    hash_inputs(hash, problem);
}

void problem_hash_expectation(struct store_hash *hash, const struct problem *problem)
{
    const struct bench *bench = problem->bench;
    const size_t shared = bench->problem.expected_own_bytes;
    store_hash_text(hash, problem->suite->name);
    if (shared)
        store_hash_add(hash, bench->own, shared);
    else
        store_hash_text(hash, bench->name);
    hash_inputs(hash, problem);
}

static const struct space *space_of(const struct config *config)
{
    return &config->problem->bench->space;
}

struct config *config_new(const struct problem *problem, uint64_t index)
{
    size_t count = space_parameters(&problem->bench->space);
    struct config *config = allocate(sizeof *config + count * sizeof *config->value);
    config->problem = problem;
    config_set(config, index);
    return config;
}

void config_set(struct config *config, uint64_t index)
{
    const struct space *space = space_of(config);
    config->index = index;
    for (size_t i = space_parameters(space); i-- > 0;) {
        const struct parameter *parameter = &space->parameters[i];
        if (!parameter->count)
            continue; /* then there is no configuration, but some callers need one for its problem */
        config->value[i] = parameter_value(parameter, index % parameter->count);
        index /= parameter->count;
    }
}

double config_real(const struct config *config, size_t i)
{
    return space_of(config)->parameters[i].reals[config->value[i]];
}

double config_setting(const struct config *config, size_t i)
{
    return config->problem->inputs.setting[i];
}

bool arranged_alike(const struct bench *bench, uint64_t index, uint64_t other)
{
    const size_t *by = bench->problem.arranged_by;
    if (!bench->problem.arrange || index == other)
        return true;
    for (; by && *by != SIZE_MAX; by++)
        if (space_position(&bench->space, index, *by) != space_position(&bench->space, other, *by))
            return false;
    return by;
}
