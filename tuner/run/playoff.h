/* The play-off of one problem: the finalists, and their rounds. */
#pragma once

#include "tuner/run/run.h"

enum { ROUNDS = 12, MOST_FINALISTS = FINALISTS + 1 + MAX_REFERENCES };

struct finalist {
    struct contender contender; /* of a reference: without a program */
    bool is_default, out;       /* out: failed in a round */
    bool leaves;                /* it was slower than the best in each round; after this one: */
    uint64_t last;
    char reason[1024]; /* why */
    double device_ns[ROUNDS], host_ns[ROUNDS], alone_ns[ROUNDS];
    double value[ROUNDS]; /* of `values` rounds; for energy, once all are played */
    size_t values;
};

struct playoff {
    struct run *run;
    struct finalist finalist[MOST_FINALISTS];
    size_t count;
    uint32_t invited; /* references added so far */
    enum { PLAYOFF_BEGINS, PLAYOFF_ROUNDS, PLAYOFF_OVER } stage;
    uint64_t round;
    uint64_t order[MOST_FINALISTS]; /* of this round; `at` of them were measured */
    size_t at;
    bool last;                  /* it is the last one */
    double longest, round_time; /* seconds per round; and the start of this one */
    bool pending;               /* a request is waiting, for this finalist: */
    struct request request;
    double seconds; /* its time limit */
    struct finalist *asked;
    double begun;  /* when a device began; 0: not yet */
    bool finished; /* all rounds were played completely */
};

/* After the rounds so far, of which there are EARLY: a finalist that was slower than the best in each leaves after the
 * next. It is tied with the best unless it is slower there, too. One that is not slower is so in seven of seven rounds
 * with probability 1/128; then, or in ten of twelve if it does not leave, with 2.2 %, below the tail of a 95 %
 * interval. Before: one that took `times` as long, STOP_SLOWER, in as many rounds but one as a search needs to drop it
 * (stopping.h), but not the default and the fastest reference. For times alone: none leaves if the objective is energy
 * or an expression. */
enum { EARLY = 6 };
void playoff_release(struct playoff *playoff, double times);

/* Sets the best (of the finalists if all rounds were played, else of the search), its baselines, and what is tied with
 * it. */
void playoff_decide(const struct playoff *playoff, struct best *best);
