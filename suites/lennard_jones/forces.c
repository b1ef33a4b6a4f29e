/* dE/dr of all pairs from the matrix of their distances: by the formula, or from a table. */
#include "suites/lennard_jones/table.h"

#include <math.h>

enum { R, DERIVATIVE, TYPE, ELEMENTS, TEXTURE, COEFFICIENTS, COUNTS, COORDINATE }; /* slots */
static const struct lj_table_slots slots = {TYPE, ELEMENTS, TEXTURE, COEFFICIENTS};
enum { MOST_SIZE = 65536 };

static void setup(struct job *job)
{
    const struct lj_system system = lj_system(job->problem);
    lj_declare_distances(job, COORDINATE, COUNTS, R);
    lj_table_declare(job, slots, MOST_SIZE);
    job_scratch(job, DERIVATIVE, "dE/dr", job->n * system.pitch * sizeof(float));
}

static enum status arrange(struct job *job, const struct config *config, struct fault *fault)
{
    return lj_table_arrange(job, slots, lj_choice(config), fault);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    return lj_launch_forces(job, config, 0, R, DERIVATIVE, slots, fault);
}

/* ---- results ---- */

static const struct lj_slopes slopes = {R, DERIVATIVE};

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct lj_table table = lj_table(job, lj_choice(config), job_host(job, ELEMENTS));
    return lj_slopes_compare(job, &slopes, &table, verdict, fault);
}

/* Changes the distance of a pair, in a compared row, where forces are steep; both entries of the matrix. */
static void change(struct job *job, UNNEEDED const struct config *config)
{
    const struct lj_system system = lj_system(job->problem);
    if (job->n < 2)
        return;
    const uint64_t y = lj_row(job, job_draw(job, lj_rows(job))), x = (y + 1 + job_draw(job, job->n - 1)) % job->n;
    const float was = ((const float *)job_host(job, R))[y * system.pitch + x], width = system.cutoff - system.minimum;
    float is = system.minimum + width * (0.05f + (float)job_draw(job, 1 << 12) * 0.05f * 0x1p-12f);
    is += fabsf(is - was) < 0.05f * width ? 0.1f * width : 0;
    job_change(job, R, (y * system.pitch + x) * sizeof is, &is, sizeof is);
    job_change(job, R, (x * system.pitch + y) * sizeof is, &is, sizeof is);
}

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct lj_table table = lj_table(job, lj_choice(config), job_host(job, ELEMENTS));
    lj_slopes_figures(job, &slopes, &table, *(const struct lj_counts *)job_memory(job, COUNTS), values);
}

/* ---- limits ---- */

/* For point and for linear fetches: those of all orders, those anywhere in a table, and in one of a given width. */
static const struct {
    enum resource any, random, wide, widest;
} ceilings[] = {
    [false] = {RESOURCE_TEXTURE_POINT, RESOURCE_TEXTURE_POINT_RANDOM, RESOURCE_TEXTURE_POINT_RANDOM_WIDE,
               RESOURCE_TEXTURE_POINT_RANDOM_WIDEST},
    [true] = {RESOURCE_TEXTURE_LINEAR, RESOURCE_TEXTURE_LINEAR_RANDOM, RESOURCE_TEXTURE_LINEAR_RANDOM_WIDE,
              RESOURCE_TEXTURE_LINEAR_RANDOM_WIDEST},
};

/* A liquid's own order is between coherent and random, so only coherent's ceiling is surely no lower than its
 * reachable rate. Pairs of a random matrix are anywhere in the table, but a pair's fetches are adjacent: in a wide
 * table all but the first hit the cache. */
static void count_fetches(const struct job *job, struct lj_choice choice, double looking, double inside, double *amount)
{
    const double fetches = (choice.method == METHOD_potential ? 2 : 1) * (choice.filter == FILTER_hand ? 2 : 1);
    const bool linear = choice.filter == FILTER_hardware;
    amount[ceilings[linear].any] = looking * fetches;
    if (job->problem->inputs.setting[MATRIX] != MATRIX_random)
        return;
    amount[ceilings[linear].random] = inside * fetches;
    if (choice.size >= TEXTURE_WIDEST)
        amount[ceilings[linear].widest] = inside;
    else if (choice.size >= TEXTURE_WIDE)
        amount[ceilings[linear].wide] = inside;
}

/* A pair within the cutoff takes the formula's 14 operations, or a table's 6 per lookup. All pairs are read and
 * written; with half, half are read and all are written. */
