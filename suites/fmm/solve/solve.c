/* The solver: potentials, or fields and potentials, of charges in a cube, or their energy, by the passes
 * P2M, M2M, M2L, L2L, L2P and P2P of the operators' kernels; the energy takes no L2P. */
#include "suites/fmm/solve/solve.h"
#include "suites/fmm/solve/bin.h"

#include <stdio.h>
#include <string.h>

/* Minutes of a core for Ewald's sum. */
enum { MOST_CHARGES_PERIODIC = 1 << 24 };

/* ---- problems ---- */

static enum status check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t charges = problem->n;
    if (fmm_order(problem) > FMM_MOST_ORDER)
        return fail(fault, INVALID, "order %d: the most is %d", fmm_order(problem), FMM_MOST_ORDER);
    if (fmm_periodic(problem) && !problem->inputs.atom &&
        (charges % 2 || problem->inputs.setting[CHARGES] != CHARGES_neutral))
        return fail(fault, INVALID, "a periodic box has to be neutral: --charges neutral, an even number of them");
    if (fmm_periodic(problem) && charges > MOST_CHARGES_PERIODIC)
        return fail(fault, INVALID,
                    "what is expected in a periodic box is Ewald's sum on the host, 10 us per charge for each of two "
                    "inputs; the most is %d charges",
                    MOST_CHARGES_PERIODIC);
    enum status status = solve_check_room(problem, device, fault);
    if (status == OK && solve_gives_energy(problem->bench))
        status = solve_energy_check(problem, fault);
    return status == OK ? fmm_check_structure(problem, fault) : status;
}

static enum status check_steps(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    if (problem->inputs.atom)
        return fail(fault, INVALID,
                    "no structure: charges begin on a lattice of its own; bin, direct and solve take one");
    const enum status status = fmm_check_open(problem, fault);
    return status == OK ? check(problem, device, fault) : status;
}

static bool has_room(const struct config *config, const struct compute_device *device)
{
    return !fmm_is_fp64(config) || solve_has_fp64(config->problem, device);
}

/* Roots of denormal numbers are not needed. */
static unsigned flushing(const struct config *config)
{
    return fmm_is_fp64(config) ? 0 : COMPUTE_FLUSH_TO_ZERO;
}

/* The order of the expansions, of which a program may use less. */
static void define_stored(const struct config *config, char lines[MAX_LINES])
{
    fmm_define_tree(config, lines);
    const size_t length = strlen(lines);
    snprintf(lines + length, MAX_LINES - length, "#define STORED_ORDER %d\n", fmm_order(config->problem));
}

static const struct parameter parameters[] = {PARAMETER_ROWS(SOLVE_PARAMETERS)};

/* clang-format off */
#define SHIFT_DEFINES(parents)                                                                                         \
    "#define SYMMETRY 2\n#define SYMMETRY_NONE 0\n#define SYMMETRY_SIGNS 1\n#define SYMMETRY_TRANSFORM 2\n"            \
    "#define TABLE 0\n#define TABLE_GLOBAL 0\n#define TABLE_LOCAL 1\n"                                                 \
    "#define EXPANSIONS 1\n#define EXPANSIONS_LOCAL 1\n"                                                               \
    "#define PARENTS (" #parents ")\n#define TILE (" #parents ")\n"
#define L2P_KERNEL(output)                                                                                             \
    {.file = "fmm/l2p.cl", .entries = NAMES("l2p"), .takes = TAKES({PRECISION, "PRECISION"}), .define = fmm_define,    \
     .defines = "#define OUTPUT_POTENTIAL 0\n#define OUTPUT_POTENTIAL_AND_FIELD 1\n#define OUTPUT_ENERGY 2\n"          \
                "#define OUTPUT OUTPUT_" #output "\n#define MAPPING 0\n#define MAPPING_CHARGE 0\n"                     \
                "#define MAPPING_BOX 1\n#define MU 0\n#define MU_GLOBAL 0\n#define MU_LOCAL 1\n"                       \
                "#define BLOCK_SIZE 64\n#define LANES 16\n#define CHARGES_AT_ONCE 1\n"                                 \
                "#define COLUMNS 1\n#define COLUMNS_LOOP 0\n#define COLUMNS_UNROLLED 1\n"}
