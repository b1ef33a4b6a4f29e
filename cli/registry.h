/* The suites and kernel files that were compiled into this program. */
#pragma once

#include "tuner/registry.h"

#include <stdbool.h>

/* The option that is a registry's argument, too; and how many words such options are at most. */
#define REGISTRY_KERNELS "--kernels"
enum { MAX_REGISTRY = 8 };

/* Makes the registry: suites/suites.def, and what the arguments (ended by NULL; or NULL) say: REGISTRY_KERNELS FOLDER.
 * A run and its workers get the same ones. False for an argument that is none. */
bool registry_make(struct registry *registry, const char *const *arguments);
