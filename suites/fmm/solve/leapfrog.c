/* Charges that move by the leapfrog, kick-drift-kick, with the solver's fields (Kohnke and Kabadshow 2015:
 * "integrate equations of motion"). The input is a perturbed lattice of charges that rotates about the cube's axis. */
#include "suites/fmm/solve/solve.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Slots after the solver's, and the entry. */
enum { GIVEN_PLACE = SOLVE_MORE_SLOTS, GIVEN_VELOCITY, PLACE, VELOCITY, SLOTS };
_Static_assert((int)SLOTS <= (int)SOLVE_CHARGES, "slots");
enum { KICK_AND_DRIFT = SOLVE_MORE_ENTRIES };

/* Of a step. Within an iteration a charge moves by less than a twelfth of the cube's side, and it begins at least a
 * quarter from the faces; a cloud of charges of one sign, as dense as this one, oscillates in 0.6. */
static const float time_step = 0x1p-8f;

/* Speed of rotation. */
static const double turn = 4;

/* ---- inputs ---- */

/* Cells of the lattice along an axis: in all at least as many as charges. */
static uint64_t lattice_side(uint64_t charges)
{
    uint64_t side = 1;
    while (side * side * side < charges)
        side++;
    return side;
}

/* The lattice fills the middle half of the cube. Each charge is in the middle half of its cell, so at least half a
 * cell from the next; the caller's order is random. */
static void fill_place(const struct job *job, uint64_t i, struct mm_float4 *charge)
{
    const uint64_t prime = 2654435761, side = lattice_side(job->n);
    const uint64_t cell = i * prime % job->n * (side * side * side) / job->n;
    const uint64_t at[] = {cell % side, cell / side % side, cell / side / side};
    float place[3];
    for (uint64_t d = 0; d < 3; d++)
        place[d] =
            (float)(0.25 + 0.5 / (double)side * ((double)at[d] + 0.25 + 0.5 * job_uniform(job->seed, 3 * i + d)));
    charge->x = place[0];
    charge->y = place[1];
    charge->z = place[2];
}

/* The solver's charges, in other places. All masses are 1, and so are all charges of one sign. */
void leapfrog_setup(struct job *job)
{
    const uint64_t bytes = job->n * sizeof(struct mm_float4);
    struct mm_float4 *velocity = job_input(job, SLOT(GIVEN_VELOCITY), bytes);
    solve_declare_expected(job);
    solve_setup_moving(job);
    struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES);
    for (uint64_t i = 0; i < job->n; i++) {
        fill_place(job, i, &charge[i]);
        charge[i].w /= (float)job->n;
        velocity[i] = (struct mm_float4){(float)(turn * (0.5 - (double)charge[i].y)),
                                         (float)(turn * ((double)charge[i].x - 0.5)), 0, 0};
    }
    memcpy(job_input(job, SLOT(GIVEN_PLACE), bytes), charge, bytes);
    job_output(job, SLOT(PLACE), bytes);
    job_output(job, SLOT(VELOCITY), bytes);
}

/* ---- an iteration ---- */

/* Fields are those of the beginning, and of the end of each step. */
enum status leapfrog_enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    enum status status = OK;
    for (int step = 0; step <= LEAPFROG_STEPS && status == OK; step++) {
        const bool begins = step == 0, ends = step == LEAPFROG_STEPS;
        const int place = begins ? GIVEN_PLACE : PLACE, velocity = begins ? GIVEN_VELOCITY : VELOCITY;
        status = solve_enqueue_moving(job, config, place, fault);
        if (status == OK)
            status = LAUNCH(KICK_AND_DRIFT, launch_over(job->n, LEAPFROG_GROUP_SIZE, LEAPFROG_GROUP_SIZE), ARRAY(place),
                            ARRAY(velocity), ARRAY(SOLVE_RESULT_FP32 + fmm_is_fp64(config)), ARRAY(PLACE),
                            ARRAY(VELOCITY), VALUE((float)job->n), VALUE(time_step), VALUE(begins || ends ? 1 : 2),
                            VALUE(ends ? 0 : 1), VALUE((uint32_t)job->n));
    }
    return status;
}

/* ---- expectation ---- */

