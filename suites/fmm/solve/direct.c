/* The direct sum over all pairs of charges, in the caller's order: the baseline of solvers. */
#include "suites/fmm/pair_parameters.h"
#include "suites/fmm/pairs.h"
#include "suites/fmm/solve/expected.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { CHARGE, PARTIAL, RESULT_FP32, RESULT_FP64 }; /* slots */
DEFINE_ENTRIES(entries, direct, add_splits);

DEFINE_PARAMETERS(parameters,
                  AFTER(RSQRT, FMM_PRECISION,
                        FMM_PAIR_PARAMETERS("sums: plain, of stretches; kahan, of all; fp64, of stretches in fp64")),
                  WORD(GUARD, "against charges on one place: a select; a maximum; repeat stretches", select, maximum,
                       repeat),
                  NUMBER(BLOCK_SIZE, "work-items of a group", 128, 64, 256),
                  NUMBER(TARGETS, "charges of a work-item, in registers", 1, 2, 4, 8),
                  NUMBER(STAGED, "charges of a stretch, in local memory; 0: read where they are", 0, 128, 256, 512),
                  HOST_NUMBER(SPLITS, "groups that share a sum", 1, 4, 16, 64),
                  NUMBER(UNROLL, "charges of one pass of the loop", 1, 4, 8));

/* Charges of a stretch without staging. */
#define UNSTAGED 256

/* Results of all groups that share sums, of all charges. */
#define MOST_PARTIAL (UINT64_C(1) << 24)
enum { LEAST_SPLITS = 4, MOST_SPLITS = 64, LEAST_SHARE = 128 };

/* Input 2 has charges beside an offset: the first, many times all others together, and the last, its opposite on the
 * same place. Their contributions to a charge differ only in sign. The others of their stretches, of at most this
 * many charges, have no charge: so sums of stretches are exact where the offset is, and losses occur between
 * stretches. */
enum { VARIANT_OFFSET = 2, LONGEST_STRETCH = 512, LEAST_WITH_OFFSET = 4 * LONGEST_STRETCH };
#define OFFSET 2048

/* A bench's .own: numbers of a result, the field and the potential, or the potential. */
static size_t numbers_of(const struct bench *bench)
{
    return *(const size_t *)bench->own;
}

/* ---- inputs and launches ---- */

static uint64_t partial_bytes(const struct problem *problem)
{
    const uint64_t fit = MOST_PARTIAL / problem->n, splits = fit < MOST_SPLITS ? fit : MOST_SPLITS;
    return sizeof(double) * (splits < LEAST_SPLITS ? 1 : problem->n * splits * numbers_of(problem->bench));
}

static bool has_offset(const struct job *job)
{
    return job->variant == VARIANT_OFFSET && job->n >= LEAST_WITH_OFFSET;
}

static void add_offset(struct mm_float4 *charge, uint64_t charges)
{
    double all = 0;
    for (uint64_t i = 0; i < charges; i++) {
        if (i < LONGEST_STRETCH || i >= charges - LONGEST_STRETCH)
            charge[i].w = 0;
        all += fabs((double)charge[i].w);
    }
    charge[charges - 1] = charge[0];
    charge[0].w = (float)(OFFSET * all);
    charge[charges - 1].w = -charge[0].w;
}

static void setup(struct job *job)
{
    const uint64_t bytes = job->n * sizeof(struct mm_float4);
    struct mm_float4 *charge = solve_declare_charges(job);
    if (has_offset(job))
        add_offset(charge, job->n);
    memcpy(job_input(job, SLOT(CHARGE), bytes), charge, bytes);
    job_scratch(job, SLOT(PARTIAL), partial_bytes(job->problem));
    fmm_declare_numbers(job, RESULT_FP32, "result", job->n * numbers_of(job->bench));
}

static enum status check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t numbers = numbers_of(problem->bench), results = numbers * (sizeof(float) + sizeof(double)),
                   all = problem->n * (sizeof(struct mm_float4) + results) + partial_bytes(problem);
    if (device && device->memory_bytes && all > device->memory_bytes)
        return fail(fault, INVALID, "%" PRIu64 " charges need %" PRIu64 " bytes; the device has %" PRIu64, problem->n,
                    all, device->memory_bytes);
    return fmm_check_open(problem, fault);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE), splits = config_count(config, SPLITS);
    const uint64_t numbers = job->n * numbers_of(job->bench);
    const int result = RESULT_FP32 + fmm_is_fp64(config);
    struct compute_launch launch = launch_over(job->n, block * config_count(config, TARGETS), block);
    launch.groups[1] = splits;
    enum status status = LAUNCH(direct, launch, ARRAY(CHARGE), ARRAY(splits > 1 ? PARTIAL : result),
                                VALUE((uint32_t)job->n), VALUE((uint32_t)divide_up(job->n, splits)));
    if (status == OK && splits > 1)
        status = LAUNCH(add_splits, launch_over(numbers, block, block), ARRAY(PARTIAL), ARRAY(result), VALUE(numbers),
                        VALUE((int32_t)splits));
    return status;
}

