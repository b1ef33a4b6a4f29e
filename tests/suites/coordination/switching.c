/* Switching functions by hand, their slopes against differences, and where digits are lost. */
#include "tests/suites/coordination/problems.h"

static struct switching rational(int n, int m)
{
    struct problem problem = problem_of_size(2);
    problem.inputs.setting[NN] = n;
    problem.inputs.setting[MM] = m;
    return switching_of(&problem);
}

static void check(const struct switching *switching, double r, double value, double slope)
{
    const struct switched got = switching_at(switching, r);
    CHECK_NEAR(got.value, value, 1e-14);
    CHECK_NEAR(got.slope, slope, 1e-13);
}

TEST(by_hand)
{
    struct switching six = rational(6, 0); /* 12 */
    const struct switching seven = rational(7, 13);
    CHECK(six.m == 12);
    check(&six, 0.5, 64. / 65, -6 * 0x1p-5 * (64. / 65) * (64. / 65));
    check(&six, 1, 0.5, -1.5);
    check(&six, 2, 1. / 65, -6 * 32. / (65. * 65));
    check(&seven, 1, 7. / 13, -21. / 13);
    check(&six, 0, 1, 0); /* two atoms on one place */
    check(&seven, 0, 1, 0);
    six.d0 = 0.3;
    check(&six, 0.2, 1, 0);
    check(&six, 1.3, 0.5, -1.5);
    CHECK(switching_at(&six, 0).slope == 0);
    six.d0 = 0;
    six.r0 = 0.5;
    check(&six, 0.5, 0.5, -3);
}

/* The other functions, at r = 1 and 0.5. */
TEST(others_by_hand)
{
    struct problem problem = problem_of_size(2);
    const struct {
        int function;
        double one, one_slope, half;
    } all[] = {{SWITCHING_exponential, exp(-1), -exp(-1), exp(-0.5)},
               {SWITCHING_gaussian, exp(-0.5), -exp(-0.5), exp(-0.125)},
               {SWITCHING_tanh, 1 - tanh(1), -1 / (cosh(1) * cosh(1)), 1 - tanh(0.5)},
               {SWITCHING_cosinus, 0, 0, 0.5}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        problem.inputs.setting[SWITCHING] = all[i].function;
        const struct switching switching = switching_of(&problem);
        check(&switching, 1, all[i].one, all[i].one_slope);
        CHECK_NEAR(switching_at(&switching, 0.5).value, all[i].half, 1e-15);
    }
    problem.inputs.setting[SWITCHING] = SWITCHING_cubic; /* from d0 to dmax */
    problem.inputs.setting[D_0] = 1;
    problem.inputs.setting[D_MAX] = 3;
    const struct switching cubic = switching_of(&problem);
    check(&cubic, 0.9, 1, 0);
    check(&cubic, 2, 0.5, -0.75);
    check(&cubic, 3, 0, 0);
}

/* With dmax a function ends there; stretched it is 0, and everything is longer by the same factor; flat it is 1. */
TEST(stretched)
{
    struct problem problem = problem_of_size(2);
    double *setting = problem.inputs.setting;
    for (int function = SWITCHING_rational; function <= SWITCHING_tanh; function++)
        for (setting[D_0] = 0; setting[D_0] < 0.4; setting[D_0] += 0.3) {
            setting[SWITCHING] = function;
            setting[D_MAX] = 0;
            setting[STRETCH] = 0;
            if (function == SWITCHING_cubic)
                continue;
            const struct switching endless = switching_of(&problem);
            setting[D_MAX] = 2;
            const struct switching cut = switching_of(&problem);
            setting[STRETCH] = 1;
            const struct switching stretched = switching_of(&problem);
            const double end = switching_at(&endless, 2).value;
            CHECK(switching_at(&cut, 2).value == end && end > 1e-3 && switching_at(&cut, 2.0001).value == 0);
            CHECK_NEAR(switching_at(&stretched, 2).value, 0, 1e-16);
            for (double r = 0.05; r < 2; r += 0.05) {
                const struct switched bare = switching_at(&endless, r);
                check(&cut, r, bare.value, bare.slope);
                check(&stretched, r, (bare.value - end) / (1 - end), bare.slope / (1 - end));
            }
            check(&stretched, setting[D_0], 1, 0);
        }
    setting[SWITCHING] = SWITCHING_rational;
    setting[D_0] = 0;
    const struct switching six = switching_of(&problem); /* 1/65 at 2 */
    check(&six, 1, (0.5 - 1. / 65) * 65 / 64, -1.5 * 65 / 64);
}

