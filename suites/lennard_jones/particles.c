/* The particles of suite `lennard_jones`: types, places, box. */
#include "suites/lennard_jones/lennard_jones.h"
#include "suites/molecules/atoms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 1024, SOME_ROWS = 16 };

/* Sigma in angstrom and epsilon in kelvin, as of model liquids (Allen and Tildesley, Computer Simulation of Liquids,
 * 1987, table 1.1), and the mass in g/mol. */
enum { LIQUIDS = 8 };
struct kind {
    double sigma, kelvin, mass;
};
static const struct kind liquids[LIQUIDS] = {
    {3.41, 119.8, 39.948}, {3.83, 164.0, 83.798}, {2.72, 47.0, 20.180}, {3.54, 257.2, 79.904}, /* Ar Kr Ne Br */
    {3.35, 173.5, 35.453}, {3.52, 183.0, 32.065}, {2.95, 61.6, 15.999}, {3.31, 37.3, 14.007},  /* Cl S O N */
};
static const double boltzmann = 0.0019872043; /* kcal/mol/K */

/* Further types are spread over about the same ranges, no two alike: fractions of multiples of irrational numbers. */
static struct kind kind_of(size_t type)
{
    const double t = (double)type, one = fmod(t * 0.8191725, 1), two = fmod(t * 0.6710436, 1),
                 three = fmod(t * 0.5497005, 1);
    return type < LIQUIDS ? liquids[type] : (struct kind){2.7 + 1.2 * one, 40 + 215 * two, 14 + 80 * three};
}

static double setting(const struct problem *problem, int which)
{
    return problem->inputs.setting[which];
}

size_t lj_types(const struct problem *problem)
{
    return problem->inputs.types ? problem->inputs.types : (size_t)setting(problem, KINDS);
}

static bool is_periodic(const struct problem *problem)
{
    const bool boxed = !problem->inputs.types || problem->inputs.box[0] > 0;
    return boxed && setting(problem, BOX) != BOX_open;
}

void lj_define(const struct config *config, char lines[MAX_LINES])
{
    const struct problem *problem = config->problem;
    snprintf(lines, MAX_LINES, "#define TYPES %zu\n#define TABLE_ROWS %zu\n#define PERIODIC %d\n", lj_types(problem),
             lj_rows_of_shares(lj_types(problem)), is_periodic(problem));
}

/* ---- boxes ---- */

/* Of the file, or the bounding box of its atoms. */
static void take_box(const struct inputs *inputs, float side[3])
{
    const struct mm_float4 least = atoms_corner(inputs);
    for (int d = 0; d < 3; d++)
        side[d] = inputs->box[0] > 0 ? (float)inputs->box[d] : 1;
    for (size_t i = 0; i < inputs->atoms && !(inputs->box[0] > 0); i++) {
        side[0] = fmaxf(side[0], inputs->atom[i].x - least.x);
        side[1] = fmaxf(side[1], inputs->atom[i].y - least.y);
        side[2] = fmaxf(side[2], inputs->atom[i].z - least.z);
    }
}

/* Factors of the box of made atoms, which keep its volume. */
static const double oblong[3] = {0.8, 1, 1.25};

static double stretch(const struct problem *problem, int d)
{
    return setting(problem, BOX) == BOX_oblong ? oblong[d] : 1;
}

/* Cells of the lattice of made atoms, along each axis; returns the number of its places. */
static uint64_t lattice(const struct problem *problem, uint64_t cells[3])
{
    uint64_t places = 0;
    for (double along = 1; places < problem->n; along++) {
        places = 4;
        for (int d = 0; d < 3; d++)
            places *= cells[d] = (uint64_t)fmax(1, rint(along * stretch(problem, d)));
    }
    return places;
}

/* Without temperature, they lie exactly on its places. */
static bool is_frozen(const struct problem *problem)
{
    return setting(problem, TEMPERATURE) == 0;
}

/* The box of made atoms: places are multiples of a power of two that is 2^-23 to 2^-22 of a side, so that floats
 * represent all differences of two, and these minus a side, without rounding. Half a side is one, and half a cell of
 * frozen ones. */
static void make_box(const struct problem *problem, struct lj_system *system)
{
    const double volume = (double)problem->n / setting(problem, DENSITY);
    uint64_t cells[3];
    const uint64_t places = lattice(problem, cells);
    for (int d = 0; d < 3; d++) {
        const double side = cbrt(volume) * stretch(problem, d), grid = ldexp(1, ilogb(side) - 22);
        const double unit = 2 * grid * (is_frozen(problem) ? (double)cells[d] : 1);
        system->grid[d] = (float)grid;
        system->side[d] = (float)(unit * rint(side / unit));
    }
    const float least = fminf(system->side[0], fminf(system->side[1], system->side[2]));
    system->balanced = is_frozen(problem) && is_periodic(problem) && places == problem->n && system->types == 1 &&
                       (float)setting(problem, CUTOFF) + 0.1f < least / 2; /* the reach of a table */
}

struct lj_pair lj_pair_of(const struct lj_system *system, size_t row)
{
    const struct lj_pair a = system->own[row / system->types], b = system->own[row % system->types];
    const double sigma = system->geometric ? sqrt(a.sigma * b.sigma) : (a.sigma + b.sigma) / 2;
    return (struct lj_pair){sigma, sqrt(a.epsilon * b.epsilon)};
}

/* Without a depth there are no forces, for any sigma; a sigma of 0 would be a divisor. */
static struct lj_pair pair_of(const struct atom_type *type)
{
    return (struct lj_pair){type->sigma > 0 ? type->sigma : 1, type->epsilon};
}

