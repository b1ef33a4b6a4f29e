/* One side of a comparison: runs its process once, and evaluates its end. */
#pragma once

#include "base/options/options.h"
#include "reports/compare/block.h"

#include <signal.h>

/* Options that a verb passes on to the runs that it starts, as words. */
enum { MAX_PASSED = 2 * MAX_GIVEN + 8 };
struct passed {
    const char *argument[MAX_PASSED];
    size_t count;
};

struct side {
    const char *written; /* its program, a gpubench; or, with a reader, its command */
    enum status (*read)(struct results *results, const char *path, struct fault *fault);
    const struct passed *passed; /* options of a program */
    const volatile sig_atomic_t *stop;
    const char *log;       /* a file for its output */
    char out[540];         /* and one for its results */
    bool defaults;         /* it measures defaults instead of the fixed configurations */
    bool reports_left_out; /* its next results report what they leave out */
};

/* Runs it once, on the configurations of the file `fixed`, for at most limit_seconds (INFINITY: no limit). OK: *block,
 * which the caller frees, has its results, or the failure of the process and its reason: it crashed, returned another
 * exit status than 0 (for a gpubench that writes results 1 is no failure), or timed out. INVALID with one line for a
 * permanent failure: it cannot be started, a gpubench reports wrong usage, or it succeeded without readable results. */
enum status side_run(struct side *side, const char *fixed, double limit_seconds, struct block *block,
                     struct fault *fault);

/* Runs its gpubench with further options, for budget_seconds of --budget (0: no limit) and `limit_seconds` in all, and
 * writes the file `configs`. INVALID with one line on failure. */
enum status side_search(const struct side *side, const struct passed *options, double budget_seconds,
                        const char *configs, double limit_seconds, struct fault *fault);

/* Removes a results file, and the journal beside it that a crashed program leaves. */
void side_remove(const char *results);
