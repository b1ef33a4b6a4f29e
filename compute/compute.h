/* Common Compute in C: contexts, arrays, programs and kernels with one API over CUDA, OpenCL and a fake device. After
 * OpenMM's ComputeContext, ComputeArray, ComputeProgram and ComputeKernel (Eastman et al. 2017). No other module uses
 * CUDA or OpenCL. Every function that can fail returns a status and explains it in *fault (which may be NULL). */
#pragma once

#include "base/status.h"
#include "compute/vectors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_FLAGS = 32, MAX_FLAGS_TEXT = 2048 }; /* compiler options of a build: their number, and the bytes of all */

/* Features of a device, a bit each. A language's feature means that programs in that language can be compiled. */
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

/* A device, described by plain data that can be sent to other processes and written to files. Zero means unknown. */
struct compute_device {
    char backend[16]; /* its name, for users and files; code tests `features` instead */
    int index;        /* among the backend's devices */
    char name[128];
    char uuid[64];         /* "" if the backend has none */
    char platform[128];    /* OpenCL's platform; "CUDA" */
    char driver[128];      /* driver version as the backend prints it */
    char compiler[128];    /* compiler and version: part of the key of a binary */
    char architecture[32]; /* "sm_90"; "" on OpenCL */
    bool is_cpu;
    bool can_run;                 /* false: compiles only (nvrtc:sm_XX) */
    uint32_t features;            /* enum compute_feature */
    char lacks_child_launch[160]; /* the reason for its absence; "" if it is supported */
    char lacks_cub[160];
    uint32_t units;      /* multiprocessors, compute units */
    uint32_t simt_width; /* lanes in lockstep: 32 on NVIDIA, 1 on a CPU */
    uint32_t clock_mhz, memory_clock_mhz, memory_bus_bits;
    uint64_t memory_bytes, l2_bytes;
    uint64_t local_bytes;    /* shared memory available to a work-group */
    uint64_t constant_bytes; /* constant memory available to a launch */
    uint64_t max_texture[2]; /* width, height */
    uint64_t max_texture_1d, max_texture_3d[3];
    uint64_t max_group; /* work-items in a work-group */
    uint64_t max_group_size[3], max_groups[3];
};

/* Whether a device has all of some features; true for an unknown device. */
static inline bool compute_has(const struct compute_device *device, unsigned features)
{
    return !device || (device->features & features) == features;
}

/* Why a backend has no devices, or one of its drivers is skipped. */
struct compute_absence {
    char backend[16];
    bool failed; /* it was tried, and does not work; else it is not installed */
    char text[512];
};

enum { COMPUTE_MAX_DEVICES = 32, COMPUTE_MAX_ABSENCES = 24, COMPUTE_MAX_DRIVERS = 16 };

/* All devices of all backends that are listed by default, and why a backend has none. */
struct compute_inventory {
    struct compute_device device[COMPUTE_MAX_DEVICES];
    size_t devices;
    struct compute_absence absence[COMPUTE_MAX_ABSENCES];
    size_t absences;
};

void compute_inventory(struct compute_inventory *inventory);

/* The name of the i-th of those backends, NULL after the last; and its part of an inventory. */
const char *compute_listed(size_t i);
void compute_list(const char *backend, struct compute_inventory *inventory);

/* Adds to an inventory, if there is room. */
void compute_list_absence(struct compute_inventory *inventory, const char *backend, bool failed, const char *text);

/* The drivers that a backend loads all together, each named by a file; none if it has one driver, or does not list
 * them. Does not load drivers. Returns the number, at most COMPUTE_MAX_DRIVERS. */
struct compute_driver {
    char path[512];
};
size_t compute_drivers(const char *backend, struct compute_driver driver[COMPUTE_MAX_DRIVERS]);

/* The environment variable "NAME=VALUE" of a process that is to load only the chosen drivers. Makes a small folder in
 * `cache`; false if that fails. */
struct compute_setting {
    char text[4096 + 64];
};
bool compute_choose_drivers(const char *backend, const struct compute_driver *driver, const bool *chosen, size_t count,
                            const char *cache, struct compute_setting *setting);

/* The backend names of compute_find, in the order of backends.def, ended by NULL: "cuda", "nvrtc:sm_XX". */
extern const char *const compute_backend_names[];

/* The name by which compute_find finds a device again, or the compiler for a target: "nvrtc:sm_90". A target has only
 * one spelling, "sm_90a": INVALID for others. */
struct compute_name {
    char text[64];
};
struct compute_name compute_name_of(const struct compute_device *device);
enum status compute_name_target(const char *target, struct compute_name *name, struct fault *fault);

