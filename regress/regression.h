/* Two programs, block by block: who is slower. Which sides run next, and what their results mean; whoever has it runs
 * them. The rule is reports/compare's. */
#pragma once

#include "reports/compare/comparison.h"

enum side_name { BASE, NEW, CONTROL, SIDES }; /* CONTROL: the base once more */

/* What is run next: sides one after the other, a process each; none: it is at its end. */
struct step {
    uint64_t side[SIDES]; /* enum side_name */
    size_t sides;
    bool fixes_configs; /* the sides measure what regression_fixed_configs has from here on */
    bool counts;        /* its times do: one that was disturbed may be run again instead of being taken */
    bool free;          /* however little time is left */
};

struct regression {
    const char *base; /* what the base is called */
    uint64_t seed;    /* of the order of the sides */
    bool defaults;    /* the new side has the defaults: that these are slower needs no confirmation */

    struct comparison *comparison, twin; /* twin: of the base with itself, where nothing else is a control; or empty */
    enum { PHASE_FIRST, PHASE_AGAIN, PHASE_CONTROL, PHASE_LOOKS, PHASE_CONFIRMATION, PHASE_END } phase;
    size_t sides;              /* of a block */
    uint64_t blocks;           /* that were run so far */
    size_t missed, new_missed; /* before the first: the base's process failed; the new one's, too */
    struct block first_new;    /* the new side's first, until there is another one */
    int controls, look;        /* runs of the control so far; looks */
    size_t taken;              /* blocks of the looks, or of the confirmation */
    bool begun;                /* what comes until the next look, or of the confirmation, was told */
    double block_seconds;      /* that the last block took */
};

/* Of the comparison, which begins with nothing: comparison_free and regression_free free in any case. */
struct regression regression_of(struct comparison *comparison, const char *base, uint64_t seed, bool defaults);
void regression_free(struct regression *regression);

/* What is run next. Tells on stderr what it will cost. */
struct step regression_next(struct regression *regression);

/* Whether what both programs have is known, and on which device: the base's results say so. */
bool regression_met(const struct regression *regression);

/* Takes what a step gave, block[SIDES] by side, and how long it took. INVALID with one line where the two do not
 * compare, or the base never has results. */
enum status regression_take(struct regression *regression, struct block *blocks, double seconds, struct fault *fault);

/* The rows that take part in what comes: of the base's results, whose context and problems they share. The caller frees
 * the array of rows alone. */
struct results regression_fixed_configs(const struct regression *regression);
