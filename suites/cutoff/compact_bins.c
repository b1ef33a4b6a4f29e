/* Compact bins: what is better on today's devices than bins of a capacity. No atom overflows, one launch makes the map,
 * and 32 work-items list the atoms that come near their own box before they look at distances. */
#include "suites/cutoff/cutoff.h"

#include <math.h>
#include <string.h>

enum { SLOT_BINNED = CUTOFF_SLOTS, SLOT_START, SLOT_ROWS, SLOT_MAP };
enum { BIN_SIZE, GROUP_X, GROUP_Y, GROUP_Z, WARP_X, WARP_Y, POINTS_PER_THREAD, LISTED, TAKEN, UNROLL, SMOOTHING };
enum { LISTED_ALL, LISTED_NEAR };
enum { LANES = 32, MOST_ROWS = 512, SMALLEST_BIN = 2 };
/* A list is worked off once it is longer than LONGEST. Rows that come near, at a cutoff of up to 16 angstrom, are at
 * most ROWS_OF_1 / BIN_SIZE^2. */
enum { LONGEST = 96, ROWS_OF_1 = 2048 };
#define DEFINES GRID_DEFINES "#define LONGEST 96\n#define ROWS_OF_1 2048\n"

static void setup(struct job *job)
{
    cutoff_atoms(job);
    job_input(job, SLOT_BINNED, "atoms in their bins", cutoff_most_atoms(job) * sizeof(struct mm_float4));
    job_input(job, SLOT_START, "start", (bins_count(cutoff_bins(job, SMALLEST_BIN)) + 1) * sizeof(uint32_t));
    job_input(job, SLOT_ROWS, "rows", MOST_ROWS * sizeof(struct mm_int2));
    job_output(job, SLOT_MAP, "map", job->n * job->n * job->n * sizeof(float));
}

/* The rows of bins that come near a group's points: each from its first bin to the one behind its last, counted from
 * the bin in which the points begin; ended by an empty one. */
static void find_rows(const struct job *job, const struct config *config, struct mm_int2 *row)
{
    struct bins bins = cutoff_bins(job, config->value[BIN_SIZE]);
    double extent[3];
    int last[3];
    for (int d = 0; d < 3; d++) {
        extent[d] = (config->value[GROUP_X + d] - 1) * (double)GRID_SPACING;
        last[d] = (int)(extent[d] / bins.side) + bins.margin;
    }
    for (int z = -bins.margin; z <= last[2]; z++)
        for (int y = -bins.margin; y <= last[1]; y++) {
            int begin = (z * bins.across + y) * bins.across, near = 0;
            for (int x = -bins.margin; x <= last[0]; x++)
                if (bins_near(bins.side, (int[]){x, y, z}, extent, cutoff_radius(job))) {
                    row->x = near++ ? row->x : begin + x;
                    row->y = begin + x + 1;
                }
            row += near > 0;
        }
    *row = (struct mm_int2){0, 0};
}

static int count_rows(const struct mm_int2 *row)
{
    int count = 0;
    while (row[count].y > row[count].x)
        count++;
    return count;
}

static enum status arrange(struct job *job, const struct config *config, struct fault *fault)
{
    (void)fault;
    struct atom_counts counts = cutoff_counts(job);
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    struct mm_float4 *binned = job_refill(job, SLOT_BINNED);
    bins_sort(cutoff_bins(job, config->value[BIN_SIZE]), atom, counts.off_points, job_refill(job, SLOT_START), binned);
    memcpy(binned + counts.off_points, atom + counts.off_points, (counts.all - counts.off_points) * sizeof *atom);
    find_rows(job, config, job_refill(job, SLOT_ROWS));
    return OK;
}

/* The bin in which the grid begins. */
static uint32_t first_bin(struct bins bins)
{
    uint32_t across = (uint32_t)bins.across, margin = (uint32_t)bins.margin;
    return (margin * across + margin) * across + margin;
}

static uint32_t block_size(const struct config *config)
{
    const int *value = config->value;
    return (uint32_t)(value[GROUP_X] * value[GROUP_Y] * value[GROUP_Z] / value[POINTS_PER_THREAD]);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct atom_counts counts = cutoff_counts(job);
    const struct bins bins = cutoff_bins(job, config->value[BIN_SIZE]);
    const int rows = count_rows(job_host(job, SLOT_ROWS));
    const float cutoff2 = (float)(cutoff_radius(job) * cutoff_radius(job));
    struct compute_launch launch = launch_groups(1, block_size(config));
    for (size_t d = 0; d < 3; d++)
        launch.groups[0] *= divide_up(job->n, config_count(config, GROUP_X + d));
    return LAUNCH(0, launch, ARRAY(SLOT_BINNED), ARRAY(SLOT_START), ARRAY(SLOT_ROWS), VALUE(rows),
                  VALUE((uint32_t)bins.across), VALUE(first_bin(bins)), VALUE((uint32_t)counts.off_points),
                  VALUE((uint32_t)counts.all), VALUE(cutoff2), VALUE(1 / cutoff2), ARRAY(SLOT_MAP),
                  VALUE((uint32_t)job->n));
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    return cutoff_compare(job, (enum smoothing)config->value[SMOOTHING], job_host(job, SLOT_MAP), job->n, job->n,
                          verdict, fault);
}

