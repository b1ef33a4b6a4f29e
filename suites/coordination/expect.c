/* The expectation of coordination numbers: all pairs within dmax, in double precision. */
#include "suites/coordination/coordination.h"

#include <math.h>
#include <string.h>

/* The atoms of a problem; which are near each, or NULL; and, in A, the distance up to which a pair may be within
 * dmax. */
struct atoms {
    struct coordination_system system;
    const void *place;
    const struct near_index *near;
    double longest, reach, unit;
};

/* In float or double, a distance may be wrong by twelve roundings of its own, including those of powers; with an image,
 * by three of a side. */
static double distance_off(const struct atoms *atoms, double r, bool image)
{
    return 12 * r + (image ? 3 * atoms->longest : 0);
}

static struct atoms atoms_of(const struct problem *problem, const void *place)
{
    struct atoms atoms = {.system = coordination_system(problem), .place = place};
    const double *side = atoms.system.side, dmax = atoms.system.switching.dmax;
    atoms.unit = atoms.system.doubles ? 0x1p-53 : 0x1p-24;
    atoms.longest = fmax(side[0], fmax(side[1], side[2]));
    atoms.reach = dmax + distance_off(&atoms, dmax, true) * atoms.unit;
    return atoms;
}

static void add_part(struct coordination_part *sum, const struct coordination_part *part, double times)
{
    for (int k = 0; k < COORDINATION_TERMS; k++)
        sum->number[k] += times * part->number[k];
    for (int kind = 0; kind < KINDS; kind++) {
        sum->magnitude[kind] += times * part->magnitude[kind];
        sum->slack[kind] += times * part->slack[kind];
    }
    sum->terms += times * part->terms;
}

/* ---- one pair ---- */

static void place_of(const struct atoms *atoms, uint64_t i, double place[3])
{
    for (uint64_t d = 0; d < 3; d++)
        place[d] = coordination_number(&atoms->system, atoms->place, 3 * i + d);
}

/* The difference along axis d, from coordinate number `at`, or its nearest image, to `own`. */
static inline double apart(const struct atoms *atoms, double own, uint64_t at, int d)
{
    const double away = own - coordination_number(&atoms->system, atoms->place, at), side = atoms->system.side[d];
    return atoms->system.periodic && fabs(away) > side / 2 ? away - side * rint(away / side) : away;
}

/* Whether two images of a pair may be the nearest ones. */
static bool is_between(const struct atoms *atoms, const double vector[3], double off)
{
    bool between = false;
    for (int d = 0; d < 3; d++)
        between |= fabs(2 * fabs(vector[d]) - atoms->system.side[d]) <= 2 * off * atoms->unit;
    return between && atoms->system.periodic;
}

/* Whether one of two atoms is replaced by an image, or wrapped into the box. */
static bool is_image(const struct atoms *atoms, const double own[3], uint64_t j, const double vector[3])
{
    double other[3];
    bool image = false;
    place_of(atoms, j, other);
    for (int d = 0; d < 3; d++) {
        const double side = atoms->system.side[d];
        image |= vector[d] != own[d] - other[d] || own[d] < 0 || own[d] >= side || other[d] < 0 || other[d] >= side;
    }
    return image && atoms->system.periodic;
}

/* Adds the contribution of another atom, or subtracts it if `sign` is -1, except for the host's rounding, which
 * accumulates; each atom has half of a pair's value and virial. s(r) in float is wrong by eight roundings of its
 * arguments, and by the change of s over the distance's own error; a slope by sixteen. At dmax the pair may count or
 * not, at d0 it may have a slope or not, half a box away it may have another direction. */
