/* The expectation of coordination numbers: by hand, by differences, by cells as by all pairs, after a change. */
#include "tests/suites/coordination/problems.h"
#include "tests/suites/host_job.h"

enum { MOST = 8000 };
static double place[3 * MOST];
static float single[3 * MOST];
static struct near_index *near_room;
static struct coordination_expected got, other;

static void expect(const struct problem *problem, const void *at, struct near_index *near,
                   struct coordination_expected *expected)
{
    const struct job job = {.problem = problem, .n = problem->n, .seed = 7, .draw = 5};
    coordination_expect(&job, at, near, expected);
}

static double value_of(const struct problem *problem)
{
    expect(problem, place, NULL, &other);
    return other.all.number[FIRST_VALUE];
}

/* All switching functions: those that need dmax have one, and end there smoothly. */
static bool next_function(struct problem *problem)
{
    problem->inputs.setting[SWITCHING]++;
    return problem->inputs.setting[SWITCHING] <= SWITCHING_cosinus;
}

/* Whether two parts are equal except for the host's rounding and slack, of which there may be `more`. */
static void check_part(const struct coordination_part *a, const struct coordination_part *b, double more)
{
    unsigned wrong = a->terms != b->terms;
    for (int k = 0; k < COORDINATION_TERMS; k++) {
        const int kind = k < FIRST_VALUE ? OF_DERIVATIVE : k == FIRST_VALUE ? OF_VALUE : OF_VIRIAL;
        wrong += !(fabs(a->number[k] - b->number[k]) <= 1e-13 * (1e-3 + b->magnitude[kind]));
        wrong += !(fabs(a->magnitude[kind] - b->magnitude[kind]) <= 1e-12 * (1e-3 + b->magnitude[kind]));
        wrong +=
            !(a->slack[kind] >= b->slack[kind] * (1 - 1e-12) && a->slack[kind] <= b->slack[kind] * (1 + 1e-6) + more);
    }
    CHECK(wrong == 0);
}

static void check_same(const struct problem *problem, double more)
{
    const uint64_t samples = problem->n < COORDINATION_SAMPLES ? problem->n : COORDINATION_SAMPLES;
    check_part(&got.all, &other.all, more);
    for (uint64_t s = 0; s < samples; s++)
        check_part(&got.sample[s], &other.sample[s], more);
}

/* ---- by hand ---- */

/* The number of pairs, if each counts 1: the groups of 7 atoms are [0, 4) and [2, 7) where they overlap. */
TEST(groups)
{
    static const struct {
        uint64_t n;
        double value[4], pairs[4];
    } all[] = {{1, {0, 0, 0, 0}, {0, 0, 0, 0}},
               {2, {1, 1, 1, 1}, {1, 1, 1, 1}},
               {6, {15, 9, 14, 3}, {15, 9, 13, 3}},
               {7, {21, 12, 18, 3}, {21, 12, 17, 3}},
               {32, {496, 256, 451, 16}, {496, 256, 396, 16}},
               {33, {528, 272, 473, 16}, {528, 272, 418, 16}},
               {64, {2016, 1024, 1785, 32}, {2016, 1024, 1575, 32}},
               {1025, {524800, 262656, 466830, 512}, {524800, 262656, 408519, 512}}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int groups = GROUPS_one; groups <= GROUPS_pairs; groups++) {
            struct problem problem = problem_of_size(all[i].n);
            problem.inputs.setting[GROUPS] = groups;
            problem.inputs.setting[D_0] = 1000;
            coordination_place(&problem, 3, false, place);
            expect(&problem, place, NULL, &got);
            CHECK(got.all.number[FIRST_VALUE] == all[i].value[groups] && got.pairs == all[i].pairs[groups]);
            CHECK(got.all.terms == 2 * got.pairs && got.all.number[FIRST_VIRIAL] == 0);
        }
}

