/* Every point tests every atom (seed 001, C3): the work that bins avoid. */
#include "suites/cutoff/cutoff.h"

enum { MAP = CUTOFF_SLOTS };                                           /* slots */
enum { BLOCK_SIZE, POINTS_PER_THREAD, ATOM_STORAGE, TEST, SMOOTHING }; /* parameters */

static void setup(struct job *job)
{
    cutoff_atoms(job);
    job_output(job, MAP, "map", job->n * job->n * job->n * sizeof(float));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    struct atom_counts counts = cutoff_counts(job);
    const double cutoff = cutoff_radius(job);
    const uint64_t block = config_count(config, BLOCK_SIZE);
    const uint64_t stride = divide_up(job->n, config_count(config, POINTS_PER_THREAD));
    return LAUNCH(0, launch_over(job->n * job->n * stride, block, block), ARRAY(SLOT_ATOMS),
                  VALUE((uint32_t)counts.off_points), VALUE((uint32_t)counts.all), ARRAY(MAP), VALUE((uint32_t)job->n),
                  VALUE((uint32_t)stride), VALUE((float)(cutoff * cutoff)), VALUE((float)(1 / (cutoff * cutoff))));
}

static void figure(const struct job *job, UNNEEDED const struct config *config, double values[MAX_FIGURES])
{
    double points = (double)job->n * (double)job->n * (double)job->n;
    cutoff_figures(job, points * (double)cutoff_counts(job).all, values);
}

const struct bench cutoff_naive = {
    .name = "naive",
    .summary = "every point tests every atom",
    CUTOFF_KERNEL("cutoff/naive.cl", GRID_DEFINES, "add_atoms"),
    CUTOFF_BENCH(SMOOTHING, MAP, -1),
    .space = {.parameters = PARAMETERS({"BLOCK_SIZE", "work-items in a group", VALUES(64, 128, 256, 512)},
                                       {"POINTS_PER_THREAD", "points of a work-item, in x", VALUES(1, 2, 4, 8)},
                                       {"ATOM_STORAGE", "where the loop reads atoms", WORDS("shared", "global")},
                                       {"TEST", "of the cutoff", WORDS("branch", "select")}, CUTOFF_SMOOTHING),
              .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},
    DEFAULTS(128, 1, 0, 0, SMOOTHING_NONE),
    .tests = NAMES("--size 1,27 --cutoff 5 --set BLOCK_SIZE=64,256"),
    .report.figures = NAMES(CUTOFF_FIGURES),
};
