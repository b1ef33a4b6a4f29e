/* The suites and kernel files that were compiled into this program. */
#pragma once

#include "spec/spec.h"
#include "tuner/registry.h"

/* The options that are a registry's arguments, too; what only workers are given: a spec's text, and the folder of its
 * kernel; and how many words they are at most. */
#define REGISTRY_KERNELS "--kernels"
#define REGISTRY_SPEC "--spec"
#define REGISTRY_LIBRARY "--reference-library"
#define REGISTRY_TEXT "--spec-text"
#define REGISTRY_FOLDER "--spec-folder"
enum { MAX_REGISTRY = 8 };

/* Makes the registry: suites/suites.def, and what the arguments (ended by NULL; or NULL) say. A run and its workers get
 * the same ones. INVALID for an argument that is none, and for a spec that cannot be read. A process has one spec at
 * most, which stays. */
enum status registry_make(struct registry *registry, const char *const *arguments, struct fault *fault);

/* The spec that it was made with; NULL: none. */
const struct spec *registry_spec(void);
