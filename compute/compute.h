/* Common Compute in C: contexts, arrays, programs and kernels of one API over CUDA, OpenCL and a fake device.
 * After OpenMM's ComputeContext, ComputeArray, ComputeProgram and ComputeKernel (Eastman et al. 2017). Nothing else in
 * gpubench sees CUDA or OpenCL. Every function that can fail returns a status and explains it in *fault (which may be
 * NULL). */
#pragma once

#include "base/status.h"
#include "compute/vectors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_FLAGS = 32, MAX_FLAGS_TEXT = 2048 }; /* of options of a compiler's own, and the bytes of all */

/* What a device is and can do, a bit each. The first of a language is that its programs are written in it. */
enum compute_feature {
    COMPUTE_CUDA = 1,
    COMPUTE_CUB = 2, /* programs may include CUB's headers */
    COMPUTE_FP64 = 4,
    COMPUTE_INT64_ATOMICS = 8,
    COMPUTE_OPENCL = 16,
    COMPUTE_TEXTURES = 32,
    COMPUTE_CHILD_LAUNCH = 64,    /* kernels launch kernels */
    COMPUTE_GRAPHS = 128,         /* launches can be captured and launched together */
    COMPUTE_FLOAT4_ATOMICS = 256, /* four floats are added by one instruction */
    COMPUTE_FP64_MATRICES = 512,  /* tensor cores multiply doubles */
    COMPUTE_HIP = 1024,
    COMPUTE_ALL_FEATURES = 2047
};

/* A device, described in plain data: it travels between processes and into files. Zero means not known. */
struct compute_device {
    char backend[16]; /* its name, for people and files: what the device is, `features` say */
    int index;        /* among the backend's devices */
    char name[128];
    char uuid[64];         /* "" where the backend has none */
    char platform[128];    /* OpenCL's platform; "CUDA" */
    char driver[128];      /* driver version as the backend prints it */
    char compiler[128];    /* compiler and its version: part of the key of a binary */
    char architecture[32]; /* "sm_90"; "" on OpenCL */
    bool is_cpu;
    bool can_run;                 /* false: compiles only (nvrtc:sm_XX) */
    uint32_t features;            /* enum compute_feature */
    char lacks_child_launch[160]; /* why it is without that; "" if it is not */
    char lacks_cub[160];
    uint32_t units;      /* multiprocessors, compute units */
    uint32_t simt_width; /* lanes that run in lockstep: 32 on NVIDIA, 1 on a CPU */
    uint32_t clock_mhz, memory_clock_mhz, memory_bus_bits;
    uint64_t memory_bytes, l2_bytes;
    uint64_t local_bytes;    /* shared memory that one work-group may have */
    uint64_t constant_bytes; /* constant memory that one launch may have */
    uint64_t max_texture[2]; /* width, height */
    uint64_t max_texture_1d, max_texture_3d[3];
    uint64_t max_group; /* work-items in a work-group */
    uint64_t max_group_size[3], max_groups[3];
};

/* Whether a device has all of some features; one that is not known has. */
static inline bool compute_has(const struct compute_device *device, unsigned features)
{
    return !device || (device->features & features) == features;
}

/* Why a backend has no devices, or one of its drivers is left out. */
struct compute_absence {
    char backend[16];
    bool failed; /* it was asked, and is out of order; else it is not there */
    char text[512];
};

enum { COMPUTE_MAX_DEVICES = 32, COMPUTE_MAX_ABSENCES = 24, COMPUTE_MAX_DRIVERS = 16 };

/* All devices of all backends that are found without being named, and why a backend has none. */
struct compute_inventory {
    struct compute_device device[COMPUTE_MAX_DEVICES];
    size_t devices;
    struct compute_absence absence[COMPUTE_MAX_ABSENCES];
    size_t absences;
};

void compute_inventory(struct compute_inventory *inventory);

/* The name of the i-th of those backends, NULL behind the last; and the part of an inventory that is one of them. */
const char *compute_listed(size_t i);
void compute_list(const char *backend, struct compute_inventory *inventory);

