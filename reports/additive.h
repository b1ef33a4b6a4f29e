/* The first part of an analysis of variance: what the sum of a function of each parameter explains (effects.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Configurations, and how they were sampled. */
struct observed {
    size_t count, parameters;
    const size_t *position; /* position[p * count + i]: of configuration i's value of parameter p */
    const double *log_time;
    double sampled; /* the share of all valid configurations; 1: these are all */
    double noise;   /* the variance of a log_time over repeated measurements; NAN: unknown */
};

/* Above this number of values, neighbours are grouped. */
enum { MAX_LEVELS = 24 };

/* A parameter with several values. */
struct factor {
    size_t parameter, levels, column; /* its first column; it has one per level but the first */
    unsigned char *level;             /* of each row */
    bool idle;                        /* it explains nothing on its own */
};

struct design {
    const struct observed *observed;
    struct factor *factor;
    size_t factors, columns;
    double *gram, *with; /* columns by columns, and columns by log_time: centred sums of products */
    double *rest;        /* the unexplained part of log_time: its mean is 0 */
    double total;        /* the initial sum of its squares */
};

/* The remaining sum of squares and degrees of freedom. */
struct remains {
    double squares, freedom;
};

void design_make(struct design *design, const struct observed *observed);
void design_free(struct design *design);

struct remains without(struct remains remains, double squares, double freedom);

/* The remaining sum of squares, corrected for what the fitted numbers would explain of noise. If there are as many
 * numbers as rows, it is all. */
double unexplained(const struct design *design, struct remains remains);

/* Whether noise alone may explain this sum of squares with this many free numbers, chosen among this many candidates,
 * given the remainder. */
bool may_be_noise(const struct observed *observed, double squares, double freedom, struct remains remains,
                  size_t candidates);

/* Computes the shares of the parameters (as many as `observed` has; those that explain nothing get 0, and their factors
 * become idle), subtracts the explained part from the rest, and returns the remainder. */
struct remains explain_parameters(struct design *design, double *share);

/* Shares of the variance below this are not reported. */
extern const double least_share;