/* An atom of both groups makes no pair with itself: it is excluded by index; another atom at its place counts. */
TEST(one_place)
{
    struct problem problem = problem_of_size(3);
    problem.inputs.setting[GROUPS] = GROUPS_overlapping; /* [0, 2) and [1, 3) */
    memset(place, 0, sizeof place);
    expect(&problem, place, NULL, &got);
    CHECK(got.all.number[FIRST_VALUE] == 3); /* 0-1, 0-2, 1-2 */
    for (int k = 0; k < COORDINATION_TERMS; k++)
        CHECK(k == FIRST_VALUE || got.all.number[k] == 0);
}

/* Two atoms, across a face, by a rational function: its slope at r0 is -1.5. */
TEST(two_atoms)
{
    struct problem problem = problem_of_size(2);
    problem.inputs.setting[BOX] = BOX_brick;
    const struct coordination_system system = coordination_system(&problem);
    for (int d = 0; d < 3; d++) {
        const int xx = FIRST_VIRIAL + 4 * d; /* also yy, zz */
        memset(place, 0, sizeof place);
        place[d] = 0.25;
        place[3 + d] = system.side[d] - 0.75;
        expect(&problem, place, NULL, &got);
        CHECK_NEAR(got.all.number[FIRST_VALUE], 0.5, 1e-14);
        CHECK_NEAR(got.sample[0].number[FIRST_VALUE], 0.25, 1e-14);
        CHECK_NEAR(got.sample[0].number[d], -1.5, 1e-13);
        CHECK_NEAR(got.sample[1].number[d], 1.5, 1e-13);
        for (int k = FIRST_VIRIAL; k < COORDINATION_TERMS; k++)
            CHECK_NEAR(got.all.number[k], k == xx ? 1.5 : 0, 1e-13);
    }
}

/* A lattice of spacing 1, of which 256 places are within 4 of each; some on faces, of which three are outside. */
TEST(lattice)
{
    struct problem problem = problem_of_size(8000);
    double *setting = problem.inputs.setting;
    setting[BOX] = BOX_cube;
    setting[DENSITY] = 1;
    setting[D_MAX] = 4;
    setting[SWITCHING] = SWITCHING_gaussian;
    CHECK(coordination_system(&problem).side[0] == 20);
    for (uint64_t i = 0; i < 8000; i++)
        for (uint64_t d = 0; d < 3; d++) {
            const double at = (double)(i / (d == 0 ? 1 : d == 1 ? 20 : 400) % 20);
            place[3 * i + d] = at == 0 && i % 3 ? (i % 3 == 1 ? -0.0 : 20) : at == 19 && i % 2 ? -1 : at;
            single[3 * i + d] = (float)place[3 * i + d];
        }
    for (int precision = PRECISION_float; precision <= PRECISION_double; precision++) {
        setting[PRECISION] = precision;
        expect(&problem, precision ? (void *)place : single, near_room, &got);
        CHECK(near_room->cells[0] == 4);
        CHECK(got.pairs == 8000 * 256 / 2 && got.all.terms == 8000 * 256);
        for (int s = 0; s < COORDINATION_SAMPLES; s++)
            CHECK(got.sample[s].terms == 256);
    }
}

/* An atom may lie outside the box by at most half a side, even if r0 is many sides long. */
TEST(places)
{
    struct problem problem = problem_of_size(33);
    for (int box = BOX_brick; box <= BOX_cube; box++)
        for (double r0 = 1; r0 <= 1000; r0 *= 10) {
            problem.inputs.setting[BOX] = box;
            problem.inputs.setting[R_0] = r0;
            const struct coordination_system system = coordination_system(&problem);
            coordination_place(&problem, 3, true, place);
            for (uint64_t i = 0; i < 3 * problem.n; i++)
                CHECK(fabs(place[i] / system.side[i % 3] - 0.5) <= 1);
            CHECK((fabs(place[3 * 16] - place[0] - r0) < 1e-12) == (r0 == 1));
        }
}

/* ---- against differences ---- */

/* In each box, with atoms outside of it and at faces: derivatives by each coordinate, and the virial of an open system.
 */
