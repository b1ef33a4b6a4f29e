/* Verifies steps: the last one's forces, all steps against the host's, momentum; and figures. */
#include "suites/lennard_jones/dynamics.h"

#include <math.h>
#include <string.h>

enum { MOST_ATOMS = 4096, RUN = 64 };

/* ---- compared atoms: all, or 4096 in runs of neighbours ---- */

static uint64_t looked_at(const struct job *job)
{
    return job->n <= MOST_ATOMS ? job->n : MOST_ATOMS;
}

static uint64_t atom_at(const struct job *job, uint64_t k)
{
    return job->n <= MOST_ATOMS ? k : job_run(job, job->n, MOST_ATOMS / RUN, RUN, k / RUN) + k % RUN;
}

/* ---- faults ---- */

/* The fault of the earlier atom: atoms are compared in parallel. */
struct first_fault {
    uint64_t atom;
    enum status status;
    struct fault fault;
};

static void keep(struct first_fault *first, uint64_t atom, enum status status, const struct fault *fault)
{
#pragma omp critical
    if (first->status == OK || atom < first->atom)
        *first = (struct first_fault){atom, status, *fault};
}

/* ---- the last step's forces ---- */

/* Additions of nonzero terms in sequence, at most: of a work-item, twice its share of the atoms within the cutoff
 * and 64; then of all work-items. With half the pairs, an atom's with all of a cluster are added in float before. */
static struct lj_sum sum_of(const struct job *job, const struct config *config, const struct lj_system *system)
{
    const uint64_t lanes = config_count(config, LANES), all = divide_up(job->n, lanes);
    const double cutoff = (double)system->cutoff,
                 volume = (double)system->side[0] * (double)system->side[1] * (double)system->side[2];
    const double within = 4.2 * cutoff * cutoff * cutoff * (double)job->n / volume;
    const uint64_t likely = (uint64_t)fmin(2 * within / (double)lanes + 64, 1e9);
    const uint64_t before = config->value[SHARED_PAIRS] == PAIRS_half ? config_count(config, CLUSTER) : 0;
    return (struct lj_sum){(enum lj_accumulate)config->value[ACCUMULATE], 1, lanes + (likely < all ? likely : all),
                           before};
}

/* Over the compared atoms' forces. */
struct forces {
    double off, squares,
        largest;             /* squares of differences from the formula, and of its values; the largest difference */
    double magnitude, pairs; /* of all atoms, estimated by the compared ones: pairs within the cutoff, both ways */
};

/* The table of a configuration. Places of moved atoms are not the lattice's any more, but any floats. */
static struct lj_table table_of(const struct job *job, const struct config *config)
{
    struct lj_table table = lj_table(job, lj_choice(config), job_host(job, DYNAMICS_ELEMENTS));
    if (dynamics_steps(job->problem) > 1) {
        memset(table.system.grid, 0, sizeof table.system.grid);
        table.system.balanced = false;
    }
    return table;
}

/* By the table, or in double precision by the formula; and by this. */
static struct lj_force force_expected(const struct job *job, const struct lj_table *table,
                                      const struct near_index *near, const struct dynamics_numbers *at,
                                      struct lj_sum sum, uint64_t y, double formula[3])
{
    if (!at->doubles)
        return lj_force_expected(table, job->problem, near, at->number, y, formula);
    const struct lj_force force =
        dynamics_force(job->problem, &table->system, near, at, y, (double)(sum.n + sum.before));
    memcpy(formula, force.value, sizeof force.value);
    return force;
}

