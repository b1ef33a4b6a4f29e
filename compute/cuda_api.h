/* The CUDA driver API, NVRTC and NVML as far as gpubench calls them, declared here so that it builds without a CUDA
 * toolkit. Types are written as the C types they are (an enum result is unsigned, CUdevice int, CUdeviceptr unsigned
 * long long); tests/test_cuda_api.c compares all of it with NVIDIA's own headers where those are installed. */
#ifndef COMPUTE_CUDA_API_H
#define COMPUTE_CUDA_API_H

#include <stddef.h>

struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUuuid_st; /* 16 bytes */
struct _nvrtcProgram;

/* X(result, name, parameters); a name carries the version suffix that cuda.h gives it by a macro. */
#define CUDA_FUNCTIONS(X)                                                                                              \
    X(unsigned, cuInit, (unsigned flags))                                                                              \
    X(unsigned, cuGetErrorName, (unsigned error, const char **text))                                                   \
    X(unsigned, cuGetErrorString, (unsigned error, const char **text))                                                 \
    X(unsigned, cuDriverGetVersion, (int *version))                                                                    \
    X(unsigned, cuDeviceGetCount, (int *count))                                                                        \
    X(unsigned, cuDeviceGet, (int *device, int ordinal))                                                               \
    X(unsigned, cuDeviceGetName, (char *name, int length, int device))                                                 \
    X(unsigned, cuDeviceGetUuid_v2, (struct CUuuid_st * uuid, int device))                                             \
    X(unsigned, cuDeviceTotalMem_v2, (size_t * bytes, int device))                                                     \
    X(unsigned, cuDeviceGetAttribute, (int *value, unsigned attribute, int device))                                    \
    X(unsigned, cuDevicePrimaryCtxRetain, (struct CUctx_st * *context, int device))                                    \
    X(unsigned, cuDevicePrimaryCtxRelease_v2, (int device))                                                            \
    X(unsigned, cuCtxSetCurrent, (struct CUctx_st * context))                                                          \
    X(unsigned, cuStreamCreate, (struct CUstream_st * *stream, unsigned flags))                                        \
    X(unsigned, cuStreamDestroy_v2, (struct CUstream_st * stream))                                                     \
    X(unsigned, cuStreamWaitEvent, (struct CUstream_st * stream, struct CUevent_st * event, unsigned flags))           \
    X(unsigned, cuStreamSynchronize, (struct CUstream_st * stream))                                                    \
    X(unsigned, cuEventCreate, (struct CUevent_st * *event, unsigned flags))                                           \
    X(unsigned, cuEventDestroy_v2, (struct CUevent_st * event))                                                        \
    X(unsigned, cuEventRecord, (struct CUevent_st * event, struct CUstream_st * stream))                               \
    X(unsigned, cuEventSynchronize, (struct CUevent_st * event))                                                       \
    X(unsigned, cuEventElapsedTime, (float *milliseconds, struct CUevent_st *start, struct CUevent_st *end))           \
    X(unsigned, cuModuleLoadData, (struct CUmod_st * *module, const void *image))                                      \
    X(unsigned, cuModuleUnload, (struct CUmod_st * module))                                                            \
    X(unsigned, cuModuleGetFunction, (struct CUfunc_st * *function, struct CUmod_st * module, const char *name))       \
    X(unsigned, cuFuncGetAttribute, (int *value, unsigned attribute, struct CUfunc_st *function))                      \
    X(unsigned, cuMemAlloc_v2, (unsigned long long *memory, size_t bytes))                                             \
    X(unsigned, cuMemFree_v2, (unsigned long long memory))                                                             \
    X(unsigned, cuMemcpyHtoDAsync_v2,                                                                                  \
      (unsigned long long to, const void *from, size_t bytes, struct CUstream_st *stream))                             \
    X(unsigned, cuMemcpyDtoHAsync_v2, (void *to, unsigned long long from, size_t bytes, struct CUstream_st *stream))   \
    X(unsigned, cuMemsetD8Async,                                                                                       \
      (unsigned long long memory, unsigned char value, size_t count, struct CUstream_st *stream))                      \
    X(unsigned, cuMemsetD32Async,                                                                                      \
      (unsigned long long memory, unsigned value, size_t count, struct CUstream_st *stream))                           \
    X(unsigned, cuLaunchKernel,                                                                                        \
      (struct CUfunc_st * function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,               \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, struct CUstream_st *stream, void **parameters,       \
       void **extra))

