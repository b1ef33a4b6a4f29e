/* Runs a user's own program with several headers in turn, to find which makes it fastest. */
#pragma once

#include "reports/compare/rule.h"

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum { MAX_TURNS = 8 };

struct turns {
    const char *build;         /* a shell command before each run, not timed; or NULL */
    const char *command;       /* the timed command; {header} stands for the file in both */
    const char *file;          /* the path to which each header is copied */
    const char *const *header; /* texts; the first one is the baseline */
    size_t headers;            /* at most MAX_TURNS */
    const char *log;           /* a file for the commands' output */
    uint64_t seed;             /* for the order within each block */
    const volatile sig_atomic_t *stop;
    size_t blocks; /* completed blocks: each has every header once */
    double seconds[RULE_MOST][MAX_TURNS];
};

/* Runs a block that does not count, which ends at once if a command fails; returns its duration. INVALID with one line
 * if the command fails. */
enum status turns_begin(struct turns *turns, double *seconds, struct fault *fault);

/* Runs a block that counts, the headers in random order. Errors as above, and when *stop is set. */
enum status turns_block(struct turns *turns, struct fault *fault);

/* log(seconds with `other` / seconds with `header`): above 0 if `header` is faster. Needs at least RULE_LEAST
 * blocks. */
struct estimate turns_compare(const struct turns *turns, size_t header, size_t other);

/* Whether the 95 % interval of that is above 0. */
bool turns_faster(const struct turns *turns, size_t header, size_t other);

/* The best header for the program: `best`, unless others are proved faster; of these the one with the largest gain. */
size_t turns_kept(const struct turns *turns, size_t best);