static enum status compare_doubles(const struct lj_force *want, uint64_t y, const struct dynamics_numbers *force,
                                   struct verdict *verdict, struct fault *fault)
{
    for (uint64_t d = 0; d < 3; d++) {
        const double got = dynamics_number(force, d, y), off = fabs(got - want->value[d]);
        const double error = off == 0 ? 0 : off / want->slack;
        if (!(error <= 1))
            return fail(fault, WRONG_RESULT, "force %c on particle %llu is %.17g, expected %.17g +- %.3g", "xyz"[d],
                        (unsigned long long)y, got, want -> value[d], want -> slack);
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}

static enum status verify_forces(const struct job *job, const struct config *config, const struct lj_table *table,
                                 struct forces *forces, struct verdict *verdict, struct fault *fault)
{
    const struct lj_sum sum = sum_of(job, config, &table->system);
    const struct dynamics_numbers at = dynamics_numbers(job, config, DYNAMICS_AT);
    const struct dynamics_numbers force = dynamics_numbers(job, config, DYNAMICS_FORCE);
    const int64_t count = (int64_t)looked_at(job);
    struct near_index *near = job_memory(job, DYNAMICS_NEAR);
    double off = 0, squares = 0, largest = 0, magnitude = 0, pairs = 0, worst = 0;
    struct first_fault first = {0};
    dynamics_fill_near(near, &table->system, lj_force_reach(table), &at);
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : off, squares, magnitude, pairs)                           \
    reduction(max : largest, worst)
    for (int64_t k = 0; k < count; k++) {
        const uint64_t y = atom_at(job, (uint64_t)k);
        double formula[3];
        struct verdict own = {0};
        struct fault own_fault = {0};
        const struct lj_force want = force_expected(job, table, near, &at, sum, y, formula);
        const enum status status = force.doubles
                                       ? compare_doubles(&want, y, &force, &own, &own_fault)
                                       : lj_force_compare(&want, sum, y, force.number, force.pitch, &own, &own_fault);
        magnitude += want.magnitude;
        pairs += (double)want.pairs;
        for (uint64_t d = 0; d < 3; d++) {
            const double error = dynamics_number(&force, d, y) - formula[d];
            off += error * error;
            squares += formula[d] * formula[d];
            largest = fmax(largest, fabs(error));
        }
        worst = fmax(worst, own.error);
        if (status != OK)
            keep(&first, y, status, &own_fault);
    }
    verdict->error = fmax(verdict->error, worst);
    if (first.status != OK)
        *fault = first.fault;
    const double share = (double)job->n / (double)count;
    *forces = (struct forces){off, squares, largest, magnitude * share, pairs * share};
    return first.status;
}

/* ---- the steps ---- */

/* The distance of an atom from its place on the host, in A; in a box between nearest images. */
static double place_off(const struct job *job, const struct config *config, const struct lj_system *system, uint64_t i)
{
    const struct dynamics_expected *expected = job_expected(job);
    const struct dynamics_numbers end = dynamics_numbers(job, config, DYNAMICS_END_COORDINATE);
    double place[3], separation[3];
    dynamics_place(&end, i, place);
    return sqrt(dynamics_square_distance(system, place, expected->place[i], separation));
}

/* Roundings of doubles are 2^-29 of those of floats. */
static double in_doubles(const struct config *config)
{
    return dynamics_doubles(config) ? 0x1p-29 : 1;
}

/* 1e-5 of the least sigma, in doubles 1e-12: a step rounds places to 2^-53 of a side. With a table also the effect of
 * forces with the measured errors, in one direction all the time, tenfold because displaced atoms are in other fields.
 */
static double most_off(const struct job *job, const struct config *config, const struct lj_table *table, double force)
{
    const struct lj_system *system = &table->system;
    const double time = (double)dynamics_drift(job->problem) * (double)dynamics_steps(job->problem);
    double sigma = system->own[0].sigma, mass = system->mass[0];
    for (size_t t = 0; t < system->types; t++) {
        sigma = fmin(sigma, system->own[t].sigma);
        mass = fmin(mass, system->mass[t]);
    }
    const bool formula = table->choice.method == METHOD_analytic;
    return (dynamics_doubles(config) ? 1e-12 : 1e-5) * sigma +
           (formula ? 0 : 10 * 418.4 / mass * force * time * time / 2);
}

/* Whether the places of the last step are finite; and in a box, those after it are within. */
static enum status verify_box(const struct job *job, const struct config *config, const struct lj_system *system,
                              uint64_t i, struct fault *fault)
{
    const struct dynamics_numbers at = dynamics_numbers(job, config, DYNAMICS_AT);
    const struct dynamics_numbers end = dynamics_numbers(job, config, DYNAMICS_END_COORDINATE);
    for (uint64_t d = 0; d < 3; d++) {
        const double side = (double)system->side[d], place = dynamics_number(&end, d, i);
        const double last = dynamics_number(&at, d, i);
        if (!isfinite(last))
            return fail(fault, WRONG_RESULT, "coordinate %c of particle %llu is %g at the last step", "xyz"[d],
                        (unsigned long long)i, last);
        if (system->periodic && !(place >= -1e-6 * side && place <= (1 + 1e-6) * side))
            return fail(fault, WRONG_RESULT, "coordinate %c of particle %llu is %.9g, outside the box of %.9g",
                        "xyz"[d], (unsigned long long)i, place, side);
    }
    return OK;
}

