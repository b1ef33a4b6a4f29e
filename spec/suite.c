/* A spec as a suite of one bench: its tables, and the functions that set it up and launch it. */
#include "spec/model.h"

#include "base/memory.h"
#include "tuner/job.h"

#include <stdio.h>
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

/* Whether sizes and values are some at this n. */
static enum status check(const struct problem *problem, UNNEEDED const struct compute_device *device,
                         struct fault *fault)
{
    const struct spec *spec = spec_of(problem->bench);
    struct expression_value slots[SPEC_SLOTS];
    size_t bytes;
    enum status status = spec_slots(spec, problem->n, NULL, slots, fault);
    for (size_t a = 0; a < spec->arguments && status == OK; a++)
        if (spec->argument[a].role != ROLE_VALUE)
            status = bytes_of(&spec->argument[a], slots, &bytes, fault);
    return status;
}

static void setup(struct job *job)
{
    const struct spec *spec = spec_of(job->bench);
    struct expression_value slots[SPEC_SLOTS];
    struct fault fault = {0}; /* there is none: check() was asked */
    spec_slots(spec, job->n, NULL, slots, &fault);
    for (size_t a = 0; a < spec->arguments; a++) {
        const struct spec_argument *argument = &spec->argument[a];
        size_t bytes = 0;
        if (argument->role == ROLE_VALUE || bytes_of(argument, slots, &bytes, &fault) != OK)
            continue;
        const bool is_small = bytes / argument->type.scalar->bytes <= SPEC_WHOLE;
        if (argument->role == ROLE_OUTPUT && is_small)
            job_output(job, argument->slot, argument->name, bytes);
        else if (argument->role == ROLE_OUTPUT || argument->role == ROLE_SCRATCH)
            job_scratch(job, argument->slot, argument->name, bytes);
        else
            spec_fill(spec, a, slots, job->seed, job_input(job, argument->slot, argument->name, bytes), bytes, &fault);
        if (argument->role == ROLE_BOTH)
            job_consumed(job, argument->slot);
    }
}

/* ---- an iteration ---- */

/* What compute_argument points to. */
struct values {
    uint8_t bytes[MAX_SPEC_ARGUMENTS][sizeof(double)];
};

static struct compute_argument argument_of(const struct job *job, size_t a, const struct expression_value *slots,
                                           struct values *values)
{
    const struct spec *spec = spec_of(job->bench);
    const struct spec_argument *argument = &spec->argument[a];
    const struct expression_value *value = &slots[spec_slot_of_value(spec, a)];
    if (argument->role != ROLE_VALUE)
        return ARRAY(argument->slot);
    scalar_write(argument->type.scalar, value->kind == EXPRESSION_REAL ? value->real : (double)value->integer,
                 values->bytes[a]);
    return (struct compute_argument){.value = values->bytes[a], .size = argument->type.scalar->bytes};
}

static enum status side(const struct expression *expression, const struct expression_value *slots, uint64_t *count,
                        struct fault *fault)
{
    *count = 1;
    return expression ? spec_count(expression, slots, count, fault) : OK;
}

/* Along one dimension: so many groups, or work-items, divided by what is theirs. */
static enum status launch_side(const struct spec_kernel *kernel, int d, const struct expression_value *slots,
                               struct compute_launch *launch, struct fault *fault)
{
    uint64_t group, groups, divisor;
    enum status status = side(kernel->group[d], slots, &group, fault);
    if (status == OK)
        status = side(kernel->groups[d], slots, &groups, fault);
    for (size_t i = 0; i < MAX_DIVISORS && kernel->divisor[d][i] && status == OK; i++) {
        status = spec_count(kernel->divisor[d][i], slots, &divisor, fault);
        if (status == OK && !divisor)
            status = fail(fault, INVALID, "division by zero");
        groups = status == OK ? divide_up(groups, divisor) : groups;
    }
    if (status != OK)
        return status;
    if (!group || group > UINT32_MAX)
        return fail(fault, INVALID, "a work-group of %llu along dimension %d", (unsigned long long)group, d);
    launch->group[d] = (uint32_t)group;
    launch->groups[d] = kernel->counts_items ? divide_up(groups, group) : groups;
    return launch->groups[d] ? OK : fail(fault, INVALID, "no work-groups along dimension %d", d);
}

static enum status launch_kernel(struct job *job, size_t k, const struct expression_value *slots, struct fault *fault)
{
    const struct spec_kernel *kernel = &spec_of(job->bench)->kernel[k];
    struct compute_argument arguments[MAX_SPEC_ARGUMENTS];
    struct compute_launch launch = {.stream = 0};
    struct values values;
    enum status status = OK;
    for (int d = 0; d < 3 && status == OK; d++)
        status = launch_side(kernel, d, slots, &launch, fault);
    for (size_t a = 0; a < kernel->arguments; a++)
        arguments[a] = argument_of(job, kernel->argument[a], slots, &values);
    return status == OK ? job_launch(job, (int)k, launch, arguments, kernel->arguments, fault) : status;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct spec *spec = spec_of(job->bench);
    struct expression_value slots[SPEC_SLOTS];
    enum status status = spec_slots(spec, job->n, config, slots, fault);
    for (size_t k = 0; k < spec->kernels && status == OK; k++)
        status = launch_kernel(job, k, slots, fault);
    return status;
}

/* ---- what a row says ---- */

/* Bytes are the sum of what is read and written once: of a mixture, as of a copy. */
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

/* The ceiling that streams are judged by: of inputs alone, outputs alone, or both. */
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
    spec->bench =
        (struct bench){.name = spec->name,
                       .summary = spec->summary,
                       .needs = needs[spec->language] | (doubles ? NEEDS_FP64 : 0),
                       .kernel = {.file = spec->files[0].name,
                                  .entries = entries_of(spec),
                                  .language = spec->language,
                                  .flags = spec->flags.fixed ? spec_write_flags : NULL},
                       .space = {.parameters = spec->parameters,
                                 .constraints = spec->constraints,
                                 .defaults = spec->defaults,
                                 .default_count = spec->parameter_count},
                       .size = {.unit = "n", .classes = {spec->n, spec->n, spec->n}, .most = UINT64_C(1) << 40},
                       .problem = {.check = check,
                                   .variants = 1,
                                   .expected_bytes = SPEC_EXPECTED,
                                   .expected_parts = spec_expected_parts,
                                   .setup = setup,
                                   .expect = spec_expect,
                                   .change = spec_change,
                                   .verify = spec_verify},
                       .device = {.enqueue = enqueue},
                       .report = {.uses = (spec->bytes ? UINT64_C(1) << spec->stream : 0) |
                                          (spec->flops ? UINT64_C(1) << spec->arithmetic : 0),
                                  .work = work},
                       .own = spec};
    spec->benches[0] = &spec->bench;
    spec->suite = (struct suite){.name = spec->name, .summary = spec->summary, .benches = spec->benches};
}
