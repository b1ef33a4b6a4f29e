/* nvJitLink, NVIDIA's linker as a library: it needs neither a driver nor a GPU. It joins a program whose kernels launch
 * kernels with the device's runtime, libcudadevrt.a; and compiles intermediate code. */
#pragma once

#include "compute/compute.h"

/* Why programs cannot be linked with the device's runtime, or NULL; the text is static. */
const char *nvjitlink_missing(void);

/* Puts the linked cubin for an architecture in the place of a relocatable one. Failures free the binary: UNSUPPORTED
 * with what is lacking, COMPILE_FAILED with the head of the linker's log. `name` is the kernel file's. */
enum status nvjitlink_link(const char *architecture, const char *name, struct compute_binary *binary,
                           struct fault *fault);

/* Compiles the intermediate code (LTO-IR) of a program to its cubin, without the variables that no kernel uses, and
 * says what its kernels use. `options` are of enum compute_option. False, and nothing, where there is no linker or it
 * does not take the code: NVRTC, asked for a cubin, then says why. */
bool nvjitlink_compile(const char *architecture, const char *name, unsigned options, const void *code, size_t size,
                       struct compute_binary *binary);
