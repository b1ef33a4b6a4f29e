/* What every library here says of CUDA's errors. */
#ifndef REFERENCES_CUDA_ERROR_H
#define REFERENCES_CUDA_ERROR_H

#include <cuda_runtime_api.h>

/* NULL, or the error's text. The runtime's memory of it is cleared: CUB would take it for an error of the next call. */
static inline const char *cuda_error(cudaError_t error)
{
    if (error == cudaSuccess)
        return NULL;
    cudaGetLastError();
    return cudaGetErrorString(error);
}

#endif
