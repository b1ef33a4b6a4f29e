/* What the files of the backend "cuda" share: contexts, programs, memory, textures, graphs. */
#ifndef COMPUTE_CUDA_CONTEXT_H
#define COMPUTE_CUDA_CONTEXT_H

#include "compute/cuda/driver.h"

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

enum status cuda_context_new(const struct compute_device *device, void **context, struct fault *fault);
void cuda_context_free(void *context);
enum status cuda_finish(void *context, struct fault *fault);
void cuda_release_caches(void *context);
enum status cuda_stream_wait(void *context, int stream, int awaited, struct fault *fault);
enum status cuda_mark(void *context, int marker, struct fault *fault);
enum status cuda_elapsed(void *context, double *nanoseconds, struct fault *fault);

/* ---- program.c ---- */

enum status cuda_program_load(void *context, const void *bytes, size_t size, void **program, struct fault *fault);
void cuda_program_free(void *program);
enum status cuda_kernel_new(void *program, const char *entry, void **kernel, struct backend_kernel *known,
                            struct fault *fault);
enum status cuda_launch(void *kernel, struct compute_launch launch, const struct backend_argument *arguments,
                        size_t count, struct fault *fault);

/* ---- memory.c ---- */

struct cuda_memory {
    struct cuda_context *context;
    unsigned long long base, view;
};

enum status cuda_memory_new(void *context, size_t bytes, size_t offset, size_t view_bytes, void **memory,
                            struct fault *fault);
void cuda_memory_free(void *memory);
enum status cuda_write(void *memory, size_t offset, const void *from, size_t bytes, struct fault *fault);
enum status cuda_read(void *memory, size_t offset, void *to, size_t bytes, struct fault *fault);
enum status cuda_fill(void *memory, size_t offset, size_t bytes, uint8_t value, struct fault *fault);

/* ---- transfer.c ---- */

enum status cuda_host_new(void *context, size_t bytes, void **host, void **where, struct fault *fault);
void cuda_host_free(void *host);
enum status cuda_send(void *memory, size_t offset, const void *from, size_t bytes, int stream, struct fault *fault);
enum status cuda_receive(void *memory, size_t offset, void *to, size_t bytes, int stream, struct fault *fault);
enum status cuda_stream_finish(void *context, int stream, struct fault *fault);

/* ---- texture.c ---- */

struct cuda_texture {
    struct cuda_context *context;
    struct CUarray_st *array;
    unsigned long long object; /* the kernel's parameter; 0 is none */
    size_t width, height;
};

enum status cuda_texture_new(void *context, struct compute_texture shape, void **texture, struct fault *fault);
void cuda_texture_free(void *texture);
enum status cuda_texture_write(void *texture, const void *from, struct fault *fault);
enum status cuda_texture_read(void *texture, void *to, struct fault *fault);

/* ---- graph.c ---- */

enum status cuda_graph_begin(void *context, struct fault *fault);
enum status cuda_graph_end(void *context, void **graph, struct fault *fault);
void cuda_graph_free(void *graph);
enum status cuda_graph_launch(void *graph, struct fault *fault);

/* ---- reference.c ---- */

enum status cuda_reference(void *context, const struct backend_reference *reference, struct reference_call *call,
                           struct fault *fault);

#endif
