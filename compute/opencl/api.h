/* OpenCL 1.2 as far as gpubench calls it; the types are those of CL/cl.h. */
#ifndef COMPUTE_OPENCL_API_H
#define COMPUTE_OPENCL_API_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

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

#endif
