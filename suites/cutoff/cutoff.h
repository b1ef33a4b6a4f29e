/* Shared by the files of suite `cutoff`: the electrostatic potential on a grid from atoms within a cutoff (Rodrigues
 * et al. 2008). The map is float, x fastest: map[(z * rows + y) * pitch + x], of rows `pitch` points apart and
 * planes `rows` of these. */
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
#define SMOOTHING_WORDS none, quadratic
enum smoothing { WORD_NAMES(SMOOTHING, SMOOTHING_WORDS) SMOOTHINGS };

/* Inputs: variant 0, which is timed, follows the settings or the structure; 1 is clustered, with atoms that lie on
 * points and some without charge; 2 is one atom. */
enum { CUTOFF_VARIANTS = 3 };

/* The size of variants 1 and 2: from 49 to 64 of more than 64 points per side, with as many points in the last tiles
 * and groups as n has. The README explains why that is a stronger test. */
uint64_t cutoff_further_size(const struct problem *problem);

/* Slots of all benches: the atoms, and host memory in which the expectation sorts them; counters, of those whose
 * kernels have a counting build; and the map's copy, if it is timed. */
enum { SLOT_ATOMS, SLOT_SORTED, SLOT_COUNTED, SLOT_COPY, CUTOFF_SLOTS };

/* Declares them and fills in the atoms: those that have a charge and are within reach of a point of the grid. First
 * those that lie on no point, [0, off_points), then those that do. */
void cutoff_atoms(struct job *job);

/* For a job that was set up. A slot of atoms has at least one element. */
struct atom_counts cutoff_counts(const struct job *job);
size_t cutoff_most_atoms(const struct job *job);
double cutoff_radius(const struct job *job);

/* Host memory for the expectation: cutoff_most_atoms atoms, followed by the starts of bins of LARGEST_BIN. */
struct mm_float4 *cutoff_sorted(const struct job *job);

/* The grid's points, the tiles of TILE^3 into which they are divided, and the bins around them. */
struct grid cutoff_grid(const struct job *job);
uint64_t cutoff_points(const struct job *job);
struct sides cutoff_tiles(const struct job *job);
struct bins cutoff_bins(const struct job *job, int side);

/* ---- results ---- */

enum { CUTOFF_CHECKED = 1 << 18, CUTOFF_SAMPLED = 4096 };

/* A point's potential in both forms, in double on coordinates rounded to float; the sum of its terms' magnitudes;
 * and of |q| / cutoff of pairs so near the cutoff that rounding decides whether they are within. */
struct cutoff_point {
    double potential[SMOOTHINGS], magnitude[SMOOTHINGS], edge;
};

/* The expectation: of all points of a grid of up to CUTOFF_CHECKED, else of CUTOFF_SAMPLED. */
struct cutoff_expectation {
    double pairs; /* over all points of the grid, atoms within the cutoff */
    double most;  /* atoms within the cutoff of one of the compared points */
    struct cutoff_point point[CUTOFF_CHECKED];
};
void cutoff_expect(struct job *job, void *expected);

/* A bench's .own: its parameter SMOOTHING; the slot of its map; and other slots that are arrays of atoms, ended by
 * -1. */
struct cutoff_own {
    size_t smoothing;
    int map, atoms[3];
};
enum smoothing cutoff_smoothing(const struct config *config);

/* After timing: changes the charge of an atom within reach of the compared points; each point gains the difference. */
void cutoff_change(struct job *job, const struct config *config);

/* Compares a map in host memory, with the given dimensions. */
enum status cutoff_compare(const struct job *job, enum smoothing smoothing, const float *map, struct sides room,
                           struct verdict *verdict, struct fault *fault);

/* --copy: whether a map that ends on the device is copied to pinned host memory, which is then timed and verified.
 * Declared in setup(), with the map's bytes; and queued after the map's kernels. */
bool cutoff_copies(const struct job *job);
void cutoff_declare_copy(struct job *job, size_t bytes);
enum status cutoff_copy(struct job *job, int map, enum status status, struct fault *fault);

/* Verifies the bench's map, which has exactly the grid's points; or the copy of it. */
enum status cutoff_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault);

/* The first figures of every bench. `listed`: pairs of a point and an atom whose distance must be tested, by the
 * host's lists; work_efficiency is of those that were tested, by the kernel's own count, if it has one. */
#define CUTOFF_FIGURES atoms_per_point, work_efficiency_listed, work_efficiency
void cutoff_figures(const struct job *job, double listed, double counted, double values[]);

