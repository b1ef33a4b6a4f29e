/* Common Compute in C: contexts, arrays, programs and kernels of one API over CUDA, OpenCL and a fake device.
 * After OpenMM's ComputeContext, ComputeArray, ComputeProgram and ComputeKernel (seed 002). Nothing else in gpubench
 * sees CUDA or OpenCL. Every function that can fail returns a status and explains it in *fault (which may be NULL). */
#ifndef COMPUTE_COMPUTE_H
#define COMPUTE_COMPUTE_H

#include "compute/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A device, described in plain data: it travels between processes and into files. Zero means not known. */
struct compute_device {
    char backend[16]; /* "cuda", "opencl", "nvrtc", "fake" */
    int index;        /* among the backend's devices */
    char name[128];
    char uuid[64];         /* "" where the backend has none */
    char platform[128];    /* OpenCL's platform; "CUDA" */
    char driver[128];      /* driver version as the backend prints it */
    char compiler[128];    /* compiler and its version: part of the key of a binary */
    char architecture[32]; /* "sm_90"; "" on OpenCL */
    bool is_cpu;
    bool can_run; /* false: compiles only (nvrtc:sm_XX) */
    bool fp64, int64_atomics, images;
    char lacks_cub[160]; /* why files that include CUB's headers cannot be compiled for it; "" if they can */
    uint32_t units;      /* multiprocessors, compute units */
    uint32_t simt_width; /* lanes that run in lockstep: 32 on NVIDIA, 1 on a CPU */
    uint32_t clock_mhz, memory_clock_mhz;
    uint64_t memory_bytes, l2_bytes;
    uint64_t local_bytes; /* shared memory that one work-group may have */
    uint64_t max_group;   /* work-items in a work-group */
    uint64_t max_group_size[3], max_groups[3];
};

/* Why a backend has no devices; text is "" where it has some. */
struct compute_absence {
    char backend[16];
    char text[256];
};

enum { COMPUTE_MAX_DEVICES = 32, COMPUTE_MAX_BACKENDS = 8 };

/* All devices of all backends that are found without being named (cuda, opencl), and why a backend has none. */
struct compute_inventory {
    struct compute_device device[COMPUTE_MAX_DEVICES];
    size_t devices;
    struct compute_absence absence[COMPUTE_MAX_BACKENDS];
    size_t absences;
};

void compute_inventory(struct compute_inventory *inventory);

/* The backend names that compute_find takes, in order, ended by NULL: "cuda", "opencl", "nvrtc:sm_XX", "fake". */
extern const char *const compute_backend_names[];

/* Describes device `index` of a backend. A name with a target ("nvrtc:sm_90") carries it behind the colon.
 * UNSUPPORTED where there is none. */
enum status compute_find(const char *backend, int index, struct compute_device *device, struct fault *fault);

/* ---- programs: compiled in one process, run in another ---- */

/* What the compiler says of a program; -1 where it does not say. Of several kernels, the largest. */
struct compute_resources {
    int registers, shared_bytes, spill_bytes;
};

/* A device binary, owned by whoever has it; compute_binary_free frees the bytes. */
struct compute_binary {
    void *bytes;
    size_t size;
    struct compute_resources resources;
};

void compute_binary_free(struct compute_binary *binary);

/* Compiles source text for a device; needs no context made by the caller. `name` is the kernel file's name, for
 * messages. COMPILE_FAILED carries the head of the compiler's log; INVALID means that the program needs more shared
 * memory than the device has. */
enum status compute_compile(const struct compute_device *device, const char *name, const char *source,
                            struct compute_binary *binary, struct fault *fault);

struct compute_context; /* a device in use: one in-order queue */
struct compute_array;   /* device memory between two fences */
struct compute_program; /* a loaded binary */
struct compute_kernel;  /* an entry point of a program */

/* Folder for the caches that a backend's own driver keeps (PoCL's, NVIDIA's JIT). Call before anything else. */
void compute_set_cache(const char *folder);

enum status compute_context_new(const struct compute_device *device, struct compute_context **context,
                                struct fault *fault);
void compute_context_free(struct compute_context *context);
const struct compute_device *compute_context_device(const struct compute_context *context);

/* Waits until all queued work is done. LAUNCH_FAILED if some of it failed: the context is then unusable. */
enum status compute_context_finish(struct compute_context *context, struct fault *fault);

enum status compute_program_load(struct compute_context *context, const void *bytes, size_t size,
                                 struct compute_program **program, struct fault *fault);
void compute_program_free(struct compute_program *program);

enum status compute_kernel_new(struct compute_program *program, const char *entry, struct compute_kernel **kernel,
                               struct fault *fault);
void compute_kernel_free(struct compute_kernel *kernel);

/* What the driver says of a loaded kernel; -1 where it does not say. */
struct compute_resources compute_kernel_resources(const struct compute_kernel *kernel);

/* ---- arrays ---- */

/* An array of `bytes` (> 0) bytes, aligned to at least 256, with a fence before and behind it. */
enum status compute_array_new(struct compute_context *context, size_t bytes, struct compute_array **array,
                              struct fault *fault);
void compute_array_free(struct compute_array *array);
size_t compute_array_bytes(const struct compute_array *array);

/* Copies between host memory and the array, from byte `offset` of it; returns when the copy is complete. */
enum status compute_array_write(struct compute_array *array, size_t offset, const void *from, size_t bytes,
                                struct fault *fault);
enum status compute_array_read(struct compute_array *array, size_t offset, void *to, size_t bytes, struct fault *fault);

/* Queues a fill of the whole array with one byte value; does not wait. */
enum status compute_array_fill(struct compute_array *array, uint8_t value, struct fault *fault);

/* WRONG_RESULT if something was written within the fences, with how many bytes and on which side; mends the fences. */
enum status compute_array_check(struct compute_array *array, const char *name, struct fault *fault);

/* ---- launches ---- */

/* One kernel argument: an array, or a value of `size` bytes. */
struct compute_argument {
    struct compute_array *array; /* or NULL */
    const void *value;
    size_t size;
};

#define COMPUTE_ARRAY(a) ((struct compute_argument){.array = (a)})
#define COMPUTE_VALUE(v) ((struct compute_argument){.value = &(v), .size = sizeof(v)})

struct compute_launch {
    uint64_t groups[3]; /* work-groups, at least 1 each */
    uint32_t group[3];  /* work-items of a group, at least 1 each */
};

/* Queues a launch; does not wait. What the device cannot do (work-group size, local memory, number of groups)
 * is refused before it, with INVALID and the reason. */
enum status compute_kernel_launch(struct compute_kernel *kernel, struct compute_launch launch,
                                  const struct compute_argument *arguments, size_t count, struct fault *fault);

/* Queues marker 0 or 1 on the device's time line; compute_elapsed waits for both and gives the nanoseconds between. */
enum status compute_mark(struct compute_context *context, int marker, struct fault *fault);
enum status compute_elapsed(struct compute_context *context, double *nanoseconds, struct fault *fault);

#endif
