/* Common Compute: one kernel source for OpenCL C 1.2, CUDA C++ and HIP C++. This text precedes every portable kernel
 * file. LANGUAGE.md explains each name; those that begin with common_ or COMMON_ are for this file only. */
#ifdef __OPENCL_VERSION__

#define KERNEL __kernel
#define GROUP_OF(size) GROUP_OF_3D(size, 1, 1) /* names for each: NVIDIA's OpenCL has no variadic macros */
#define GROUPS_OF(size, groups) GROUP_OF(size)
#define GROUP_OF_2D(width, height) GROUP_OF_3D(width, height, 1)
#define GROUP_OF_3D(width, height, depth) __attribute__((reqd_work_group_size(width, height, depth)))
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
#define LOCAL_SIZE_Y get_local_size(1)
#define GLOBAL_ID_Y get_global_id(1)
#define GLOBAL_SIZE_Y get_global_size(1)
#define GROUP_ID_Y get_group_id(1)
#define NUM_GROUPS_Y get_num_groups(1)
#define LOCAL_ID_Z get_local_id(2)
#define LOCAL_SIZE_Z get_local_size(2)
#define GLOBAL_ID_Z get_global_id(2)
#define GLOBAL_SIZE_Z get_global_size(2)
#define GROUP_ID_Z get_group_id(2)
#define NUM_GROUPS_Z get_num_groups(2)

#ifndef SIMT_WIDTH /* from the host: -DSIMT_WIDTH=n */
#define SIMT_WIDTH 1
#endif

#define SYNC_THREADS barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#if SIMT_WIDTH < 32 || defined(__NV_CL_C_VERSION) /* on NVIDIA a mem_fence would not reconverge the work-items */
#define SYNC_WARPS barrier(CLK_LOCAL_MEM_FENCE)
#else
#define SYNC_WARPS mem_fence(CLK_LOCAL_MEM_FENCE)
#endif
#define MEM_FENCE mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#ifdef __NV_CL_C_VERSION /* its mem_fence guarantees nothing beyond the work-group */
#define DEVICE_FENCE asm volatile("membar.gl;" : : : "memory")
#else
#define DEVICE_FENCE mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif
#define ALLOW_NEXT
#define AWAIT_PRECEDING

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

#define make_short2(a, b) ((short2)((a), (b)))
#define make_short3(a, b, c) ((short3)((a), (b), (c)))
#define make_short4(a, b, c, d) ((short4)((a), (b), (c), (d)))
#define make_int2(a, b) ((int2)((a), (b)))
#define make_int3(a, b, c) ((int3)((a), (b), (c)))
#define make_int4(a, b, c, d) ((int4)((a), (b), (c), (d)))
#define make_float2(a, b) ((float2)((a), (b)))
#define make_float3(a, b, c) ((float3)((a), (b), (c)))
#define make_float4(a, b, c, d) ((float4)((a), (b), (c), (d)))
#ifdef SUPPORTS_DOUBLE_PRECISION
#define make_double2(a, b) ((double2)((a), (b)))
#define make_double3(a, b, c) ((double3)((a), (b), (c)))
#define make_double4(a, b, c, d) ((double4)((a), (b), (c), (d)))
#endif
#define trimTo3(v) ((v).xyz)

#define POPCOUNT(bits) popcount(bits)

#define TEXTURE(name) read_only image2d_t name, sampler_t name##_sampler
#define TEXTURE_1D(name) TEXTURE(name) /* one row: NVIDIA's linear filter gives half for an image1d_t with a border */
#define TEXTURE_3D(name) read_only image3d_t name, sampler_t name##_sampler
#define PASS_TEXTURE(name) name, name##_sampler
#define FETCH(name, u, v) (read_imagef(name, name##_sampler, (float2)((u), (v))).x)
#define FETCH_1D(name, u) FETCH(name, u, 0.5f)
#define FETCH_3D(name, u, v, w) (read_imagef(name, name##_sampler, (float4)((u), (v), (w), 0)).x)

#define CONSTANT(type, name, count)
#define CONSTANT_ARG(type, name) , __constant type *name
#define PASS_CONSTANT(name) , name

#define ATOMIC_ADD(dest, value) atom_add(dest, value)
#define ATOMIC_ADD_FLOAT(dest, value) common_add_float(dest, value)
#define ATOMIC_ADD_DOUBLE(dest, value) common_add_double(dest, value)

