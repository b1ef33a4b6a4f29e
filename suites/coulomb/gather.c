/* Direct Coulomb summation: a work-item gathers the contributions of all atoms to its points (Stone et al. 2007; the
 * lecture's v1, v2, v3 and later ones). */
#include "suites/coulomb/coulomb.h"

DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 64, 128, 256, 512),
                  NUMBER(BLOCK_WIDTH, "of them, in x", 16, 32),
                  NUMBER(POINTS_PER_THREAD_X, "points of a work-item in x", 1, 2, 4, 8, 16),
                  NUMBER(POINTS_PER_THREAD_Y, "points of a work-item in y", 1, 2, 4),
                  WORD(LAYOUT, "its points: neighbours, or strided by the group", adjacent, strided),
                  WORD(ATOM_STORAGE, "where the loop over atoms reads them", constant, shared, global),
                  WORD(EARLY_READ, "whether the map is read before the loop", no, yes),
                  NUMBER(UNROLL, "atoms of one pass of the loop", 1, 2, 4, 8),
                  HOST_WORD(FLUSH_TO_ZERO, "whether denormal numbers are taken for zero", no, yes),
                  WORD(EDGE, "guarded stores, or rows padded to whole tiles", guard, padded),
                  NUMBER(RSQRT_ON_FMA, "of 16 points, those without the special-function unit", 0, 1, 2, 3, 4),
                  NUMBER(GROUPS_PER_TILE, "groups that share the atoms of a tile", 1, 128),
                  WORD(PAIR_ORDER, "of an atom and a work-item's points: by columns, or rows", columns, rows),
                  NUMBER(GROUPS_PER_UNIT, "groups that a multiprocessor has registers for; 1: any", 1, 2));
enum { CHUNK_ATOMS = 4000 };

static uint64_t tile_width(const struct config *config)
{
    return (uint64_t)(config->value[BLOCK_WIDTH] * config->value[POINTS_PER_THREAD_X]);
}

static uint64_t tile_height(const struct config *config)
{
    return (uint64_t)(config->value[BLOCK_SIZE] / config->value[BLOCK_WIDTH] * config->value[POINTS_PER_THREAD_Y]);
}

/* The pitch of the map's rows. */
static uint64_t pitch_of(const struct job *job, const struct config *config)
{
    const uint64_t width = coulomb_grid(job).points.of[0];
    return config->value[EDGE] == EDGE_guard ? width : divide_up(width, tile_width(config)) * tile_width(config);
}

static size_t map_bytes(const struct job *job, uint64_t pitch)
{
    return coulomb_points(job) / coulomb_grid(job).points.of[0] * pitch * sizeof(float);
}

static void setup(struct job *job)
{
    coulomb_atoms(job);
    job_output(job, SLOT_MAP, "map", map_bytes(job, coulomb_grid(job).points.of[0]));
}

static enum status arrange(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    job_resize(job, SLOT_MAP, map_bytes(job, pitch_of(job, config)));
    return OK;
}

static unsigned options(const struct config *config)
{
    return config->value[FLUSH_TO_ZERO] ? COMPUTE_FLUSH_TO_ZERO : 0;
}

/* ---- launches ---- */

/* Adds the atoms of a chunk, all but the last `on_points` of which lie on no point, to the map; the first chunk sets
 * it. */
