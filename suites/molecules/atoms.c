#include "suites/molecules/atoms.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

bool atom_on_point(float spacing, struct mm_float4 atom)
{
    const float place[] = {atom.x, atom.y, atom.z};
    double squares = 0;
    for (int d = 0; d < 3; d++) {
        double from = place[d] - (double)spacing * round(place[d] / (double)spacing);
        squares += from * from;
    }
    return squares < (double)ON_POINT * ON_POINT;
}

struct mm_float4 atoms_corner(const struct inputs *inputs)
{
    struct mm_float4 least = *inputs->atom;
    for (size_t i = 0; i < inputs->atoms; i++) {
        least.x = fminf(least.x, inputs->atom[i].x);
        least.y = fminf(least.y, inputs->atom[i].y);
        least.z = fminf(least.z, inputs->atom[i].z);
    }
    return least;
}

static int by_bytes(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(struct mm_float4));
}

static double count_alike(const struct mm_float4 *atom, size_t count)
{
    struct mm_float4 *sorted = allocate((count + 1) * sizeof *sorted);
    double squares = 0;
    if (count)
        memcpy(sorted, atom, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_bytes);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && !by_bytes(&sorted[first], &sorted[end]);)
            end++;
        squares += (double)(end - first) * (double)(end - first);
    }
    free(sorted);
    return count ? squares / (double)count : 1;
}

double atoms_in_step(const struct atom_counts *counts, double most)
{
    return fmax(1, fmin(sqrt(counts->alike), most));
}

struct atom_counts atoms_divide(float spacing, struct mm_float4 *atom, size_t count)
{
    struct atom_counts counts = {.all = count, .alike = count_alike(atom, count)};
    for (size_t i = 0; i < count; i++)
        if (!atom_on_point(spacing, atom[i])) {
            struct mm_float4 off = atom[i];
            atom[i] = atom[counts.off_points];
            atom[counts.off_points++] = off;
        }
    return counts;
}

/* The atoms so far, and how many random numbers were used. */
struct making {
    const double *side;
    uint64_t seed, drawn;
    struct mm_float4 *atom;
    size_t count, most;
    bool drop; /* only atoms in the box's ellipsoid */
};

/* Uniform in [0, 1). */
static double draw(struct making *making)
{
    return job_uniform(making->seed, making->drawn++);
}

/* Whether a place is in the box, as rounded to float. */
static bool inside(const struct making *making, const double place[3])
{
    bool inside = true;
    for (int d = 0; d < 3; d++)
        inside = inside && (float)place[d] >= 0 && (float)place[d] < making->side[d];
    double squares = 0; /* of the distance from the middle, in halves of the sides */
    for (int d = 0; d < 3 && making->drop; d++) {
        const double away = 2 * place[d] / (double)making->side[d] - 1;
        squares += away * away;
    }
    return inside && squares < 1;
}

/* Adds an atom, if it is in the box. */
static bool add(struct making *making, const double place[3], double charge)
{
    if (!inside(making, place))
        return false;
    if (making->count < making->most && making->atom)
        making->atom[making->count] =
            (struct mm_float4){(float)place[0], (float)place[1], (float)place[2], (float)charge};
    making->count += making->count < making->most;
    return true;
}

/* Adds an atom, or a molecule, at a position. */
typedef void add_function(struct making *making, const double place[3]);

static void add_charge(struct making *making, const double place[3])
{
    add(making, place, 2 * draw(making) - 1);
}

/* Calls `add` for a random position in each cell of a cubic lattice of `density`. */
static void make_lattice(struct making *making, double density, add_function *add_one)
{
    const double spacing = 1 / cbrt(density);
    size_t cells[3];
    for (int d = 0; d < 3; d++)
        cells[d] = (size_t)ceil(making->side[d] / spacing);
    for (size_t k = 0; k < cells[2]; k++)
        for (size_t j = 0; j < cells[1]; j++)
            for (size_t i = 0; i < cells[0]; i++) {
                double x = (double)i + draw(making), y = (double)j + draw(making), z = (double)k + draw(making);
                add_one(making, (double[]){x * spacing, y * spacing, z * spacing});
            }
}