static struct leapfrog_kept kept_by(const struct mm_float4 *charge, const struct mm_float4 *velocity, uint64_t charges)
{
    struct leapfrog_kept kept = {.potential = solve_sum_pairs(charge, charges)};
    for (uint64_t i = 0; i < charges; i++) {
        const double v[] = {(double)velocity[i].x, (double)velocity[i].y, (double)velocity[i].z};
        for (int d = 0; d < 3; d++) {
            kept.kinetic += v[d] * v[d] / 2 / (double)charges;
            kept.momentum[d] += v[d] / (double)charges;
        }
    }
    return kept;
}

/* A kick by the fields of all others, directly. */
static void kick_one(const struct mm_float4 *charge, struct leapfrog_state *state, uint64_t charges, uint64_t i,
                     double time)
{
    double field[3] = {0};
    for (uint64_t j = 0; j < charges; j++) {
        double displacement[3], square = 0;
        for (int d = 0; d < 3; d++) {
            displacement[d] = state[i].place[d] - state[j].place[d];
            square += displacement[d] * displacement[d];
        }
        const double by = square > 0 ? (double)charge[j].w / (square * sqrt(square)) : 0;
        for (int d = 0; d < 3; d++)
            field[d] += by * displacement[d];
    }
    for (int d = 0; d < 3; d++)
        state[i].velocity[d] += time * (double)charges * (double)charge[i].w * field[d];
}

/* The same steps in double precision. */
static void follow(const struct mm_float4 *charge, const struct mm_float4 *velocity, uint64_t charges,
                   struct leapfrog_state *state)
{
    for (uint64_t i = 0; i < charges; i++)
        state[i] = (struct leapfrog_state){{(double)charge[i].x, (double)charge[i].y, (double)charge[i].z},
                                           {(double)velocity[i].x, (double)velocity[i].y, (double)velocity[i].z}};
    for (int step = 0; step <= LEAPFROG_STEPS; step++) {
        const double kick = (double)time_step * (step == 0 || step == LEAPFROG_STEPS ? 0.5 : 1);
#pragma omp parallel for
        for (uint64_t i = 0; i < charges; i++)
            kick_one(charge, state, charges, i, kick);
        for (uint64_t i = 0; i < charges && step < LEAPFROG_STEPS; i++)
            for (int d = 0; d < 3; d++)
                state[i].place[d] += (double)time_step * state[i].velocity[d];
    }
}

static double energy_of(const struct leapfrog_kept *kept)
{
    return kept->kinetic + kept->potential;
}

/* The change of energy, as a share of its parts, which may cancel. */
static double energy_error(const struct leapfrog_kept *begin, const struct leapfrog_kept *end)
{
    return fabs(energy_of(end) - energy_of(begin)) / (begin->kinetic + fabs(begin->potential));
}

static bool is_followed(const struct job *job)
{
    return job->n <= LEAPFROG_MOST_FOLLOWED;
}

/* The change of energy by the finite step itself. */
static double error_of_steps(const struct job *job, const struct leapfrog_expected *expected)
{
    const struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES);
    struct mm_float4 place[LEAPFROG_MOST_FOLLOWED], velocity[LEAPFROG_MOST_FOLLOWED];
    for (uint64_t i = 0; i < job->n; i++) {
        const double *at = expected->end[i].place, *v = expected->end[i].velocity;
        place[i] = (struct mm_float4){(float)at[0], (float)at[1], (float)at[2], charge[i].w};
        velocity[i] = (struct mm_float4){(float)v[0], (float)v[1], (float)v[2], 0};
    }
    const struct leapfrog_kept end = kept_by(place, velocity, job->n);
    return energy_error(&expected->begin, &end);
}

/* With more charges than are followed, steps change the energy as measured in double precision for 128, 1024 and
 * 2048 of one sign: 8.8e-6 (with steps of half the length 6e-7); for others 4e-7. */
static double usual_of_steps(const struct problem *problem)
{
    return problem->inputs.setting[CHARGES] == CHARGES_same ? 1e-5 : 1e-6;
}

