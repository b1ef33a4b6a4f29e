/* The whole potential by the host: the baseline of the device's forms (the lecture: "6x relative to the fast CPU
 * version"), with its vectors and cores; and plain loops, which show their part of it. */
#include "suites/cutoff/host.h"

#include <math.h>
#include <string.h>

enum { SLOT_MAP = CUTOFF_SLOTS, SLOT_SCRATCH };
DEFINE_PARAMETERS(parameters, HOST_WORD(FORM, "plain loops, or vectors of points", scalar, vectors),
                  HOST_WORD(THREADS, "one, or one a core, which share the planes", one, all),
                  ROW(SMOOTHING, "of the potential at the cutoff", WORD_TABLE(SMOOTHING_WORDS), .host = true));

static void setup(struct job *job)
{
    cutoff_atoms(job);
    size_t scratch = cutoff_host_scratch(cutoff_counts(job).all);
    job_host_memory(job, SLOT_MAP, "map", cutoff_points(job) * sizeof(float), HOST_OUTPUT, false);
    job_host_memory(job, SLOT_SCRATCH, "scratch", scratch, HOST_SCRATCH, false);
}

/* ---- plain loops ---- */

/* Points [from, end) of an axis, with at most one too many at each end. */
struct span {
    uint64_t from, end;
};

static struct span span_of(const struct grid *grid, float place, float cutoff, int d)
{
    const uint64_t n = grid->points.of[d];
    float first = floorf((place - cutoff) / grid->spacing), last = ceilf((place + cutoff) / grid->spacing);
    return (struct span){first > 0 ? (uint64_t)first : 0, last + 1 < (float)n ? (uint64_t)(last + 1) : n};
}

/* Adds an atom to a row: `rest` is the squared distance along y and z. */
static void add_to_row(float spacing, struct mm_float4 atom, float rest, float cutoff2, bool smoothed, struct span x,
                       float *row)
{
    for (uint64_t i = x.from; i < x.end; i++) {
        float dx = spacing * (float)i - atom.x, r2 = dx * dx + rest;
        if (r2 >= cutoff2 || r2 < ON_POINT * ON_POINT)
            continue;
        float term = atom.w / sqrtf(r2), share = 1 - r2 / cutoff2;
        row[i] += smoothed ? term * share * share : term;
    }
}

static void add_to_plane(const struct job *job, uint64_t k, bool smoothed, float *plane)
{
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    const float cutoff = (float)cutoff_radius(job), cutoff2 = cutoff * cutoff;
    const struct grid grid = cutoff_grid(job);
    const float h = grid.spacing;
    for (size_t a = 0; a < cutoff_counts(job).all; a++) {
        float dz = h * (float)k - atom[a].z;
        if (dz * dz >= cutoff2)
            continue;
        struct span x = span_of(&grid, atom[a].x, cutoff, 0), y = span_of(&grid, atom[a].y, cutoff, 1);
        for (uint64_t j = y.from; j < y.end; j++) {
            float dy = h * (float)j - atom[a].y, rest = dy * dy + dz * dz;
            if (rest < cutoff2)
                add_to_row(h, atom[a], rest, cutoff2, smoothed, x, plane + j * grid.points.of[0]);
        }
    }
}

/* ---- the bench ---- */

static enum status enqueue(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    float *map = job_memory(job, SLOT_MAP);
    const struct grid grid = cutoff_grid(job);
    const size_t plane = grid.points.of[0] * grid.points.of[1];
    const enum smoothing smoothing = cutoff_smoothing(config);
    const bool all = config->value[THREADS] == THREADS_all, vectors = config->value[FORM] == FORM_vectors;
    job_host_start(job);
#pragma omp parallel for schedule(dynamic) if (all)
    for (uint64_t k = 0; k < grid.points.of[2]; k++) {
        memset(map + k * plane, 0, plane * sizeof *map);
        if (!vectors)
            add_to_plane(job, k, smoothing == SMOOTHING_quadratic, map + k * plane);
    }
    if (vectors)
        cutoff_add_atoms(map, &grid, job_host(job, SLOT_ATOMS), cutoff_counts(job).all, (float)cutoff_radius(job),
                         smoothing, all, job_memory(job, SLOT_SCRATCH));
    job_host_stop(job);
    return OK;
}

static struct work work(const struct job *job, const struct config *config)
{
    struct work work = cutoff_work(job, config);
    work.amount[RESOURCE_RSQRT] = 0; /* the device's */
    return work;
}

/* ---- figures ---- */

/* Tested points of a row: the plain loops test the cube around an atom, vectors the stretch within the cutoff, and
 * the rest of its last vector. */
static double tested_in_row(const struct grid *grid, bool vectors, float x, float cutoff, double half)
{
    struct span cube = span_of(grid, x, cutoff, 0);
    if (!vectors)
        return (double)(cube.end - cube.from);
    double centre = x / grid->spacing, lanes = cutoff_host_lanes();
    double from = fmax(0, ceil(centre - half)), to = fmin((double)(grid->points.of[0] - 1), floor(centre + half));
    return lanes * ceil(fmax(0, to - from + 1) / lanes);
}

static double tested_by(const struct job *job, bool vectors, struct mm_float4 atom)
{
    const float cutoff = (float)cutoff_radius(job);
    const struct grid grid = cutoff_grid(job);
    const double h = (double)grid.spacing;
    struct span y = span_of(&grid, atom.y, cutoff, 1), z = span_of(&grid, atom.z, cutoff, 2);
    double tested = 0;
    for (uint64_t k = z.from; k < z.end; k++)
        for (uint64_t j = y.from; j < y.end; j++) {
            double dy = h * (double)j - atom.y, dz = h * (double)k - atom.z;
            double left = (double)cutoff * cutoff - dy * dy - dz * dz;
            if (left > 0)
                tested += tested_in_row(&grid, vectors, atom.x, cutoff, sqrt(left) / h);
        }
    return tested;
}

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    double tested = 0;
#pragma omp parallel for schedule(static) reduction(+ : tested)
    for (size_t a = 0; a < cutoff_counts(job).all; a++)
        tested += tested_by(job, config->value[FORM] == FORM_vectors, atom[a]);
    cutoff_figures(job, tested, NAN, values);
}

const struct bench cutoff_cpu = {
    .name = "cpu",
    .summary = "the whole map by the host: plain loops, or its vectors; one core, or all",
    .device.host_timed = true,
    CUTOFF_MAP(SMOOTHING, SLOT_MAP, -1),
    .space = {.parameters = parameters},
    DEFAULTS(FORM_vectors, THREADS_all, SMOOTHING_none),
    .problem.verify = cutoff_verify,
    .report.work = work,
    .tests = NAMES("--size 1,27 --cutoff 5 --strategy exhaustive", "--size 19 --cutoff 5 --spacing 0.37 --box brick"),
    .report.figures = NAMES("atoms_per_point", "work_efficiency"), /* by the host's count of tested pairs */
};
