/* pnpoly.cl in CUDA's words. */
#define __kernel extern "C" __global__
#define __global
#define __constant const
#define restrict __restrict__
#define get_local_id(d) (d ? threadIdx.y : threadIdx.x)
#define get_group_id(d) (d ? blockIdx.y : blockIdx.x)
#define uint unsigned
#include "pnpoly.cl"
