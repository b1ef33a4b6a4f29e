/* Two programs, block by block: who is slower. The rule is reports/compare's; whose turn it is regress/ says; here they
 * are run. */
#pragma once

#include "regress/side.h"
#include "reports/compare/comparison.h"

#include <signal.h>

/* What is compared. */
struct gate_options {
    const char *base,
        *new; /* programs; or, with a reader, commands of a shell, in which {out} is a file that they write */
    enum status (*read)(struct results *results, const char *path, struct fault *fault);
    const struct compute_device *device; /* on which they run, as far as is known before; or NULL */
    const char *configs;                 /* a results file, of which rows are compared; NULL: the base searches first */
    bool defaults;                       /* the new one measures the defaults of the same problems instead, and that
                                            these are slower needs no confirmation */
    struct passed search;                /* options of that search alone; */
    struct passed both;                  /* and of every run */
    double time_limit;                   /* of a process of a command; of a program, as a run takes it; 0: none */
    double budget_seconds;               /* of the comparison as a whole, the search with it; 0: no limit */
    uint64_t seed;                       /* of the order in which the two are run */
    const volatile sig_atomic_t *stop;
};

/* Runs both, a process a side and block, until each configuration has its verdict. Tells on stderr what it will cost
 * and how far it is. A process that fails is a failed block of its side. INVALID with one line if it cannot: a program
 * that cannot be started or was called wrongly, a base that never has results, or two that do not compare. Interrupted,
 * what is open stays OPEN; where the budget ends it is INCONCLUSIVE. comparison_free frees in any case. */
enum status gate_run(const struct gate_options *options, struct comparison *comparison, struct fault *fault);
