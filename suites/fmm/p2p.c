/* The near field: the direct contributions to each charge by the charges of the boxes around (P2P, pass 5). */
#include "suites/fmm/pair_parameters.h"
#include "suites/fmm/pairs.h"
#include "suites/fmm/particles.h"

#include <math.h>

enum { CHARGE, START, RESULT_FP32, RESULT_FP64 }; /* slots */

DEFINE_PARAMETERS(parameters,
                  AFTER(RSQRT, FMM_PRECISION,
                        FMM_PAIR_PARAMETERS("sums: plain; kahan, compensated; fp64, of those of a stretch of charges")),
                  NUMBER(BLOCK_SIZE, "work-items of a group", 128, 32, 64),
                  NUMBER(BOXES_PER_GROUP, "boxes of a group", 1, 2, 4),
                  NUMBER(TARGETS, "charges of a work-item, in registers", 1, 2, 4, 8),
                  WORD(SLICES, "work-items that share the charges around: one, or as many as a box has left", one, fit),
                  NUMBER(STAGED, "charges around, in local memory at a time; 0: read where they are", 0, 128, 512),
                  WORD(GUARD, "against a charge itself: in the box's own row, or in all", own_row, all),
                  NUMBER(UNROLL, "charges of one pass of the loop", 1, 2, 4));

/* A bench's `own`: how many numbers a result has: the field and the potential, or the potential. */
struct p2p {
    int numbers;
};

static int numbers_of(const struct job *job)
{
    return ((const struct p2p *)job->bench->own)->numbers;
}

/* ---- inputs and launch ---- */

static void setup(struct job *job)
{
    fmm_declare_charges(job, CHARGE, START);
    fmm_declare_numbers(job, RESULT_FP32, "result", fmm_charges(job->problem) * (uint64_t)numbers_of(job));
}

static enum status check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t results = 12 * (uint64_t)((const struct p2p *)problem->bench->own)->numbers;
    enum status status = fmm_check_tree(problem, fault);
    return status == OK ? fmm_check_charges(problem, device, sizeof(struct mm_float4) + results, fault) : status;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t groups = fmm_deepest_boxes(job->problem) / config_count(config, BOXES_PER_GROUP);
    return LAUNCH(0, launch_groups(groups, config_count(config, BLOCK_SIZE)), ARRAY(CHARGE), ARRAY(START),
                  ARRAY(RESULT_FP32 + fmm_is_fp64(config)), VALUE((int32_t)job->n));
}

/* ---- expectation ---- */

enum { SAMPLES = 2048 };

/* A compared charge: the field and the potential, and the sum of the magnitudes of their terms; the part of these sums
 * that cancels; how many terms there are, in all and in the longest stretch; and the error of plain float sums as a
 * share of the magnitudes. */
struct sample {
    double value[4], field, potential, none_field, none_potential, terms, longest, plain;
};

struct p2p_expected {
    double pairs; /* of all charges */
    struct sample sample[SAMPLES];
};

/* The stretches (contiguous ranges) of charges around a box, one for each row of boxes; and how many. */
struct stretch {
    uint32_t begin, end;
};
enum { MOST_STRETCHES = 25 };

static int stretches_around(const struct job *job, struct fmm_box box, struct stretch stretch[MOST_STRETCHES])
{
    const uint32_t *start = job_host(job, START);
    const int side = 1 << box.level, ws = fmm_separation(job->problem), x = box.place[0];
    const int from = x > ws ? x - ws : 0, to = x + ws < side ? x + ws : side - 1;
    int count = 0;
    for (int z = box.place[2] - ws; z <= box.place[2] + ws; z++)
        for (int y = box.place[1] - ws; y <= box.place[1] + ws; y++)
            if (y >= 0 && y < side && z >= 0 && z < side) {
                const uint64_t row = fmm_box_index((struct fmm_box){box.level, {0, y, z}}) - fmm_level_begin(box.level);
                stretch[count++] = (struct stretch){start[row + (uint64_t)from], start[row + (uint64_t)to + 1]};
            }
    return count;
}

static double charges_around(const struct job *job, struct fmm_box box)
{
    struct stretch stretch[MOST_STRETCHES];
    double sum = 0;
    for (int s = stretches_around(job, box, stretch) - 1; s >= 0; s--)
        sum += stretch[s].end - stretch[s].begin;
    return sum;
}

