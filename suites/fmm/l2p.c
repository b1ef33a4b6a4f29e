/* From Taylor moments of the deepest level's boxes to results of their charges: potential, field and energy of the far
 * field, the operator L2P. */
#include "suites/fmm/particles.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MU_FP32, MU_FP64, CHARGES_IN, START, RESULT_FP32, RESULT_FP64, PARTIAL, TICKET }; /* slots */
DEFINE_PARAMETERS(parameters, AFTER(PRECISION, FMM_PRECISION),
                  WORD(MAPPING, "work-items are for charges, or for boxes", charge, box),
                  WORD(MU, "is read from global memory, or staged in local", global, local),
                  NUMBER(BLOCK_SIZE, "work-items of a group", 128, 32, 64, 256),
                  NUMBER(LANES, "work-items of a box", 16, 1, 4, 8, 32),
                  NUMBER(CHARGES_AT_ONCE, "of a work-item", 1, 2, 4),
                  WORD(COLUMNS, "over m and l: loops, or unrolled", loop, unrolled));
enum { OUTPUT_POTENTIAL, OUTPUT_POTENTIAL_AND_FIELD, OUTPUT_ENERGY };

enum { LEAST_GROUP = 32, SAMPLES = 1024 };

/* A bench's .own: its output. */
static int output_of(const struct job *job)
{
    return *(const int *)job->bench->own;
}

/* How many numbers a charge's result has. */
static size_t numbers_of(const struct job *job)
{
    return output_of(job) == OUTPUT_POTENTIAL_AND_FIELD ? 4 : 1;
}

/* Potential and field in units of the cube, with the sums of the magnitudes of their terms; the energy of all
 * charges, with the sums of the magnitudes and of the squares of each one's. */
struct sample {
    double potential, field[3], potential_scale, field_scale;
};

struct expected {
    double energy, energy_scale, energy_squares;
    struct sample sample[SAMPLES];
};

/* ---- inputs ---- */

static enum status check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t bytes = sizeof(struct mm_float4) + sizeof(struct mm_float4) + sizeof(struct mm_double4);
    enum status status = fmm_check_expansions(problem, device, 1, fmm_charges(problem) * bytes, "charges", fault);
    return status == OK ? fmm_check_charges(problem, device, bytes, fault) : status;
}

static void setup(struct job *job)
{
    const uint64_t charges = fmm_charges(job->problem), boxes = fmm_deepest_boxes(job->problem);
    const uint64_t groups = divide_up(charges, LEAST_GROUP) + boxes; /* of either mapping, at most */
    float *fp32 = job_input(job, SLOT(MU_FP32), fmm_expansion_bytes(job->problem, false));
    double *fp64 = job_input(job, SLOT(MU_FP64), fmm_expansion_bytes(job->problem, true));
    fmm_fill_expansions(job, true, false, fp32, fp64);
    fmm_declare_charges(job, CHARGES_IN, START);
    fmm_declare_numbers(job, RESULT_FP32, "result", output_of(job) == OUTPUT_ENERGY ? 1 : charges * numbers_of(job));
    job_scratch(job, SLOT(PARTIAL), groups * sizeof(double));
    job_zeroed(job, SLOT(TICKET), sizeof(uint32_t));
}

/* ---- device ---- */

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const int fp64 = fmm_is_fp64(config);
    const uint64_t charges = fmm_charges(job->problem), block = config_count(config, BLOCK_SIZE);
    struct compute_launch launch = launch_over(charges, block * config_count(config, CHARGES_AT_ONCE), block);
    if (config->value[MAPPING] == MAPPING_box)
        launch = launch_over(fmm_deepest_boxes(job->problem), block / config_count(config, LANES), block);
    return LAUNCH(0, launch, ARRAY(CHARGES_IN), ARRAY(START), ARRAY(MU_FP32 + fp64), ARRAY(RESULT_FP32 + fp64),
                  ARRAY(PARTIAL), ARRAY(TICKET), VALUE((int)job->n), VALUE((uint32_t)charges));
}

/* ---- expectation ---- */

/* A charge's mu, and the harmonics of its box's centre relative to the charge. */
struct seen {
    struct fmm_complex mu[FMM_MOST_COEFFICIENTS], regular[FMM_MOST_COEFFICIENTS];
};

