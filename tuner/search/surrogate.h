/* What some times tell of the others: a Gaussian process over the values of parameters (Rasmussen, Williams: Gaussian
 * Processes for Machine Learning, 2006, algorithm 2.1). Two configurations are alike as the rational quadratic kernel
 * of a distance says: the sum over the parameters of a weight times how far their values are apart, so that it learns
 * of parameters, of pairs, and of more of them. What compiling tells is further ones, as if a configuration that is not
 * compiled yet came out as that which is most like it. The weights and the noise are those of the largest marginal
 * likelihood on some points, with a prior. */
#pragma once

#include "compute/compute.h"
#include "tuner/space.h"

/* The most points that are taken: what it costs grows with their square, and for the weights with their third power. */
enum { MOST_POINTS = 128 };

struct surrogate;

struct surrogate *surrogate_new(const struct space *space);
void surrogate_free(struct surrogate *surrogate);

/* Forgets all points, but not the weights; and takes one, of at most MOST_POINTS: the positions of its values, and the
 * logarithm of its time, or INFINITY where it failed, and what compiling told, or NULL. The first ones are those by
 * which weights are found. */
void surrogate_clear(struct surrogate *surrogate);
void surrogate_add(struct surrogate *surrogate, const size_t *position, double log_time,
                   const struct compute_resources *resources);

/* Has it follow what was timed elsewhere, a surrogate of its own with two points or more, which it fits and takes: what
 * that expects, times a slope that is found with the weights, is what it expects itself where its points say nothing.
 */
void surrogate_follow(struct surrogate *surrogate, struct surrogate *elsewhere);

/* Fits the points, of which one at least did not fail; `anew`: finds the weights again. */
void surrogate_fit(struct surrogate *surrogate, bool anew);

/* Of candidates, whose positions follow one another, at most `count` to be tried next: one after the other that which
 * is expected to improve the most on the fastest (Jones, Schonlau, Welch: Efficient global optimization, 1998), times
 * how likely it is not to fail, as if those before it came out as expected (Ginsbourger, Le Riche, Carraro: Kriging is
 * well-suited to parallelize optimization, 2010); and so the first ones, which are open: chosen before. Returns how
 * many. */
size_t surrogate_choose(struct surrogate *surrogate, const size_t *position, size_t candidates, size_t open,
                        size_t *chosen, size_t count);
