/* The one signature of all functions in libraries of references, in C, with no type of CUDA's: what compute/ calls. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum reference_stage {
    REFERENCE_SCRATCH, /* only sets scratch_bytes: what the function wants; may be 0 */
    REFERENCE_PREPARE, /* once, with scratch: fills what does not change between calls; may wait */
    REFERENCE_RUN      /* queues one call on the stream */
};

struct reference_call {
    enum reference_stage stage;
    void *stream;   /* a CUstream of the current CUDA context */
    void *array[4]; /* device addresses: inputs first, then outputs */
    uint64_t n, rows;
    const double *settings; /* of the suite, in the order of its table; of the host */
    void *scratch;          /* device memory */
    size_t scratch_bytes;
};

/* NULL, or what is wrong. */
typedef const char *reference_function(struct reference_call *call);
