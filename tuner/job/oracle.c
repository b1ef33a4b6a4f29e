/* A reference kernel that computes the expectation, on arrays of its own, which the judged kernel cannot access. */
#include "tuner/job/job.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct oracle {
    struct compute_context *own; /* NULL: it runs on the job's device */
    struct compute_context *context;
    struct loaded loaded;
};

void oracle_free(struct oracle *oracle)
{
    if (!oracle)
        return;
    program_unload(&oracle->loaded);
    compute_context_free(oracle->own);
    free(oracle);
}

/* ---- its device ---- */

static unsigned features_of(enum kernel_language language)
{
    return language == LANGUAGE_CUDA ? COMPUTE_CUDA : language == LANGUAGE_OPENCL ? COMPUTE_OPENCL : 0;
}

/* A device that supports a language: the same one by another backend, else the first. */
static bool find_device(const struct compute_device *like, unsigned features, struct compute_device *found)
{
    struct compute_inventory *inventory = allocate(sizeof *inventory);
    bool any = false, same = false;
    for (size_t b = 0; compute_listed(b) && !same; b++) {
        compute_list(compute_listed(b), inventory);
        for (size_t d = 0; d < inventory->devices && !same; d++) {
            const struct compute_device *device = &inventory->device[d];
            const bool fits = device->can_run && compute_has(device, features);
            same = fits && !strcmp(device->name, like->name);
            if (fits && (same || !any))
                *found = *device;
            any = any || fits;
        }
    }
    free(inventory);
    return any;
}

static enum status open_context(const struct job *job, unsigned features, struct oracle *oracle, struct fault *fault)
{
    struct compute_device device;
    oracle->context = job->state->place->context;
    if (compute_has(job->device, features))
        return OK;
    if (!find_device(job->device, features, &device))
        return fail(fault, INVALID, "no device here runs its language");
    const enum status status = compute_context_new(&device, &oracle->own, fault);
    oracle->context = oracle->own;
    return status;
}

static enum status make_ready(struct job *job, const struct bench_kernel *kernel, struct fault *fault)
{
    struct job_state *state = job->state;
    struct oracle *oracle = allocate(sizeof *oracle);
    enum status status = open_context(job, features_of(kernel->language), oracle, fault);
    if (status == OK)
        status = program_load_plain(state->place->store, state->place->registry, oracle->context, kernel,
                                    &oracle->loaded, fault);
    if (status == OK)
        state->oracle = oracle;
    else
        oracle_free(oracle);
    return status;
}

/* ---- a run ---- */

enum { MAX_ARGUMENTS = 64 };

static enum status supply(const struct oracle *oracle, const struct job_oracle_argument *argument,
                          struct compute_argument *made, struct fault *fault)
{
    if (argument->value) {
        *made = (struct compute_argument){.value = argument->value, .size = argument->bytes};
        return OK;
    }
    enum status status = compute_array_new(oracle->context, argument->bytes, &made->array, fault);
    if (status == OK)
        status = argument->from ? compute_array_write(made->array, 0, argument->from, argument->bytes, fault)
                                : compute_array_fill(made->array, argument->unwritten, fault);
    return status;
}

static enum status take(const struct job_oracle_argument *argument, struct compute_array *array, struct fault *fault)
{
    enum status status = array ? compute_array_check(array, argument->name, fault) : OK;
    if (status == WRONG_RESULT) /* not a result of the judged kernel */
        status = fault->status = INVALID;
    return array && argument->to && status == OK ? compute_array_read(array, 0, argument->to, argument->bytes, fault)
                                                 : status;
}

enum status job_oracle(struct job *job, const struct bench_kernel *kernel, struct compute_launch launch,
                       const struct job_oracle_argument *arguments, size_t count, struct fault *fault)
{
    struct compute_argument made[MAX_ARGUMENTS] = {{0}};
    enum status status = count <= MAX_ARGUMENTS ? OK : fail(fault, INVALID, "it has %zu arguments", count);
    if (status == OK && !job->state->oracle)
        status = make_ready(job, kernel, fault);
    if (status != OK)
        return status;
    const struct oracle *oracle = job->state->oracle;
    for (size_t a = 0; a < count && status == OK; a++)
        status = supply(oracle, &arguments[a], &made[a], fault);
    if (status == OK)
        status = compute_kernel_launch(oracle->loaded.kernel[0], launch, made, count, fault);
    const enum status finished = compute_context_finish(oracle->context, status == OK ? fault : NULL);
    status = status == OK ? finished : status;
    for (size_t a = 0; a < count && status == OK; a++)
        status = take(&arguments[a], made[a].array, fault);
    for (size_t a = 0; a < count; a++) { /* an allocation at the same address must not find the answer */
        if (made[a].array && finished == OK)
            compute_array_fill(made[a].array, POISON, NULL);
        compute_array_free(made[a].array);
    }
    return status;
}
