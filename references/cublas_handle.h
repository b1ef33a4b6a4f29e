/* Common to the libraries that call cuBLAS. */
#pragma once

#include <cublas_v2.h>

/* A single handle per process, whose contexts are all on one device. */
static inline cublasStatus_t find_handle(cudaStream_t stream, cublasHandle_t *found)
{
    static cublasHandle_t handle;
    static cudaStream_t used;
    cublasStatus_t status = handle ? CUBLAS_STATUS_SUCCESS : cublasCreate(&handle);
    if (status == CUBLAS_STATUS_SUCCESS && stream != used) /* only if needed, as it takes time */
        status = cublasSetStream(handle, stream);
    if (status == CUBLAS_STATUS_SUCCESS)
        used = stream;
    *found = handle;
    return status;
}
