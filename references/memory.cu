/* Memory operations of the CUDA runtime: rows of n floats. */
#include "references/cuda_error.h"
#include "references/reference.h"

extern "C" {

/* (from, to): a copy. */
const char *copy(reference_call *call)
{
    if (call->stage != REFERENCE_RUN)
        return NULL;
    return cuda_error(cudaMemcpyAsync(call->array[1], call->array[0], call->n * call->rows * sizeof(float),
                                      cudaMemcpyDeviceToDevice, static_cast<cudaStream_t>(call->stream)));
}

/* (to): zeros. */
const char *set(reference_call *call)
{
    if (call->stage != REFERENCE_RUN)
        return NULL;
    return cuda_error(cudaMemsetAsync(call->array[0], 0, call->n * call->rows * sizeof(float),
                                      static_cast<cudaStream_t>(call->stream)));
}
}
