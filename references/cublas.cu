/* Sums by cuBLAS: contiguous rows of n elements are in BLAS's order a matrix of n rows with a column per row; its
 * transpose times a vector of ones yields the sums. The ones are computed once, and read in every call. */
#include "references/cublas_handle.h"
#include "references/cuda_error.h"
#include "references/reference.h"

#include <climits>

template <class T> static __global__ void fill_with_ones(T *ones, uint64_t n)
{
    uint64_t i = blockIdx.x * static_cast<uint64_t>(blockDim.x) + threadIdx.x;
    if (i < n)
        ones[i] = 1;
}

template <class T> static const char *prepare(reference_call *call)
{
    unsigned blocks = static_cast<unsigned>((call->n + 255) / 256);
    fill_with_ones<<<blocks, 256, 0, static_cast<cudaStream_t>(call->stream)>>>(static_cast<T *>(call->scratch),
                                                                                call->n);
    return cuda_error(cudaGetLastError());
}

static cublasStatus_t times_ones(cublasHandle_t handle, int n, int rows, const float *in, const float *ones, float *out)
{
    const float alpha = 1, beta = 0;
    return cublasSgemv(handle, CUBLAS_OP_T, n, rows, &alpha, in, n, ones, 1, &beta, out, 1);
}

static cublasStatus_t times_ones(cublasHandle_t handle, int n, int rows, const double *in, const double *ones,
                                 double *out)
{
    const double alpha = 1, beta = 0;
    return cublasDgemv(handle, CUBLAS_OP_T, n, rows, &alpha, in, n, ones, 1, &beta, out, 1);
}

template <class T> static const char *run(reference_call *call)
{
    cublasHandle_t handle;
    cublasStatus_t status = find_handle(static_cast<cudaStream_t>(call->stream), &handle);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = times_ones(handle, static_cast<int>(call->n), static_cast<int>(call->rows),
                            static_cast<const T *>(call->array[0]), static_cast<const T *>(call->scratch),
                            static_cast<T *>(call->array[1]));
    return status == CUBLAS_STATUS_SUCCESS ? NULL : cublasGetStatusString(status);
}

/* (in, out): rows of n elements. */
template <class T> static const char *gemv(reference_call *call)
{
    if (call->n > INT_MAX || call->rows > INT_MAX)
        return "cuBLAS takes at most 2^31 - 1 elements a row";
    call->scratch_bytes = call->n * sizeof(T);
    switch (call->stage) {
    case REFERENCE_SCRATCH:
        return NULL;
    case REFERENCE_PREPARE:
        return prepare<T>(call);
    default:
        return run<T>(call);
    }
}

extern "C" {
const char *gemv_f32(reference_call *call) { return gemv<float>(call); }
const char *gemv_f64(reference_call *call) { return gemv<double>(call); }
}
