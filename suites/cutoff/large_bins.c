/* Large bins (seed 001, C4): regions of 24 A, each of which tests all atoms that any of its points may reach. */
#include "suites/cutoff/cutoff.h"

#include <math.h>
#include <string.h>

enum { LISTS = CUTOFF_SLOTS, RANGES, MAP };                            /* slots */
enum { ATOM_STORAGE, BLOCK_SIZE, POINTS_PER_THREAD, TEST, SMOOTHING }; /* parameters */
enum { STORAGE_CONSTANT, STORAGE_GLOBAL, STORAGE_SHARED };
enum { TEST_BRANCH, TEST_SELECT };

enum {
    REGION = 48 /* points */,
    CHUNK = 4000 /* atoms: what 64 KB of constant memory hold, and a few bytes are left */
};

static uint64_t regions_along(const struct job *job)
{
    return divide_up(job->n, REGION);
}

static size_t regions_of(const struct job *job)
{
    return (size_t)(regions_along(job) * regions_along(job) * regions_along(job));
}

/* ---- inputs ---- */

/* Regions [from, end) along an axis whose points an atom at `place` may reach: from the cutoff before a region to the
 * cutoff behind it. At 12 A these are the eight bins of 24 A around it, offset by half. */
struct span {
    size_t from, end;
};

static struct span reach(const struct job *job, double place)
{
    const double width = REGION * (double)GRID_SPACING, cutoff = cutoff_radius(job);
    double from = fmax(0, floor((place - cutoff) / width));
    double end = fmin((double)regions_along(job), ceil((place + cutoff) / width));
    return (struct span){(size_t)from, (size_t)fmax(from, end)};
}

/* Counts an atom in each region that it may reach; or, with lists, puts it there, from their ends down. */
static void put(const struct job *job, struct mm_float4 atom, uint32_t *range, struct mm_float4 *lists)
{
    const size_t along = (size_t)regions_along(job);
    const struct span x = reach(job, atom.x), y = reach(job, atom.y), z = reach(job, atom.z);
    for (size_t k = z.from; k < z.end; k++)
        for (size_t j = y.from; j < y.end; j++)
            for (size_t i = x.from; i < x.end; i++)
                if (lists)
                    lists[--range[2 * ((k * along + j) * along + i)]] = atom;
                else
                    range[2 * ((k * along + j) * along + i)]++;
}

/* List r is atoms [range[2 r], range[2 r + 2]); those from range[2 r + 1] on lie on points: as the atoms do, which come
 * in their order. */
static void fill(const struct job *job, const struct mm_float4 *atom, uint32_t *range, struct mm_float4 *lists)
{
    const struct atom_counts counts = cutoff_counts(job);
    const size_t regions = regions_of(job);
    for (size_t a = counts.all; a-- > 0;) {
        put(job, atom[a], range, lists);
        if (a == counts.off_points)
            for (size_t r = 0; r < regions; r++)
                range[2 * r + 1] = range[2 * r];
    }
}

static void setup(struct job *job)
{
    cutoff_atoms(job);
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    const struct atom_counts counts = cutoff_counts(job);
    const size_t regions = regions_of(job);
    uint32_t *range = job_input(job, RANGES, "where lists begin", (2 * regions + 1) * sizeof *range);
    memset(range, 0, (2 * regions + 1) * sizeof *range);
    for (size_t a = 0; a < counts.all; a++)
        put(job, atom[a], range, NULL);
    for (size_t r = 1; r <= regions; r++)
        range[2 * r] += range[2 * r - 2];
    for (size_t r = 0; r < regions; r++)
        range[2 * r + 1] = range[2 * r];
    size_t room = range[2 * regions - 2] + 1;
    struct mm_float4 *lists = job_input(job, LISTS, "lists of atoms", room * sizeof *lists);
    fill(job, atom, range, lists);
    job_output(job, MAP, "map", job->n * job->n * job->n * sizeof(float));
}

/* ---- device work ---- */

/* What both forms are told. */
struct told {
    uint32_t n, regions;
    float cutoff2, inverse2;
};

static struct told told_of(const struct job *job)
{
    const double cutoff = cutoff_radius(job);
    return (struct told){(uint32_t)job->n, (uint32_t)regions_along(job), (float)(cutoff * cutoff),
                         (float)(1 / (cutoff * cutoff))};
}

/* Points that region number r has along an axis: `stride` regions come before the next one along it. */
static uint64_t points_along(const struct job *job, size_t r, size_t stride)
{
    uint64_t first = r / stride % regions_along(job) * REGION, left = job->n - first;
    return left < REGION ? left : REGION;
}

/* Groups that compute a box of points. */
static uint64_t groups_of(const struct config *config, uint64_t width, uint64_t height, uint64_t depth)
{
    uint64_t rows = divide_up(height, (uint64_t)config->value[POINTS_PER_THREAD]);
    return divide_up(width * rows * depth, (uint64_t)config->value[BLOCK_SIZE]);
}

