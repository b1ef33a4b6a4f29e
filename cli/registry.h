/* The suites and kernel files of a run: those compiled into this program, and a spec's. */
#pragma once

#include "spec/spec.h"
#include "tuner/registry.h"

/* The options that are also arguments of a registry; two only for workers: a spec's text, and its kernel's folder; and
 * the most words of them. */
#define REGISTRY_KERNELS "--kernels"
#define REGISTRY_SPEC "--spec"
#define REGISTRY_LIBRARY "--reference-library"
#define REGISTRY_TEXT "--spec-text"
#define REGISTRY_FOLDER "--spec-folder"
enum { MAX_REGISTRY = 8 };

/* Makes the registry of the built-in suites and the arguments (ended by NULL; or NULL). A run and its workers get the
 * same ones. INVALID for a wrong argument, or a spec that cannot be read. A process has at most one spec, which is
 * never freed. */
enum status registry_make(struct registry *registry, const char *const *arguments, struct fault *fault);

/* The registry's spec; NULL: none. */
const struct spec *registry_spec(void);
