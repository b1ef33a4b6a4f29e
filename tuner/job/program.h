/* Compiled programs, cached in the store by source text, options, target and compiler. */
#pragma once

#include "base/store.h"
#include "tuner/registry.h"
#include "tuner/suite.h"

/* The text of a kernel that is compiled: for a portable file (*.cl) common_compute.h before it; the parameters as
 * #define lines at the line `#pragma nv_hdrstop` of the kernel file, or at its top; the text of the files that a
 * portable file includes, in place of the line; `#line` keeps messages in their files. A parameter with words also
 * defines NAME_WORD for each word. The caller frees *text. INVALID if the registry has no such kernel file; "" for a
 * bench that has none. */
enum status source_compose(const struct registry *registry, const struct config *config,
                           const struct bench_kernel *kernel, char **text, struct fault *fault);

/* A program in the store, or the programs of one configuration: resources are the maximum over them, milliseconds the
 * sum. */
struct program {
    struct store_key key;
    struct compute_resources resources;
    double milliseconds; /* of compiling; 0 if it was in the store */
    char unkept[200]; /* why the store refused a part of it, so that loading compiles it again; "" if it stored all */
};

/* Compiles the program of a configuration unless the store has it; no program, with an empty key, for a bench without a
 * kernel file. Failures are not stored. Only this process has programs that the store refused. Without a store (NULL)
 * all is compiled, and nothing stored. */
enum status program_make(const char *store, const struct registry *registry, const struct compute_device *device,
                         const struct config *config, struct program *program, struct fault *fault);

/* Compiles the program of a kernel without parameters, such as the tuner's own. */
enum status program_make_plain(const char *store, const struct registry *registry, const struct compute_device *device,
                               const struct bench_kernel *kernel, struct program *program, struct fault *fault);

/* Whether all programs of a configuration can be loaded in this process. */
bool program_is_cached(const char *store, const struct config *config, struct store_key key);

/* A program in a context, with its kernels. */
struct loaded {
    struct compute_program *program[MAX_PROGRAMS];
    struct compute_kernel *kernel[MAX_KERNELS];
    struct compute_resources resources;
};

/* Loads a program and the entry points of its kernel files, `count` from `kernel` on. To be unloaded after a failure,
 * too. */
enum status program_load(const char *store, struct compute_context *context, struct store_key key,
                         const struct bench_kernel *kernel, size_t count, struct loaded *loaded, struct fault *fault);
void program_unload(struct loaded *loaded);

/* Compiles and loads a kernel of the tuner's own, of no bench and without parameters. */
enum status program_load_plain(const char *store, const struct registry *registry, struct compute_context *context,
                               const struct bench_kernel *kernel, struct loaded *loaded, struct fault *fault);
