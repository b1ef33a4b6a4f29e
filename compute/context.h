/* The handles of the front: a backend's own handle, and what the front must know to check it. */
#ifndef COMPUTE_CONTEXT_H
#define COMPUTE_CONTEXT_H

#include "compute/backend.h"

struct compute_context {
    struct compute_device device;
    const struct compute_backend *backend;
    void *handle;
    bool marked[2];
};

struct compute_array {
    struct compute_context *context;
    void *handle;
    size_t bytes; /* without the fences */
    size_t fence; /* bytes of each */
};

struct compute_program {
    struct compute_context *context;
    void *handle;
};

struct compute_kernel {
    struct compute_context *context;
    void *handle;
    struct compute_resources resources;
    uint64_t max_group;
};

/* The backend of a name, whatever stands behind its colon; NULL where there is none. */
const struct compute_backend *compute_backend_of(const char *name);

#endif