static void look(const struct job *job, const struct mm_float4 *charge, struct seen *seen)
{
    const int order = fmm_order(job->problem);
    const uint64_t coefficients = (uint64_t)fmm_coefficients(order);
    const struct fmm_box box = fmm_box_of((int)job->n, charge);
    const struct fmm_complex *mu = job_host(job, MU_FP64);
    double place[3];
    fmm_within(box, charge, place);
    for (int d = 0; d < 3; d++)
        place[d] = -place[d];
    fmm_regular(order, place, seen->regular);
    memcpy(seen->mu, mu + fmm_box_index(box) * coefficients, coefficients * sizeof *mu);
}

/* The sum over all l, m of mu(l, m) O(l - down, m - across), and of the terms' magnitudes. */
static struct fmm_complex sum_of(const struct seen *seen, int order, int down, int across, double *magnitude)
{
    struct fmm_complex sum = {0, 0};
    for (int l = down; l <= order; l++)
        for (int m = across + down - l; m <= across + l - down; m++) {
            const struct fmm_complex a = fmm_at(seen->mu, l, m), b = fmm_at(seen->regular, l - down, m - across);
            sum.re += a.re * b.re - a.im * b.im;
            sum.im += a.re * b.im + a.im * b.re;
            *magnitude += hypot(a.re, a.im) * hypot(b.re, b.im);
        }
    return sum;
}

/* The derivative of O(l, m) by z is O(l - 1, m), that by x, and i times that by y, together -O(l - 1, m - 1). The field
 * is the gradient by the centre's place. */
static struct sample sample_of(const struct job *job, const struct mm_float4 *charge)
{
    const int order = fmm_order(job->problem);
    const double per_unit = 2 << job->n;
    struct seen seen;
    struct sample sample = {0};
    look(job, charge, &seen);
    sample.potential = sum_of(&seen, order, 0, 0, &sample.potential_scale).re * per_unit;
    sample.potential_scale *= per_unit;
    const struct fmm_complex across = sum_of(&seen, order, 1, 1, &sample.field_scale);
    sample.field[2] = sum_of(&seen, order, 1, 0, &sample.field_scale).re * per_unit * per_unit;
    sample.field[0] = -across.re * per_unit * per_unit;
    sample.field[1] = -across.im * per_unit * per_unit;
    sample.field_scale *= per_unit * per_unit;
    return sample;
}

static double energy_of(const struct job *job, const struct mm_float4 *charge)
{
    const int order = fmm_order(job->problem);
    struct seen seen;
    double potential = 0;
    look(job, charge, &seen);
    for (int l = 0, c = 0; l <= order; l++)
        for (int m = 0; m <= l; m++, c++)
            potential += (m > 0 ? 2 : 1) * (seen.mu[c].re * seen.regular[c].re - seen.mu[c].im * seen.regular[c].im);
    return 0.5 * (double)charge->w * potential * (2 << job->n);
}

static void expect(struct job *job, void *to)
{
    struct expected *expected = to;
    const struct mm_float4 *charge = job_host(job, CHARGES_IN);
    const uint64_t charges = fmm_charges(job->problem);
    double energy = 0, scale = 0, squares = 0;
    for (uint64_t i = 0; i < fmm_samples(job, SAMPLES); i++)
        expected->sample[i] = sample_of(job, &charge[fmm_sample_at(job, SAMPLES, i)]);
#pragma omp parallel for reduction(+ : energy, scale, squares)
    for (uint64_t i = 0; i < charges; i++) {
        const double of_one = energy_of(job, &charge[i]);
        energy += of_one;
        scale += fabs(of_one);
        squares += of_one * of_one;
    }
    expected->energy = energy;
    expected->energy_scale = scale;
    expected->energy_squares = squares;
}

/* ---- comparison ---- */

/* A comparison: the tolerance is INFINITY if only the largest `error` is of interest. */
struct comparing {
    const struct job *job;
    bool fp64;
    double tolerance, error;
};

/* Adds an error relative to a scale; returns whether it is within the tolerance. */
static bool judge(struct comparing *comparing, double off, double scale)
{
    const double error = off == 0 ? 0 : off / scale;
    comparing->error = fmax(comparing->error, error);
    return error <= comparing->tolerance;
}

static enum status compare_energy(struct comparing *comparing, struct fault *fault)
{
    const struct expected *expected = job_expected(comparing->job);
    double is[4];
    enum status status = fmm_read_numbers(comparing->job, RESULT_FP32, comparing->fp64, 0, 1, is, fault);
    if (status == OK && !judge(comparing, fabs(is[0] - expected->energy), expected->energy_scale))
        return fail(fault, WRONG_RESULT, "the energy is %.9g, expected %.9g", is[0], expected->energy);
    return status;
}

