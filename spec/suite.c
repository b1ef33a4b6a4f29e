/* Makes a spec a suite of one bench: its tables, and functions for setup and launch. */
#include "spec/model.h"

#include "base/memory.h"
#include "tuner/job.h"

#include <string.h>

static const struct spec *spec_of(const struct bench *bench)
{
    return bench->own;
}

/* ---- the problem ---- */

static enum status bytes_of(const struct spec_argument *argument, const struct expression_value *slots, size_t *bytes,
                            struct fault *fault)
{
    struct fault why = {0};
    uint64_t count = 0;
    if (spec_count(argument->count, slots, &count, &why) != OK)
        return fail(fault, INVALID, "the size of %s: %s", argument->name, why.text);
    if (!count || count > SIZE_MAX / 2 / type_bytes(argument->type))
        return fail(fault, INVALID, "%s would have %llu elements", argument->name, (unsigned long long)count);
    *bytes = count * type_bytes(argument->type);
    return OK;
}

/* The shape of a texture of this size in bytes. */
static enum status shape_of(const struct spec_argument *argument, const struct expression_value *slots, size_t bytes,
                            struct compute_texture *texture, struct fault *fault)
{
    uint64_t width = 0;
    struct fault why = {0};
    *texture = argument->texture;
    if (spec_count(argument->width, slots, &width, &why) != OK)
        return fail(fault, INVALID, "the width of %s: %s", argument->name, why.text);
    if (!width || bytes / sizeof(float) % width)
        return fail(fault, INVALID, "%s has %zu elements, in no whole rows of %llu", argument->name,
                    bytes / sizeof(float), (unsigned long long)width);
    texture->width = width;
    texture->height = bytes / sizeof(float) / width;
    return OK;
}

static enum status check_array(const struct spec *spec, size_t a, const struct expression_value *slots,
                               struct fault *fault)
{
    const struct spec_argument *argument = &spec->argument[a];
    struct compute_texture texture;
    size_t bytes;
    if (argument->role == ROLE_VALUE || argument->resized)
        return OK;
    enum status status = bytes_of(argument, slots, &bytes, fault);
    if (status == OK && argument->width)
        status = shape_of(argument, slots, bytes, &texture, fault);
    if (status == OK && argument->fill == FILL_FILE && argument->file.size != bytes)
        status = fail(fault, INVALID, "the file of %s has %zu bytes, %s has %zu", argument->name, argument->file.size,
                      argument->called, bytes);
    return status == OK ? spec_check_fill(spec, a, slots, bytes, fault) : status;
}

/* Checks that sizes and values can be evaluated at this n. */
static enum status check(const struct problem *problem, UNNEEDED const struct compute_device *device,
                         struct fault *fault)
{
    const struct spec *spec = spec_of(problem->bench);
    struct expression_value slots[SPEC_SLOTS];
    enum status status = spec_slots(spec, problem->n, NULL, slots, fault);
    for (size_t a = 0; a < spec->arguments && status == OK; a++)
        status = check_array(spec, a, slots, fault);
    return status == OK ? spec_reference_check(problem, fault) : status;
}

static void *declare_input(struct job *job, const struct spec_argument *argument, const struct expression_value *slots,
                           size_t bytes)
{
    struct compute_texture texture;
    if (argument->width && shape_of(argument, slots, bytes, &texture, NULL) == OK)
        return job_texture(job, argument->slot, argument->name, texture);
    return job_input(job, argument->slot, argument->name, bytes);
}

static void setup(struct job *job)
{
    const struct spec *spec = spec_of(job->bench);
    struct expression_value slots[SPEC_SLOTS];
    struct fault fault = {0}; /* no fault is possible: check() has passed */
    spec_slots(spec, job->n, NULL, slots, &fault);
    for (size_t a = 0; a < spec->arguments; a++) {
        const struct spec_argument *argument = &spec->argument[a];
        size_t bytes = type_bytes(argument->type); /* until arrange() sets the size */
        if (argument->role == ROLE_VALUE || argument->role == ROLE_LOCAL ||
            (!argument->resized && bytes_of(argument, slots, &bytes, &fault) != OK))
            continue;
        if (argument->role == ROLE_OUTPUT)
            job_output(job, argument->slot, argument->name, bytes);
        else if (argument->role == ROLE_SCRATCH)
            job_scratch(job, argument->slot, argument->name, bytes);
        else
            spec_fill(spec, a, slots, job->seed, declare_input(job, argument, slots, bytes), bytes, &fault);
        if (argument->role == ROLE_BOTH)
            job_consumed(job, argument->slot);
    }
}

