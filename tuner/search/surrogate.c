#include "tuner/search/surrogate.h"

#include "base/memory.h"
#include "tuner/search/value_distances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points that determine the weights; further passes elsewhere; candidates computed together; inputs by the compiler. */
enum { LEARNING_POINTS = 64, MORE_PASSES = 2, TOGETHER = 64, FACTS = 3 };

/* The slowest fifth of the points is clipped to its fastest: slow times carry little information about fast ones. */
static const double SLOW = 0.8;

/* Weights are tried up and down by a factor of 3, the noise by 4. A weight's logarithm has a normal prior around 0, or
 * that elsewhere, with a deviation of 1. Noise is a share of the variance of the logarithms of times. */
static const double STEP = 3, NOISE_STEP = 4, LEAST_WEIGHT = 1e-4, MOST_WEIGHT = 1e4, LEAST_NOISE = 1e-5,
                    MOST_NOISE = 0.3;

/* The slope of logarithms of times over those expected elsewhere: a normal prior around 1, with this multiple of the
 * residual variance. */
static const double SLOPE_VARIANCE = 4;

struct surrogate {
    size_t parameters, points;
    size_t *values;
    double **apart;                /* per pair of values of a parameter */
    double *weight, *usual, noise; /* of parameters, then of facts; usual: logarithms, around which the prior is */
    size_t *position;              /* of points */
    double fact[MOST_POINTS][FACTS];
    bool is_told[MOST_POINTS], has_facts; /* one has them */
    double log_time[MOST_POINTS], target[MOST_POINTS];
    double mean, variance, fastest;                         /* of the targets */
    double of_target[MOST_POINTS], of_failing[MOST_POINTS]; /* the inverse of the kernel's matrix times the targets */
    struct surrogate *elsewhere;                            /* NULL: none */
    double expected[MOST_POINTS], of_expected[MOST_POINTS], slope; /* there */
    double ones[MOST_POINTS], distance[MOST_POINTS * MOST_POINTS];
    double factor[MOST_POINTS * MOST_POINTS]; /* of Cholesky, of the kernel's matrix; 1 / its diagonal */
};

/* ---- making one ---- */

struct surrogate *surrogate_new(const struct space *space)
{
    struct surrogate *surrogate = allocate(sizeof *surrogate);
    const size_t parameters = space_parameters(space);
    surrogate->parameters = parameters;
    surrogate->noise = 1e-3;
    surrogate->values = allocate((parameters + 1) * sizeof *surrogate->values);
    surrogate->apart = allocate((parameters + 1) * sizeof *surrogate->apart);
    surrogate->weight = allocate(2 * (parameters + FACTS) * sizeof *surrogate->weight);
    surrogate->usual = surrogate->weight + parameters + FACTS;
    surrogate->position = allocate((parameters + 1) * MOST_POINTS * sizeof *surrogate->position);
    for (size_t p = 0; p < parameters; p++) {
        surrogate->values[p] = space->parameters[p].count;
        surrogate->apart[p] = value_distances(&space->parameters[p]);
    }
    for (size_t p = 0; p < parameters + FACTS; p++)
        surrogate->weight[p] = 1;
    return surrogate;
}

void surrogate_free(struct surrogate *surrogate)
{
    for (size_t p = 0; surrogate && p < surrogate->parameters; p++)
        free(surrogate->apart[p]);
    if (surrogate) {
        free(surrogate->values);
        free(surrogate->apart);
        free(surrogate->weight);
        free(surrogate->position);
        surrogate_free(surrogate->elsewhere);
    }
    free(surrogate);
}

void surrogate_clear(struct surrogate *surrogate)
{
    surrogate->points = 0;
}

/* Logarithms, with the usual ranges scaled to 0 to 1: 16 to 256 registers, 0 to 227 KiB, and 0 to 1 KiB. */
static void take_facts(double fact[FACTS], const struct compute_resources *resources)
{
    fact[0] = log(fmax(resources->registers, 16) / 16) / log(16);
    fact[1] = log(1 + fmax(resources->shared_bytes, 0) / 1024) / log(228);
    fact[2] = log(1 + fmax(resources->spill_bytes, 0) / 16) / log(65);
}

