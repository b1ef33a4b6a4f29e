#include "suites/lennard_jones/lennard_jones.h"

#include <math.h>

/* (sigma/r)^6. */
static double sixth(struct lj_pair pair, double r)
{
    double square = pair.sigma * pair.sigma / (r * r);
    return square * square * square;
}

double lj_energy(struct lj_pair pair, double r)
{
    double s6 = sixth(pair, fmax(r, pair.sigma / 4));
    return 4 * pair.epsilon * s6 * (s6 - 1);
}

double lj_derivative(struct lj_pair pair, double r)
{
    double near = fmax(r, pair.sigma / 4), s6 = sixth(pair, near);
    return 24 * pair.epsilon / near * s6 * (1 - 2 * s6);
}

double lj_magnitude(struct lj_pair pair, double r)
{
    double near = fmax(r, pair.sigma / 4), s6 = sixth(pair, near);
    return 24 * pair.epsilon / near * s6 * (1 + 2 * s6);
}
