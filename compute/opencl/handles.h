/* What the files of the backend "opencl" share: devices, contexts, memory, textures, programs, kernels. */
#ifndef COMPUTE_OPENCL_HANDLES_H
#define COMPUTE_OPENCL_HANDLES_H

#include "compute/backend.h"
#include "compute/opencl/api.h"

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

/* OK for CL_SUCCESS, else the fault: NO_MEMORY for the errors that say so, `status` for all others. `what` was tried.
 */
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

enum status opencl_context_new(const struct compute_device *device, void **context, struct fault *fault);
void opencl_context_free(void *context);
enum status opencl_finish(void *context, struct fault *fault);
enum status opencl_stream_wait(void *context, int stream, int awaited, struct fault *fault);
enum status opencl_mark(void *context, int marker, struct fault *fault);
enum status opencl_elapsed(void *context, double *nanoseconds, struct fault *fault);

/* ---- memory.c ---- */

struct opencl_memory {
    struct opencl_context *context;
    cl_mem whole, view;
};

/* opencl_check, where the errors with which drivers refuse what is too large are NO_MEMORY. */
enum status opencl_check_memory(cl_int error, const char *what, struct fault *fault);

enum status opencl_memory_new(void *context, size_t bytes, size_t offset, size_t view_bytes, void **memory,
                              struct fault *fault);
void opencl_memory_free(void *memory);
enum status opencl_write(void *memory, size_t offset, const void *from, size_t bytes, struct fault *fault);
enum status opencl_read(void *memory, size_t offset, void *to, size_t bytes, struct fault *fault);
enum status opencl_fill(void *memory, size_t offset, size_t bytes, uint8_t value, struct fault *fault);

/* ---- transfer.c ---- */

enum status opencl_host_new(void *context, size_t bytes, void **host, void **where, struct fault *fault);
void opencl_host_free(void *host);
enum status opencl_send(void *memory, size_t offset, const void *from, size_t bytes, int stream, struct fault *fault);
enum status opencl_receive(void *memory, size_t offset, void *to, size_t bytes, int stream, struct fault *fault);
enum status opencl_stream_finish(void *context, int stream, struct fault *fault);

/* ---- texture.c ---- */

struct opencl_texture {
    struct opencl_context *context;
    cl_mem image; /* two arguments of a kernel */
    cl_sampler sampler;
    size_t width, height;
};

enum status opencl_texture_new(void *context, struct compute_texture shape, void **texture, struct fault *fault);
void opencl_texture_free(void *texture);
enum status opencl_texture_write(void *texture, const void *from, struct fault *fault);
enum status opencl_texture_read(void *texture, void *to, struct fault *fault);

/* ---- program.c ---- */

enum status opencl_compile(const struct compute_device *device, const char *name, const char *source, unsigned options,
                           struct compute_binary *binary, struct fault *fault);
enum status opencl_program_load(void *context, const void *bytes, size_t size, void **program, struct fault *fault);
void opencl_program_free(void *program);

struct opencl_program {
    struct opencl_context *context;
    cl_program program;
};

/* Bytes of local memory of a kernel; -1 where the driver does not say. */
int opencl_local_bytes(const struct opencl_device *device, cl_kernel kernel);

/* ---- kernel.c ---- */

enum status opencl_kernel_new(void *program, const char *entry, void **kernel, struct backend_kernel *known,
                              struct fault *fault);
void opencl_kernel_free(void *kernel);
enum status opencl_launch(void *kernel, struct compute_launch launch, const struct backend_argument *arguments,
                          size_t count, struct fault *fault);

#endif