/* Adds to an inventory, as far as it has room. */
void compute_list_absence(struct compute_inventory *inventory, const char *backend, bool failed, const char *text);

/* The drivers that a backend loads all together, each by a file; none where it has one driver or says nothing of them.
 * Looks at no driver. Returns how many, at most COMPUTE_MAX_DRIVERS. */
struct compute_driver {
    char path[512];
};
size_t compute_drivers(const char *backend, struct compute_driver driver[COMPUTE_MAX_DRIVERS]);

/* What stands in the environment of a process that is to load those drivers alone which are chosen: "NAME=VALUE". Makes
 * a small folder in `cache`; false where it cannot. */
struct compute_setting {
    char text[4096 + 64];
};
bool compute_choose_drivers(const char *backend, const struct compute_driver *driver, const bool *chosen, size_t count,
                            const char *cache, struct compute_setting *setting);

/* The backend names that compute_find takes, in the order of backends.def, ended by NULL: "cuda", "nvrtc:sm_XX". */
extern const char *const compute_backend_names[];

/* The name that finds a device again, or of what compiles for a target: "nvrtc:sm_90". A target is spelled in one way,
 * "sm_90a": INVALID for others. */
struct compute_name {
    char text[64];
};
struct compute_name compute_name_of(const struct compute_device *device);
enum status compute_name_target(const char *target, struct compute_name *name, struct fault *fault);

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

/* How a program is compiled, where a #define cannot say it. RELOCATABLE: a CUDA program whose kernels launch kernels,
 * linked with the device's own runtime. FLUSH_TO_ZERO: denormal floats may count as zero, which saves instructions. */
enum compute_option { COMPUTE_RELOCATABLE = 1, COMPUTE_FLUSH_TO_ZERO = 2 };

/* Compiles source text for a device; needs no context made by the caller. `name` is the kernel file's name, for
 * messages; `options` are of enum compute_option. COMPILE_FAILED carries the head of the compiler's or linker's log;
 * INVALID means that the program needs more shared memory than the device has, UNSUPPORTED that an option is not for
 * this device. */
enum status compute_compile(const struct compute_device *device, const char *name, const char *source, unsigned options,
                            struct compute_binary *binary, struct fault *fault);

/* The same with options of the compiler's own, between blanks: -DNAME, -DNAME=VALUE, and those that a backend lists
 * (flags.h), none of which names a file, INVALID for another one; and kernels that are no extern "C", or of a template,
 * which is so made for what its arguments, macros too, are. compute_kernel_new finds them by the same names. */
struct compute_build {
    unsigned options;
    const char *flags;        /* or NULL */
    const char *const *names; /* or NULL: kernels of CUDA by their names in C++, ended by NULL: "scale<float, TILE>" */
};
enum status compute_build(const struct compute_device *device, const char *name, const char *source,
                          const struct compute_build *build, struct compute_binary *binary, struct fault *fault);

/* Whether a compiler of a language (a feature; 0: any) takes an option, on some device. */
bool compute_takes_flag(unsigned language, const char *flag);

/* Of devices that only compile: LAUNCH_FAILED, as from compute_kernel_new, for a binary without a kernel of this name.
 * OK on all others, which say so when it is loaded. */
enum status compute_binary_check(const struct compute_device *device, const void *bytes, size_t size, const char *entry,
                                 struct fault *fault);

struct compute_context; /* a device in use, with COMPUTE_STREAMS in-order queues */
struct compute_array;   /* device memory between two guard zones, or a texture */
struct compute_program; /* a loaded binary */
struct compute_kernel;  /* an entry point of a program */
struct compute_graph;   /* launches and fills that were captured */

/* Folder for the caches that a backend's own driver keeps (PoCL's, NVIDIA's JIT) and for precompiled headers; what a
 * killed process left of those is removed. Call before anything else. */
void compute_set_cache(const char *folder);

enum status compute_context_new(const struct compute_device *device, struct compute_context **context,
                                struct fault *fault);
