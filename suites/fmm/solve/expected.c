/* The expectation of a solver: the direct sum in double precision. */
#include "suites/fmm/solve/expected.h"

#include "suites/fmm/pairs.h"
#include "suites/fmm/solve/ewald.h"

#include <math.h>
#include <string.h>

int solve_most_depth(uint64_t charges)
{
    int depth = 2;
    while (depth < 8 && charges >> 3 * (depth + 1) >= 4)
        depth++;
    return depth;
}

struct mm_float4 *solve_declare_charges(struct job *job)
{
    const int most = solve_most_depth(job->problem->n);
    struct mm_float4 *charge = job_host_memory(job, SLOT(SOLVE_CHARGES), job->n * sizeof *charge, HOST_INPUT, false);
    fmm_fill_charges(job, most, charge);
    return charge;
}

void solve_declare_expected(struct job *job)
{
    solve_declare_charges(job);
    job_host_memory(job, SLOT(SOLVE_COUNTS), 2 * sizeof(uint32_t) << 3 * solve_most_depth(job->problem->n),
                    HOST_SCRATCH, false);
}

/* ---- pairs ---- */

/* For each box the sum of itself and those up to `reach` away along an axis, whose boxes lie `pitch` apart. */
static void spread(uint32_t *count, int depth, bool periodic, uint64_t pitch, int reach)
{
    const uint64_t side = UINT64_C(1) << depth, lines = side * side;
#pragma omp parallel for if (lines >= 1 << 12)
    for (uint64_t l = 0; l < lines; l++) {
        uint32_t line[1 << FMM_MOST_DEPTH];
        uint32_t *at = count + l / pitch * pitch * side + l % pitch;
        for (uint64_t i = 0; i < side; i++)
            line[i] = at[i * pitch];
        for (uint64_t i = 0; i < side; i++) {
            const uint64_t from = !periodic && i < (uint64_t)reach ? 0 : i - (uint64_t)reach;
            at[i * pitch] = 0;
            for (uint64_t j = from; j != i + (uint64_t)reach + 1 && (periodic || j < side); j++)
                at[i * pitch] += line[j % side];
        }
    }
}

/* Charges of each box of a level. */
static void count_charges(const struct mm_float4 *charge, uint64_t charges, int depth, uint32_t *count)
{
    enum { LEAST_SHARED = 1 << 15 };
    const uint64_t boxes = UINT64_C(1) << 3 * depth, begin = fmm_level_begin(depth);
    memset(count, 0, boxes * sizeof *count);
#pragma omp parallel for schedule(static) if (charges >= LEAST_SHARED)
    for (uint64_t i = 0; i < charges; i++) {
        uint32_t *of_box = &count[fmm_box_index(fmm_box_of(depth, &charge[i])) - begin];
#pragma omp atomic
        ++*of_box;
    }
}

/* The counts of a level become those of the one above: a parent is never behind its children. */
static void count_parents(int depth, uint32_t *count)
{
    const uint64_t boxes = UINT64_C(1) << 3 * (depth - 1);
    for (uint64_t b = 0; b < boxes; b++) {
        const struct fmm_box parent = fmm_box_at(depth - 1, b);
        uint32_t sum = 0;
        for (int child = 0; child < 8; child++) {
            const struct fmm_box box = {depth,
                                        {2 * parent.place[0] + (child & 1), 2 * parent.place[1] + (child >> 1 & 1),
                                         2 * parent.place[2] + (child >> 2)}};
            sum += count[fmm_box_index(box) - fmm_level_begin(depth)];
        }
        count[b] = sum;
    }
}

/* Of the counts of a level; `around` has room for as many. */
static double count_pairs(const uint32_t *own, int depth, int separation, bool periodic, uint32_t *around)
{
    const uint64_t boxes = UINT64_C(1) << 3 * depth;
    double pairs = 0;
    memcpy(around, own, boxes * sizeof *own);
    for (int axis = 0; axis < 3; axis++)
        spread(around, depth, periodic, UINT64_C(1) << axis * depth, separation);
    for (uint64_t b = 0; b < boxes; b++)
        pairs += (double)own[b] * around[b];
    return pairs;
}

static void find_pairs(struct job *job, double pairs[FMM_MOST_DEPTH + 1])
{
    const int most = solve_most_depth(job->problem->n);
    uint32_t *own = job_memory(job, SOLVE_COUNTS), *around = own + (UINT64_C(1) << 3 * most);
    count_charges(job_memory(job, SOLVE_CHARGES), job->n, most, own);
    for (int depth = most; depth >= 2; depth--) {
        pairs[depth] =
            count_pairs(own, depth, fmm_separation(job->problem), fmm_periodic(job->problem), around) - (double)job->n;
        count_parents(depth, own);
    }
}

/* ---- sums ---- */

/* Shells of cubes, in a conductor: Ewald's, minus the trace (ewald.h). With few samples, waves dominate the time: 51
 * us of a core per charge for the larger split, growing with its cube. */
