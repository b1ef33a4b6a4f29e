/* What the files of suite `cutoff` share: the electrostatic potential on a grid from atoms within a cutoff (Rodrigues
 * et al. 2008). The map is float, x fastest: map[(z * rows + y) * pitch + x], of rows `pitch` points apart and planes
 * `rows` of these. */
#pragma once

#include "suites/molecules/bins.h"

/* Settings of the suite. */
enum {
    SETTING_WORKLOAD,
    SETTING_DENSITY,
    SETTING_CUTOFF,
    SETTING_COVERAGE,
    SETTING_GRID,
    SETTING_COPY = SETTING_GRID + GRID_SETTINGS
};

/* SMOOTHING: q / r; or q / r * (1 - r^2 / cutoff^2)^2, which goes to zero at the cutoff with its slope, so that the
 * rest can be computed on a coarser grid (multilevel summation: Hardy, Stone, Schulten 2009). */
enum smoothing { SMOOTHING_NONE, SMOOTHING_QUADRATIC, SMOOTHINGS };

/* Inputs: variant 0, which is timed, is what the settings say, or the structure; 1 is clustered, with atoms that lie on
 * points and some without charge; 2 is one atom. */
enum { CUTOFF_VARIANTS = 3 };

/* The size of variants 1 and 2: from 49 to 64 of more than 64 points a side, with as many points in the last tiles and
 * groups as n has. The README says why that is stronger. */
uint64_t cutoff_further_size(const struct problem *problem);

/* Slots that all benches have: the atoms, and host memory in which the expectation sorts them; those whose kernels have
 * a counting build, its counters; and the map's copy, where it is timed. */
enum { SLOT_ATOMS, SLOT_SORTED, SLOT_COUNTED, SLOT_COPY, CUTOFF_SLOTS };

/* Declares them and fills in the atoms: those that have a charge and reach a point of the grid. First those that lie on
 * no point, [0, off_points), then those that do. */
void cutoff_atoms(struct job *job);

/* Of a job that was set up. A slot of atoms has at least one element. */
struct atom_counts cutoff_counts(const struct job *job);
size_t cutoff_most_atoms(const struct job *job);
double cutoff_radius(const struct job *job);

/* Host memory for the expectation: cutoff_most_atoms atoms, and behind them the starts of bins of LARGEST_BIN. */
struct mm_float4 *cutoff_sorted(const struct job *job);

/* Its points, the tiles of TILE^3 in which they are worked on, and the bins around them. */
struct grid cutoff_grid(const struct job *job);
uint64_t cutoff_points(const struct job *job);
struct sides cutoff_tiles(const struct job *job);
struct bins cutoff_bins(const struct job *job, int side);

/* ---- results ---- */

enum { CUTOFF_CHECKED = 1 << 18, CUTOFF_SAMPLED = 4096 };

/* A point's potential in both forms, in double on coordinates rounded to float; the sum of its terms' magnitudes; and
 * of |q| / cutoff of pairs so near the cutoff that in float they may be within or not. */
struct cutoff_point {
    double potential[SMOOTHINGS], magnitude[SMOOTHINGS], edge;
};

/* All points of a grid of up to CUTOFF_CHECKED of them, else CUTOFF_SAMPLED. */
struct cutoff_expectation {
    double pairs; /* of all points of the grid, and atoms within the cutoff */
    double most;  /* atoms within the cutoff of one of the points that are checked */
    struct cutoff_point point[CUTOFF_CHECKED];
};
void cutoff_expect(struct job *job, void *expected);

/* What a bench's .own is: its parameter SMOOTHING; the slot of its map; and what other slots are arrays of atoms, ended
 * by -1. */
struct cutoff_own {
    size_t smoothing;
    int map, atoms[3];
};
enum smoothing cutoff_smoothing(const struct config *config);

/* Behind timing: changes the charge of an atom that the checked points see, wherever it is; each point gains the
 * difference. */
void cutoff_change(struct job *job, const struct config *config);

/* Compares a map in host memory, which has room for so many points along each axis. */
enum status cutoff_compare(const struct job *job, enum smoothing smoothing, const float *map, struct sides room,
                           struct verdict *verdict, struct fault *fault);

/* --copy: whether a map that is on the device in the end is copied to pinned host memory, which is timed and verified
 * then. Declared in setup(), of the map's bytes; and queued behind what makes the map. */
bool cutoff_copies(const struct job *job);
void cutoff_declare_copy(struct job *job, size_t bytes);
enum status cutoff_copy(struct job *job, int map, enum status status, struct fault *fault);

/* The bench's map, with no more than the points in it; or the copy of it. */
enum status cutoff_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault);

/* What every bench's figures begin with. `listed`: pairs of a point and an atom whose distance is to be looked at, by
 * the lists that the host makes; work_efficiency is of those that were, by the kernel's own count, if it has one. */
