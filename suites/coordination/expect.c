/* What is expected of coordination numbers: all pairs, in double precision. */
#include "suites/coordination/coordination.h"

#include <math.h>
#include <string.h>

/* Adds, or with `sign` -1 takes away, what atom j gives to atom i: of the value and the virial half a pair is each
 * atom's. Where places are floats, or doubles, a distance may be off by three roundings of a side and twelve of its
 * own, powers among them; a term by eight, and by what the function and its slope change over that distance. A pair at
 * dmax may be either. */
static void add_pair(struct coordination_part *part, const struct coordination_system *system, const void *place,
                     uint64_t i, uint64_t j, int sign, double *pairs)
{
    const int weight = coordination_weight(system, i, j);
    if (!weight)
        return;
    double vector[3];
    const struct switching *switching = &system->switching;
    const double r = coordination_apart(system, place, i, j, vector);
    const double off = 3 * fmax(system->side[0], fmax(system->side[1], system->side[2])) + 12 * r;
    const double unit = system->doubles ? 0x1p-53 : 0x1p-24, half = 0.5 * weight;
    if (r > switching->dmax + off * unit)
        return;
    const bool at_end = fabs(r - switching->dmax) <= off * unit;
    const struct switched switched = switching_at(switching, at_end ? switching->dmax : r);
    const double slope = fabs(switched.slope), over = r > 0 ? switched.slope / r : 0;
    const double slack = 8 * fabs(switched.value) + slope * off + (at_end ? switched.value / unit : 0);
    const double slope_slack =
        16 * slope + switched.bend * (at_end ? 0 : off) + (r > 0 ? slope / r * off : 0) + (at_end ? slope / unit : 0);
    part->number[FIRST_VALUE] += sign * half * switched.value;
    for (int a = 0; a < 3; a++) {
        part->number[a] += sign * weight * over * vector[a];
        for (int b = 0; b < 3; b++)
            part->number[FIRST_VIRIAL + 3 * a + b] -= sign * half * over * vector[a] * vector[b];
    }
    const double magnitude[] = {weight * slope, half * fabs(switched.value), half * slope * r};
    const double slacks[] = {weight * slope_slack, half * slack, half * (slope_slack * r + slope * off)};
    for (int kind = 0; kind < KINDS; kind++) {
        part->magnitude[kind] += magnitude[kind];
        part->slack[kind] += slacks[kind];
    }
    *pairs += 0.5 * (r <= switching->dmax);
}

static struct coordination_part part_of(const struct coordination_system *system, const void *place, uint64_t i,
                                        double *pairs)
{
    struct coordination_part part = {{0}, {0}, {0}};
    for (uint64_t j = 0; j < system->n; j++)
        add_pair(&part, system, place, i, j, 1, pairs);
    return part;
}

uint64_t coordination_samples(const struct job *job)
{
    return job->n < COORDINATION_SAMPLES ? job->n : COORDINATION_SAMPLES;
}

uint64_t coordination_sample_at(const struct job *job, uint64_t i)
{
    const uint64_t samples = coordination_samples(job);
    return samples == job->n ? i : job_run(job, job->n, samples, 1, i);
}

static void add_part(struct coordination_part *sum, const struct coordination_part *part)
{
    for (int k = 0; k < COORDINATION_TERMS; k++)
        sum->number[k] += part->number[k];
    for (int kind = 0; kind < KINDS; kind++) {
        sum->magnitude[kind] += part->magnitude[kind];
        sum->slack[kind] += part->slack[kind];
    }
}

void coordination_expect(const struct job *job, const void *place, struct coordination_expected *expected)
{
    const struct coordination_system system = coordination_system(job->problem);
    const uint64_t samples = coordination_samples(job);
    memset(expected, 0, sizeof *expected);
#pragma omp parallel
    {
        struct coordination_part sum = {{0}, {0}, {0}};
        double pairs = 0, again = 0;
#pragma omp for schedule(dynamic, 16) nowait
        for (int64_t i = 0; i < (int64_t)system.n; i++) {
            const struct coordination_part part = part_of(&system, place, (uint64_t)i, &pairs);
            add_part(&sum, &part);
        }
#pragma omp for schedule(dynamic, 16)
        for (int64_t s = 0; s < (int64_t)samples; s++)
            expected->sample[s] = part_of(&system, place, coordination_sample_at(job, (uint64_t)s), &again);
#pragma omp critical
        {
            add_part(&expected->all, &sum);
            expected->pairs += pairs;
        }
    }
}

/* ---- behind timing ---- */

/* Of all other atoms the pair with this one is another; and all pairs have it twice, as each atom has half of it. */
void coordination_change(struct job *job, int slot)
{
    const struct coordination_system system = coordination_system(job->problem);
    struct coordination_expected *expected = job_corrected(job, sizeof *expected);
    const void *place = job_host(job, slot);
    const uint64_t samples = coordination_samples(job), moved = coordination_sample_at(job, job_draw(job, samples));
    const uint64_t axis = job_draw(job, 3), at = 3 * moved + axis;
    const double other = system.side[axis] * (double)job_draw(job, 1 << 20) * 0x1p-20;
    const size_t bytes = coordination_bytes(job->problem, 1);
    double pairs = 0;
    const struct coordination_part before = part_of(&system, place, moved, &pairs);
    for (uint64_t s = 0; s < samples; s++)
        add_pair(&expected->sample[s], &system, place, coordination_sample_at(job, s), moved, -1, &pairs);
    job_change(job, slot, at * bytes, system.doubles ? (const void *)&other : &(float){(float)other}, bytes);
    const struct coordination_part behind = part_of(&system, place, moved, &pairs);
    for (uint64_t s = 0; s < samples; s++)
        if (coordination_sample_at(job, s) == moved)
            expected->sample[s] = behind;
        else
            add_pair(&expected->sample[s], &system, place, coordination_sample_at(job, s), moved, 1, &pairs);
    for (int k = FIRST_VALUE; k < COORDINATION_TERMS; k++)
        expected->all.number[k] += 2 * (behind.number[k] - before.number[k]);
}

/* ---- comparison ---- */

/* A term more is wrong by what it rounds of the sum so far: roundings of either sign grow as the root of their number
 * (Higham and Mary, SIAM J. Sci. Comput. 41, 2019); twice that has room. */
enum status coordination_compare(const struct job *job, const struct coordination_part *expected,
                                 struct coordination_numbers_of got, double chain, const char *whose,
                                 struct verdict *verdict, struct fault *fault)
{
    static const char *const names[] = {"derivative x", "derivative y", "derivative z", "value",     "virial xx",
                                        "virial xy",    "virial xz",    "virial yx",    "virial yy", "virial yz",
                                        "virial zx",    "virial zy",    "virial zz"};
    const struct coordination_system system = coordination_system(job->problem);
    const double unit = system.doubles ? 0x1p-53 : 0x1p-24;
    for (int k = 0; k < got.count; k++) {
        const int term = got.first + k, kind = term < FIRST_VALUE    ? OF_DERIVATIVE
                                               : term == FIRST_VALUE ? OF_VALUE
                                                                     : OF_VIRIAL;
        const double is = coordination_number(&system, got.array, got.at + (uint64_t)k * got.stride);
        const double want = expected->number[term], off = fabs(is - want);
        const double slack = unit * (expected->slack[kind] + 2 * sqrt(chain) * expected->magnitude[kind]);
        const double error = off == 0 ? 0 : off / slack;
        if (!(error <= verdict->tolerance))
            return fail(fault, WRONG_RESULT, "%s%s is %.9g, expected %.17g +- %.3g", whose, names[term], is, want,
                        slack);
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}
