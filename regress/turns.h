/* A user's own program with one header after the other in place, by turns: which makes it fast. */
#pragma once

#include "reports/compare/rule.h"

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum { MAX_TURNS = 8 };

struct turns {
    const char *build;         /* a command of a shell before each run, which is not timed; or NULL */
    const char *command;       /* what is timed; {header} stands for the file in both */
    const char *file;          /* where each header is put in its turn */
    const char *const *header; /* texts; the first is what others are compared with */
    size_t headers;            /* at most MAX_TURNS */
    const char *log;           /* a file for what the commands say */
    uint64_t seed;             /* of the order within each block */
    const volatile sig_atomic_t *stop;
    size_t blocks; /* that were run: each has every header once */
    double seconds[RULE_MOST][MAX_TURNS];
};

/* Runs a block that does not count, which ends at once where a command fails; gives the seconds it took. INVALID with
 * one line: the command does not end well. */
enum status turns_begin(struct turns *turns, double *seconds, struct fault *fault);

/* Runs one that does, the headers in an order by chance. Errors as above, and where *stop is set. */
enum status turns_block(struct turns *turns, struct fault *fault);

/* log(seconds with `other` / seconds with `header`): above 0 where `header` is faster. Of RULE_LEAST blocks at least.
 */
struct estimate turns_compare(const struct turns *turns, size_t header, size_t other);

/* Whether the interval at 95 % of that is above 0. */
bool turns_faster(const struct turns *turns, size_t header, size_t other);

/* The header that a program is best off with: `best`, unless others are shown to be faster; of these the one by most.
 */
size_t turns_kept(const struct turns *turns, size_t best);