#define TO_FIXED_POINT(value) ((mm_ulong)convert_long_rte((value) * 0x100000000))
#ifdef SUPPORTS_DOUBLE_PRECISION
#define FROM_FIXED_POINT(bits) ((mm_long)(bits) * (1.0 / 0x100000000))
#else
#define FROM_FIXED_POINT(bits) ((mm_long)(bits) * (1.0f / 0x100000000))
#endif

/* OpenCL C 1.2 adds no floating-point numbers atomically. On NVIDIA: the hardware's instruction; elsewhere: a loop of
 * compare and exchange. */
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

#else /* CUDA C++, HIP C++ */

#define KERNEL extern "C" __global__
#define GROUP_OF(size) __launch_bounds__(size)
#if defined(__HIP__) /* counts warps of a SIMD there */
#define GROUPS_OF(size, groups) GROUP_OF(size)
#else
#define GROUPS_OF(size, groups) __launch_bounds__(size, groups)
#endif
#define GROUP_OF_2D(width, height) __launch_bounds__((width) * (height))
#define GROUP_OF_3D(width, height, depth) __launch_bounds__((width) * (height) * (depth))
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
#define LOCAL_SIZE_Y blockDim.y
#define GLOBAL_ID_Y (blockIdx.y * blockDim.y + threadIdx.y)
#define GLOBAL_SIZE_Y (blockDim.y * gridDim.y)
#define GROUP_ID_Y blockIdx.y
#define NUM_GROUPS_Y gridDim.y
#define LOCAL_ID_Z threadIdx.z
#define LOCAL_SIZE_Z blockDim.z
#define GLOBAL_ID_Z (blockIdx.z * blockDim.z + threadIdx.z)
#define GLOBAL_SIZE_Z (blockDim.z * gridDim.z)
#define GROUP_ID_Z blockIdx.z
#define NUM_GROUPS_Z gridDim.z

#ifndef SIMT_WIDTH /* the host defines what AMD's target supports */
#define SIMT_WIDTH 32
#endif

#define SYNC_THREADS __syncthreads()
#ifdef __HIP__ /* lanes run in lockstep: only the compiler must keep the order */
#define SYNC_WARPS __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront"), __builtin_amdgcn_wave_barrier()
#elif __CUDA_ARCH__ >= 700
#define SYNC_WARPS __syncwarp()
#else
#define SYNC_WARPS
#endif
#define MEM_FENCE __threadfence_block()
#define DEVICE_FENCE __threadfence()
#if __CUDA_ARCH__ >= 900
#define ALLOW_NEXT asm volatile("griddepcontrol.launch_dependents;" ::: "memory")
#define AWAIT_PRECEDING asm volatile("griddepcontrol.wait;" ::: "memory")
#else
#define ALLOW_NEXT
#define AWAIT_PRECEDING
#endif

typedef long long mm_long;
typedef unsigned long long mm_ulong;

#define SUPPORTS_DOUBLE_PRECISION
#define SUPPORTS_64_BIT_ATOMICS

#define POPCOUNT(bits) ((unsigned)__popc(bits))

#ifdef __HIP__
#define TEXTURE(name) hipTextureObject_t name
#else
#define TEXTURE(name) unsigned long long name
#endif
#define TEXTURE_1D(name) TEXTURE(name)
#define TEXTURE_3D(name) TEXTURE(name)
#define PASS_TEXTURE(name) name
#define FETCH(name, u, v) tex2D<float>(name, u, v)
#define FETCH_1D(name, u) tex1D<float>(name, u)
#define FETCH_3D(name, u, v, w) tex3D<float>(name, u, v, w)

#define CONSTANT(type, name, count)                                                                                    \
    extern "C" {                                                                                                       \
    __constant__ type name[count];                                                                                     \
    }
#define CONSTANT_ARG(type, name)
#define PASS_CONSTANT(name)

#ifndef COMMON_PORTABLE /* a test requests the end of this file by it */
#define SUPPORTS_SHFL
#ifdef __HIP__
#define SHFL(value, lane) __shfl(value, (lane) & 31, 32)
#define BALLOT(condition) ((unsigned)(__ballot(condition) >> (LOCAL_ID & (SIMT_WIDTH - 1) & 32)))
#else
#define SHFL(value, lane) __shfl_sync(0xffffffff, value, lane)
#define BALLOT(condition) __ballot_sync(0xffffffff, condition)
#endif
#endif

