/* Compares what two programs compile, without running it, for one architecture after the other. */
#pragma once

#include "regress/side.h"
#include "reports/compare/static_comparison.h"

#include <signal.h>

/* The compared configurations: --configs or --suite in `options`, which both programs get. */
struct static_options {
    const char *base, *new; /* programs */
    struct passed options;
    const volatile sig_atomic_t *stop;
};

/* Compiles with both programs for an architecture ("sm_90"). Reports on stderr what they leave out. INVALID with one
 * line if a program fails, or writes no results. static_comparison_free frees in any case. */
enum status static_run(const struct static_options *options, const char *architecture,
                       struct static_comparison *comparison, struct fault *fault);