/* Sets the sizes that depend on a configuration. */
static enum status arrange(struct job *job, const struct config *config, struct fault *fault)
{
    const struct spec *spec = spec_of(job->bench);
    struct expression_value slots[SPEC_SLOTS];
    size_t bytes = 0;
    enum status status = spec_slots(spec, job->n, config, slots, fault);
    for (size_t a = 0; a < spec->arguments && status == OK; a++) {
        const struct spec_argument *argument = &spec->argument[a];
        if (!argument->resized || argument->role == ROLE_LOCAL)
            continue;
        status = bytes_of(argument, slots, &bytes, fault);
        if (status == OK)
            job_resize(job, argument->slot, bytes);
    }
    return status;
}

/* ---- figures of rows ---- */

/* Bytes are the sum of those read and written once, as for a copy. */
static struct work work(const struct job *job, const struct config *config)
{
    const struct spec *spec = spec_of(job->bench);
    struct expression_value slots[SPEC_SLOTS];
    struct fault fault = {0};
    struct work work = {.bytes = 0};
    spec_slots(spec, job->n, config, slots, &fault);
    if (spec->bytes)
        spec_number(spec->bytes, slots, &work.bytes, &fault);
    if (spec->flops)
        spec_number(spec->flops, slots, &work.flops, &fault);
    work.amount[spec->stream] = work.bytes;
    work.amount[spec->arithmetic] = work.flops / 2;
    return work;
}

/* ---- tables ---- */

/* The ceiling for a memory-bound kernel: of reading, writing, or both, by its arguments. */
static enum resource stream_of(const struct spec *spec)
{
    size_t inputs = 0, outputs = 0;
    for (size_t a = 0; a < spec->arguments; a++) {
        const enum role role = spec->argument[a].role;
        inputs += role == ROLE_INPUT || role == ROLE_BOTH;
        outputs += role == ROLE_OUTPUT || role == ROLE_BOTH;
    }
    return !outputs     ? RESOURCE_DRAM_READ
           : !inputs    ? RESOURCE_DRAM_WRITE
           : inputs > 1 ? RESOURCE_DRAM_ADD
                        : RESOURCE_DRAM_COPY;
}

static bool has_doubles(const struct spec *spec)
{
    for (size_t a = 0; a < spec->arguments; a++)
        if (!strcmp(spec->argument[a].type.scalar->name, "double"))
            return true;
    return false;
}

static bool has_resized(const struct spec *spec)
{
    for (size_t a = 0; a < spec->arguments; a++)
        if (spec->argument[a].resized && spec->argument[a].role != ROLE_LOCAL)
            return true;
    return false;
}

static bool has_texture(const struct spec *spec)
{
    for (size_t a = 0; a < spec->arguments; a++)
        if (spec->argument[a].width)
            return true;
    return false;
}

static const char **entries_of(struct spec *spec)
{
    const char **entries = spec_own(spec, allocate((spec->kernels + 1) * sizeof *entries));
    for (size_t k = 0; k < spec->kernels; k++)
        entries[k] = spec->kernel[k].entry;
    return entries;
}

void spec_build(struct spec *spec)
{
    static const unsigned needs[] = {
        [LANGUAGE_COMMON] = 0, [LANGUAGE_CUDA] = NEEDS_CUDA, [LANGUAGE_OPENCL] = NEEDS_OPENCL};
    const bool doubles = has_doubles(spec);
    spec->stream = stream_of(spec);
    spec->arithmetic = doubles ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA;
    spec->bench = (struct bench){
        .name = spec->name,
        .summary = spec->summary,
        .needs = needs[spec->language] | (doubles ? NEEDS_FP64 : 0) | (has_texture(spec) ? NEEDS_IMAGES : 0),
        .kernel = {.file = spec->files[0].name,
                   .entries = entries_of(spec),
                   .language = spec->language,
                   .named = spec->language == LANGUAGE_CUDA,
                   .flags = spec->flags.fixed ? spec_write_flags : NULL},
        .space = {.parameters = spec->parameters,
                  .constraints = spec->constraints,
                  .defaults = spec->defaults,
                  .default_count = spec->parameter_count},
        .size = {.unit = "n", .classes = {spec->n, spec->n, spec->n}, .most = UINT64_C(1) << 40},
        .problem = {.check = check, .variants = 1, .arrange = has_resized(spec) ? arrange : NULL, .setup = setup},
        .device = {.enqueue = spec_enqueue},
        .report = {.uses = (spec->bytes ? UINT64_C(1) << spec->stream : 0) |
                           (spec->flops ? UINT64_C(1) << spec->arithmetic : 0),
                   .work = work,
                   .figures = spec->figure_name,
                   .figure = spec->figures ? spec_figure : NULL},
        .own = spec};
    if (spec->right == RIGHT_CHECKS)
        spec_check_right(&spec->bench.problem);
    else
        spec_reference_right(&spec->bench.problem, spec->right);
    spec->benches[0] = &spec->bench;
    spec->suite = (struct suite){.name = spec->name,
                                 .summary = spec->summary,
                                 .benches = spec->benches,
                                 .settings = spec->right == RIGHT_NONE ? spec_unverified : NULL};
}