void compute_context_free(struct compute_context *context);
const struct compute_device *compute_context_device(const struct compute_context *context);

/* Waits until all queued work is done, on every stream. LAUNCH_FAILED if some of it failed: the context is then
 * unusable. */
enum status compute_context_finish(struct compute_context *context, struct fault *fault);

/* Lines of the caches that kernels asked to be kept longer than others are evicted like them from now on. */
void compute_context_release_caches(struct compute_context *context);

enum status compute_program_load(struct compute_context *context, const void *bytes, size_t size,
                                 struct compute_program **program, struct fault *fault);
void compute_program_free(struct compute_program *program);

enum status compute_kernel_new(struct compute_program *program, const char *entry, struct compute_kernel **kernel,
                               struct fault *fault);
void compute_kernel_free(struct compute_kernel *kernel);

/* What the driver says of a loaded kernel; -1 where it does not say. */
struct compute_resources compute_kernel_resources(const struct compute_kernel *kernel);

/* How many of the largest work-groups that the kernel may have a unit runs at a time; 0 where that is not known. */
uint64_t compute_kernel_resident(const struct compute_kernel *kernel);

/* ---- arrays ---- */

/* An array of `bytes` (> 0) bytes, aligned to at least 256, with a guard zone of COMPUTE_GUARD bytes before and behind
 * it; or of `guard` bytes, at most as many and a multiple of 256, where memory is dear and strides past the end are not
 * to be found. */
enum { COMPUTE_GUARD = 65536 };
enum status compute_array_new(struct compute_context *context, size_t bytes, struct compute_array **array,
                              struct fault *fault);
enum status compute_array_new_guarded(struct compute_context *context, size_t bytes, size_t guard,
                                      struct compute_array **array, struct fault *fault);
void compute_array_free(struct compute_array *array);
size_t compute_array_bytes(const struct compute_array *array);

/* Copies between host memory and the array, from byte `offset` of it; returns when the copy is complete. */
enum status compute_array_write(struct compute_array *array, size_t offset, const void *from, size_t bytes,
                                struct fault *fault);
enum status compute_array_read(struct compute_array *array, size_t offset, void *to, size_t bytes, struct fault *fault);

/* Queues a fill of the whole array with one byte value; does not wait. */
enum status compute_array_fill(struct compute_array *array, uint8_t value, struct fault *fault);

/* Queues a copy of a whole array to another one of the same context, of as many bytes; does not wait. */
enum status compute_array_copy(struct compute_array *to, struct compute_array *from, struct fault *fault);

/* WRONG_RESULT if something was written within the guard zones, or added to what is there, with how many bytes changed
 * and on which side; restores the guard zones. */
enum status compute_array_check(struct compute_array *array, const char *name, struct fault *fault);

/* The same of several arrays of one context, with one wait for all; the first fault is told, and all are restored. */
struct compute_checked {
    struct compute_array *array;
    const char *name;
};
enum status compute_arrays_check(const struct compute_checked *checked, size_t count, struct fault *fault);

/* ---- textures ---- */

enum compute_filter { COMPUTE_POINT, COMPUTE_LINEAR };
/* Outside: the nearest element; 0; the texture once more; or its mirror image. */
enum compute_addressing { COMPUTE_CLAMP, COMPUTE_BORDER, COMPUTE_WRAP, COMPUTE_MIRROR };
enum compute_dimensions { COMPUTE_2D, COMPUTE_1D, COMPUTE_3D };

/* A table of width x height floats, a row of them, or `depth` such layers, read by a kernel's FETCH, FETCH_1D or
 * FETCH_3D. Element (i, j, k) is at (i + 0.5, j + 0.5, k + 0.5); with wrap and mirror, which CUDA and OpenCL have for
 * normalised coordinates alone, at these as shares of width, height and depth. */
struct compute_texture {
    size_t width, height; /* at least 1 each; of 1D height is 1 */
    enum compute_filter filter;
    enum compute_addressing addressing;
    enum compute_dimensions dimensions;
    size_t depth; /* of 3D at least 1, else 0 */
};

