/* A look into device binaries, which are ELF files. */
#pragma once

#include "compute/backend.h"

/* Whether a cubin has a kernel of this name; false for what is no whole cubin. */
bool cubin_has_kernel(const void *bytes, size_t size, const char *entry);

/* LAUNCH_FAILED: a program has no kernel of this name. */
enum status cubin_fail_kernel(const char *entry, struct fault *fault);

/* The ops table's check_kernel: the two together. */
enum status cubin_check_kernel(const void *bytes, size_t size, const char *entry, struct fault *fault);
