/* The fake device's handles, shared by its files. */
#ifndef COMPUTE_FAKE_H
#define COMPUTE_FAKE_H

#include "compute/backend.h"

struct fake_context {
    struct compute_device device;
    uint64_t clock, mark[2];     /* nanoseconds */
    uint64_t launches, used;     /* used: bytes of device memory */
    struct fake_graph *captured; /* the graph that is captured now, or NULL */
    bool takes_part[COMPUTE_STREAMS],
        awaited[COMPUTE_STREAMS]; /* in it: streams, and whether stream 0 waits in the end */
};

/* Also the handle of its kernels: all entry points do the same. */
struct fake_program {
    struct fake_context *context;
    char *text;         /* the binary, and a NUL */
    const char *script; /* within it */
};

struct fake_memory {
    struct fake_context *context;
    uint8_t *bytes;
    size_t total, offset, view_bytes;
};

_Noreturn void fake_hang(void);
_Noreturn void fake_crash(void);

enum status fake_fill(void *memory, size_t offset, size_t bytes, uint8_t value, struct fault *fault);
enum status fake_launch(void *kernel, struct compute_launch launch, const struct backend_argument *arguments,
                        size_t count, struct fault *fault);

/* ---- fake_graph.c: these do it at once, or capture it ---- */

enum status fake_queue_fill(void *memory, size_t offset, size_t bytes, uint8_t value, struct fault *fault);
enum status fake_queue_launch(void *kernel, struct compute_launch launch, const struct backend_argument *arguments,
                              size_t count, struct fault *fault);
enum status fake_stream_wait(void *context, int stream, int awaited, struct fault *fault);

enum status fake_graph_begin(void *context, struct fault *fault);
enum status fake_graph_end(void *context, void **graph, struct fault *fault);
void fake_graph_free(void *graph);
enum status fake_graph_launch(void *graph, struct fault *fault);

#endif