static struct work work(const struct job *job, const struct config *config)
{
    const struct lj_choice choice = lj_choice(config);
    const struct lj_counts *counts = job_memory(job, COUNTS);
    const double pairs = (double)job->n * (double)job->n, share = config->value[PAIRS] == PAIRS_half ? 0.5 : 1;
    const double lookups = choice.method == METHOD_potential ? 2 : 1;
    const double looking = choice.addressing == ADDRESSING_border ? pairs : (double)counts->inside;
    struct work work = {
        .bytes = sizeof(float) * pairs * (1 + share),
        .flops = (choice.method == METHOD_analytic ? 14 : 6 * lookups) * share * (double)counts->inside,
        .amount = {[RESOURCE_DRAM_COPY] = sizeof(float) * pairs * (1 + share)},
    };
    if (choice.method != METHOD_analytic && lj_in_texture(choice.table))
        count_fetches(job, choice, looking * share, (double)counts->inside * share, work.amount);
    return work;
}

const struct bench lj_forces = {
    .name = "forces",
    .summary = "dE/dr of all pairs, from the matrix of distances",
    .needs = NEEDS_IMAGES,
    .kernel = {.file = "lennard_jones/forces.cl", .entries = NAMES("forces"), .define = lj_define},
    .space = {.parameters = PARAMETER_TABLE(
                  LJ_TILES, LJ_TABLES(LJ_SIZES(4096, 256, 1024, 8192, 16384, 65536), LJ_DELTAS(0.5, 0.25, 0.3, 1))),
              .constraints = CONSTRAINTS(LJ_TILE_CONSTRAINTS, LJ_TABLE_CONSTRAINTS)},
    DEFAULTS(1024, 1, 1, 1, 1, PAIRS_all, METHOD_derivative),
    .size = {.unit = "atoms", .classes = {512, 16384, 32768}, .most = LJ_MOST},
    .problem = {.check = lj_check_range,
                .variants = 2,
                .setup = setup,
                .arrange = arrange,
                .arranged_by = ARRANGED_BY_TABLE,
                .verify = verify,
                .change = change},
    .device.enqueue = enqueue,
    .report = {.uses = USES(DRAM_COPY) | USES(TEXTURE_POINT) | USES(TEXTURE_LINEAR) | USES(TEXTURE_POINT_RANDOM) |
                       USES(TEXTURE_LINEAR_RANDOM) | USES(TEXTURE_POINT_RANDOM_WIDE) |
                       USES(TEXTURE_LINEAR_RANDOM_WIDE) | USES(TEXTURE_POINT_RANDOM_WIDEST) |
                       USES(TEXTURE_LINEAR_RANDOM_WIDEST),
               .work = work,
               .error = "l2_error",
               .figures = NAME_TABLE(LJ_FIGURES),
               .figure = figure},
    .tests =
        NAMES("--size 1,2,33 --set BLOCK_X=16,256 --set BLOCK_Y=8,32 --set PAIRS_PER_THREAD=4,8",
              "--size 33,100 --set METHOD=analytic --set BLOCK_X=1,1024 --set PAIRS_PER_THREAD=1,8 "
              "--set TILES_PER_GROUP=1,4",
              "--size 150 --types 3 --set BLOCK_X=32 --set BLOCK_Y=8 --set PAIRS_PER_THREAD=8 --set VECTOR_WIDTH=2 "
              "--set TABLE_SIZE=256,1024 --set DELTA=0.5 --set TILES_PER_GROUP=4",
              "--size 1000 --set BLOCK_X=16 --set BLOCK_Y=32 --set PAIRS_PER_THREAD=8 --set VECTOR_WIDTH=4 "
              "--set TABLE_SIZE=4096 --set METHOD=analytic,derivative --set TABLE=texture --set FILTER=hardware",
              "--size 33 --range 40 --set BLOCK_X=32 --set BLOCK_Y=8 --set PAIRS_PER_THREAD=4 --set VECTOR_WIDTH=1 "
              "--set TABLE_SIZE=256 --set TILES_PER_GROUP=1 --set PAIRS=all --set METHOD=potential --set DELTA=0.5",
              "--size 150 --types 64 --set BLOCK_X=32 --set BLOCK_Y=8 --set PAIRS_PER_THREAD=4 --set VECTOR_WIDTH=1 "
              "--set TABLE_SIZE=256 --set DELTA=0.5 --set TILES_PER_GROUP=1 --set METHOD=derivative "
              "--set INDEX=convert"),
};
