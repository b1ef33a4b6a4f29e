/* convolution.cl in CUDA's words, and with its constant memory. */
#define __kernel extern "C" __global__
#define __global
#define __local __shared__
#define restrict __restrict__
#define get_local_id(d) (d ? threadIdx.y : threadIdx.x)
#define get_group_id(d) (d ? blockIdx.y : blockIdx.x)
#define barrier(fence) __syncthreads()
__constant__ float d_filter[filter_width * filter_height];
#define FILTER
#include "convolution.cl"
