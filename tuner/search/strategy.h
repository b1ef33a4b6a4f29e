/* Strategies: which configurations of a space are tried, and in which order. They know no device, no clock,
 * and nobody but who asks and tells them. */
#pragma once

#include "tuner/result.h"
#include "tuner/space.h"

struct allowed;

/* What was timed elsewhere, as for another size or device: configurations as they are here, allowed or not, each once,
 * and their times there, the fastest first. */
struct elsewhere {
    uint64_t *index;
    double *ns;
    size_t count;
};
void elsewhere_free(struct elsewhere *elsewhere);

/* What a strategy chooses from, which is there as long as it is: by rank, draw or neighbourhood (solved.h), each to be
 * kept (allowed_keep) where constraints were left out; or a list. */
struct choices {
    const struct space *space;     /* NULL: a list, in its own order */
    const struct allowed *allowed; /* allowed.h */
    const uint64_t *index;         /* of a list */
    uint64_t count;                /* of a list, or of what was solved */
    /* To be asked first, in this order, each once, and in every case the first of them: the default, or what is allowed
     * next to it, with which others are compared. The others are good elsewhere: a strategy goes on from the best. */
    const uint64_t *first;
    size_t warm_start;          /* 0 of an empty list alone */
    struct elsewhere elsewhere; /* what is known there; of whoever asks */
    const double *option;       /* values of the strategy's options, in their order; NULL: the initial ones */
};

/* Configurations that are good elsewhere, the best first: allowed here or not; and all that was timed there. */
enum { MOST_WANTED = 5 };
struct wanted {
    uint64_t index[MOST_WANTED];
    size_t count;
    struct elsewhere elsewhere;
};

/* What a search may take; each is 0 without a limit. Whoever asks a strategy sees to it. */
struct search_budget {
    uint64_t configurations;
    double seconds;
    bool binds;       /* it is taken to end the search: little of the space will be tried */
    size_t workers;   /* that compile, and are to be busy; 0: one */
    bool takes_turns; /* nothing is compiled while something is measured */
};

/* One configuration, or none before something asked is told, or none any more. */
enum ask_result { ASK_INDEX, ASK_WAIT, ASK_DONE };

/* What came of a configuration. */
struct observation {
    uint64_t index;
    enum status status;
    double ns;             /* its median, by the run's objective; 0: no time was taken */
    double interval_ns[2]; /* of the median, at 95 %; of two to five blocks from the least to the largest; else NAN */
    enum stop stop;        /* a dropped one is right, and too slow: its time is that of a few samples */
    struct compute_resources resources; /* what compiling told of it; registers not above 0: not known */
};

/* A number that a strategy may be given, in [least, most]. */
struct strategy_option {
    const char *name, *summary;
    double initial, least, most;
    bool is_whole;
};

enum { MOST_STRATEGY_OPTIONS = 8 };

struct strategy {
    const char *name, *summary;
    size_t ahead; /* so many may be asked, and compiled, while the one before them is measured */
    const struct strategy_option *options; /* ended by a NULL name; NULL: none */
    bool has_values;                       /* of its options, other than the initial ones */
    double value[MOST_STRATEGY_OPTIONS];
    /* At most so many will be asked: a number that stays where it is, and may grow. The budget is not kept. */
    void *(*start)(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most);
    enum ask_result (*ask)(void *state, uint64_t *index);
    /* What is told is never asked again: each answer once, in any order; and before the first, what an earlier run
     * found. */
    void (*tell)(void *state, const struct observation *observed);
    void (*end)(void *state);
};

extern const struct strategy auto_strategy, exhaustive_strategy, pairwise_strategy, random_strategy, values_strategy,
    latin_strategy, greedy_strategy, tabu_strategy, annealing_strategy, genetic_strategy, differential_strategy,
    model_strategy;

/* All of them, ended by NULL. */
extern const struct strategy *const strategies[];
const struct strategy *strategy_find(const char *name);

/* Shuffles a list (Fisher-Yates, counter-based generator): the same seed gives the same order everywhere. */
void strategy_shuffle(uint64_t *list, size_t count, uint64_t seed);
