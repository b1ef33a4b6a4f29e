/* The private table of operations: one const struct per backend. Only compute/ includes this. */
#pragma once

#include "compute/compute.h"
#include "compute/flags.h"
#include "compute/health.h"

enum { MAX_ARGUMENTS = 32 }; /* of a kernel; the common part refuses more */

/* An argument of a launch: an array's memory, a texture, or a value. If `constant` names constant memory, that gets
 * `size` bytes from byte `offset` of the raw memory; such arguments come last. */
struct backend_argument {
    void *memory, *texture;
    const void *value;
    size_t size;
    const char *constant;
    size_t offset;
    bool local; /* local memory of `size` bytes */
    const char *name;
};

/* What is known of a loaded kernel. Initially unknown: resources and parameters -1, the largest work-group, how many of
 * these a unit runs at a time, and a parameter's bytes 0. */
struct backend_kernel {
    struct compute_resources resources;
    int parameters;
    size_t parameter_bytes[MAX_ARGUMENTS];
    uint64_t max_group, resident;
};

struct nonbonded_form; /* nonbonded_form.h */

/* A function of a reference library, and the arrays of its call. */
struct reference_call;
struct backend_reference {
    const char *library, *function;
    void *memory[COMPUTE_REFERENCE_ARRAYS], *scratch;
    size_t arrays;
};

/* The operations of a backend that runs kernels: X(result, name, parameters). Handles are its own structs. The common
 * part (context.c) has the device description, checks limits, arguments and streams before a launch, and adds guard
 * zones: here an array is raw memory, addressed by a byte offset. */
#define BACKEND_OPERATIONS(X)                                                                                          \
    X(enum status, context_new, (const struct compute_device *device, void **context, struct fault *fault))            \
    X(void, context_free, (void *context))                                                                             \
    /* waits for all streams; and makes one wait for another */                                                        \
    X(enum status, finish, (void *context, struct fault *fault))                                                       \
    X(enum status, stream_wait, (void *context, int stream, int awaited, struct fault *fault))                         \
    X(enum status, program_load, (void *context, const void *bytes, size_t size, void **program, struct fault *fault)) \
    X(void, program_free, (void *program))                                                                             \
    X(enum status, kernel_new,                                                                                         \
      (void *program, const char *entry, void **kernel, struct backend_kernel *known, struct fault *fault))            \
    /* raw memory of `bytes`; kernels get its part of `view_bytes` from byte `offset` on */                            \
    X(enum status, memory_new,                                                                                         \
      (void *context, size_t bytes, size_t offset, size_t view_bytes, void **memory, struct fault *fault))             \
    X(void, memory_free, (void *memory))                                                                               \
    X(enum status, write, (void *memory, size_t offset, const void *from, size_t bytes, struct fault *fault))          \
    X(enum status, read, (void *memory, size_t offset, void *to, size_t bytes, struct fault *fault))                   \
    /* queued */                                                                                                       \
    X(enum status, fill, (void *memory, size_t offset, size_t bytes, uint8_t value, struct fault *fault))              \
    X(enum status, copy, (void *to, size_t offset, void *from, size_t from_offset, size_t bytes, struct fault *fault)) \
    /* page-locked host memory, and its address */                                                                     \
    X(enum status, host_new, (void *context, size_t bytes, void **host, void **where, struct fault *fault))            \
    /* copies queued on a stream, and waiting for all that is queued there */                                          \
    X(enum status, send,                                                                                               \
      (void *memory, size_t offset, const void *from, size_t bytes, int stream, struct fault *fault))                  \
    X(enum status, receive, (void *memory, size_t offset, void *to, size_t bytes, int stream, struct fault *fault))    \
    X(enum status, stream_finish, (void *context, int stream, struct fault *fault))                                    \
    /* textures of a shape that the device supports, written and read as a whole */                                    \
    X(enum status, texture_new, (void *context, struct compute_texture shape, void **texture, struct fault *fault))    \
    X(enum status, texture_write, (void *texture, const void *from, struct fault *fault))                              \
    X(enum status, texture_read, (void *texture, void *to, struct fault *fault))                                       \
    X(enum status, launch,                                                                                             \
      (void *kernel, struct compute_launch launch, const struct backend_argument *arguments, size_t count,             \
       struct fault *fault))                                                                                           \
    X(enum status, mark, (void *context, int marker, struct fault *fault))                                             \
    X(enum status, elapsed, (void *context, double *nanoseconds, struct fault *fault))

