/* Thrust. Each call allocates temporary memory by Thrust's own allocator. */
#include "references/cuda_error.h"
#include "references/reference.h"

#include <cstdio>
#include <exception>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>

/* (in, out): the sum of one row of n elements. Thrust waits for it and returns it to the host; a small copy writes it
 * to the output. (`sum` may end with this call: a copy from pageable memory has read it by then.) */
template <class T> static const char *reduce(reference_call *call)
{
    cudaStream_t stream = static_cast<cudaStream_t>(call->stream);
    const T *in = static_cast<const T *>(call->array[0]);
    T sum = thrust::reduce(thrust::cuda::par_nosync.on(stream), in, in + call->n, T{0});
    return cuda_error(cudaMemcpyAsync(call->array[1], &sum, sizeof sum, cudaMemcpyHostToDevice, stream));
}

/* (a, b, c): c = a + b, n floats each. */
static const char *plus(reference_call *call)
{
    const float *a = static_cast<const float *>(call->array[0]), *b = static_cast<const float *>(call->array[1]);
    thrust::transform(thrust::cuda::par_nosync.on(static_cast<cudaStream_t>(call->stream)), a, a + call->n, b,
                      static_cast<float *>(call->array[2]), thrust::plus<float>());
    return NULL;
}

/* Thrust throws exceptions, which C cannot catch. */
template <const char *function(reference_call *)> static const char *run(reference_call *call)
{
    static char text[256];
    if (call->stage != REFERENCE_RUN)
        return NULL;
    try {
        return function(call);
    } catch (const std::exception &error) {
        cudaGetLastError();
        snprintf(text, sizeof text, "%s", error.what());
        return text;
    }
}

extern "C" {
const char *reduce_f32(reference_call *call) { return run<reduce<float>>(call); }
const char *reduce_f64(reference_call *call) { return run<reduce<double>>(call); }
const char *reduce_u32(reference_call *call) { return run<reduce<uint32_t>>(call); }
const char *transform_plus_f32(reference_call *call) { return run<plus>(call); }
}
