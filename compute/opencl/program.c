/* OpenCL programs: compiled in one process, loaded in another. */
#include "base/memory.h"
#include "compute/build_log.h"
#include "compute/opencl/handles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KINDS_OPTION "-cl-kernel-arg-info " /* first of the options */

/* ---- compiling ---- */

/* The context in which this process compiles, reused for all programs. */
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

int opencl_local_bytes(const struct opencl_device *device, cl_kernel kernel)
{
    cl_ulong bytes = 0;
    if (device->api->clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
                                              NULL) != CL_SUCCESS)
        return -1;
    return bytes > INT32_MAX ? INT32_MAX : (int)bytes;
}

/* The largest amount of local memory among a program's kernels, to detect early what cannot be launched. */
static int largest_local(const struct opencl_device *device, cl_program program)
{
    cl_uint count = 0;
    int largest = -1;
    if (device->api->clCreateKernelsInProgram(program, 0, NULL, &count) != CL_SUCCESS || !count)
        return -1;
    cl_kernel *kernel = allocate(count * sizeof *kernel);
    if (device->api->clCreateKernelsInProgram(program, count, kernel, NULL) == CL_SUCCESS)
        for (cl_uint i = 0; i < count; i++) {
            int bytes = opencl_local_bytes(device, kernel[i]);
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

/* For a binary PoCL compiles every kernel again, for groups of any size, which is not the code that runs. PoCL caches
 * programs by their text, so the binary here is the text after its options. */
static void take_text(const char *options, const char *source, struct compute_binary *binary)
{
    size_t head = strlen(options) + 1, size = head + strlen(source) + 1;
    char *bytes = allocate(size);
    memcpy(bytes, options, head);
    memcpy(bytes + head, source, size - head);
    binary->bytes = bytes;
    binary->size = size;
}

const struct compute_flag opencl_flags[] = {{.name = "-cl-fast-relaxed-math"},
                                            {.name = "-cl-mad-enable"},
                                            {.name = "-cl-unsafe-math-optimizations"},
                                            {.name = "-cl-finite-math-only"},
                                            {.name = "-cl-no-signed-zeros"},
                                            {.name = "-cl-denorms-are-zero"},
                                            {.name = "-cl-single-precision-constant"},
                                            {.name = "-cl-fp32-correctly-rounded-divide-sqrt"},
                                            {.name = "-cl-opt-disable"},
                                            {.name = "-cl-uniform-work-group-size"},
                                            {.name = "-cl-std=", .values = "CL1.1 CL1.2 CL2.0 CL3.0"},
                                            {.name = "-maxrregcount=", .values = "#", .as = "-cl-nv-maxrregcount="},
                                            {.name = "-cl-nv-maxrregcount=", .values = "#"},
                                            {.name = "-cl-nv-opt-level=", .values = "0 1 2 3"},
                                            {.name = NULL}};

/* Options of NVIDIA's extension cl_nv_compiler_options are for NVIDIA's devices only. */
static enum status write_flags(const struct opencl_device *device, const struct flags *flags, char *text, size_t size,
                               struct fault *fault)
{
    for (size_t i = 0; i < flags->count; i++) {
        const size_t length = strlen(text);
        if (!strncmp(flags->word[i], "-cl-nv-", strlen("-cl-nv-")) && !device->nvidia)
            return fail(fault, INVALID, "option %s is for NVIDIA's OpenCL", flags->word[i]);
        snprintf(text + length, size - length, " %s", flags->word[i]);
    }
    return OK;
}

/* A program, NULL if it could not be made, and the log of its compiler. */
struct build {
    cl_program program;
    cl_int error;
    char *log;
};

static struct build build(const struct opencl_context *context, const char *source, const char *options)
{
    const struct opencl_device *device = &context->device;
    struct build made = {.error = CL_SUCCESS};
    made.program = device->api->clCreateProgramWithSource(context->context, 1, &source, NULL, &made.error);
    if (made.error != CL_SUCCESS)
        return made;
    made.error = device->api->clBuildProgram(made.program, 1, &device->id, options, NULL, NULL);
    made.log = build_log(device, made.program);
    return made;
}

static void build_free(const struct opencl_device *device, const struct build *made)
{
    free(made->log);
    if (made->program)
        device->api->clReleaseProgram(made->program);
}

static enum status check_build(const struct build *made, const char *name, struct fault *fault)
{
    if (!made->log)
        return opencl_check(made->error, COMPILE_FAILED, "making a program", fault);
    if (made->error == CL_BUILD_PROGRAM_FAILURE || (made->error != CL_SUCCESS && *made->log))
        return build_log_fail(name, made->log, fault);
    return opencl_check(made->error, COMPILE_FAILED, name, fault);
}

/* Builds with the option that keeps what the parameters of kernels are. For a kernel without parameters NVIDIA's
 * compiler (580.159.04) then writes empty lists, which its own ptxas does not parse: such a program is built without
 * it, and kinds of arguments are unknown. `*options` is moved to those that were used. */
static struct build build_with_kinds(const struct opencl_context *context, const char *source, const char **options)
{
    struct build made = build(context, source, *options);
    if (made.error == CL_SUCCESS || !made.log || !build_log_unparsed(made.log))
        return made;
    const char *fewer = *options + strlen(KINDS_OPTION);
    struct build again = build(context, source, fewer);
    const bool better = again.error == CL_SUCCESS;
    build_free(&context->device, better ? &made : &again);
    if (better)
        *options = fewer;
    return better ? again : made;
}

enum status opencl_compile(const struct compute_device *described, const char *name, const char *source,
                           unsigned options, const struct flags *flags, struct compute_binary *binary,
                           struct fault *fault)
{
    struct opencl_context *context;
    enum status status = compile_context(described, &context, fault);
    if (status != OK)
        return status;
    const struct opencl_device *device = &context->device;
    char text[128 + MAX_FLAGS_TEXT];
    const char *used = text;
    /* NVIDIA's option adds the output of ptxas; other drivers reject it. */
    snprintf(text, sizeof text, KINDS_OPTION "%s -DSIMT_WIDTH=%u%s%s",
             flags_have(flags, "-cl-std=") ? "" : "-cl-std=CL1.2", described->simt_width,
             options & COMPUTE_FLUSH_TO_ZERO ? " -cl-denorms-are-zero" : "", device->nvidia ? " -cl-nv-verbose" : "");
    status = write_flags(device, flags, text, sizeof text, fault);
    if (status != OK)
        return status;

    const struct build made = build_with_kinds(context, source, &used);
    status = check_build(&made, name, fault);
    if (status != OK)
        goto out;
    binary->resources = build_log_resources(made.log);
    int local = largest_local(device, made.program);
    if (local > binary->resources.shared_bytes)
        binary->resources.shared_bytes = local;
    if (device->pocl)
        take_text(used, source, binary);
    else
        status = take_binary(device, made.program, binary, fault);
out:
    build_free(device, &made);
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

/* A program of a binary, with the options that it is built by. */
static cl_program from_binary(const struct opencl_context *context, const void *bytes, size_t size,
                              const char **options, cl_int *error)
{
    const struct opencl_device *device = &context->device;
    const unsigned char *binary = bytes;
    cl_int accepted = CL_SUCCESS;
    *options = "";
    cl_program program =
        device->api->clCreateProgramWithBinary(context->context, 1, &device->id, &size, &binary, &accepted, error);
    if (*error == CL_SUCCESS)
        *error = accepted;
    return program;
}

static cl_program from_text(const struct opencl_context *context, const void *bytes, size_t size, const char **options,
                            cl_int *error)
{
    const char *end = memchr(bytes, 0, size);
    *options = bytes;
    *error = CL_INVALID_BINARY;
    if (!end || end == (const char *)bytes + size - 1 || ((const char *)bytes)[size - 1])
        return NULL;
    const char *source = end + 1;
    return context->device.api->clCreateProgramWithSource(context->context, 1, &source, NULL, error);
}

enum status opencl_program_load(void *handle, const void *bytes, size_t size, void **result, struct fault *fault)
{
    struct opencl_context *context = handle;
    const struct opencl_device *device = &context->device;
    const char *options;
    cl_int error;
    struct opencl_program *program = allocate(sizeof *program);
    program->context = context;
    program->program = (device->pocl ? from_text : from_binary)(context, bytes, size, &options, &error);
    if (error == CL_SUCCESS)
        error = device->api->clBuildProgram(program->program, 1, &device->id, options, NULL, NULL);
    enum status status = opencl_check(error, LAUNCH_FAILED, "loading a binary", fault);
    if (status != OK) {
        opencl_program_free(program);
        return status;
    }
    *result = program;
    return OK;
}
