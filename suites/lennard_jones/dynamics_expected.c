/* The steps of an iteration in double precision, by the formula. */
#include "suites/lennard_jones/dynamics.h"

#include <math.h>
#include <string.h>

enum { MOST_NEIGHBOURS = 512, TOO_MANY = MOST_NEIGHBOURS + 1 };
static const double host_skin = 1.5; /* A */

/* An atom, where it was when its neighbours were found, and these; TOO_MANY of them stand for all atoms. */
struct atom {
    double place[3], velocity[3], force[3], found_at[3], inverse_mass;
    int type;
    uint32_t neighbours;
    uint16_t neighbour[MOST_NEIGHBOURS];
};
_Static_assert(DYNAMICS_MOST_FOLLOWED <= 1 << 16, "numbers of neighbours");

bool dynamics_is_followed(const struct problem *problem)
{
    return problem->n <= DYNAMICS_MOST_FOLLOWED && dynamics_steps(problem) <= DYNAMICS_MOST_STEPS;
}

void dynamics_declare_host(struct job *job)
{
    const size_t atoms = job->n <= DYNAMICS_MOST_FOLLOWED ? job->n : 1;
    job_host_memory(job, DYNAMICS_HOST, "the host's atoms", atoms * sizeof(struct atom), HOST_INPUT, false);
}

static void find_neighbours(const struct lj_system *system, struct atom *atom, uint64_t i)
{
    const double reach = (double)system->cutoff + host_skin;
    struct atom *own = &atom[i];
    own->neighbours = 0;
    memcpy(own->found_at, own->place, sizeof own->place);
    for (uint64_t j = 0; j < system->n && own->neighbours < TOO_MANY; j++) {
        double apart[3];
        if (j == i || dynamics_apart(system, own->place, atom[j].place, apart) >= reach * reach)
            continue;
        if (own->neighbours < MOST_NEIGHBOURS)
            own->neighbour[own->neighbours] = (uint16_t)j;
        own->neighbours++;
    }
}

static bool has_moved(const struct atom *atom)
{
    double square = 0;
    for (int d = 0; d < 3; d++)
        square += (atom->place[d] - atom->found_at[d]) * (atom->place[d] - atom->found_at[d]);
    return square > host_skin * host_skin / 4;
}

static void find_force(const struct lj_system *system, struct atom *atom, uint64_t i)
{
    struct atom *own = &atom[i];
    const bool all = own->neighbours == TOO_MANY;
    const uint64_t count = all ? system->n : own->neighbours;
    memset(own->force, 0, sizeof own->force);
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t j = all ? k : own->neighbour[k];
        double apart[3];
        const double square = dynamics_apart(system, own->place, atom[j].place, apart);
        if (j == i || !(square > 0) || square >= (double)system->cutoff * (double)system->cutoff)
            continue;
        const double r = sqrt(square);
        const size_t row = (size_t)own->type * system->types + (size_t)atom[j].type;
        const double by = -lj_derivative(system->pair[row], r) / r;
        for (int d = 0; d < 3; d++)
            own->force[d] += by * apart[d];
    }
}

static void make_step(const struct problem *problem, const struct lj_system *system, struct atom *atom, bool first)
{
    const int64_t n = (int64_t)system->n;
    const double kick = (double)dynamics_kick(problem), drift = (double)dynamics_drift(problem);
    bool moved = first;
    for (int64_t i = 0; i < n && !moved; i++)
        moved = has_moved(&atom[i]);
#pragma omp parallel for schedule(dynamic, 64)
    for (int64_t i = 0; i < (moved ? n : 0); i++)
        find_neighbours(system, atom, (uint64_t)i);
#pragma omp parallel for schedule(dynamic, 64)
    for (int64_t i = 0; i < n; i++)
        find_force(system, atom, (uint64_t)i);
    for (int64_t i = 0; i < n; i++)
        for (int d = 0; d < 3; d++) {
            atom[i].velocity[d] += kick * atom[i].inverse_mass * atom[i].force[d];
            atom[i].place[d] += drift * atom[i].velocity[d];
        }
}

/* Velocities are those half a step before. */
static double first_kinetic(const struct problem *problem, const struct lj_system *system, struct atom *atom)
{
    const double kick = (double)dynamics_kick(problem) / 2;
    double energy = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : energy)
    for (int64_t i = 0; i < (int64_t)system->n; i++) {
        find_neighbours(system, atom, (uint64_t)i);
        find_force(system, atom, (uint64_t)i);
        for (int d = 0; d < 3; d++) {
            const double v = atom[i].velocity[d] + kick * atom[i].inverse_mass * atom[i].force[d];
            energy += v * v / atom[i].inverse_mass / 2 / 418.4;
        }
    }
    return energy;
}

void dynamics_expect(struct job *job, void *to)
{
    struct dynamics_expected *expected = to;
    const struct lj_system system = lj_system(job->problem);
    const float *coordinate = job_host(job, DYNAMICS_COORDINATE), *velocity = job_host(job, DYNAMICS_VELOCITY);
    const float *inverse = job_host(job, DYNAMICS_INVERSE_MASS);
    struct atom *atom = job_memory(job, DYNAMICS_HOST);
    memset(expected, 0, sizeof *expected);
    if (job->n > DYNAMICS_MOST_FOLLOWED)
        return;
    for (uint64_t i = 0; i < job->n; i++) {
        atom[i].type = lj_type(job->problem, system.types, i);
        atom[i].inverse_mass = (double)inverse[i];
        for (uint64_t d = 0; d < 3; d++) {
            atom[i].place[d] = (double)coordinate[d * system.pitch + i];
            atom[i].velocity[d] = (double)velocity[d * system.pitch + i];
        }
    }
    expected->energy = first_kinetic(job->problem, &system, atom) +
                       dynamics_energy(job->problem, coordinate, velocity, velocity, 0).potential;
    for (uint64_t step = 0; step < (dynamics_is_followed(job->problem) ? dynamics_steps(job->problem) : 0); step++)
        make_step(job->problem, &system, atom, step == 0);
    for (uint64_t i = 0; i < job->n; i++) {
        memcpy(expected->place[i], atom[i].place, sizeof atom[i].place);
        memcpy(expected->velocity[i], atom[i].velocity, sizeof atom[i].velocity);
    }
}
