/* Compares two programs, block by block: chooses the sides to run next, and evaluates their results; the caller runs
 * them. The rule is reports/compare's. */
#pragma once

#include "reports/compare/comparison.h"

enum side_name { BASE, NEW, CONTROL, SIDES }; /* CONTROL: the base again */

/* The next sides to run, one after the other, one process each; none: the comparison is complete. */
struct step {
    uint64_t side[SIDES]; /* enum side_name */
    size_t sides;
    bool fixes_configs; /* from now on, the sides measure regression_fixed_configs */
    bool counts;        /* its times count: if it was disturbed, it may be repeated instead of being used */
    bool free;          /* runs even without remaining time */
};

struct regression {
    const char *base; /* the name of the base */
    uint64_t seed;    /* for the order of the sides */
    bool defaults;    /* the new side runs defaults: slower ones need no confirmation */

    struct comparison *comparison, twin; /* twin: the base with itself, if there is no other control; or empty */
    enum { PHASE_FIRST, PHASE_AGAIN, PHASE_CONTROL, PHASE_LOOKS, PHASE_CONFIRMATION, PHASE_END } phase;
    size_t sides;              /* of a block */
    uint64_t blocks;           /* completed so far */
    size_t missed, new_missed; /* before the first one: failures of the base's process; of these, of the new one's */
    struct block first_new;    /* the new side's first block, until a second one */
    int controls, look;        /* completed runs of the control; looks */
    size_t taken;              /* blocks of the looks, or of the confirmation */
    bool begun;                /* the plan until the next look, or of the confirmation, was reported */
    double block_seconds;      /* of the last block */
};

/* For an empty comparison: comparison_free and regression_free free in any case. */
struct regression regression_of(struct comparison *comparison, const char *base, uint64_t seed, bool defaults);
void regression_free(struct regression *regression);

/* The next step. Reports its expected cost on stderr. */
struct step regression_next(struct regression *regression);

/* Whether the rows and the device of both programs are known from the base's results. */
bool regression_met(const struct regression *regression);

/* Evaluates the results of a step, block[SIDES] by side, and its duration. INVALID with one line if the two are not
 * comparable, or the base never has results. */
enum status regression_take(struct regression *regression, struct block *blocks, double seconds, struct fault *fault);

/* The rows of further blocks: of the base's results, whose context and problems they share. The caller frees only the
 * array of rows. */
struct results regression_fixed_configs(const struct regression *regression);
