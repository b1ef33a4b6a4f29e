/* Molecules of three atoms, and what the host expects of their forces, in double precision, with what an error may be.
 */
#pragma once

#include "tests/check.h"

#include <stdint.h>

enum { MOST_MOLECULES = 125, MOST_ATOMS = 3 * MOST_MOLECULES };

#define CUTOFF 5.0
#define SWITCH 4.0 /* from there on interactions fade, so that a pair at the cutoff does nothing in any count */
#define ALPHA 0.55 /* of the charges' short-ranged part */
#define BOND_K 400.0
#define ANGLE_K 60.0
#define ANGLE_0 1.9

/* The same for the device: 4 is SWITCH, to CUTOFF it is 1, 0.55 is ALPHA, 0.62... twice that by the root of pi. */
static const char fade_lines[] = "if (r > (real)4.0) {\n"
                                 "    const real x = r - (real)4.0, fades = 1 - x * x * x * (10 - x * (15 - 6 * x));\n"
                                 "    slope = slope * fades - 30 * x * x * (1 - x) * (1 - x) * value;\n"
                                 "    value *= fades;\n"
                                 "}\n"
                                 "energy += value;\n"
                                 "dEdR += slope;\n";
static const char lj_lines[] = "const real ratio = (lj1.x + lj2.x) * invR, square = ratio * ratio;\n"
                               "const real six = square * square * square, depth = 4 * lj1.y * lj2.y;\n"
                               "real value = depth * (six - 1) * six;\n"
                               "real slope = -depth * (12 * six - 6) * six * invR;\n";
static const char charges_lines[] =
    "const real charges = charge1 * charge2 * invR, far = (real)0.55 * r;\n"
    "real value = charges * ERFC(far);\n"
    "real slope = -value * invR - charges * (real)0.62060854190253184 * EXP(-far * far);\n";

/* Atoms 3m, 3m + 1, 3m + 2 are molecule m; the middle one is bonded to both others. */
struct molecules {
    int molecules, atoms;
    double side; /* of the periodic box; 0: none */
    double x[MOST_ATOMS][3], v[MOST_ATOMS][3], charge[MOST_ATOMS], mass[MOST_ATOMS];
    double half_sigma[MOST_ATOMS], root_epsilon[MOST_ATOMS];
    double bond_length[MOST_MOLECULES][2];
};

/* Of all atoms; `allowed` is what an error may be, where numbers have errors of `epsilon`. */
struct forces {
    double f[MOST_ATOMS][3], allowed[MOST_ATOMS], energy, energy_allowed, bonded, bonded_allowed;
};

/* In [0, 1). */
static double next_uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 40) * 0x1p-24;
}

static double difference(const struct molecules *of, int from, int to, double delta[3])
{
    double square = 0;
    for (int d = 0; d < 3; d++) {
        delta[d] = of->x[to][d] - of->x[from][d];
        square += delta[d] * delta[d];
    }
    return sqrt(square);
}

/* On a lattice of 4 A, turned at random; numbers are such that a float has them. */
static void make_molecules(struct molecules *made, int molecules, double side)
{
    uint64_t state = 7;
    *made = (struct molecules){.molecules = molecules, .atoms = 3 * molecules, .side = side};
    for (int i = 0; i < made->atoms; i++) {
        const int m = i / 3, end = i % 3 - 1, cell[3] = {m / 25, m / 5 % 5, m % 5};
        double turn[3], length = 0;
        for (int d = 0; d < 3; d++) {
            turn[d] = 0.4 * (next_uniform(&state) - 0.5) + 0.8 * end * (d == m % 3) + 0.6 * (d == (m + 1) % 3);
            length += turn[d] * turn[d];
        }
        for (int d = 0; d < 3; d++) {
            const double middle = 4 * cell[d] + 2 + 0.2 * cos(5 * m + d);
            made->x[i][d] = (double)(float)(middle + (end ? 0.8 * turn[d] / sqrt(length) : 0));
            made->v[i][d] = (double)(float)(2 * next_uniform(&state) - 1);
        }
        made->charge[i] = end ? 0.375 : -0.75;
        made->mass[i] = end ? 8 : 16;
        made->half_sigma[i] = end ? 0.875 : 1.125;
        made->root_epsilon[i] = end ? 0.5 : 0.75;
    }
    for (int m = 0; m < molecules; m++)
        for (int b = 0; b < 2; b++)
            made->bond_length[m][b] = 0.75 + 0.125 * b + 0.0625 * (m % 3);
}

static void add(struct forces *to, int i, const double force[3], double by, double allowed)
{
    for (int d = 0; d < 3; d++)
        to->f[i][d] += by * force[d];
    to->allowed[i] += allowed;
}

/* k (r - r0): r has an error of a few of its last digits, which k makes one of the force; the energy's is that of r -
 * r0. */
static void add_bond(struct forces *to, const struct molecules *of, int a, int b, double r0, double epsilon)
{
    double delta[3], r = difference(of, a, b, delta), over = r - r0, allowed = BOND_K * 8 * r * epsilon;
    add(to, a, delta, BOND_K * over / r, allowed);
    add(to, b, delta, -BOND_K * over / r, allowed);
    to->bonded += 0.5 * BOND_K * over * over;
    to->bonded_allowed += allowed * fabs(over) + 4 * epsilon * BOND_K * over * over;
}