/* Describes device `index` of a backend. A name with a target has it after the colon ("nvrtc:sm_90"). UNSUPPORTED if
 * there is no such device. */
enum status compute_find(const char *backend, int index, struct compute_device *device, struct fault *fault);

/* ---- programs: compiled in one process, run in another ---- */

/* The compiler's report about a program; -1: not reported. The maximum over several kernels. */
struct compute_resources {
    int registers, shared_bytes, spill_bytes;
};

/* A device binary, which its holder owns; compute_binary_free frees the bytes. */
struct compute_binary {
    void *bytes;
    size_t size;
    struct compute_resources resources;
};

void compute_binary_free(struct compute_binary *binary);

/* Options of a compilation that no #define can express. RELOCATABLE: a CUDA program whose kernels launch kernels,
 * linked with the device's own runtime. FLUSH_TO_ZERO: denormal floats may be treated as zero, which saves
 * instructions. */
enum compute_option { COMPUTE_RELOCATABLE = 1, COMPUTE_FLUSH_TO_ZERO = 2 };

/* Compiles source text for a device; needs no context of the caller. `name` is the kernel file's name, for messages;
 * `options` are of enum compute_option. COMPILE_FAILED has the beginning of the compiler's or linker's log; INVALID
 * means that the program needs more shared memory than the device has, UNSUPPORTED that the device does not support an
 * option. */
enum status compute_compile(const struct compute_device *device, const char *name, const char *source, unsigned options,
                            struct compute_binary *binary, struct fault *fault);

/* The same with compiler options, separated by blanks: -DNAME, -DNAME=VALUE, and those that a backend lists (flags.h),
 * none of which names a file; INVALID for others. And with the names of kernels that are not extern "C", or are of a
 * template, which is instantiated for its arguments (these may be macros). compute_kernel_new finds kernels by the same
 * names. */
struct compute_build {
    unsigned options;
    const char *flags;        /* or NULL */
    const char *const *names; /* or NULL: C++ names of CUDA kernels, ended by NULL: "scale<float, TILE>" */
};
enum status compute_build(const struct compute_device *device, const char *name, const char *source,
                          const struct compute_build *build, struct compute_binary *binary, struct fault *fault);

/* Whether a compiler of a language (a feature; 0: any) takes an option, on some device. */
bool compute_takes_flag(unsigned language, const char *flag);

/* For devices that only compile: LAUNCH_FAILED, as from compute_kernel_new, for a binary without a kernel of this name.
 * OK on all others, which report that when the binary is loaded. */
enum status compute_binary_check(const struct compute_device *device, const void *bytes, size_t size, const char *entry,
                                 struct fault *fault);

struct compute_context; /* a device in use, with COMPUTE_STREAMS in-order queues */
struct compute_array;   /* device memory between two guard zones, or a texture */
struct compute_program; /* a loaded binary */
struct compute_kernel;  /* an entry point of a program */
struct compute_graph;   /* launches and fills that were captured */

/* Sets the folder for the caches of a backend's own driver (PoCL's, NVIDIA's JIT) and for precompiled headers, and
 * removes headers of killed processes. Call it before all other functions. */
void compute_set_cache(const char *folder);

enum status compute_context_new(const struct compute_device *device, struct compute_context **context,
                                struct fault *fault);
void compute_context_free(struct compute_context *context);
const struct compute_device *compute_context_device(const struct compute_context *context);

/* Waits until all queued work is done, on all streams. LAUNCH_FAILED if some of it failed: the context is unusable
 * then. */
enum status compute_context_finish(struct compute_context *context, struct fault *fault);

/* From now on cache lines that kernels marked as persisting are evicted like others. */
void compute_context_release_caches(struct compute_context *context);

enum status compute_program_load(struct compute_context *context, const void *bytes, size_t size,
                                 struct compute_program **program, struct fault *fault);
void compute_program_free(struct compute_program *program);

enum status compute_kernel_new(struct compute_program *program, const char *entry, struct compute_kernel **kernel,
                               struct fault *fault);
void compute_kernel_free(struct compute_kernel *kernel);

/* The driver's report about a loaded kernel; -1: not reported. */
struct compute_resources compute_kernel_resources(const struct compute_kernel *kernel);

/* The number of work-groups of the largest size that the kernel allows which a unit runs at a time; 0: unknown. */
uint64_t compute_kernel_resident(const struct compute_kernel *kernel);

/* ---- arrays ---- */

/* An array of `bytes` (> 0) bytes, aligned to at least 256, with a guard zone of COMPUTE_GUARD bytes before and after
 * it; or of `guard` bytes, at most as many and a multiple of 256, if memory is scarce and long strides past the end
 * need not be detected. */
