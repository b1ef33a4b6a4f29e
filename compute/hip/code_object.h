/* What a code object of AMD's compilers says of its kernels, in its metadata. */
#pragma once

#include "compute/compute.h"

/* The most of all kernels; -1 where it does not say. Spilled are registers of a work-item: four bytes each. */
struct compute_resources code_object_resources(const void *bytes, size_t size);

/* The version of the compiler that made it ("AMD clang version 17.0.0 ..."), "" where it does not say. */
void code_object_compiler(const void *bytes, size_t size, char *text, size_t capacity);

/* LAUNCH_FAILED for one without a kernel of this name. */
enum status code_object_check_kernel(const void *bytes, size_t size, const char *entry, struct fault *fault);