void leapfrog_expect(struct job *job, void *to)
{
    struct leapfrog_expected *expected = to;
    const struct mm_float4 *charge = job_memory(job, SOLVE_CHARGES), *velocity = job_host(job, GIVEN_VELOCITY);
    solve_expect(job, &expected->solve);
    expected->begin = kept_by(charge, velocity, job->n);
    expected->of_steps = usual_of_steps(job->problem);
    if (is_followed(job)) {
        follow(charge, velocity, job->n, expected->end);
        expected->of_steps = error_of_steps(job, expected);
    }
}

/* ---- comparison ---- */

/* Errors, and their tolerances: of energy as a share; of the momentum, of places and of velocities absolute, the
 * latter in the root mean square. */
struct errors {
    double energy, momentum, place, velocity;
};

/* Roundings: of a place to at most half of 2^-24, ten times; of a velocity, below 2, to 2^-24, eleven times. */
static const double rounded = 1e-6;

/* Fields with an error of `field`, in the root mean square, and in the same direction all along, change velocities
 * by that times the time, and places by half the time as much again. Twice that, because displaced charges are in
 * other fields: between the nearest an error grows as cosh(16 t), by 1.2. Energy errs by the fields' errors at the
 * highest speed of charges. */
static struct errors most_of(const struct job *job, const struct config *config)
{
    const struct leapfrog_expected *expected = job_expected(job);
    const double samples = (double)solve_samples(job), time = LEAPFROG_STEPS * (double)time_step;
    double squares = 0;
    for (uint64_t i = 0; i < solve_samples(job); i++)
        for (int d = 0; d < 3; d++)
            squares += expected->solve.sums.value[i][d] * expected->solve.sums.value[i][d];
    const double field = solve_most_off(job, config, true, sqrt(squares)) / sqrt(samples);
    const double speed = sqrt(2 * expected->begin.kinetic) + time * sqrt(squares / samples);
    const double energy = expected->begin.kinetic + fabs(expected->begin.potential);
    return (struct errors){.energy = expected->of_steps + rounded + time * speed * field / energy,
                           .momentum = rounded + time * field,
                           .place = rounded + time * time * field,
                           .velocity = rounded + 2 * time * field};
}

static double square_distance(const struct mm_float4 *is, const double expected[3])
{
    const double x = (double)is->x - expected[0], y = (double)is->y - expected[1], z = (double)is->z - expected[2];
    return x * x + y * y + z * z;
}

/* Those of places and velocities are NaN if the host has not followed the steps. */
static struct errors errors_of(const struct job *job)
{
    const struct leapfrog_expected *expected = job_expected(job);
    const struct mm_float4 *place = job_host(job, PLACE), *velocity = job_host(job, VELOCITY);
    const struct leapfrog_kept end = kept_by(place, velocity, job->n), *begin = &expected->begin;
    double momentum = 0, places = 0, velocities = 0;
    for (int d = 0; d < 3; d++)
        momentum += (end.momentum[d] - begin->momentum[d]) * (end.momentum[d] - begin->momentum[d]);
    for (uint64_t i = 0; i < job->n && is_followed(job); i++) {
        places += square_distance(&place[i], expected->end[i].place);
        velocities += square_distance(&velocity[i], expected->end[i].velocity);
    }
    const double charges = is_followed(job) ? (double)job->n : NAN;
    return (struct errors){.energy = energy_error(begin, &end),
                           .momentum = sqrt(momentum),
                           .place = sqrt(places / charges),
                           .velocity = sqrt(velocities / charges)};
}

/* The movement of compared charges in a field that grows linearly from that of the beginning to that of the end,
 * summed at the final places: velocities differ by `velocity` in the root mean square, places by `place`; and half
 * of the effect of using the first field instead of the last. */
struct drift {
    double velocity, place, velocity_most, place_most;
};

