/* The first part of an analysis of variance: what the sum of a function of each parameter explains (effects.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Configurations, and what is known of how they were chosen. */
struct observed {
    size_t count, parameters;
    const size_t *position; /* of the value that parameter p has in the configuration i: position[p * count + i] */
    const double *log_time;
    double sampled; /* the share of all that could have been timed: 1 if these are all */
    double noise;   /* the variance of a log_time, measured again; NAN if it is not known */
};

/* Of more values, neighbours count as one. */
enum { MAX_LEVELS = 24 };

/* A parameter that had several values. */
struct factor {
    size_t parameter, levels, column; /* its first; it has one for each level but the first */
    unsigned char *level;             /* of each row */
    bool idle;                        /* it explains nothing by itself */
};

struct design {
    const struct observed *observed;
    struct factor *factor;
    size_t factors, columns;
    double *gram, *with; /* columns by columns, and columns by log_time: sums of products, all centred */
    double *rest;        /* of log_time, that is not explained yet: its mean is 0 */
    double total;        /* sum of its squares, at first */
};

/* What remains of the sum of squares, and of the degrees of freedom. */
struct remains {
    double squares, freedom;
};

void design_make(struct design *design, const struct observed *observed);
void design_free(struct design *design);

struct remains without(struct remains remains, double squares, double freedom);

/* The sum of squares that remains, as if the numbers that were fitted had explained nothing of what they explain of
 * anything. Where they were as many as rows that is all. */
double unexplained(const struct design *design, struct remains remains);

/* Whether noise may be all that explains so much by so many free numbers, of so many candidates, and leaves what
 * remains. */
bool may_be_noise(const struct observed *observed, double squares, double freedom, struct remains remains,
                  size_t candidates);

/* Finds the shares of parameters (of as many as `observed` has; those that explain nothing get none, and their factors
 * are idle), takes what they explain away from the rest, and returns what remains. */
struct remains explain_parameters(struct design *design, double *share);

/* Below this share of the variance, nothing is said. */
extern const double least_share;
