/* The suites of a run, and their kernel files: a value, which the parent and its workers construct in the same way.
 * There is no global registry. */
#pragma once

#include "base/store.h"

#include <stddef.h>
#include <stdint.h>

/* A kernel file, by the path in benches. */
struct kernel_file {
    const char *name, *text;
};

struct suite;
struct problem;
struct registry {
    const struct suite *const *suites; /* ended by NULL */
    const struct kernel_file *kernels; /* ended by a NULL name */
    const char *kernel_folder;         /* files are read from here instead; or NULL */
    const char *origin;                /* of suites from outside this program, such as a file's hash; "" or NULL */
};

/* A key of the names of suites and benches, their spaces, and the origin: positions and configuration indices mean the
 * same in registries of equal keys. */
struct store_key registry_key(const struct registry *registry);

/* A suite by name; NULL if there is none. */
const struct suite *registry_find(const struct registry *registry, const char *name);

/* The text of a kernel file that the program has; NULL if it has none. */
const char *registry_kernel(const struct registry *registry, const char *name);

/* Whether it has one; a folder of kernel files is read on demand. */
bool registry_has_kernel(const struct registry *registry, const char *name);

/* Bench number `bench` of suite number `suite`; NULL if there is none. */
const struct suite *registry_suite(const struct registry *registry, size_t suite);
const struct bench *registry_bench(const struct registry *registry, size_t suite, size_t bench);

/* The numbers of a problem's suite and bench, which must be of the registry. */
void registry_place(const struct registry *registry, const struct problem *problem, uint32_t *suite, uint32_t *bench);
