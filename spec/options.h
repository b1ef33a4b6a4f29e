/* Makes a spec from a command line, with the options of a first try. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* The user's texts; NULL, or none, if not given. */
struct spec_options {
    const char *kernel, *entry, *name, *language;
    const char *sizes;             /* "2^20,2^24" */
    const char *group, *groups;    /* "BLOCK", "ceil(n / BLOCK),1": sides, comma-separated */
    const char *bytes, *flops;     /* expressions */
    double tolerance;              /* negative: not given */
    const char *const *parameters; /* "BLOCK=64,128", "TILE=range(1, 9)", "REAL=float,double" */
    size_t parameter_count;
    const char *const *conditions; /* "BLOCK % 32 == 0" */
    size_t condition_count;
    const char *const *arguments; /* "x: in float[n] random", "a: float 2.5" */
    size_t argument_count;
    const char *const *checks; /* "y[i] == 2 * x[i]" */
    size_t check_count;
    bool unverified, has_function; /* instead of checks: none, or a function of a library */
};

/* The spec as JSON, to be freed by the caller; INVALID with one line that names the option. */
enum status spec_write(const struct spec_options *options, char **text, struct fault *fault);
