/* The suites that a run knows, and the kernel files that they name: a value, made in the same way by whoever starts a
 * run and by its workers. There is no global one. */
#pragma once

#include "base/store.h"

#include <stddef.h>
#include <stdint.h>

/* A kernel file, by the path that benches name it by. */
struct kernel_file {
    const char *name, *text;
};

struct suite;
struct problem;
struct registry {
    const struct suite *const *suites; /* ended by NULL */
    const struct kernel_file *kernels; /* ended by a NULL name */
    const char *kernel_folder;         /* files are read from here instead; or NULL */
    const char *origin;                /* of suites that are not this program's own, as a file's hash; "" or NULL */
};

/* A key of what a registry's suites and benches are called, of their spaces, and of its origin: a place in one registry
 * or the number of a configuration means the same in another of the same key. */
struct store_key registry_key(const struct registry *registry);

/* A suite by name; NULL if there is none. */
const struct suite *registry_find(const struct registry *registry, const char *name);

/* The text of a kernel file that the program has; NULL if it has none. */
const char *registry_kernel(const struct registry *registry, const char *name);

/* Whether it has one; a folder of them is looked into when one is needed. */
bool registry_has_kernel(const struct registry *registry, const char *name);

/* Suite number `suite` and its bench number `bench`; NULL where there is none. */
const struct suite *registry_suite(const struct registry *registry, size_t suite);
const struct bench *registry_bench(const struct registry *registry, size_t suite, size_t bench);

/* Which numbers a problem's suite and bench have, which are of the registry. */
void registry_place(const struct registry *registry, const struct problem *problem, uint32_t *suite, uint32_t *bench);
