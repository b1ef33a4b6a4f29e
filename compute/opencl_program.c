/* OpenCL programs and kernels: compiled in one process, loaded and launched in another. */
#include "compute/build_log.h"
#include "compute/memory.h"
#include "compute/opencl.h"

#include <stdlib.h>
#include <string.h>

struct opencl_program {
    struct opencl_context *context;
    cl_program program;
};

struct opencl_kernel {
    struct opencl_context *context;
    cl_kernel kernel;
};

/* ---- compiling ---- */

/* The context that this process compiles in, kept from one program to the next. */
static enum status compile_context(const struct compute_device *device, struct opencl_context **result,
                                   struct fault *fault)
{
    static void *context;
    static int index;
    if (context && index != device->index) {
        opencl_context_free(context);
        context = NULL;
    }
    enum status status = context ? OK : opencl_context_new(device, &context, fault);
    index = device->index;
    *result = context;
    return status;
}

static char *build_log(const struct opencl_device *device, cl_program program)
{
    size_t size = 0;
    if (device->api->clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) != CL_SUCCESS)
        size = 0;
    char *log = allocate(size + 1);
    if (size)
        device->api->clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    return log;
}

/* Bytes of local memory of a kernel; -1 where the driver does not say. */
static int local_bytes(const struct opencl_device *device, cl_kernel kernel)
{
    cl_ulong bytes = 0;
    if (device->api->clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
                                              NULL) != CL_SUCCESS)
        return -1;
    return bytes > INT32_MAX ? INT32_MAX : (int)bytes;
}

/* The largest amount of local memory among a program's kernels, so that what cannot be launched is known early. */
static int largest_local(const struct opencl_device *device, cl_program program)
{
    cl_uint count = 0;
    int largest = -1;
    if (device->api->clCreateKernelsInProgram(program, 0, NULL, &count) != CL_SUCCESS || !count)
        return -1;
    cl_kernel *kernel = allocate(count * sizeof *kernel);
    if (device->api->clCreateKernelsInProgram(program, count, kernel, NULL) == CL_SUCCESS)
        for (cl_uint i = 0; i < count; i++) {
            int bytes = local_bytes(device, kernel[i]);
            largest = bytes > largest ? bytes : largest;
            device->api->clReleaseKernel(kernel[i]);
        }
    free(kernel);
    return largest;
}

static enum status take_binary(const struct opencl_device *device, cl_program program, struct compute_binary *binary,
                               struct fault *fault)
{
    size_t size = 0;
    cl_int error = device->api->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    if (error != CL_SUCCESS)
        return opencl_check(error, COMPILE_FAILED, "asking for the size of a binary", fault);
    if (!size)
        return fail(fault, COMPILE_FAILED, "this OpenCL gives no binary of the program");
    unsigned char *bytes = allocate(size);
    error = device->api->clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL);
    if (error != CL_SUCCESS) {
        free(bytes);
        return opencl_check(error, COMPILE_FAILED, "asking for a binary", fault);
    }
    binary->bytes = bytes;
    binary->size = size;
    return OK;
}

enum status opencl_compile(const struct compute_device *described, const char *name, const char *source,
                           struct compute_binary *binary, struct fault *fault)
{
    struct opencl_context *context;
    enum status status = compile_context(described, &context, fault);
    if (status != OK)
        return status;
    const struct opencl_device *device = &context->device;
    /* NVIDIA's option adds what ptxas says; others refuse it. */
    const char *options = device->nvidia ? "-cl-std=CL1.2 -cl-nv-verbose" : "-cl-std=CL1.2";
    char *log = NULL;
    cl_int error;
    cl_program program = device->api->clCreateProgramWithSource(context->context, 1, &source, NULL, &error);
    status = opencl_check(error, COMPILE_FAILED, "making a program", fault);
    if (status != OK)
        return status;

    error = device->api->clBuildProgram(program, 1, &device->id, options, NULL, NULL);
    log = build_log(device, program);
    if (error == CL_BUILD_PROGRAM_FAILURE || (error != CL_SUCCESS && *log))
        status = build_log_fail(name, log, fault);
    else
        status = opencl_check(error, COMPILE_FAILED, name, fault);
    if (status != OK)
        goto out;
    binary->resources = build_log_resources(log);
    int local = largest_local(device, program);
    if (local > binary->resources.shared_bytes)
        binary->resources.shared_bytes = local;
    status = take_binary(device, program, binary, fault);
out:
    free(log);
    device->api->clReleaseProgram(program);
    return status;
}