/* Compares charge number i: its potential, and its field if there is one. */
static enum status compare_charge(struct comparing *comparing, bool field, uint64_t i, const struct sample *expected,
                                  struct fault *fault)
{
    const double *want = expected->field;
    double is[4];
    enum status status = fmm_read_numbers(comparing->job, RESULT_FP32, comparing->fp64, i, field ? 4 : 1, is, fault);
    if (status != OK)
        return status;
    const double potential = is[field ? 3 : 0];
    if (!judge(comparing, fabs(potential - expected->potential), expected->potential_scale))
        return fail(fault, WRONG_RESULT, "charge %" PRIu64 ": its potential is %.9g, expected %.9g", i, potential,
                    expected->potential);
    if (field &&
        !judge(comparing, hypot(hypot(is[0] - want[0], is[1] - want[1]), is[2] - want[2]), expected->field_scale))
        return fail(fault, WRONG_RESULT,
                    "charge %" PRIu64 ": its field is (%.9g, %.9g, %.9g), expected (%.9g, %.9g, %.9g)", i, is[0], is[1],
                    is[2], want[0], want[1], want[2]);
    return OK;
}

static enum status compare_charges(struct comparing *comparing, bool field, struct fault *fault)
{
    const struct expected *expected = job_expected(comparing->job);
    const uint64_t samples = fmm_samples(comparing->job, SAMPLES);
    enum status status = OK;
    for (uint64_t s = 0; s < samples && status == OK; s++)
        status =
            compare_charge(comparing, field, fmm_sample_at(comparing->job, SAMPLES, s), &expected->sample[s], fault);
    return status;
}

static enum status compare(struct comparing *comparing, int output, struct fault *fault)
{
    if (output == OUTPUT_ENERGY)
        return compare_energy(comparing, fault);
    return compare_charges(comparing, output == OUTPUT_POTENTIAL_AND_FIELD, fault);
}

/* Charges' errors have either sign, and add up as their squares do: n equal charges err by 1 / sqrt(n) of a share of
 * the scale, where a missing one is 1 / n. Plus the rounding of sums of sums. The energy itself is rounded, and so are
 * some partial sums of its size. */
static double tolerance_of_energy(const struct job *job, bool fp64)
{
    const struct expected *expected = job_expected(job);
    const double scale = expected->energy_scale > 0 ? expected->energy_scale : 1;
    const double charges = fmm_rounding(job, fp64, 0) * sqrt(expected->energy_squares) / scale;
    return fmax(charges, fp64 ? 1e-12 : 1e-8) + 8 * (fp64 ? 0x1p-53 : 0x1p-24) * fabs(expected->energy) / scale;
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    struct comparing comparing = {job, fmm_is_fp64(config), .error = 0};
    comparing.tolerance = output_of(job) == OUTPUT_ENERGY ? tolerance_of_energy(job, comparing.fp64)
                                                          : fmm_rounding(job, comparing.fp64, 0);
    enum status status = compare(&comparing, output_of(job), fault);
    if (status == OK && output_of(job) != OUTPUT_ENERGY)
        status = fmm_check_finite(job, RESULT_FP32, comparing.fp64, numbers_of(job), fault);
    *verdict = (struct verdict){comparing.error, comparing.tolerance};
    return status;
}

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    struct comparing comparing = {job, fmm_is_fp64(config), INFINITY, 0};
    struct fault fault;
    values[0] = compare(&comparing, output_of(job), &fault) == OK ? comparing.error : NAN;
}

/* Per coefficient of a charge: two additions of products to the potential, six to it and the field; three operations
 * each for the harmonic and its slope, fewer for the first two of a column. */