/* NULL for backends without graphs. The common part allows only launches, fills and waits between begin and end. */
#define BACKEND_GRAPHS(X)                                                                                              \
    X(enum status, graph_begin, (void *context, struct fault *fault))                                                  \
    X(enum status, graph_end, (void *context, void **graph, struct fault *fault))                                      \
    X(void, graph_free, (void *graph))                                                                                 \
    X(enum status, graph_launch, (void *graph, struct fault *fault))

#define BACKEND_MEMBER(result, name, parameters) result(*name) parameters;

struct compute_backend {
    const char *name;
    unsigned language;  /* of its programs, a feature of all its devices; 0: a language of its own */
    const char *target; /* prefix of a target after the backend's name and a colon: "sm_", ""; NULL: no targets */
    /* How many parameters of a kernel a texture, constant memory and local memory are; others are 1. */
    int texture_parameters, constant_parameters, local_parameters;

    /* Adapts compute_typical_gpu to this backend. NULL for backends that are not listed by default. */
    void (*typical)(struct compute_device *device);

    /* Up to `max` devices; if there is none: UNSUPPORTED with the reason. `target`: the text after the colon, or "".
     */
    enum status (*devices)(const char *target, struct compute_device *device, size_t max, size_t *count,
                           struct fault *fault);

    /* compute_health; NULL if not available. */
    bool (*health)(const struct compute_device *device, struct compute_health *health, char *text, size_t size);

    /* compute_energy; NULL if not available. */
    bool (*energy)(const struct compute_device *device, double *joules, char *text, size_t size);

    /* compute_drivers and compute_choose_drivers; NULL for a backend with one driver. */
    size_t (*drivers)(struct compute_driver driver[COMPUTE_MAX_DRIVERS]);
    bool (*choose_drivers)(const struct compute_driver *driver, const bool *chosen, size_t count, const char *cache,
                           struct compute_setting *setting);

    /* The compiler flags that it accepts besides definitions, ended by a NULL name; NULL: none. */
    const struct compute_flag *flags;
    enum status (*compile)(const struct compute_device *device, const char *name, const char *source, unsigned options,
                           const struct flags *flags, struct compute_binary *binary, struct fault *fault);

    /* LAUNCH_FAILED for a binary without a kernel of this name. NULL for a backend that runs kernels: its kernel_new
     * checks it. */
    enum status (*check_kernel)(const void *bytes, size_t size, const char *entry, struct fault *fault);

    /* Everything below is NULL for a backend that only compiles. */
    BACKEND_OPERATIONS(BACKEND_MEMBER)
    BACKEND_GRAPHS(BACKEND_MEMBER)
    void (*release_caches)(
        void *context); /* compute_context_release_caches; NULL if no kernel can persist cache lines */
    void (*kernel_free)(void *kernel);
    void (*host_free)(void *host); /* nothing that uses it may be queued */
    void (*texture_free)(void *texture);

    /* How it sums over pairs of atoms on a device; NULL for backends without that. */
    const struct nonbonded_form *(*nonbonded)(const struct compute_device *device);

    /* NULL for backends without references. `call` has its stage, n, rows and scratch_bytes; the backend sets the rest.
     */
    enum status (*reference)(void *context, const struct backend_reference *reference, struct reference_call *call,
                             struct fault *fault);
};

#define BACKEND(name, target) extern const struct compute_backend name##_backend;
#include "compute/backends.def"