/* The counting build adds to an array of COUNTERS 64-bit numbers for each of at most `groups` groups: pairs tested;
 * and at divergent branches of 32 work-items, how many continue, and the number of such branches. Declared in
 * setup(); cleared before all launches of an iteration; and in figure() the sum of each over all groups, NANs
 * without that build. */
enum { COUNTED_TESTED, COUNTED_GONE_ON, COUNTED_STEPS, COUNTERS };
void cutoff_counters(struct job *job, uint64_t groups);
enum status cutoff_clear_counters(struct job *job, struct fault *fault);
void cutoff_counted(const struct job *job, double counted[COUNTERS]);

/* The share of work-items that wait at these branches: 0 without divergence, NAN without the counting build. */
double cutoff_idle_lanes(const double counted[COUNTERS]);

/* A launch whose first `counting` arguments are for the counting build alone. */
enum status cutoff_launch(struct job *job, int kernel, size_t counting, struct compute_launch launch,
                          const struct compute_argument *arguments, size_t count, struct fault *fault);
#define CUTOFF_LAUNCH(kernel, counting, launch, ...)                                                                   \
    cutoff_launch(job, kernel, counting, launch, ARGUMENTS(__VA_ARGS__), fault)

/* The volume within the cutoff of an atom, in cubic angstrom. */
double cutoff_sphere(const struct job *job);

/* Pairs within the cutoff; each costs at least one reciprocal square root. */
double cutoff_pairs(const struct job *job);

/* Points of the grid nearer to an atom than the cutoff. An atom on a point has no pair with that one. */
double cutoff_points_near(const struct job *job, struct mm_float4 atom);

/* The least work of a map: these pairs, 11 operations each (three differences, three squares, two sums, the
 * reciprocal square root, a product and the sum) and 4 more if it is smoothed; atoms read and the map written once. */
struct work cutoff_work(const struct job *job, const struct config *config);

/* Whether bins of a capacity take at least the required share of the atoms (--coverage), in an example of the
 * workload. */
bool cutoff_covers(const struct config *config, int side, int capacity);

/* Flushing to zero saves three instructions of rsqrt, at no cost: only an atom on a point has a denormal squared
 * distance. */
unsigned cutoff_options(const struct config *config);

/* Defines the spacing, for kernels. */
void cutoff_define(const struct config *config, char lines[MAX_LINES]);

/* The arguments of most kernels for the grid. */
#define CUTOFF_SIDES(grid)                                                                                             \
    VALUE((uint32_t)(grid).points.of[0]), VALUE((uint32_t)(grid).points.of[1]), VALUE((uint32_t)(grid).points.of[2])

/* The common part of benches of maps, with functions of these names; with maps of exactly the grid's points; their
 * options of compilation, and whether they have a counting build; and their parameter. */
/* clang-format off */
#define CUTOFF_MAP(parameter, slot, ...)                                                                               \
    .own = &(const struct cutoff_own){parameter, slot, {__VA_ARGS__}},                                                 \
    .size.unit = "points per side", .size.classes = {32, 200, 400}, .size.most = 512,                                  \
    .problem.variants = CUTOFF_VARIANTS, .problem.further_size = cutoff_further_size,                                  \
    .problem.expected_bytes = sizeof(struct cutoff_expectation), .problem.expect = cutoff_expect,                      \
    .problem.setup = setup, .problem.change = cutoff_change, .device.enqueue = enqueue, .report.figure = figure
#define CUTOFF_BENCH(parameter, slot, ...)                                                                             \
    CUTOFF_MAP(parameter, slot, __VA_ARGS__), .problem.verify = cutoff_verify, .report.work = cutoff_work
#define CUTOFF_KERNEL(path, lines, counts, names)                                                                      \
    .kernel = {.file = path, .defines = lines, .entries = names, .options = cutoff_options,                            \
               .define = cutoff_define, .counted = counts},                                                            \
    .report.uses = USES(RSQRT)
#define CUTOFF_SMOOTHING                                                                                               \
    ROW(SMOOTHING, "none: q / r; quadratic: zero at the cutoff, with its slope", WORD_TABLE(SMOOTHING_WORDS))
/* clang-format on */

/* The benches of the suite, one per file. */
extern const struct bench cutoff_binning, cutoff_naive, cutoff_large_bins, cutoff_small_bins, cutoff_compact_bins,
    cutoff_cpu;
