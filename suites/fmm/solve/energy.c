/* The energy of all charges by the solver, half the sum of charges times potentials, compared with that by all
 * pairs. */
#include "suites/fmm/solve/ewald.h"
#include "suites/fmm/solve/solve.h"

#include <inttypes.h>
#include <math.h>

/* Most charges whose energy the host sums, for each of two inputs: all pairs are 2^31, or eight seconds of a core;
 * with images, where a pair takes an erfc, and a charge 100 us for waves, five. */
#define MOST_CHARGES (UINT64_C(1) << 16)
#define MOST_CHARGES_EWALD (UINT64_C(1) << 13)

enum status solve_energy_check(const struct problem *problem, struct fault *fault)
{
    const uint64_t charges = problem->n, most = fmm_periodic(problem) ? MOST_CHARGES_EWALD : MOST_CHARGES;
    if (charges > most)
        return fail(fault, INVALID,
                    "an energy is proved by all %" PRIu64 "^2 / 2 pairs%s, in double precision on the host, which "
                    "takes %.2g times as long as those of %" PRIu64 " charges, the most",
                    charges, fmm_periodic(problem) ? ", by Ewald's sum" : "", pow((double)charges / (double)most, 2),
                    most);
    return OK;
}

/* ---- inputs ---- */

/* Input 2 has two pairs in opposite corners, of like charges, and of unlike ones, whose energies are opposite,
 * exactly: no charge is close enough to be added with them. Each is far more than all the rest, so that losses of a
 * sum beside one show. In a crystal others would be around. */
enum { VARIANT_PAIRS = 2, PAIRED = 4 };
#define PAIRED_CHARGE 128
#define APART 0x1p-23f
#define CORNER 0x1p-12f

static bool has_pairs(const struct job *job)
{
    return job->variant == VARIANT_PAIRS && job->n > PAIRED && !fmm_periodic(job->problem);
}

static void add_pairs(struct job *job)
{
    struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES);
    const int near = fmm_separation(job->problem), last = (1 << 2) - 1;
    for (uint64_t i = 0; i < job->n && has_pairs(job); i++) {
        const float corner = i < 2 ? CORNER : 1 - CORNER, sign = i == 3 ? -1 : 1;
        const struct fmm_box box = fmm_box_of(2, &charge[i]);
        bool first = true, second = true;
        for (int d = 0; d < 3; d++) {
            first = first && box.place[d] <= near;
            second = second && box.place[d] >= last - near;
        }
        if (i < PAIRED)
            charge[i] = (struct mm_float4){corner + (i % 2 ? APART : 0), corner, corner, sign * PAIRED_CHARGE};
        else if (first || second)
            charge[i].w = 0;
    }
}

void solve_energy_setup(struct job *job)
{
    solve_declare_expected(job);
    add_pairs(job);
    solve_setup_passes(job);
    if (fmm_periodic(job->problem))
        job_host_memory(job, SLOT(SOLVE_IMAGES), job->n * sizeof(double[4]), HOST_SCRATCH, false);
}

/* ---- expectation ---- */

double solve_sum_pairs(const struct mm_float4 *charge, uint64_t charges)
{
    double energy = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : energy)
    for (uint64_t i = 1; i < charges; i++) {
        double potential = 0;
        for (uint64_t j = 0; j < i; j++) {
            const double x = (double)charge[i].x - (double)charge[j].x, y = (double)charge[i].y - (double)charge[j].y;
            const double z = (double)charge[i].z - (double)charge[j].z, square = x * x + y * y + z * z;
            potential += square > 0 ? (double)charge[j].w / sqrt(square) : 0;
        }
        energy += (double)charge[i].w * potential;
    }
    return energy;
}

/* All except that of the pairs themselves. */
static double sum_beside_pairs(const struct mm_float4 *charge, uint64_t charges)
{
    double energy = solve_sum_pairs(charge + PAIRED, charges - PAIRED);
    for (uint64_t i = 0; i < PAIRED; i++)
        for (uint64_t j = i / 2 * 2 + 2; j < charges; j++) {
            const double x = (double)charge[i].x - (double)charge[j].x, y = (double)charge[i].y - (double)charge[j].y;
            const double z = (double)charge[i].z - (double)charge[j].z, square = x * x + y * y + z * z;
            energy += square > 0 ? (double)charge[i].w * (double)charge[j].w / sqrt(square) : 0;
        }
    return energy;
}

/* In a conductor. The solver's potentials differ from Ewald's by a constant, which contributes nothing for neutral
 * charges. */