enum { COMPUTE_GUARD = 65536 };
enum status compute_array_new(struct compute_context *context, size_t bytes, struct compute_array **array,
                              struct fault *fault);
enum status compute_array_new_guarded(struct compute_context *context, size_t bytes, size_t guard,
                                      struct compute_array **array, struct fault *fault);
void compute_array_free(struct compute_array *array);
size_t compute_array_bytes(const struct compute_array *array);

/* Copy between host memory and the array, from byte `offset` of it; return when the copy is complete. */
enum status compute_array_write(struct compute_array *array, size_t offset, const void *from, size_t bytes,
                                struct fault *fault);
enum status compute_array_read(struct compute_array *array, size_t offset, void *to, size_t bytes, struct fault *fault);

/* Queues a fill of the whole array with one byte value; does not wait. */
enum status compute_array_fill(struct compute_array *array, uint8_t value, struct fault *fault);

/* Queues a copy of a whole array to another one of the same context, of as many bytes; does not wait. */
enum status compute_array_copy(struct compute_array *to, struct compute_array *from, struct fault *fault);

/* WRONG_RESULT if the guard zones were written to or added to, with the number of changed bytes and the side; restores
 * the guard zones. */
enum status compute_array_check(struct compute_array *array, const char *name, struct fault *fault);

/* The same for several arrays of one context, with one wait for all; reports the first fault, and restores all. */
struct compute_checked {
    struct compute_array *array;
    const char *name;
};
enum status compute_arrays_check(const struct compute_checked *checked, size_t count, struct fault *fault);

/* ---- textures ---- */

enum compute_filter { COMPUTE_POINT, COMPUTE_LINEAR };
/* Outside of the texture: the nearest element; 0; the periodic continuation; or the mirrored one. */
enum compute_addressing { COMPUTE_CLAMP, COMPUTE_BORDER, COMPUTE_WRAP, COMPUTE_MIRROR };
enum compute_dimensions { COMPUTE_2D, COMPUTE_1D, COMPUTE_3D };

/* A table of width x height floats, a row of them, or `depth` such layers, read by a kernel's FETCH, FETCH_1D or
 * FETCH_3D. Element (i, j, k) is at (i + 0.5, j + 0.5, k + 0.5); with wrap and mirror, which CUDA and OpenCL only
 * support for normalised coordinates, divide these by width, height and depth. */
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

/* Makes a texture: an array that is written and read as a whole, row by row, and never filled. INVALID for a size that
 * the device does not support, UNSUPPORTED if it has no textures. */
enum status compute_texture_new(struct compute_context *context, struct compute_texture texture,
                                struct compute_array **array, struct fault *fault);

/* ---- host memory, and asynchronous copies ---- */

struct compute_host; /* host memory for copies */

/* Allocates `bytes` (> 0) of host memory: page-locked (pinned), which the device accesses while the host continues; or
 * like malloc's (pageable). NO_MEMORY on failure. Freeing it waits for all queued work. */
enum status compute_host_new(struct compute_context *context, size_t bytes, bool pinned, struct compute_host **memory,
                             struct fault *fault);
void compute_host_free(struct compute_host *memory);
void *compute_host_bytes(const struct compute_host *memory);

/* Queue copies between host memory (of any kind) and the array, from byte `offset` of it, on a stream. They may return
 * before the copy is complete, or even begun: until the stream was waited for, data being sent must not change, and
 * received data are not available. */
enum status compute_array_send(struct compute_array *array, size_t offset, const void *from, size_t bytes, int stream,
                               struct fault *fault);
enum status compute_array_receive(struct compute_array *array, size_t offset, void *to, size_t bytes, int stream,
                                  struct fault *fault);

/* Waits until all work queued on a stream is done. */
enum status compute_stream_finish(struct compute_context *context, int stream, struct fault *fault);

/* ---- references: functions of other libraries ---- */

/* A function of a reference library (references/README.md), with arrays of one context; it works on stream 0. */
enum { COMPUTE_REFERENCE_ARRAYS = 4 };
struct compute_reference {
    const char *library, *function;
    struct compute_array *array[COMPUTE_REFERENCE_ARRAYS];
    size_t arrays;
    uint64_t n, rows;              /* rows of n elements each */
    const double *settings;        /* further numbers that the function needs of the problem; or NULL */
    struct compute_array *scratch; /* of the size that the function needs; NULL if it needs none */
};

/* The bytes of scratch that the function needs. UNSUPPORTED if the library is missing, or does not support this
 * backend. */