static struct work work(const struct job *job, const struct config *config)
{
    const bool fp64 = fmm_is_fp64(config);
    const bool field = output_of(job) == OUTPUT_POTENTIAL_AND_FIELD;
    const double charges = (double)fmm_charges(job->problem), boxes = (double)fmm_deepest_boxes(job->problem);
    const double p = fmm_order(job->problem), coefficients = fmm_coefficients((int)p), later = p * (p - 1) / 2;
    const double operations = charges * (field ? 2 * coefficients + 10 * later : 2 * coefficients + 3 * later);
    const double real = fp64 ? sizeof(double) : sizeof(float);
    const double numbers = output_of(job) == OUTPUT_ENERGY ? 0 : charges * (field ? 4 : 1);
    struct work work = {.flops = 2 * operations};
    work.amount[fp64 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] = operations;
    work.amount[RESOURCE_DRAM_READ] = charges * sizeof(struct mm_float4) + boxes * coefficients * 2 * real;
    work.amount[RESOURCE_DRAM_WRITE] = numbers * real;
    work.bytes = work.amount[RESOURCE_DRAM_READ] + work.amount[RESOURCE_DRAM_WRITE];
    return work;
}

/* clang-format off */
#define OUTPUTS "#define OUTPUT_POTENTIAL 0\n#define OUTPUT_POTENTIAL_AND_FIELD 1\n#define OUTPUT_ENERGY 2\n"
#define BENCH(output, used)                                                                                            \
    .kernel = {.file = "fmm/l2p.cl", .entries = NAMES("l2p"), .define = fmm_define,                                    \
               .defines = OUTPUTS "#define OUTPUT OUTPUT_" #output "\n"},                                              \
    .own = &(const int){OUTPUT_##output},                                                                              \
    .space = {.parameters = parameters,                                                                                \
         .constraints = CONSTRAINTS(                                                                                   \
             FMM_PRECISION_THERE, GROUP_FITS(BLOCK_SIZE),                                                              \
             {"LANES is of boxes", .expression = "LANES == 16 or MAPPING == 'box'"},                                   \
             {"MU local is of boxes", .expression = "MU == 'global' or MAPPING == 'box'"},                             \
             /* with a field four would need more than all 255 registers */                                            \
             {"two charges in fp64 at once, if unrolled",                                                              \
              .expression = "PRECISION == 'fp32' or COLUMNS == 'loop' or CHARGES_AT_ONCE <= 2"},                       \
             {"local memory holds mu of a group's boxes",                                                              \
              .expression = "MU == 'global' or (2 * (BLOCK_SIZE // LANES) * " FMM_COEFFICIENTS " + (order + 1) ** 2"   \
                            " + BLOCK_SIZE + 1) * " FMM_REAL " <= " FMM_LOCAL})},                                      \
    DEFAULTS(PRECISION_fp32, MAPPING_charge, MU_global, 128, 16, 1, COLUMNS_unrolled),                                 \
    FMM_SIZE, .device.enqueue = enqueue,                                                                               \
    .problem = {.variants = 2, .expected_bytes = sizeof(struct expected), .setup = setup, .expect = expect,            \
                .verify = verify, .check = check},                                                                     \
    .report = {.uses = USES(FP32_FMA) | USES(FP64_FMA) | USES(DRAM_READ) | (used), .work = work,                       \
               .error = "error", .figures = NAMES("error"), .figure = figure}
/* clang-format on */

/* Runs of few configurations: those that differ in the charges that they read. */
#define FEW " --set LANES=1,16 --set CHARGES_AT_ONCE=2 --set COLUMNS=loop --set PRECISION=fp32"

const struct bench fmm_l2p = {
    .name = "l2p",
    .summary = "far field: potential and field of each charge, of its box's Taylor moments",
    BENCH(POTENTIAL_AND_FIELD, USES(DRAM_WRITE)),
    .tests = NAMES("--size 2 --order 3 --set BLOCK_SIZE=32,128 --set LANES=1,16",
                   "--size 2 --order 0 --occupancy 1.3 --set BLOCK_SIZE=64" FEW,
                   "--size 2 --order 10 --charges same --set BLOCK_SIZE=256 --set LANES=16 --set CHARGES_AT_ONCE=1 "
                   "--set PRECISION=fp64 --set COLUMNS=unrolled"),
};

const struct bench fmm_l2p_potential = {
    .name = "l2p_potential",
    .summary = "far field: potential of each charge, of its box's Taylor moments",
    BENCH(POTENTIAL, USES(DRAM_WRITE)),
    .tests = NAMES("--size 2 --order 3 --set BLOCK_SIZE=32" FEW),
};

const struct bench fmm_l2p_energy = {
    .name = "l2p_energy",
    .summary = "far field: energy of all charges, of their boxes' Taylor moments",
    BENCH(ENERGY, 0),
    .tests = NAMES("--size 2 --order 3 --set BLOCK_SIZE=32" FEW),
};
