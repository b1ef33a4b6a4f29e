/* The backend "opencl": OpenCL 1.2 through whatever platforms libOpenCL.so.1 offers. */
#include "compute/opencl.h"

const struct compute_backend opencl_backend = {
    .name = "opencl",
    .listed = true,
    .devices = opencl_devices,
    .compile = opencl_compile,
    .context_new = opencl_context_new,
    .context_free = opencl_context_free,
    .finish = opencl_finish,
    .stream_wait = opencl_stream_wait,
    .program_load = opencl_program_load,
    .program_free = opencl_program_free,
    .kernel_new = opencl_kernel_new,
    .kernel_free = opencl_kernel_free,
    .memory_new = opencl_memory_new,
    .memory_free = opencl_memory_free,
    .write = opencl_write,
    .read = opencl_read,
    .fill = opencl_fill,
    .texture_new = opencl_texture_new,
    .texture_free = opencl_texture_free,
    .texture_write = opencl_texture_write,
    .texture_read = opencl_texture_read,
    .launch = opencl_launch,
    .mark = opencl_mark,
    .elapsed = opencl_elapsed,
};