/* ---- programs ---- */

void opencl_program_free(void *handle)
{
    struct opencl_program *program = handle;
    if (!program)
        return;
    if (program->program)
        program->context->device.api->clReleaseProgram(program->program);
    free(program);
}

enum status opencl_program_load(void *handle, const void *bytes, size_t size, void **result, struct fault *fault)
{
    struct opencl_context *context = handle;
    const struct opencl_device *device = &context->device;
    const unsigned char *binary = bytes;
    cl_int error, accepted = CL_SUCCESS;
    struct opencl_program *program = allocate(sizeof *program);
    program->context = context;
    program->program =
        device->api->clCreateProgramWithBinary(context->context, 1, &device->id, &size, &binary, &accepted, &error);
    if (error == CL_SUCCESS)
        error = accepted;
    if (error == CL_SUCCESS)
        error = device->api->clBuildProgram(program->program, 1, &device->id, "", NULL, NULL);
    enum status status = opencl_check(error, LAUNCH_FAILED, "loading a binary", fault);
    if (status != OK) {
        opencl_program_free(program);
        return status;
    }
    *result = program;
    return OK;
}

/* ---- kernels ---- */

void opencl_kernel_free(void *handle)
{
    struct opencl_kernel *kernel = handle;
    if (!kernel)
        return;
    kernel->context->device.api->clReleaseKernel(kernel->kernel);
    free(kernel);
}

enum status opencl_kernel_new(void *handle, const char *entry, void **result, struct compute_resources *resources,
                              uint64_t *max_group, struct fault *fault)
{
    struct opencl_program *program = handle;
    const struct opencl_device *device = &program->context->device;
    size_t group = 0;
    cl_int error;
    cl_kernel made = device->api->clCreateKernel(program->program, entry, &error);
    if (error == CL_INVALID_KERNEL_NAME)
        return fail(fault, LAUNCH_FAILED, "no kernel \"%s\" in this program", entry);
    enum status status = opencl_check(error, LAUNCH_FAILED, entry, fault);
    if (status != OK)
        return status;

    *resources = (struct compute_resources){-1, local_bytes(device, made), -1};
    if (device->nvidia || device->api->clGetKernelWorkGroupInfo(made, device->id, CL_KERNEL_WORK_GROUP_SIZE,
                                                                sizeof group, &group, NULL) != CL_SUCCESS)
        group = 0; /* NVIDIA's says 256 of kernels that run with 1024; what it cannot do it refuses at the launch */
    *max_group = group;

    struct opencl_kernel *kernel = allocate(sizeof *kernel);
    *kernel = (struct opencl_kernel){program->context, made};
    *result = kernel;
    return OK;
}

enum status opencl_launch(void *handle, struct compute_launch launch, const struct backend_argument *arguments,
                          size_t count, struct fault *fault)
{
    struct opencl_kernel *kernel = handle;
    const struct opencl_api *api = kernel->context->device.api;
    size_t global[3], local[3];
    for (cl_uint i = 0; i < count; i++) {
        const struct opencl_memory *memory = arguments[i].memory;
        cl_int error = memory ? api->clSetKernelArg(kernel->kernel, i, sizeof memory->view, &memory->view)
                              : api->clSetKernelArg(kernel->kernel, i, arguments[i].size, arguments[i].value);
        if (error != CL_SUCCESS)
            return opencl_check(error, LAUNCH_FAILED, "setting a kernel's argument", fault);
    }
    for (int i = 0; i < 3; i++) {
        local[i] = launch.group[i];
        global[i] = launch.groups[i] * local[i];
    }
    cl_int error = api->clEnqueueNDRangeKernel(kernel->context->queue[launch.stream], kernel->kernel, 3, NULL, global,
                                               local, 0, NULL, NULL);
    bool refused = error == CL_INVALID_WORK_GROUP_SIZE || error == CL_INVALID_WORK_ITEM_SIZE ||
                   error == CL_INVALID_GLOBAL_WORK_SIZE;
    return opencl_check(error, refused ? INVALID : LAUNCH_FAILED, "launching a kernel", fault);
}