static double sum_images(const struct mm_float4 *charge, uint64_t charges, double (*value)[4])
{
    double twice = 0;
    ewald_sum(charge, charges, EWALD_MOST_SPLIT, charge, charges, value);
    for (uint64_t i = 0; i < charges; i++)
        twice += (double)charge[i].w * value[i][3];
    return twice / 2;
}

void solve_energy_expect(struct job *job, void *to)
{
    struct solve_energy_expected *expected = to;
    const struct solve_sums *sums = &expected->potentials.sums;
    const struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES);
    const uint64_t samples = solve_samples(job);
    const double each = (double)job->n / (double)samples;
    solve_expect(job, &expected->potentials);
    expected->energy = fmm_periodic(job->problem) ? sum_images(charge, job->n, job_memory(job, SOLVE_IMAGES))
                       : has_pairs(job)           ? sum_beside_pairs(charge, job->n)
                                                  : solve_sum_pairs(charge, job->n);
    double usual = 0, squares = 0, charges = 0, close = 0;
    for (uint64_t i = 0; i < samples; i++) {
        const uint64_t at = solve_sample_at(job, i);
        const double q = (double)charge[at].w, far = sums->value[i][3] - sums->added - sums->close[i][3];
        usual += fabs(q) * sqrt(sums->usual[i]);
        squares += far * far;
        close += has_pairs(job) && at < PAIRED ? 0 : fabs(q) * sums->close_potential[i];
        charges += q * q;
    }
    expected->usual = each * usual / 2;
    expected->far = sqrt(squares);
    expected->close = each * close / 2;
    expected->charges = each * sqrt(charges);
}

/* ---- comparison ---- */

/* NaN after a failure. */
static enum status read_energy(const struct job *job, const struct config *config, double *energy, struct fault *fault)
{
    double value[4] = {NAN};
    enum status status = fmm_read_numbers(job, SOLVE_RESULT_FP32, fmm_is_fp64(config), 0, 1, value, fault);
    *energy = value[0];
    return status;
}

/* The tolerance of an energy, from that of potentials: half the product of the norms of charges and of errors, if
 * all have one sign, or lie as in a crystal. Random charges are independent of their potential's error: pairs'
 * errors add up as their squares do, for charges of 1 to 0.7 of the errors' norm, three times which is allowed; and
 * twice that in a periodic box, where the errors of the images depend on few moments. It is no share of the energy:
 * that of neutral charges is a difference of large terms, and may nearly vanish. */
static double most_of(const struct job *job, const struct config *config)
{
    const struct solve_energy_expected *expected = job_expected(job);
    const bool alike = job->problem->inputs.setting[CHARGES] == CHARGES_same || job->problem->inputs.atom;
    const double by_chance = (fmm_periodic(job->problem) ? 8 : 4) / sqrt((double)job->n);
    return (alike ? 1 : fmin(1, by_chance)) * expected->charges * solve_most_off(job, config, false, expected->far) /
               2 +
           solve_close_rounding(job, config) * expected->close;
}

enum status solve_energy_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                                struct fault *fault)
{
    const struct solve_energy_expected *expected = job_expected(job);
    const double most = most_of(job, config);
    double energy;
    enum status status = read_energy(job, config, &energy, fault);
    if (status != OK)
        return status;
    *verdict = (struct verdict){fabs(energy - expected->energy), most};
    if (verdict->error <= most)
        return OK;
    return fail(fault, WRONG_RESULT, "the energy is %.9g, expected %.9g, at most %.3g off", energy, expected->energy,
                most);
}

enum { WORD_NAMES(FIGURE, SOLVE_ENERGY_FIGURES) };

void solve_energy_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct solve_energy_expected *expected = job_expected(job);
    struct fault fault;
    read_energy(job, config, &values[FIGURE_energy], &fault);
    const double off = fabs(values[FIGURE_energy] - expected->energy);
    values[FIGURE_error] = off == 0 ? 0 : off / expected->usual;
    values[FIGURE_pairs_per_charge] = expected->potentials.pairs[config->value[DEPTH]] / (double)job->n;
    values[FIGURE_relative_error] = off == 0 ? 0 : off / fabs(expected->energy);
    struct solve_parts parts;
    const bool known = solve_energy_parts(job, config, &parts, &fault) == OK;
    values[FIGURE_far_energy] = known ? parts.far : NAN;
    values[FIGURE_near_energy] = known ? parts.near : NAN;
    values[FIGURE_pair_energy] = expected->energy;
}