#define CUTOFF_FIGURES "atoms_per_point", "work_efficiency_listed", "work_efficiency"
enum { FIGURE_ATOMS_PER_POINT, FIGURE_LISTED, FIGURE_WORK_EFFICIENCY, CUTOFF_FIGURE_COUNT };
void cutoff_figures(const struct job *job, double listed, double counted, double values[]);

/* The counting build adds to an array of COUNTERS 64-bit numbers for each of at most `groups` groups: pairs tested; and
 * where some of 32 work-items go on and others wait for them, how many go on, and how often that is. Declared in
 * setup(); cleared before all launches of an iteration; and in figure() the sum of each over all groups, NANs without
 * that build. */
enum { COUNTED_TESTED, COUNTED_GONE_ON, COUNTED_STEPS, COUNTERS };
void cutoff_counters(struct job *job, uint64_t groups);
enum status cutoff_clear_counters(struct job *job, struct fault *fault);
void cutoff_counted(const struct job *job, double counted[COUNTERS]);

/* The share of work-items that wait there: 0 where none goes without the others, NAN without the counting build. */
double cutoff_idle_lanes(const double counted[COUNTERS]);

/* A launch whose first arguments, as many as `counting`, are for the counting build alone. */
enum status cutoff_launch(struct job *job, int kernel, size_t counting, struct compute_launch launch,
                          const struct compute_argument *arguments, size_t count, struct fault *fault);
#define CUTOFF_LAUNCH(kernel, counting, launch, ...)                                                                   \
    cutoff_launch(job, kernel, counting, launch, ARGUMENTS(__VA_ARGS__), fault)

/* The volume within the cutoff of an atom, in cubic angstrom. */
double cutoff_sphere(const struct job *job);

/* Pairs within the cutoff; each costs at least one reciprocal square root. */
double cutoff_pairs(const struct job *job);

/* Points of the grid nearer to an atom than the cutoff. An atom that lies on a point has no pair with that one. */
double cutoff_points_near(const struct job *job, struct mm_float4 atom);

/* What a map takes at least: these pairs, 11 operations each (three differences, three squares, two sums, the
 * reciprocal square root, a product and the sum) and 4 more where it is smoothed; atoms read and the map written once.
 */
struct work cutoff_work(const struct job *job, const struct config *config);

/* The least share of the atoms that bins of a capacity must hold (--coverage), of an example of the workload. */
bool cutoff_covers(const struct config *config, int side, int capacity);

/* Flushing to zero saves three instructions of rsqrt, and costs nothing: a distance squared that is denormal is that of
 * an atom on a point. */
unsigned cutoff_options(const struct config *config);

/* The spacing, for kernels. */
void cutoff_define(const struct problem *problem, char lines[MAX_LINES]);

/* What most kernels are told of the grid. */
#define CUTOFF_SIDES(grid)                                                                                             \
    VALUE((uint32_t)(grid).points.of[0]), VALUE((uint32_t)(grid).points.of[1]), VALUE((uint32_t)(grid).points.of[2])

/* What benches of maps have in common, with functions of these names; whose maps have no more than the points; how they
 * are compiled, and whether they have a counting build; and their parameter. */
/* clang-format off */
#define CUTOFF_MAP(parameter, slot, ...)                                                                               \
    .own = &(const struct cutoff_own){parameter, slot, {__VA_ARGS__}},                                                 \
    .size.unit = "points a side", .size.classes = {32, 200, 400}, .size.most = 512,                                    \
    .problem.variants = CUTOFF_VARIANTS, .problem.further_size = cutoff_further_size,                                  \
    .problem.expected_bytes = sizeof(struct cutoff_expectation), .problem.expect = cutoff_expect,                      \
    .problem.setup = setup, .problem.change = cutoff_change, .device.enqueue = enqueue, .report.figure = figure
#define CUTOFF_BENCH(parameter, slot, ...)                                                                             \
    CUTOFF_MAP(parameter, slot, __VA_ARGS__), .problem.verify = cutoff_verify, .report.work = cutoff_work
#define CUTOFF_KERNEL(path, lines, counts, ...)                                                                        \
    .kernel = {.file = path, .defines = lines, .entries = NAMES(__VA_ARGS__), .options = cutoff_options,               \
               .define = cutoff_define, .counted = counts},                                                            \
    .report.uses = USES(RSQRT)
#define CUTOFF_SMOOTHING                                                                                               \
    {"SMOOTHING", "none: q / r; quadratic: zero at the cutoff, with its slope", WORDS("none", "quadratic")}
/* clang-format on */

/* The benches of the suite, a file each. */
extern const struct bench cutoff_binning, cutoff_naive, cutoff_large_bins, cutoff_small_bins, cutoff_compact_bins,
    cutoff_cpu;