void surrogate_add(struct surrogate *surrogate, const size_t *position, double log_time,
                   const struct compute_resources *resources)
{
    const size_t point = surrogate->points++;
    surrogate->is_told[point] = resources;
    surrogate->has_facts = (point > 0 && surrogate->has_facts) || resources;
    if (resources)
        take_facts(surrogate->fact[point], resources);
    memcpy(&surrogate->position[point * surrogate->parameters], position, surrogate->parameters * sizeof *position);
    surrogate->log_time[point] = log_time;
}

/* ---- likelihood ---- */

/* The rational quadratic kernel of exponent 2: tails of many length scales, at the cost of one division. */
static inline double kernel(double distance)
{
    const double x = 1 + distance / 4;
    return 1 / (x * x);
}

static double value_distance(const struct surrogate *surrogate, size_t parameter, const size_t *a, const size_t *b)
{
    return surrogate->apart[parameter][a[parameter] * surrogate->values[parameter] + b[parameter]];
}

static const size_t *point(const struct surrogate *surrogate, size_t i)
{
    return &surrogate->position[i * surrogate->parameters];
}

/* The distance by parameters and facts with a weight. */
static size_t weights(const struct surrogate *surrogate)
{
    return surrogate->parameters + (surrogate->has_facts ? FACTS : 0);
}

static double facts_distance(const struct surrogate *surrogate, const double *a, const double *b)
{
    double distance = 0;
    for (size_t f = 0; f < FACTS && surrogate->has_facts; f++)
        distance += surrogate->weight[surrogate->parameters + f] * pow(a[f] - b[f], 2);
    return distance;
}

/* Adds the weighted distances of a parameter or fact to those of the first points. */
static void add_weight(struct surrogate *surrogate, size_t points, size_t parameter, double weight)
{
    const size_t parameters = surrogate->parameters;
    for (size_t i = 0; i < points; i++)
        for (size_t j = 0; j < i; j++)
            surrogate->distance[i * MOST_POINTS + j] +=
                weight *
                (parameter < parameters
                     ? value_distance(surrogate, parameter, point(surrogate, i), point(surrogate, j))
                     : pow(surrogate->fact[i][parameter - parameters] - surrogate->fact[j][parameter - parameters], 2));
}

static void make_distances(struct surrogate *surrogate, size_t points)
{
    memset(surrogate->distance, 0, sizeof surrogate->distance);
    for (size_t p = 0; p < weights(surrogate); p++)
        add_weight(surrogate, points, p, surrogate->weight[p]);
}

