/* Compares the expansions that an operator computed with those of plain loops. */
#include "suites/fmm/particles.h"

#include <math.h>

static const struct fmm_operator *operator_of(const struct job *job)
{
    return job->bench->own;
}

void fmm_declare_results(struct job *job, const char *name)
{
    fmm_declare_numbers(job, operator_of(job)->slot, name, fmm_expansion_bytes(job->problem, false) / sizeof(float));
}

/* ---- compared boxes ---- */

struct samples {
    int first, last; /* levels */
    uint64_t most;   /* of each */
};

static struct samples samples_of(const struct job *job)
{
    const struct fmm_operator *op = operator_of(job);
    const int last = (int)job->n - op->from_last, first = op->deepest ? last : op->first;
    const uint64_t most = last < first ? 0 : FMM_SAMPLES / (uint64_t)(last - first + 1);
    return (struct samples){first, last, op->step && most > FMM_STEPS ? FMM_STEPS : most};
}

static uint64_t level_samples(struct samples samples, int level)
{
    const uint64_t boxes = UINT64_C(1) << 3 * level;
    return boxes < samples.most ? boxes : samples.most;
}

/* Compared box number `i` of a level: the first, its nearest partner, the last, and one from each equal share of the
 * others. */
static struct fmm_box sample(const struct job *job, struct samples samples, int level, uint64_t i)
{
    const uint64_t boxes = UINT64_C(1) << 3 * level, count = level_samples(samples, level);
    if (count == boxes || i == 0)
        return fmm_box_at(level, i);
    if (i == 1)
        return (struct fmm_box){level, {fmm_separation(job->problem) + 1, 0, 0}};
    if (i == count - 1)
        return fmm_box_at(level, boxes - 1);
    const uint64_t begin = boxes * i / count, end = boxes * (i + 1) / count;
    return fmm_box_at(level, begin + job_random(~job->seed, i) % (end - begin));
}

void fmm_expect(struct job *job, void *expected)
{
    struct fmm_expected *expectation = expected;
    const struct samples samples = samples_of(job);
    size_t at = 0;
    for (int level = samples.first; level <= samples.last; level++)
        for (uint64_t i = 0; i < level_samples(samples, level); i++, at++)
            operator_of(job)->plain(job, sample(job, samples, level, i), expectation->coefficient[at],
                                    expectation->scale[at]);
}

/* ---- comparison ---- */

enum status fmm_read_result(const struct job *job, bool fp64, struct fmm_box box, struct fmm_complex *expansion,
                            struct fault *fault)
{
    const size_t numbers = 2 * (size_t)fmm_coefficients(fmm_order(job->problem));
    return fmm_read_numbers(job, operator_of(job)->slot, fp64, fmm_box_index(box), numbers, &expansion->re, fault);
}

double fmm_order_norm(bool is_mu, int l, const struct fmm_complex *a, const struct fmm_complex *b)
{
    double sum = 0;
    for (int m = 0; m <= l; m++) {
        const int i = fmm_index(l, m);
        const double by = is_mu ? 1 / fmm_norm(l, m) : fmm_norm(l, m);
        const double re = (a[i].re - (b ? b[i].re : 0)) * by, im = (a[i].im - (b ? b[i].im : 0)) * by;
        sum += re * re + im * im;
    }
    return sqrt(sum);
}

/* The largest scale of each order among so many boxes. */
static void find_largest(const double (*scale)[FMM_MOST_ORDER + 1], uint64_t boxes, double largest[FMM_MOST_ORDER + 1])
{
    for (int l = 0; l <= FMM_MOST_ORDER; l++) {
        largest[l] = 0;
        for (uint64_t i = 0; i < boxes; i++)
            largest[l] = fmax(largest[l], scale[i][l]);
    }
}

/* The state of a comparison of boxes. */
struct comparing {
    const struct job *job;
    bool fp64;
    double tolerance; /* INFINITY: no comparison, only the error */
    double error;     /* the largest so far */
};

static enum status compare_box(struct comparing *comparing, struct fmm_box box, const struct fmm_complex *expected,
                               const double *scale, struct fault *fault)
{
    struct fmm_complex expansion[FMM_MOST_COEFFICIENTS];
    enum status status = fmm_read_result(comparing->job, comparing->fp64, box, expansion, fault);
    for (int l = 0; l <= fmm_order(comparing->job->problem) && status == OK; l++) {
        const double off = fmm_order_norm(operator_of(comparing->job)->is_mu, l, expansion, expected);
        const double error = off / scale[l];
        if (off > 0)
            comparing->error = fmax(comparing->error, error);
        if (off == 0 || error <= comparing->tolerance)
            continue;
        int m = 0;
        for (int k = 1; k <= l; k++)
            if (fabs(expansion[fmm_index(l, k)].re - expected[fmm_index(l, k)].re) >
                fabs(expansion[fmm_index(l, m)].re - expected[fmm_index(l, m)].re))
                m = k;
        const struct fmm_complex is = expansion[fmm_index(l, m)], want = expected[fmm_index(l, m)];
        status = fail(fault, WRONG_RESULT,
                      "level %d, box (%d, %d, %d): coefficient (%d, %d) is %.9g %+.9gi, expected %.9g %+.9gi",
                      box.level, box.place[0], box.place[1], box.place[2], l, m, is.re, is.im, want.re, want.im);
    }
    return status;
}

