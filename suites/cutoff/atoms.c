/* The inputs of suite `cutoff`. */
#include "suites/cutoff/cutoff.h"

#include <math.h>
#include <string.h>

enum { ONE_IN = 16 }; /* atoms of variant 1: one in ONE_IN lies on a point, as many have no charge, or lie outside */

/* The start of SLOT_SORTED. */
struct sorted {
    _Alignas(32) struct atom_counts counts;
    size_t most;
};

double cutoff_radius(const struct job *job)
{
    return job->problem->inputs.setting[SETTING_CUTOFF];
}

struct grid cutoff_grid(const struct job *job)
{
    return grid_of(job, SETTING_GRID);
}

uint64_t cutoff_points(const struct job *job)
{
    return sides_product(cutoff_grid(job).points);
}

struct sides cutoff_tiles(const struct job *job)
{
    const struct grid grid = cutoff_grid(job);
    return grid_parts(&grid, TILE);
}

struct bins cutoff_bins(const struct job *job, int side)
{
    const struct grid grid = cutoff_grid(job);
    return bins_make(&grid, cutoff_radius(job), side);
}

bool cutoff_copies(const struct job *job)
{
    return job->problem->inputs.setting[SETTING_COPY] != 0;
}

void cutoff_declare_copy(struct job *job, size_t bytes)
{
    if (cutoff_copies(job))
        job_host_memory(job, SLOT_COPY, "copy of the map", bytes, HOST_OUTPUT, true);
}

enum status cutoff_copy(struct job *job, int map, enum status status, struct fault *fault)
{
    if (status != OK || !cutoff_copies(job))
        return status;
    return job_receive(job, map, 0, job_memory(job, SLOT_COPY), job_bytes(job, map), 0, fault);
}

void cutoff_define(const struct config *config, char lines[MAX_LINES])
{
    grid_define(config->problem, SETTING_GRID, lines);
}

static const struct sorted *sorted_of(const struct job *job)
{
    return job_memory(job, SLOT_SORTED);
}

struct atom_counts cutoff_counts(const struct job *job)
{
    return sorted_of(job)->counts;
}

size_t cutoff_most_atoms(const struct job *job)
{
    return sorted_of(job)->most;
}

struct mm_float4 *cutoff_sorted(const struct job *job)
{
    return (struct mm_float4 *)((struct sorted *)job_memory(job, SLOT_SORTED) + 1);
}

uint64_t cutoff_further_size(const struct problem *problem)
{
    enum { MOST = 64, COMMON = 16 };
    _Static_assert(MOST * MOST * MOST == CUTOFF_CHECKED, "all points are looked at; of 80 x 51 x 64, too");
    const uint64_t n = problem->n, least = MOST - COMMON + 1;
    return n <= MOST ? n : least + (n - least) % COMMON;
}

/* The sides of the box of points, in angstrom. */
static void sides_of(const struct job *job, double side[3])
{
    const struct grid grid = cutoff_grid(job);
    for (int d = 0; d < 3; d++)
        side[d] = (double)grid.points.of[d] * (double)grid.spacing;
}

/* The number of atoms before some are dropped; fills them in if `atom` is not NULL. */
static size_t make(const struct job *job, struct mm_float4 *atom, size_t most)
{
    const struct inputs *inputs = &job->problem->inputs;
    double side[3];
    sides_of(job, side);
    enum workload workload = job->variant ? WORKLOAD_clustered : (enum workload)inputs->setting[SETTING_WORKLOAD];
    if (job->variant == 2) {
        if (atom)
            *atom = (struct mm_float4){0.4f * (float)side[0], 0.6f * (float)side[1], 0.1f, -0.75f};
        return 1;
    }
    if (inputs->atom && !job->variant) {
        if (atom)
            memcpy(atom, inputs->atom, inputs->atoms * sizeof *atom);
        return inputs->atoms;
    }
    return atoms_make(workload, inputs->setting[SETTING_DENSITY], side, job->seed + (uint64_t)job->variant, atom, most);
}

/* Moves a structure so that the box around its atoms and the grid have the same centre. */
static void centre(const struct job *job, struct mm_float4 *atom, size_t count)
{
    struct mm_float4 low = atom[0], high = atom[0];
    for (size_t a = 1; a < count; a++) {
        low = (struct mm_float4){fminf(low.x, atom[a].x), fminf(low.y, atom[a].y), fminf(low.z, atom[a].z), 0};
        high = (struct mm_float4){fmaxf(high.x, atom[a].x), fmaxf(high.y, atom[a].y), fmaxf(high.z, atom[a].z), 0};
    }
    const struct grid grid = cutoff_grid(job);
    float middle[3];
    for (int d = 0; d < 3; d++)
        middle[d] = 0.5f * (float)(grid.points.of[d] - 1) * grid.spacing;
    for (size_t a = 0; a < count; a++) {
        atom[a].x += middle[0] - 0.5f * (low.x + high.x);
        atom[a].y += middle[1] - 0.5f * (low.y + high.y);
        atom[a].z += middle[2] - 0.5f * (low.z + high.z);
    }
}

/* Moves some of variant 1's atoms to the point below them, or beyond a face of the grid, and removes the charge of
 * others, in turn. */
