/* Sums of arrays (PLUMED's cudaHelpers, Rapetti 2023): a hand-written ladder of kernels, and CUB's block reduction.
 * PLUMED's own driver is in drive.c. */
#include "suites/reduction/benches.h"

/* clang-format off */
#define ONE_LAUNCH                                                                                                     \
    {"FINISH last_block: GROUPS_PER_UNIT is not 0; first_block: multiple and striped",                                 \
     .expression = "ALGORITHM == 'multiple' and LOAD == 'striped' if FINISH == 'first_block' else "                    \
                   "FINISH != 'last_block' or GROUPS_PER_UNIT != 0"}
#define GRAPHS_THERE                                                                                                   \
    {"LAUNCH graph needs a device with graphs (CUDA)", .expression = "LAUNCH != 'graph' or device.graphs"}
#define ATOMICS_THERE(none)                                                                                            \
    {"FINISH atomics and first_block need 64-bit atomics", .expression = none " or device.int64_atomics"}

#define PORTABLE_CONSTRAINTS                                                                                           \
    {"ITEMS_PER_THREAD is 4 or more for multiple, 2 from first_add to unrolled, else 1",                               \
     .expression = "ITEMS_PER_THREAD >= 4 if ALGORITHM == 'multiple' else "                                            \
                   "ITEMS_PER_THREAD == (2 if ALGORITHM in ['first_add', 'last_warp', 'unrolled'] else 1)"},           \
    {"VECTOR_WIDTH divides ITEMS_PER_THREAD", .expression = "ITEMS_PER_THREAD % VECTOR_WIDTH == 0"},                   \
    {"LOAD is striped where ITEMS_PER_THREAD = VECTOR_WIDTH: one vector has no order",                                 \
     .expression = "LOAD == 'striped' or ITEMS_PER_THREAD != VECTOR_WIDTH"},                                           \
    {"GROUPS_PER_UNIT is 0 or -1, or a multiprocessor gets 256 to 2048 work-items",                                    \
     .expression = "GROUPS_PER_UNIT <= 0 or 256 <= BLOCK_SIZE * GROUPS_PER_UNIT <= 2048"},                             \
    {"GROUPS_PER_UNIT -1 is of ITEMS_PER_THREAD 4: a work-item adds 5 to 10 elements",                                 \
     .expression = "GROUPS_PER_UNIT != -1 or ITEMS_PER_THREAD == 4"},                                                  \
    {"GROUPS_PER_UNIT is 0, or ALGORITHM multiple, LOAD striped, ITEMS_PER_THREAD to 16",                              \
     .expression = "GROUPS_PER_UNIT == 0 or "                                                                          \
                   "ALGORITHM == 'multiple' and LOAD == 'striped' and ITEMS_PER_THREAD <= 16"},                        \
    ONE_LAUNCH,                                                                                                        \
    {"INPUT is consumed by FINISH multi_pass of ALGORITHM multiple, GROUPS_PER_UNIT 0",                                \
     .expression = "INPUT == 'kept' or "                                                                               \
                   "FINISH == 'multi_pass' and ALGORITHM == 'multiple' and GROUPS_PER_UNIT == 0"},                     \
    {"LAUNCH graph: several launches or fills of multiple, LOAD striped, INPUT kept",                                  \
     .expression = "LAUNCH != 'graph' or FINISH in ['multi_pass', 'atomics'] and "                                     \
                   "ALGORITHM == 'multiple' and LOAD == 'striped' and INPUT == 'kept'"},                               \
    {"LAUNCH dependent: FINISH last_block or first_block of multiple, striped, INPUT kept",                            \
     .expression = "LAUNCH != 'dependent' or FINISH in ['last_block', 'first_block'] and "                             \
                   "ALGORITHM == 'multiple' and LOAD == 'striped' and INPUT == 'kept'"},                               \
    {"LAUNCH dependent needs CUDA and compute capability 9.0",                                                         \
     .expression = "LAUNCH != 'dependent' or device.cuda and device.capability >= 90"},                                \
    GRAPHS_THERE,                                                                                                      \
    GROUP_FITS(BLOCK_SIZE)
#define CUB_SPACE(bytes)                                                                                               \
    .space = {.parameters = PARAMETER_TABLE(                                                                           \
                  BLOCK_SIZES(32, 64, 128, 256, 512, 1024), ITEMS(1, 2, 4, 8, 16, 32),                                 \
                  HOST_WORD(FINISH, "how the sums of the groups are added", multi_pass, atomics),                      \
                  ROW(ALGORITHM, "cub::BlockReduceAlgorithm", WORD_TABLE(CUB_ALGORITHMS), .host = true),               \
                  WORD(LOAD, "cub::LoadDirect...", blocked, striped, vectorized)),                                     \
              .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE), TILE_FITS(bytes))}
