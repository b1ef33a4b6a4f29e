/* A library's function in place of a configuration, on a job's arrays. */
#include "tuner/job/job.h"

/* What of a bench's references is being run: which one, and its call on the current set. */
static size_t call_of(const struct job *job, const struct reference *reference, struct compute_reference *call)
{
    size_t at = (size_t)(reference - job->bench->references);
    *call = (struct compute_reference){
        .library = reference->library,
        .function = reference->function,
        .arrays = reference->arrays,
        .n = job->n,
        .rows = reference->rows,
        .settings = job->problem->inputs.setting,
        .scratch = job->state->reference[at].scratch,
    };
    for (size_t i = 0; i < reference->arrays; i++)
        call->array[i] = job_array(job, reference->slots[i]);
    return at;
}

/* Makes the scratch that it wants, and has it filled. One that failed is as if it was never asked for. */
static enum status make_ready(struct job *job, size_t at, struct compute_reference *call, struct fault *fault)
{
    struct job_state *state = job->state;
    struct compute_context *context = state->place->context;
    struct compute_array *scratch = NULL;
    size_t bytes;
    enum status status = compute_reference_scratch(context, call, &bytes, fault);
    if (status == OK && bytes)
        status = compute_array_new(context, bytes, &scratch, fault);
    call->scratch = scratch;
    if (status == OK)
        status = compute_reference_prepare(context, call, fault);
    if (status == OK) {
        state->reference[at].ready = true;
        state->reference[at].scratch = scratch;
    } else {
        compute_array_free(scratch);
    }
    return status;
}

enum status job_reference_queue(struct job *job, const struct reference *reference, struct fault *fault)
{
    struct compute_reference call;
    size_t at = call_of(job, reference, &call);
    enum status status = job->state->reference[at].ready ? OK : make_ready(job, at, &call, fault);
    return status == OK ? compute_reference_run(job->state->place->context, &call, fault) : status;
}

enum status job_reference_check(const struct job *job, const struct reference *reference, struct fault *fault)
{
    struct compute_reference call;
    call_of(job, reference, &call);
    return call.scratch ? compute_array_check(call.scratch, "scratch", fault) : OK;
}

void job_reference_close(struct job *job)
{
    for (int i = 0; i < MAX_REFERENCES; i++)
        compute_array_free(job->state->reference[i].scratch);
}
