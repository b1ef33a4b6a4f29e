/* Strategies that learn, in rounds. All proposals of a round are requested at once, which keeps compile workers busy.
 * The next round depends on their outcomes, not on the order in which these are told; or it does not wait for the last
 * of them, and depends on earlier rounds alone. So the same seed and times give the same search, and a resumed search
 * takes the same path, without repeating what an earlier run tried. A strategy's state begins with a struct rounds. */
#pragma once

#include "tuner/search/indices.h"
#include "tuner/search/solved.h"
#include "tuner/search/strategy.h"

/* The members of each such strategy, besides its start; its end calls rounds_end. */
#define ROUNDS_STRATEGY .ahead = 256, .ask = rounds_ask, .tell = rounds_tell

struct list {
    uint64_t *index;
    size_t count, capacity;
};

void list_add(struct list *list, uint64_t index);

struct rounds {
    void (*begin)(void *state); /* proposes the first round, with at least one fresh configuration */
    void (*go_on)(void *state); /* proposes the next round; none: it has converged, and restarts */
    size_t ahead;               /* maximum of open ones when a round is proposed; SIZE_MAX: any number */
    struct choices choices;
    size_t parameters;
    struct list proposed, last; /* by this round; by earlier ones, with outcomes since the previous round */
    struct list open;           /* proposed earlier, without an outcome yet */
    size_t fresh;               /* how many of the proposed are of no earlier round */
    /* Private to rounds.c. */
    struct order *others;
    struct indices visited, settled; /* proposals of rounds; the number of them reported to `others` */
    struct outcomes *outcomes;
    size_t at, idle;
    uint64_t seed, drawn;
    bool has_begun;
};

/* A state of `size` bytes, zero after its struct rounds. */
void *rounds_new(size_t size, void (*begin)(void *state), void (*go_on)(void *state), const struct choices *choices,
                 uint64_t seed, uint64_t *most);
enum ask_result rounds_ask(void *state, uint64_t *index);
void rounds_tell(void *state, const struct observation *observed);
void rounds_end(void *state);

/* ---- for the strategies ---- */

/* The value of an option. */
double rounds_option(const struct rounds *rounds, const struct strategy_option *options, size_t i);

/* Adds a configuration to the round; for NO_CONFIGURATION, a fresh random one. Returns it, or NO_CONFIGURATION when
 * none is left. The first fresh ones are the first choices, in their order. */
uint64_t rounds_propose(struct rounds *rounds, uint64_t index);

/* Adds all first choices to the first round, and a fresh random one to any other. Returns the first of them, or
 * NO_CONFIGURATION. */
uint64_t rounds_propose_first(struct rounds *rounds);

/* The time of a proposed configuration; INFINITY if it failed; 1 if nothing is timed. */
double rounds_ns(const struct rounds *rounds, uint64_t index);

/* Adds those with outcomes since the previous round to a list, which stays in the order of times, the fastest first. */
void rounds_add_outcomes(const struct rounds *rounds, struct list *known);

/* Its resources by the compiler; NULL: unknown. */
const struct compute_resources *rounds_resources(const struct rounds *rounds, uint64_t index);

/* Whether no round has proposed it yet. */
bool rounds_is_fresh(const struct rounds *rounds, uint64_t index);

/* 64 bits, a whole number below n, and a number in [0, 1). */
uint64_t rounds_random(struct rounds *rounds);
size_t rounds_below(struct rounds *rounds, size_t n);
double rounds_uniform(struct rounds *rounds);

/* The positions of a configuration's values, and back; of any configuration, allowed or not. */
void rounds_positions(const struct rounds *rounds, uint64_t index, size_t *position);
uint64_t rounds_index(const struct rounds *rounds, const size_t *position);
size_t rounds_values(const struct rounds *rounds, size_t parameter);

/* One of the allowed configurations that differ from `index` in the fewest parameters, drawn uniformly;
 * NO_CONFIGURATION if a left-out constraint forbids it. */
uint64_t rounds_nearest(struct rounds *rounds, uint64_t index);

/* Replaces the list by the allowed configurations that differ in one parameter, in random order; if there is none, by
 * those that differ in two. */
void rounds_neighbours(struct rounds *rounds, uint64_t index, struct list *list);

/* An allowed configuration near another one with the values of `most` parameters drawn anew. */
uint64_t rounds_kick(struct rounds *rounds, uint64_t index, size_t most);

/* An allowed configuration near one with each value from one of two parents. */
uint64_t rounds_cross(struct rounds *rounds, uint64_t one, uint64_t other);

/* From the solved space, to be filtered by allowed_keep if constraints were left out: the configurations that differ
 * from one in up to `most` parameters, in random order; one drawn uniformly; and one with the values of up to `most`
 * parameters drawn anew. */
void rounds_around(struct rounds *rounds, uint64_t index, size_t most, struct list *list);
uint64_t rounds_draw(struct rounds *rounds);
uint64_t rounds_draw_near(struct rounds *rounds, uint64_t index, size_t most);
