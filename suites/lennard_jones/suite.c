/* Lennard-Jones forces from tables in texture memory, on the matrices of all pairs (seed 003). */
#include "suites/lennard_jones/lennard_jones.h"

/* Liquid argon, as the thesis has it; the table begins at 0.9 of its sigma. */
static const struct setting settings[] = {
    [DENSITY] = {.name = "density",
                 .summary = "of the atoms that are made",
                 .unit = "atoms/A^3",
                 .initial = 0.0214,
                 .least = 1e-6,
                 .most = 10,
                 .of_made = true},
    [CUTOFF] = {.name = "cutoff", .summary = "of the forces", .unit = "A", .initial = 12, .least = 2, .most = 1000},
    [KINDS] = {.name = "types",
               .summary = "of the atoms that are made",
               .initial = 1,
               .least = 1,
               .most = LJ_MOST_KINDS,
               .whole = true,
               .of_made = true},
    [MIXING] = {.name = "mixing",
                .summary = "of sigma for two types; epsilon is the geometric mean",
                WORDS("lorentz-berthelot", "geometric")},
    [BOX] = {.name = "box", .summary = "whether a pair is that of the nearest images", WORDS("periodic", "open")},
    [MINIMUM] =
        {.name = "minimum", .summary = "where tables begin", .unit = "A", .initial = 3.07, .least = 0.1, .most = 100},
    [MATRIX] = {.name = "matrix",
                .summary = "distances that `forces` and `cpu` read: the atoms', or made ones",
                WORDS("atoms", "random", "coherent")},
    [INSIDE] = {.name = "inside",
                .summary = "share of the pairs within the cutoff, where --matrix is not atoms",
                .initial = 1,
                .least = 0,
                .most = 1},
    [TEMPERATURE] = {.name = "temperature",
                     .summary = "of the velocities that `step` begins with",
                     .unit = "K",
                     .initial = 90,
                     .least = 0,
                     .most = 10000},
    [TIME_STEP] = {.name = "dt", .summary = "of `step`", .unit = "ps", .initial = 0.002, .least = 1e-6, .most = 0.1},
    [STEP_COUNT] = {.name = "steps",
                    .summary = "of an iteration of `step`: its time is that of so many",
                    .initial = 100,
                    .least = 1,
                    .most = 1 << 16,
                    .whole = true},
    {.name = NULL},
};

static bool is_boxed(const struct inputs *inputs)
{
    return inputs->setting[BOX] == BOX_PERIODIC;
}

const struct suite lennard_jones_suite = {
    .name = "lennard_jones",
    .summary = "Lennard-Jones forces on matrices of pairs, by the formula and from tables",
    .benches = BENCHES(&lj_distances, &lj_forces, &lj_force_sum, &lj_integrate, &lj_pipeline, &lj_cpu, &lj_step),
    .settings = settings,
    .structure = STRUCTURE_TYPES,
    .boxed = is_boxed,
};
