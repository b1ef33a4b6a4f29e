/* Compact bins: faster on current devices than bins of a capacity. No atom overflows, one launch computes the map,
 * and 32 work-items list the atoms near their own box before testing distances. */
#include "suites/cutoff/cutoff.h"

#include <math.h>
#include <string.h>

enum { SLOT_BINNED = CUTOFF_SLOTS, SLOT_START, SLOT_ROWS, SLOT_MAP, SLOT_LISTED, SLOT_WORKED };
DEFINE_PARAMETERS(
    parameters, NUMBER(BIN_SIZE, "side of a bin in angstrom", 2, 4), NUMBER(GROUP_X, "points of a group along x", 4, 8),
    NUMBER(GROUP_Y, "points of a group along y", 4, 8), NUMBER(GROUP_Z, "points of a group along z", 4, 8),
    NUMBER(WARP_X, "of 32 work-items, those along x", 4, 8), NUMBER(WARP_Y, "of 32 work-items, those along y", 2, 4),
    NUMBER(POINTS_PER_THREAD, "points of a work-item, neighbours along z", 1, 2, 4),
    NUMBER(COLUMNS, "rows of these that a work-item has, neighbours along y", 1, 2),
    NUMBER(ATOMS_AT_ONCE, "atoms that 32 work-items add at a time", 1, 2, 4),
    WORD(LISTED, "atoms that 32 work-items look at: all, near their box, or their group, too", all, near, twice),
    NUMBER(TAKEN, "atoms that a work-item takes at a time to list them", 1, 2),
    NUMBER(LONGEST, "atoms of a list above which it is processed", 96, 160, 224),
    NUMBER(UNROLL, "of the loop over listed atoms", 1, 2, 4), CUTOFF_SMOOTHING);
enum { LANES = 32, MOST_ROWS = 512, SMALLEST_BIN = 2, MOST_BOXES = 512, LARGEST_GROUP = 8, PART = 1 << 16 };
/* At a cutoff of up to 16 angstrom, there are at most ROWS_OF_1 / BIN_SIZE^2 rows in range. */
#define ROWS_OF_1 2048
#define CHUNK 512 /* atoms of which a group gathers near ones */
#define DEFINES ON_POINT_DEFINES DEFINE(CHUNK) DEFINE(ROWS_OF_1)

/* Counted pairs for boxes of a width, shared by many configurations. Ended by zeros. */
struct listed {
    int width[3];
    double pairs;
};
enum { WIDTHS = 2 * 4 * 4 }; /* of WARP_X, WARP_Y * COLUMNS, and the rest along z */

static void setup(struct job *job)
{
    const size_t listed = (WIDTHS + 1) * sizeof(struct listed);
    memset(job_host_memory(job, SLOT_LISTED, "pairs listed", listed, HOST_INPUT, false), 0, listed);
    cutoff_atoms(job);
    job_input(job, SLOT_BINNED, "atoms in their bins", cutoff_most_atoms(job) * sizeof(struct mm_float4));
    job_input(job, SLOT_START, "start", (bins_count(cutoff_bins(job, SMALLEST_BIN)) + 1) * sizeof(uint32_t));
    job_input(job, SLOT_ROWS, "rows", MOST_ROWS * sizeof(struct mm_int2));
    job_output(job, SLOT_MAP, "map", cutoff_points(job) * sizeof(float));
    cutoff_declare_copy(job, cutoff_points(job) * sizeof(float));
    /* as many work-items as with smaller groups, and more beyond the grid's ends */
    const struct grid grid = cutoff_grid(job);
    const uint64_t groups = sides_product(grid_parts(&grid, LARGEST_GROUP));
    const uint64_t warps = LARGEST_GROUP * LARGEST_GROUP * LARGEST_GROUP / LANES;
    job_scratch(job, SLOT_WORKED, "atoms listed", groups * warps * sizeof(uint32_t));
}

/* The points of a group along each axis. */
static struct sides group_of(const struct config *config)
{
    return (struct sides){
        {config_count(config, GROUP_X), config_count(config, GROUP_Y), config_count(config, GROUP_Z)}};
}