static void check_derivatives(const struct problem *problem)
{
    const double h = 1e-5, *setting = problem->inputs.setting;
    double virial[9] = {0};
    coordination_place(problem, 11, true, place);
    expect(problem, place, NULL, &got);
    for (uint64_t i = 0; i < 3 * problem->n; i++) {
        const double at = place[i];
        place[i] = at + h;
        const double above = value_of(problem);
        place[i] = at - h;
        const double slope = (above - value_of(problem)) / (2 * h);
        place[i] = at;
        /* Two atoms at one place: a kink, for functions with a slope there; x = 1 is a kink where a function ends. */
        if (i < 6 || ((setting[SWITCHING] == SWITCHING_cosinus || setting[SWITCHING] == SWITCHING_cubic) &&
                      i / 3 % (problem->n / 2) < 8))
            continue;
        CHECK_NEAR(got.sample[i / 3].number[i % 3], slope, 1e-8 * (1 + got.sample[i / 3].magnitude[OF_DERIVATIVE]));
    }
    for (uint64_t i = 0; i < problem->n; i++)
        for (int k = 0; k < 9; k++)
            virial[k] -= place[3 * i + (uint64_t)(k / 3)] * got.sample[i].number[k % 3];
    for (int k = 0; k < 9; k++) {
        const double *all = got.all.number + FIRST_VIRIAL;
        CHECK_NEAR(all[k], all[3 * (k % 3) + k / 3], 1e-12 * got.all.magnitude[OF_VIRIAL]);
        if (setting[BOX] == BOX_open)
            CHECK_NEAR(all[k], virial[k], 1e-12 * (1 + got.all.magnitude[OF_VIRIAL]));
    }
}

/* Sums over atoms equal those over pairs; another origin of positions changes nothing. */
static void check_sums(const struct problem *problem)
{
    struct coordination_part sum = {{0}, {0}, {0}, 0};
    for (uint64_t i = 0; i < problem->n; i++) {
        for (int k = 0; k < COORDINATION_TERMS; k++)
            sum.number[k] += got.sample[i].number[k];
        for (int kind = 0; kind < KINDS; kind++) {
            sum.magnitude[kind] += got.sample[i].magnitude[kind];
            sum.slack[kind] += got.sample[i].slack[kind];
        }
        sum.terms += got.sample[i].terms;
    }
    check_part(&got.all, &sum, 0);
    for (uint64_t i = 0; i < 3 * problem->n; i++)
        place[i] += 1.7 - 0.9 * (double)(i % 3);
    value_of(problem);
    for (uint64_t i = 0; i < problem->n; i++)
        for (int k = 0; k < COORDINATION_TERMS; k++)
            CHECK_NEAR(got.sample[i].number[k], other.sample[i].number[k], 1e-11);
}

TEST(derivatives)
{
    struct problem problem = problem_of_size(18);
    double *setting = problem.inputs.setting;
    setting[R_0] = 2;
    setting[STRETCH] = 1;
    setting[D_MAX] = 3.4; /* below half of any side */
    setting[DENSITY] = 0.025;
    setting[SWITCHING] = -1;
    while (next_function(&problem))
        for (int form = 0; form < 3; form++) {
            const int groups = (form + (int)setting[SWITCHING]) % 4;
            setting[BOX] = form;
            setting[GROUPS] = groups;
            setting[D_0] = groups == GROUPS_two ? 0.5 : 0;
            setting[MM] = groups == GROUPS_one ? 13 : 0;
            check_derivatives(&problem);
            check_sums(&problem);
        }
}

/* ---- cells ---- */

/* Atoms in the box, up to two sides outside, on faces of it and of cells. */
static void scatter(const struct problem *problem, uint64_t seed)
{
    const struct coordination_system system = coordination_system(problem);
    for (uint64_t i = 0; i < 3 * problem->n; i++) {
        const double side = system.side[i % 3], chance = job_uniform(seed, i);
        double at = side * (i % 5 ? chance : 5 * chance - 2);
        if (i % 7 == 0)
            at = system.switching.dmax * floor(at / system.switching.dmax);
        else if (i % 11 == 0)
            at = side * rint(at / side);
        single[i] = (float)at;
        place[i] = at;
    }
}

