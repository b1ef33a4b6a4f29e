/* Kernels of a user as suites made at run time: what a spec (README.md) says, as the suite of one bench that everything
 * else knows. It is const data once it is made: several processes that make it of the same files have the same. */
#pragma once

#include "base/store.h"
#include "tuner/suite.h"

struct spec;

/* Reads a spec, and the kernel files that it names, which are beside it. INVALID with one line: the file, the place in
 * it, what is wrong. spec_free frees it. */
enum status spec_read(const char *path, struct spec **spec, struct fault *fault);

/* The same of a text, whose kernel files are in `folder`; `name` stands for the file in what is said; NULL: options
 * came to it (options.h), and are named. */
enum status spec_make(const char *text, const char *name, const char *folder, struct spec **spec, struct fault *fault);
void spec_free(struct spec *spec);

/* Right is what a function of a shared library says, "FILE" or "FILE:FUNCTION", where the spec names none. INVALID
 * where the spec says otherwise what is right, or there is no such file; it is not loaded here. */
enum status spec_take_library(struct spec *spec, const char *library, struct fault *fault);

/* Whether nothing says what is right. Its problems have a setting then, `verified`, which must be `no`. */
bool spec_is_unverified(const struct spec *spec);

const struct suite *spec_suite(const struct spec *spec);

/* The kernel files, by the names by which they include each other, ended by a NULL name. */
const struct kernel_file *spec_files(const struct spec *spec);

/* The sizes that it is tuned at where a user asks for no others, as --size takes them; NULL: it does not say. */
const char *spec_sizes(const struct spec *spec);

/* The kernels that it launches, by their names; NULL behind the last. */
const char *spec_entry(const struct spec *spec, size_t i);

/* What a user should know of it, line number `i`; NULL behind the last. */
const char *spec_warning(const struct spec *spec, size_t i);

/* Of all that it says, and of its files. */
struct store_key spec_key(const struct spec *spec);
