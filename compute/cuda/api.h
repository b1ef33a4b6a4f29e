/* The CUDA driver API, NVRTC, nvJitLink and NVML as far as gpubench calls them, declared here so that it builds without
 * a CUDA toolkit. Types are written as the C types they are (an enum result is unsigned, CUdevice int, CUdeviceptr
 * unsigned long long); tests/compute/cuda/api.c compares all of it with NVIDIA's own headers where those are installed.
 */
#pragma once

#include <stddef.h>

struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUuuid_st; /* 16 bytes */
struct CUarray_st;
struct CUgraph_st;
struct CUgraphExec_st;
struct CUDA_ARRAY3D_DESCRIPTOR_st; /* these three, and the copy, have their members in the gpu_ structs below */
struct CUDA_RESOURCE_DESC_st;
struct CUDA_TEXTURE_DESC_st;
struct CUlaunchConfig_st;
struct CUDA_MEMCPY3D_st;
struct CUDA_RESOURCE_VIEW_DESC_st;
struct _nvrtcProgram;
struct nvJitLink;
struct nvmlDevice_st;
struct nvmlProcessInfo_v2_st; /* these four have their members in the nvml_ structs below */
struct nvmlMemory_v2_st;
struct nvmlUtilization_st;
struct nvmlFieldValue_st;

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
    X(unsigned, cuCtxSetLimit, (unsigned limit, size_t value))                                                         \
    X(unsigned, cuCtxResetPersistingL2Cache, (void))                                                                   \
    X(unsigned, cuCtxGetStreamPriorityRange, (int *least, int *greatest))                                              \
    X(unsigned, cuStreamCreateWithPriority, (struct CUstream_st * *stream, unsigned flags, int priority))              \
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
    X(unsigned, cuModuleGetGlobal_v2,                                                                                  \
      (unsigned long long *memory, size_t *bytes, struct CUmod_st *module, const char *name))                          \
    X(unsigned, cuFuncGetAttribute, (int *value, unsigned attribute, struct CUfunc_st *function))                      \
    X(unsigned, cuFuncSetAttribute, (struct CUfunc_st * function, unsigned attribute, int value))                      \
    X(unsigned, cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                           \
      (int *blocks, struct CUfunc_st *function, int threads, size_t shared_bytes))                                     \
    X(unsigned, cuMemAlloc_v2, (unsigned long long *memory, size_t bytes))                                             \
    X(unsigned, cuMemFree_v2, (unsigned long long memory))                                                             \
    X(unsigned, cuMemHostAlloc, (void **memory, size_t bytes, unsigned flags))                                         \
    X(unsigned, cuMemFreeHost, (void *memory))                                                                         \
    X(unsigned, cuMemcpyHtoDAsync_v2,                                                                                  \
      (unsigned long long to, const void *from, size_t bytes, struct CUstream_st *stream))                             \
    X(unsigned, cuMemcpyDtoHAsync_v2, (void *to, unsigned long long from, size_t bytes, struct CUstream_st *stream))   \
    X(unsigned, cuMemcpyDtoDAsync_v2,                                                                                  \
      (unsigned long long to, unsigned long long from, size_t bytes, struct CUstream_st *stream))                      \
    X(unsigned, cuMemcpy3DAsync_v2, (const struct CUDA_MEMCPY3D_st *copy, struct CUstream_st *stream))                 \
    X(unsigned, cuArray3DCreate_v2, (struct CUarray_st * *array, const struct CUDA_ARRAY3D_DESCRIPTOR_st *descriptor)) \
    X(unsigned, cuArrayDestroy, (struct CUarray_st * array))                                                           \
    X(unsigned, cuTexObjectCreate,                                                                                     \
      (unsigned long long *texture, const struct CUDA_RESOURCE_DESC_st *resource,                                      \
       const struct CUDA_TEXTURE_DESC_st *descriptor, const struct CUDA_RESOURCE_VIEW_DESC_st *view))                  \
    X(unsigned, cuTexObjectDestroy, (unsigned long long texture))                                                      \
    X(unsigned, cuStreamBeginCapture_v2, (struct CUstream_st * stream, unsigned mode))                                 \
    X(unsigned, cuStreamEndCapture, (struct CUstream_st * stream, struct CUgraph_st * *graph))                         \
    X(unsigned, cuGraphInstantiateWithFlags,                                                                           \
      (struct CUgraphExec_st * *executable, struct CUgraph_st * graph, unsigned long long flags))                      \
    X(unsigned, cuGraphDestroy, (struct CUgraph_st * graph))                                                           \
    X(unsigned, cuGraphExecDestroy, (struct CUgraphExec_st * executable))                                              \
    X(unsigned, cuGraphLaunch, (struct CUgraphExec_st * executable, struct CUstream_st * stream))                      \
    X(unsigned, cuMemsetD8Async,                                                                                       \
      (unsigned long long memory, unsigned char value, size_t count, struct CUstream_st *stream))                      \
    X(unsigned, cuMemsetD32Async,                                                                                      \
      (unsigned long long memory, unsigned value, size_t count, struct CUstream_st *stream))                           \
    X(unsigned, cuLaunchKernel,                                                                                        \
      (struct CUfunc_st * function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,               \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, struct CUstream_st *stream, void **parameters,       \
       void **extra))

