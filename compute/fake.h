/* The fake device's handles, shared by its two halves. */
#ifndef COMPUTE_FAKE_H
#define COMPUTE_FAKE_H

#include "compute/backend.h"

struct fake_context {
    struct compute_device device;
    uint64_t clock, mark[2]; /* nanoseconds */
    uint64_t launches, used; /* used: bytes of device memory */
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

enum status fake_launch(void *kernel, struct compute_launch launch, const struct backend_argument *arguments,
                        size_t count, struct fault *fault);

#endif
