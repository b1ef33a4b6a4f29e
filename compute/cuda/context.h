/* Shared by the files of the backend "cuda": contexts, programs, memory, textures, graphs. */
#pragma once

#include "compute/cuda/driver.h"

/* The operations, each in the file of its object. */
#define CUDA_OPERATION(result, name, parameters) result cuda_##name parameters;
BACKEND_OPERATIONS(CUDA_OPERATION)
BACKEND_GRAPHS(CUDA_OPERATION)

/* ---- context.c ---- */

struct cuda_context {
    const struct cuda_api *api;
    int device;
    struct CUctx_st *context;
    struct CUstream_st *stream[COMPUTE_STREAMS];
    struct CUevent_st *marker[2];
    struct CUevent_st *joint; /* of stream_wait */
};

/* Makes the context the current one of this thread. */
enum status cuda_enter(struct cuda_context *context, struct fault *fault);

/* Waits for stream 0. Errors of work that was queued earlier show here too. */
enum status cuda_wait(struct cuda_context *context, const char *what, struct fault *fault);

void cuda_release_caches(void *context);

/* ---- memory.c ---- */

struct cuda_memory {
    struct cuda_context *context;
    unsigned long long base, view;
};

/* ---- transfer.c ---- */

void cuda_host_free(void *host);

/* ---- texture.c ---- */

struct cuda_texture {
    struct cuda_context *context;
    struct CUarray_st *array;
    unsigned long long object; /* the kernel's parameter; 0: none */
    struct compute_texture shape;
};

void cuda_texture_free(void *texture);

/* ---- reference.c ---- */

enum status cuda_reference(void *context, const struct backend_reference *reference, struct reference_call *call,
                           struct fault *fault);