/* The largest distance of an atom from its place on the host, except for places that are not finite; 0 for a problem
 * that the host does not follow. */
static double farthest(const struct job *job, const struct config *config, const struct lj_system *system)
{
    double largest = 0;
#pragma omp parallel for reduction(max : largest)
    for (int64_t i = 0; i < (int64_t)job->n; i++)
        largest = fmax(largest, dynamics_is_followed(job->problem) ? place_off(job, config, system, (uint64_t)i) : 0);
    return largest;
}

/* With hot atoms, or long steps, neighbouring trajectories diverge: tenfold the effect of roundings. */
static enum status verify_places(const struct job *job, const struct config *config, const struct lj_table *table,
                                 double force, struct verdict *verdict, struct fault *fault)
{
    const struct lj_system *system = &table->system;
    const bool followed = dynamics_is_followed(job->problem);
    const double least = most_off(job, config, table, force);
    const double most =
        farthest(job, config, system) <= least ? least : fmax(least, 10 * in_doubles(config) * dynamics_spread(job));
    struct first_fault first = {0};
    double largest = 0;
#pragma omp parallel for reduction(max : largest)
    for (int64_t i = 0; i < (int64_t)job->n; i++) {
        struct fault own_fault = {0};
        const double off = followed ? place_off(job, config, system, (uint64_t)i) : 0;
        enum status status = verify_box(job, config, system, (uint64_t)i, &own_fault);
        if (status == OK && !(off <= most))
            status =
                fail(&own_fault, WRONG_RESULT, "particle %llu is off by %.3g A after %llu steps, expected %.3g at most",
                     (unsigned long long)i, off, (unsigned long long)dynamics_steps(job->problem), most);
        if (status != OK)
            keep(&first, (uint64_t)i, status, &own_fault);
        largest = fmax(largest, off / most);
    }
    verdict->error = fmax(verdict->error, largest);
    if (first.status != OK)
        *fault = first.fault;
    return first.status;
}

/* It is conserved; its rounding error is a share of the sum of all magnitudes, of momenta and of kicks. */
static enum status verify_momentum(const struct job *job, const struct config *config, const struct lj_system *system,
                                   double magnitude, struct fault *fault)
{
    const struct dynamics_numbers velocity = dynamics_numbers(job, config, DYNAMICS_END_VELOCITY);
    const double most = velocity.doubles ? 1e-13 : 1e-6;
    const float *given = job_host(job, DYNAMICS_VELOCITY);
    const float *inverse = job_host(job, DYNAMICS_INVERSE_MASS);
    const double kicks = (double)dynamics_kick(job->problem) * (double)dynamics_steps(job->problem) * magnitude;
    for (uint64_t d = 0; d < 3; d++) {
        double sum = 0, of_all = 0;
#pragma omp parallel for reduction(+ : sum, of_all)
        for (int64_t i = 0; i < (int64_t)job->n; i++) {
            const uint64_t at = d * system->pitch + (uint64_t)i;
            const double momentum = dynamics_number(&velocity, d, (uint64_t)i) / (double)inverse[i];
            sum += momentum - (double)given[at] / (double)inverse[i];
            of_all += fabs(momentum);
        }
        if (!(fabs(sum) <= most * (of_all + kicks)))
            return fail(fault, WRONG_RESULT, "momenta %c change by %.3g in all, expected 0 to %g of %.3g", "xyz"[d],
                        sum, most, of_all + kicks);
    }
    return OK;
}

/* ---- lists ---- */

enum { BATCH = 1024 };

/* Pairs in the last lists; WRONG_RESULT if a list was too short. */
static enum status count_listed(const struct job *job, const struct config *config, double *pairs, struct fault *fault)
{
    const uint64_t cluster = config_count(config, CLUSTER), clusters = divide_up(job->n, cluster);
    const uint64_t capacity = dynamics_capacity(config);
    enum status status = OK;
    *pairs = (double)job->n * (double)job->n;
    if (config->value[FORM] == FORM_all)
        return OK;
    *pairs = 0;
    for (uint64_t first = 0; first < clusters && status == OK; first += BATCH) {
        uint32_t length[BATCH];
        const uint64_t count = clusters - first < BATCH ? clusters - first : BATCH;
        status = job_read(job, DYNAMICS_LENGTH, first * sizeof *length, length, count * sizeof *length, fault);
        for (uint64_t i = 0; i < count && status == OK; i++) {
            const uint64_t own = length[i];
            *pairs += (double)(own * cluster * config_count(config, LISTED));
            if (config->value[FORM] == FORM_list && own > capacity)
                status = fail(fault, WRONG_RESULT, "a list has %llu entries and room for %llu", (unsigned long long)own,
                              (unsigned long long)capacity);
        }
    }
    return status;
}

