/* Comparison of forces and steps in time in suite lennard_jones: right results, and the smallest errors that are
 * detected. */
#include "suites/lennard_jones/force.h"

#include "tests/check.h"

enum { PARTICLES = 108, PITCH = 128 };
static struct problem problem = {
    .n = PARTICLES,
    .seed = 3,
    .inputs.setting = {[DENSITY] = 0.0214, [CUTOFF] = 9, [KINDS] = 2, [MINIMUM] = 3.07, [TEMPERATURE] = 90}};
static struct lj_system lj;
static float coordinate[3 * PITCH], force[3 * PITCH];
static struct lj_force want[PARTICLES];
static const struct lj_sum sum = {ACCUMULATE_fp64, 64, PARTICLES, 0};

/* The forces by the formula, as floats: the results of a kernel without any error. */
static double add_up(bool awkward)
{
    double magnitude = 0, vector[3];
    lj = lj_system(&problem);
    lj_place(&problem, awkward, coordinate);
    memset(want, 0, sizeof want);
    for (uint64_t y = 0; y < PARTICLES; y++) {
        for (uint64_t x = 0; x < PARTICLES; x++) {
            const double r = lj_distance(&lj, coordinate, y, x, vector);
            const size_t row = (size_t)lj_type(&problem, 2, y) * 2 + (size_t)lj_type(&problem, 2, x);
            const double slope = r < (double)lj.cutoff && x != y ? lj_derivative(lj_pair_of(&lj, row), r) : 0;
            lj_force_add(&want[y], &lj, coordinate, y, x, (struct lj_range){slope, slope, 0});
        }
        for (uint64_t d = 0; d < 3; d++)
            force[d * PITCH + y] = (float)want[y].value[d];
        magnitude += want[y].magnitude;
    }
    return magnitude;
}

static enum status compare(uint64_t y, struct lj_sum by)
{
    struct verdict verdict = {0, 1};
    const enum status status = CALL(lj_force_compare(&want[y], by, y, force, PITCH, &verdict, &caught));
    CHECK((status == OK) == (caught.text[0] == 0) && verdict.error <= 1);
    return status;
}

/* A component is wrong if its error exceeds the tolerance, and if it was not written; else it is right.
 */
TEST(forces)
{
    add_up(false);
    for (uint64_t y = 0; y < PARTICLES; y++) {
        CHECK(compare(y, sum) == OK);
        for (uint64_t d = 0; d < 3; d++) {
            const double slack = lj_force_tolerance(&want[y], sum, d);
            CHECK(slack > 0 && slack < 2e-6 * want[y].magnitude);
            float *const at = &force[d * PITCH + y], right = *at;
            const float wrong[] = {right + (float)(1.5 * slack), right - (float)(1.5 * slack), -right, NAN, INFINITY};
            for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
                *at = wrong[w];
                CHECK(compare(y, sum) == (fabsf(right) <= (float)slack && w == 2 ? OK : WRONG_RESULT));
            }
            *at = right + (float)(0.5 * slack);
            CHECK(compare(y, sum) == OK);
            *at = right;
        }
    }
}

/* Two particles at one place, a particle and itself, and a pair without a slope contribute nothing. A force that lacks
 * a pair's contribution is wrong. */
TEST(pairs)
{
    struct lj_force none = {0}, one = {0};
    const struct lj_range slope = {-2, -1, 3};
    add_up(true);
    lj_force_add(&none, &lj, coordinate, 0, 1, slope);
    lj_force_add(&none, &lj, coordinate, 7, 7, slope);
    lj_force_add(&none, &lj, coordinate, 7, 8, (struct lj_range){0, 0, 3});
    CHECK(none.magnitude == 0 && none.slack == 0 && none.value[0] == 0);
    lj_force_add(&one, &lj, coordinate, 7, 8, slope);
    double vector[3], r = lj_distance(&lj, coordinate, 7, 8, vector);
    for (int d = 0; d < 3; d++)
        CHECK_NEAR(one.value[d], 1.5 * vector[d] / r, 1e-12);
    CHECK(one.magnitude == 2 && one.slack > 0.5 && one.slack < 0.501);
    for (uint64_t d = 0; d < 3; d++)
        force[d * PITCH + 7] -= (float)one.value[d];
    CHECK(compare(7, sum) == WRONG_RESULT);
}

/* The tolerance of sums of floats grows with the number of additions in sequence, or with the number of terms; that of
 * any result by the rounding of its last bits. */
TEST(tolerance)
{
    const struct lj_force some = {.value = {0, 50, -3}, .magnitude = 1000, .terms = 2000};
    struct lj_force few = some;
    few.terms = 5;
    const double whole = lj_force_tolerance(&some, (struct lj_sum){ACCUMULATE_fp64, 64, 4096, 0}, 1);
    const struct lj_sum floats = {ACCUMULATE_fp32, 64, 4096, 0}, before = {ACCUMULATE_fp64, 64, 4096, 8};
    CHECK_NEAR(whole, 100 * 0x1p-24, 1e-9);
    CHECK_NEAR(lj_force_tolerance(&some, (struct lj_sum){ACCUMULATE_fp64, 64, 4096, 0}, 0), 2070 * 1000 * 0x1p-53,
               1e-14);
    CHECK_NEAR(lj_force_tolerance(&some, floats, 0), (64 + 6) * 1000 * 0x1p-24, 1e-9);
    CHECK_NEAR(lj_force_tolerance(&few, floats, 0), 5 * 1000 * 0x1p-24, 1e-9);
    CHECK_NEAR(lj_force_tolerance(&some, before, 0), 8 * 1000 * 0x1p-24, 1e-9);
    CHECK_NEAR(lj_force_tolerance(&some, (struct lj_sum){ACCUMULATE_fixed64, 64, 4096, 0}, 1), whole + 2000 * 0x1p-33,
               1e-9);
}

