/* Large bins (Rodrigues et al. 2008): regions of 24 A or another width; a region tests all atoms within reach of any of
 * its points. */
#include "suites/cutoff/cutoff.h"

#include <math.h>
#include <string.h>

enum { LISTS = CUTOFF_SLOTS, RANGES, MAP }; /* slots */
DEFINE_PARAMETERS(parameters,
                  WORD(ATOM_STORAGE, "constant: a chunk a launch; else one launch", constant, global, shared),
                  NUMBER(BLOCK_SIZE, "work-items in a group", 64, 128, 256, 512),
                  NUMBER(POINTS_PER_THREAD, "points of a work-item, along y", 1, 2, 4, 8),
                  WORD(TEST, "of the cutoff", branch, select),
                  NUMBER(REGION, "points per side of a region", 24, 48, 96), CUTOFF_SMOOTHING);

enum {
    SMALLEST_REGION = 24, /* points per side */
    LARGEST_REGION = 96,
    SMALLEST_BLOCK = 64,
    CHUNK = 4000 /* atoms: 64 KB of constant memory hold these, with a few bytes to spare */
};

/* The regions of a width along each axis. */
struct regions {
    struct grid grid;
    uint64_t width;
    struct sides along;
};

static struct regions regions_of(const struct job *job, uint64_t width)
{
    const struct grid grid = cutoff_grid(job);
    return (struct regions){grid, width, grid_parts(&grid, width)};
}

/* ---- inputs ---- */

/* Regions [from, end) along an axis with points within reach of an atom at `place`: from one cutoff before a region
 * to one after it. At 12 A these are the eight bins of 24 A around it, offset by half. */
struct span {
    size_t from, end;
};

static struct span reach(const struct regions *regions, double cutoff, double place, int d)
{
    const double width = (double)regions->width * (double)regions->grid.spacing;
    double from = fmax(0, floor((place - cutoff) / width));
    double end = fmin((double)regions->along.of[d], ceil((place + cutoff) / width));
    return (struct span){(size_t)from, (size_t)fmax(from, end)};
}

/* Counts an atom in each region within its reach; or, with lists, stores it there, from the end of each list down. */
static void put(const struct regions *regions, double cutoff, struct mm_float4 atom, uint32_t *range,
                struct mm_float4 *lists)
{
    const size_t wide = (size_t)regions->along.of[0], high = (size_t)regions->along.of[1];
    const struct span x = reach(regions, cutoff, atom.x, 0), y = reach(regions, cutoff, atom.y, 1),
                      z = reach(regions, cutoff, atom.z, 2);
    for (size_t k = z.from; k < z.end; k++)
        for (size_t j = y.from; j < y.end; j++)
            for (size_t i = x.from; i < x.end; i++)
                if (lists)
                    lists[--range[2 * ((k * high + j) * wide + i)]] = atom;
                else
                    range[2 * ((k * high + j) * wide + i)]++;
}

/* Atoms in the lists of all regions; range[2 r + 2] becomes the number in regions 0 to r. */
static size_t count(const struct job *job, const struct regions *regions, uint32_t *range)
{
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    const size_t all = (size_t)sides_product(regions->along);
    memset(range, 0, (2 * all + 1) * sizeof *range);
    for (size_t a = 0; a < cutoff_counts(job).all; a++)
        put(regions, cutoff_radius(job), atom[a], range, NULL);
    for (size_t r = 1; r <= all; r++)
        range[2 * r] += range[2 * r - 2];
    return all ? range[2 * all - 2] : 0;
}

/* The number of points of region r along each axis. */
static struct sides points_of(const struct regions *regions, uint64_t r)
{
    struct sides points;
    for (int d = 0; d < 3; r /= regions->along.of[d++]) {
        const uint64_t left = regions->grid.points.of[d] - r % regions->along.of[d] * regions->width;
        points.of[d] = left < regions->width ? left : regions->width;
    }
    return points;
}

/* Declares memory for the lists of regions of any width. */
static void setup(struct job *job)
{
    cutoff_atoms(job);
    const struct regions smallest = regions_of(job, SMALLEST_REGION);
    uint32_t *range =
        job_input(job, RANGES, "where lists begin", (2 * (size_t)sides_product(smallest.along) + 1) * sizeof *range);
    job_input(job, LISTS, "lists of atoms", (count(job, &smallest, range) + 1) * sizeof(struct mm_float4));
    job_output(job, SLOT(MAP), cutoff_points(job) * sizeof(float));
    cutoff_declare_copy(job, cutoff_points(job) * sizeof(float));
    uint64_t most = 0;
    for (uint64_t width = SMALLEST_REGION; width <= LARGEST_REGION; width *= 2) {
        const struct regions regions = regions_of(job, width);
        const uint64_t each = divide_up(sides_product(points_of(&regions, 0)), SMALLEST_BLOCK);
        const uint64_t groups = sides_product(regions.along) * each;
        most = groups > most ? groups : most;
    }
    cutoff_counters(job, most);
}

/* List r is atoms [range[2 r], range[2 r + 2]); those from range[2 r + 1] on lie on points, in the order of the
 * input. */
static enum status arrange(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    const struct regions regions = regions_of(job, config_count(config, REGION));
    const struct atom_counts counts = cutoff_counts(job);
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    const size_t all = (size_t)sides_product(regions.along);
    struct mm_float4 *lists = job_refill(job, LISTS);
    uint32_t *range = job_refill(job, RANGES);
    count(job, &regions, range);
    for (size_t r = 0; r < all; r++)
        range[2 * r + 1] = range[2 * r];
    for (size_t a = counts.all; a-- > 0;) {
        put(&regions, cutoff_radius(job), atom[a], range, lists);
        if (a == counts.off_points)
            for (size_t r = 0; r < all; r++)
                range[2 * r + 1] = range[2 * r];
    }
    return OK;
}

