/* A look into device binaries, which are ELF files. */
#pragma once

#include "compute/backend.h"

/* Whether a cubin has a kernel of this name; false for what is no whole cubin. */
bool cubin_has_kernel(const void *bytes, size_t size, const char *entry);

/* Puts a line before a cubin, or before such lines: which name in it is that of a kernel of C++. */
void cubin_add_name(struct compute_binary *binary, const char *name, const char *lowered);

/* How many bytes of lines there are; and the name of a kernel by such a line, or its own. free() frees it. */
size_t cubin_names(const void *bytes, size_t size);
char *cubin_lowered(const void *bytes, size_t size, const char *name);

/* LAUNCH_FAILED: a program has no kernel of this name. */
enum status cubin_fail_kernel(const char *entry, struct fault *fault);

/* The ops table's check_kernel: the two together. */
enum status cubin_check_kernel(const void *bytes, size_t size, const char *entry, struct fault *fault);