/* Since CUDA 12.4; since 11.8. */
#define CUDA_LATER_FUNCTIONS(X)                                                                                        \
    X(unsigned, cuFuncGetParamInfo, (struct CUfunc_st * function, size_t number, size_t * offset, size_t * bytes))     \
    X(unsigned, cuLaunchKernelEx,                                                                                      \
      (const struct CUlaunchConfig_st *launch, struct CUfunc_st *function, void **parameters, void **extra))

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
    X(unsigned, nvrtcGetLTOIRSize, (struct _nvrtcProgram * program, size_t * size))                                    \
    X(unsigned, nvrtcGetLTOIR, (struct _nvrtcProgram * program, char *code))                                           \
    X(unsigned, nvrtcAddNameExpression, (struct _nvrtcProgram * program, const char *name))                            \
    X(unsigned, nvrtcGetLoweredName, (struct _nvrtcProgram * program, const char *name, const char **lowered))         \
    X(unsigned, nvrtcGetProgramLogSize, (struct _nvrtcProgram * program, size_t * size))                               \
    X(unsigned, nvrtcGetProgramLog, (struct _nvrtcProgram * program, char *log))

/* Since CUDA 12.8. */
#define NVRTC_HEADER_FUNCTIONS(X)                                                                                      \
    X(unsigned, nvrtcGetPCHCreateStatus, (struct _nvrtcProgram * program))                                             \
    X(unsigned, nvrtcGetPCHHeapSizeRequired, (struct _nvrtcProgram * program, size_t * size))                          \
    X(unsigned, nvrtcSetPCHHeapSize, (size_t size))

/* In the library each has __ before its name and, after it, its version of CUDA: _12_0 from CUDA 12.0 to 12.9, _13_0
 * from there. */
#define NVJITLINK_FUNCTIONS(X)                                                                                         \
    X(unsigned, nvJitLinkCreate, (struct nvJitLink * *linker, unsigned count, const char *const *options))             \
    X(unsigned, nvJitLinkDestroy, (struct nvJitLink * *linker))                                                        \
    X(unsigned, nvJitLinkAddData,                                                                                      \
      (struct nvJitLink * linker, unsigned type, const void *data, size_t size, const char *name))                     \
    X(unsigned, nvJitLinkAddFile, (struct nvJitLink * linker, unsigned type, const char *path))                        \
    X(unsigned, nvJitLinkComplete, (struct nvJitLink * linker))                                                        \
    X(unsigned, nvJitLinkGetLinkedCubinSize, (struct nvJitLink * linker, size_t * size))                               \
    X(unsigned, nvJitLinkGetLinkedCubin, (struct nvJitLink * linker, void *cubin))                                     \
    X(unsigned, nvJitLinkGetErrorLogSize, (struct nvJitLink * linker, size_t * size))                                  \
    X(unsigned, nvJitLinkGetErrorLog, (struct nvJitLink * linker, char *log))                                          \
    X(unsigned, nvJitLinkGetInfoLogSize, (struct nvJitLink * linker, size_t * size))                                   \
    X(unsigned, nvJitLinkGetInfoLog, (struct nvJitLink * linker, char *log))