struct lj_system lj_system(const struct problem *problem)
{
    const struct inputs *inputs = &problem->inputs;
    struct lj_system system = {.n = problem->n, .pitch = lj_pitch(problem->n), .types = lj_types(problem)};
    for (size_t t = 0; t < system.types; t++) {
        const struct kind kind = kind_of(t);
        system.own[t] =
            inputs->types ? pair_of(&inputs->type[t]) : (struct lj_pair){kind.sigma, kind.kelvin * boltzmann};
        system.mass[t] = inputs->types ? inputs->type[t].mass : kind.mass;
    }
    system.geometric = setting(problem, MIXING) == MIXING_GEOMETRIC;
    if (inputs->atom)
        take_box(inputs, system.side);
    else
        make_box(problem, &system);
    system.periodic = is_periodic(problem);
    system.cutoff = (float)setting(problem, CUTOFF);
    system.minimum = (float)setting(problem, MINIMUM);
    system.range = setting(problem, RANGE);
    return system;
}

struct mm_float4 lj_side(const struct lj_system *system)
{
    return (struct mm_float4){system->side[0], system->side[1], system->side[2], 0};
}

struct mm_float4 lj_inverse_side(const struct lj_system *system)
{
    return (struct mm_float4){1 / system->side[0], 1 / system->side[1], 1 / system->side[2], 0};
}

/* ---- places ---- */

/* Wrapped into the box, if there is one, and rounded to the grid of places. */
static float inside(const struct lj_system *system, double place, int d)
{
    const double side = (double)system->side[d], grid = (double)system->grid[d];
    const double at = system->periodic ? place - side * floor(place / side) : place;
    const float wrapped = (float)(grid > 0 ? grid * rint(at / grid) : at);
    return system->periodic && wrapped >= system->side[d] ? 0 : wrapped;
}

/* The required number of places of an fcc lattice, evenly. */
static void place_on_lattice(const struct problem *problem, const struct lj_system *system, float *coordinate)
{
    static const double basis[4][3] = {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
    uint64_t cells[3];
    const uint64_t places = lattice(problem, cells);
    const double jitter = is_frozen(problem) ? 0 : 0.07 * sqrt(0.5); /* of a cell */
#pragma omp parallel for
    for (int64_t k = 0; k < (int64_t)system->n; k++) {
        const uint64_t i = (uint64_t)k, place = i * places / system->n, cell = place / 4;
        const uint64_t at[3] = {cell % cells[0], cell / cells[0] % cells[1], cell / cells[0] / cells[1]};
        for (int d = 0; d < 3; d++) {
            double away = jitter * (2 * job_uniform(problem->seed, 3 * i + (uint64_t)d) - 1);
            double in_cells = (double)at[d] + basis[place % 4][d] + away;
            coordinate[(uint64_t)d * system->pitch + i] =
                inside(system, in_cells / (double)cells[d] * (double)system->side[d], d);
        }
    }
}

static void place_structure(const struct inputs *inputs, const struct lj_system *system, float *coordinate)
{
    const struct mm_float4 least = atoms_corner(inputs);
    for (uint64_t i = 0; i < system->n; i++) {
        const struct mm_float4 *atom = &inputs->atom[i];
        const double place[3] = {(double)atom->x - (double)least.x, (double)atom->y - (double)least.y,
                                 (double)atom->z - (double)least.z};
        for (int d = 0; d < 3; d++)
            coordinate[(uint64_t)d * system->pitch + i] = inside(system, place[d], d);
    }
}

void lj_place(const struct problem *problem, bool awkward, float *coordinate)
{
    const struct lj_system system = lj_system(problem);
    memset(coordinate, 0, 3 * system.pitch * sizeof *coordinate);
    if (problem->inputs.atom)
        place_structure(&problem->inputs, &system, coordinate);
    else
        place_on_lattice(problem, &system, coordinate);
    for (uint64_t d = 0; awkward && !is_frozen(problem) && d < 3; d++) {
        float *place = coordinate + d * system.pitch;
        const float side = system.side[d], special[] = {place[0], place[0], 0, side / 2, side * 0.99f, side / 3};
        for (uint64_t i = 0; i < system.n && i < sizeof special / sizeof *special; i++)
            place[i] = inside(&system, (double)special[i], (int)d);
    }
}

int lj_type(const struct problem *problem, size_t types, uint64_t i)
{
    return problem->inputs.atom_type ? problem->inputs.atom_type[i] : (int)(job_random(problem->seed + 1, i) % types);
}

void lj_assign_types(const struct problem *problem, int *type)
{
    const size_t types = lj_types(problem);
    memset(type, 0, lj_pitch(problem->n) * sizeof *type);
#pragma omp parallel for
    for (int64_t i = 0; i < (int64_t)problem->n; i++)
        type[i] = lj_type(problem, types, (uint64_t)i);
}

double lj_distance(const struct lj_system *system, const float *coordinate, uint64_t i, uint64_t j, double vector[3])
{
    double square = 0;
    for (uint64_t d = 0; d < 3; d++) {
        const float *place = coordinate + d * system->pitch;
        const double side = (double)system->side[d], away = (double)place[i] - (double)place[j];
        vector[d] = system->periodic ? away - side * rint(away / side) : away;
        square += vector[d] * vector[d];
    }
    return sqrt(square);
}

double lj_slack(const struct lj_system *system, double r)
{
    const double side = (double)fmaxf(system->side[0], fmaxf(system->side[1], system->side[2]));
    return ((system->grid[0] > 0 ? 0 : 3 * side) + 4 * r) * 0x1p-24;
}

uint64_t lj_rows(const struct job *job)
{
    return job->n <= MOST_ROWS ? job->n : SOME_ROWS;
}

uint64_t lj_row(const struct job *job, uint64_t row)
{
    return job->n <= MOST_ROWS ? row : job_run(job, job->n, SOME_ROWS, 1, row);
}