static struct drift drift_of(const struct job *job)
{
    const struct leapfrog_expected *expected = job_expected(job);
    const struct mm_float4 *from = job_memory(job, SOLVE_CHARGES), *to = job_host(job, PLACE);
    const struct mm_float4 *before = job_host(job, GIVEN_VELOCITY), *after = job_host(job, VELOCITY);
    const double time = LEAPFROG_STEPS * (double)time_step;
    const uint64_t samples = solve_samples(job);
    double velocities = 0, places = 0, changes = 0;
#pragma omp parallel for reduction(+ : velocities, places, changes)
    for (uint64_t s = 0; s < samples; s++) {
        const uint64_t i = solve_sample_at(job, s);
        const double per_charge = (double)job->n * (double)from[i].w;
        const double x[] = {(double)from[i].x, (double)from[i].y, (double)from[i].z};
        const double v[] = {(double)before[i].x, (double)before[i].y, (double)before[i].z};
        double end[4], velocity[3], place[3];
        solve_sum_at(to, job->n, i, end);
        for (int d = 0; d < 3; d++) {
            const double first = per_charge * expected->solve.sums.value[s][d], last = per_charge * end[d];
            velocity[d] = v[d] + time / 2 * (first + last);
            place[d] = x[d] + time * v[d] + time * time / 6 * (2 * first + last);
            changes += (last - first) * (last - first);
        }
        velocities += square_distance(&after[i], velocity);
        places += square_distance(&to[i], place);
    }
    const double change = sqrt(changes / (double)samples);
    return (struct drift){.velocity = sqrt(velocities / (double)samples),
                          .place = sqrt(places / (double)samples),
                          .velocity_most = time / 4 * change,
                          .place_most = time * time / 12 * change};
}

static enum status judge_drift(const struct job *job, const struct errors *most, struct fault *fault)
{
    const struct drift drift = drift_of(job);
    const double velocity = drift.velocity_most + most->velocity, place = drift.place_most + most->place;
    if (drift.velocity <= velocity && drift.place <= place)
        return OK;
    return fail(
        fault, WRONG_RESULT,
        "not as fields move charges: velocities are off by %.3g, places by %.3g, at most %.3g and %.3g are expected",
        drift.velocity, drift.place, velocity, place);
}

static enum status judge(const char *what, double error, double most, struct fault *fault)
{
    return error <= most ? OK : fail(fault, WRONG_RESULT, "%s %.3g, at most %.3g is expected", what, error, most);
}

static enum status check_places(const struct job *job, struct fault *fault)
{
    const struct mm_float4 *place = job_host(job, PLACE);
    const double most = 1 - 0x1p-24;
    for (uint64_t i = 0; i < job->n; i++) {
        const double at[] = {(double)place[i].x, (double)place[i].y, (double)place[i].z};
        for (int d = 0; d < 3; d++)
            if (!(at[d] > 0 && at[d] < most))
                return fail(fault, WRONG_RESULT, "charge %" PRIu64 " has left the cube", i);
    }
    return OK;
}

enum status leapfrog_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                            struct fault *fault)
{
    enum status status = check_places(job, fault);
    if (status != OK)
        return status;
    const struct errors errors = errors_of(job), most = most_of(job, config);
    *verdict = (struct verdict){errors.energy, most.energy};
    status = judge("the energy changes by", errors.energy, most.energy, fault);
    if (status == OK)
        status = judge("the momentum changes by", errors.momentum, most.momentum, fault);
    if (status == OK && is_followed(job))
        status = judge("places are off by", errors.place, most.place, fault);
    if (status == OK && is_followed(job))
        status = judge("velocities are off by", errors.velocity, most.velocity, fault);
    return status == OK ? judge_drift(job, &most, fault) : status;
}

enum { WORD_NAMES(FIGURE, LEAPFROG_FIGURES) };

void leapfrog_figure(const struct job *job, UNNEEDED const struct config *config, double values[MAX_FIGURES])
{
    const struct errors errors = errors_of(job);
    values[FIGURE_error] = errors.energy;
    values[FIGURE_momentum] = errors.momentum;
    values[FIGURE_place_error] = errors.place;
}

/* Solutions, for charges as they are at the beginning; and the state is read and written. */
struct work leapfrog_work(const struct job *job, const struct config *config)
{
    const double solutions = LEAPFROG_STEPS + 1, real = fmm_is_fp64(config) ? sizeof(double) : sizeof(float);
    struct work work = solve_work(job, config);
    work.bytes = solutions * (work.bytes + (double)job->n * (4 * sizeof(struct mm_float4) + 4 * real));
    work.flops = solutions * (work.flops + 12 * (double)job->n);
    for (size_t r = 0; r < RESOURCES; r++)
        work.amount[r] *= solutions;
    return work;
}
