/* Compiled programs, kept in the store: made once for a source text, options, a target and a compiler. */
#pragma once

#include "base/store.h"
#include "tuner/registry.h"
#include "tuner/suite.h"

/* The text of a kernel that is compiled: for a portable file (*.cl) common_compute.h before it; the parameters as
 * #define lines at the line `#pragma nv_hdrstop` of the kernel file, or at its top; what a portable file includes in
 * the place of the line; `#line` keeps messages in their files. A parameter with words also defines NAME_WORD for each
 * word. The caller frees *text. INVALID if the registry has no such kernel file; "" for a bench that has none. */
enum status source_compose(const struct registry *registry, const struct config *config,
                           const struct bench_kernel *kernel, char **text, struct fault *fault);

/* A program in the store, or several that are one configuration's: their resources are the largest, their milliseconds
 * the sum. */
struct program {
    struct store_key key;
    struct compute_resources resources;
    double milliseconds; /* that compiling took; 0 when it came from the store */
    char unkept[200];    /* why the store has not all of it: whoever loads it makes it again; "" where it has */
};

/* Makes the program of a configuration unless the store has it; none, with no key, for one without a kernel file.
 * Failures are not stored. What the store does not take is this process's alone. */
enum status program_make(const char *store, const struct registry *registry, const struct compute_device *device,
                         const struct config *config, struct program *program, struct fault *fault);

/* Makes the program of a kernel that no parameter changes, as the tuner's own are. */
enum status program_make_plain(const char *store, const struct registry *registry, const struct compute_device *device,
                               const struct bench_kernel *kernel, struct program *program, struct fault *fault);

/* Whether all of a configuration's programs can be loaded here. */
bool program_is_cached(const char *store, const struct config *config, struct store_key key);

/* A program in a context, with its kernels. */
struct loaded {
    struct compute_program *program[MAX_PROGRAMS];
    struct compute_kernel *kernel[MAX_KERNELS];
    struct compute_resources resources;
};

/* Loads a program and the entry points of its kernel files, `count` from `kernel` on. To be unloaded whatever comes
 * back. */
enum status program_load(const char *store, struct compute_context *context, struct store_key key,
                         const struct bench_kernel *kernel, size_t count, struct loaded *loaded, struct fault *fault);
void program_unload(struct loaded *loaded);

/* Makes and loads one that is of no bench and has no parameters: the tuner's own kernels. */
enum status program_load_plain(const char *store, const struct registry *registry, struct compute_context *context,
                               const struct bench_kernel *kernel, struct loaded *loaded, struct fault *fault);
