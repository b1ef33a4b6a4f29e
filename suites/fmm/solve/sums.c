/* The direct sum in double precision, at some of the charges. */
#include "suites/fmm/pairs.h"
#include "suites/fmm/solve/expected.h"

#include <math.h>
#include <string.h>

/* Terms of all samples together: some seconds of one core. One of Ewald's sum takes longer. */
#define MOST_TERMS (UINT64_C(1) << 28)
#define MOST_EWALD_TERMS (UINT64_C(1) << 25)

uint64_t solve_samples(const struct job *job)
{
    const uint64_t fit = (fmm_periodic(job->problem) ? MOST_EWALD_TERMS : MOST_TERMS) / job->n;
    const uint64_t most = fit < 64 ? 64 : fit;
    return fmm_samples(job, most < SOLVE_SAMPLES ? most : SOLVE_SAMPLES);
}

uint64_t solve_sample_at(const struct job *job, uint64_t i)
{
    return fmm_sample_at(job, solve_samples(job), i);
}

/* Compensated: results in double precision are compared with it, too. */
void solve_sum_at(const struct mm_float4 *charge, uint64_t charges, uint64_t target, double value[4])
{
    const struct mm_float4 *at = &charge[target];
    double lost[4] = {0};
    memset(value, 0, 4 * sizeof *value);
    for (uint64_t j = 0; j < charges; j++) {
        const double x = (double)at->x - (double)charge[j].x, y = (double)at->y - (double)charge[j].y;
        const double z = (double)at->z - (double)charge[j].z, square = x * x + y * y + z * z, q = (double)charge[j].w;
        const double inverse = square > 0 ? 1 / sqrt(square) : 0; /* itself, and coinciding ones */
        const double once = q * inverse, by = once * inverse * inverse;
        fmm_add_compensated(&value[0], &lost[0], by * x);
        fmm_add_compensated(&value[1], &lost[1], by * y);
        fmm_add_compensated(&value[2], &lost[2], by * z);
        fmm_add_compensated(&value[3], &lost[3], once);
    }
}

/* ---- at some charges at a time: the compiler makes vectors of them, so that each one's sums are as if it were alone
 * ---- */

enum { TOGETHER = 4 };

struct totals {
    double place[3][TOGETHER];
    double value[4][TOGETHER], lost[4][TOGETHER];
    double field[TOGETHER], potential[TOGETHER], usual[TOGETHER];
    double close[TOGETHER][4], close_field[TOGETHER], close_potential[TOGETHER];
};

/* What is close is nearer than a fair share of the cube: the square of that. */
struct closeness {
    double square;
    bool periodic;
};

/* Between two charges, or the nearest images of them. */
static double distance(double to, double from, bool periodic)
{
    return periodic ? to - from - nearbyint(to - from) : to - from;
}

/* The part of a charge in the sums of close ones at a target, if it is close. */
static void add_close(struct totals *totals, int target, const double from[4], struct closeness closeness)
{
    double by[3], square = 0;
    for (int d = 0; d < 3; d++) {
        by[d] = distance(totals->place[d][target], from[d], closeness.periodic);
        square += by[d] * by[d];
    }
    if (square <= 0 || square >= closeness.square)
        return;
    const double inverse = 1 / sqrt(square), once = from[3] * inverse;
    for (int d = 0; d < 3; d++)
        totals->close[target][d] += once * inverse * inverse * by[d];
    totals->close[target][3] += once;
    totals->close_field[target] += fabs(once) * inverse;
    totals->close_potential[target] += fabs(once);
}

/* The part of a charge in all sums but those; returns the square of the smallest distance above 0. */
static inline double add_charge(struct totals *totals, const double from[4], double near)
{
    const double charge = from[3], magnitude = fabs(charge);
    double away[TOGETHER];
#pragma omp simd
    for (int t = 0; t < TOGETHER; t++) {
        const double x = totals->place[0][t] - from[0], y = totals->place[1][t] - from[1];
        const double z = totals->place[2][t] - from[2], square = x * x + y * y + z * z;
        const double apart = square > 0 ? square : (double)INFINITY; /* itself, and coinciding ones, add nothing */
        const double inverse = 1 / sqrt(apart), once = charge * inverse, by = once * inverse * inverse;
        fmm_add_compensated(&totals->value[0][t], &totals->lost[0][t], by * x);
        fmm_add_compensated(&totals->value[1][t], &totals->lost[1][t], by * y);
        fmm_add_compensated(&totals->value[2][t], &totals->lost[2][t], by * z);
        fmm_add_compensated(&totals->value[3][t], &totals->lost[3][t], once);
        totals->field[t] += magnitude * inverse * inverse;
        totals->potential[t] += magnitude * inverse;
        totals->usual[t] += charge * charge / (apart > near ? apart : near);
        away[t] = apart;
    }
    double least = away[0];
    for (int t = 1; t < TOGETHER; t++)
        least = away[t] < least ? away[t] : least;
    return least;
}

static void add_all(const struct mm_float4 *charge, uint64_t charges, struct closeness closeness, struct totals *to)
{
    struct totals totals = *to;
    for (uint64_t j = 0; j < charges; j++) {
        const double from[] = {(double)charge[j].x, (double)charge[j].y, (double)charge[j].z, (double)charge[j].w};
        if (add_charge(&totals, from, closeness.square) >= closeness.square && !closeness.periodic)
            continue;
        for (int t = 0; t < TOGETHER; t++)
            add_close(&totals, t, from, closeness);
    }
    *to = totals;
}

static void store(const struct totals *totals, int target, struct solve_sums *sums, uint64_t to)
{
    for (int n = 0; n < 4; n++)
        sums->value[to][n] = totals->value[n][target];
    memcpy(sums->close[to], totals->close[target], sizeof sums->close[to]);
    sums->field[to] = totals->field[target];
    sums->potential[to] = totals->potential[target];
    sums->usual[to] = totals->usual[target];
    sums->close_field[to] = totals->close_field[target];
    sums->close_potential[to] = totals->close_potential[target];
}

void solve_expect_sums(struct job *job, void *to)
{
    struct solve_sums *sums = to;
    const struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES);
    const uint64_t samples = solve_samples(job);
    const double nearest = cbrt(1 / (double)job->n);
    const struct closeness closeness = {nearest * nearest, fmm_periodic(job->problem)};
#pragma omp parallel for schedule(dynamic)
    for (uint64_t first = 0; first < samples; first += TOGETHER) {
        struct totals totals = {0};
        for (int t = 0; t < TOGETHER; t++) {
            const uint64_t i = first + (uint64_t)t;
            const struct mm_float4 at = charge[solve_sample_at(job, i < samples ? i : first)];
            totals.place[0][t] = (double)at.x;
            totals.place[1][t] = (double)at.y;
            totals.place[2][t] = (double)at.z;
        }
        add_all(charge, job->n, closeness, &totals);
        for (int t = 0; t < TOGETHER && first + (uint64_t)t < samples; t++)
            store(&totals, t, sums, first + (uint64_t)t);
    }
    sums->added = 0;
}