#define ATOMIC_ADD(dest, value) atomicAdd(dest, value)
#define ATOMIC_ADD_FLOAT(dest, value) atomicAdd(dest, value)
#define ATOMIC_ADD_DOUBLE(dest, value) atomicAdd(dest, value)

#define TO_FIXED_POINT(value) common_to_fixed((value) * 0x100000000)
#define FROM_FIXED_POINT(bits) ((mm_long)(bits) * (1.0 / 0x100000000))

__device__ inline mm_ulong common_to_fixed(float scaled)
{
    return (mm_ulong)__float2ll_rn(scaled);
}

__device__ inline mm_ulong common_to_fixed(double scaled)
{
    return (mm_ulong)__double2ll_rn(scaled);
}

/* CUDA's own double4 is aligned to 16 bytes and deprecated; this one is aligned as OpenCL's is. */
#if __CUDACC_VER_MAJOR__ >= 13
#define double4 double4_32a
#define make_double4 make_double4_32a
#endif

#ifdef __HIP__ /* whose vectors have arithmetic of their own */
#define COMMON_TRIM(scalar)                                                                                            \
    __device__ inline scalar##3 trimTo3(scalar##4 a) { return make_##scalar##3(a.x, a.y, a.z); }
COMMON_TRIM(short)
COMMON_TRIM(int)
COMMON_TRIM(float)
COMMON_TRIM(double)
#else

/* ---- what OpenCL C has built in: arithmetic on vectors and geometric functions ----
 * Every kernel's compilation parses this: 3 ms with templates where possible; 11 ms with a function for each case. */

/* For a vector with operators: the type of its components, and the vector whose components are all `value`. */
template <class vector> struct common_vector;

#define COMMON_VECTOR(type, component, ...)                                                                            \
    template <> struct common_vector<type> {                                                                           \
        using scalar = component;                                                                                      \
        __device__ static type all(scalar value) { return {__VA_ARGS__}; }                                             \
    };

#define COMMON_BOTH2(scalar, op) {scalar(a.x op b.x), scalar(a.y op b.y)}
#define COMMON_BOTH3(scalar, op) {scalar(a.x op b.x), scalar(a.y op b.y), scalar(a.z op b.z)}
#define COMMON_BOTH4(scalar, op) {scalar(a.x op b.x), scalar(a.y op b.y), scalar(a.z op b.z), scalar(a.w op b.w)}
#define COMMON_OPERATOR(type, scalar, both, op)                                                                        \
    __device__ inline type operator op(type a, type b) { return both(scalar, op); }
#define COMMON_OPERATORS(type, scalar, both)                                                                           \
    COMMON_OPERATOR(type, scalar, both, +)                                                                             \
    COMMON_OPERATOR(type, scalar, both, -)                                                                             \
    COMMON_OPERATOR(type, scalar, both, *)                                                                             \
    COMMON_OPERATOR(type, scalar, both, /)

