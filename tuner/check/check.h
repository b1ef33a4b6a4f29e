/* Finds mistakes in a registry without measuring: in a bench's tables by reading them; if these are right, in its
 * functions by calling them on the fake device. */
#pragma once

#include "tuner/registry.h"

#include <stdbool.h>

struct compute_context;
struct suite;
struct bench;
struct problem;

/* A check in progress, and its callback. */
struct check {
    const struct registry *registry;
    /* A mistake, one line: "scan/tiles: .space.defaults: 96 is no value of BLOCK_SIZE (64, 128, 256)". */
    void (*mistake)(void *user, const char *line);
    void *user;
    size_t mistakes; /* so far */
};

/* Each reports all mistakes that it finds, and returns whether there are none. */

/* The names of all suites and benches, by which all the rest is looked up. */
bool check_names(struct check *check);

/* The settings of a suite; with a mistake no problem can be made. */
bool check_suite(struct check *check, const struct suite *suite);

/* The tables of a bench; if they are right, its constraints are evaluated for the default configuration. */
bool check_bench(struct check *check, const struct suite *suite, const struct bench *bench);

/* Moves the default of a problem's space to the nearest configuration that check_bench would accept as one; it stays if
 * there is none, and near, for one that another kind of device refuses. INVALID with a constraint that has no value. */
enum status check_nearest_default(const struct problem *problem, uint64_t *index, struct fault *fault);

/* The declarations of setup(), and the values of work() for some configurations, including each value of every
 * parameter, for a bench whose tables are right; and with other words of settings before a resource is reported as
 * unused. `fake` is the open fake device, `store` a folder. */
bool check_functions(struct check *check, const struct problem *problem, struct compute_context *fake,
                     const char *store);
