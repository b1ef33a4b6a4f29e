/* compute/cuda_api.h says what NVIDIA's own headers say; checked by the compiler where those are installed. */
#include "compute/cuda_api.h"

#if __has_include(<cuda.h>) && __has_include(<nvrtc.h>)
#include <cuda.h>
#include <nvrtc.h>

#define SAME_FUNCTION(result, name, parameters)                                                                        \
    _Static_assert(__builtin_types_compatible_p(__typeof__(name), result parameters), #name " has another type");
CUDA_FUNCTIONS(SAME_FUNCTION)
NVRTC_FUNCTIONS(SAME_FUNCTION)

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
_Static_assert(sizeof(CUuuid) == 16, "a UUID has 16 bytes");
_Static_assert(__builtin_types_compatible_p(CUdeviceptr, unsigned long long), "device pointer");

#if __has_include(<nvml.h>)
#include <nvml.h>
NVML_FUNCTIONS(SAME_FUNCTION)
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
