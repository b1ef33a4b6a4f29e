/* Reads the kernels' metadata in a code object of AMD's compilers. */
#pragma once

#include "compute/compute.h"

/* The maximum over all kernels; -1: unknown. Spilled registers of a work-item count as four bytes each. */
struct compute_resources code_object_resources(const void *bytes, size_t size);

/* The version of the compiler that made it ("AMD clang version 17.0.0 ..."), "": unknown. */
void code_object_compiler(const void *bytes, size_t size, char *text, size_t capacity);

/* LAUNCH_FAILED for one without a kernel of this name. */
enum status code_object_check_kernel(const void *bytes, size_t size, const char *entry, struct fault *fault);
