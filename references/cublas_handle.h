/* What every library here that calls cuBLAS shares. */
#pragma once

#include <cublas_v2.h>

/* One for this process, whose contexts are all of one device. */
static inline cublasStatus_t find_handle(cudaStream_t stream, cublasHandle_t *found)
{
    static cublasHandle_t handle;
    static cudaStream_t used;
    cublasStatus_t status = handle ? CUBLAS_STATUS_SUCCESS : cublasCreate(&handle);
    if (status == CUBLAS_STATUS_SUCCESS && stream != used) /* it costs time */
        status = cublasSetStream(handle, stream);
    if (status == CUBLAS_STATUS_SUCCESS)
        used = stream;
    *found = handle;
    return status;
}
