/* The handles of the common part: a backend's own handle, and what is needed to check its use. */
#pragma once

#include "compute/backend.h"

/* Host memory, NULL until it is needed; pageable if it has no handle. */
struct guard_buffer {
    void *handle, *bytes;
};

struct compute_context {
    struct compute_device device;
    const struct compute_backend *backend;
    void *handle;
    bool marked[2];
    bool capturing;             /* a graph */
    struct guard_buffer guards; /* host buffer for those of arrays */
};

struct compute_array {
    const void *self; /* its own address, which identifies an array */
    struct compute_context *context;
    void *handle;
    size_t bytes; /* without the guard zones */
    size_t guard; /* bytes of each */
    bool is_texture;
};

struct compute_host {
    struct compute_context *context;
    void *handle; /* of pinned memory; NULL for pageable */
    void *bytes;
};

struct compute_program {
    struct compute_context *context;
    void *handle;
};

struct compute_kernel {
    struct compute_context *context;
    void *handle;
    char *entry;
    struct backend_kernel known;
    struct set_argument {
        struct compute_argument argument;
        void *copy; /* of the value, or of the name of constant memory */
        bool is_set;
    } set[MAX_ARGUMENTS]; /* one by one */
};

struct compute_graph {
    struct compute_context *context;
    void *handle;
};

/* False for NULL, and for host memory passed as an array (a pointer's bytes are read there). */
bool compute_array_is(const struct compute_array *array);

/* INVALID for a pointer that is not an array, a range beyond it, or a part of a texture; and while a graph is captured.
 */
enum status compute_array_range(const struct compute_array *array, size_t offset, size_t bytes, const char *what,
                                struct fault *fault);

/* INVALID for an invalid stream. */
enum status compute_stream_check(int stream, struct fault *fault);

/* INVALID while a graph is captured, since `what` would not be part of it. */
enum status compute_not_capturing(const struct compute_context *context, const char *what, struct fault *fault);

/* The backend of a name, with or without a target after a colon; NULL if there is none. */
const struct compute_backend *compute_backend_of(const char *name);