/* Points of the box of 32 work-items. */
static struct sides box_of(const struct config *config)
{
    const uint64_t x = config_count(config, WARP_X), y = config_count(config, WARP_Y);
    const uint64_t z = LANES / (x * y * config_count(config, ATOMS_AT_ONCE));
    return (struct sides){{x, y * config_count(config, COLUMNS), z * config_count(config, POINTS_PER_THREAD)}};
}

/* The number of groups along each axis. */
static struct sides groups_of(const struct job *job, const struct config *config)
{
    const struct sides points = cutoff_grid(job).points, group = group_of(config);
    return (struct sides){{divide_up(points.of[0], group.of[0]), divide_up(points.of[1], group.of[1]),
                           divide_up(points.of[2], group.of[2])}};
}

/* The rows of bins in range of a group's points: each from its first bin to the one after its last, relative to the
 * bin in which the points begin; ended by an empty one. */
static void find_rows(const struct job *job, const struct config *config, struct mm_int2 *row)
{
    const struct bins bins = cutoff_bins(job, config->value[BIN_SIZE]);
    const struct grid grid = cutoff_grid(job);
    const struct parts groups = bins_parts(bins, &grid, group_of(config));
    for (int z = -bins.margin; z <= groups.last[2]; z++)
        for (int y = -bins.margin; y <= groups.last[1]; y++) {
            int begin = bins_number(bins, (int[]){0, y, z}), near = 0;
            for (int x = -bins.margin; x <= groups.last[0]; x++)
                if (bins_near(bins.side, (int[]){x, y, z}, NULL, groups.extent, cutoff_radius(job))) {
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

static enum status arrange(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    struct atom_counts counts = cutoff_counts(job);
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    struct mm_float4 *binned = job_refill(job, SLOT_BINNED);
    bins_sort(cutoff_bins(job, config->value[BIN_SIZE]), atom, counts.off_points, job_refill(job, SLOT_START), binned);
    memcpy(binned + counts.off_points, atom + counts.off_points, (counts.all - counts.off_points) * sizeof *atom);
    find_rows(job, config, job_refill(job, SLOT_ROWS));
    return OK;
}

static uint32_t block_size(const struct config *config)
{
    const int *value = config->value;
    return (uint32_t)(value[GROUP_X] * value[GROUP_Y] * value[GROUP_Z] * value[ATOMS_AT_ONCE] /
                      (value[POINTS_PER_THREAD] * value[COLUMNS]));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct atom_counts counts = cutoff_counts(job);
    const struct bins bins = cutoff_bins(job, config->value[BIN_SIZE]);
    const int rows = count_rows(job_host(job, SLOT_ROWS));
    const float cutoff2 = (float)(cutoff_radius(job) * cutoff_radius(job));
    const struct grid grid = cutoff_grid(job);
    return cutoff_copy(job, SLOT_MAP,
                       LAUNCH(0, launch_groups(sides_product(groups_of(job, config)), block_size(config)),
                              ARRAY(SLOT_BINNED), ARRAY(SLOT_START), ARRAY(SLOT_ROWS), VALUE(rows),
                              VALUE((uint32_t)bins.across[0]), VALUE((uint32_t)bins.across[1]),
                              VALUE((uint32_t)bins_first(bins)), VALUE((uint32_t)counts.off_points),
                              VALUE((uint32_t)counts.all), VALUE(cutoff2), VALUE(1 / cutoff2), ARRAY(SLOT_MAP),
                              ARRAY(SLOT_WORKED), CUTOFF_SIDES(grid)),
                       fault);
}

/* ---- tested pairs ---- */

/* Along an axis, the boxes of points within the cutoff of a place: the square of their distance to it, and the
 * number of points of the grid in all boxes before. The squares decrease up to the nearest, then increase. */
struct boxes {
    int count, nearest;
    double square[MOST_BOXES], before[MOST_BOXES + 1];
};

static void find_boxes(const struct grid *grid, double cutoff, double place, int d, int width, struct boxes *boxes)
{
    const double h = (double)grid->spacing;
    const int n = (int)grid->points.of[d], all = (n + width - 1) / width;
    const int first = (int)floor((place - cutoff) / h / width) - 1, last = (int)ceil((place + cutoff) / h / width);
    boxes->count = boxes->nearest = 0;
    boxes->before[0] = 0;
    for (int b = first > 0 ? first : 0; b <= last && b < all; b++) {
        const double low = h * (b * width), high = h * (b * width + width - 1);
        const double away = place < low ? low - place : place > high ? place - high : 0;
        const int i = boxes->count++, left = n - b * width;
        boxes->square[i] = away * away;
        boxes->before[i + 1] = boxes->before[i] + (left < width ? left : width);
        boxes->nearest = boxes->square[i] < boxes->square[boxes->nearest] ? i : boxes->nearest;
    }
}

/* Points in the boxes of a width that are in range of an atom. The number in a column is close to that in the one
 * before it. */
static double points_near(const struct job *job, const int width[3], struct mm_float4 atom)
{
    const double limit = cutoff_radius(job) * cutoff_radius(job);
    const struct grid grid = cutoff_grid(job);
    struct boxes x, y, z;
    double points = 0;
    find_boxes(&grid, cutoff_radius(job), atom.x, 0, width[0], &x);
    find_boxes(&grid, cutoff_radius(job), atom.y, 1, width[1], &y);
    find_boxes(&grid, cutoff_radius(job), atom.z, 2, width[2], &z);
    int from = z.nearest, end = z.nearest;
    for (int i = 0; i < x.count; i++)
        for (int j = 0; j < y.count; j++) {
            const double square = x.square[i] + y.square[j];
            if (square >= limit)
                continue;
            while (from > 0 && square + z.square[from - 1] < limit)
                from--;
            while (end < z.count && square + z.square[end] < limit)
                end++;
            while (from < z.nearest && square + z.square[from] >= limit)
                from++;
            while (end > z.nearest && square + z.square[end - 1] >= limit)
                end--;
            points +=
                (x.before[i + 1] - x.before[i]) * (y.before[j + 1] - y.before[j]) * (z.before[end] - z.before[from]);
        }
    return points;
}

/* Tested pairs of a point and an atom if 32 work-items list the atoms near their box: boxes tile the grid in the
 * same way for all groups, and a group's rows have all near atoms. */
static double tested_near(const struct job *job, const struct config *config)
{
    const struct sides box = box_of(config);
    const int width[] = {(int)box.of[0], (int)box.of[1], (int)box.of[2]};
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    const size_t count = cutoff_counts(job).off_points;
    struct listed *listed = job_memory(job, SLOT_LISTED);
    double tested = 0;
    for (; listed->width[0]; listed++)
        if (!memcmp(listed->width, width, sizeof width))
            return listed->pairs;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : tested)
    for (size_t a = 0; a < count; a++)
        tested += points_near(job, width, atom[a]);
    memcpy(listed->width, width, sizeof width);
    listed->pairs = tested;
    return tested;
}

/* The same if the work-items test all atoms of their group's rows. */
static double tested_in_rows(const struct job *job, const struct config *config)
{
    const struct bins bins = cutoff_bins(job, config->value[BIN_SIZE]);
    const struct mm_int2 *row = job_host(job, SLOT_ROWS);
    const uint32_t *start = job_host(job, SLOT_START);
    const int rows = count_rows(row);
    const struct sides groups = groups_of(job, config), group = group_of(config);
    const struct grid grid = cutoff_grid(job);
    double tested = 0;
#pragma omp parallel for schedule(static) reduction(+ : tested)
    for (uint64_t g = 0; g < sides_product(groups); g++) {
        double points = 1, atoms = 0;
        int home[3];
        uint64_t left = g;
        for (int d = 0; d < 3; left /= groups.of[d++]) {
            const uint64_t number = left % groups.of[d], behind = grid.points.of[d] - number * group.of[d];
            home[d] = bins_home(bins.side, grid.spacing, group.of[d], number);
            points *= (double)(behind < group.of[d] ? behind : group.of[d]);
        }
        const uint32_t *bin = start + bins_first(bins) + bins_number(bins, home);
        for (int r = 0; r < rows; r++)
            atoms += bin[row[r].y] - bin[row[r].x];
        tested += points * atoms;
    }
    return tested;
}

static double tested_by(const struct job *job, const struct config *config)
{
    return config->value[LISTED] == LISTED_all ? tested_in_rows(job, config) : tested_near(job, config);
}

/* The points of the grid that 32 work-items compute, as the kernel numbers them: group by group. */
static double points_of(const struct job *job, const struct config *config, uint64_t number)
{
    const struct sides groups = groups_of(job, config), points_along = cutoff_grid(job).points;
    const struct sides box = box_of(config);
    uint64_t warps = 1;
    for (size_t d = 0; d < 3; d++)
        warps *= config_count(config, GROUP_X + d) / box.of[d];
    uint64_t group = number / warps, warp = number % warps;
    double points = 1;
    for (size_t d = 0; d < 3; d++) {
        const uint64_t size = config_count(config, GROUP_X + d), n = points_along.of[d];
        const uint64_t begin = group % groups.of[d] * size + warp % (size / box.of[d]) * box.of[d];
        points *= begin >= n ? 0 : n - begin < box.of[d] ? (double)(n - begin) : (double)box.of[d];
        group /= groups.of[d];
        warp /= size / box.of[d];
    }
    return points;
}

/* Pairs of a point and a listed atom, as counted by the kernel. By all threads: there are 10^5 and more of them. */
static enum status count_worked(const struct job *job, const struct config *config, double *tested, struct fault *fault)
{
    static uint32_t worked[PART];
    const uint64_t warps = block_size(config) / LANES * sides_product(groups_of(job, config));
    enum status status = OK;
    double sum = 0;
    for (uint64_t first = 0; first < warps && status == OK; first += PART) {
        const uint64_t count = warps - first < PART ? warps - first : PART;
        status = job_read(job, SLOT_WORKED, first * sizeof *worked, worked, count * sizeof *worked, fault);
#pragma omp parallel for schedule(static) reduction(+ : sum)
        for (uint64_t i = 0; i < count; i++)
            sum += worked[i] * points_of(job, config, first + i);
    }
    *tested = sum;
    return status;
}

/* The map; and its number of pairs, which must be that of near pairs, except for pairs that float cannot decide: at
 * most one in 10^4, and in one box of points. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const double near = tested_by(job, config), box = (double)sides_product(box_of(config));
    double tested;
    enum status status = cutoff_verify(job, config, verdict, fault);
    if (status == OK)
        status = count_worked(job, config, &tested, fault);
    if (status == OK && fabs(tested - near) > 1e-4 * near + box)
        status = fail(fault, WRONG_RESULT, "atoms are listed for %.9g pairs, and come near for %.9g", tested, near);
    return status;
}

DEFINE_FIGURES(figures, CUTOFF_FIGURES, work_efficiency_bulk);

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct mm_int2 *row = job_host(job, SLOT_ROWS);
    const struct atom_counts counts = cutoff_counts(job);
    const double side = config->value[BIN_SIZE], points = (double)cutoff_points(job);
    struct fault fault;
    double bins = 0, tested;
    for (; row->y > row->x; row++)
        bins += row->y - row->x;
    if (count_worked(job, config, &tested, &fault) != OK)
        tested = NAN;
    const double on_points = points * (double)(counts.all - counts.off_points); /* all work-items test these */
    cutoff_figures(job, tested_by(job, config) + on_points, tested + on_points, values);
    values[FIGURE_work_efficiency_bulk] = cutoff_sphere(job) / (bins * side * side * side);
}

/* ---- constraints ---- */

/* Work-items per group. */
#define BLOCK "(GROUP_X * GROUP_Y * GROUP_Z * ATOMS_AT_ONCE // (POINTS_PER_THREAD * COLUMNS))"
#define BOX_Z "(max(1, 32 // (WARP_X * WARP_Y * ATOMS_AT_ONCE)) * POINTS_PER_THREAD)"

/* clang-format off */
/* Values that satisfy the conditions of the fast forms, with either SMOOTHING. */
static const char fast[] =
    "--size 21 --density 0.3 --set LISTED=near --set BIN_SIZE=4 --set GROUP_X=8 --set WARP_X=8 --set WARP_Y=4 "
    "--set POINTS_PER_THREAD=4 --set COLUMNS=1 --set LONGEST=96 --set TAKEN=2 --set UNROLL=4 --strategy exhaustive";
static const char gathering[] =
    "--size 21 --cutoff 5 --set LISTED=twice --set BIN_SIZE=4 --set GROUP_X=8 --set GROUP_Y=8 --set GROUP_Z=8 "
    "--set WARP_X=4 --set WARP_Y=2 --set POINTS_PER_THREAD=4 --set COLUMNS=2 --set ATOMS_AT_ONCE=4 --set TAKEN=2 "
    "--set LONGEST=96 --set UNROLL=2 --strategy exhaustive";

const struct bench cutoff_compact_bins = {
    .name = "compact_bins",
    .summary = "bins without a capacity; 32 work-items list what comes near them",
    CUTOFF_KERNEL("cutoff/compact_bins.cl", DEFINES, false, NAMES("compact_bins")),
    CUTOFF_MAP(SMOOTHING, SLOT_MAP, SLOT_BINNED, -1),
    .problem.verify = verify, .report.work = cutoff_work,
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS({"32 work-items share ATOMS_AT_ONCE atoms, and have 32 points or more",
                               .expression = "WARP_X * WARP_Y * ATOMS_AT_ONCE <= 32 and "
                                             "ATOMS_AT_ONCE <= POINTS_PER_THREAD * COLUMNS"},
                              {"COLUMNS is 2 where atoms are LISTED twice, in bins of 4, groups of 8, with 4 points",
                               .expression = "COLUMNS == ATOMS_AT_ONCE == 1 and LONGEST == 96 and LISTED != 'twice' or "
                                             "LISTED == 'twice' and COLUMNS == 2 and POINTS_PER_THREAD == BIN_SIZE == "
                                             "4 and GROUP_X == GROUP_Y == GROUP_Z == 8"},
                              {"GROUP_X, GROUP_Y, GROUP_Z are multiples of what 32 work-items cover",
                               .expression = "GROUP_X % WARP_X == GROUP_Y % (WARP_Y * COLUMNS) == 0 and "
                                             "GROUP_Z % " BOX_Z " == 0"},
                              {"GROUP_X, GROUP_Y, GROUP_Z are whole bins",
                               .expression = "GROUP_X % (2 * BIN_SIZE) == GROUP_Y % (2 * BIN_SIZE) == "
                                             "GROUP_Z % (2 * BIN_SIZE) == 0"},
                              {"TAKEN is 1 where all atoms are LISTED", .expression = "TAKEN == 1 or LISTED != 'all'"},
                              {"a group is at most the device's largest work-group",
                               .expression = BLOCK " <= min(device.group_max, device.group_max_x)"},
                              /* 16 bytes per atom, a list for each 32 work-items; ranges of rows; counts and ballots */
                              {"lists of a group fit into the device's local memory",
                               .expression = BLOCK " * ((LONGEST + 32 * TAKEN) * 16 // 32 + 12) + "
                                             DEFINE_TEXT(ROWS_OF_1) " // BIN_SIZE ** 2 * 8 + "
                                             "(8 + 16 * " DEFINE_TEXT(CHUNK) " if LISTED == 'twice' else 0) "
                                             "<= device.local_bytes"})},
    DEFAULTS(4, 8, 8, 8, 8, 4, 1, 1, 1, LISTED_all, 1, 96, 1, SMOOTHING_none),
    .problem.arrange = arrange,
    .problem.arranged_by = ARRANGED_BY(BIN_SIZE, GROUP_X, GROUP_Y, GROUP_Z),
    .tests = NAMES("--size 13", fast, gathering,
                   "--size 19 --cutoff 2 --set BIN_SIZE=2 --budget 2",  /* the shortest lists of rows, */
                   "--size 19 --cutoff 16 --set BIN_SIZE=2 --budget 2", /* and the longest */
                   "--size 21 --cutoff 5 --spacing 0.37 --box brick --copy yes --set WARP_Y=4 --set UNROLL=4",
                   "--size 11 --cutoff 16 --spacing 0.9 --box brick --set WARP_Y=4 --set UNROLL=1 --budget 4"),
    .report.figures = figures,
};
/* clang-format on */