static void add_term(struct coordination_part *sum, const struct atoms *atoms, int weight, const double vector[3],
                     double r, double off, int sign)
{
    const struct switching *switching = &atoms->system.switching;
    const double unit = atoms->unit, half = 0.5 * weight;
    const bool at_end = fabs(r - switching->dmax) <= off * unit;
    const bool at_d0 = switching->d0 > 0 && fabs(r - switching->d0) <= off * unit;
    const struct switched switched = switching_at(switching, fmin(r, switching->dmax));
    const double slope = fabs(switched.slope), over = r > 0 ? switched.slope / r : 0;
    const double jump = (at_end ? slope : 0) + (at_d0 ? fabs(switching_step(switching)) : 0);
    const double other_way = is_between(atoms, vector, off) ? 2 * slope : 0;
    const double from =
        switching->function == SWITCHING_cosinus ? switching->stretch : fabs(switched.value - switching->shift);
    const double slack = 8 * (from + fabs(switching->shift)) + (slope + jump + switched.bend * off * unit) * off +
                         (at_end ? switched.value / unit : 0);
    const double slope_slack = 16 * slope + switched.bend * off + fabs(over) * off + (jump + other_way) / unit;
    const double magnitude[] = {weight * slope, half * fabs(switched.value), half * slope * r};
    const double slacks[] = {weight * slope_slack, half * slack, half * (slope_slack * r + (slope + jump) * off)};
    sum->terms += sign;
    sum->number[FIRST_VALUE] += sign * half * switched.value;
    for (int a = 0; a < 3; a++) {
        const double component = sign * weight * over * vector[a];
        sum->number[a] += component;
        for (int b = 0; b < 3; b++)
            sum->number[FIRST_VIRIAL + 3 * a + b] -= 0.5 * component * vector[b];
    }
    for (int kind = 0; kind < KINDS; kind++) {
        sum->magnitude[kind] += sign * magnitude[kind];
        sum->slack[kind] += sign * slacks[kind] + (sign < 0 ? 4 * 0x1p-53 / unit * magnitude[kind] : 0);
    }
}

/* Adds the contribution of atom j to atom i, at `own`, or subtracts it. */
static void add_pair(struct coordination_part *sum, const struct atoms *atoms, uint64_t i, const double own[3],
                     uint64_t j, int sign, double *pairs)
{
    const double vector[] = {apart(atoms, own[0], 3 * j, 0), apart(atoms, own[1], 3 * j + 1, 1),
                             apart(atoms, own[2], 3 * j + 2, 2)};
    const double square = vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
    if (!(square <= atoms->reach * atoms->reach))
        return;
    const int weight = coordination_weight(&atoms->system, i, j);
    const double r = sqrt(square), off = distance_off(atoms, r, is_image(atoms, own, j, vector));
    if (!weight || r > atoms->system.switching.dmax + off * atoms->unit)
        return;
    add_term(sum, atoms, weight, vector, r, off, sign);
    *pairs += r <= atoms->system.switching.dmax;
}

/* ---- an atom ---- */

/* The sums of atom i over all others, or over the later ones: a few pairs are summed first, which loses less than a
 * single sum. */
