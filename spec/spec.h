/* User kernels as suites made at run time: makes a spec (README.md) a suite of one bench like any other. It is constant
 * once made: processes that make it from the same files have equal ones. */
#pragma once

#include "base/store.h"
#include "tuner/suite.h"

struct spec;

/* Reads a spec, and its kernel files, which are in the same folder. INVALID with one line: the file, the place in it,
 * the mistake. spec_free frees it. */
enum status spec_read(const char *path, struct spec **spec, struct fault *fault);

/* The same for a text, with kernel files in `folder`; `name` replaces the file's name in messages; NULL: the text was
 * made of options (options.h), which messages name. */
enum status spec_make(const char *text, const char *name, const char *folder, struct spec **spec, struct fault *fault);
void spec_free(struct spec *spec);

/* Checks results with a function of a shared library, "FILE" or "FILE:FUNCTION", if the spec has no checks. INVALID if
 * it has other checks, or the file is missing; it is not loaded here. */
enum status spec_take_library(struct spec *spec, const char *library, struct fault *fault);

/* Whether it has no checks. Then its problems have a setting `verified`, which must be `no`. */
bool spec_is_unverified(const struct spec *spec);

const struct suite *spec_suite(const struct spec *spec);

/* The kernel files, by the names in their includes, ended by a NULL name. */
const struct kernel_file *spec_files(const struct spec *spec);

/* The default tuning sizes, as for --size; NULL: not given. */
const char *spec_sizes(const struct spec *spec);

/* The names of the launched kernels; NULL after the last. */
const char *spec_entry(const struct spec *spec, size_t i);

/* Warning number `i` for the user; NULL after the last. */
const char *spec_warning(const struct spec *spec, size_t i);

/* The key of the spec's text and files. */
struct store_key spec_key(const struct spec *spec);