static void cross(const double a[3], const double b[3], double product[3])
{
    for (int d = 0; d < 3; d++)
        product[d] = a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3];
}

/* By the normal of the plane, unlike the kernel. The cosine's error is divided by the sine once for the angle, and once
 * more for the direction. */
static void add_angle(struct forces *to, const struct molecules *of, int a, int b, int c, double epsilon)
{
    double to_a[3], to_c[3], normal[3], on_a[3], on_c[3], dot = 0, sine = 0;
    const double r_a = difference(of, b, a, to_a), r_c = difference(of, b, c, to_c);
    cross(to_a, to_c, normal);
    for (int d = 0; d < 3; d++) {
        dot += to_a[d] * to_c[d];
        sine += normal[d] * normal[d];
    }
    const double length = sqrt(sine), theta = atan2(length, dot), over = theta - ANGLE_0, by = ANGLE_K * over;
    cross(normal, to_a, on_a);
    cross(to_c, normal, on_c);
    sine = length / (r_a * r_c);
    const double of_theta = 16 * epsilon / sine, near = fmin(r_a, r_c);
    const double allowed = (ANGLE_K * of_theta + fabs(by) * of_theta / sine) / near;
    add(to, a, on_a, by / (length * r_a * r_a), allowed);
    add(to, c, on_c, by / (length * r_c * r_c), allowed);
    add(to, b, on_a, -by / (length * r_a * r_a), 2 * allowed);
    add(to, b, on_c, -by / (length * r_c * r_c), 0);
    to->bonded += 0.5 * ANGLE_K * over * over;
    to->bonded_allowed += ANGLE_K * fabs(over) * of_theta + 4 * epsilon * ANGLE_K * over * over;
}

/* The distance's error is a few of its last digits and one of the box's; the twelfth power has it thirteen times in the
 * force. Each term has some of its own, erfc 16. The sizes of all terms are taken, of which some cancel. */
static void add_pair(struct forces *to, const struct molecules *of, int a, int b, double epsilon)
{
    double delta[3], square = 0;
    difference(of, a, b, delta);
    for (int d = 0; d < 3; d++) {
        delta[d] -= of->side > 0 ? of->side * floor(delta[d] / of->side + 0.5) : 0;
        square += delta[d] * delta[d];
    }
    const double r = sqrt(square);
    if (r >= CUTOFF)
        return;
    const double six = pow((of->half_sigma[a] + of->half_sigma[b]) / r, 6);
    const double four_epsilon = 4 * of->root_epsilon[a] * of->root_epsilon[b], charges = of->charge[a] * of->charge[b];
    const double coulomb = charges * erfc(ALPHA * r) / r, energy = four_epsilon * (six * six - six) + coulomb;
    const double gauss = charges * 2 * ALPHA / sqrt(acos(-1)) * exp(-ALPHA * ALPHA * square) / r;
    const double slope = -four_epsilon * (12 * six * six - 6 * six) / r - coulomb / r - gauss;
    const double x = r > SWITCH ? (r - SWITCH) / (CUTOFF - SWITCH) : 0;
    const double fades = 1 - x * x * x * (10 - x * (15 - 6 * x)),
                 fade_slope = -30 * x * x * (1 - x) * (1 - x) / (CUTOFF - SWITCH);
    const double by = slope * fades + energy * fade_slope;
    const double size = four_epsilon * (six * six + six) + fabs(coulomb);
    const double slope_size =
        four_epsilon * (12 * six * six + 6 * six) / r + fabs(coulomb) / r + fabs(gauss) + 2 * size;
    const double errors = (14 * (4 + (of->side > 0 ? of->side : 20) / r) + 32) * epsilon;
    add(to, a, delta, by / r, slope_size * errors);
    add(to, b, delta, -by / r, slope_size * errors);
    to->energy += energy * fades;
    to->energy_allowed += size * errors;
}

/* `which`: 1, bonds and angles; 2, pairs of different molecules. */
static void expect_forces(struct forces *to, const struct molecules *of, double epsilon, int which)
{
    *to = (struct forces){.energy = 0};
    for (int m = 0; m < of->molecules && which & 1; m++) {
        for (int b = 0; b < 2; b++)
            add_bond(to, of, 3 * m + b, 3 * m + b + 1, of->bond_length[m][b], epsilon);
        add_angle(to, of, 3 * m, 3 * m + 1, 3 * m + 2, epsilon);
    }
    for (int a = 0; a < of->atoms && which & 2; a++)
        for (int b = a + 1; b < of->atoms; b++)
            if (a / 3 != b / 3)
                add_pair(to, of, a, b, epsilon);
    for (int i = 0; i < of->atoms; i++) /* each addition rounds to 2^-32: a dozen tiles twice, and bonds */
        to->allowed[i] += 32 * 0x1p-33;
}

/* Velocity Verlet. */
static void expect_steps(struct molecules *of, struct forces *forces, double step, int steps, int which)
{
    expect_forces(forces, of, 0, which);
    for (int i = 0; i < steps; i++)
        for (int half = 0; half < 2; half++) {
            if (half)
                expect_forces(forces, of, 0, which);
            for (int a = 0; a < of->atoms; a++)
                for (int d = 0; d < 3; d++) {
                    of->v[a][d] += 0.5 * step / of->mass[a] * forces->f[a][d];
                    of->x[a][d] += half ? 0 : step * of->v[a][d];
                }
        }
}