#define COMMON_ARITHMETIC(scalar)                                                                                      \
    COMMON_VECTOR(scalar##2, scalar, value, value)                                                                     \
    COMMON_VECTOR(scalar##3, scalar, value, value, value)                                                              \
    COMMON_VECTOR(scalar##4, scalar, value, value, value, value)                                                       \
    COMMON_OPERATORS(scalar##2, scalar, COMMON_BOTH2)                                                                  \
    COMMON_OPERATORS(scalar##3, scalar, COMMON_BOTH3)                                                                  \
    COMMON_OPERATORS(scalar##4, scalar, COMMON_BOTH4)                                                                  \
    __device__ inline scalar##2 operator-(scalar##2 a) { return {scalar(-a.x), scalar(-a.y)}; }                        \
    __device__ inline scalar##3 operator-(scalar##3 a) { return {scalar(-a.x), scalar(-a.y), scalar(-a.z)}; }          \
    __device__ inline scalar##4 operator-(scalar##4 a)                                                                 \
    {                                                                                                                  \
        return {scalar(-a.x), scalar(-a.y), scalar(-a.z), scalar(-a.w)};                                               \
    }                                                                                                                  \
    __device__ inline scalar##3 trimTo3(scalar##4 a) { return {a.x, a.y, a.z}; }

COMMON_ARITHMETIC(short)
COMMON_ARITHMETIC(int)
COMMON_ARITHMETIC(float)
COMMON_ARITHMETIC(double)

#define COMMON_MIXED(op)                                                                                               \
    template <class vector> __device__ vector operator op(vector a, typename common_vector<vector>::scalar b)          \
    {                                                                                                                  \
        return a op common_vector<vector>::all(b);                                                                     \
    }                                                                                                                  \
    template <class vector> __device__ vector operator op(typename common_vector<vector>::scalar a, vector b)          \
    {                                                                                                                  \
        return common_vector<vector>::all(a) op b;                                                                     \
    }                                                                                                                  \
    template <class vector, class other> __device__ vector &operator op##=(vector &a, other b) { return a = a op b; }

COMMON_MIXED(+)
COMMON_MIXED(-)
COMMON_MIXED(*)
COMMON_MIXED(/)
#endif

#define COMMON_CROSS a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x
#define COMMON_PRODUCTS(scalar)                                                                                        \
    __device__ inline scalar dot(scalar##2 a, scalar##2 b) { return a.x * b.x + a.y * b.y; }                           \
    __device__ inline scalar dot(scalar##3 a, scalar##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }               \
    __device__ inline scalar dot(scalar##4 a, scalar##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }   \
    __device__ inline scalar##3 cross(scalar##3 a, scalar##3 b) { return {COMMON_CROSS}; }                             \
    __device__ inline scalar##4 cross(scalar##4 a, scalar##4 b) { return {COMMON_CROSS, 0}; }

COMMON_PRODUCTS(float)
COMMON_PRODUCTS(double)

template <class vector> __device__ auto length(vector a)
{
    return sqrt(dot(a, a));
}

template <class vector> __device__ auto distance(vector a, vector b)
{
    return length(a - b);
}

template <class vector> __device__ vector normalize(vector a)
{
    const auto square = dot(a, a);
    return square == 0 ? a : a * rsqrt(square);
}

__device__ inline float common_fast_sqrt(float square)
{
#ifdef __HIP__
    return __builtin_amdgcn_sqrtf(square);
#else
    float root;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(square));
    return root;
#endif
}

template <class vector> __device__ float fast_length(vector a)
{
    return common_fast_sqrt(dot(a, a));
}

template <class vector> __device__ float fast_distance(vector a, vector b)
{
    return fast_length(a - b);
}

template <class vector> __device__ vector fast_normalize(vector a)
{
    return normalize(a); /* one approximate instruction already */
}

#endif

/* Where SUPPORTS_64_BIT_ATOMICS is defined. */
#define ATOMIC_ADD_FIXED_POINT(dest, value) ATOMIC_ADD(dest, TO_FIXED_POINT(value))

/* Exchange between 32 neighbours where SUPPORTS_SHFL is not defined: through local memory. The reader copies a value to
 * its own place, so that the barrier after it is part of the expression. */
#ifdef SUPPORTS_SHFL
#define WARP_ROOM(type, items)
#define WARP_ROOM_ARG(type)
#define PASS_WARP_ROOM
#else
#define WARP_ROOM(type, items)                                                                                         \
    LOCAL type common_room[2 * (items)];                                                                               \
    LOCAL unsigned common_votes[items]
#define WARP_ROOM_ARG(type) , LOCAL_ARG type *common_room, LOCAL_ARG unsigned *common_votes
#define PASS_WARP_ROOM , common_room, common_votes
#define SHFL(value, lane)                                                                                              \
    (common_room[LOCAL_ID] = (value), SYNC_WARPS,                                                                      \
     common_room[LOCAL_SIZE + LOCAL_ID] = common_room[LOCAL_ID / 32 * 32 + ((lane)&31)], SYNC_WARPS,                   \
     common_room[LOCAL_SIZE + LOCAL_ID])
#define BALLOT(condition) common_ballot(condition, common_votes)

static DEVICE unsigned common_ballot(bool condition, LOCAL_ARG unsigned *votes)
{
    unsigned all = 0;
    votes[LOCAL_ID] = condition;
    SYNC_WARPS;
    for (unsigned i = 0; i < 32; i++)
        all |= votes[LOCAL_ID / 32 * 32 + i] << i;
    SYNC_WARPS;
    return all;
}
#endif