/* In four independent sums. */
static double dot(const double *a, const double *b, size_t count)
{
    double sum[4] = {0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t s = 0; s < 4; s++)
            sum[s] += a[i + s] * b[i + s];
    for (; i < count; i++)
        sum[0] += a[i] * b[i];
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

/* Factors the matrix of the first points; returns the logarithm of its determinant. */
static double factorize(struct surrogate *surrogate, size_t points)
{
    double *factor = surrogate->factor, determinant = 0;
    for (size_t i = 0; i < points; i++) {
        double *row = &factor[i * MOST_POINTS];
        for (size_t j = 0; j < i; j++)
            row[j] = kernel(surrogate->distance[i * MOST_POINTS + j]);
        for (size_t j = 0; j < i; j++)
            row[j] = (row[j] - dot(row, &factor[j * MOST_POINTS], j)) * factor[j * MOST_POINTS + j];
        const double left = fmax(1 + surrogate->noise - dot(row, row, i), LEAST_NOISE / 10);
        determinant += log(left);
        row[i] = 1 / sqrt(left);
    }
    return determinant;
}

/* Replaces x by the factor's inverse times x; and by the inverse of its transpose times x. */
static void solve_forward(const struct surrogate *surrogate, double *x, size_t points)
{
    for (size_t i = 0; i < points; i++) {
        const double *row = &surrogate->factor[i * MOST_POINTS];
        x[i] = (x[i] - dot(row, x, i)) * row[i];
    }
}

static void solve_backward(const struct surrogate *surrogate, double *x, size_t points)
{
    for (size_t i = points; i-- > 0;) {
        const double *row = &surrogate->factor[i * MOST_POINTS];
        x[i] *= row[i];
        for (size_t k = 0; k < i; k++)
            x[k] -= row[k] * x[i];
    }
}

/* The slope of the largest posterior, not below 0; subtracts its part from the residuals. */
static void find_slope(struct surrogate *surrogate, size_t points)
{
    double *x = surrogate->of_target, *of = surrogate->of_expected, products = 1 / SLOPE_VARIANCE,
           squares = 1 / SLOPE_VARIANCE;
    const double *ones = surrogate->ones, all = dot(ones, ones, points);
    memcpy(of, surrogate->expected, points * sizeof *of);
    solve_forward(surrogate, of, points);
    const double mean_x = dot(x, ones, points) / all, mean_of = dot(of, ones, points) / all;
    for (size_t i = 0; i < points; i++) {
        const double deviation = of[i] - mean_of * ones[i];
        products += deviation * (x[i] - mean_x * ones[i]);
        squares += deviation * deviation;
    }
    surrogate->slope = fmax(products / squares, 0);
    for (size_t i = 0; i < points; i++)
        x[i] -= surrogate->slope * of[i];
}

/* The logarithm of the weights' posterior on the first points, with the mean and variance of the largest likelihood. */
static double posterior(struct surrogate *surrogate, size_t points)
{
    const double determinant = factorize(surrogate, points);
    double *x = surrogate->of_target, *ones = surrogate->ones, squares = 0, prior = 0;
    for (size_t i = 0; i < points; i++) {
        x[i] = surrogate->target[i];
        ones[i] = 1;
    }
    solve_forward(surrogate, x, points);
    solve_forward(surrogate, ones, points);
    if (surrogate->elsewhere)
        find_slope(surrogate, points);
    surrogate->mean = dot(x, ones, points) / dot(ones, ones, points);
    for (size_t i = 0; i < points; i++)
        squares += pow(x[i] - surrogate->mean * ones[i], 2);
    surrogate->variance = fmax(squares / (double)points, 1e-8);
    for (size_t p = 0; p < weights(surrogate); p++)
        prior += pow(log(surrogate->weight[p]) - surrogate->usual[p], 2) / 2;
    return -(double)points / 2 * log(surrogate->variance) - determinant / 2 - prior;
}

/* Moves one number by a factor up or down as long as the posterior grows. `parameter`: the index of the weight, or,
 * after all of them, the noise. */
static double climb(struct surrogate *surrogate, size_t points, size_t parameter, double best)
{
    const bool is_noise = parameter == weights(surrogate);
    double *number = is_noise ? &surrogate->noise : &surrogate->weight[parameter];
    const double step = is_noise ? NOISE_STEP : STEP, least = is_noise ? LEAST_NOISE : LEAST_WEIGHT,
                 most = is_noise ? MOST_NOISE : MOST_WEIGHT;
    bool has_moved = false;
    for (int up = 0; up < 2 && !has_moved; up++)
        for (;;) {
            const double before = *number, next = up ? before * step : before / step;
            if (next < least || next > most)
                break;
            *number = next;
            if (!is_noise)
                add_weight(surrogate, points, parameter, next - before);
            const double now = posterior(surrogate, points);
            if (now <= best) {
                *number = before;
                if (!is_noise)
                    add_weight(surrogate, points, parameter, before - next);
                break;
            }
            best = now;
            has_moved = true;
        }
    return best;
}

static void learn(struct surrogate *surrogate)
{
    const size_t points = surrogate->points < LEARNING_POINTS ? surrogate->points : LEARNING_POINTS;
    make_distances(surrogate, points);
    double best = posterior(surrogate, points);
    for (size_t p = 0; p <= weights(surrogate); p++)
        if (p >= surrogate->parameters || surrogate->values[p] > 1)
            best = climb(surrogate, points, p, best);
}

/* ---- fitting ---- */

/* Of the values of parameters. */
static double distance_to(const struct surrogate *surrogate, size_t i, const size_t *position)
{
    double distance = 0;
    for (size_t p = 0; p < surrogate->parameters; p++)
        distance += surrogate->weight[p] * value_distance(surrogate, p, point(surrogate, i), position);
    return distance;
}

/* The expectation of a configuration elsewhere. */
static double mean_at(const struct surrogate *elsewhere, const size_t *position)
{
    double mean = elsewhere->mean;
    for (size_t i = 0; i < elsewhere->points; i++)
        mean += kernel(distance_to(elsewhere, i, position)) * elsewhere->of_target[i];
    return mean;
}

/* The resources of the most similar point. */
static const double *facts_at(const struct surrogate *surrogate, const size_t *position)
{
    double nearest = INFINITY;
    const double *facts = *surrogate->fact;
    for (size_t i = 0; i < surrogate->points && surrogate->has_facts; i++) {
        const double distance = surrogate->is_told[i] ? distance_to(surrogate, i, position) : INFINITY;
        facts = distance < nearest ? surrogate->fact[i] : facts;
        nearest = fmin(distance, nearest);
    }
    return facts;
}

/* Whether some points differ in a parameter. */
static bool varies(const struct surrogate *surrogate, size_t p)
{
    size_t i = 0;
    while (i < surrogate->points && point(surrogate, i)[p] == point(surrogate, 0)[p])
        i++;
    return i < surrogate->points;
}

/* Further passes find the weights that are expected here; times are expected by those of the first, which extrapolate
 * less. A parameter with one value elsewhere gives no information on its others. */
void surrogate_follow(struct surrogate *surrogate, struct surrogate *elsewhere)
{
    const size_t parameters = elsewhere->parameters;
    FREED double *first = allocate((parameters + 1) * sizeof *first);
    surrogate_fit(elsewhere, true);
    const double noise = elsewhere->noise;
    memcpy(first, elsewhere->weight, parameters * sizeof *first);
    for (int pass = 0; pass < MORE_PASSES; pass++)
        surrogate_fit(elsewhere, true);
    for (size_t p = 0; p < parameters; p++) {
        surrogate->weight[p] = varies(elsewhere, p) ? elsewhere->weight[p] : 1;
        surrogate->usual[p] = log(surrogate->weight[p]);
        elsewhere->weight[p] = varies(elsewhere, p) ? first[p] : 0;
    }
    elsewhere->noise = noise;
    surrogate_fit(elsewhere, false);
    surrogate->elsewhere = elsewhere;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void surrogate_fit(struct surrogate *surrogate, bool anew)
{
    const size_t points = surrogate->points;
    double timed[MOST_POINTS];
    size_t count = 0;
    for (size_t i = 0; i < points; i++)
        if (!isinf(surrogate->log_time[i]))
            timed[count++] = surrogate->log_time[i];
    qsort(timed, count, sizeof *timed, ascending);
    surrogate->fastest = timed[0];
    for (size_t i = 0; i < points; i++) {
        surrogate->target[i] = fmin(surrogate->log_time[i], timed[(size_t)(SLOW * (double)(count - 1))]);
        surrogate->of_failing[i] = isinf(surrogate->log_time[i]);
        if (surrogate->has_facts && !surrogate->is_told[i])
            memcpy(surrogate->fact[i], facts_at(surrogate, point(surrogate, i)), sizeof surrogate->fact[i]);
        surrogate->expected[i] = surrogate->elsewhere ? mean_at(surrogate->elsewhere, point(surrogate, i)) : 0;
    }
    if (anew)
        learn(surrogate);
    make_distances(surrogate, points);
    posterior(surrogate, points);
    for (size_t i = 0; i < points; i++)
        surrogate->of_target[i] -= surrogate->mean * surrogate->ones[i];
    solve_backward(surrogate, surrogate->of_target, points);
    solve_forward(surrogate, surrogate->of_failing, points);
    solve_backward(surrogate, surrogate->of_failing, points);
}

/* ---- choosing ---- */

/* Computes for some candidates, at most TOGETHER, the expectations and variances, in units of the targets' and of their
 * variance; and in rows, one per point, the factor's inverse times the kernel. */
struct expected {
    size_t first, count;
    const double *fact[TOGETHER];
    double mean[TOGETHER], variance[TOGETHER], failing[TOGETHER], (*row)[TOGETHER];
};

static void expect(const struct surrogate *surrogate, const size_t *position, struct expected *expected)
{
    const size_t parameters = surrogate->parameters, count = expected->count;
    for (size_t c = 0; c < TOGETHER; c++) {
        expected->mean[c] = surrogate->mean;
        if (surrogate->elsewhere && c < count)
            expected->mean[c] += surrogate->slope * mean_at(surrogate->elsewhere, &position[c * parameters]);
        expected->fact[c] = facts_at(surrogate, &position[(c < count ? c : 0) * parameters]);
        expected->variance[c] = 1;
        expected->failing[c] = 0;
    }
    for (size_t i = 0; i < surrogate->points; i++) {
        double *row = expected->row[i];
        for (size_t p = 0; p < parameters; p++) {
            const double weight = surrogate->weight[p],
                         *from = &surrogate->apart[p][point(surrogate, i)[p] * surrogate->values[p]];
            for (size_t c = 0; c < count && surrogate->values[p] > 1; c++)
                row[c] += weight * from[position[c * parameters + p]];
        }
        for (size_t c = 0; c < TOGETHER; c++) {
            row[c] = kernel(row[c] + facts_distance(surrogate, expected->fact[c], surrogate->fact[i]));
            expected->mean[c] += row[c] * surrogate->of_target[i];
            expected->failing[c] += row[c] * surrogate->of_failing[i];
        }
    }
    for (size_t i = 0; i < surrogate->points; i++) {
        const double *factor = &surrogate->factor[i * MOST_POINTS];
        double *restrict row = expected->row[i];
        for (size_t k = 0; k < i; k++) {
            const double *restrict other = expected->row[k];
            for (size_t c = 0; c < TOGETHER; c++)
                row[c] -= factor[k] * other[c];
        }
        for (size_t c = 0; c < TOGETHER; c++) {
            row[c] *= factor[i];
            expected->variance[c] -= row[c] * row[c];
        }
    }
}

static double improvement(const struct surrogate *surrogate, const struct expected *expected, size_t c)
{
    const double deviation = sqrt(surrogate->variance * fmax(expected->variance[c], 1e-9));
    const double z = (surrogate->fastest - expected->mean[c]) / deviation;
    const double below = erfc(-z / sqrt(2)) / 2, density = exp(-z * z / 2) / sqrt(2 * M_PI);
    return deviation * (z * below + density) * (1 - fmin(fmax(expected->failing[c], 0), 1));
}

/* Updates the variances, and the fastest, as if candidate `chosen` had its expected time. */
static void assume(struct surrogate *surrogate, const size_t *position, struct expected *expected, size_t some,
                   size_t chosen)
{
    const struct expected *of = &expected[chosen / TOGETHER];
    const size_t parameters = surrogate->parameters, place = chosen % TOGETHER;
    const double variance = of->variance[place] + surrogate->noise;
    surrogate->fastest = fmin(surrogate->fastest, of->mean[place]);
    for (struct expected *each = expected; each < expected + some; each++) {
        double covariance[TOGETHER];
        for (size_t c = 0; c < each->count; c++) {
            double distance = facts_distance(surrogate, each->fact[c], of->fact[place]);
            for (size_t p = 0; p < parameters; p++)
                distance +=
                    surrogate->weight[p] * value_distance(surrogate, p, &position[(each->first + c) * parameters],
                                                          &position[chosen * parameters]);
            covariance[c] = kernel(distance);
        }
        for (size_t i = 0; i < surrogate->points; i++)
            for (size_t c = 0; c < each->count; c++)
                covariance[c] -= each->row[i][c] * of->row[i][place];
        for (size_t c = 0; c < each->count; c++)
            each->variance[c] -= covariance[c] * covariance[c] / variance;
    }
}

size_t surrogate_choose(struct surrogate *surrogate, const size_t *position, size_t candidates, size_t open,
                        size_t *chosen, size_t count)
{
    const size_t some = (candidates + TOGETHER - 1) / TOGETHER, points = surrogate->points;
    FREED struct expected *expected = allocate((some + 1) * sizeof *expected);
    FREED double(*rows)[TOGETHER] = allocate((some * points + 1) * sizeof *rows);
    FREED bool *is_chosen = allocate(candidates + 1);
    for (size_t s = 0; s < some; s++) {
        const size_t first = s * TOGETHER, left = candidates - first;
        expected[s].first = first;
        expected[s].count = left < TOGETHER ? left : TOGETHER;
        expected[s].row = &rows[s * points];
        expect(surrogate, &position[first * surrogate->parameters], &expected[s]);
    }
    for (size_t c = 0; c < open; c++) {
        is_chosen[c] = true;
        assume(surrogate, position, expected, some, c);
    }
    size_t done = 0;
    for (; done < count && open + done < candidates; done++) {
        double most = -INFINITY;
        for (size_t c = 0; c < candidates; c++) {
            const double gain = improvement(surrogate, &expected[c / TOGETHER], c % TOGETHER);
            if (!is_chosen[c] && !(gain <= most)) {
                most = gain;
                chosen[done] = c;
            }
        }
        is_chosen[chosen[done]] = true;
        if (done + 1 < count)
            assume(surrogate, position, expected, some, chosen[done]);
    }
    return done;
}