/* A chunk of a region's list, from atom `from` of all lists on. */
static enum status launch_chunk(struct job *job, const struct config *config, uint32_t region, uint32_t from,
                                struct fault *fault)
{
    const struct told problem = told_of(job);
    const uint32_t *range = (const uint32_t *)job_host(job, RANGES) + 2 * region;
    const uint32_t count = range[2] - from < CHUNK ? range[2] - from : CHUNK;
    const uint32_t off_points = range[1] > from ? range[1] - from : 0;
    const uint32_t on_points = off_points < count ? off_points : count;
    const int32_t first = from == range[0];
    const size_t along = problem.regions, atom = sizeof(struct mm_float4);
    uint64_t groups = groups_of(config, points_along(job, region, 1), points_along(job, region, along),
                                points_along(job, region, along * along));
    return LAUNCH(0, launch_groups(groups, config_count(config, BLOCK_SIZE)), ARRAY(MAP), VALUE(problem.n),
                  VALUE(problem.regions), VALUE(problem.cutoff2), VALUE(problem.inverse2), VALUE(region),
                  VALUE(on_points), VALUE(count), VALUE(first),
                  COMPUTE_CONSTANT("chunk", job_array(job, LISTS), from * atom, (count ? count : 1) * atom));
}

/* As in the seed: constant memory is filled, the kernel launched, until the map is done. A list without atoms is
 * launched all the same: its points become 0. */
static enum status launch_chunks(struct job *job, const struct config *config, struct fault *fault)
{
    const uint32_t *range = job_host(job, RANGES);
    enum status status = OK;
    for (uint32_t r = 0; r < regions_of(job); r++) {
        uint32_t from = range[2 * r];
        do {
            status = launch_chunk(job, config, r, from, fault);
            from += CHUNK;
        } while (status == OK && from < range[2 * r + 2]);
        if (status != OK)
            break;
    }
    return status;
}

static enum status launch_map(struct job *job, const struct config *config, struct fault *fault)
{
    const struct told problem = told_of(job);
    const uint64_t all = job->n < REGION ? job->n : REGION;
    const uint32_t groups_a_region = (uint32_t)groups_of(config, all, all, all);
    return LAUNCH(0, launch_groups(regions_of(job) * groups_a_region, config_count(config, BLOCK_SIZE)), ARRAY(MAP),
                  VALUE(problem.n), VALUE(problem.regions), VALUE(problem.cutoff2), VALUE(problem.inverse2),
                  VALUE(groups_a_region), ARRAY(LISTS), ARRAY(RANGES));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    return config->value[ATOM_STORAGE] == STORAGE_CONSTANT ? launch_chunks(job, config, fault)
                                                           : launch_map(job, config, fault);
}

static void figure(const struct job *job, UNNEEDED const struct config *config, double values[MAX_FIGURES])
{
    const uint32_t *range = job_host(job, RANGES);
    const size_t along = (size_t)regions_along(job);
    const double cutoff = cutoff_radius(job), width = REGION * (double)GRID_SPACING + 2 * cutoff;
    double tested = 0;
    for (size_t r = 0; r < regions_of(job); r++)
        tested += (double)(range[2 * r + 2] - range[2 * r]) *
                  (double)(points_along(job, r, 1) * points_along(job, r, along) * points_along(job, r, along * along));
    cutoff_figures(job, tested, values);
    values[CUTOFF_FIGURE_COUNT] = cutoff_sphere(job) / pow(width, 3);
}

const struct bench cutoff_large_bins = {
    .name = "large_bins",
    .summary = "regions of 24 A, whose points test all atoms of the cube around",
    CUTOFF_KERNEL("cutoff/large_bins.cl", GRID_DEFINES "#define REGION 48\n#define CHUNK 4000\n", "add_region"),
    CUTOFF_BENCH(SMOOTHING, MAP, LISTS, -1),
    .space = {.parameters = PARAMETERS({"ATOM_STORAGE", "constant: a chunk a launch; else one launch",
                                        WORDS("constant", "global", "shared")},
                                       {"BLOCK_SIZE", "work-items in a group", VALUES(64, 128, 256, 512)},
                                       {"POINTS_PER_THREAD", "points of a work-item, along y", VALUES(1, 2, 4, 8)},
                                       {"TEST", "of the cutoff", WORDS("branch", "select")}, CUTOFF_SMOOTHING),
              .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},
    DEFAULTS(STORAGE_CONSTANT, 128, 8, TEST_BRANCH, SMOOTHING_NONE),
    .tests = NAMES("--size 53 --density 0.01 --set BLOCK_SIZE=64,256",
                   "--size 48 --density 0.3 --set ATOM_STORAGE=constant --set BLOCK_SIZE=256 "
                   "--set POINTS_PER_THREAD=8 --set TEST=select --budget 1"), /* atoms in several chunks */
    .report.figures = NAMES(CUTOFF_FIGURES, "work_efficiency_bulk"),
};
