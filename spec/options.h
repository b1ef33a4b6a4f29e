/* A spec out of a command line: what a first try needs. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Texts as a user gives them; NULL, or none, where nothing was said. */
struct spec_options {
    const char *kernel, *entry, *name, *language;
    const char *sizes;             /* "2^20,2^24" */
    const char *group, *groups;    /* "BLOCK", "ceil(n / BLOCK),1": sides, between commas */
    const char *bytes, *flops;     /* expressions */
    double tolerance;              /* below 0: not said */
    const char *const *parameters; /* "BLOCK=64,128", "TILE=range(1, 9)", "REAL=float,double" */
    size_t parameter_count;
    const char *const *conditions; /* "BLOCK % 32 == 0" */
    size_t condition_count;
    const char *const *arguments; /* "x: in float[n] random", "a: float 2.5" */
    size_t argument_count;
    const char *const *checks; /* "y[i] == 2 * x[i]" */
    size_t check_count;
    bool unverified, has_function; /* in place of checks: nothing says what is right, or a function of a library */
};

/* The spec as JSON, which the caller frees; INVALID with one line that names the option. */
enum status spec_write(const struct spec_options *options, char **text, struct fault *fault);
