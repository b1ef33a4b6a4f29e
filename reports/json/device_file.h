/* A device as a file describes it: what `gpubench devices --export` wrote, or --json, or the context of results. */
#pragma once

#include "tuner/result.h"

struct described_device {
    struct compute_device device; /* its language is no feature that a file says */
    uint32_t given;               /* features of which the file says whether it has them: an older one not of all */
    bool one;                     /* the file has no other device */
};

/* Reads the device of that number in a file, which may be packed. INVALID with one line, with the place in the file,
 * for what is none: numbers by which a space is divided are above 0. */
enum status device_file_read(const char *path, uint64_t number, struct described_device *described,
                             struct fault *fault);
