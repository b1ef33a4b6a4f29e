/* Sums by CUB: DeviceReduce, one call per row, and DeviceSegmentedReduce, one call for all rows. */
#include "references/cuda_error.h"
#include "references/reference.h"

#include <climits>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

/* Called without scratch, CUB only returns the size that it needs. Rows share the scratch, as calls on one stream are
 * in sequence. A length has 64 bits only if it needs them, as in a user's program: CUB compiles another kernel for
 * that. */
template <class T, class Length>
static cudaError_t sum_rows(reference_call *call, const T *in, T *out, uint64_t rows, Length length)
{
    void *scratch = call->stage == REFERENCE_SCRATCH ? nullptr : call->scratch;
    cudaError_t error = cudaSuccess;
    for (uint64_t row = 0; row < rows && error == cudaSuccess; row++)
        error = cub::DeviceReduce::Sum(scratch, call->scratch_bytes, in + row * call->n, out + row, length,
                                       static_cast<cudaStream_t>(call->stream));
    return error;
}

template <class T> static cudaError_t sum_rows(reference_call *call, int in, int out, uint64_t rows)
{
    const T *from = static_cast<const T *>(call->array[in]);
    T *to = static_cast<T *>(call->array[out]);
    if (call->stage == REFERENCE_SCRATCH)
        rows = 1;
    return call->n <= INT_MAX ? sum_rows(call, from, to, rows, static_cast<int>(call->n))
                              : sum_rows(call, from, to, rows, call->n);
}

/* (in, out): rows of n elements, each by a separate call. */
template <class T> static const char *device_reduce(reference_call *call)
{
    if (call->stage == REFERENCE_PREPARE)
        return nullptr;
    return cuda_error(sum_rows<T>(call, 0, 1, call->rows));
}

/* (one row in, rows in, its sum out, their sums out): a row and `rows` rows of n doubles each, each by a separate
 * call. */
static const char *device_reduce_one_and_rows(reference_call *call)
{
    if (call->stage == REFERENCE_PREPARE)
        return nullptr;
    cudaError_t error = sum_rows<double>(call, 0, 2, 1);
    if (error == cudaSuccess && call->stage == REFERENCE_RUN)
        error = sum_rows<double>(call, 1, 3, call->rows);
    return cuda_error(error);
}

struct row_start {
    int64_t n;
    __host__ __device__ int64_t operator()(int64_t row) const
    {
        return row * n;
    }
};

/* (in, out): rows of n elements, all by one call. */
template <class T> static const char *segmented_reduce(reference_call *call)
{
    if (call->stage == REFERENCE_PREPARE)
        return nullptr;
    void *scratch = call->stage == REFERENCE_SCRATCH ? nullptr : call->scratch;
    auto starts = thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0),
                                                  row_start{static_cast<int64_t>(call->n)});
    return cuda_error(cub::DeviceSegmentedReduce::Sum(
        scratch, call->scratch_bytes, static_cast<const T *>(call->array[0]), static_cast<T *>(call->array[1]),
        static_cast<int64_t>(call->rows), starts, starts + 1, static_cast<cudaStream_t>(call->stream)));
}

extern "C" {
const char *device_reduce_f32(reference_call *call) { return device_reduce<float>(call); }
const char *device_reduce_f64(reference_call *call) { return device_reduce<double>(call); }
const char *device_reduce_u32(reference_call *call) { return device_reduce<uint32_t>(call); }
const char *device_reduce_one_and_rows_f64(reference_call *call) { return device_reduce_one_and_rows(call); }
const char *segmented_reduce_f32(reference_call *call) { return segmented_reduce<float>(call); }
const char *segmented_reduce_f64(reference_call *call) { return segmented_reduce<double>(call); }
}
