/* A nominal device, which represents all of its kind. */
#pragma once

#include "compute/compute.h"

/* The features of NVIDIA's GPUs and their limits per launch; no name, no backend, nothing of one product. */
extern const struct compute_device compute_typical_gpu;

/* The same as a device of a backend (one of compute_listed), with that backend's features. */
struct compute_device compute_typical(const char *backend);