static void add_pair(struct sample *sample, double lost[4], float plain[4], const struct mm_float4 *at,
                     const struct mm_float4 *from)
{
    const double x = (double)at->x - (double)from->x, y = (double)at->y - (double)from->y;
    const double z = (double)at->z - (double)from->z, square = x * x + y * y + z * z, charge = (double)from->w;
    if (square == 0)
        return; /* itself, and coinciding ones */
    const double inverse = 1 / sqrt(square), by = charge * inverse * inverse * inverse;
    const double term[] = {by * x, by * y, by * z, charge * inverse};
    for (int n = 0; n < 4; n++) {
        fmm_add_compensated(&sample->value[n], &lost[n], term[n]);
        plain[n] += (float)term[n];
    }
    sample->field += fabs(charge) * inverse * inverse;
    sample->potential += fabs(charge) * inverse;
}

static struct sample sample_of(const struct job *job, const struct mm_float4 *at)
{
    const struct mm_float4 *charge = job_host(job, CHARGE);
    struct sample sample = {.terms = 0};
    struct stretch stretch[MOST_STRETCHES];
    double lost[4] = {0};
    float plain[4] = {0};
    for (int s = stretches_around(job, fmm_box_of((int)job->n, at), stretch) - 1; s >= 0; s--) {
        const double terms = stretch[s].end - stretch[s].begin;
        for (uint32_t j = stretch[s].begin; j < stretch[s].end; j++)
            add_pair(&sample, lost, plain, at, &charge[j]);
        sample.terms += terms;
        sample.longest = fmax(sample.longest, terms);
    }
    for (int n = 0; n < 4; n++)
        sample.plain = fmax(
            sample.plain, fmm_share(fabs((double)plain[n] - sample.value[n]), n < 3 ? sample.field : sample.potential));
    return sample;
}

/* Index of compared charge i: the first charge of its box, which large charges surround, is among them. */
static uint64_t sample_at(const struct job *job, uint64_t i)
{
    const uint32_t *start = job_host(job, START);
    if (i != 1 || !fmm_is_beside_large(job))
        return fmm_sample_at(job, SAMPLES, i);
    return start[fmm_box_index((struct fmm_box){(int)job->n, {1, 1, 1}}) - fmm_level_begin((int)job->n)];
}

/* The contribution of the large charges to this one. */
static void find_none(const struct job *job, struct sample *sample, const struct mm_float4 *charge)
{
    struct sample large = {.terms = 0};
    double lost[4] = {0};
    float plain[4] = {0};
    for (uint64_t i = 0; i < fmm_charges(job->problem); i++)
        if (fabsf(charge[i].w) == FMM_LARGE)
            add_pair(&large, lost, plain, &charge[sample_at(job, 1)], &charge[i]);
    sample->none_field = large.field;
    sample->none_potential = large.potential;
}

static void expect(struct job *job, void *expected)
{
    struct p2p_expected *expectation = expected;
    const struct mm_float4 *charge = job_host(job, CHARGE);
    const uint32_t *start = job_host(job, START);
    expectation->pairs = -(double)fmm_charges(job->problem);
    for (uint64_t b = 0; b < fmm_deepest_boxes(job->problem); b++)
        expectation->pairs += (double)(start[b + 1] - start[b]) * charges_around(job, fmm_box_at((int)job->n, b));
    for (uint64_t i = 0; i < fmm_samples(job, SAMPLES); i++)
        expectation->sample[i] = sample_of(job, &charge[sample_at(job, i)]);
    if (fmm_is_beside_large(job))
        find_none(job, &expectation->sample[1], charge);
}

/* ---- comparison ---- */

/* A term is wrong by at most sixteen roundings: positions are exact, and a difference is rounded once; each of the
 * root's three factors is wrong by up to four, on GPUs, and there are a few products. A sum of k numbers adds a
 * rounding of up to its whole for each, of either sign: four times the square root of k is far beyond chance. k counts
 * what is added in the pairs' precision: all terms; if compensated, only sums of slices; with sums in double precision,
 * the terms of a stretch, or the staged ones, and sums of slices. The limit is 1e-5, for doubles 1e-12. For floats it
 * is larger with more than 2700 terms, where a missing term is still far larger; and where the host's plain float sum
 * is wrong by more: with like charges next to one another roundings have one sign, and small terms are lost altogether.
 * Beside a large charge all terms are lost: there each is a rounding of one sign. */