static void spoil(const struct job *job, struct mm_float4 *atom, size_t count)
{
    const float h = cutoff_grid(job).spacing;
    double width[3];
    sides_of(job, width);
    for (size_t a = 0; a < count; a += ONE_IN) {
        atom[a].x = h * floorf(atom[a].x / h);
        atom[a].y = h * floorf(atom[a].y / h);
        atom[a].z = h * floorf(atom[a].z / h);
    }
    for (size_t a = 1; a < count; a += ONE_IN)
        atom[a].w = 0;
    for (size_t a = 2, face = 0; a < count; a += ONE_IN, face++) {
        float *const along[] = {&atom[a].x, &atom[a].y, &atom[a].z}, *at = along[face % 3];
        *at = face / 3 % 2 ? (float)width[face % 3] + 0.1f * *at : -0.1f * *at;
    }
}

/* A denormal charge counts as none: kernels that flush it to zero would mistake the atom for an empty slot. */
static bool reaches(const struct grid *grid, double cutoff, struct mm_float4 atom)
{
    const double place[] = {atom.x, atom.y, atom.z};
    bool all = isnormal(atom.w);
    for (int d = 0; d < 3; d++)
        all =
            all && place[d] >= -cutoff && place[d] <= (double)(grid->points.of[d] - 1) * (double)grid->spacing + cutoff;
    return all;
}

/* Drops atoms that do not count, and moves those on points to the end. */
static struct atom_counts choose(const struct job *job, struct mm_float4 *atom, size_t count)
{
    const struct grid grid = cutoff_grid(job);
    size_t chosen = 0;
    for (size_t a = 0; a < count; a++)
        if (reaches(&grid, cutoff_radius(job), atom[a]))
            atom[chosen++] = atom[a];
    return atoms_divide(grid.spacing, atom, chosen);
}

void cutoff_atoms(struct job *job)
{
    size_t count = make(job, NULL, SIZE_MAX), room = count ? count : 1;
    size_t cells = bins_count(cutoff_bins(job, LARGEST_BIN));
    struct mm_float4 *atom = job_input(job, SLOT_ATOMS, "atoms", room * sizeof *atom);
    struct sorted *sorted =
        job_host_memory(job, SLOT_SORTED, "sorted atoms",
                        sizeof *sorted + room * sizeof *atom + (cells + 1) * sizeof(uint32_t), HOST_INPUT, false);
    make(job, atom, count);
    if (job->variant == 0 && job->problem->inputs.atom)
        centre(job, atom, count);
    if (job->variant == 1)
        spoil(job, atom, count);
    sorted->counts = choose(job, atom, count);
    sorted->most = room;
}

/* ---- the share of atoms that fit into bins of a capacity: counted, for a constraint, in an example of the workload
 * ---- */

enum { SAMPLE = 1 << 15, SIDES = 2, FULLEST = 64, MOST_BINS = 1 << 22 };
static const int sides[SIDES] = {2, 4};

/* For each size of bins: how many of the atoms are number 1, 2, 3 ... in their bin. A search evaluates it thousands
 * of times for the same inputs. */
struct example {
    bool made;
    struct inputs inputs;
    size_t atoms, place[SIDES][FULLEST + 1];
};

/* Atoms of the workload in a cube of whole bins that holds about SAMPLE of them, or the first of a structure. */
static size_t draw(const struct inputs *inputs, struct mm_float4 *atom)
{
    double density = inputs->setting[SETTING_DENSITY], most = fmin(100, cbrt(0.9 * SAMPLE / density));
    double width = LARGEST_BIN * floor(most / LARGEST_BIN);
    if (!inputs->atom)
        return atoms_make((enum workload)inputs->setting[SETTING_WORKLOAD], density, (double[]){width, width, width}, 1,
                          atom, SAMPLE);
    size_t count = inputs->atoms < SAMPLE ? inputs->atoms : SAMPLE;
    memcpy(atom, inputs->atom, count * sizeof *atom);
    return count;
}

/* A bin's number, hashed: far more places than bins with atoms, so that collisions are rare. */
static size_t place_of(struct mm_float4 atom, int side)
{
    uint64_t x = (uint64_t)(int64_t)floorf(atom.x / (float)side), y = (uint64_t)(int64_t)floorf(atom.y / (float)side),
             z = (uint64_t)(int64_t)floorf(atom.z / (float)side);
    return job_random(job_random(job_random(0, x), y), z) % MOST_BINS;
}

static void count(struct example *example)
{
    static struct mm_float4 atom[SAMPLE];
    static uint8_t taken[MOST_BINS];
    example->atoms = draw(&example->inputs, atom);
    for (int s = 0; s < SIDES; s++) {
        memset(taken, 0, sizeof taken);
        memset(example->place[s], 0, sizeof example->place[s]);
        for (size_t a = 0; a < example->atoms; a++) {
            uint8_t *here = &taken[place_of(atom[a], sides[s])];
            if (*here < FULLEST)
                ++*here;
            example->place[s][*here]++;
        }
    }
}

bool cutoff_covers(const struct config *config, int side, int capacity)
{
    static struct example example;
    const struct inputs *inputs = &config->problem->inputs;
    double least = inputs->setting[SETTING_COVERAGE];
    if (!example.made || memcmp(&example.inputs, inputs, sizeof *inputs)) {
        example = (struct example){.made = true, .inputs = *inputs};
        count(&example);
    }
    size_t held = 0, row = 0;
    while (row < SIDES - 1 && sides[row] != side)
        row++;
    for (int i = 1; i <= capacity && i < FULLEST; i++)
        held += example.place[row][i];
    return (double)held >= least * (double)example.atoms;
}
