/* nvJitLink, NVIDIA's linker as a library: it needs neither a driver nor a GPU. It joins a program whose kernels launch
 * kernels with the device's runtime, libcudadevrt.a; and compiles intermediate code. */
#pragma once

#include "compute/compute.h"

/* Why programs cannot be linked with the device's runtime, or NULL; the text is static. */
const char *nvjitlink_missing(void);

/* Replaces a relocatable cubin by the linked one for an architecture. A failure frees the binary: UNSUPPORTED with what
 * is missing, COMPILE_FAILED with the head of the linker's log. `name` is the kernel file's. */
enum status nvjitlink_link(const char *architecture, const char *name, struct compute_binary *binary,
                           struct fault *fault);

/* Compiles the intermediate code (LTO-IR) of a program to a cubin without unused variables, and returns its kernels'
 * resources. `options` are of enum compute_option. False without a linker, or if it rejects the code: NVRTC then
 * reports the reason when it compiles to a cubin. */
bool nvjitlink_compile(const char *architecture, const char *name, unsigned options, const void *code, size_t size,
                       struct compute_binary *binary);
