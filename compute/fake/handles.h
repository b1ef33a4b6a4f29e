/* The fake device's handles, shared by its files. */
#pragma once

#include "compute/backend.h"

#define FAKE_OPERATION(result, name, parameters) result fake_##name parameters;
BACKEND_OPERATIONS(FAKE_OPERATION)
BACKEND_GRAPHS(FAKE_OPERATION)

struct fake_context {
    struct compute_device device;
    uint64_t clock, mark[2];     /* nanoseconds */
    bool idle;                   /* no launch since the last marker */
    uint64_t launches, used;     /* used: bytes of device memory */
    struct fake_step *pending;   /* steps queued on all streams that did not run yet, in order */
    uint64_t queued;             /* steps so far */
    struct fake_graph *captured; /* the graph being captured, or NULL */
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

/* FAKE_DEVICES has a name per device: "Fake device,Fake device:slow 20,Other device:dead FILE". A launch on a slow one
 * takes so many milliseconds of real time longer; a dead one launches nothing and cannot be opened once the file
 * exists. The text and the number after a word of a device; "" and 0 without the word. */
#define FAKE_DEVICES "FAKE_DEVICES"
double fake_outcome(const struct compute_device *device, const char *word, char file[256]);
void fake_sleep(double milliseconds);

_Noreturn void fake_hang(void);
_Noreturn void fake_crash(void);

/* Runs a launch. */
/* The energy of all launches of this process, by their scripts. */
double fake_joules(void);

enum status fake_run(void *kernel, struct compute_launch launch, const struct backend_argument *arguments, size_t count,
                     struct fault *fault);

/* ---- queue.c ---- */

/* A queued step: a launch, a fill, a copy, a marker, a wait or a graph, by its `run`. */
struct fake_step {
    enum status (*run)(struct fake_context *context, const struct fake_step *step, struct fault *fault);
    int stream;
    uint64_t number;        /* of the context's steps */
    struct fake_step *next; /* of what is pending */
    void *kernel;
    struct compute_launch launch;
    struct backend_argument arguments[MAX_ARGUMENTS]; /* the values are copies, owned */
    size_t count;
    struct fake_memory *memory;
    size_t offset, bytes;
    const void *from; /* of a copy: host memory, or the fake device's, which is that, too */
    void *to;
    uint8_t value; /* of a fill; a marker; the stream that is awaited */
    const struct fake_graph *graph;
};

void fake_step_free(struct fake_step *step);

/* Runs a step, and frees it; or queues it after earlier steps of its stream. */
enum status fake_step_queue(struct fake_context *context, struct fake_step *step, struct fault *fault);

/* Drops pending steps. */
void fake_drop(struct fake_context *context);

/* ---- graph.c ---- */

/* What the host takes to capture and make a graph, for which queued work waits. */
enum { FAKE_CAPTURE_NS = 1000000 };

/* Steps that were captured, in order. */
struct fake_graph {
    struct fake_context *context;
    struct fake_step *steps;
    size_t count;
};

/* Records a step if its stream takes part in the graph being captured; else false. */
bool fake_capture(struct fake_context *context, const struct fake_step *step);

/* The rules of CUDA: a stream takes part from its wait for one that does, and stream 0 must wait for it in the end. */
enum status fake_capture_wait(struct fake_context *context, int stream, int awaited, struct fault *fault);

/* ---- reference.c ---- */

enum status fake_reference(void *context, const struct backend_reference *reference, struct reference_call *call,
                           struct fault *fault);
