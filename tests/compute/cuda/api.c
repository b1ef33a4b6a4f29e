/* compute/cuda/api.h agrees with NVIDIA's own headers; checked by the compiler where those are installed. */
#include "compute/cuda/api.h"

#if __has_include(<cuda.h>) && __has_include(<nvrtc.h>)
#include <cuda.h>
#include <nvrtc.h>

#define SAME_FUNCTION(result, name, parameters)                                                                        \
    _Static_assert(__builtin_types_compatible_p(__typeof__(name), result parameters), #name " has another type");
CUDA_FUNCTIONS(SAME_FUNCTION)
#if CUDA_VERSION >= 12040
CUDA_LATER_FUNCTIONS(SAME_FUNCTION)
#endif
NVRTC_FUNCTIONS(SAME_FUNCTION)
#if CUDA_VERSION >= 12080
NVRTC_HEADER_FUNCTIONS(SAME_FUNCTION)
_Static_assert((int)NVRTC_UNKNOWN_OPTION == (int)NVRTC_ERROR_INVALID_OPTION, "an older NVRTC");
_Static_assert((int)NVRTC_HEAP_EXHAUSTED == (int)NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED, "no room for a header");
#endif

#define SAME_ERROR(name, value) _Static_assert((int)CUDA_ERROR_##name == value, #name);
#define SAME_DEVICE_ATTRIBUTE(name, value) _Static_assert((int)CU_DEVICE_ATTRIBUTE_##name == value, #name);
#define SAME_FUNCTION_ATTRIBUTE(name, value) _Static_assert((int)CU_FUNC_ATTRIBUTE_##name == value, #name);
CUDA_ERRORS(SAME_ERROR)
CUDA_DEVICE_ATTRIBUTES(SAME_DEVICE_ATTRIBUTE)
CUDA_FUNCTION_ATTRIBUTES(SAME_FUNCTION_ATTRIBUTE)

_Static_assert((int)GPU_STREAM_NON_BLOCKING == (int)CU_STREAM_NON_BLOCKING, "stream flag");
_Static_assert((int)GPU_EVENT_DEFAULT == (int)CU_EVENT_DEFAULT, "event flag");
_Static_assert((int)GPU_EVENT_DISABLE_TIMING == (int)CU_EVENT_DISABLE_TIMING, "event flag");
_Static_assert((int)GPU_WAIT_DEFAULT == (int)CU_EVENT_WAIT_DEFAULT, "wait flag");
_Static_assert((int)CUDA_SUCCESS == 0 && (int)NVRTC_SUCCESS == 0, "no error is zero");
_Static_assert((int)GPU_MEMHOSTALLOC_DEFAULT == 0 && CU_MEMHOSTALLOC_PORTABLE != 0 && CU_MEMHOSTALLOC_DEVICEMAP != 0 &&
                   CU_MEMHOSTALLOC_WRITECOMBINED != 0,
               "every flag of pinned memory is a bit");
_Static_assert(sizeof(CUuuid) == 16, "a UUID has 16 bytes");
_Static_assert(__builtin_types_compatible_p(CUdeviceptr, unsigned long long), "device pointer");
_Static_assert(__builtin_types_compatible_p(CUtexObject, unsigned long long), "texture object");

#define SAME_VALUE(name) _Static_assert((int)GPU_##name == (int)CU_##name, #name);
SAME_VALUE(STREAM_CAPTURE_MODE_RELAXED)
SAME_VALUE(LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT)
SAME_VALUE(AD_FORMAT_FLOAT)
SAME_VALUE(RESOURCE_TYPE_ARRAY)
SAME_VALUE(MEMORYTYPE_HOST)
SAME_VALUE(MEMORYTYPE_ARRAY)
SAME_VALUE(TR_ADDRESS_MODE_WRAP)
SAME_VALUE(TR_ADDRESS_MODE_CLAMP)
SAME_VALUE(TR_ADDRESS_MODE_MIRROR)
SAME_VALUE(TR_ADDRESS_MODE_BORDER)
_Static_assert((int)GPU_TRSF_NORMALIZED_COORDINATES == CU_TRSF_NORMALIZED_COORDINATES, "a flag");
SAME_VALUE(TR_FILTER_MODE_POINT)
SAME_VALUE(TR_FILTER_MODE_LINEAR)

#define SAME_SIZE(ours, theirs) _Static_assert(sizeof(struct ours) == sizeof(theirs), #theirs);
#define SAME_MEMBER(ours, member, theirs, name)                                                                        \
    _Static_assert(offsetof(struct ours, member) == offsetof(theirs, name) &&                                          \
                       sizeof(((struct ours *)0)->member) == sizeof(((theirs *)0)->name),                              \
                   #theirs "." #name);
SAME_SIZE(gpu_array_descriptor, CUDA_ARRAY3D_DESCRIPTOR)
SAME_MEMBER(gpu_array_descriptor, width, CUDA_ARRAY3D_DESCRIPTOR, Width)
SAME_MEMBER(gpu_array_descriptor, height, CUDA_ARRAY3D_DESCRIPTOR, Height)
SAME_MEMBER(gpu_array_descriptor, format, CUDA_ARRAY3D_DESCRIPTOR, Format)
SAME_MEMBER(gpu_array_descriptor, depth, CUDA_ARRAY3D_DESCRIPTOR, Depth)
SAME_MEMBER(gpu_array_descriptor, channels, CUDA_ARRAY3D_DESCRIPTOR, NumChannels)
SAME_MEMBER(gpu_array_descriptor, flags, CUDA_ARRAY3D_DESCRIPTOR, Flags)

SAME_SIZE(gpu_resource_descriptor, CUDA_RESOURCE_DESC)
SAME_MEMBER(gpu_resource_descriptor, type, CUDA_RESOURCE_DESC, resType)
SAME_MEMBER(gpu_resource_descriptor, resource, CUDA_RESOURCE_DESC, res)
SAME_MEMBER(gpu_resource_descriptor, resource.array, CUDA_RESOURCE_DESC, res.array.hArray)
SAME_MEMBER(gpu_resource_descriptor, flags, CUDA_RESOURCE_DESC, flags)

SAME_SIZE(gpu_texture_descriptor, CUDA_TEXTURE_DESC)
SAME_MEMBER(gpu_texture_descriptor, address_mode, CUDA_TEXTURE_DESC, addressMode)
SAME_MEMBER(gpu_texture_descriptor, filter_mode, CUDA_TEXTURE_DESC, filterMode)
SAME_MEMBER(gpu_texture_descriptor, flags, CUDA_TEXTURE_DESC, flags)
SAME_MEMBER(gpu_texture_descriptor, max_anisotropy, CUDA_TEXTURE_DESC, maxAnisotropy)
SAME_MEMBER(gpu_texture_descriptor, mipmap_filter_mode, CUDA_TEXTURE_DESC, mipmapFilterMode)
SAME_MEMBER(gpu_texture_descriptor, mipmap_level_bias, CUDA_TEXTURE_DESC, mipmapLevelBias)
SAME_MEMBER(gpu_texture_descriptor, min_mipmap_level_clamp, CUDA_TEXTURE_DESC, minMipmapLevelClamp)
SAME_MEMBER(gpu_texture_descriptor, max_mipmap_level_clamp, CUDA_TEXTURE_DESC, maxMipmapLevelClamp)
SAME_MEMBER(gpu_texture_descriptor, border_color, CUDA_TEXTURE_DESC, borderColor)

SAME_SIZE(gpu_launch_attribute, CUlaunchAttribute)
_Static_assert(_Alignof(struct gpu_launch_attribute) == _Alignof(CUlaunchAttribute), "alignment of an attribute");
SAME_MEMBER(gpu_launch_attribute, id, CUlaunchAttribute, id)
SAME_MEMBER(gpu_launch_attribute, value.allowed, CUlaunchAttribute, value.programmaticStreamSerializationAllowed)
SAME_VALUE(LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
SAME_SIZE(gpu_launch, CUlaunchConfig)
SAME_MEMBER(gpu_launch, groups[0], CUlaunchConfig, gridDimX)
SAME_MEMBER(gpu_launch, groups[2], CUlaunchConfig, gridDimZ)
SAME_MEMBER(gpu_launch, group[0], CUlaunchConfig, blockDimX)
SAME_MEMBER(gpu_launch, group[2], CUlaunchConfig, blockDimZ)
SAME_MEMBER(gpu_launch, shared_bytes, CUlaunchConfig, sharedMemBytes)
SAME_MEMBER(gpu_launch, stream, CUlaunchConfig, hStream)
SAME_MEMBER(gpu_launch, attribute, CUlaunchConfig, attrs)
SAME_MEMBER(gpu_launch, attributes, CUlaunchConfig, numAttrs)

SAME_SIZE(gpu_copy_3d, CUDA_MEMCPY3D)
#define SAME_END(end, of)                                                                                              \
    SAME_MEMBER(gpu_copy_3d, end.x_bytes, CUDA_MEMCPY3D, of##XInBytes)                                                 \
    SAME_MEMBER(gpu_copy_3d, end.y, CUDA_MEMCPY3D, of##Y)                                                              \
    SAME_MEMBER(gpu_copy_3d, end.z, CUDA_MEMCPY3D, of##Z)                                                              \
    SAME_MEMBER(gpu_copy_3d, end.level, CUDA_MEMCPY3D, of##LOD)                                                        \
    SAME_MEMBER(gpu_copy_3d, end.memory_type, CUDA_MEMCPY3D, of##MemoryType)                                           \
    SAME_MEMBER(gpu_copy_3d, end.host, CUDA_MEMCPY3D, of##Host)                                                        \
    SAME_MEMBER(gpu_copy_3d, end.device, CUDA_MEMCPY3D, of##Device)                                                    \
    SAME_MEMBER(gpu_copy_3d, end.array, CUDA_MEMCPY3D, of##Array)                                                      \
    SAME_MEMBER(gpu_copy_3d, end.pitch, CUDA_MEMCPY3D, of##Pitch)                                                      \
    SAME_MEMBER(gpu_copy_3d, end.height, CUDA_MEMCPY3D, of##Height)
SAME_END(from, src)
SAME_END(to, dst)
SAME_MEMBER(gpu_copy_3d, width_bytes, CUDA_MEMCPY3D, WidthInBytes)
SAME_MEMBER(gpu_copy_3d, height, CUDA_MEMCPY3D, Height)
SAME_MEMBER(gpu_copy_3d, depth, CUDA_MEMCPY3D, Depth)

#if __has_include(<nvJitLink.h>) && CUDA_VERSION >= 13000
#include <nvJitLink.h>
#define SAME_LINKER(result, name, parameters)                                                                          \
    _Static_assert(__builtin_types_compatible_p(__typeof__(__##name##_13_0), result parameters),                       \
                   #name " has another type");
NVJITLINK_FUNCTIONS(SAME_LINKER)
_Static_assert((int)NVJITLINK_CUBIN == (int)NVJITLINK_INPUT_CUBIN, "a cubin");
_Static_assert((int)NVJITLINK_LIBRARY == (int)NVJITLINK_INPUT_LIBRARY, "a library");
_Static_assert(NVJITLINK_SUCCESS == 0, "no error is zero");
#endif

#if __has_include(<nvml.h>)
#include <nvml.h>
NVML_FUNCTIONS(SAME_FUNCTION)
NVML_HEALTH_FUNCTIONS(SAME_FUNCTION)
NVML_ENERGY_FUNCTIONS(SAME_FUNCTION)
_Static_assert((int)NVML_INSUFFICIENT_SIZE == (int)NVML_ERROR_INSUFFICIENT_SIZE, "an error");
SAME_SIZE(nvml_process, nvmlProcessInfo_v2_t)
SAME_MEMBER(nvml_process, process, nvmlProcessInfo_v2_t, pid)
SAME_SIZE(nvml_memory, nvmlMemory_v2_t)
SAME_MEMBER(nvml_memory, version, nvmlMemory_v2_t, version)
SAME_MEMBER(nvml_memory, used, nvmlMemory_v2_t, used)
_Static_assert((sizeof(struct nvml_memory) | NVML_MEMORY_VERSION << 24) == nvmlMemory_v2, "version of the memory");
SAME_SIZE(nvml_utilization, nvmlUtilization_t)
SAME_MEMBER(nvml_utilization, gpu, nvmlUtilization_t, gpu)
SAME_SIZE(nvml_field, nvmlFieldValue_t)
SAME_MEMBER(nvml_field, field, nvmlFieldValue_t, fieldId)
SAME_MEMBER(nvml_field, type, nvmlFieldValue_t, valueType)
SAME_MEMBER(nvml_field, error, nvmlFieldValue_t, nvmlReturn)
SAME_MEMBER(nvml_field, value, nvmlFieldValue_t, value)
_Static_assert((int)NVML_VALUE_UNSIGNED == (int)NVML_VALUE_TYPE_UNSIGNED_INT, "type of a value");
_Static_assert((int)NVML_VALUE_UNSIGNED_LONG == (int)NVML_VALUE_TYPE_UNSIGNED_LONG, "type of a value");
_Static_assert((int)NVML_VALUE_UNSIGNED_LONG_LONG == (int)NVML_VALUE_TYPE_UNSIGNED_LONG_LONG, "type of a value");
#define SAME_FIELD(name, number) _Static_assert(NVML_FI_DEV_##name == number, #name);
NVML_THROTTLES(SAME_FIELD)
#endif

int main(void)
{
    return 0;
}
#else
int main(void)
{
    return 77;
}
#endif
