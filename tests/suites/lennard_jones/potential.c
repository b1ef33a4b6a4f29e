/* The potential of suite lennard_jones: against published values, and for consistency. */
#include "suites/lennard_jones/lennard_jones.h"

#include "tests/check.h"

static const struct lj_pair argon = {3.41, 0.238067}, some[] = {{3.41, 0.238067}, {2.72, 0.0934}, {1, 1}, {3.83, 10}};

/* Two particles: the minimum is -epsilon, at the sixth root of 2; the potential is zero at sigma. */
TEST(dimer)
{
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const struct lj_pair pair = some[i];
        const double minimum = pair.sigma * pow(2, 1. / 6);
        CHECK_NEAR(lj_energy(pair, minimum), -pair.epsilon, 1e-14 * pair.epsilon);
        CHECK_NEAR(lj_derivative(pair, minimum), 0, 1e-14 * lj_magnitude(pair, minimum));
        CHECK_NEAR(lj_energy(pair, pair.sigma), 0, 1e-14 * pair.epsilon);
        CHECK_NEAR(lj_derivative(pair, pair.sigma), -24 * pair.epsilon / pair.sigma, 1e-13 * pair.epsilon);
        CHECK(lj_derivative(pair, 0.99 * minimum) < 0 && lj_derivative(pair, 1.01 * minimum) > 0);
    }
}

/* dE/dr is the difference of the energies about r; its terms' magnitudes are those of two energies of one sign. */
TEST(derivative)
{
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        for (double r = 0.26 * some[i].sigma; r < 6 * some[i].sigma; r *= 1.013) {
            const double up = r * (1 + 1e-6), down = r * (1 - 1e-6);
            const double slope = (lj_energy(some[i], up) - lj_energy(some[i], down)) / (up - down);
            const double magnitude = lj_magnitude(some[i], r), six = pow(some[i].sigma / r, 6);
            CHECK_NEAR(lj_derivative(some[i], r), slope, 1e-8 * magnitude);
            CHECK_NEAR(magnitude, 24 * some[i].epsilon / r * (2 * six * six + six), 1e-12 * magnitude);
        }
}

/* Below a quarter of sigma nothing grows further, even for two particles at one place. */
TEST(near)
{
    static const double shares[] = {0, 1e-300, 1e-30, 0.1, 0.2499999};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const double most = some[i].sigma / 4, slope = lj_derivative(some[i], most);
        CHECK(isfinite(slope) && slope < 0 && isfinite((float)slope));
        for (size_t s = 0; s < sizeof shares / sizeof *shares; s++) {
            CHECK(lj_derivative(some[i], shares[s] * some[i].sigma) == slope);
            CHECK(lj_magnitude(some[i], shares[s] * some[i].sigma) == lj_magnitude(some[i], most));
        }
        CHECK(lj_derivative(some[i], 1.0001 * most) > slope);
    }
}

/* ---- a crystal ---- */

/* The sums over an fcc lattice, whose neighbours are 1 apart, of E and of r dE/dr, out to `reach`. */
struct sums {
    double energy, virial;
};

static struct sums add_up(struct lj_pair pair, double reach)
{
    const int most = (int)(reach * sqrt(2)) + 1; /* in halves of a cell, whose sum is even where an atom is */
    struct sums sums = {0, 0};
    for (int x = -most; x <= most; x++)
        for (int y = -most; y <= most; y++)
            for (int z = -most; z <= most; z++) {
                const double r = sqrt((x * x + y * y + z * z) / 2.);
                if ((x + y + z) % 2 || r == 0 || r > reach)
                    continue;
                sums.energy += lj_energy(pair, r);
                sums.virial += r * lj_derivative(pair, r);
            }
    return sums;
}

/* E = 4 epsilon (A12 s^2 - A6 s) with s = sigma^6, and r dE/dr = 24 epsilon (A6 s - 2 A12 s^2): two lattices, in units
 * of sigma, give A6 and A12. The part beyond `reach` is added as a uniform density of sqrt(2) atoms per unit volume. */
TEST(lattice)
{
    const double reach = 25, tail = 4 * acos(-1) * sqrt(2), s[] = {0.5, 1.25};
    const double tail6 = tail / (3 * pow(reach, 3)), tail12 = tail / (9 * pow(reach, 9));
    double energy[2], virial[2];
    for (int i = 0; i < 2; i++) {
        const struct sums sums = add_up((struct lj_pair){pow(s[i], 1. / 6), argon.epsilon}, reach);
        energy[i] = sums.energy / (4 * argon.epsilon * s[i]);
        virial[i] = sums.virial / (24 * argon.epsilon * s[i]);
    }
    const double twelve = (energy[1] - energy[0]) / (s[1] - s[0]), six = twelve * s[0] - energy[0];
    CHECK_NEAR(six + tail6, 14.45392, 1e-5);
    CHECK_NEAR(twelve + tail12, 12.13188, 1e-5);
    const double twice = (virial[0] - virial[1]) / (s[1] - s[0]);
    CHECK_NEAR(virial[0] + twice * s[0] + tail6, 14.45392, 1e-5);
    CHECK_NEAR(twice / 2 + tail12, 12.13188, 1e-5);
}
