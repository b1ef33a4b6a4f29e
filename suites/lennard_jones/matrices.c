/* The matrices of r and of dE/dr, made by the host: inputs of the benches after `distances`. */
#include "suites/lennard_jones/lennard_jones.h"

#include <math.h>

static float separation(const struct lj_system *system, const float *coordinate, uint64_t y, uint64_t x)
{
    double vector[3];
    return (float)lj_distance(system, coordinate, y, x, vector);
}

/* Random, the same for (x, y) and (y, x): a share of the pairs anywhere in the volume between the table's begin and
 * the cutoff, the others up to twice as far. */
static float by_chance(const struct lj_system *system, double share, uint64_t seed, uint64_t y, uint64_t x)
{
    const uint64_t pair = (x < y ? x : y) * system->n + (x < y ? y : x);
    const double least = (double)system->minimum, most = (double)system->cutoff, u = job_uniform(seed, 2 * pair + 1);
    if (job_uniform(seed, 2 * pair) >= share)
        return (float)(most * (1 + u));
    return fminf((float)cbrt(least * least * least + u * (most * most * most - least * least * least)),
                 nextafterf(system->cutoff, 0));
}

/* Neighbours in a row, and in a column, differ by a 4096th of the range, or an n-th if there are fewer. */
static float in_order(const struct lj_system *system, double share, uint64_t y, uint64_t x)
{
    const double least = (double)system->minimum, most = (double)system->cutoff;
    const uint64_t period = system->n < 4096 ? system->n : 4096;
    const double place = (double)((x + y) % period) / (double)period;
    return place < share ? fminf((float)(least + (most - least) * place / share), nextafterf(system->cutoff, 0))
                         : (float)(most * (1 + place));
}

static float awkward_distance(const struct lj_system *system, uint64_t seed, uint64_t y, uint64_t x)
{
    const float least = system->minimum, most = system->cutoff;
    const float special[] = {0,
                             0x1p-120f,
                             least / 8,
                             nextafterf(least, 0),
                             least,
                             nextafterf(least, most),
                             nextafterf(most, 0),
                             most,
                             nextafterf(most, 2 * most),
                             2 * most,
                             LJ_BEYOND / 2};
    enum { SPECIAL = sizeof special / sizeof *special };
    const uint64_t pair = (x < y ? x : y) * system->n + (x < y ? y : x), draw = job_random(seed, pair) % (2 * SPECIAL);
    return draw < SPECIAL ? special[draw]
                          : (float)((double)least * 0.8 + job_uniform(seed + 1, pair) * (double)(most - least) * 1.1);
}

int lj_matrix(const struct job *job)
{
    return job->variant == 1 ? MATRIX_AWKWARD : (int)job->problem->inputs.setting[MATRIX];
}

struct lj_counts lj_fill_distances(const struct job *job, int matrix, const float *coordinate, float *r)
{
    const struct lj_system system = lj_system(job->problem);
    const double share = job->problem->inputs.setting[INSIDE];
    uint64_t inside = 0, below = 0;
#pragma omp parallel for schedule(static) reduction(+ : inside, below)
    for (uint64_t y = 0; y < system.n; y++) {
        float *row = r + y * system.pitch;
        for (uint64_t x = 0; x < system.pitch; x++) {
            row[x] = x >= system.n               ? LJ_BEYOND
                     : x == y                    ? 0
                     : matrix == MATRIX_AWKWARD  ? awkward_distance(&system, job->seed, y, x)
                     : matrix == MATRIX_atoms    ? separation(&system, coordinate, y, x)
                     : matrix == MATRIX_coherent ? in_order(&system, share, y, x)
                                                 : by_chance(&system, share, job->seed, y, x);
            inside += x != y && row[x] < system.cutoff;
            below += x != y && row[x] < system.minimum;
        }
    }
    return (struct lj_counts){inside, below};
}

void lj_declare_distances(struct job *job, int coordinate, int counts, int r)
{
    const uint64_t pitch = lj_pitch(job->n);
    float *place = job_host_memory(job, coordinate, "coordinate", 3 * pitch * sizeof *place, HOST_INPUT, false);
    struct lj_counts *counted = job_host_memory(job, counts, "counts", sizeof *counted, HOST_INPUT, false);
    lj_place(job->problem, false, place);
    *counted = lj_fill_distances(job, lj_matrix(job), place, job_input(job, r, "r", job->n * pitch * sizeof *place));
}

void lj_fill_derivatives(const struct job *job, const float *r, float *derivative)
{
    const struct lj_system system = lj_system(job->problem);
#pragma omp parallel for schedule(static)
    for (uint64_t y = 0; y < system.n; y++) {
        const size_t own = (size_t)lj_type(job->problem, system.types, y) * system.types;
        for (uint64_t x = 0; x < system.pitch; x++) {
            const uint64_t at = y * system.pitch + x;
            const bool interacts = x != y && x < system.n && r[at] < system.cutoff;
            derivative[at] =
                interacts
                    ? (float)lj_derivative(lj_pair_of(&system, own + (size_t)lj_type(job->problem, system.types, x)),
                                           (double)r[at])
                    : 0;
        }
    }
}

/* ---- tiles: launches (kernels/lennard_jones/tiles.h) ---- */

static uint64_t tile_width(const struct config *config)
{
    return config_count(config, BLOCK_X) * config_count(config, VECTOR_WIDTH);
}

static uint64_t tile_height(const struct config *config)
{
    return config_count(config, BLOCK_Y) * config_count(config, PAIRS_PER_THREAD) / config_count(config, VECTOR_WIDTH);
}

struct compute_launch lj_launch(const struct config *config, uint64_t n)
{
    const uint64_t width = tile_width(config), height = tile_height(config), tiles = divide_up(n, width);
    const uint64_t deep = config_count(config, TILES_PER_GROUP);
    const bool half = config->value[PAIRS] == PAIRS_half;
    return (struct compute_launch){
        .groups = {half ? tiles + 1 : divide_up(lj_pitch(n), width),
                   half ? divide_up(divide_up(tiles, 2), deep) : divide_up(n, height * deep), 1},
        .group = {(uint32_t)config->value[BLOCK_X], (uint32_t)config->value[BLOCK_Y], 1},
    };
}