#define NVRTC_FUNCTIONS(X)                                                                                             \
    X(unsigned, nvrtcVersion, (int *major, int *minor))                                                                \
    X(const char *, nvrtcGetErrorString, (unsigned result))                                                            \
    X(unsigned, nvrtcGetNumSupportedArchs, (int *count))                                                               \
    X(unsigned, nvrtcGetSupportedArchs, (int *architectures))                                                          \
    X(unsigned, nvrtcCreateProgram,                                                                                    \
      (struct _nvrtcProgram * *program, const char *source, const char *name, int headers,                             \
       const char *const *header_texts, const char *const *header_names))                                              \
    X(unsigned, nvrtcDestroyProgram, (struct _nvrtcProgram * *program))                                                \
    X(unsigned, nvrtcCompileProgram, (struct _nvrtcProgram * program, int count, const char *const *options))          \
    X(unsigned, nvrtcGetCUBINSize, (struct _nvrtcProgram * program, size_t * size))                                    \
    X(unsigned, nvrtcGetCUBIN, (struct _nvrtcProgram * program, char *cubin))                                          \
    X(unsigned, nvrtcGetProgramLogSize, (struct _nvrtcProgram * program, size_t * size))                               \
    X(unsigned, nvrtcGetProgramLog, (struct _nvrtcProgram * program, char *log))

#define NVML_FUNCTIONS(X)                                                                                              \
    X(unsigned, nvmlInit_v2, (void))                                                                                   \
    X(unsigned, nvmlShutdown, (void))                                                                                  \
    X(unsigned, nvmlSystemGetDriverVersion, (char *version, unsigned length))

#define CUDA_MEMBER(result, name, parameters) result(*name) parameters;
struct cuda_api {
    CUDA_FUNCTIONS(CUDA_MEMBER)
};
struct nvrtc_api {
    NVRTC_FUNCTIONS(CUDA_MEMBER)
};
struct nvml_api {
    NVML_FUNCTIONS(CUDA_MEMBER)
};
#undef CUDA_MEMBER

/* The parts of cuda.h's enums that are used, without their prefixes (CUDA_ERROR_, CU_DEVICE_ATTRIBUTE_,
 * CU_FUNC_ATTRIBUTE_). */
#define CUDA_ERRORS(X)                                                                                                 \
    X(OUT_OF_MEMORY, 2) X(STUB_LIBRARY, 34) X(NO_DEVICE, 100) X(NO_BINARY_FOR_GPU, 209) X(LAUNCH_OUT_OF_RESOURCES, 701)

#define CUDA_DEVICE_ATTRIBUTES(X)                                                                                      \
    X(MAX_THREADS_PER_BLOCK, 1)                                                                                        \
    X(MAX_BLOCK_DIM_X, 2)                                                                                              \
    X(MAX_BLOCK_DIM_Y, 3)                                                                                              \
    X(MAX_BLOCK_DIM_Z, 4)                                                                                              \
    X(MAX_GRID_DIM_X, 5)                                                                                               \
    X(MAX_GRID_DIM_Y, 6)                                                                                               \
    X(MAX_GRID_DIM_Z, 7)                                                                                               \
    X(MAX_SHARED_MEMORY_PER_BLOCK, 8)                                                                                  \
    X(WARP_SIZE, 10)                                                                                                   \
    X(CLOCK_RATE, 13)                                                                                                  \
    X(MULTIPROCESSOR_COUNT, 16)                                                                                        \
    X(MEMORY_CLOCK_RATE, 36)                                                                                           \
    X(L2_CACHE_SIZE, 38)                                                                                               \
    X(COMPUTE_CAPABILITY_MAJOR, 75)                                                                                    \
    X(COMPUTE_CAPABILITY_MINOR, 76)

#define CUDA_FUNCTION_ATTRIBUTES(X)                                                                                    \
    X(MAX_THREADS_PER_BLOCK, 0) X(SHARED_SIZE_BYTES, 1) X(LOCAL_SIZE_BYTES, 3) X(NUM_REGS, 4)

#define CUDA_ERROR_ENUM(name, value) GPU_ERROR_##name = value,
#define CUDA_DEVICE_ENUM(name, value) GPU_DEVICE_##name = value,
#define CUDA_FUNCTION_ENUM(name, value) GPU_FUNCTION_##name = value,
enum gpu_error { CUDA_ERRORS(CUDA_ERROR_ENUM) };
enum gpu_device_attribute { CUDA_DEVICE_ATTRIBUTES(CUDA_DEVICE_ENUM) };
enum gpu_function_attribute { CUDA_FUNCTION_ATTRIBUTES(CUDA_FUNCTION_ENUM) };
#undef CUDA_ERROR_ENUM
#undef CUDA_DEVICE_ENUM
#undef CUDA_FUNCTION_ENUM

enum { GPU_STREAM_NON_BLOCKING = 1, GPU_EVENT_DEFAULT = 0, GPU_EVENT_DISABLE_TIMING = 2, GPU_WAIT_DEFAULT = 0 };

#endif