/* ---- comparison ---- */

/* In shares of the sum of the magnitudes of a charge's terms. A term is wrong by at most sixteen roundings: places are
 * exact, and a difference is rounded once; each of the root's three factors is wrong by up to four, on GPUs, and there
 * are a few products. An addition rounds by up to the whole so far. Within a stretch all roundings may have one sign:
 * terms beside a very large one, of a very close charge, are lost altogether. So a stretch errs by as many roundings as
 * it has charges. Sums of stretches, and of splits, are many numbers, none of which is lost: four times the square root
 * of their number is far beyond chance. Sums of doubles add nothing to those of floats, and neither do compensated
 * ones.
 *
 * `own` is that; `offset`, in shares of the contributions of the offset and its opposite, whose terms are equal: its
 * roundings while it is in a sum. Doubles have none, except where splits store theirs as floats; in a compensated
 * sum the loss so far is lost when the opposite cancels the offset, in a split and of splits. */
struct roundings {
    double own, offset;
};

static struct roundings roundings_of(const struct job *job, const struct config *config)
{
    const double charges = (double)job->n, splits = config->value[SPLITS], share = charges / splits;
    const double stretch = fmin(config->value[STAGED] ? config->value[STAGED] : UNSTAGED, ceil(share));
    const double chain = 4 * sqrt(ceil(share / stretch) + splits);
    const double added[] = {stretch + chain, 0, stretch}, between[] = {chain, 4, splits > 1 ? 2 : 0};
    return (struct roundings){16 + added[config->value[ACCUMULATE]], between[config->value[ACCUMULATE]]};
}

static double tolerance_of(const struct job *job, const struct config *config)
{
    return roundings_of(job, config).own * (fmm_is_fp64(config) ? 0x1p-53 : 0x1p-24);
}

/* The contribution of the offset and its opposite to a charge, in magnitudes: to its field, and to its potential. */
static void offset_at(const struct job *job, uint64_t i, double *field, double *potential)
{
    const struct mm_float4 *charge = job_host(job, CHARGE), *at = &charge[i];
    const double x = (double)at->x - (double)charge->x, y = (double)at->y - (double)charge->y;
    const double z = (double)at->z - (double)charge->z, square = x * x + y * y + z * z;
    *potential = has_offset(job) && square > 0 ? 2 * (double)charge->w / sqrt(square) : 0;
    *field = square > 0 ? *potential / sqrt(square) : 0;
}

/* The verdict gets the larger one of the errors. */
static enum status compare_charge(const struct job *job, const struct config *config, uint64_t sample,
                                  const double value[4], struct verdict *verdict, struct fault *fault)
{
    static const char *const names[] = {"field x", "field y", "field z", "potential"};
    const struct solve_sums *expected = job_expected(job);
    const struct roundings roundings = roundings_of(job, config);
    const double less = 1 - roundings.offset / roundings.own;
    const size_t first = 4 - numbers_of(job->bench);
    double field, potential;
    offset_at(job, solve_sample_at(job, sample), &field, &potential);
    for (size_t n = first; n < 4; n++) {
        const double want = expected->value[sample][n];
        const double scale =
            n < 3 ? expected->field[sample] - less * field : expected->potential[sample] - less * potential;
        const double error = fmm_share(fabs(value[n - first] - want), scale);
        if (!(error <= verdict->tolerance))
            return fail(fault, WRONG_RESULT, "charge %" PRIu64 ": %s is %.9g, expected %.9g",
                        solve_sample_at(job, sample), names[n], value[n - first], want);
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const size_t numbers = numbers_of(job->bench);
    enum status status = OK;
    *verdict = (struct verdict){0, tolerance_of(job, config)};
    for (uint64_t i = 0; i < solve_samples(job) && status == OK; i++) {
        double value[4];
        status =
            fmm_read_numbers(job, RESULT_FP32, fmm_is_fp64(config), solve_sample_at(job, i), numbers, value, fault);
        if (status == OK)
            status = compare_charge(job, config, i, value, verdict, fault);
    }
    return status == OK ? fmm_check_finite(job, RESULT_FP32, fmm_is_fp64(config), numbers, fault) : status;
}

DEFINE_FIGURES(figures, error, field_error, energy);

/* As for the solver; and the energy E_C of all, by pairs. */
static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const size_t numbers = numbers_of(job->bench);
    struct solve_errors errors;
    struct fault fault;
    const bool known = solve_errors(job, RESULT_FP32, fmm_is_fp64(config), numbers, 0, &errors, &fault) == OK;
    if (fmm_energy_of(job, RESULT_FP32, fmm_is_fp64(config), numbers, job_host(job, CHARGE), &values[FIGURE_energy],
                      &fault) != OK)
        values[FIGURE_energy] = NAN;
    values[FIGURE_error] = known ? solve_share(errors.potential) : NAN;
    values[FIGURE_field_error] = known && numbers > 1 ? solve_share(errors.field) : NAN;
}

