/* The handles of the front: a backend's own handle, and what the front must know to check it. */
#pragma once

#include "compute/backend.h"

/* Memory of the host, NULL before it is needed; without a handle it is pageable. */
struct guard_buffer {
    void *handle, *bytes;
};

struct compute_context {
    struct compute_device device;
    const struct compute_backend *backend;
    void *handle;
    bool marked[2];
    bool capturing;             /* a graph */
    struct guard_buffer guards; /* where those of arrays are read to */
};

struct compute_array {
    const void *self; /* itself: what does not begin with its own address is no array */
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

/* False for NULL, and for host memory that somebody takes for an array: a pointer's bytes are read there. */
bool compute_array_is(const struct compute_array *array);

/* INVALID for what is no array, for bytes that it does not have, and for a part of a texture; and while a graph is
 * captured. */
enum status compute_array_range(const struct compute_array *array, size_t offset, size_t bytes, const char *what,
                                struct fault *fault);

/* INVALID for a stream that is none. */
enum status compute_stream_check(int stream, struct fault *fault);

/* INVALID while a graph is captured, where `what` would not be part of it. */
enum status compute_not_capturing(const struct compute_context *context, const char *what, struct fault *fault);

/* The backend of a name, whatever stands behind its colon; NULL where there is none. */
const struct compute_backend *compute_backend_of(const char *name);
