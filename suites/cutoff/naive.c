/* Every point tests every atom (Rodrigues et al. 2008): the work that bins avoid. */
#include "suites/cutoff/cutoff.h"

enum { MAP = CUTOFF_SLOTS, SMALLEST_BLOCK = 64 }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 64, 128, 256, 512),
                  NUMBER(POINTS_PER_THREAD, "points of a work-item, in x", 1, 2, 4, 8),
                  WORD(ATOM_STORAGE, "where the loop reads atoms", shared, global),
                  WORD(TEST, "of the cutoff", branch, select), CUTOFF_SMOOTHING);

static void setup(struct job *job)
{
    cutoff_atoms(job);
    job_output(job, SLOT(MAP), cutoff_points(job) * sizeof(float));
    cutoff_declare_copy(job, cutoff_points(job) * sizeof(float));
    const struct sides points = cutoff_grid(job).points; /* groups of the smallest, a point each */
    cutoff_counters(job, divide_up(sides_product(points), SMALLEST_BLOCK) + 1);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    struct atom_counts counts = cutoff_counts(job);
    const double cutoff = cutoff_radius(job);
    const uint64_t block = config_count(config, BLOCK_SIZE);
    const struct grid grid = cutoff_grid(job);
    const uint64_t stride = divide_up(grid.points.of[0], config_count(config, POINTS_PER_THREAD));
    const uint64_t rows = grid.points.of[1] * grid.points.of[2];
    const enum status status = cutoff_clear_counters(job, fault);
    if (status != OK)
        return status;
    return cutoff_copy(job, MAP,
                       CUTOFF_LAUNCH(0, 1, launch_over(rows * stride, block, block), ARRAY(SLOT_COUNTED),
                                     ARRAY(SLOT_ATOMS), VALUE((uint32_t)counts.off_points), VALUE((uint32_t)counts.all),
                                     ARRAY(MAP), CUTOFF_SIDES(grid), VALUE((uint32_t)stride),
                                     VALUE((float)(cutoff * cutoff)), VALUE((float)(1 / (cutoff * cutoff)))),
                       fault);
}

DEFINE_FIGURES(figures, CUTOFF_FIGURES, idle_lanes);

static void figure(const struct job *job, UNNEEDED const struct config *config, double values[MAX_FIGURES])
{
    double counted[COUNTERS];
    cutoff_counted(job, counted);
    cutoff_figures(job, (double)cutoff_points(job) * (double)cutoff_counts(job).all, counted[COUNTED_TESTED], values);
    values[FIGURE_idle_lanes] = cutoff_idle_lanes(counted);
}

const struct bench cutoff_naive = {
    .name = "naive",
    .summary = "every point tests every atom",
    CUTOFF_KERNEL("cutoff/naive.cl", ON_POINT_DEFINES, true, NAMES("add_atoms")),
    CUTOFF_BENCH(SMOOTHING, MAP, -1),
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},
    DEFAULTS(128, 1, 0, 0, SMOOTHING_none),
    .tests = NAMES("--size 1,27 --cutoff 5 --set BLOCK_SIZE=64,256",
                   "--size 17 --cutoff 5 --spacing 0.37 --box brick --copy yes --set BLOCK_SIZE=64"),
    .report.figures = figures,
};