static struct work work(const struct job *job, const struct config *config)
{
    const double charges = (double)job->n;
    return fmm_pair_work(charges, charges * charges, numbers_of(job->bench), fmm_is_fp64(config));
}

/* clang-format off */
#define BENCH                                                                                                          \
    .kernel.file = "fmm/direct.cl", .kernel.entries = entries,                                                         \
    .kernel.options = fmm_pair_options,                                                                                \
    .space = {.parameters = parameters,                                                                                \
         .constraints = CONSTRAINTS(                                                                                   \
             FMM_PRECISION_THERE, GROUP_FITS(BLOCK_SIZE),                                                              \
             FMM_SUMS_DIFFER, FMM_FLUSH_COUNTS,                                                                        \
             /* after a sum that is not finite the compensation is not finite either */                                \
             {"GUARD repeat is for sums of stretches: not with ACCUMULATE kahan",                                      \
              .expression = "GUARD != 'repeat' or ACCUMULATE != 'kahan'"},                                             \
             /* registers: per target 3 numbers, and twice 4 sums; in fp64 up to twice as many */                      \
             {"TARGETS: 8, half of them with fp64; at most 32 times UNROLL",                                           \
              .expression = "TARGETS <= (4 if PRECISION == 'fp64' or ACCUMULATE == 'fp64' else 8) and "                \
                            "TARGETS * UNROLL <= 32"},                                                                 \
             {"SPLITS: of 128 charges at least; at most 2^24 results of all",                                          \
              .expression = "SPLITS == 1 or n // SPLITS >= 128 and n * SPLITS <= 2 ** 24"})},                          \
    DEFAULTS(PRECISION_fp32, ACCUMULATE_plain, RSQRT_library, GUARD_select, 128, 1, 128, 1, 1),                        \
    .size = {.unit = FMM_PARTICLES, .classes = {4096, 100000, 1000000}, .most = 1 << 24, .of_structure = true},        \
    .problem = {.variants = 3, .expected_bytes = sizeof(struct solve_sums), .setup = setup,                            \
                .expect = solve_expect_sums, .verify = verify, .check = check},                                        \
    .device = {.enqueue = enqueue},                                                                                    \
    .report = {.uses = USES(RSQRT) | USES(FP32_FMA) | USES(FP64_FMA), .work = work, .error = "error",                  \
               .figures = figures, .figure = figure}
/* clang-format on */

/* Of the configurations, those that differ in which charges they read and when. */
#define FEW                                                                                                            \
    " --set PRECISION=fp32 --set ACCUMULATE=plain --set RSQRT=flush --set GUARD=repeat --set UNROLL=1"                 \
    " --set BLOCK_SIZE=64 --set TARGETS=2 --set SPLITS=1,4"

/* And those that differ in summation. */
#define SUMS                                                                                                           \
    " --set BLOCK_SIZE=64 --set TARGETS=1 --set STAGED=128 --set SPLITS=1,64 --set UNROLL=1"                           \
    " --set RSQRT=library,newton --set GUARD=maximum"

const struct bench fmm_direct = {
    .name = "direct",
    .summary = "field and potential of charges in a cube by all pairs that are apart",
    .own = &(const size_t){4},
    .kernel.defines = DEFINE(UNSTAGED) "#define FIELD 1\n",
    BENCH,
    .tests = NAMES("--size 1,2,3001 --set STAGED=0,128" FEW),
};

const struct bench fmm_direct_potential = {
    .name = "direct_potential",
    .summary = "potential of charges in a cube by all pairs that are apart",
    .own = &(const size_t){1},
    .kernel.defines = DEFINE(UNSTAGED) "#define FIELD 0\n",
    BENCH,
    .tests = NAMES("--size 1,3001 --charges same --set STAGED=128" FEW, "--size 2500 --charges random" SUMS),
};