static void anywhere(struct making *making, double place[3])
{
    for (int d = 0; d < 3; d++)
        place[d] = draw(making) * making->side[d];
}

/* A direction, uniform on the sphere (Archimedes). */
static void draw_direction(struct making *making, double direction[3])
{
    double z = 2 * draw(making) - 1, angle = 2 * pi * draw(making), across = sqrt(1 - z * z);
    direction[0] = across * cos(angle);
    direction[1] = across * sin(angle);
    direction[2] = z;
}

static void make_poisson(struct making *making, size_t count)
{
    double place[3];
    for (size_t i = 0; i < count; i++) {
        anywhere(making, place);
        add_charge(making, place);
    }
}

/* A molecule that does not fit into the box is drawn again, so that the density is right; limited, for very small
 * boxes. */
enum { TRIES = 100 };

/* TIP3P's geometry (Jorgensen et al. 1983): two hydrogens, at any angle. */
static void turn(struct making *making, const double oxygen[3], double hydrogen[2][3])
{
    static const double bond = 0.9572, half_angle = 0.5 * 104.52 * 3.14159265358979323846 / 180;
    double axis[3], other[3];
    draw_direction(making, axis);
    draw_direction(making, other);
    double along = axis[0] * other[0] + axis[1] * other[1] + axis[2] * other[2], length = sqrt(1 - along * along);
    for (int d = 0; d < 3; d++) {
        double across = length > 0 ? (other[d] - along * axis[d]) / length : 0;
        hydrogen[0][d] = oxygen[d] + bond * (cos(half_angle) * axis[d] + sin(half_angle) * across);
        hydrogen[1][d] = oxygen[d] + bond * (cos(half_angle) * axis[d] - sin(half_angle) * across);
    }
}

static void add_water(struct making *making, const double oxygen[3])
{
    double hydrogen[2][3];
    bool fits = false;
    for (int tries = 0; tries < TRIES && !fits && inside(making, oxygen); tries++) {
        turn(making, oxygen, hydrogen);
        fits = inside(making, hydrogen[0]) && inside(making, hydrogen[1]);
    }
    if (!fits)
        return;
    add(making, oxygen, -0.834);
    add(making, hydrogen[0], 0.417);
    add(making, hydrogen[1], 0.417);
}

/* Adds an atom of a ball; true if it is in the box. */
static bool add_near(struct making *making, const double centre[3])
{
    static const double radius = 5;
    double direction[3], place[3];
    draw_direction(making, direction);
    double away = radius * cbrt(draw(making));
    for (int d = 0; d < 3; d++)
        place[d] = centre[d] + away * direction[d];
    return add(making, place, 2 * draw(making) - 1);
}

static void make_clustered(struct making *making, size_t count)
{
    enum { BALL = 250 }; /* atoms of one ball: five times the density of water's atoms */
    double centre[3] = {0};
    make_poisson(making, count / 2);
    for (size_t i = 0; i < count - count / 2; i++) {
        if (i % BALL == 0)
            anywhere(making, centre);
        for (int tries = 0; tries < TRIES && !add_near(making, centre);)
            tries++;
    }
}

size_t atoms_make(enum workload workload, double density, const double side[3], uint64_t seed, struct mm_float4 *atom,
                  size_t most)
{
    struct making making = {
        .side = side, .seed = seed, .atom = atom, .most = most, .drop = workload == WORKLOAD_surface};
    size_t count = (size_t)round(density * side[0] * side[1] * side[2]);
    switch (workload) {
    case WORKLOAD_lattice:
    case WORKLOAD_surface:
        make_lattice(&making, density, add_charge);
        break;
    case WORKLOAD_poisson:
        make_poisson(&making, count);
        break;
    case WORKLOAD_water:
        make_lattice(&making, density / 3, add_water);
        break;
    default:
        make_clustered(&making, count);
    }
    return making.count;
}