/* Compares the boxes of a level with their stored expectation: relative to each one's own scale, or to the level's. */
static enum status compare_kept(struct comparing *comparing, int level, size_t first, struct fault *fault)
{
    const struct job *job = comparing->job;
    const struct samples samples = samples_of(job);
    const struct fmm_expected *expected = job_expected(job);
    const uint64_t boxes = level_samples(samples, level);
    double of_level[FMM_MOST_ORDER + 1];
    enum status status = OK;
    find_largest(&expected->scale[first], boxes, of_level);
    for (uint64_t i = 0; i < boxes && status == OK; i++)
        status = compare_box(comparing, sample(job, samples, level, i), expected->coefficient[first + i],
                             operator_of(job)->by_level ? of_level : expected->scale[first + i], fault);
    return status;
}

/* The same for an operator whose levels follow from one another. */
static enum status compare_steps(struct comparing *comparing, int level, struct fault *fault)
{
    const struct job *job = comparing->job;
    const struct samples samples = samples_of(job);
    enum status status = OK;
    for (uint64_t i = 0; i < level_samples(samples, level) && status == OK; i++) {
        const struct fmm_box box = sample(job, samples, level, i);
        struct fmm_complex expected[FMM_MOST_COEFFICIENTS] = {0};
        double scale[FMM_MOST_ORDER + 1] = {0};
        status = operator_of(job)->step(job, comparing->fp64, box, expected, scale, fault);
        if (status == OK)
            status = compare_box(comparing, box, expected, scale, fault);
    }
    return status;
}

static enum status compare(struct comparing *comparing, struct fault *fault)
{
    const struct samples samples = samples_of(comparing->job);
    const bool steps = operator_of(comparing->job)->step;
    enum status status = OK;
    size_t first = 0;
    for (int level = samples.first; level <= samples.last && status == OK; level++) {
        status = steps ? compare_steps(comparing, level, fault) : compare_kept(comparing, level, first, fault);
        first += level_samples(samples, level);
    }
    return status;
}

/* Whether all boxes of the result were written: unwritten ones are still NaN. */
static enum status check_finite(const struct job *job, bool fp64, struct fault *fault)
{
    const struct samples samples = samples_of(job);
    const uint64_t numbers = 2 * (uint64_t)fmm_coefficients(fmm_order(job->problem));
    const void *host = job_host(job, operator_of(job)->slot + fp64);
    for (int level = samples.first; level <= samples.last && host; level++)
        for (uint64_t i = fmm_level_begin(level) * numbers; i < fmm_level_begin(level + 1) * numbers; i++)
            if (!isfinite(fp64 ? ((const double *)host)[i] : (double)((const float *)host)[i])) {
                const struct fmm_box box = fmm_box_at(level, i / numbers - fmm_level_begin(level));
                return fail(fault, WRONG_RESULT, "level %d, box (%d, %d, %d): number %d is not finite", level,
                            box.place[0], box.place[1], box.place[2], (int)(i % numbers));
            }
    return OK;
}

double fmm_rounding(const struct job *job, bool fp64, double added)
{
    return fp64 ? 1e-12 : fmin(1e-5, (32 + 8 * fmm_order(job->problem) + 4 * sqrt(added)) * 0x1p-24);
}

static double tolerance_of(const struct job *job, bool fp64)
{
    const struct fmm_operator *op = operator_of(job);
    return fmm_rounding(job, fp64, op->step ? 0 : op->added ? op->added(job) : INFINITY);
}

/* A coefficient is the sum of some hundred to ten thousand products of either sign, each rounded to half a unit in
 * its last place, as are the operator's entries: a random walk of a thousand roundings is 2e-6 of a float, 3e-15 of
 * a double. Orders above the lowest cancel more. Shifts and P2M have fewer terms. Tensor cores have floats in two
 * parts, which lose 2^-22, and cut off sums of a stage: that is less than FMA's roundings, and 1e-5 to 3e-5 if they
 * added up all. */
enum status fmm_verify(const struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    struct comparing comparing = {job, fmm_is_fp64(config), .error = 0};
    comparing.tolerance = tolerance_of(job, comparing.fp64);
    enum status status = compare(&comparing, fault);
    if (status == OK)
        status = check_finite(job, comparing.fp64, fault);
    *verdict = (struct verdict){comparing.error, comparing.tolerance};
    return status;
}

void fmm_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    struct comparing comparing = {job, fmm_is_fp64(config), INFINITY, 0};
    struct fault fault;
    values[0] = compare(&comparing, &fault) == OK ? comparing.error : NAN;
}