/* If each pair has its opposite, errors of single terms do not count; otherwise they do. */
TEST(balanced)
{
    const struct problem given = problem;
    problem.inputs = (struct inputs){.setting = {[DENSITY] = 0.0214, [CUTOFF] = 8, [KINDS] = 1, [MINIMUM] = 3.07}};
    for (int frozen = 0; frozen < 2; frozen++) {
        problem.inputs.setting[TEMPERATURE] = frozen ? 0 : 90;
        lj = lj_system(&problem);
        lj_place(&problem, true, coordinate);
        CHECK(lj.balanced == frozen);
        double vector[3];
        struct lj_force force_on = {0};
        for (uint64_t x = 0; x < PARTICLES; x++) {
            const double r = lj_distance(&lj, coordinate, 50, x, vector);
            const double slope = r < 8 && x != 50 ? lj_derivative(lj_pair_of(&lj, 0), r) : 0;
            lj_force_add(&force_on, &lj, coordinate, 50, x, (struct lj_range){slope, slope, 0});
        }
        CHECK(force_on.terms > 40 && force_on.magnitude > 1 && (force_on.slack == 0) == frozen);
        for (int d = 0; d < 3; d++)
            CHECK((fabs(force_on.value[d]) < 1e-14) == frozen);
        const struct lj_sum doubles = {ACCUMULATE_fp64, 64, PARTICLES, 0};
        CHECK((lj_force_tolerance(&force_on, doubles, 0) < 1e-13 * force_on.magnitude) == frozen);
    }
    const struct {
        int setting;
        double value;
    } not [] = {{CUTOFF, 9}, {BOX, BOX_open}, {KINDS, 2}};
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++) {
        const struct problem was = problem;
        problem.inputs.setting[not [i].setting] = not [i].value;
        CHECK(!lj_system(&problem).balanced);
        problem = was;
    }
    problem.n = PARTICLES - 1;
    CHECK(!lj_system(&problem).balanced);
    problem = given;
}

/* All forces add up to zero, unless one is wrong. */
TEST(total)
{
    const double magnitude = add_up(false);
    CHECK_OK(lj_total_compare(magnitude, force, &lj, &caught));
    for (uint64_t i = 0; i < 3 * PITCH; i += 41) {
        const bool counts = i % PITCH < PARTICLES; /* those after the last particle do not count */
        const float right = force[i],
                    wrong[] = {right + (float)(2e-6 * magnitude), right - (float)(2e-6 * magnitude), NAN};
        for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
            force[i] = wrong[w];
            CHECK(CALL(lj_total_compare(magnitude, force, &lj, &caught)) == (counts ? WRONG_RESULT : OK));
            CHECK(!counts || strstr(caught.text, "add up to"));
        }
        force[i] = right;
    }
}

/* ---- the step in time ---- */

static enum status compare_step(struct lj_state before, double pull, double inverse, struct lj_state got)
{
    struct verdict verdict = {0, 1};
    return CALL(lj_step_compare(&lj, before, pull, 0, inverse, 1, 7, got, &verdict, &caught));
}

/* An error of a few units; a coordinate by the old velocity; no mass; outside the box; at its other face. */
TEST(step)
{
    const double step = (double)LJ_TIME_STEP, side = (double)lj.side[1], inverse = 1 / 39.948, pull = 9;
    const struct lj_state before = {2, -1.5};
    const double velocity = before.velocity + (double)LJ_KICK * inverse * pull, place = 2 + velocity * step;
    CHECK_NEAR((double)LJ_KICK, 418.4 * 0.002, 1e-6); /* 1 kcal/mol is 4184 J/mol, 1 g/mol A^2/ps^2 is 10 J/mol */
    const struct {
        struct lj_state got;
        enum status status;
    } cases[] = {
        {{place, velocity}, OK},
        {{place * (1 + 0x1p-24), velocity * (1 - 0x1p-24)}, OK},
        {{place + 1e-5, velocity}, WRONG_RESULT},
        {{place, velocity * (1 + 1e-5)}, WRONG_RESULT},
        {{2 + before.velocity * step, velocity}, WRONG_RESULT},
        {{2, velocity}, WRONG_RESULT},
        {{place, before.velocity}, WRONG_RESULT},
        {{place, before.velocity + (double)LJ_KICK * pull}, WRONG_RESULT},
        {{place + side, velocity}, WRONG_RESULT},
        {{NAN, velocity}, WRONG_RESULT},
        {{place, NAN}, WRONG_RESULT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(compare_step(before, pull, inverse, cases[i].got) == cases[i].status);
    const struct lj_state face = {1e-4, -1};
    CHECK(compare_step(face, 0, inverse, (struct lj_state){1e-4 - step + side, -1}) == OK);
    CHECK(compare_step(face, 0, inverse, (struct lj_state){1e-4 - step, -1}) == WRONG_RESULT);
    lj.periodic = false;
    CHECK(compare_step(face, 0, inverse, (struct lj_state){1e-4 - step, -1}) == OK);
    CHECK(compare_step(face, 0, inverse, (struct lj_state){1e-4 - step + side, -1}) == WRONG_RESULT);
}