#define FLOATS_SPACE                                                                                                   \
    .space = {.parameters = PARAMETER_TABLE(REDUCTION_PARAMETERS),                                                     \
              .constraints = CONSTRAINTS(PORTABLE_CONSTRAINTS,                                                         \
                              TILE_FITS(4))}
#define DOUBLES_SPACE                                                                                                  \
    .space = {.parameters = PARAMETER_TABLE(REDUCTION_PARAMETERS),                                                     \
              .constraints = CONSTRAINTS(PORTABLE_CONSTRAINTS,                                                         \
                              TILE_FITS(8),                                                                            \
                              ATOMICS_THERE("FINISH not in ['atomics', 'first_block']"))}

#define FLOAT_DEFINES                                                                                                  \
    "#define REAL float\n#define REAL_BYTES 4\n#define VECTOR2 float2\n#define VECTOR4 float4\n"                       \
    "#define ATOMIC_ADD_REAL ATOMIC_ADD_FLOAT\n"
#define DOUBLE_DEFINES                                                                                                 \
    "#define REAL double\n#define REAL_BYTES 8\n#define VECTOR2 double2\n#define ATOMIC_ADD_REAL ATOMIC_ADD_DOUBLE\n"
#define WORD_DEFINES                                                                                                   \
    "#define REAL unsigned\n#define REAL_BYTES 4\n#define VECTOR2 int2\n#define VECTOR4 int4\n"                        \
    "#define ATOMIC_ADD_REAL ATOMIC_ADD\n"

#define KERNEL(path, lines, ...) .kernel = {.file = path, .defines = lines, .entries = NAMES(__VA_ARGS__)}
#define PORTABLE(lines)                                                                                                \
    .kernel = {.file = "reduction/reduce.cl", .defines = lines, .entries = NAMES("reduce"), .define = reduction_define},\
    .follows = true,                                                                                                   \
    .report.uses = USES(DRAM_READ) | USES(LAUNCH) | USES(GRAPH_LAUNCH)
#define DEFAULT DEFAULTS(256, 4, FINISH_multi_pass, ALGORITHM_multiple, LOAD_blocked, 1, 0, INPUT_kept, LAUNCH_stream)
#define PORTABLE_FLOATS PORTABLE(FLOAT_DEFINES), FLOATS_SPACE, DEFAULT, .elements = {ITEMS_PER_THREAD, 4}
#define PORTABLE_DOUBLES                                                                                               \
    PORTABLE(DOUBLE_DEFINES), .needs = NEEDS_FP64, DOUBLES_SPACE, DEFAULT, .elements = {ITEMS_PER_THREAD, 8}
#define CUDA_CUB .needs = NEEDS_CUDA | NEEDS_CUB, .includes_cub = true, .report.uses = USES(DRAM_READ) | USES(LAUNCH)
#define CUB(real, bytes)                                                                                               \
    .follows = true, CUDA_CUB, CUB_SPACE(bytes), DEFAULTS(256, 4),                                                     \
    KERNEL("reduction/cub.cu", "#define REAL " real, CUB_ENTRIES)

DEFINE_BENCH(sum_1d_f32, "sum of floats, hand-written kernels",
    PORTABLE_FLOATS, ONE_SUM(FLOATS), SUM_REFERENCES("f32"));

DEFINE_BENCH(sum_1d_f64, "sum of doubles, hand-written kernels",
    PORTABLE_DOUBLES, ONE_SUM(DOUBLES), SUM_REFERENCES("f64"));

DEFINE_BENCH(sum_1d_u32, "sum of 32-bit words modulo 2^32, exact in any order",
    PORTABLE(WORD_DEFINES), FLOATS_SPACE, DEFAULT, .elements = {ITEMS_PER_THREAD, 4}, SIZES, REDUCTION(1, WORDS, .rows = {ONE_ROW}),
    .tests = NAMES(TESTS), SUM_REFERENCES("u32"));

DEFINE_BENCH(sum_nd_f32, "sums of several arrays of floats at once, hand-written kernels",
    PORTABLE_FLOATS, ND_SUMS(FLOATS), ROWS_REFERENCES("f32"));

DEFINE_BENCH(sum_nd_f64, "sums of several arrays of doubles at once, hand-written kernels",
    PORTABLE_DOUBLES, ND_SUMS(DOUBLES), ROWS_REFERENCES("f64"));

DEFINE_BENCH(sum_1d_f32_cub, "sum of floats, cub::BlockReduce and cub::LoadDirect...",
    CUB("float", 4), ONE_SUM(FLOATS, .cub = true), SUM_REFERENCES("f32"));

