/* Common handling of CUDA's errors. */
#pragma once

#include <cuda_runtime_api.h>

/* NULL, or the error's text. Clears the runtime's last error, which CUB would report as that of its next call. */
static inline const char *cuda_error(cudaError_t error)
{
    if (error == cudaSuccess)
        return NULL;
    cudaGetLastError();
    return cudaGetErrorString(error);
}
