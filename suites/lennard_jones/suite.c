/* Lennard-Jones forces from tables in texture memory, on the matrices of all pairs. */
#include "suites/lennard_jones/lennard_jones.h"

#define OF_TABLES &lj_forces, &lj_pipeline, &lj_cpu, &lj_cpu_gpu, &lj_step

static bool has_forces(const struct bench *bench)
{
    return bench_among(bench, BENCHES(OF_TABLES, &lj_force_sum));
}

static bool has_types(const struct bench *bench) /* masses are the types', too */
{
    return bench != &lj_distances;
}

static bool has_tables(const struct bench *bench)
{
    return bench_among(bench, BENCHES(OF_TABLES));
}

/* Which read a matrix of distances, independent of the atoms' places. */
static bool has_matrix(const struct bench *bench)
{
    return bench_among(bench, BENCHES(&lj_forces, &lj_cpu, &lj_cpu_gpu));
}

static bool has_steps(const struct bench *bench)
{
    return bench == &lj_step;
}

/* Liquid argon, as in the thesis; the table begins at 0.9 of its sigma. */
/* clang-format off */
static const struct setting settings[] = {
    [DENSITY] = {"density", "of the atoms that are made", "atoms/A^3", 0.0214, 1e-6, 10, .of_made = true},
    [CUTOFF] = {"cutoff", "of the forces", "A", 12, 2, .most = 1000, .concerns = has_forces},
    [KINDS] = {"types", "of the atoms that are made", NULL, 1, 1, MAX_ATOM_TYPES, .whole = true, .of_made = true,
               .concerns = has_types},
    [MIXING] = {"mixing", "of sigma for two types; epsilon is the geometric mean",
                WORDS("lorentz-berthelot", "geometric"), .concerns = has_forces},
    [BOX] = {"box", "whether a pair is that of the nearest images; oblong: of unequal sides", WORD_TABLE(BOX_WORDS)},
    [MINIMUM] = {"minimum", "where tables begin", "A", 3.07, 0.1, .most = 100, .concerns = has_tables},
    [MATRIX] = {"matrix", "distances that `forces`, `cpu`, `cpu_gpu` read: the atoms', or made ones",
                WORD_TABLE(MATRIX_WORDS), .concerns = has_matrix},
    [INSIDE] = {"inside", "share of the pairs within the cutoff, where --matrix is not atoms", NULL, 1, 0, .most = 1,
                .concerns = has_matrix},
    [TEMPERATURE] = {"temperature", "of `step` in the beginning; at 0 atoms are on a lattice's places",
                     "K", 90, 0, .most = 10000},
    [TIME_STEP] = {"dt", "of `step`", "ps", 0.002, 1e-6, .most = 0.1, .concerns = has_steps},
    [STEP_COUNT] = {"steps", "of an iteration of `step`: its time is that of so many", NULL, 100, 1, 1 << 16,
                    .whole = true, .concerns = has_steps},
    [RANGE] = {"range", "of r in tables, from the minimum; 0: as far as the cutoff wants", "A", 0, 0, .most = 10000,
               .concerns = has_tables},
    {.name = NULL},
};
/* clang-format on */

static bool is_boxed(const struct inputs *inputs)
{
    return inputs->setting[BOX] != BOX_open;
}

const struct suite lennard_jones_suite = {
    .name = "lennard_jones",
    .summary = "Lennard-Jones forces on matrices of pairs, by the formula and from tables",
    .benches =
        BENCHES(&lj_distances, &lj_forces, &lj_force_sum, &lj_integrate, &lj_pipeline, &lj_cpu, &lj_cpu_gpu, &lj_step),
    .settings = settings,
    .structure = STRUCTURE_TYPES,
    .boxed = is_boxed,
};