DEFINE_BENCH(sum_1d_f64_cub, "sum of doubles, cub::BlockReduce and cub::LoadDirect...",
    CUB("double", 8), ONE_SUM(DOUBLES, .cub = true), SUM_REFERENCES("f64"));

DEFINE_BENCH(sum_nd_f32_cub, "sums of several arrays of floats, cub::BlockReduce and cub::LoadDirect...",
    CUB("float", 4), ND_SUMS(FLOATS, .cub = true), ROWS_REFERENCES("f32"));

DEFINE_BENCH(sum_nd_f64_cub, "sums of several arrays of doubles, cub::BlockReduce and cub::LoadDirect...",
    CUB("double", 8), ND_SUMS(DOUBLES, .cub = true), ROWS_REFERENCES("f64"));
/* clang-format on */

DEFINE_BENCH(scalar_and_virial_f64, "a sum and several of doubles (a virial), on one stream or on two",
             PORTABLE(DOUBLE_DEFINES), .needs = NEEDS_FP64,
             .space = {.parameters = PARAMETER_TABLE(
                           BLOCK_SIZES(128, 256, 512), ITEMS(4, 8, 16), FINISHES(multi_pass, atomics, last_block),
                           WORD(ALGORITHM, "the tree within a group", multiple),
                           WORD(LOAD, "the order in which a group loads", striped),
                           NUMBER(VECTOR_WIDTH, "neighbouring elements loaded together", 1, 2),
                           HOST_NUMBER(GROUPS_PER_UNIT, "groups per multiprocessor; 0: one per tile", 0, 4),
                           HOST_WORD(INPUT, "whether passes may write into the input", kept),
                           HOST_WORD(LAUNCH, "one by one, or as a graph", stream, graph), STREAM_COUNT),
                       .constraints = CONSTRAINTS({"FINISH last_block needs GROUPS_PER_UNIT 1 or more",
                                                   .expression = "FINISH != 'last_block' or GROUPS_PER_UNIT > 0"},
                                                  GRAPHS_THERE, GROUP_FITS(BLOCK_SIZE),
                                                  ATOMICS_THERE("FINISH != 'atomics'"))},
             DEFAULTS(256, 4, FINISH_multi_pass, 0, 0, 1, 0, INPUT_kept, LAUNCH_stream, 1), ROW_SIZES,
             REDUCTION(VARIANTS, DOUBLES, .rows = {ONE_ROW, ND_ROWS}), .tests = NAMES(TESTS, "--size 1003 --nd 3"),
             .references = {{"cub::DeviceReduce, row by row",
                             "cub",
                             "device_reduce_one_and_rows_f64",
                             {IN, SLOTS + IN, OUT, SLOTS + OUT},
                             4,
                             .rows = 0}},
             .reference_rows = reduction_nd);

static bool has_several(const struct bench *bench)
{
    const struct reduction *reduction = bench->own;
    return reduction && (reduction->rows[0] == ND_ROWS || reduction->rows[1] == ND_ROWS);
}

static bool is_reproducible(const struct bench *bench)
{
    return bench == &sum_reproducible;
}

static const struct setting settings[] = {
    [ND] = {.name = "nd",
            .summary = "how many arrays the benches of several sum up",
            .unit = "arrays",
            .initial = 9,
            .least = 1,
            .most = 1 << 20,
            .whole = true,
            .concerns = has_several},
    [ELEMENT] = {.name = "element",
                 .summary = "type of the elements of the reproducible sum",
                 WORD_TABLE(ELEMENT_WORDS),
                 .concerns = is_reproducible},
    [NUMBERS] = {.name = "numbers",
                 .summary = "its numbers: wide has 2^-60 to 2^60 of either sign",
                 WORD_TABLE(NUMBERS_WORDS),
                 .concerns = is_reproducible},
    {.name = NULL},
};

const struct suite reduction_suite = {
    .name = "reduction",
    .summary = "sums of arrays",
    .benches = BENCHES(&sum_1d_f32, &sum_1d_f64, &sum_1d_u32, &sum_nd_f32, &sum_nd_f64, &scalar_and_virial_f64,
                       &sum_reproducible, &sum_1d_f32_cub, &sum_1d_f64_cub, &sum_nd_f32_cub, &sum_nd_f64_cub,
                       &sum_1d_f32_plumed, &sum_1d_f64_plumed, &sum_nd_f32_plumed, &sum_nd_f64_plumed, &drive_f32,
                       &drive_f64, &sum_1d_f32_policy, &sum_1d_f64_policy),
    .settings = settings,
};
