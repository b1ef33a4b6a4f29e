/* Common Compute: one kernel source for OpenCL C 1.2 and CUDA C++. LANGUAGE.md explains each name.
 * This text stands before every portable kernel file. */
#ifdef __OPENCL_VERSION__

#define KERNEL __kernel
#define GROUP_OF(size) __attribute__((reqd_work_group_size(size, 1, 1)))
#define DEVICE
#define LOCAL __local
#define LOCAL_ARG __local
#define GLOBAL __global
#define RESTRICT restrict

#define LOCAL_ID get_local_id(0)
#define LOCAL_SIZE get_local_size(0)
#define GLOBAL_ID get_global_id(0)
#define GLOBAL_SIZE get_global_size(0)
#define GROUP_ID get_group_id(0)
#define NUM_GROUPS get_num_groups(0)
#define LOCAL_ID_Y get_local_id(1)
#define GROUP_ID_Y get_group_id(1)
#define NUM_GROUPS_Y get_num_groups(1)

#define SYNC_THREADS barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define SYNC_WARPS barrier(CLK_LOCAL_MEM_FENCE) /* a mem_fence would not reconverge the work-items */
#define MEM_FENCE mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#ifdef __NV_CL_C_VERSION /* whose mem_fence promises nothing beyond the work-group */
#define DEVICE_FENCE asm volatile("membar.gl;" : : : "memory")
#else
#define DEVICE_FENCE mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

typedef long mm_long;
typedef ulong mm_ulong;

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SUPPORTS_DOUBLE_PRECISION
#endif
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define SUPPORTS_64_BIT_ATOMICS
#endif

#define ATOMIC_ADD(dest, value) atom_add(dest, value)
#define ATOMIC_ADD_FLOAT(dest, value) common_add_float(dest, value)
#define ATOMIC_ADD_DOUBLE(dest, value) common_add_double(dest, value)

/* OpenCL C 1.2 adds no floating-point numbers atomically. NVIDIA's compiler takes the instruction that its hardware has;
 * elsewhere: exchange until nobody came between. */
#ifdef __NV_CL_C_VERSION
void common_add_float(volatile GLOBAL float *dest, float value)
{
    asm volatile("red.global.add.f32 [%0], %1;" : : "l"(dest), "f"(value) : "memory");
}

void common_add_double(volatile GLOBAL double *dest, double value)
{
    asm volatile("red.global.add.f64 [%0], %1;" : : "l"(dest), "d"(value) : "memory");
}
#else
void common_add_float(volatile GLOBAL float *dest, float value)
{
    volatile GLOBAL uint *bits = (volatile GLOBAL uint *)dest;
    uint seen = *bits, expected;
    do {
        expected = seen;
        seen = atomic_cmpxchg(bits, expected, as_uint(as_float(expected) + value));
    } while (seen != expected);
}

#if defined(SUPPORTS_DOUBLE_PRECISION) && defined(SUPPORTS_64_BIT_ATOMICS)
void common_add_double(volatile GLOBAL double *dest, double value)
{
    volatile GLOBAL ulong *bits = (volatile GLOBAL ulong *)dest;
    ulong seen = *bits, expected;
    do {
        expected = seen;
        seen = atom_cmpxchg(bits, expected, as_ulong(as_double(expected) + value));
    } while (seen != expected);
}
#endif
#endif

#else /* CUDA C++ */

#define KERNEL extern "C" __global__
#define GROUP_OF(size) __launch_bounds__(size)
#define DEVICE __device__
#define LOCAL __shared__
#define LOCAL_ARG
#define GLOBAL
#define RESTRICT __restrict__

#define LOCAL_ID threadIdx.x
#define LOCAL_SIZE blockDim.x
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)
#define GLOBAL_SIZE (blockDim.x * gridDim.x)
#define GROUP_ID blockIdx.x
#define NUM_GROUPS gridDim.x
#define LOCAL_ID_Y threadIdx.y
#define GROUP_ID_Y blockIdx.y
#define NUM_GROUPS_Y gridDim.y

#define SYNC_THREADS __syncthreads()
#define SYNC_WARPS __syncwarp()
#define MEM_FENCE __threadfence_block()
#define DEVICE_FENCE __threadfence()

typedef long long mm_long;
typedef unsigned long long mm_ulong;

#define SUPPORTS_DOUBLE_PRECISION
#define SUPPORTS_64_BIT_ATOMICS

#define ATOMIC_ADD(dest, value) atomicAdd(dest, value)
#define ATOMIC_ADD_FLOAT(dest, value) atomicAdd(dest, value)
#define ATOMIC_ADD_DOUBLE(dest, value) atomicAdd(dest, value)

#endif
