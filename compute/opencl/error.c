/* OpenCL's error numbers by name. */
#include "compute/opencl/handles.h"

static const char *error_name(cl_int error)
{
    static const struct {
        cl_int error;
        const char *name;
    } names[] = {
/* clang-format off */
#define ERROR(name) {name, #name}
        ERROR(CL_DEVICE_NOT_FOUND), ERROR(CL_DEVICE_NOT_AVAILABLE), ERROR(CL_COMPILER_NOT_AVAILABLE),
        ERROR(CL_MEM_OBJECT_ALLOCATION_FAILURE), ERROR(CL_OUT_OF_RESOURCES), ERROR(CL_OUT_OF_HOST_MEMORY),
        ERROR(CL_PROFILING_INFO_NOT_AVAILABLE), ERROR(CL_MEM_COPY_OVERLAP), ERROR(CL_BUILD_PROGRAM_FAILURE),
        ERROR(CL_MAP_FAILURE), ERROR(CL_MISALIGNED_SUB_BUFFER_OFFSET),
        ERROR(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST), ERROR(CL_COMPILE_PROGRAM_FAILURE),
        ERROR(CL_LINKER_NOT_AVAILABLE), ERROR(CL_LINK_PROGRAM_FAILURE), ERROR(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
        ERROR(CL_INVALID_VALUE), ERROR(CL_INVALID_DEVICE_TYPE), ERROR(CL_INVALID_PLATFORM), ERROR(CL_INVALID_DEVICE),
        ERROR(CL_INVALID_CONTEXT), ERROR(CL_INVALID_QUEUE_PROPERTIES), ERROR(CL_INVALID_COMMAND_QUEUE),
        ERROR(CL_INVALID_MEM_OBJECT), ERROR(CL_INVALID_BINARY), ERROR(CL_INVALID_BUILD_OPTIONS),
        ERROR(CL_INVALID_PROGRAM), ERROR(CL_INVALID_PROGRAM_EXECUTABLE), ERROR(CL_INVALID_KERNEL_NAME),
        ERROR(CL_INVALID_KERNEL_DEFINITION), ERROR(CL_INVALID_KERNEL), ERROR(CL_INVALID_ARG_INDEX),
        ERROR(CL_INVALID_ARG_VALUE), ERROR(CL_INVALID_ARG_SIZE), ERROR(CL_INVALID_KERNEL_ARGS),
        ERROR(CL_INVALID_WORK_DIMENSION), ERROR(CL_INVALID_WORK_GROUP_SIZE), ERROR(CL_INVALID_WORK_ITEM_SIZE),
        ERROR(CL_INVALID_GLOBAL_OFFSET), ERROR(CL_INVALID_EVENT_WAIT_LIST), ERROR(CL_INVALID_EVENT),
        ERROR(CL_INVALID_OPERATION), ERROR(CL_INVALID_BUFFER_SIZE), ERROR(CL_INVALID_GLOBAL_WORK_SIZE),
/* clang-format on */
#undef ERROR
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].error == error)
            return names[i].name;
    return "unknown error";
}

enum status opencl_check(cl_int error, enum status status, const char *what, struct fault *fault)
{
    if (error == CL_SUCCESS)
        return OK;
    if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE)
        status = NO_MEMORY;
    return fail(fault, status, "%s: OpenCL says %s (%d)", what, error_name(error), error);
}