#define ENERGY_KERNEL                                                                                                  \
    {.file = "fmm/energy.cl", .entries = NAMES("energy"), .takes = TAKES({PRECISION, "PRECISION"}),                    \
     .define = fmm_define, .defines = "#define BLOCK_SIZE 256\n"}
#define KERNELS(field, far_field)                                                                                      \
        {.file = "fmm/caller.cl", .entries = NAMES("sort_charges", "add_fields"),                                      \
         .takes = TAKES({PRECISION, "PRECISION"}), .define = fmm_define,                                               \
         .defines = "#define BLOCK_SIZE 256\n#define FIELD " #field "\n"},                                             \
        {.file = "fmm/p2m_charge.cl", .entries = NAMES("p2m"), .define = fmm_define,                                   \
         .takes = TAKES({PRECISION, "PRECISION"}, {P2M_CHARGES, "CHARGES_AT_ONCE"}),                                   \
         .defines = "#define BLOCK_SIZE 64\n#define LANES 16\n"                                                        \
                    "#define COLUMNS 1\n#define COLUMNS_LOOP 0\n#define COLUMNS_UNROLLED 1\n"},                        \
        {.file = "fmm/m2m_transform.cl", .entries = NAMES("m2m"),                                                      \
         .takes = TAKES({PRECISION, "PRECISION"}, {SHIFT_BLOCK_SIZE, "BLOCK_SIZE"}), .define = fmm_define,             \
         /* as many as fit into 48 KiB of local memory */                                                              \
         .defines = "#define PARENTS_AT_ONCE (PRECISION == PRECISION_FP64 && ORDER > 18 ? 1 : 2)\n"                    \
                    SHIFT_DEFINES(PARENTS_AT_ONCE)},                                                                   \
        {.file = "fmm/m2l_folded.cl", .entries = NAME_TABLE(FOLDED_ENTRIES), .define = fmm_define,                     \
         .takes = TAKES({PRECISION, "PRECISION"}, {M2L_MATH, "MATH"}, {M2L_TILE_ROWS, "TILE_ROWS"},                    \
                        {M2L_TILE_BOXES, "TILE_BOXES"}, {M2L_ROWS, "ROWS_PER_THREAD"},                                 \
                        {M2L_BOXES, "BOXES_PER_THREAD"}),                                                              \
         .defines = DEFINE(FOLD_SIZE) DEFINE(FOLD_ORBITS) "#define STAGED 16\n"},                                      \
        {.file = "fmm/l2l_transform.cl", .entries = NAMES("l2l"),                                                      \
         .takes = TAKES({PRECISION, "PRECISION"}, {SHIFT_BLOCK_SIZE, "BLOCK_SIZE"}),                                   \
         .define = fmm_define, .defines = SHIFT_DEFINES(1)},                                                           \
        far_field,                                                                                                     \
        {.file = "fmm/p2p_near.cl", .entries = NAMES("p2p"), .define = fmm_define_tree, .options = flushing,           \
         .takes = TAKES({PRECISION, "PRECISION"}, {P2P_BLOCK_SIZE, "BLOCK_SIZE"}, {P2P_TARGETS, "TARGETS"},            \
                        {P2P_STAGED, "STAGED"}, {P2P_UNROLL, "UNROLL"}, {P2P_ONCE, "ONCE"}),                           \
         .defines = "#define ORDER 0\n#define FIELD " #field "\n#define BOXES_PER_GROUP 1\n#define SLICES 1\n"         \
                    "#define SLICES_ONE 0\n#define SLICES_FIT 1\n"                                                     \
                    "#define GUARD 0\n#define GUARD_OWN_ROW 0\n#define GUARD_ALL 1\n"                                  \
                    "#define RSQRT (PRECISION == PRECISION_FP64 ? 2 : 1)\n"                                            \
                    "#define RSQRT_LIBRARY 0\n#define RSQRT_FLUSH 1\n#define RSQRT_NEWTON 2\n"                         \
                    "#define ACCUMULATE 0\n#define ACCUMULATE_PLAIN 0\n#define ACCUMULATE_KAHAN 1\n"                   \
                    "#define ACCUMULATE_FP64 2\n"},                                                                    \
        {.file = "fmm/bin.cl", .entries = NAME_TABLE(BIN_ENTRIES),                                                     \
         .takes = TAKES({PRECISION, "PRECISION"}),                                                                     \
         .defines = "#define BLOCK_SIZE 256\n#define ITEMS_PER_THREAD 2\n#define SCAN_SIZE 256\n#define SCAN 1\n"      \
                    "#define SCAN_TILES 0\n#define SCAN_LAST 1\n#define SCAN_SINGLE 2\n"                               \
                    "#define PLACE 0\n#define PLACE_KEPT 0\n#define PLACE_AGAIN 1\n"},                                 \
        {.file = "fmm/lattice.cl", .entries = NAMES("lattice"), .takes = TAKES({PRECISION, "PRECISION"}),              \
         .define = fmm_define, .defines = "#define BLOCK_SIZE 256\n"},                                                 \
        {.file = "fmm/m2l_less.cl", .entries = NAME_TABLE(FOLDED_ENTRIES), .define = define_stored,                    \
         .takes = TAKES({PRECISION, "PRECISION"}, {M2L_MATH, "MATH"}, {M2L_TILE_ROWS, "TILE_ROWS"},                    \
                        {M2L_TILE_BOXES, "TILE_BOXES"}, {M2L_ROWS, "ROWS_PER_THREAD"},                                 \
                        {M2L_BOXES, "BOXES_PER_THREAD"}, {M2L_LESS, "LESS"}),                                          \
         .defines = DEFINE(FOLD_SIZE) DEFINE(FOLD_ORBITS) "#define STAGED 16\n"}
static const struct bench_kernel kernels_of_fields[] = {KERNELS(1, L2P_KERNEL(POTENTIAL_AND_FIELD)), {.file = NULL}};
static const struct bench_kernel kernels_of_potentials[] = {KERNELS(0, L2P_KERNEL(POTENTIAL)), {.file = NULL}};
static const struct bench_kernel kernels_of_energy[] = {KERNELS(0, ENERGY_KERNEL), {.file = NULL}};
static const struct bench_kernel kernels_of_steps[] = {
    KERNELS(1, L2P_KERNEL(POTENTIAL_AND_FIELD)),
    {.file = "fmm/motion.cl", .entries = NAMES("kick_and_drift"), .takes = TAKES({PRECISION, "PRECISION"}),
     .defines = DEFINE(LEAPFROG_GROUP_SIZE) "#define BLOCK_SIZE LEAPFROG_GROUP_SIZE\n"},
    {.file = NULL}};

#define M2L_GROUP FOLDED_GROUP(M2L_MATH, M2L_TILE_ROWS, M2L_TILE_BOXES, M2L_ROWS, M2L_BOXES)
#define SPACE                                                                                                          \
    .kernels_by = EVERY_KERNEL,                                                                                        \
    .space =                                                                                                           \
        {.parameters = parameters,                                                                                     \
         .constraints = CONSTRAINTS(                                                                                   \
             FMM_PRECISION_THERE, GROUP_FITS(P2P_BLOCK_SIZE),                                                          \
             {"PRECISION fp64: room for results and boxes in double precision", FUNCTION(has_room, PRECISION)},        \
              /* on average; but one depth is always allowed */                                                         \
             {"DEPTH: 4 to 4000 charges per box",                                                                      \
              .expression = "(DEPTH == 2 or n >= 4 * 8 ** DEPTH) and (DEPTH == 8 or n // 8 ** DEPTH <= 4000)"},        \
             {"LAUNCHES graph needs graphs", .expression = "LAUNCHES == 'stream' or device.graphs"},                   \
             {"M2L_MATH tensor: CUDA from sm_80 on", .expression = FOLDED_TENSOR_THERE(M2L_MATH)},                     \
             {"M2L_LESS: the part is small from depth 3 on, with one box between",                                     \
              .expression = "M2L_LESS == 0 or DEPTH >= 3 and separation == 1 and order > M2L_LESS"},                   \
             {"P2P: 8 targets' passes of a loop at most", .expression = "P2P_TARGETS * P2P_UNROLL <= 8"},              \
             {"P2P_ONCE: fp32, groups of 32, none staged, one pass",                                                   \
              .expression = "P2P_ONCE == 0 or PRECISION == 'fp32' and P2P_BLOCK_SIZE == 32 and P2P_STAGED == 0 "       \
                            "and P2P_UNROLL == 1"},                                                                    \
             {"M2L: tiles that a group of 64 to 256 work-items stages in whole vectors",                               \
              .expression = FOLDED_THREADS_SUIT(M2L_MATH, M2L_ROWS, M2L_BOXES) " and "                                 \
                            FOLDED_STAGES_SUIT(M2L_GROUP, M2L_TILE_ROWS, M2L_TILE_BOXES, 16) " and "                   \
                            FOLDED_FITS(M2L_TILE_ROWS, M2L_TILE_BOXES, 16)})},                                         \
    DEFAULTS(PRECISION_fp32, 3)

#define LIMIT .uses = USES(FP32_FMA) | USES(FP64_FMA) | USES(FP64_MMA) | USES(TF32_MMA) | USES(RSQRT)

/* `of`: the prefix of the functions of expectation and outcome; the number of inputs; and their figures. */
#define BENCH(of, inputs, ...)                                                                                         \
    SPACE,                                                                                                             \
    .problem = {.variants = inputs, .further_size = solve_further_size,                                                \
                 .expected_bytes = sizeof(struct of##_expected), .setup = of##_setup, .expect = of##_expect,            \
                .arrange = solve_arrange, .arranged_by = ARRANGED_BY(DEPTH), .verify = of##_verify,                    \
                .check = check, .propose = solve_propose, .remark = solve_remark},                                     \
    .device = {.enqueue = solve_enqueue, .captured = solve_captured},                                                  \
    .report = {LIMIT, .work = solve_work, .error = "error",                                                            \
               .figures = NAME_TABLE(__VA_ARGS__), .figure = of##_figure}

#define SIZES(...) .size = {.unit = FMM_PARTICLES, .classes = {__VA_ARGS__}, .most = 1 << 30, .of_structure = true}
/* clang-format on */

/* Each pair from both sides, and M2L of all orders at all levels. */
#define TWICE " --set P2P_ONCE=0 --set M2L_LESS=0 --set P2M_CHARGES=2 --set SHIFT_BLOCK_SIZE=128"

/* Each pair once, and fewer orders at the deepest level. */
#define ONCE                                                                                                           \
    " --order 3 --set DEPTH=3 --set M2L_MATH=fma --set M2L_TILE_ROWS=64 --set M2L_TILE_BOXES=32 --set M2L_ROWS=4"      \
    " --set M2L_BOXES=4 --set M2L_SPLITS=1 --set M2L_PARENTS=512 --set P2P_BLOCK_SIZE=32 --set P2P_STAGED=0"           \
    " --set P2P_UNROLL=1 --set PRECISION=fp32 --set LAUNCHES=stream --set P2P_ONCE=24 --set M2L_LESS=1"                \
    " --set P2M_CHARGES=3 --set SHIFT_BLOCK_SIZE=32 --set SHIFT_LEVELS=both --set NEAR_FIELD=yielding"

/* One configuration of M2L and of P2P, which have their own benches. */
#define FEW                                                                                                            \
    " --set M2L_TILE_ROWS=64 --set M2L_TILE_BOXES=32 --set M2L_ROWS=4 --set M2L_BOXES=4 --set M2L_SPLITS=1"            \
    " --set P2P_BLOCK_SIZE=32 --set P2P_TARGETS=2 --set P2P_STAGED=0 --set P2P_UNROLL=1" TWICE
#define ONE                                                                                                            \
    FEW " --set SHIFT_LEVELS=both --set PRECISION=fp32 --set NEAR_FIELD=beside --set LAUNCHES=stream --set "           \
        "M2L_PARENTS=512"

/* For a periodic box: the passes that wrap. */
#define PERIODIC_RUN                                                                                                   \
    " --boundary periodic --set M2L_MATH=fma --set LAUNCHES=stream --set M2L_TILE_ROWS=64 --set M2L_TILE_BOXES=32"     \
    " --set M2L_ROWS=4 --set M2L_BOXES=4 --set M2L_SPLITS=1 --set P2P_TARGETS=2 --set P2P_UNROLL=1"                    \
    " --set M2L_PARENTS=4096 --set P2P_STAGED=0,128" TWICE

const struct bench fmm_solve = {
    .name = "solve",
    .summary = "field and potential of charges in a cube, all passes, in the caller's order",
    .kernels = kernels_of_fields,
    .own = &(const int){SOLVE_FIELDS},
    BENCH(solve, 2, SOLVE_FIGURES),
    SIZES(20000, 1000000, 10000000),
    .tests =
        NAMES("--size 3001 --order 3 --set M2L_MATH=fma" FEW, "--size 1,2,16 --order 3" ONE,
              "--size 20000 --order 3 --charges same --geometry moving --set DEPTH=4" ONE,
              "--size 2048 --order 3 --set P2P_BLOCK_SIZE=32" PERIODIC_RUN, "--size 3001 --set P2P_TARGETS=1" ONCE),
};

const struct bench fmm_solve_potential = {
    .name = "solve_potential",
    .summary = "potential of charges in a cube, all passes, in the caller's order",
    .kernels = kernels_of_potentials,
    .own = &(const int){SOLVE_POTENTIALS},
    BENCH(solve, 2, SOLVE_FIGURES),
    SIZES(20000, 1000000, 10000000),
    .tests = NAMES("--size 3001 --order 3 --separation 2 --geometry moving --charges random" ONE,
                   "--size 500 --order 3 --separation 2 --set P2P_BLOCK_SIZE=32 --set PRECISION=fp32" PERIODIC_RUN,
                   "--size 2048 --boundary periodic --set P2P_TARGETS=2" ONCE),
};

const struct bench fmm_solve_energy = {
    .name = "solve_energy",
    .summary = "energy of charges in a cube, all passes but L2P",
    .kernels = kernels_of_energy,
    .own = &(const int){SOLVE_ENERGY},
    BENCH(solve_energy, 3, SOLVE_ENERGY_FIGURES),
    SIZES(8192, 1 << 15, 1 << 16),
    .tests = NAMES("--size 1,2,3001 --order 3 --charges random --set DEPTH=2,3 --set M2L_MATH=fma" ONE,
                   "--size 500 --order 3 --geometry moving --boundary periodic --set DEPTH=2 --set M2L_MATH=fma" ONE),
};

const struct bench fmm_leapfrog = {
    .name = "leapfrog",
    .summary = "ten steps in time of charges that move by their fields: 11 solutions",
    .kernels = kernels_of_steps,
    .own = &(const int){SOLVE_FIELDS},
    SPACE,
    .size = {.unit = FMM_PARTICLES, .classes = {2048, 16384, LEAPFROG_MOST}, .most = LEAPFROG_MOST},
    .problem = {.variants = 1,
                .expected_bytes = sizeof(struct leapfrog_expected),
                .setup = leapfrog_setup,
                .expect = leapfrog_expect,
                .verify = leapfrog_verify,
                .check = check_steps},
    .device = {.enqueue = leapfrog_enqueue, .captured = solve_captured},
    .report = {LIMIT, .work = leapfrog_work, .error = "error", .figures = NAME_TABLE(LEAPFROG_FIGURES),
               .figure = leapfrog_figure},
    .tests = NAMES("--size 1,2048 --order 4 --charges same" ONE),
};
