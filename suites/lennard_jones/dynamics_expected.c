/* The steps of an iteration in double precision, by the formula. */
#include "suites/lennard_jones/dynamics.h"

#include <math.h>
#include <string.h>

enum { MOST_NEIGHBOURS = 512, TOO_MANY = MOST_NEIGHBOURS + 1 };
static const double host_skin = 1.5; /* A */

/* An atom, its place when its neighbours were found, and these; TOO_MANY of them stand for all atoms. */
struct atom {
    double velocity[3], force[3], found_at[3], inverse_mass;
    double nearest; /* least square of the distance to any other one, A^2 */
    int type;
    uint32_t neighbours;
    uint16_t neighbour[MOST_NEIGHBOURS];
};
_Static_assert(DYNAMICS_MOST_FOLLOWED <= 1 << 16, "numbers of neighbours");

struct host_memory {
    double spread; /* of dynamics_spread, at the atoms' end; 0 if not requested */
    double place[DYNAMICS_MOST_FOLLOWED][3];
    struct atom atom[];
};

bool dynamics_is_followed(const struct problem *problem)
{
    return problem->n <= DYNAMICS_MOST_FOLLOWED && dynamics_steps(problem) <= DYNAMICS_MOST_STEPS;
}

void dynamics_declare_host(struct job *job)
{
    const size_t atoms = job->n <= DYNAMICS_MOST_FOLLOWED ? job->n : 1;
    job_host_memory(job, DYNAMICS_HOST, "the host's atoms", sizeof(struct host_memory) + atoms * sizeof(struct atom),
                    HOST_INPUT, false);
    job_host_memory(job, DYNAMICS_NEAR, "the host's index", near_bytes(job->n), HOST_INPUT, false);
}

/* All atoms of an iteration, and their unwrapped places; the share by which forces differ at most, at random, from
 * the formula. */
struct host {
    const struct problem *problem;
    const struct lj_system *system;
    struct near_index *near;
    struct atom *atom;
    double (*place)[3];
    double blur;
};

static void find_neighbours_of(const struct host *host, uint64_t i)
{
    const double reach = (double)host->system->cutoff + host_skin;
    struct atom *own = &host->atom[i];
    struct near_span span[NEAR_MOST_SPANS];
    const int spans = near_spans(host->near, i, span);
    own->neighbours = 0;
    memcpy(own->found_at, host->place[i], sizeof own->found_at);
    for (int s = 0; s < spans; s++)
        for (uint64_t k = 0; k < span[s].count && own->neighbours < TOO_MANY; k++) {
            const uint64_t j = span[s].particle[k];
            double separation[3];
            if (j == i ||
                dynamics_square_distance(host->system, host->place[i], host->place[j], separation) >= reach * reach)
                continue;
            if (own->neighbours < MOST_NEIGHBOURS)
                own->neighbour[own->neighbours] = (uint16_t)j;
            own->neighbours++;
        }
}

static void find_neighbours(const struct host *host)
{
    lj_near_places(host->near, host->system, (double)host->system->cutoff + host_skin, (const double(*)[3])host->place);
#pragma omp parallel for schedule(dynamic, 64)
    for (int64_t i = 0; i < (int64_t)host->system->n; i++)
        find_neighbours_of(host, (uint64_t)i);
}

static bool has_moved(const struct host *host, uint64_t i)
{
    double square = 0;
    for (int d = 0; d < 3; d++) {
        const double away = host->place[i][d] - host->atom[i].found_at[d];
        square += away * away;
    }
    return square > host_skin * host_skin / 4;
}

static void find_force(const struct host *host, uint64_t i)
{
    const struct lj_system *system = host->system;
    struct atom *own = &host->atom[i];
    const bool all = own->neighbours == TOO_MANY;
    const uint64_t count = all ? system->n : own->neighbours;
    memset(own->force, 0, sizeof own->force);
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t j = all ? k : own->neighbour[k];
        double separation[3];
        const double square = dynamics_square_distance(system, host->place[i], host->place[j], separation);
        if (j == i || !(square > 0) || square >= (double)system->cutoff * (double)system->cutoff)
            continue;
        own->nearest = fmin(own->nearest, square);
        const double r = sqrt(square);
        const size_t row = (size_t)own->type * system->types + (size_t)host->atom[j].type;
        const double by = -lj_derivative(lj_pair_of(system, row), r) / r;
        for (int d = 0; d < 3; d++)
            own->force[d] += by * separation[d];
    }
}

