/* The fake device's library of references, "fake": functions "sum_in_NS_ns" (any number NS) sum rows of n floats of
 * their first array into floats of their second one, each product with a 1 of scratch, and advance the clock. After
 * that "wrong_in_NS_ns" adds 1 to the first sum, "scaled_in_NS_ns" multiplies it by the first setting, and
 * "spill_in_NS_ns" writes past its scratch; "fail_in_NS_ns" fails instead. All of them wait for stream 0. With the
 * suffix "_start_NS" a function takes that much longer, or shorter, if it is the first after a marker. */
#include "references/reference.h"
#include "compute/fake/handles.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static float *floats(void *memory, uint64_t count)
{
    const struct fake_memory *of = memory;
    return of && count <= of->view_bytes / sizeof(float) ? (float *)(of->bytes + of->offset) : NULL;
}

static void sum(const struct reference_call *call, const float *in, const float *ones, float *out)
{
    for (uint64_t row = 0; row < call->rows; row++) {
        double total = 0;
        for (uint64_t i = 0; i < call->n; i++)
            total += (double)in[row * call->n + i] * (double)ones[i];
        out[row] = (float)total;
    }
}

enum status fake_reference(void *handle, const struct backend_reference *reference, struct reference_call *call,
                           struct fault *fault)
{
    struct fake_context *context = handle;
    char verb[8];
    double ns, start_ns = 0;
    int end = 0, more = 0;
    if (strcmp(reference->library, "fake"))
        return fail(fault, UNSUPPORTED, "there is no library of references \"%s\"", reference->library);
    if (sscanf(reference->function, "%7[a-z]_in_%lf_ns%n_start_%lf%n", verb, &ns, &end, &start_ns, &more) < 2 ||
        reference->function[more ? more : end] || !end)
        return fail(fault, UNSUPPORTED, "the library has no function %s", reference->function);
    if (call->stage == REFERENCE_SCRATCH) {
        call->scratch_bytes = call->n * sizeof(float);
        return OK;
    }
    if (!strcmp(verb, "fail"))
        return fail(fault, LAUNCH_FAILED, "%s: no power", reference->function);
    enum status status = fake_stream_finish(context, 0, fault);
    if (status != OK)
        return status;
    float *ones = floats(reference->scratch, call->n);
    const float *in = floats(reference->memory[0], call->n * call->rows);
    float *out = floats(reference->memory[1], call->rows);
    if (!ones || !in || !out)
        return fail(fault, LAUNCH_FAILED, "illegal address: an array is too small for %s", reference->function);
    if (call->stage == REFERENCE_PREPARE) {
        for (uint64_t i = 0; i < call->n; i++)
            ones[i] = 1;
        return OK;
    }
    sum(call, in, ones, out);
    out[0] += !strcmp(verb, "wrong");
    out[0] *= strcmp(verb, "scaled") ? 1 : (float)call->settings[0];
    if (!strcmp(verb, "spill"))
        ones[call->n] = 1; /* the guard zone */
    context->clock += (uint64_t)llround(context->idle ? ns + start_ns : ns);
    context->idle = false;
    return OK;
}
