/* The forces at a state in double precision, by the formula, and the numbers of its arrays. */
#include "suites/lennard_jones/dynamics.h"

#include <math.h>

static const double unit = 0x1p-53;

struct dynamics_numbers dynamics_numbers(const struct job *job, const struct config *config, int slot)
{
    return (struct dynamics_numbers){job_host(job, slot), lj_pitch(job->n), dynamics_doubles(config)};
}

void dynamics_fill_near(struct near_index *near, const struct lj_system *system, double reach,
                        const struct dynamics_numbers *place)
{
    const struct near_box box = {.n = system->n,
                                 .side = {(double)system->side[0], (double)system->side[1], (double)system->side[2]},
                                 .periodic = system->periodic};
    near_fill(near, &box, reach,
              &(struct near_places){
                  .coordinate = place->number, .stride = 1, .axis = place->pitch, .doubles = place->doubles});
}

/* A pair's roundings: differences of places along three axes, each of two subtractions and an image, are off by up to 6
 * units of a side, and the force, which falls as r^-13, by 14 / r of that; the square, its reciprocal and the powers
 * take 32 more. A pair that is so near to the cutoff may have its force or not. */
struct lj_force dynamics_force(const struct problem *problem, const struct lj_system *system,
                               const struct near_index *near, const struct dynamics_numbers *place, uint64_t y,
                               double additions)
{
    const size_t own = (size_t)lj_type(problem, system->types, y) * system->types;
    const double cutoff = (double)system->cutoff;
    const double off = 6 * unit * (double)fmaxf(system->side[0], fmaxf(system->side[1], system->side[2]));
    struct lj_force force = {0};
    struct near_span span[NEAR_MOST_SPANS];
    const int spans = near_spans(near, y, span);
    double at[3];
    dynamics_place(place, y, at);
    for (int s = 0; s < spans; s++)
        for (uint64_t k = 0; k < span[s].count; k++) {
            const uint64_t x = span[s].particle[k];
            double other[3], separation[3];
            dynamics_place(place, x, other);
            const double r = sqrt(dynamics_square_distance(system, at, other, separation));
            if (x == y || !(r > 0) || r > cutoff + off)
                continue;
            const struct lj_pair pair = lj_pair_of(system, own + (size_t)lj_type(problem, system->types, x));
            const double magnitude = lj_magnitude(pair, r), by = r < cutoff ? -lj_derivative(pair, r) / r : 0;
            for (int d = 0; d < 3; d++)
                force.value[d] += by * separation[d];
            force.pairs += r < cutoff;
            force.terms++;
            force.magnitude += fabs(by) * r;
            force.slack += magnitude * (14 * off / r + (32 + additions) * unit) + (r > cutoff - off ? magnitude : 0);
        }
    force.slack += force.magnitude * (double)force.terms * unit;
    return force;
}