static enum status launch(struct job *job, const struct config *config, uint64_t first, struct atom_counts counts,
                          struct fault *fault)
{
    const struct sides points = coulomb_grid(job).points;
    const uint32_t tiles = (uint32_t)divide_up(points.of[0], tile_width(config)), count = (uint32_t)counts.all;
    const bool constant = config->value[ATOM_STORAGE] == ATOM_STORAGE_constant;
    const struct compute_launch launch = {
        .groups = {tiles * points.of[2] * config_count(config, GROUPS_PER_TILE),
                   divide_up(points.of[1], tile_height(config)), 1},
        .group = {(uint32_t)config->value[BLOCK_SIZE], 1, 1},
    };
    const struct compute_argument arguments[] = {
        ARRAY(SLOT_ATOMS),
        ARRAY(SLOT_MAP),
        VALUE((uint32_t)counts.off_points),
        VALUE(count),
        VALUE((uint32_t)points.of[0]),
        VALUE((uint32_t)points.of[1]),
        VALUE((uint32_t)pitch_of(job, config)),
        VALUE(tiles),
        VALUE((int32_t)(first > 0)), /* whether to add */
        COMPUTE_CONSTANT("constant_atoms", job_array(job, SLOT_ATOMS), first * sizeof(struct mm_float4),
                         (count ? count : 1) * sizeof(struct mm_float4)),
    };
    return job_launch(job, 0, launch, arguments, sizeof arguments / sizeof *arguments - !constant, fault);
}

static enum status launch_chunks(struct job *job, const struct config *config, struct fault *fault)
{
    const struct atom_counts all = coulomb_counts(job);
    enum status status = OK;
    size_t first = 0;
    do {
        size_t left = all.all - first, count = left < CHUNK_ATOMS ? left : CHUNK_ATOMS;
        size_t off = all.off_points > first ? all.off_points - first : 0;
        status = launch(job, config, first, (struct atom_counts){.off_points = off < count ? off : count, .all = count},
                        fault);
        first += count;
    } while (status == OK && first < all.all);
    return status;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    if (config->value[ATOM_STORAGE] == ATOM_STORAGE_constant)
        return launch_chunks(job, config, fault);
    enum status status = config->value[GROUPS_PER_TILE] > 1 ? job_fill(job, SLOT_MAP, 0, fault) : OK;
    return status == OK ? launch(job, config, 0, coulomb_counts(job), fault) : status;
}

/* ---- results ---- */

/* The number of additions in sequence: the atoms of a chunk, or of a part, then the chunks or parts. */
static double terms(const struct job *job, const struct config *config)
{
    const double all = (double)coulomb_counts(job).all;
    const double parts =
        config->value[ATOM_STORAGE] == ATOM_STORAGE_constant ? all / CHUNK_ATOMS + 1 : config->value[GROUPS_PER_TILE];
    return all / parts + parts + 1;
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    return coulomb_compare(job, job_host(job, SLOT_MAP), pitch_of(job, config), terms(job, config), 0, verdict, fault);
}

/* 9 operations per pair: two differences, two squares, two additions, a reciprocal square root, a product, an addition.
 * (dz^2 is given per atom and plane.)
 *
 * The FMA pipes may do fewer operations than that, or more: per atom, dx once for each column of a work-item's tile, dy
 * and dy^2 + dz2 once for each row; per pair, the squared distance and the sum; and seven for a reciprocal square root
 * in software. */
static struct work work(const struct job *job, const struct config *config)
{
    const double atoms = (double)coulomb_counts(job).all, points = (double)coulomb_points(job), pairs = atoms * points;
    const double x = config->value[POINTS_PER_THREAD_X], y = config->value[POINTS_PER_THREAD_Y];
    const double in_software = config->value[RSQRT_ON_FMA] / 16.;
    return (struct work){
        .bytes = sizeof(float) * points + sizeof(struct mm_float4) * atoms,
        .flops = 9 * pairs,
        .amount = {[RESOURCE_RSQRT] = pairs * (1 - in_software),
                   [RESOURCE_FP32_FMA] = pairs * ((x + 2 * y) / (x * y) + 2 + 7 * in_software)},
    };
}