#define NVML_FUNCTIONS(X)                                                                                              \
    X(unsigned, nvmlInit_v2, (void))                                                                                   \
    X(unsigned, nvmlSystemGetDriverVersion, (char *version, unsigned length))

/* Since driver 510. */
#define NVML_HEALTH_FUNCTIONS(X)                                                                                       \
    X(unsigned, nvmlDeviceGetHandleByUUID, (const char *uuid, struct nvmlDevice_st **device))                          \
    X(unsigned, nvmlDeviceGetComputeRunningProcesses_v3,                                                               \
      (struct nvmlDevice_st * device, unsigned *count, struct nvmlProcessInfo_v2_st *processes))                       \
    X(unsigned, nvmlDeviceGetGraphicsRunningProcesses_v3,                                                              \
      (struct nvmlDevice_st * device, unsigned *count, struct nvmlProcessInfo_v2_st *processes))                       \
    X(unsigned, nvmlDeviceGetDisplayActive, (struct nvmlDevice_st * device, unsigned *active))                         \
    X(unsigned, nvmlDeviceGetMemoryInfo_v2, (struct nvmlDevice_st * device, struct nvmlMemory_v2_st * memory))         \
    X(unsigned, nvmlDeviceGetUtilizationRates,                                                                         \
      (struct nvmlDevice_st * device, struct nvmlUtilization_st * utilization))                                        \
    X(unsigned, nvmlDeviceGetFieldValues, (struct nvmlDevice_st * device, int count, struct nvmlFieldValue_st *values))

/* Of GPUs since Volta. */
#define NVML_ENERGY_FUNCTIONS(X)                                                                                       \
    X(unsigned, nvmlDeviceGetTotalEnergyConsumption, (struct nvmlDevice_st * device, unsigned long long *millijoules))

#define CUDA_MEMBER(result, name, parameters) result(*name) parameters;
struct cuda_api {
    CUDA_FUNCTIONS(CUDA_MEMBER)
    CUDA_LATER_FUNCTIONS(CUDA_MEMBER) /* NULL before */
};
struct nvrtc_api {
    NVRTC_FUNCTIONS(CUDA_MEMBER)
};
struct nvrtc_header_api {
    NVRTC_HEADER_FUNCTIONS(CUDA_MEMBER)
};
struct nvjitlink_api {
    NVJITLINK_FUNCTIONS(CUDA_MEMBER)
};
struct nvml_api {
    NVML_FUNCTIONS(CUDA_MEMBER)
};
struct nvml_health_api {
    NVML_HEALTH_FUNCTIONS(CUDA_MEMBER)
};
struct nvml_energy_api {
    NVML_ENERGY_FUNCTIONS(CUDA_MEMBER)
};
#undef CUDA_MEMBER

/* The parts of cuda.h's enums that are used, without their prefixes (CUDA_ERROR_, CU_DEVICE_ATTRIBUTE_,
 * CU_FUNC_ATTRIBUTE_). */
#define CUDA_ERRORS(X)                                                                                                 \
    X(INVALID_VALUE, 1)                                                                                                \
    X(OUT_OF_MEMORY, 2)                                                                                                \
    X(STUB_LIBRARY, 34)                                                                                                \
    X(NO_DEVICE, 100)                                                                                                  \
    X(NO_BINARY_FOR_GPU, 209) X(NOT_FOUND, 500) X(LAUNCH_OUT_OF_RESOURCES, 701) X(STREAM_CAPTURE_UNJOINED, 904)