static struct work work(const struct job *job, const struct config *config)
{
    return cutoff_work(job, (enum smoothing)config->value[SMOOTHING]);
}

/* ---- figures ---- */

/* Points [at, at + width) along each axis, as far as they are of the grid. */
struct box {
    int64_t at[3], width[3];
};

static double points_of(const struct job *job, const struct box *box)
{
    double points = 1;
    for (int d = 0; d < 3; d++)
        points *= fmax(0, fmin((double)box->width[d], (double)job->n - (double)box->at[d]));
    return points;
}

static bool comes_near(const struct box *box, struct mm_float4 atom, double cutoff)
{
    const double place[] = {atom.x, atom.y, atom.z}, h = GRID_SPACING;
    double squares = 0;
    for (int d = 0; d < 3; d++) {
        double low = h * (double)box->at[d], high = h * (double)(box->at[d] + box->width[d] - 1);
        double away = fmax(0, fmax(low - place[d], place[d] - high));
        squares += away * away;
    }
    return squares < cutoff * cutoff;
}

/* Atoms that the rows of a group hold, and, where they are listed, those that come near a part of its points. */
static double listed(const struct job *job, const struct config *config, uint32_t bin, const struct box *box)
{
    const struct mm_int2 *row = job_host(job, SLOT_ROWS);
    const struct mm_float4 *atom = job_host(job, SLOT_BINNED);
    const uint32_t *start = job_host(job, SLOT_START);
    double count = 0;
    for (; row->y > row->x; row++)
        for (uint32_t a = start[bin + (uint32_t)row->x]; a < start[bin + (uint32_t)row->y]; a++)
            count += config->value[LISTED] == LISTED_ALL || comes_near(box, atom[a], cutoff_radius(job));
    return count;
}

/* Pairs of the points of one group and the atoms whose distances they look at. */
static double tested_by_group(const struct job *job, const struct config *config, const int64_t group[3])
{
    const int *value = config->value;
    const struct bins bins = cutoff_bins(job, value[BIN_SIZE]);
    const struct atom_counts counts = cutoff_counts(job);
    const int64_t warp[] = {value[WARP_X], value[WARP_Y],
                            LANES / (value[WARP_X] * value[WARP_Y]) * value[POINTS_PER_THREAD]};
    struct box box;
    int64_t bin = first_bin(bins), stride = 1;
    double pairs = 0;
    for (int d = 0; d < 3; d++, stride *= bins.across)
        bin += stride * (int64_t)((double)(group[d] * value[GROUP_X + d]) * (double)GRID_SPACING / bins.side);
    memcpy(box.width, warp, sizeof warp);
    for (int64_t z = 0; z < value[GROUP_Z]; z += warp[2])
        for (int64_t y = 0; y < value[GROUP_Y]; y += warp[1])
            for (int64_t x = 0; x < value[GROUP_X]; x += warp[0]) {
                const int64_t within[] = {x, y, z};
                for (int d = 0; d < 3; d++)
                    box.at[d] = group[d] * value[GROUP_X + d] + within[d];
                double points = points_of(job, &box);
                if (points > 0)
                    pairs +=
                        points * (listed(job, config, (uint32_t)bin, &box) + (double)(counts.all - counts.off_points));
            }
    return pairs;
}

static const char *const figures[] = {CUTOFF_FIGURES, "work_efficiency_bulk", NULL};

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct mm_int2 *row = job_host(job, SLOT_ROWS);
    const double side = config->value[BIN_SIZE];
    int64_t groups[3];
    double tested = 0, bins = 0;
    for (int d = 0; d < 3; d++)
        groups[d] = (int64_t)divide_up(job->n, (uint64_t)config->value[GROUP_X + d]);
#pragma omp parallel for schedule(dynamic) reduction(+ : tested)
    for (int64_t g = 0; g < groups[0] * groups[1] * groups[2]; g++)
        tested += tested_by_group(job, config,
                                  (int64_t[]){g % groups[0], g / groups[0] % groups[1], g / (groups[0] * groups[1])});
    for (; row->y > row->x; row++)
        bins += row->y - row->x;
    cutoff_figures(job, tested, values);
    values[CUTOFF_FIGURE_COUNT] = cutoff_sphere(job) / (bins * side * side * side);
}

/* ---- constraints ---- */

static bool boxes_fit(const struct config *config, const struct compute_device *device)
{
    (void)device;
    const int *value = config->value;
    int warp_z = LANES / (value[WARP_X] * value[WARP_Y]) * value[POINTS_PER_THREAD];
    return value[GROUP_X] % value[WARP_X] == 0 && value[GROUP_Y] % value[WARP_Y] == 0 && value[GROUP_Z] % warp_z == 0;
}