static struct coordination_part part_of(const struct atoms *atoms, uint64_t i, bool behind, double *pairs)
{
    enum { FEW = 128 };
    const uint64_t n = atoms->system.n, first = behind ? i + 1 : 0;
    struct coordination_part part = {{0}, {0}, {0}, 0};
    double own[3];
    place_of(atoms, i, own);
    if (atoms->system.groups == GROUPS_pairs) {
        const uint64_t half = atoms->system.first_b, partner = i < half ? i + half : i - half;
        if (partner < n && !(behind && partner < i))
            add_pair(&part, atoms, i, own, partner, 1, pairs);
    } else if (atoms->near) {
        struct near_span span[NEAR_MOST_SPANS];
        const int spans = near_spans(atoms->near, i, span);
        for (int s = 0; s < spans; s++) {
            struct coordination_part few = {{0}, {0}, {0}, 0};
            for (uint64_t k = span[s].count; k-- > 0 && span[s].particle[k] >= first;) /* they ascend */
                add_pair(&few, atoms, i, own, span[s].particle[k], 1, pairs);
            add_part(&part, &few, 1);
        }
    } else {
        for (uint64_t from = first; from < n; from += FEW) {
            struct coordination_part few = {{0}, {0}, {0}, 0};
            for (uint64_t j = from; j < n && j < from + FEW; j++)
                add_pair(&few, atoms, i, own, j, 1, pairs);
            add_part(&part, &few, 1);
        }
    }
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

void coordination_expect(const struct job *job, const void *place, struct near_index *near,
                         struct coordination_expected *expected)
{
    enum { SOME = 64 };
    struct atoms atoms = atoms_of(job->problem, place);
    const struct coordination_system *system = &atoms.system;
    const uint64_t samples = coordination_samples(job);
    const struct near_box box = {system->n, {system->side[0], system->side[1], system->side[2]}, system->periodic};
    memset(expected, 0, sizeof *expected);
    if (near) {
        near_fill(near, &box, atoms.reach, &(struct near_places){place, 3, 1, system->doubles});
        if (near->cells[0] * near->cells[1] * near->cells[2] > NEAR_MOST_SPANS)
            atoms.near = near;
    }
#pragma omp parallel
    {
        struct coordination_part sum = {{0}, {0}, {0}, 0};
        double pairs = 0, again = 0;
#pragma omp for schedule(dynamic) nowait
        for (int64_t some = 0; some < (int64_t)divide_up(system->n, SOME); some++) {
            struct coordination_part few = {{0}, {0}, {0}, 0};
            const uint64_t first = (uint64_t)some * SOME;
            for (uint64_t i = first; i < system->n && i < first + SOME; i++) {
                const struct coordination_part part = part_of(&atoms, i, true, &pairs);
                add_part(&few, &part, 2);
            }
            add_part(&sum, &few, 1);
        }
#pragma omp for schedule(dynamic, 16)
        for (int64_t s = 0; s < (int64_t)samples; s++)
            expected->sample[s] = part_of(&atoms, coordination_sample_at(job, (uint64_t)s), false, &again);
#pragma omp critical
        {
            add_part(&expected->all, &sum, 1);
            expected->pairs += pairs;
        }
    }
    for (int d = 0; d < FIRST_VALUE; d++)
        expected->all.number[d] = 0;
}

/* ---- after timing ---- */

/* The pair of this atom with any other changes; and all pairs count twice, as each atom has half of each. */
void coordination_change(struct job *job, int slot)
{
    const struct atoms atoms = atoms_of(job->problem, job_host(job, slot));
    const struct coordination_system *system = &atoms.system;
    struct coordination_expected *expected = job_corrected(job, sizeof *expected);
    const uint64_t samples = coordination_samples(job), moved = coordination_sample_at(job, job_draw(job, samples));
    const uint64_t axis = job_draw(job, 3), at = 3 * moved + axis;
    const double other = system->side[axis] * (double)job_draw(job, 1 << 20) * 0x1p-20;
    const size_t bytes = coordination_bytes(job->problem, 1);
    double pairs = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        const struct coordination_part part = part_of(&atoms, moved, false, &pairs);
        add_part(&expected->all, &part, 2 * sign);
        for (int kind = 0; kind < KINDS && sign < 0; kind++)
            expected->all.slack[kind] += 8 * 0x1p-53 / atoms.unit * part.magnitude[kind];
        for (uint64_t s = 0; s < samples; s++) {
            const uint64_t i = coordination_sample_at(job, s);
            double own[3];
            place_of(&atoms, i, own);
            if (i == moved)
                expected->sample[s] = part;
            else
                add_pair(&expected->sample[s], &atoms, i, own, moved, sign, &pairs);
        }
        if (sign < 0)
            job_change(job, slot, at * bytes, system->doubles ? (const void *)&other : &(float){(float)other}, bytes);
    }
    for (int d = 0; d < FIRST_VALUE; d++)
        expected->all.number[d] = 0;
}

/* ---- comparison ---- */

/* Each further term rounds the sum so far: roundings of either sign grow as the root of their number (Higham and
 * Mary, SIAM J. Sci. Comput. 41, 2019); twice that is a margin. */
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
        const double slack =
            unit * (expected->slack[kind] + 2 * sqrt(fmin(chain, expected->terms)) * expected->magnitude[kind]);
        const double error = off == 0 ? 0 : off / slack;
        if (!(error <= verdict->tolerance))
            return fail(fault, WRONG_RESULT, "%s%s is %.9g, expected %.17g +- %.3g", whose, names[term], is, want,
                        slack);
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}