static void make_step(const struct host *host)
{
    const int64_t n = (int64_t)host->system->n;
    const double kick = (double)dynamics_kick(host->problem), drift = (double)dynamics_drift(host->problem);
    bool moved = false;
    for (int64_t i = 0; i < n && !moved; i++)
        moved = has_moved(host, (uint64_t)i);
    if (moved)
        find_neighbours(host);
#pragma omp parallel for schedule(dynamic, 64)
    for (int64_t i = 0; i < n; i++)
        find_force(host, (uint64_t)i);
    for (int64_t i = 0; i < n; i++)
        for (int d = 0; d < 3; d++) {
            const uint64_t draw = 3 * (uint64_t)i + (uint64_t)d;
            const double off = 1 + host->blur * (2 * job_uniform(host->problem->seed + 4, draw) - 1);
            host->atom[i].velocity[d] += kick * host->atom[i].inverse_mass * host->atom[i].force[d] * off;
            host->place[i][d] += drift * host->atom[i].velocity[d];
        }
}

/* Velocities are those half a step before. */
static double first_kinetic(const struct host *host)
{
    const double kick = (double)dynamics_kick(host->problem) / 2;
    double energy = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : energy)
    for (int64_t i = 0; i < (int64_t)host->system->n; i++) {
        const struct atom *own = &host->atom[i];
        find_force(host, (uint64_t)i);
        for (int d = 0; d < 3; d++) {
            const double v = own->velocity[d] + kick * own->inverse_mass * own->force[d];
            energy += v * v / own->inverse_mass / 2 / 418.4;
        }
    }
    return energy;
}

static void begin(const struct job *job, const struct host *host)
{
    const float *coordinate = job_host(job, DYNAMICS_COORDINATE), *velocity = job_host(job, DYNAMICS_VELOCITY);
    const float *inverse = job_host(job, DYNAMICS_INVERSE_MASS);
    const uint64_t pitch = host->system->pitch;
    for (uint64_t i = 0; i < job->n; i++) {
        struct atom *own = &host->atom[i];
        own->type = lj_type(job->problem, host->system->types, i);
        own->inverse_mass = (double)inverse[i];
        own->nearest = INFINITY;
        for (uint64_t d = 0; d < 3; d++) {
            host->place[i][d] = (double)coordinate[d * pitch + i];
            own->velocity[d] = (double)velocity[d * pitch + i];
        }
    }
    find_neighbours(host);
}

void dynamics_expect(struct job *job, void *to)
{
    struct dynamics_expected *expected = to;
    const struct lj_system system = lj_system(job->problem);
    const struct dynamics_numbers place = {job_host(job, DYNAMICS_COORDINATE), system.pitch, false};
    const struct dynamics_numbers velocity = {job_host(job, DYNAMICS_VELOCITY), system.pitch, false};
    struct host_memory *memory = job_memory(job, DYNAMICS_HOST);
    struct atom *atom = memory->atom;
    const struct host host = {job->problem, &system, job_memory(job, DYNAMICS_NEAR), atom, expected->place, 0};
    memset(expected, 0, sizeof *expected);
    memory->spread = 0;
    if (job->n > DYNAMICS_MOST_FOLLOWED)
        return;
    begin(job, &host); /* neighbours within reach of energy, and farther */
    expected->energy =
        first_kinetic(&host) + dynamics_energy(job->problem, host.near, &place, &velocity, &velocity, 0).potential;
    for (uint64_t step = 0; step < (dynamics_is_followed(job->problem) ? dynamics_steps(job->problem) : 0); step++)
        make_step(&host);
    expected->nearest = INFINITY;
    for (uint64_t i = 0; i < job->n; i++) {
        memcpy(expected->velocity[i], atom[i].velocity, sizeof atom[i].velocity);
        expected->nearest = fmin(expected->nearest, sqrt(atom[i].nearest));
    }
}

double dynamics_spread(const struct job *job)
{
    static const double blur = 0x1p-20; /* bound of the error of forces in float, of the few large terms */
    struct host_memory *memory = job_memory(job, DYNAMICS_HOST);
    if (memory->spread > 0)
        return memory->spread;
    const struct dynamics_expected *expected = job_expected(job);
    const struct lj_system system = lj_system(job->problem);
    const struct host host = {job->problem, &system, job_memory(job, DYNAMICS_NEAR), memory->atom, memory->place, blur};
    begin(job, &host);
    for (uint64_t step = 0; step < dynamics_steps(job->problem); step++)
        make_step(&host);
    for (uint64_t i = 0; i < job->n; i++) {
        double square = 0;
        for (int d = 0; d < 3; d++)
            square += (memory->place[i][d] - expected->place[i][d]) * (memory->place[i][d] - expected->place[i][d]);
        memory->spread = fmax(memory->spread, sqrt(square));
    }
    return memory->spread;
}