static inline bool compute_is_normalised(struct compute_texture texture)
{
    return texture.addressing == COMPUTE_WRAP || texture.addressing == COMPUTE_MIRROR;
}

static inline size_t compute_texture_bytes(struct compute_texture texture)
{
    return texture.width * texture.height * (texture.depth ? texture.depth : 1) * sizeof(float);
}

/* Makes a texture: an array that is written and read whole, row by row, and never filled. INVALID for a size that the
 * device does not have, UNSUPPORTED where it has no textures. */
enum status compute_texture_new(struct compute_context *context, struct compute_texture texture,
                                struct compute_array **array, struct fault *fault);

/* ---- host memory, and copies that do not wait ---- */

struct compute_host; /* memory of the host that copies start or end in */

/* Makes host memory of `bytes` (> 0): page-locked (pinned), which the device reads and writes by itself while the host
 * goes on, or as malloc gives it (pageable). NO_MEMORY where there is none. Freeing it waits for all that is queued. */
enum status compute_host_new(struct compute_context *context, size_t bytes, bool pinned, struct compute_host **memory,
                             struct fault *fault);
void compute_host_free(struct compute_host *memory);
void *compute_host_bytes(const struct compute_host *memory);

/* Queue copies between host memory (of any kind) and the array, from byte `offset` of it, on a stream. They may return
 * before the copy is complete, or even begun: until the stream was waited for, what is sent must stay as it is, and
 * what is received is not there. */
enum status compute_array_send(struct compute_array *array, size_t offset, const void *from, size_t bytes, int stream,
                               struct fault *fault);
enum status compute_array_receive(struct compute_array *array, size_t offset, void *to, size_t bytes, int stream,
                                  struct fault *fault);

/* Waits until all is done that is queued on a stream. */
enum status compute_stream_finish(struct compute_context *context, int stream, struct fault *fault);

/* ---- references: functions of other libraries ---- */

/* A function of a library of references (references/README.md), on arrays of one context; it works on stream 0. */
enum { COMPUTE_REFERENCE_ARRAYS = 4 };
struct compute_reference {
    const char *library, *function;
    struct compute_array *array[COMPUTE_REFERENCE_ARRAYS];
    size_t arrays;
    uint64_t n, rows;              /* rows of n elements each */
    const double *settings;        /* what else the function must know of the problem; or NULL */
    struct compute_array *scratch; /* of as many bytes as the function wants; NULL if it wants none */
};

/* How many bytes of scratch the function wants. UNSUPPORTED where the library is not there, or not for this backend. */
enum status compute_reference_scratch(struct compute_context *context, const struct compute_reference *reference,
                                      size_t *bytes, struct fault *fault);

/* Makes the scratch ready, once; then queues one call, any number of times. A function that gives its result to the
 * host may wait. */
enum status compute_reference_prepare(struct compute_context *context, const struct compute_reference *reference,
                                      struct fault *fault);
enum status compute_reference_run(struct compute_context *context, const struct compute_reference *reference,
                                  struct fault *fault);

/* ---- launches ---- */

/* Work is queued on stream 0, unless a launch names another. Each stream is in order; between two of them only
 * compute_stream_wait orders: what comes on `stream` from now on begins after all that is queued on `awaited` by now.
 * Fills, marks and copies that wait are on stream 0. COMPUTE_YIELDING is the last: where a device knows priorities,
 * groups of its launches begin when no others can. */
enum { COMPUTE_STREAMS = 4, COMPUTE_YIELDING = COMPUTE_STREAMS - 1 };
enum status compute_stream_wait(struct compute_context *context, int stream, int awaited, struct fault *fault);

/* One kernel argument: an array or a texture; a value of `size` bytes; constant memory; or `size` bytes of local
 * memory, which CUDA has as dynamic shared memory, of all such arguments together, and no parameter for. */
