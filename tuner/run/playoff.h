/* The play-off of one problem: what plays, and what came of it. */
#pragma once

#include "tuner/run/run.h"

enum { ROUNDS = 12, MOST_FINALISTS = FINALISTS + 1 + MAX_REFERENCES };

struct finalist {
    struct contender contender; /* of a reference: without a program */
    bool is_default, out;       /* out: failed on the way */
    bool leaves;                /* its next round is its last: it was slower than the best in each */
    char reason[1024];          /* why */
    double device_ns[ROUNDS], host_ns[ROUNDS], alone_ns[ROUNDS];
    double value[ROUNDS]; /* of `values` rounds; but for energy once all are played */
    size_t values;
};

struct playoff {
    struct run *run;
    struct finalist finalist[MOST_FINALISTS];
    size_t count;
    uint32_t invited; /* references, so far */
    enum { PLAYOFF_BEGINS, PLAYOFF_ROUNDS, PLAYOFF_OVER } stage;
    uint64_t round;
    uint64_t order[MOST_FINALISTS]; /* of this round, of which `at` were asked */
    size_t at;
    bool last;                  /* it is the last one */
    double longest, round_time; /* seconds of a round; and when this one began */
    bool pending;               /* there is a request, for this finalist: */
    struct request request;
    double seconds; /* that it may take */
    struct finalist *asked;
    double begun;  /* when a device began with it; 0: none did */
    bool finished; /* the last round was played, and all of it */
};

/* Behind EARLY rounds: who was slower than the best in each leaves with the next. It is tied with that unless it is
 * slower there, too, which of seven rounds one that is not slower is with a chance of 1/128; and that, or to be slower
 * in ten of twelve, with one of 2.3 %: below that of a 95 % interval's end. Of times alone: nobody leaves where an
 * energy or a value is to be the least. */
enum { EARLY = 6 };
void playoff_release(struct playoff *playoff);

/* Fills in the best, of the finalists if all rounds were played, else of the search, what it is compared with, and what
 * is tied with it. */
void playoff_decide(const struct playoff *playoff, struct best *best);
