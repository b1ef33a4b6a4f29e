/* Strategies that learn, in rounds. What a round proposes is asked, so that compile workers stay busy; the next one
 * follows from what came of it, whatever the order in which that was told; or does not wait for the last of it, and
 * follows from what was proposed before that. So a seed repeats a search exactly where times are the same; and one that
 * goes on goes the way that it went, on which what an earlier run found is not asked again. A strategy's state begins
 * with a struct rounds. */
#pragma once

#include "tuner/search/indices.h"
#include "tuner/search/solved.h"
#include "tuner/search/strategy.h"

/* Of each of them, what follows its start; its end calls rounds_end. */
#define ROUNDS_STRATEGY .ahead = 256, .ask = rounds_ask, .tell = rounds_tell

struct list {
    uint64_t *index;
    size_t count, capacity;
};

void list_add(struct list *list, uint64_t index);

struct rounds {
    void (*begin)(void *state); /* proposes a first round, of which one at least is fresh */
    void (*go_on)(void *state); /* proposes the next one; nothing: it came to an end, and begins again */
    size_t ahead;               /* so many may be open when a round is proposed; SIZE_MAX: it needs nothing of them */
    struct choices choices;
    size_t parameters;
    struct list proposed, last; /* by this round; before it, and told since the one before it was proposed */
    struct list open;           /* proposed before, of which this one knows nothing */
    size_t fresh;               /* of what is proposed, so many were by no round before */
    /* What others have no part in. */
    struct order *others;
    struct indices visited, settled; /* what rounds proposed; what of it the others were told */
    struct outcomes *outcomes;
    size_t at, idle;
    uint64_t seed, drawn;
    bool has_begun;
};

/* A state of so many bytes, of zeros but for what all have. */
void *rounds_new(size_t size, void (*begin)(void *state), void (*go_on)(void *state), const struct choices *choices,
                 uint64_t seed, uint64_t *most);
enum ask_result rounds_ask(void *state, uint64_t *index);
void rounds_tell(void *state, const struct observation *observed);
void rounds_end(void *state);

/* ---- for the strategies ---- */

/* The value of an option. */
double rounds_option(const struct rounds *rounds, const struct strategy_option *options, size_t i);

/* Takes a configuration into the round, or a fresh one, at random, instead of NO_CONFIGURATION: which it is, or
 * NO_CONFIGURATION when none is left. The first fresh ones are the first choices, in their order. */
uint64_t rounds_propose(struct rounds *rounds, uint64_t index);

/* Takes all first choices into the first round, and a fresh one, at random, into any other: the first of them, or
 * NO_CONFIGURATION. */
uint64_t rounds_propose_first(struct rounds *rounds);

/* The time of what was proposed; INFINITY if it failed; 1 where nothing is timed. */
double rounds_ns(const struct rounds *rounds, uint64_t index);

/* What compiling told of it; NULL: nothing. */
const struct compute_resources *rounds_resources(const struct rounds *rounds, uint64_t index);

/* Whether no round proposed it yet. */
bool rounds_is_fresh(const struct rounds *rounds, uint64_t index);

/* 64 bits, a whole number below n, and a number in [0, 1). */
uint64_t rounds_random(struct rounds *rounds);
size_t rounds_below(struct rounds *rounds, size_t n);
double rounds_uniform(struct rounds *rounds);

/* The positions of a configuration's values, and back; any of them, allowed or not. */
void rounds_positions(const struct rounds *rounds, uint64_t index, size_t *position);
uint64_t rounds_index(const struct rounds *rounds, const size_t *position);
size_t rounds_values(const struct rounds *rounds, size_t parameter);

/* One of the allowed configurations that differ from one in the fewest parameters, all alike; NO_CONFIGURATION where a
 * constraint that was left out of the solving refuses it. */
uint64_t rounds_nearest(struct rounds *rounds, uint64_t index);

/* The allowed configurations that differ in one parameter, in random order: in place of what is listed. Where there is
 * none, those that differ in two. */
void rounds_neighbours(struct rounds *rounds, uint64_t index, struct list *list);

/* An allowed configuration that comes of another one whose values are drawn anew in so many parameters. */
uint64_t rounds_kick(struct rounds *rounds, uint64_t index, size_t most);

/* An allowed configuration with each value of one of two. */
uint64_t rounds_cross(struct rounds *rounds, uint64_t one, uint64_t other);

/* What is solved, to be kept (allowed_keep) where constraints were left out: what differs from a configuration in up to
 * so many parameters, in random order; one, all of them alike; and one that comes of another by drawing values of so
 * many parameters anew. */
void rounds_around(struct rounds *rounds, uint64_t index, size_t most, struct list *list);
uint64_t rounds_draw(struct rounds *rounds);
uint64_t rounds_draw_near(struct rounds *rounds, uint64_t index, size_t most);
