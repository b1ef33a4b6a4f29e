/* Shared by the files of the backend "opencl": devices, contexts, memory, textures, programs, kernels. */
#pragma once

#include "compute/backend.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

/* OpenCL 1.2 as far as gpubench calls it. */
#define OPENCL_FUNCTIONS(X)                                                                                            \
    X(clGetPlatformIDs)                                                                                                \
    X(clGetPlatformInfo)                                                                                               \
    X(clGetDeviceIDs)                                                                                                  \
    X(clGetDeviceInfo)                                                                                                 \
    X(clCreateContext)                                                                                                 \
    X(clReleaseContext)                                                                                                \
    X(clCreateCommandQueue)                                                                                            \
    X(clReleaseCommandQueue)                                                                                           \
    X(clFlush)                                                                                                         \
    X(clFinish)                                                                                                        \
    X(clCreateProgramWithSource)                                                                                       \
    X(clCreateProgramWithBinary)                                                                                       \
    X(clBuildProgram)                                                                                                  \
    X(clGetProgramInfo)                                                                                                \
    X(clGetProgramBuildInfo)                                                                                           \
    X(clReleaseProgram)                                                                                                \
    X(clCreateKernel)                                                                                                  \
    X(clCreateKernelsInProgram)                                                                                        \
    X(clGetKernelInfo)                                                                                                 \
    X(clGetKernelArgInfo)                                                                                              \
    X(clGetKernelWorkGroupInfo)                                                                                        \
    X(clSetKernelArg)                                                                                                  \
    X(clReleaseKernel)                                                                                                 \
    X(clCreateBuffer)                                                                                                  \
    X(clCreateSubBuffer)                                                                                               \
    X(clCreateImage)                                                                                                   \
    X(clCreateSampler)                                                                                                 \
    X(clReleaseSampler)                                                                                                \
    X(clReleaseMemObject)                                                                                              \
    X(clEnqueueWriteBuffer)                                                                                            \
    X(clEnqueueReadBuffer)                                                                                             \
    X(clEnqueueMapBuffer)                                                                                              \
    X(clEnqueueUnmapMemObject)                                                                                         \
    X(clEnqueueCopyBuffer)                                                                                             \
    X(clEnqueueWriteImage)                                                                                             \
    X(clEnqueueReadImage)                                                                                              \
    X(clEnqueueFillBuffer)                                                                                             \
    X(clEnqueueNDRangeKernel)                                                                                          \
    X(clEnqueueBarrierWithWaitList)                                                                                    \
    X(clEnqueueMarkerWithWaitList)                                                                                     \
    X(clWaitForEvents)                                                                                                 \
    X(clGetEventProfilingInfo)                                                                                         \
    X(clReleaseEvent)

#define OPENCL_MEMBER(name) __typeof__(name) *name;
struct opencl_api {
    OPENCL_FUNCTIONS(OPENCL_MEMBER)
};
#undef OPENCL_MEMBER

/* Of extensions, so that old headers serve: cl_nv_device_attribute_query, cl_amd_device_attribute_query,
 * cl_khr_device_uuid. */
enum { OPENCL_WARP_SIZE_NV = 0x4003, OPENCL_WAVEFRONT_WIDTH_AMD = 0x4043, OPENCL_DEVICE_UUID = 0x106A };

/* The operations, each in the file of its object. */
#define OPENCL_OPERATION(result, name, parameters) result opencl_##name parameters;
BACKEND_OPERATIONS(OPENCL_OPERATION)

/* ---- device.c ---- */

/* One device of the flat list over all platforms: GPUs first, then accelerators, then CPUs. */
struct opencl_device {
    const struct opencl_api *api;
    cl_platform_id platform;
    cl_device_id id;
    bool nvidia, pocl; /* the platform's vendor */
};

enum status opencl_devices(const char *target, struct compute_device *device, size_t max, size_t *count,
                           struct fault *fault);

/* Device `index` of that list. */
enum status opencl_find(int index, struct opencl_device *device, struct fault *fault);

/* OK for CL_SUCCESS, else a fault: NO_MEMORY for errors of that kind, `status` for all others. `what`: the failed
 * action. */
enum status opencl_check(cl_int error, enum status status, const char *what, struct fault *fault);

/* ---- drivers.c ---- */

size_t opencl_drivers(struct compute_driver driver[COMPUTE_MAX_DRIVERS]);
bool opencl_choose_drivers(const struct compute_driver *driver, const bool *chosen, size_t count, const char *cache,
                           struct compute_setting *setting);

/* ---- context.c ---- */

struct opencl_context {
    struct opencl_device device;
    cl_context context;
    cl_command_queue queue[COMPUTE_STREAMS]; /* in order, with profiling */
    cl_event marker[2];
};

/* ---- memory.c ---- */

struct opencl_memory {
    struct opencl_context *context;
    cl_mem whole, view;
};

/* opencl_check, where the errors with which drivers refuse what is too large are NO_MEMORY. */
enum status opencl_check_memory(cl_int error, const char *what, struct fault *fault);

/* ---- transfer.c ---- */

void opencl_host_free(void *host);

/* ---- texture.c ---- */

struct opencl_texture {
    struct opencl_context *context;
    cl_mem image; /* two arguments of a kernel */
    cl_sampler sampler;
    struct compute_texture shape;
};

void opencl_texture_free(void *texture);

/* ---- program.c ---- */

extern const struct compute_flag opencl_flags[];
enum status opencl_compile(const struct compute_device *device, const char *name, const char *source, unsigned options,
                           const struct flags *flags, struct compute_binary *binary, struct fault *fault);

struct opencl_program {
    struct opencl_context *context;
    cl_program program;
};

/* Bytes of local memory of a kernel; -1: unknown. */
int opencl_local_bytes(const struct opencl_device *device, cl_kernel kernel);

/* ---- nonbonded.c ---- */

const struct nonbonded_form *opencl_nonbonded(const struct compute_device *device);

/* ---- kernel.c ---- */

void opencl_kernel_free(void *kernel);
