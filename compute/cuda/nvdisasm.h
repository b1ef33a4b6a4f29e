/* nvdisasm, a program of the CUDA toolkit and a wheel of its own: what is in a cubin. */
#ifndef COMPUTE_CUDA_NVDISASM_H
#define COMPUTE_CUDA_NVDISASM_H

#include "compute/backend.h"

/* The ops table's inspect. UNSUPPORTED where there is no nvdisasm, with what to install; INVALID with the last line
 * that it said where it fails, or prints no code of a kernel. The group is there in any case. */
enum status nvdisasm_inspect(const void *bytes, size_t size, const char *const *entries, struct compute_code *code,
                             struct fault *fault);

#endif
