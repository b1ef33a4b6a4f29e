/* NVML: what the driver tells about a GPU besides computing on it. */
#ifndef COMPUTE_CUDA_NVML_H
#define COMPUTE_CUDA_NVML_H

#include <stdbool.h>
#include <stddef.h>

/* The driver's version, as "580.65.06"; false where NVML is not here. */
bool nvml_driver(char *version, size_t size);

#endif