TEST(cells)
{
    struct problem problem = problem_of_size(1500);
    double *setting = problem.inputs.setting;
    int form = 0;
    for (int box = BOX_brick; box <= BOX_open; box++)
        for (int groups = GROUPS_one; groups <= GROUPS_pairs; groups++, form++) {
            setting[BOX] = box;
            setting[GROUPS] = groups;
            setting[PRECISION] = form % 2;
            setting[SWITCHING] = form % 3;
            setting[D_MAX] = form % 3 == SWITCHING_cubic ? 12 : 4.5;
            setting[R_0] = 3;
            scatter(&problem, (uint64_t)form);
            const void *at = form % 2 ? (const void *)place : single;
            expect(&problem, at, near_room, &got);
            CHECK(near_room->cells[0] * near_room->cells[1] * near_room->cells[2] > NEAR_MOST_SPANS);
            expect(&problem, at, NULL, &other);
            CHECK(got.pairs == other.pairs && (groups == GROUPS_pairs || got.pairs > 1e3));
            check_same(&problem, 0);
        }
}

/* ---- comparison ---- */

static enum status compare(const struct problem *problem, const double *number, double chain, struct verdict *verdict)
{
    const struct job job = {.problem = problem, .n = problem->n};
    *verdict = (struct verdict){.tolerance = 1};
    return coordination_compare(&job, &got.all, (struct coordination_numbers_of){number, 1, 2, FIRST_VALUE, 10}, chain,
                                "the ", verdict, &caught);
}

/* Every second number from the one at 1 on; a NaN, a part of 1e-5 more, and an error beyond the tolerance are wrong. */
TEST(comparison)
{
    struct problem problem = problem_of_size(33);
    double number[20] = {NAN};
    struct verdict verdict;
    coordination_place(&problem, 3, false, place);
    expect(&problem, place, NULL, &got);
    const struct coordination_part *all = &got.all;
    for (int k = 0; k < 10; k++)
        number[1 + 2 * k] = all->number[FIRST_VALUE + k];
    CHECK(compare(&problem, number, 100, &verdict) == OK && verdict.error == 0);
    for (int k = 0; k < 10; k++) {
        const int kind = k ? OF_VIRIAL : OF_VALUE;
        const double right = number[1 + 2 * k], slack = all->slack[kind] + 2 * sqrt(100) * all->magnitude[kind];
        const double wrong[] = {right * 1.00001, right + 1.01 * slack * 0x1p-53, right - 1.01 * slack * 0x1p-53, NAN};
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            number[1 + 2 * k] = wrong[i];
            CHECK(compare(&problem, number, 100, &verdict) == WRONG_RESULT);
        }
        number[1 + 2 * k] = right + 0.99 * slack * 0x1p-53;
        CHECK(compare(&problem, number, 100, &verdict) == OK);
        CHECK_NEAR(verdict.error, 0.99, 0.01);
        CHECK(compare(&problem, number, 1, &verdict) == WRONG_RESULT);
        number[1 + 2 * k] = right;
    }
}

/* ---- after timing ---- */

TEST(change)
{
    static const uint64_t sizes[] = {1, 2, 33, 300, 5000};
    struct near_index *near[] = {NULL, NULL, NULL, NULL, near_room};
    for (int form = 0; form < 24; form++) {
        struct problem problem = problem_of_size(sizes[form % 5]);
        double *setting = problem.inputs.setting;
        setting[BOX] = form % 3;
        setting[GROUPS] = form % 4;
        setting[PRECISION] = form % 2;
        setting[D_MAX] = form % 3 && form % 5 < 4 ? 0 : 2;
        const struct job job = {.problem = &problem, .n = problem.n, .seed = 7, .draw = 5};
        declare(0, coordination_bytes(&problem, 3 * problem.n));
        coordination_place(&problem, (uint64_t)form, form % 2, array[0].bytes);
        coordination_expect(&job, array[0].bytes, near[form % 5], &got);
        expected_values = &got;
        coordination_change((struct job *)&job, 0);
        coordination_expect(&job, array[0].bytes, near[form % 5], &other);
        check_same(&problem, setting[PRECISION] * 30);
    }
}

int main(void)
{
    near_room = malloc(near_bytes(MOST));
    if (!near_room)
        return 1;
    run_tests();
    free(near_room);
    return CHECK_RESULT;
}
