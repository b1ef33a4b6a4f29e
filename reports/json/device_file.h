/* A device read from a file: of `gpubench devices --export`, of its --json, or from the context of results. */
#pragma once

#include "tuner/result.h"

struct described_device {
    struct compute_device device; /* its language is not among the features of a file */
    uint32_t given;               /* the features for which the file has a value: older files lack some */
    bool one;                     /* the file has no other device */
};

/* Reads the device of that number from a file, possibly packed by gzip. INVALID with one line, with the place in the
 * file, if it is not valid: numbers by which a space is divided must be above 0. */
enum status device_file_read(const char *path, uint64_t number, struct described_device *described,
                             struct fault *fault);
