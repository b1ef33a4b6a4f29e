/* NVRTC, NVIDIA's compiler as a library: it needs neither a driver nor a GPU. */
#pragma once

#include "compute/backend.h"

/* "NVRTC 13.0, CUB 3.0.1" into `text`. UNSUPPORTED if NVRTC is not there, with what to do. */
enum status nvrtc_describe(char *text, size_t size, struct fault *fault);

/* Why NVRTC cannot compile files that include CUB, or NULL; the text is static. */
const char *nvrtc_missing_cub(void);

/* Adds the features of the device's architecture, and the reasons for missing ones. */
void nvrtc_add_features(struct compute_device *device);

/* Compiles to a cubin for device->architecture; the ops table's `compile` of both backends. UNSUPPORTED if this NVRTC
 * does not support the architecture; COMPILE_FAILED with the log; INVALID for too much shared memory. */
extern const struct compute_flag nvrtc_flags[];
enum status nvrtc_compile(const struct compute_device *device, const char *name, const char *source, unsigned options,
                          const struct flags *flags, struct compute_binary *binary, struct fault *fault);

/* Of both backends: a warp computes a tile. */
const struct nonbonded_form *cuda_nonbonded(const struct compute_device *device);