/* Describes the fault, and whether atoms were outside of the table. */
static enum status explain(const struct job *job, const struct lj_table *table, const struct fault *wrong,
                           struct fault *fault)
{
    const struct dynamics_expected *expected = job_expected(job);
    const double begin = (double)table->system.minimum;
    if (table->choice.method == METHOD_analytic || job->n > DYNAMICS_MOST_FOLLOWED || expected->nearest >= begin)
        return fail(fault, wrong->status, "%s", wrong->text);
    return fail(fault, wrong->status, "%s; atoms were %.4g A apart, and its table begins at %.4g: lower --minimum",
                wrong->text, expected->nearest, begin);
}

enum status dynamics_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                            struct fault *fault)
{
    const struct lj_table table = table_of(job, config);
    struct forces forces;
    struct fault wrong = {0};
    double pairs;
    *verdict = (struct verdict){.tolerance = 1};
    enum status status = count_listed(job, config, &pairs, &wrong);
    if (status == OK)
        status = verify_forces(job, config, &table, &forces, verdict, &wrong);
    if (status == OK)
        status = verify_places(job, config, &table, forces.largest, verdict, &wrong);
    if (status == OK)
        status = verify_momentum(job, config, &table.system, forces.magnitude, &wrong);
    return status == OK ? OK : explain(job, &table, &wrong, fault);
}

enum { WORD_NAMES(FIGURE, DYNAMICS_FIGURES) };

/* Energy's relative change from the first step to the last, temperature, and g's first peak. */
static void find_state(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct dynamics_expected *expected = job_expected(job);
    values[FIGURE_energy_drift] = values[FIGURE_temperature] = values[FIGURE_g_peak] = values[FIGURE_g_peak_at] = NAN;
    if (job->n > DYNAMICS_MOST_FOLLOWED)
        return;
    const struct dynamics_numbers at = dynamics_numbers(job, config, DYNAMICS_AT);
    const struct dynamics_numbers velocity = dynamics_numbers(job, config, DYNAMICS_END_VELOCITY);
    const struct dynamics_numbers force = dynamics_numbers(job, config, DYNAMICS_FORCE);
    struct near_index *near = job_memory(job, DYNAMICS_NEAR); /* as filled by verify_forces */
    const struct dynamics_energy energy =
        dynamics_energy(job->problem, near, &at, &velocity, &force, -0.5 * (double)dynamics_kick(job->problem));
    values[FIGURE_energy_drift] = (energy.potential + energy.kinetic) / expected->energy - 1;
    values[FIGURE_temperature] = dynamics_temperature(job->n, energy);
    dynamics_first_peak(job->problem, near, &at, &values[FIGURE_g_peak], &values[FIGURE_g_peak_at]);
}

void dynamics_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct lj_table table = table_of(job, config);
    const uint64_t steps = dynamics_steps(job->problem);
    struct fault fault = {0};
    struct verdict verdict = {0};
    struct forces forces = {0};
    double pairs = NAN, rebuilds = 0, off = 0;
    verify_forces(job, config, &table, &forces, &verdict, &fault);
    count_listed(job, config, &pairs, &fault);
    for (uint64_t i = 0; i < steps && config->value[FORM] != FORM_all; i++) {
        uint32_t flag = 0;
        if (job_read(job, DYNAMICS_FLAGS, i * sizeof flag, &flag, sizeof flag, &fault) == OK)
            rebuilds += flag != 0;
    }
    for (uint64_t i = 0; i < job->n && dynamics_is_followed(job->problem); i++)
        off = fmax(off, place_off(job, config, &table.system, i));
    values[FIGURE_l2_error] = forces.squares > 0 ? sqrt(forces.off / forces.squares) : NAN;
    values[FIGURE_steps] = (double)steps;
    values[FIGURE_rebuilds_a_step] = rebuilds / (double)steps;
    values[FIGURE_tested_a_pair] = pairs / forces.pairs;
    values[FIGURE_place_error] = dynamics_is_followed(job->problem) ? off : NAN;
    find_state(job, config, values);
}
