/* What every library here says of CUDA's errors. */
#pragma once

#include <cuda_runtime_api.h>

/* NULL, or the error's text. The runtime's memory of it is cleared: CUB would take it for an error of the next call. */
static inline const char *cuda_error(cudaError_t error)
{
    if (error == cudaSuccess)
        return NULL;
    cudaGetLastError();
    return cudaGetErrorString(error);
}