#define CUDA_DEVICE_ATTRIBUTES(X)                                                                                      \
    X(MAX_THREADS_PER_BLOCK, 1)                                                                                        \
    X(MAX_BLOCK_DIM_X, 2)                                                                                              \
    X(MAX_BLOCK_DIM_Y, 3)                                                                                              \
    X(MAX_BLOCK_DIM_Z, 4)                                                                                              \
    X(MAX_GRID_DIM_X, 5)                                                                                               \
    X(MAX_GRID_DIM_Y, 6)                                                                                               \
    X(MAX_GRID_DIM_Z, 7)                                                                                               \
    X(MAX_SHARED_MEMORY_PER_BLOCK, 8)                                                                                  \
    X(TOTAL_CONSTANT_MEMORY, 9)                                                                                        \
    X(WARP_SIZE, 10)                                                                                                   \
    X(CLOCK_RATE, 13)                                                                                                  \
    X(MULTIPROCESSOR_COUNT, 16)                                                                                        \
    X(MAXIMUM_TEXTURE1D_WIDTH, 21)                                                                                     \
    X(MAXIMUM_TEXTURE2D_WIDTH, 22)                                                                                     \
    X(MAXIMUM_TEXTURE2D_HEIGHT, 23)                                                                                    \
    X(MAXIMUM_TEXTURE3D_WIDTH, 24)                                                                                     \
    X(MAXIMUM_TEXTURE3D_HEIGHT, 25)                                                                                    \
    X(MAXIMUM_TEXTURE3D_DEPTH, 26)                                                                                     \
    X(MEMORY_CLOCK_RATE, 36)                                                                                           \
    X(GLOBAL_MEMORY_BUS_WIDTH, 37)                                                                                     \
    X(L2_CACHE_SIZE, 38)                                                                                               \
    X(COMPUTE_CAPABILITY_MAJOR, 75)                                                                                    \
    X(COMPUTE_CAPABILITY_MINOR, 76)                                                                                    \
    X(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97)

#define CUDA_FUNCTION_ATTRIBUTES(X)                                                                                    \
    X(MAX_THREADS_PER_BLOCK, 0)                                                                                        \
    X(SHARED_SIZE_BYTES, 1) X(LOCAL_SIZE_BYTES, 3) X(NUM_REGS, 4) X(MAX_DYNAMIC_SHARED_SIZE_BYTES, 8)

#define CUDA_ERROR_ENUM(name, value) GPU_ERROR_##name = value,
#define CUDA_DEVICE_ENUM(name, value) GPU_DEVICE_##name = value,
#define CUDA_FUNCTION_ENUM(name, value) GPU_FUNCTION_##name = value,
enum gpu_error { CUDA_ERRORS(CUDA_ERROR_ENUM) };
enum gpu_device_attribute { CUDA_DEVICE_ATTRIBUTES(CUDA_DEVICE_ENUM) };
enum gpu_function_attribute { CUDA_FUNCTION_ATTRIBUTES(CUDA_FUNCTION_ENUM) };
#undef CUDA_ERROR_ENUM
#undef CUDA_DEVICE_ENUM
#undef CUDA_FUNCTION_ENUM

enum {
    NVRTC_UNKNOWN_OPTION = 5,
    NVRTC_HEAP_EXHAUSTED = 14
}; /* NVRTC_ERROR_INVALID_OPTION, _PCH_CREATE_HEAP_EXHAUSTED */

enum { NVJITLINK_CUBIN = 1, NVJITLINK_LTOIR = 3, NVJITLINK_LIBRARY = 6 }; /* NVJITLINK_INPUT_... */
enum { NVJITLINK_UNKNOWN_OPTION = 1 };                                    /* NVJITLINK_ERROR_UNRECOGNIZED_OPTION */

enum { GPU_STREAM_NON_BLOCKING = 1, GPU_EVENT_DEFAULT = 0, GPU_EVENT_DISABLE_TIMING = 2, GPU_WAIT_DEFAULT = 0 };

enum {
    GPU_STREAM_CAPTURE_MODE_RELAXED = 2,
    GPU_GRAPH_USE_NODE_PRIORITY = 8,
    GPU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4
};

enum { GPU_MEMHOSTALLOC_DEFAULT = 0 }; /* no flag: cached by the CPU, of this context */

