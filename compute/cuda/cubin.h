/* Reads device binaries, which are ELF files. */
#pragma once

#include "compute/backend.h"

/* Whether a cubin has a kernel of this name; false for an invalid cubin. */
bool cubin_has_kernel(const void *bytes, size_t size, const char *entry);

/* Prepends a line to a cubin (or to such lines) with the mangled name of a C++ kernel. */
void cubin_add_name(struct compute_binary *binary, const char *name, const char *lowered);

/* The bytes of these lines; and the mangled name of a kernel by them, or its own name, to be freed. */
size_t cubin_names(const void *bytes, size_t size);
char *cubin_lowered(const void *bytes, size_t size, const char *name);

/* LAUNCH_FAILED: a program has no kernel of this name. */
enum status cubin_fail_kernel(const char *entry, struct fault *fault);

/* The ops table's check_kernel: the two together. */
enum status cubin_check_kernel(const void *bytes, size_t size, const char *entry, struct fault *fault);
