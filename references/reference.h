/* The common signature of all functions in reference libraries, in C, without CUDA's types: compute/ calls it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum reference_stage {
    REFERENCE_SCRATCH, /* only sets scratch_bytes, the required size; may be 0 */
    REFERENCE_PREPARE, /* called once, with scratch: computes what is constant over calls; may wait */
    REFERENCE_RUN      /* queues one call on the stream */
};

struct reference_call {
    enum reference_stage stage;
    void *stream;   /* a CUstream of the current CUDA context */
    void *array[4]; /* device addresses: inputs first, then outputs */
    uint64_t n, rows;
    const double *settings; /* of the suite, in the order of its table; host memory */
    void *scratch;          /* device memory */
    size_t scratch_bytes;
};

/* NULL, or an error. */
typedef const char *reference_function(struct reference_call *call);