/* ---- launches and textures: cuda.h's structs, with names of our own ---- */

enum { GPU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6 };

struct gpu_launch_attribute {
    unsigned id;
    char pad[4];
    union {
        int allowed;
        unsigned long long words[8]; /* aligned as cuda.h's, which has pointers */
    } value;
};

struct gpu_launch {
    unsigned groups[3], group[3], shared_bytes;
    struct CUstream_st *stream;
    struct gpu_launch_attribute *attribute;
    unsigned attributes;
};

enum { GPU_AD_FORMAT_FLOAT = 0x20, GPU_RESOURCE_TYPE_ARRAY = 0, GPU_MEMORYTYPE_HOST = 1, GPU_MEMORYTYPE_ARRAY = 3 };
enum gpu_address_mode {
    GPU_TR_ADDRESS_MODE_WRAP = 0,
    GPU_TR_ADDRESS_MODE_CLAMP = 1,
    GPU_TR_ADDRESS_MODE_MIRROR = 2,
    GPU_TR_ADDRESS_MODE_BORDER = 3
};
enum gpu_filter_mode { GPU_TR_FILTER_MODE_POINT = 0, GPU_TR_FILTER_MODE_LINEAR = 1 };

enum { GPU_TRSF_NORMALIZED_COORDINATES = 2 };

struct gpu_array_descriptor {
    size_t width, height, depth; /* 0 for what the device lacks */
    unsigned format, channels, flags;
};

struct gpu_resource_descriptor {
    unsigned type;
    union {
        struct CUarray_st *array;
        int reserved[32];
    } resource;
    unsigned flags;
};

/* With flags 0 coordinates are not normalised; values are as they are. */
struct gpu_texture_descriptor {
    unsigned address_mode[3];
    unsigned filter_mode, flags, max_anisotropy, mipmap_filter_mode;
    float mipmap_level_bias, min_mipmap_level_clamp, max_mipmap_level_clamp;
    float border_color[4];
    int reserved[12];
};

struct gpu_copy_end {
    size_t x_bytes, y, z, level;
    unsigned memory_type;
    void *host; /* of the source, const */
    unsigned long long device;
    struct CUarray_st *array;
    void *reserved;
    size_t pitch, height;
};

struct gpu_copy_3d {
    struct gpu_copy_end from, to;
    size_t width_bytes, height, depth;
};

/* Reasons of throttling: fields of NVML that count its duration, without their prefix NVML_FI_DEV_. Fields of a later
 * driver return an error in an older one. Not among them: idle, application clocks, the highest voltage. */
#define NVML_THROTTLES(X)                                                                                              \
    X(PERF_POLICY_POWER, 74)                                                                                           \
    X(PERF_POLICY_THERMAL, 75)                                                                                         \
    X(PERF_POLICY_SYNC_BOOST, 76)                                                                                      \
    X(PERF_POLICY_BOARD_LIMIT, 77)                                                                                     \
    X(CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN, 269)                                                                      \
    X(CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN, 270)                                                                      \
    X(CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN, 271)

/* Parts of nvml.h; field is one of its NVML_FI_DEV_ numbers. */
enum {
    NVML_INSUFFICIENT_SIZE = 7, /* an error */
    NVML_MEMORY_VERSION = 2,
    NVML_VALUE_UNSIGNED = 1,
    NVML_VALUE_UNSIGNED_LONG = 2,
    NVML_VALUE_UNSIGNED_LONG_LONG = 3
};

struct nvml_process {
    unsigned process;
    unsigned long long memory_bytes;
    unsigned instances[2];
};

struct nvml_memory {
    unsigned version; /* its size, and NVML_MEMORY_VERSION << 24 */
    unsigned long long total, reserved, free, used;
};

struct nvml_utilization {
    unsigned gpu, memory; /* % */
};

struct nvml_field {
    unsigned field, scope;
    long long timestamp_us, latency_us;
    unsigned type, error;
    union {
        unsigned number;
        unsigned long long_number;
        unsigned long long long_long_number;
    } value;
};