struct compute_argument {
    struct compute_array *array;
    const void *value;
    size_t size;
    const char *constant; /* constant memory: the name that the kernel file gives it */
    size_t offset;
    bool local;
    const char *name; /* what messages call it, beside its number; NULL: nothing */
};

/* Each refuses, when it is compiled, what it is not for: an argument that is no struct compute_array *, and a pointer
 * or an array of the host as a value. */
#define COMPUTE_ARRAY(a) ((struct compute_argument){.array = COMPUTE_ONLY_ARRAY(a)})
#define COMPUTE_LOCAL(bytes) ((struct compute_argument){.local = true, .size = (bytes)})
#define COMPUTE_VALUE(v) ((struct compute_argument){.value = &(v), .size = COMPUTE_VALUE_BYTES(v)})

/* clang-format off */
#define COMPUTE_ONLY_ARRAY(a) _Generic((a), struct compute_array *: (a))
/* sizeof v; an array counts as a pointer, whose type class is 5 in gcc and clang. */
#define COMPUTE_VALUE_BYTES(v)                                                                                         \
    (sizeof(v) +                                                                                                       \
     0 * sizeof(struct { char unused;                                                                                  \
                         _Static_assert(__builtin_classify_type(v) != 5, "COMPUTE_VALUE takes no pointer or array"); }))
/* clang-format on */

/* Constant memory `name` (CONSTANT in the kernel file) holds `bytes` bytes of array `a` from `from`: the launch copies
 * them first, on its stream. Such arguments stand last, in the order of the kernel's CONSTANT_ARGs. */
#define COMPUTE_CONSTANT(name, a, from, bytes)                                                                         \
    ((struct compute_argument){.array = COMPUTE_ONLY_ARRAY(a), .constant = (name), .offset = (from), .size = (bytes)})

struct compute_launch {
    uint64_t groups[3]; /* work-groups, at least 1 each */
    uint32_t group[3];  /* work-items of a group, at least 1 each */
    int stream;         /* 0 .. COMPUTE_STREAMS - 1 */
};

/* As many kernels that kernels launched may wait or run at a time; what is launched beyond is lost. */
enum { COMPUTE_CHILD_LAUNCHES = 1 << 15 };

/* Queues a launch; does not wait. What the device cannot do (work-group size, local memory, number of groups), and
 * another number of arguments than the kernel takes, or one of another size, is refused before it, with INVALID and the
 * reason. Number and sizes are not known on CUDA drivers before 12.4. */
enum status compute_kernel_launch(struct compute_kernel *kernel, struct compute_launch launch,
                                  const struct compute_argument *arguments, size_t count, struct fault *fault);

/* The same with arguments that were set one by one, in any order, and stay set. Arguments count from 0, as in the list;
 * a value is copied, an array must live until the launch. INVALID for an index that the kernel does not have, for what
 * is no argument, and for a launch before all are set. */
enum status compute_kernel_set(struct compute_kernel *kernel, size_t index, struct compute_argument argument,
                               struct fault *fault);
enum status compute_kernel_execute(struct compute_kernel *kernel, struct compute_launch launch, struct fault *fault);

/* What is queued on stream 0 between begin and end, and on streams that wait for it and that it waits for in the end,
 * is not run but captured. UNSUPPORTED on devices without graphs. compute_graph_end ends capturing whatever comes back.
 * A graph holds on to the arrays and kernels it was captured with: they must outlive it. */
enum status compute_graph_begin(struct compute_context *context, struct fault *fault);
enum status compute_graph_end(struct compute_context *context, struct compute_graph **graph, struct fault *fault);
void compute_graph_free(struct compute_graph *graph);

/* Queues all of a graph on stream 0; does not wait. */
enum status compute_graph_launch(struct compute_graph *graph, struct fault *fault);

/* Queues marker 0 or 1 on the device's time line; compute_elapsed waits for both and gives the nanoseconds between. */
enum status compute_mark(struct compute_context *context, int marker, struct fault *fault);
enum status compute_elapsed(struct compute_context *context, double *nanoseconds, struct fault *fault);
