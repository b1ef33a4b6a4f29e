/* The mistakes of a registry that can be told before anything is measured. What is wrong with a table is told by
 * reading it; only if a bench's tables are clean, its functions are called, on the fake device. */
#pragma once

#include "tuner/registry.h"

#include <stdbool.h>

struct compute_context;
struct suite;
struct bench;
struct problem;

/* A check that goes on, and who hears of it. */
struct check {
    const struct registry *registry;
    /* A mistake, one line: "scan/tiles: .space.defaults: 96 is no value of BLOCK_SIZE (64, 128, 256)". */
    void (*mistake)(void *user, const char *line);
    void *user;
    size_t mistakes; /* so far */
};

/* Each tells all mistakes that it finds, and returns whether there are none. */

/* The names of all suites and benches. Where these are not right, nothing is found by its name. */
bool check_names(struct check *check);

/* What a suite says beside its benches: its settings. No problem can be made of one that is not right. */
bool check_suite(struct check *check, const struct suite *suite);

/* A bench's tables; its constraints are called with the default configuration, if they are right. */
bool check_bench(struct check *check, const struct suite *suite, const struct bench *bench);

/* Moves the default of a problem's space to the nearest configuration that check_bench would take for one; it stays
 * where there is none, and near, for one that another kind of device refuses. INVALID with a constraint that has no
 * answer. */
enum status check_nearest_default(const struct problem *problem, uint64_t *index, struct fault *fault);

/* What setup() declares, and what work() says of some configurations, among them each value of every parameter: of a
 * problem of a bench whose tables are right; and of the same with other words of settings, before a resource is said
 * to be unused. `fake` is the fake device in use, `store` a folder. */
bool check_functions(struct check *check, const struct problem *problem, struct compute_context *fake,
                     const char *store);