enum status compute_reference_scratch(struct compute_context *context, const struct compute_reference *reference,
                                      size_t *bytes, struct fault *fault);

/* Prepares the scratch, once; then queues one call, any number of times. A function that returns its result to the host
 * may wait. */
enum status compute_reference_prepare(struct compute_context *context, const struct compute_reference *reference,
                                      struct fault *fault);
enum status compute_reference_run(struct compute_context *context, const struct compute_reference *reference,
                                  struct fault *fault);

/* ---- launches ---- */

/* Work is queued on stream 0, unless a launch names another. Each stream is in order; only compute_stream_wait orders
 * two streams: work queued later on `stream` begins after all work queued on `awaited` before. Fills, marks and
 * synchronous copies are on stream 0. COMPUTE_YIELDING is the last: on devices with priorities, groups of its launches
 * begin only if no others can. */
enum { COMPUTE_STREAMS = 4, COMPUTE_YIELDING = COMPUTE_STREAMS - 1 };
enum status compute_stream_wait(struct compute_context *context, int stream, int awaited, struct fault *fault);

/* One kernel argument: an array or a texture; a value of `size` bytes; constant memory; or `size` bytes of local
 * memory, which is no parameter on CUDA: all such arguments together are its dynamic shared memory. */
struct compute_argument {
    struct compute_array *array;
    const void *value;
    size_t size;
    const char *constant; /* constant memory: its name in the kernel file */
    size_t offset;
    bool local;
    const char *name; /* for messages, besides its number; NULL: no name */
};

/* Macros that cause a compile error for an argument of the wrong kind: one that is no struct compute_array *, or a
 * pointer or a host array as a value. */
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

/* Constant memory `name` (CONSTANT in the kernel file) gets `bytes` bytes of array `a` from `from`: the launch copies
 * them first, on its stream. Such arguments come last, in the order of the kernel's CONSTANT_ARGs. */
#define COMPUTE_CONSTANT(name, a, from, bytes)                                                                         \
    ((struct compute_argument){.array = COMPUTE_ONLY_ARRAY(a), .constant = (name), .offset = (from), .size = (bytes)})

struct compute_launch {
    uint64_t groups[3]; /* work-groups, at least 1 each */
    uint32_t group[3];  /* work-items per group, at least 1 each */
    int stream;         /* 0 .. COMPUTE_STREAMS - 1 */
    bool dependent;     /* its groups may start before the preceding launch on the stream ends; the kernel waits for
                           that at AWAIT_PRECEDING. CUDA only, from sm_90 on; ignored elsewhere */
};

/* The number of kernels launched by kernels that may be pending or running at a time; further launches are lost. */
enum { COMPUTE_CHILD_LAUNCHES = 1 << 15 };

/* Queues a launch; does not wait. Before that, INVALID with the reason if the device does not support it (work-group
 * size, local memory, number of groups), or if the number of arguments, or the size of one, differs from the kernel's
 * parameters. CUDA drivers before 12.4 do not report number and sizes. */
enum status compute_kernel_launch(struct compute_kernel *kernel, struct compute_launch launch,
                                  const struct compute_argument *arguments, size_t count, struct fault *fault);

/* The same with arguments that are set one by one, in any order, and stay set. Arguments count from 0, as in the list;
 * a value is copied, an array must live until the launch. INVALID for an index that the kernel does not have, for
 * something that is no argument, and for a launch before all are set. */
enum status compute_kernel_set(struct compute_kernel *kernel, size_t index, struct compute_argument argument,
                               struct fault *fault);
enum status compute_kernel_execute(struct compute_kernel *kernel, struct compute_launch launch, struct fault *fault);

/* Work queued between begin and end on stream 0, and on streams that wait for it and that it waits for in the end, is
 * captured instead of run. UNSUPPORTED on devices without graphs. compute_graph_end ends the capture in any case. A
 * graph refers to the arrays and kernels that it was captured with: they must outlive it. */
enum status compute_graph_begin(struct compute_context *context, struct fault *fault);
enum status compute_graph_end(struct compute_context *context, struct compute_graph **graph, struct fault *fault);
void compute_graph_free(struct compute_graph *graph);

/* Queues all of a graph on stream 0; does not wait. */
enum status compute_graph_launch(struct compute_graph *graph, struct fault *fault);

/* Queues marker 0 or 1 on the device's time line; compute_elapsed waits for both and returns the nanoseconds between
 * them. */
enum status compute_mark(struct compute_context *context, int marker, struct fault *fault);
enum status compute_elapsed(struct compute_context *context, double *nanoseconds, struct fault *fault);