static double tolerance_of(const struct job *job, const struct config *config, const struct sample *sample)
{
    const double slices = config->value[SLICES] == SLICES_fit ? config->value[BLOCK_SIZE] : 1;
    const double together = config->value[STAGED] ? config->value[STAGED] : sample->longest;
    const double added[] = {sample->terms, slices, together + slices};
    const double numbers = fmin(sample->terms, added[config->value[ACCUMULATE]]);
    const double roundings = 16 + (fmm_is_beside_large(job) ? numbers : 4 * sqrt(numbers));
    if (fmm_is_beside_large(job))
        return roundings * (fmm_is_fp64(config) ? 0x1p-53 : 0x1p-24);
    if (fmm_is_fp64(config))
        return fmin(roundings * 0x1p-53, 1e-12);
    const double most = fmax(1e-5, sample->terms * 0x1p-28);
    return fmax(fmin(roundings * 0x1p-24, most), config->value[ACCUMULATE] == ACCUMULATE_kahan ? 0 : 4 * sample->plain);
}

/* Whether sums of whole stretches are added as doubles: then terms that cancel leave no error, since each is in a
 * stretch of its own. */
static bool sums_stretches(const struct config *config)
{
    return config->value[ACCUMULATE] == ACCUMULATE_fp64 && config->value[STAGED] == 0 &&
           config->value[SLICES] == SLICES_one;
}

/* Errors of the potential and of the field, as shares of the sums of their terms' magnitudes; the larger one is
 * reported. */
static enum status compare_charge(const struct job *job, const struct config *config, const struct mm_float4 *charge,
                                  const struct sample *expected, const double value[4], double tolerance,
                                  struct verdict *verdict, struct fault *fault)
{
    const double none = sums_stretches(config) ? 1 : 0;
    static const char *const names[] = {"field x", "field y", "field z", "potential"};
    const int first = 4 - numbers_of(job);
    for (int n = first; n < 4; n++) {
        const double scale = n < 3 ? expected->field - none * expected->none_field
                                   : expected->potential - none * expected->none_potential;
        const double error = fmm_share(fabs(value[n - first] - expected->value[n]), scale);
        if (!(error <= tolerance))
            return fail(fault, WRONG_RESULT, "charge at (%.9g, %.9g, %.9g): %s is %.9g, expected %.9g",
                        (double)charge->x, (double)charge->y, (double)charge->z, names[n], value[n - first],
                        expected->value[n]);
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}

/* The verdict has the largest error, and the largest tolerance; if the caller needs only the error, there is no
 * tolerance. */
static enum status compare(const struct job *job, const struct config *config, bool looks, struct verdict *verdict,
                           struct fault *fault)
{
    const struct p2p_expected *expected = job_expected(job);
    const struct mm_float4 *charge = job_host(job, CHARGE);
    const size_t numbers = (size_t)numbers_of(job);
    enum status status = OK;
    *verdict = (struct verdict){0, 0};
    for (uint64_t i = 0; i < fmm_samples(job, SAMPLES) && status == OK; i++) {
        const uint64_t at = sample_at(job, i);
        const double tolerance = looks ? INFINITY : tolerance_of(job, config, &expected->sample[i]);
        double value[4];
        verdict->tolerance = fmax(verdict->tolerance, tolerance);
        status = fmm_read_numbers(job, RESULT_FP32, fmm_is_fp64(config), at, numbers, value, fault);
        if (status == OK)
            status = compare_charge(job, config, &charge[at], &expected->sample[i], value, tolerance, verdict, fault);
    }
    return status;
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    enum status status = compare(job, config, false, verdict, fault);
    if (status == OK)
        status = fmm_check_finite(job, RESULT_FP32, fmm_is_fp64(config), (size_t)numbers_of(job), fault);
    return status;
}

DEFINE_FIGURES(figures, error, pairs_per_charge);

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct p2p_expected *expected = job_expected(job);
    struct verdict verdict;
    struct fault fault = {.status = OK};
    values[FIGURE_error] = compare(job, config, true, &verdict, &fault) == OK ? verdict.error : NAN;
    values[FIGURE_pairs_per_charge] = expected->pairs / (double)fmm_charges(job->problem);
}

