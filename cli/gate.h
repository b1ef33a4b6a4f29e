/* Compares two programs, block by block: which one is slower. The rule is reports/compare's, the order regress/'s; here
 * the programs are run. */
#pragma once

#include "regress/side.h"
#include "reports/compare/comparison.h"

#include <signal.h>

/* What to compare, and how. */
struct gate_options {
    const char *base, *new; /* programs; or, with a reader, shell commands, which write the file {out} */
    enum status (*read)(struct results *results, const char *path, struct fault *fault);
    const struct compute_device *device; /* their device, as far as known before; or NULL */
    const char *configs;                 /* a results file whose rows are compared; NULL: the base searches first */
    bool defaults;         /* the new one measures the defaults of the same problems instead; slower defaults need no
                              confirmation */
    struct passed search;  /* options of the search only; */
    struct passed both;    /* and of every run */
    double time_limit;     /* of a process of a command; of a program, as a run's; 0: none */
    double budget_seconds; /* of the whole comparison, including the search; 0: no limit */
    uint64_t seed;         /* of the order of the two programs */
    const volatile sig_atomic_t *stop;
};

/* Runs both, a process per side and block, until each configuration has its verdict. Prints the estimated cost and the
 * progress to stderr. A failed process is a failed block of its side. INVALID with one line: a program that cannot be
 * started or rejects its arguments, a base that never has results, or two that are not comparable. After an interrupt
 * undecided configurations stay OPEN; at the end of the budget they are INCONCLUSIVE. comparison_free frees in any
 * case. */
enum status gate_run(const struct gate_options *options, struct comparison *comparison, struct fault *fault);
