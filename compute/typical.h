/* A device that stands for any of its kind. */
#pragma once

#include "compute/compute.h"

/* What NVIDIA's GPUs can do, and how much of it one launch may have; no name, no backend, nothing of one product. */
extern const struct compute_device compute_typical_gpu;

/* The same as a device of a backend, one of compute_listed, with what it has there and lacks. */
struct compute_device compute_typical(const char *backend);
