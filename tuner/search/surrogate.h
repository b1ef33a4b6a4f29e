/* A model of times: a Gaussian process over the values of parameters (Rasmussen, Williams: Gaussian Processes for
 * Machine Learning, 2006, algorithm 2.1). The covariance is the rational quadratic kernel of a distance, the weighted
 * sum over the parameters of the distances of their values, so that it captures parameters, pairs, and larger groups.
 * Resources by the compiler are further inputs; a configuration that is not compiled yet has those of the most similar
 * compiled one. Weights and noise maximise the marginal likelihood of some points, with a prior. */
#pragma once

#include "compute/compute.h"
#include "tuner/space.h"

/* The maximum of points: the cost grows with their square, that of fitting the weights with their third power. */
enum { MOST_POINTS = 128 };

struct surrogate;

struct surrogate *surrogate_new(const struct space *space);
void surrogate_free(struct surrogate *surrogate);

/* Removes all points, but keeps the weights; adds a point, of at most MOST_POINTS: the positions of its values, the
 * logarithm of its time or INFINITY if it failed, and its resources or NULL. The first points determine the weights. */
void surrogate_clear(struct surrogate *surrogate);
void surrogate_add(struct surrogate *surrogate, const size_t *position, double log_time,
                   const struct compute_resources *resources);

/* Sets the prior mean: the expectation of a surrogate of times from elsewhere, with two points or more, which it fits
 * and owns, times a slope that is fitted with the weights. Those there are the mean of the weights' prior here. */
void surrogate_follow(struct surrogate *surrogate, struct surrogate *elsewhere);

/* Fits the points, of which at least one did not fail; `anew`: fits the weights again. */
void surrogate_fit(struct surrogate *surrogate, bool anew);

/* Chooses up to `count` of the candidates (their positions are contiguous): one after the other the one with the
 * largest expected improvement on the fastest (Jones, Schonlau, Welch: Efficient global optimization, 1998) times the
 * probability that it does not fail, as if the ones chosen before had their expected times (Ginsbourger, Le Riche,
 * Carraro: Kriging is well-suited to parallelize optimization, 2010). The first `open` candidates were chosen earlier.
 * Returns how many. */
size_t surrogate_choose(struct surrogate *surrogate, const size_t *position, size_t candidates, size_t open,
                        size_t *chosen, size_t count);
