/* The play-off of one problem: the finalists, and their rounds. */
#pragma once

#include "tuner/measure/stopping.h"
#include "tuner/run/run.h"

enum { ROUNDS = 12, MOST_FINALISTS = FINALISTS + 1 + MAX_REFERENCES };

struct finalist {
    struct contender contender; /* of a reference: without a program */
    bool is_default, out;       /* out: failed in a round */
    bool leaves;                /* it was slower than the best in each round; after this one: */
    uint64_t last;
    bool far;          /* by STOP_TWICE: never tied, the best only if all others fail; has fewer checks */
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
    bool settled;               /* more rounds would show no difference of 1 % */
    double longest, round_time; /* seconds per round; and the start of this one */
    bool pending;               /* a request is waiting, for this finalist: */
    struct request request;
    double seconds; /* its time limit */
    struct finalist *asked;
    bool finished; /* all rounds were played completely */
};

/* After the rounds so far: a finalist that took more than `times` as long as the best in each leaves after the next. It
 * is tied with the best unless it is slower there, too. STOP_SLOWER in as many rounds but one as a search needs to drop
 * it (stopping.h), STOP_AHEAD in as many; 1 in EARLY rounds: one that is not slower is so in seven of seven with
 * probability 1/128; in seven of seven, or in ten of twelve, with 2.2 %, below the tail of a 95 % interval. The default
 * and the fastest reference leave before that only at STOP_TWICE. For times alone: none leaves if the objective is
 * energy or an expression. */
enum { EARLY = 6 };
#define STOP_AHEAD 1.01
void playoff_release(struct playoff *playoff, double times);

/* Whether with that confidence none of those that stay is faster than the best by more than 1 %, and the times of the
 * best, and of those that may be faster, are known (stopping_settled). For times alone. */
bool playoff_is_settled(const struct playoff *playoff, struct stopping rule);

/* Sets the best (of the finalists if all rounds were played, else of the search), its baselines, and what is tied with
 * it. */
void playoff_decide(const struct playoff *playoff, struct best *best);
