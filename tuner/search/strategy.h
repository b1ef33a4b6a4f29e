/* Search strategies: they choose which configurations of a space are tried, and in which order, behind an ask-and-tell
 * interface. They depend on no device and no clock. */
#pragma once

#include "tuner/result.h"
#include "tuner/space.h"

struct allowed;

/* Times from another size or device: configurations of this space, allowed or not, each once, with their times there,
 * fastest first. */
struct elsewhere {
    uint64_t *index;
    double *ns;
    size_t count;
    bool fewer; /* tries suffice: they are of another bench of this run, with the same kernel, or the bench needs few */
};
void elsewhere_free(struct elsewhere *elsewhere);

/* The configurations from which a strategy chooses; they outlive the strategy. Either a solved space, by rank, draw or
 * neighbourhood (solved.h), filtered by allowed_keep if constraints were left out; or a list. */
struct choices {
    const struct space *space;     /* NULL: a list, in its own order */
    const struct allowed *allowed; /* allowed.h */
    const uint64_t *index;         /* of a list */
    uint64_t count;                /* of a list, or of the solved space */
    /* To be tried first, in this order, each once; the first of them in any case: the default, or the allowed
     * configuration nearest to it, the baseline. The others were the best elsewhere: a strategy starts from the best of
     * them. */
    const uint64_t *first;
    size_t warm_start;          /* how many; 0 for an empty list alone */
    struct elsewhere elsewhere; /* the caller's */
    const double *option;       /* values of the strategy's options, in their order; NULL: the initial ones */
};

/* Configurations that were the best elsewhere, best first, allowed here or not; and all times from there. */
enum { MOST_WANTED = 5 };
struct wanted {
    uint64_t index[MOST_WANTED];
    size_t count;
    struct elsewhere elsewhere;
};

/* The budget of a search; 0: no limit. The caller of the strategy enforces it. */
struct search_budget {
    uint64_t configurations;
    double seconds;
    bool binds;       /* it is expected to end the search: little of the space will be tried */
    size_t workers;   /* compile workers to keep busy; 0: one */
    bool takes_turns; /* compiling and measuring do not overlap */
};

/* A configuration; none until an outcome is told; no more. */
enum ask_result { ASK_INDEX, ASK_WAIT, ASK_DONE };

/* The outcome of a configuration. */
struct observation {
    uint64_t index;
    enum status status;
    double ns;             /* its median, by the run's objective; 0: no time was taken */
    double interval_ns[2]; /* of the median, at 95 %; of two to five blocks from the least to the largest; else NAN */
    enum stop stop;        /* a dropped one is right but too slow: its time is of a few samples */
    struct compute_resources resources; /* from the compiler; registers not above 0: unknown */
};

/* A numeric option of a strategy, in [least, most]. */
struct strategy_option {
    const char *name, *summary;
    double initial, least, most;
    bool is_whole;
};

enum { MOST_STRATEGY_OPTIONS = 8 };

struct strategy {
    const char *name, *summary;
    size_t ahead;                          /* maximum of those asked and compiled while an earlier one is measured */
    const struct strategy_option *options; /* ended by a NULL name; NULL: none */
    bool has_values;                       /* of its options, instead of the initial ones */
    double value[MOST_STRATEGY_OPTIONS];
    /* *most: how many will be asked at most; the variable stays valid, and the strategy may raise it. Does not enforce
     * the budget. */
    void *(*start)(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most);
    enum ask_result (*ask)(void *state, uint64_t *index);
    /* Each configuration that was asked is told once, in any order, and never asked again; outcomes of an earlier run
     * are told before the first is asked. */
    void (*tell)(void *state, const struct observation *observed);
    void (*end)(void *state);
};

extern const struct strategy auto_strategy, exhaustive_strategy, pairwise_strategy, random_strategy, values_strategy,
    latin_strategy, greedy_strategy, tabu_strategy, annealing_strategy, genetic_strategy, differential_strategy,
    model_strategy;

/* All strategies, ended by NULL. */
extern const struct strategy *const strategies[];
const struct strategy *strategy_find(const char *name);

/* Shuffles a list (Fisher-Yates, counter-based generator): the same seed gives the same order everywhere. */
void strategy_shuffle(uint64_t *list, size_t count, uint64_t seed);
