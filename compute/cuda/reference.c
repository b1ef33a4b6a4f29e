/* References on CUDA. A library's runtime takes the context that is current, which is the device's primary one. */
#include "compute/reference.h"
#include "compute/cuda/context.h"

enum status cuda_reference(void *handle, const struct backend_reference *reference, struct reference_call *call,
                           struct fault *fault)
{
    struct cuda_context *context = handle;
    reference_function *function;
    enum status status = reference_find(reference->library, reference->function, &function, fault);
    if (status == OK)
        status = cuda_enter(context, fault);
    if (status != OK)
        return status;
    call->stream = context->stream[0];
    for (size_t i = 0; i < reference->arrays; i++)
        call->array[i] = (void *)(uintptr_t)((const struct cuda_memory *)reference->memory[i])->view;
    if (reference->scratch)
        call->scratch = (void *)(uintptr_t)((const struct cuda_memory *)reference->scratch)->view;
    const char *wrong = function(call);
    if (!wrong)
        return OK;
    /* A failure at the stage of scratch size: nothing was queued; the function does not support this problem or device.
     */
    enum status what = call->stage == REFERENCE_SCRATCH ? UNSUPPORTED : LAUNCH_FAILED;
    return fail(fault, what, "%s: %s", reference->function, wrong);
}
