/* Figures of a state of the atoms: energy, temperature, and the radial distribution's first peak. */
#include "suites/lennard_jones/dynamics.h"

#include <math.h>

static const double gas = 0.0019872043; /* kcal/mol/K */

static double distance(const struct lj_system *system, const struct dynamics_numbers *place, uint64_t i, uint64_t j)
{
    double a[3], b[3], separation[3];
    dynamics_place(place, i, a);
    dynamics_place(place, j, b);
    return sqrt(dynamics_square_distance(system, a, b, separation));
}

/* An atom's half of the energies of its pairs, minus their value at the cutoff. */
static double potential_of(const struct problem *problem, const struct lj_system *system, const struct near_index *near,
                           const struct dynamics_numbers *place, uint64_t i)
{
    const size_t own = (size_t)lj_type(problem, system->types, i) * system->types;
    struct near_span span[NEAR_MOST_SPANS];
    const int spans = near_spans(near, i, span);
    double sum = 0;
    for (int s = 0; s < spans; s++)
        for (uint64_t k = 0; k < span[s].count; k++) {
            const uint64_t j = span[s].particle[k];
            const double r = distance(system, place, i, j);
            if (j == i || r >= (double)system->cutoff)
                continue;
            const struct lj_pair pair = lj_pair_of(system, own + (size_t)lj_type(problem, system->types, j));
            sum += (lj_energy(pair, r) - lj_energy(pair, (double)system->cutoff)) / 2;
        }
    return sum;
}

struct dynamics_energy dynamics_energy(const struct problem *problem, const struct near_index *near,
                                       const struct dynamics_numbers *place, const struct dynamics_numbers *velocity,
                                       const struct dynamics_numbers *force, double kick)
{
    const struct lj_system system = lj_system(problem);
    double potential = 0, kinetic = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : potential, kinetic)
    for (int64_t i = 0; i < (int64_t)system.n; i++) {
        const double mass = system.mass[lj_type(problem, system.types, (uint64_t)i)];
        potential += potential_of(problem, &system, near, place, (uint64_t)i);
        for (uint64_t d = 0; d < 3; d++) {
            const double v =
                dynamics_number(velocity, d, (uint64_t)i) + kick * dynamics_number(force, d, (uint64_t)i) / mass;
            kinetic += mass * v * v / 2 / 418.4;
        }
    }
    return (struct dynamics_energy){potential, kinetic};
}

double dynamics_temperature(uint64_t n, struct dynamics_energy energy)
{
    return n > 1 ? 2 * energy.kinetic / (3 * (double)(n - 1) * gas) : 0;
}

/* ---- the radial distribution ---- */

enum { BINS = 200 };
static const double bin_width = 0.05; /* A */

/* Counts are of all ordered pairs; the peak is the highest mean of two neighbouring bins. */
void dynamics_first_peak(const struct problem *problem, struct near_index *near, const struct dynamics_numbers *place,
                         double *height, double *at)
{
    const struct lj_system system = lj_system(problem);
    const double volume = (double)system.side[0] * (double)system.side[1] * (double)system.side[2];
    const double density = (double)system.n / volume;
    uint64_t count[BINS] = {0};
    dynamics_fill_near(near, &system, BINS * bin_width, place);
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : count[:BINS])
    for (int64_t i = 0; i < (int64_t)system.n; i++) {
        struct near_span span[NEAR_MOST_SPANS];
        const int spans = near_spans(near, (uint64_t)i, span);
        for (int s = 0; s < spans; s++)
            for (uint64_t k = 0; k < span[s].count; k++) {
                const uint64_t j = span[s].particle[k];
                const double bin = distance(&system, place, (uint64_t)i, j) / bin_width;
                if (j != (uint64_t)i && bin < BINS)
                    count[(size_t)bin]++;
            }
    }
    *height = *at = 0;
    for (int k = 0; k + 1 < BINS; k++) {
        const double inner = k * bin_width, outer = (k + 2) * bin_width;
        const double shell = 4.18879020478639 * (outer * outer * outer - inner * inner * inner);
        const double g = (double)(count[k] + count[k + 1]) / ((double)system.n * density * shell);
        if (g > *height) {
            *height = g;
            *at = (inner + outer) / 2;
        }
    }
}