/* ---- device work ---- */

/* Shared arguments of both forms: the grid and the cutoff. */
#define SIDES_AND_CUTOFF                                                                                               \
    CUTOFF_SIDES(regions.grid), VALUE((uint32_t)regions.along.of[0]), VALUE((uint32_t)regions.along.of[1]),            \
        VALUE((float)(cutoff * cutoff)), VALUE((float)(1 / (cutoff * cutoff)))

/* Groups that compute a box of points. */
static uint64_t groups_of(const struct config *config, struct sides points)
{
    const uint64_t rows = divide_up(points.of[1], config_count(config, POINTS_PER_THREAD));
    return divide_up(points.of[0] * rows * points.of[2], config_count(config, BLOCK_SIZE));
}

/* A chunk of a region's list, beginning at atom `from` of all lists. */
static enum status launch_chunk(struct job *job, const struct config *config, uint32_t region, uint32_t from,
                                struct fault *fault)
{
    const struct regions regions = regions_of(job, config_count(config, REGION));
    const double cutoff = cutoff_radius(job);
    const uint32_t *range = (const uint32_t *)job_host(job, RANGES) + 2 * region;
    const uint32_t count = range[2] - from < CHUNK ? range[2] - from : CHUNK;
    const uint32_t off_points = range[1] > from ? range[1] - from : 0;
    const uint32_t on_points = off_points < count ? off_points : count;
    const int32_t first = from == range[0];
    const size_t atom = sizeof(struct mm_float4);
    const uint64_t groups = groups_of(config, points_of(&regions, region));
    return CUTOFF_LAUNCH(0, 1, launch_groups(groups, config_count(config, BLOCK_SIZE)), ARRAY(SLOT_COUNTED), ARRAY(MAP),
                         SIDES_AND_CUTOFF, VALUE(region), VALUE(on_points), VALUE(count), VALUE(first),
                         COMPUTE_CONSTANT("chunk", job_array(job, LISTS), from * atom, (count ? count : 1) * atom));
}

/* As in the lecture: constant memory is filled and the kernel launched until the map is complete. A list without atoms
 * is launched, too: its points become 0. */
static enum status launch_chunks(struct job *job, const struct config *config, struct fault *fault)
{
    const struct regions regions = regions_of(job, config_count(config, REGION));
    const uint32_t *range = job_host(job, RANGES);
    enum status status = OK;
    for (uint32_t r = 0; r < sides_product(regions.along); r++) {
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
    const struct regions regions = regions_of(job, config_count(config, REGION));
    const double cutoff = cutoff_radius(job);
    const uint32_t groups_a_region = (uint32_t)groups_of(config, points_of(&regions, 0));
    return CUTOFF_LAUNCH(
        0, 1, launch_groups(sides_product(regions.along) * groups_a_region, config_count(config, BLOCK_SIZE)),
        ARRAY(SLOT_COUNTED), ARRAY(MAP), SIDES_AND_CUTOFF, VALUE(groups_a_region), ARRAY(LISTS), ARRAY(RANGES));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const enum status status = cutoff_clear_counters(job, fault);
    if (status != OK)
        return status;
    const bool constant = config->value[ATOM_STORAGE] == ATOM_STORAGE_constant;
    return cutoff_copy(job, MAP, (constant ? launch_chunks : launch_map)(job, config, fault), fault);
}

DEFINE_FIGURES(figures, CUTOFF_FIGURES, work_efficiency_bulk, idle_lanes);

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const uint32_t *range = job_host(job, RANGES);
    const struct regions regions = regions_of(job, config_count(config, REGION));
    const double width = (double)regions.width * (double)regions.grid.spacing + 2 * cutoff_radius(job);
    double tested = 0;
    for (size_t r = 0; r < sides_product(regions.along); r++)
        tested += (double)(range[2 * r + 2] - range[2 * r]) * (double)sides_product(points_of(&regions, r));
    double counted[COUNTERS];
    cutoff_counted(job, counted);
    cutoff_figures(job, tested, counted[COUNTED_TESTED], values);
    values[FIGURE_work_efficiency_bulk] = cutoff_sphere(job) / pow(width, 3);
    values[FIGURE_idle_lanes] = cutoff_idle_lanes(counted);
}

const struct bench cutoff_large_bins = {
    .name = "large_bins",
    .summary = "regions, whose points test all atoms of the cube around",
    CUTOFF_KERNEL("cutoff/large_bins.cl", ON_POINT_DEFINES "#define CHUNK 4000\n", true, NAMES("add_region")),
    CUTOFF_BENCH(SMOOTHING, MAP, LISTS, -1),
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},
    DEFAULTS(ATOM_STORAGE_constant, 128, 8, TEST_branch, 48, SMOOTHING_none), /* the lecture's: 24 A */
    .problem.arrange = arrange,
    .problem.arranged_by = ARRANGED_BY(REGION),
    .tests =
        NAMES("--size 53 --density 0.01 --set BLOCK_SIZE=64,256",
              "--size 35 --density 0.03 --cutoff 5 --spacing 0.37 --box brick --copy yes --set BLOCK_SIZE=64 "
              "--set REGION=24,48",
              "--size 48 --density 0.3 --set ATOM_STORAGE=constant --set BLOCK_SIZE=256 "
              "--set POINTS_PER_THREAD=8 --set TEST=select --set REGION=48 --budget 1"), /* atoms in several chunks */
    .report.figures = figures,
};