static bool groups_begin_bins(const struct config *config, const struct compute_device *device)
{
    (void)device;
    const int *value = config->value;
    int points = 2 * value[BIN_SIZE];
    return value[GROUP_X] % points == 0 && value[GROUP_Y] % points == 0 && value[GROUP_Z] % points == 0;
}

static bool taken_suits(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[TAKEN] == 1 || config->value[LISTED] == LISTED_NEAR;
}

static bool fits(const struct config *config, const struct compute_device *device)
{
    return group_fits(device, (uint64_t[]){block_size(config), 1, 1});
}

/* The kernel's lists, one for each 32 work-items, and its ranges of rows. A device that is not known has room. */
static bool lists_fit(const struct config *config, const struct compute_device *device)
{
    const uint64_t warps = block_size(config) / LANES, side = (uint64_t)config->value[BIN_SIZE];
    const uint64_t room = LONGEST + LANES * (uint64_t)config->value[TAKEN], rows = ROWS_OF_1 / (side * side);
    const uint64_t bytes = warps * (room * sizeof(struct mm_float4) + sizeof(uint32_t)) + rows * sizeof(struct mm_int2);
    return !device || !device->local_bytes || bytes <= device->local_bytes;
}

/* clang-format off */
/* Runs its fast form, with either SMOOTHING. */
static const char fast[] =
    "--size 21 --density 0.3 --set LISTED=near --set BIN_SIZE=4 --set GROUP_X=8 --set WARP_X=8 --set WARP_Y=4 "
    "--set POINTS_PER_THREAD=4 --set TAKEN=2 --set UNROLL=4 --strategy exhaustive";

const struct bench cutoff_compact_bins = {
    .name = "compact_bins",
    .summary = "bins without a capacity; 32 work-items list what comes near them",
    .kernel.file = "cutoff/compact_bins.cl",
    .kernel.entries = NAMES("compact_bins"),
    .kernel.defines = DEFINES,
    .report.uses = USES(RSQRT),
        CUTOFF_BENCH,
    .space = {.parameters = PARAMETERS({"BIN_SIZE", "side of a bin in angstrom", VALUES(2, 4)},
                             {"GROUP_X", "points of a group along x", VALUES(4, 8)},
                             {"GROUP_Y", "points of a group along y", VALUES(4, 8)},
                             {"GROUP_Z", "points of a group along z", VALUES(4, 8)},
                             {"WARP_X", "of 32 work-items, those along x", VALUES(4, 8)},
                             {"WARP_Y", "of 32 work-items, those along y", VALUES(2, 4)},
                             {"POINTS_PER_THREAD", "points of a work-item, neighbours along z", VALUES(1, 2, 4)},
                             {"LISTED", "atoms that 32 work-items look at: all, or near their box", WORDS("all",
                             "near")},
                             {"TAKEN", "atoms that a work-item takes at a time to list them", VALUES(1, 2)},
                             {"UNROLL", "of the loop over listed atoms", VALUES(1, 2, 4)},
                             CUTOFF_SMOOTHING),
              .constraints = CONSTRAINTS({"GROUP_X, GROUP_Y, GROUP_Z are multiples of what 32 work-items cover",
                                          boxes_fit,
                                          READS(WARP_X, WARP_Y, POINTS_PER_THREAD, GROUP_X, GROUP_Y, GROUP_Z)},
                              {"GROUP_X, GROUP_Y, GROUP_Z are whole bins", groups_begin_bins,
                               READS(BIN_SIZE, GROUP_X, GROUP_Y, GROUP_Z)},
                              {"TAKEN is 1 where all atoms are LISTED", taken_suits, READS(TAKEN, LISTED)},
                              {"a group is at most the device's largest work-group", fits,
                               READS(GROUP_X, GROUP_Y, GROUP_Z, POINTS_PER_THREAD)},
                              {"lists of a group fit into the device's local memory", lists_fit,
                               READS(BIN_SIZE, TAKEN, GROUP_X, GROUP_Y, GROUP_Z, POINTS_PER_THREAD)})},
    DEFAULTS(4, 8, 8, 8, 8, 4, 1, LISTED_ALL, 1, 1, SMOOTHING_NONE),
    .problem.setup = setup,
    .problem.arrange = arrange,
    .device.enqueue = enqueue,
    .problem.verify = verify,
    .report.work = work,
    .tests = NAMES("--size 13", fast, "--size 19 --cutoff 2 --set BIN_SIZE=2 --budget 2", /* the shortest lists of rows, */
                   "--size 19 --cutoff 16 --set BIN_SIZE=2 --budget 2"),                  /* and the longest */
    .report.figures = figures,
    .report.figure = figure,
};

/* clang-format on */