static void sum_images(struct job *job, struct solve_sums *sums)
{
    const struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES);
    const uint64_t samples = solve_samples(job);
    struct mm_float4 at[SOLVE_SAMPLES];
    for (uint64_t i = 0; i < samples; i++)
        at[i] = charge[solve_sample_at(job, i)];
    ewald_sum(charge, job->n, job->n > 1 << 17 ? 7 : EWALD_MOST_SPLIT, at, samples, sums->value);
    sums->added = -2.0943951023931953 * ewald_trace(charge, job->n);
    for (uint64_t i = 0; i < samples; i++)
        sums->value[i][3] += sums->added;
}

void solve_expect(struct job *job, void *to)
{
    struct solve_expected *expected = to;
    const uint64_t charges = job->n;
    const struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES);
    find_pairs(job, expected->pairs);
    solve_expect_sums(job, &expected->sums);
    if (fmm_periodic(job->problem))
        sum_images(job, &expected->sums);
    double squares = 0, sum = 0, charge_squares = 0;
    for (uint64_t i = 0; i < solve_samples(job); i++)
        squares += expected->sums.usual[i];
    expected->usual = sqrt(squares);
#pragma omp parallel for schedule(static) reduction(+ : sum, charge_squares) if (charges > 1 << 20)
    for (uint64_t i = 0; i < charges; i++) {
        sum += (double)charge[i].w;
        charge_squares += (double)charge[i].w * (double)charge[i].w;
    }
    expected->one_sign = charge_squares > 0 ? fabs(sum) / sqrt(charge_squares) : 0;
}

/* ---- comparison ---- */

/* Of potentials and fields, of orders 0, 2 ... 20; odd ones are interpolated. For ws 1 of 8192 neutral charges in a
 * tree of depth 3; a further level is 1.3 times as much. */
static const double truncation_of[2][2][FMM_MOST_ORDER / 2 + 1] = {
    {{1.9e-1, 8.7e-3, 9.1e-4, 1.2e-4, 1.8e-5, 3.3e-6, 6.6e-7, 1.6e-7, 3.9e-8, 1.1e-8, 3.2e-9},
     {3.8e-2, 5.0e-3, 7.4e-4, 1.3e-4, 2.4e-5, 5.2e-6, 1.2e-6, 3.2e-7, 9.1e-8, 2.8e-8, 9.1e-9}},
    {{9.8e-2, 2.1e-3, 7.6e-5, 3.6e-6, 2.2e-7, 1.4e-8, 9.2e-10, 7.5e-11, 5.6e-12, 5.0e-13, 4.7e-14},
     {2.0e-2, 9.6e-4, 4.7e-5, 2.9e-6, 2.1e-7, 1.6e-8, 1.2e-9, 1.1e-10, 9.3e-12, 8.7e-13, 8.2e-14}},
};

double solve_truncation(int order, int separation, bool field)
{
    const double *of = truncation_of[separation - 1][field];
    return order % 2 ? sqrt(of[order / 2] * of[order / 2 + 1]) : of[order / 2];
}

/* Adds one charge's error, of its numbers from `first` to before `end`, whose expectation is `want`. */
static void add_error(struct solve_error *to, const double *value, const double *want, const double *close,
                      const double *added, int first, int end, double own_rounding)
{
    double off = 0;
    for (int n = first; n < end; n++) {
        const double all = want[n] - added[n];
        off += (value[n] - want[n]) * (value[n] - want[n]);
        to->norm += all * all;
        to->far += (all - close[n]) * (all - close[n]);
    }
    const double beyond = fmax(0, sqrt(off) - own_rounding);
    to->off += off;
    to->beyond += isnan(off) ? off : beyond * beyond;
}

static struct solve_error roots(struct solve_error of)
{
    return (struct solve_error){sqrt(of.off), sqrt(of.norm), sqrt(of.beyond), sqrt(of.far)};
}

enum status solve_errors(const struct job *job, int slot, bool fp64, size_t numbers, double rounding,
                         struct solve_errors *errors, struct fault *fault)
{
    const struct solve_sums *sums = job_expected(job);
    const double added[4] = {0, 0, 0, sums->added};
    struct solve_errors all = {0};
    enum status status = OK;
    for (uint64_t i = 0; i < solve_samples(job) && status == OK; i++) {
        double value[4] = {0};
        status = fmm_read_numbers(job, slot, fp64, solve_sample_at(job, i), numbers, value + 4 - numbers, fault);
        add_error(&all.potential, value, sums->value[i], sums->close[i], added, 3, 4,
                  rounding * sums->close_potential[i]);
        if (numbers > 1)
            add_error(&all.field, value, sums->value[i], sums->close[i], added, 0, 3, rounding * sums->close_field[i]);
    }
    *errors = (struct solve_errors){roots(all.potential), roots(all.field)};
    return status;
}

double solve_share(struct solve_error error)
{
    return error.off == 0 ? 0 : error.off / error.norm;
}
