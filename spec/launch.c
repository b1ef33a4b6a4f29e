/* Launches of an iteration of a spec. */
#include "spec/model.h"

#include "tuner/job.h"

#include <string.h>

/* ---- launches ---- */

/* The extent of `what` along a dimension; 1 without an expression. */
static enum status side(const struct expression *expression, const char *what, int d,
                        const struct expression_value *slots, uint64_t *count, struct fault *fault)
{
    struct fault why = {0};
    *count = 1;
    if (!expression || spec_count(expression, slots, count, &why) == OK)
        return OK;
    return fail(fault, why.status, "%s along %c: %s", what, 'X' + d, why.text);
}

/* Along one dimension: groups, or work-items divided by the group's size. */
static enum status launch_side(const struct spec_kernel *kernel, int d, const struct expression_value *slots,
                               struct compute_launch *launch, struct fault *fault)
{
    uint64_t group, groups, divisor;
    enum status status = side(kernel->group[d], "work-items of a group", d, slots, &group, fault);
    if (status == OK)
        status = side(kernel->groups[d], kernel->counts_items ? "work-items" : "groups", d, slots, &groups, fault);
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

enum status spec_launch(const struct spec_kernel *kernel, const struct expression_value *slots,
                        struct compute_launch *launch, struct fault *fault)
{
    enum status status = OK;
    for (int d = 0; d < 3 && status == OK; d++)
        status = launch_side(kernel, d, slots, launch, fault);
    return status;
}

/* ---- the iteration of a configuration: evaluated when one is queued, which takes 0.3 us for SAXPY ---- */

struct plan {
    struct compute_launch launch[MAX_KERNELS];
    uint64_t local[MAX_KERNELS];                   /* dynamic local memory of a kernel's launch, in bytes */
    uint64_t bytes[MAX_SPEC_ARGUMENTS];            /* of local memory */
    uint8_t value[MAX_SPEC_ARGUMENTS][SPEC_VALUE]; /* compute_argument points to these */
};

enum status spec_argument_value(const struct spec_argument *argument, const struct expression_value *slots,
                                uint8_t value[SPEC_VALUE], struct fault *fault)
{
    const struct scalar *scalar = argument->type.scalar;
    enum status status = OK;
    memset(value, 0, SPEC_VALUE); /* a vector of three is padded to four */
    for (size_t c = 0; c < argument->type.width && status == OK; c++)
        status = spec_value(argument->component ? argument->component[c] : argument->value, scalar, slots,
                            value + c * scalar->bytes, fault);
    return status;
}

static enum status plan_argument(const struct spec *spec, size_t a, const struct expression_value *slots,
                                 struct plan *plan, struct fault *fault)
{
    const struct spec_argument *argument = &spec->argument[a];
    struct fault why = {0};
    if (argument->role == ROLE_VALUE)
        return spec_argument_value(argument, slots, plan->value[a], fault);
    if (argument->role != ROLE_LOCAL)
        return OK;
    if (spec_count(argument->count, slots, &plan->bytes[a], &why) != OK)
        return fail(fault, INVALID, "the size of %s: %s", argument->name, why.text);
    if (plan->bytes[a] > UINT32_MAX)
        return fail(fault, INVALID, "%s would have %llu elements of local memory", argument->name,
                    (unsigned long long)plan->bytes[a]);
    plan->bytes[a] *= type_bytes(argument->type);
    return OK;
}

static enum status plan_kernel(const struct spec_kernel *kernel, size_t k, const struct expression_value *slots,
                               struct plan *plan, struct fault *fault)
{
    struct fault why = {0};
    plan->launch[k] = (struct compute_launch){.stream = 0};
    plan->local[k] = 0;
    enum status status = spec_launch(kernel, slots, &plan->launch[k], &why);
    if (status == OK && kernel->local)
        status = spec_count(kernel->local, slots, &plan->local[k], &why);
    return status == OK ? OK : fail(fault, status, "kernel %s: %s", kernel->entry, why.text);
}

static enum status plan_for(const struct spec *spec, uint64_t n, const struct config *config, struct plan *plan,
                            struct fault *fault)
{
    struct expression_value slots[SPEC_SLOTS];
    enum status status = spec_slots(spec, n, config, slots, fault);
    for (size_t a = 0; a < spec->arguments && status == OK; a++)
        status = plan_argument(spec, a, slots, plan, fault);
    for (size_t k = 0; k < spec->kernels && status == OK; k++)
        status = plan_kernel(&spec->kernel[k], k, slots, plan, fault);
    return status;
}

/* ---- arguments ---- */

/* In OpenCL constant memory is passed as any array; elsewhere it has a global name, and comes last. */
static bool is_named(const struct spec *spec, const struct spec_argument *argument)
{
    return argument->constant && spec->language != LANGUAGE_OPENCL;
}

static struct compute_argument argument_of(const struct job *job, const struct spec *spec, const struct plan *plan,
                                           size_t a)
{
    const struct spec_argument *argument = &spec->argument[a];
    struct compute_argument made;
    if (argument->role == ROLE_VALUE)
        made = (struct compute_argument){.value = plan->value[a], .size = type_bytes(argument->type)};
    else if (argument->role == ROLE_LOCAL)
        made = COMPUTE_LOCAL(plan->bytes[a]);
    else if (is_named(spec, argument))
        made = COMPUTE_CONSTANT(argument->name, job_array(job, argument->slot), 0, job_bytes(job, argument->slot));
    else
        made = ARRAY(argument->slot);
    made.name = argument->called;
    return made;
}

static enum status launch_kernel(struct job *job, const struct spec *spec, const struct plan *plan, size_t k,
                                 struct fault *fault)
{
    const struct spec_kernel *kernel = &spec->kernel[k];
    struct compute_argument arguments[MAX_SPEC_ARGUMENTS + 1];
    size_t count = 0;
    if (plan->local[k])
        arguments[count++] = COMPUTE_LOCAL(plan->local[k]);
    for (int named = 0; named < 2; named++)
        for (size_t i = 0; i < kernel->arguments; i++)
            if (is_named(spec, &spec->argument[kernel->argument[i]]) == named)
                arguments[count++] = argument_of(job, spec, plan, kernel->argument[i]);
    return job_launch(job, (int)k, plan->launch[k], arguments, count, fault);
}

enum status spec_enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct spec *spec = job->bench->own;
    struct plan plan;
    enum status status = plan_for(spec, job->n, config, &plan, fault);
    for (size_t k = 0; k < spec->kernels && status == OK; k++)
        status = launch_kernel(job, spec, &plan, k, fault);
    return status;
}