static struct work work(const struct job *job, const struct config *config)
{
    return fmm_pair_work((double)fmm_charges(job->problem), ((const struct p2p_expected *)job_expected(job))->pairs,
                         (size_t)numbers_of(job), fmm_is_fp64(config));
}

/* clang-format off */
#define BENCH                                                                                                          \
    .kernel.file = "fmm/p2p.cl", .kernel.entries = NAMES("p2p"), .kernel.define = fmm_define_tree,                     \
    .kernel.options = fmm_pair_options,                                                                                \
    .space = {.parameters = parameters,                                                                                \
         .constraints = CONSTRAINTS(                                                                                   \
             FMM_PRECISION_THERE, GROUP_FITS(BLOCK_SIZE),                                                              \
             FMM_SUMS_DIFFER, FMM_FLUSH_COUNTS,                                                                        \
             {"STAGED: one box per group", .expression = "STAGED == 0 or BOXES_PER_GROUP == 1"},                       \
             /* registers: per target 3 numbers, 4 sums and, if compensated or in fp64, as many again */               \
             {"TARGETS: 8, half of them in fp64, half where not plain; at most 8 times UNROLL",                        \
              .expression = "TARGETS * (2 if PRECISION == 'fp64' else 1) * (1 if ACCUMULATE == 'plain' else 2) <= 8"   \
                            " and TARGETS * UNROLL <= 8"},                                                             \
             {"sums and staged charges fit into local memory",                                                         \
              .expression = "(4 * TARGETS * (BLOCK_SIZE + 8) * (SLICES == 'fit') + 4 * STAGED) * " FMM_REAL            \
                            " + 512 <= " FMM_LOCAL})},                                                                 \
    DEFAULTS(PRECISION_fp32, ACCUMULATE_plain, RSQRT_library, 128, 1, 1, SLICES_one, 0, 1, 1),                         \
    FMM_SIZE, .device.enqueue = enqueue,                                                                               \
    .problem = {.variants = 3, .expected_bytes = sizeof(struct p2p_expected), .setup = setup, .expect = expect,        \
                .verify = verify, .check = check},                                                                     \
    .report = {.uses = USES(RSQRT) | USES(FP32_FMA) | USES(FP64_FMA), .work = work, .error = "error",                  \
               .figures = figures, .figure = figure}
/* clang-format on */

/* Some values of the parameters that have many. */
#define SOME " --set RSQRT=library,newton --set BLOCK_SIZE=32,128 --set UNROLL=1,2 --set TARGETS=1,4 --set STAGED=0,128"

/* Of the configurations, those that differ in which charges they read and when; the others are tried once. */
#define FEW                                                                                                            \
    " --set PRECISION=fp32 --set ACCUMULATE=plain --set RSQRT=newton --set GUARD=own_row --set TARGETS=2"              \
    " --set UNROLL=1 --set BLOCK_SIZE=32"

/* The more precise sums, with enough charges beside a large one to show the difference. */
#define SUMS                                                                                                           \
    " --set PRECISION=fp32 --set ACCUMULATE=kahan,fp64 --set RSQRT=newton --set GUARD=own_row --set TARGETS=2"         \
    " --set UNROLL=1 --set BLOCK_SIZE=32 --set SLICES=one --set STAGED=0 --set BOXES_PER_GROUP=1"

const struct bench fmm_p2p = {
    .name = "p2p",
    .summary = "near field: potential and field of each charge, of those around",
    .own = &(const struct p2p){4},
    .kernel.defines = "#define FIELD 1\n",
    BENCH,
    .tests =
        NAMES("--size 2 --occupancy 5" SOME, "--size 3 --occupancy 0.5 --charges random" SOME,
              "--size 2 --occupancy 0.5 --separation 2 --charges same" FEW " --set SLICES=fit --set BOXES_PER_GROUP=1",
              "--size 2 --occupancy 40" SUMS),
};

const struct bench fmm_p2p_potential = {
    .name = "p2p_potential",
    .summary = "near field: potential of each charge, of all in the boxes around its own",
    .own = &(const struct p2p){1},
    .kernel.defines = "#define FIELD 0\n",
    BENCH,
    .tests = NAMES("--size 2 --occupancy 5" FEW " --set STAGED=0 --set BOXES_PER_GROUP=2"),
};