/* PLUMED's own dmax: where the function is 1e-5, and stretched; not stretched if nothing would be left. */
TEST(own_end)
{
    struct problem problem = problem_of_size(2);
    double *setting = problem.inputs.setting;
    setting[D_0] = 0.25;
    setting[STRETCH] = 1;
    const struct switching six = switching_of(&problem);
    const double end = pow(99999, 1. / 6); /* 1 / (1 + x^6) = 1e-5 */
    CHECK_NEAR(six.dmax, 0.25 + end, 1e-12);
    CHECK_NEAR(six.stretch, 1 / (1 - 1e-5), 1e-15);
    CHECK_NEAR(switching_at(&six, six.dmax).value, 0, 1e-20);
    check(&six, 1.25, (0.5 - 1e-5) / (1 - 1e-5), -1.5 / (1 - 1e-5));
    setting[SWITCHING] = SWITCHING_exponential;
    CHECK_NEAR(switching_of(&problem).dmax, 0.25 + log(1e5), 1e-12);
    setting[STRETCH] = 0;
    CHECK_NEAR(switching_of(&problem).dmax, 0.25 + log(1e30), 1e-12);
    setting[D_MAX] = 1000;
    CHECK_NEAR(switching_of(&problem).dmax, 0.25 + log(1e30), 1e-12); /* in float it is 0 */
    setting[D_MAX] = 5;
    CHECK(switching_of(&problem).dmax == 5);
}

/* 1 - x^n and 1 - x^m lose all digits there: s(1 + h) = s(1) + h s'(1) + h^2 / 2 s''(1) + ... In long double, whose
 * differences keep enough of them for the nearest h. */
TEST(near_one)
{
    const struct switching all[] = {rational(6, 12), rational(7, 13), rational(12, 13), rational(1, 5),
                                    rational(8, 64)};
    const double away[] = {1e-3, 1e-5, 1e-8};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (int i = 0; i < 3; i++)
            for (int sign = -1; sign <= 1; sign += 2) {
                const double n = all[k].n, m = all[k].m, x = 1 + sign * away[i], h = x - 1;
                const double first = n * (n - m) / (2 * m), second = first * (2 * n - m - 3) / 3;
                const struct switched got = switching_at(&all[k], x);
                const long double above = 1 - powl(x, (long double)n), below = 1 - powl(x, (long double)m);
                if (i == 0) { /* an error of some 1e-16 remains */
                    CHECK_NEAR(got.value, (double)(above / below), 1e-14);
                } else {
                    CHECK_NEAR(got.value, n / m + h * (first + h * second / 2), 1e4 * fabs(h * h * h) + 1e-15);
                    CHECK_NEAR(got.slope, first + h * second, 1e5 * h * h + 1e-13);
                }
            }
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(switching_at(&all[0], 1 + away[i]).value, 1 / (1 + pow(1 + away[i], 6)), 1e-15);
}

TEST(slopes)
{
    const int powers[][2] = {{6, 12}, {7, 13}, {1, 2}, {12, 64}, {8, 16}, {63, 64}, {1, 128}};
    for (int function = SWITCHING_rational; function <= SWITCHING_cosinus; function++)
        for (size_t i = 0; i < (function == SWITCHING_rational ? sizeof powers / sizeof *powers : 1); i++) {
            const struct switching switching = {.function = function,
                                                .n = powers[i][0],
                                                .m = powers[i][1],
                                                .r0 = 0.8,
                                                .d0 = 0.25,
                                                .dmax = 2,
                                                .stretch = 1.25,
                                                .shift = -0.125};
            for (double r = 0.2537; r < 1.99; r += 0.0137) {
                const double h = 1e-6;
                const struct switched at = switching_at(&switching, r), below = switching_at(&switching, r - h),
                                      above = switching_at(&switching, r + h);
                if (fabs(r - 1.05) < 1e-5) /* x = 1, where cosinus ends */
                    continue;
                CHECK_NEAR(at.slope, (above.value - below.value) / (2 * h), 1e-7 * (1 + fabs(at.slope)));
                CHECK_NEAR(at.bend, fabs(above.slope - below.slope) / (2 * h), 1e-6 * (1 + at.bend));
            }
            const double step =
                function == SWITCHING_rational && switching.n > 1 ? 0 : switching_at(&switching, 0.25 + 1e-9).slope;
            CHECK_NEAR(switching_step(&switching), step, 1e-6);
        }
}

/* Nothing overflows, for any end of a function. */
TEST(finite)
{
    struct problem problem = problem_of_size(2);
    double *setting = problem.inputs.setting;
    setting[R_0] = 1e-3;
    setting[D_MAX] = 1e6;
    for (setting[SWITCHING] = SWITCHING_rational; setting[SWITCHING] <= SWITCHING_cosinus; setting[SWITCHING]++)
        for (setting[NN] = 1; setting[NN] <= 64; setting[NN] += 7)
            for (setting[MM] = 0; setting[MM] <= 128; setting[MM] += 16) {
                const struct switching switching = switching_of(&problem); /* also for later refused problems */
                for (double r = 1e-30; r < 1e40; r *= 10) {
                    const struct switched at = switching_at(&switching, r);
                    CHECK(setting[MM] > 0 && setting[MM] <= setting[NN] ? true
                                                                        : isfinite(at.value + at.slope + at.bend));
                }
                switching_step(&switching);
            }
}
