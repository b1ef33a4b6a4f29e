/* The backend "opencl": OpenCL 1.2 through whatever platforms libOpenCL.so.1 offers. */
#include "compute/cuda/driver.h"
#include "compute/opencl/handles.h"

static void typical(struct compute_device *device)
{
    device->features &= ~(uint32_t)COMPUTE_GRAPHS;
    device->simt_width = 1;
    device->max_texture[0] = device->max_texture[1] = 16384;
}

const struct compute_backend opencl_backend = {
    .name = "opencl",
    .language = COMPUTE_OPENCL,
    .texture_parameters = 2, /* an image and its sampler */
    .constant_parameters = 1,
    .typical = typical,
    .devices = opencl_devices,
    .health = cuda_health,
    .drivers = opencl_drivers,
    .choose_drivers = opencl_choose_drivers,
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
    .host_new = opencl_host_new,
    .host_free = opencl_host_free,
    .send = opencl_send,
    .receive = opencl_receive,
    .stream_finish = opencl_stream_finish,
    .texture_new = opencl_texture_new,
    .texture_free = opencl_texture_free,
    .texture_write = opencl_texture_write,
    .texture_read = opencl_texture_read,
    .launch = opencl_launch,
    .mark = opencl_mark,
    .elapsed = opencl_elapsed,
};