/* clang-format off */
#define POINTS "POINTS_PER_THREAD_X * POINTS_PER_THREAD_Y"
#define USUAL "(LAYOUT == 'strided' and EARLY_READ == 'no' and FLUSH_TO_ZERO == 'yes' and EDGE == 'guard')"
#define SPACE                                                                                                          \
    .space = {.parameters = parameters,                                                                                \
              .constraints = CONSTRAINTS(                                                                              \
                   GROUP_FITS(BLOCK_SIZE),                                                                             \
                   {"a group is as wide as high, or up to 8 times wider",                                              \
                    .expression = "BLOCK_SIZE // BLOCK_WIDTH <= BLOCK_WIDTH <= 8 * (BLOCK_SIZE // BLOCK_WIDTH)"},      \
                   {"POINTS_PER_THREAD_Y is at most _X, and a work-item has at most 32 points",                        \
                    .expression = "POINTS_PER_THREAD_Y <= POINTS_PER_THREAD_X and " POINTS " <= 32"},                  \
                   {"points of a work-item times UNROLL are at most 64", .expression = POINTS " * UNROLL <= 64"},      \
                   {"LAYOUT is strided where POINTS_PER_THREAD_X is 1",                                                \
                    .expression = "LAYOUT == 'strided' or POINTS_PER_THREAD_X > 1"},                                   \
                   {"EARLY_READ needs ATOM_STORAGE constant, whose launches accumulate",                               \
                    .expression = "EARLY_READ == 'no' or ATOM_STORAGE == 'constant'"},                                 \
                   {"adjacent, EARLY_READ, no FLUSH_TO_ZERO, padded: groups of 16 x 8, UNROLL 1 or 4",                 \
                    .expression = USUAL " or BLOCK_SIZE == 128 and BLOCK_WIDTH == 16 and UNROLL in [1, 4]"},           \
                   {"RSQRT_ON_FMA: as GROUPS_PER_TILE, shared, BLOCK_WIDTH 32, a whole number of points",              \
                    .expression = "RSQRT_ON_FMA == 0 or " USUAL " and BLOCK_WIDTH == 32 and ATOM_STORAGE == 'shared'"  \
                                  " and " POINTS " >= 8 and " POINTS " * RSQRT_ON_FMA % 16 == 0"},                     \
                   {"PAIR_ORDER rows, GROUPS_PER_UNIT 2: RSQRT_ON_FMA 4, groups to 256, UNROLL 2",                     \
                    .expression = "PAIR_ORDER == 'columns' and GROUPS_PER_UNIT == 1 or RSQRT_ON_FMA == 4 and "         \
                                  "BLOCK_SIZE in [128, 256] and UNROLL == 2"},                                         \
                   {"GROUPS_PER_TILE: shared or global, 8 points or more, strided, FLUSH_TO_ZERO, guard",              \
                    .expression = "GROUPS_PER_TILE == 1 or " USUAL " and ATOM_STORAGE != 'constant' and "              \
                                  POINTS " >= 8"})}
#define BENCH(dimensions)                                                                                              \
    COULOMB_BENCH(dimensions), SPACE,                                                                                  \
    .kernel = {.file = "coulomb/gather.cl", .entries = NAMES("coulomb"), .options = options,                           \
               .defines = ON_POINT_DEFINES "#define DIMENSIONS " #dimensions, .define = coulomb_define},               \
    DEFAULTS(128, 16, 1, 1, LAYOUT_strided, ATOM_STORAGE_constant, 1, 1, 0, EDGE_guard, 0, 1, PAIR_ORDER_columns, 1),  \
    .problem.arrange = arrange, .report.uses = USES(RSQRT) | USES(FP32_FMA)
/* clang-format on */

const struct bench coulomb_slice = {
    .name = "slice",
    .summary = "potential of all atoms at the points of a plane, gathered",
    BENCH(2),
    .size = {.unit = "points per side", .classes = {32, 1024, 2048}, .most = 16384},
    .tests = NAMES("--size 1,19 --atoms 100",
                   "--size 19 --atoms 100 --spacing 0.37 --box brick --z 5.3 --set BLOCK_SIZE=64 --set UNROLL=1"),
};

const struct bench coulomb_volume = {
    .name = "volume",
    .summary = "potential of all atoms at the points of a cube, gathered in one launch",
    BENCH(3),
    .size = {.unit = "points per side", .classes = {8, 128, 256}, .most = 512},
    .tests = NAMES("--size 1,11 --atoms 100",
                   "--size 11 --atoms 100 --spacing 0.37 --box brick --set BLOCK_SIZE=64 --set UNROLL=1"),
};
