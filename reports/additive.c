#include "reports/additive.h"

#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const double least_share = 1e-3;
static const double least_freedom = 4, dependent = 1e-9, wrong_rate = 0.05;

/* ---- the design: the level of each factor in each row ---- */

static double dot(const double *a, const double *b, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Numbers the occurring values, in their order. */
static struct factor factor_of(const struct observed *observed, size_t parameter)
{
    const size_t *position = observed->position + parameter * observed->count;
    struct factor factor = {.parameter = parameter};
    size_t end = 0;
    for (size_t i = 0; i < observed->count; i++)
        end = position[i] >= end ? position[i] + 1 : end;
    size_t *level = allocate(end * sizeof *level), seen = 0;
    for (size_t i = 0; i < observed->count; i++)
        level[position[i]] = 1;
    for (size_t at = 0; at < end; at++)
        if (level[at])
            level[at] = seen++;
    factor.levels = seen < MAX_LEVELS ? seen : MAX_LEVELS;
    factor.level = allocate(observed->count);
    for (size_t i = 0; i < observed->count; i++)
        factor.level[i] = (unsigned char)(level[position[i]] * factor.levels / seen);
    free(level);
    return factor;
}

/* The column of a row's level; SIZE_MAX for the first. */
static size_t column_of(const struct factor *factor, size_t row)
{
    return factor->level[row] ? factor->column + factor->level[row] - 1 : SIZE_MAX;
}

static void add_products(struct design *design, double *sum)
{
    const size_t columns = design->columns;
    for (size_t i = 0; i < design->observed->count; i++)
        for (size_t a = 0; a < design->factors; a++) {
            const size_t left = column_of(&design->factor[a], i);
            if (left == SIZE_MAX)
                continue;
            sum[left]++;
            design->with[left] += design->rest[i];
            for (size_t b = 0; b < design->factors; b++) {
                const size_t right = column_of(&design->factor[b], i);
                if (right != SIZE_MAX)
                    design->gram[left * columns + right]++;
            }
        }
}

void design_make(struct design *design, const struct observed *observed)
{
    const double count = (double)observed->count;
    double mean = 0;
    *design = (struct design){.observed = observed};
    design->factor = allocate(observed->parameters * sizeof *design->factor);
    for (size_t p = 0; p < observed->parameters; p++) {
        struct factor factor = factor_of(observed, p);
        if (factor.levels < 2) {
            free(factor.level);
            continue;
        }
        factor.column = design->columns;
        design->columns += factor.levels - 1;
        design->factor[design->factors++] = factor;
    }
    for (size_t i = 0; i < observed->count; i++)
        mean += observed->log_time[i] / count;
    design->rest = allocate(observed->count * sizeof *design->rest);
    for (size_t i = 0; i < observed->count; i++)
        design->rest[i] = observed->log_time[i] - mean;
    design->total = dot(design->rest, design->rest, observed->count);
    design->gram = allocate(design->columns * design->columns * sizeof *design->gram);
    design->with = allocate(design->columns * sizeof *design->with);
    FREED double *sum = allocate(design->columns * sizeof *sum);
    add_products(design, sum);
    for (size_t a = 0; a < design->columns; a++)
        for (size_t b = 0; b < design->columns; b++)
            design->gram[a * design->columns + b] -= sum[a] * sum[b] / count;
}

void design_free(struct design *design)
{
    for (size_t f = 0; f < design->factors; f++)
        free(design->factor[f].level);
    free(design->factor);
    free(design->gram);
    free(design->with);
    free(design->rest);
}

/* ---- the share of noise ---- */

static struct remains all_of(const struct design *design)
{
    return (struct remains){design->total, (double)design->observed->count - 1};
}

struct remains without(struct remains remains, double squares, double freedom)
{
    return (struct remains){fmax(0, remains.squares - squares), remains.freedom - freedom};
}

/* The share of the remainder due to the sampling of the configurations; the rest is noise. */
static double by_choice(const struct observed *observed)
{
    return isfinite(observed->noise) ? 1 - observed->sampled : 1;
}

double unexplained(const struct design *design, struct remains remains)
{
    const struct observed *observed = design->observed;
    const double all = (double)observed->count - 1, choice = by_choice(observed),
                 chosen = remains.freedom < least_freedom ? design->total : remains.squares * all / remains.freedom,
                 noise = choice < 1 ? observed->noise * (all - remains.freedom) : 0;
    return fmin(design->total, choice * chosen + (1 - choice) * (remains.squares + noise));
}

/* The F test by Paulson, "An approximate normalization of the analysis of variance distribution" (1942), and a bound of
 * the normal distribution's tail. */
bool may_be_noise(const struct observed *observed, double squares, double freedom, struct remains remains,
                  size_t candidates)
{
    const double choice = by_choice(observed);
    if (!(freedom > 0) || (choice > 0 && remains.freedom < least_freedom))
        return true;
    const double each = (choice > 0 ? choice * remains.squares / remains.freedom : 0) +
                        (choice < 1 ? (1 - choice) * observed->noise : 0);
    if (!(squares > freedom * each))
        return true;
    if (!(each > 0))
        return false;
    const double root = cbrt(squares / freedom / each), of_this = 2 / (9 * freedom),
                 of_rest = choice > 0 ? 2 * choice / (9 * remains.freedom) : 0,
                 normal = (root * (1 - of_rest) - (1 - of_this)) / sqrt(of_this + root * root * of_rest);
    return normal < sqrt(2 * log((double)candidates / wrong_rate));
}

/* ---- a fit of parameters ---- */

/* A least squares fit whose columns are added in an order, those of a factor together: lower[j] is the row of
 * Cholesky's factor of the column that is the j-th; a column that depends on those before has 0 on the diagonal, and
 * explains nothing. */
struct fit {
    size_t *column, columns;
    double *lower, *explains; /* the square root of its contribution to the sum of squares */
};

static struct fit fit_make(size_t columns)
{
    return (struct fit){.column = allocate(columns * sizeof(size_t)),
                        .lower = allocate(columns * columns * sizeof(double)),
                        .explains = allocate(columns * sizeof(double))};
}

static void fit_free(struct fit *fit)
{
    free(fit->column);
    free(fit->lower);
    free(fit->explains);
}

/* Orders `count` factors in a ring, from `first` up, or else down. */
static void fit_solve(struct fit *fit, const struct design *design, const size_t *ring, size_t count, size_t first,
                      bool up)
{
    fit->columns = 0;
    for (size_t i = 0; i < count; i++) {
        const struct factor *factor = &design->factor[ring[(first + (up ? i : count - i)) % count]];
        for (size_t level = 1; level < factor->levels; level++)
            fit->column[fit->columns++] = factor->column + level - 1;
    }
    for (size_t j = 0; j < fit->columns; j++) {
        const double *gram = design->gram + fit->column[j] * design->columns;
        double *row = fit->lower + j * design->columns;
        for (size_t k = 0; k < j; k++) {
            const double *above = fit->lower + k * design->columns;
            row[k] = above[k] > 0 ? (gram[fit->column[k]] - dot(row, above, k)) / above[k] : 0;
        }
        const double square = gram[fit->column[j]] - dot(row, row, j);
        row[j] = square > dependent * gram[fit->column[j]] ? sqrt(square) : 0;
        fit->explains[j] = row[j] > 0 ? (design->with[fit->column[j]] - dot(row, fit->explains, j)) / row[j] : 0;
    }
}

/* The part that the factor starting at column `from` of the fit explains beyond earlier ones; returns its end. */
static size_t fit_factor(const struct fit *fit, const struct design *design, size_t from, size_t levels,
                         double *squares, double *freedom)
{
    *squares = *freedom = 0;
    for (size_t j = from; j < from + levels - 1; j++) {
        *squares += fit->explains[j] * fit->explains[j];
        *freedom += fit->lower[j * design->columns + j] > 0;
    }
    return from + levels - 1;
}

/* Subtracts the fitted sum from the rest. */
static void fit_subtract(const struct fit *fit, struct design *design)
{
    double *effect = allocate(design->columns * sizeof *effect), mean = 0;
    for (size_t j = fit->columns; j-- > 0;) {
        const double diagonal = fit->lower[j * design->columns + j];
        double sum = fit->explains[j];
        for (size_t k = j + 1; k < fit->columns; k++)
            sum -= fit->lower[k * design->columns + j] * effect[fit->column[k]];
        effect[fit->column[j]] = diagonal > 0 ? sum / diagonal : 0;
    }
    for (size_t i = 0; i < design->observed->count; i++) {
        for (size_t f = 0; f < design->factors; f++) {
            const size_t column = column_of(&design->factor[f], i);
            design->rest[i] -= column == SIZE_MAX ? 0 : effect[column];
        }
        mean += design->rest[i] / (double)design->observed->count;
    }
    for (size_t i = 0; i < design->observed->count; i++)
        design->rest[i] -= mean;
    free(effect);
}

/* ---- parameters ---- */

/* The remainder after all of the fit's factors in their order; adds to `sure` of each, by its number, the part that it
 * explains beyond earlier ones, less what noise would. */
static struct remains add_order(const struct fit *fit, const struct design *design, double *sure)
{
    struct remains remains = all_of(design);
    for (size_t from = 0; from < fit->columns;) {
        double squares, freedom;
        size_t f = design->factors - 1;
        while (design->factor[f].column > fit->column[from])
            f--;
        from = fit_factor(fit, design, from, design->factor[f].levels, &squares, &freedom);
        const double before = unexplained(design, remains);
        remains = without(remains, squares, freedom);
        sure[f] += before - unexplained(design, remains);
    }
    return remains;
}

/* The factor that adds least to all others, if that is nothing; else `count`. */
static size_t find_idle(struct fit *fit, const struct design *design, const size_t *ring, size_t count)
{
    double least = INFINITY, *sure = allocate(design->factors * sizeof *sure);
    size_t idle = count;
    for (size_t i = 0; i < count; i++) {
        const size_t levels = design->factor[ring[i]].levels;
        double squares, freedom;
        fit_solve(fit, design, ring, count, (i + 1) % count, true);
        fit_factor(fit, design, fit->columns - (levels - 1), levels, &squares, &freedom);
        const struct remains remains = add_order(fit, design, sure);
        if (squares <= least && (squares <= least_share * design->total ||
                                 may_be_noise(design->observed, squares, freedom, remains, design->factors))) {
            least = squares;
            idle = i;
        }
    }
    free(sure);
    return idle;
}

/* The orders are balanced: each active factor is equally often in each place, and each two of them in either order. */
struct remains explain_parameters(struct design *design, double *share)
{
    FREED_BY(fit_free) struct fit fit = fit_make(design->columns);
    struct remains remains = all_of(design);
    FREED double *sure = allocate(design->factors * sizeof *sure);
    size_t *ring = allocate(design->factors * sizeof *ring), count = design->factors, idle;
    for (size_t f = 0; f < count; f++)
        ring[f] = f;
    while (count && (idle = find_idle(&fit, design, ring, count)) < count) {
        design->factor[ring[idle]].idle = true;
        count--;
        memmove(ring + idle, ring + idle + 1, (count - idle) * sizeof *ring);
    }
    for (size_t first = 0; first < count; first++)
        for (int up = 0; up < 2; up++) {
            fit_solve(&fit, design, ring, count, first, up);
            remains = add_order(&fit, design, sure);
        }
    for (size_t i = 0; i < count; i++)
        share[design->factor[ring[i]].parameter] = fmax(0, sure[ring[i]] / (2 * (double)count) / design->total);
    if (count)
        fit_subtract(&fit, design);
    free(ring);
    return remains;
}
