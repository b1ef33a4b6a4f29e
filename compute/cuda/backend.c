/* The backend "cuda": the driver API for everything that runs, NVRTC (nvrtc.c) for everything that compiles. */
#include "compute/cuda/context.h"
#include "compute/cuda/nvrtc.h"

#include <stdlib.h>

static void typical(struct compute_device *device)
{
    device->features |= COMPUTE_CUB | COMPUTE_CHILD_LAUNCH | COMPUTE_FLOAT4_ATOMICS | COMPUTE_FP64_MATRICES;
}

const struct compute_backend cuda_backend = {
    .name = "cuda",
    .language = COMPUTE_CUDA,
    .texture_parameters = 1,
    .constant_parameters = 0, /* it is the program's */
    .typical = typical,
    .devices = cuda_devices,
    .health = cuda_health,
    .compile = nvrtc_compile,
    .context_new = cuda_context_new,
    .context_free = cuda_context_free,
    .finish = cuda_finish,
    .stream_wait = cuda_stream_wait,
    .release_caches = cuda_release_caches,
    .program_load = cuda_program_load,
    .program_free = cuda_program_free,
    .kernel_new = cuda_kernel_new,
    .kernel_free = free,
    .memory_new = cuda_memory_new,
    .memory_free = cuda_memory_free,
    .write = cuda_write,
    .read = cuda_read,
    .fill = cuda_fill,
    .host_new = cuda_host_new,
    .host_free = cuda_host_free,
    .send = cuda_send,
    .receive = cuda_receive,
    .stream_finish = cuda_stream_finish,
    .texture_new = cuda_texture_new,
    .texture_free = cuda_texture_free,
    .texture_write = cuda_texture_write,
    .texture_read = cuda_texture_read,
    .launch = cuda_launch,
    .graph_begin = cuda_graph_begin,
    .graph_end = cuda_graph_end,
    .graph_free = cuda_graph_free,
    .graph_launch = cuda_graph_launch,
    .reference = cuda_reference,
    .mark = cuda_mark,
    .elapsed = cuda_elapsed,
};
