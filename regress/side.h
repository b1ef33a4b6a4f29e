/* One side of a comparison: its process, run once, and what its end means. */
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
    const char *log; /* a file for what it says */
    char out[540];   /* and one for its results */
    bool defaults;   /* it measures these instead of the fixed configurations */
    bool tells;      /* what it leaves out, of its next results */
};

/* Runs it once, at what the file `fixed` has, for so many seconds at most (INFINITY: no limit). OK: *block, which the
 * caller frees, has its results, or says that the process failed, and why: it died, ended with another exit status than
 * 0 (of a gpubench that writes results 1 is none), or took too long. INVALID with one line where it would do so each
 * time: it cannot be started, a gpubench says of itself that it was called wrongly, or what ended well left no results
 * that can be read. */
enum status side_run(struct side *side, const char *fixed, double limit_seconds, struct block *block,
                     struct fault *fault);

/* Its gpubench runs with further options, for so many seconds of --budget (0: no limit) and `limit_seconds` in all,
 * and writes the file `configs`. INVALID with one line if it does not. */
enum status side_search(const struct side *side, const struct passed *options, double budget_seconds,
                        const char *configs, double limit_seconds, struct fault *fault);

/* Removes a results file, and the journal that a program which died leaves beside it. */
void side_remove(const char *results);
