/* Switching functions by hand, their slopes against differences, and where digits are lost. */
#include "suites/coordination/coordination.h"

#include "tests/check.h"

/* Rational without a name for n, m. */
static struct switching rational(int n, int m)
{
    return (struct switching){.function = RATIONAL, .n = n, .m = m, .r0 = 1, .dmax = INFINITY, .stretch = 1};
}

static void check(const struct switching *switching, double r, double value, double slope)
{
    const struct switched got = switching_at(switching, r);
    CHECK_NEAR(got.value, value, 1e-14);
    CHECK_NEAR(got.slope, slope, 1e-13);
}

TEST(by_hand)
{
    struct switching six = rational(6, 12), seven = rational(7, 13);
    check(&six, 0.5, 64. / 65, -6 * 0x1p-5 * (64. / 65) * (64. / 65));
    check(&six, 1, 0.5, -1.5);
    check(&six, 2, 1. / 65, -6 * 32. / (65. * 65));
    check(&seven, 1, 7. / 13, -21. / 13);
    check(&six, 0, 1, 0); /* two atoms on one place */
    six.d0 = 0.3;
    check(&six, 0.2, 1, 0);
    check(&six, 1.3, 0.5, -1.5);
    six.d0 = 0;
    six.r0 = 0.5;
    check(&six, 0.5, 0.5, -3);
}

/* 1 - x^n and 1 - x^m lose all digits there; s(1 + h) = s(1) + h s'(1) + h^2 / 2 s''(1). */
TEST(near_one)
{
    const struct switching six = rational(6, 12), seven = rational(7, 13);
    const double away[] = {1e-3, 1e-5, 1e-8};
    for (int i = 0; i < 3; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double h = sign * away[i];
            CHECK_NEAR(switching_at(&six, 1 + h).value, 1 / (1 + pow(1 + h, 6)), 1e-15);
            const double second = 28. / 13; /* n (n - m) (2 n - m - 3) / (6 m) */
            CHECK_NEAR(switching_at(&seven, 1 + h).value, 7. / 13 - 21. / 13 * h + second / 2 * h * h * 3,
                       fabs(h * h * h) * 10 + 2e-6 * fabs(h * h) * 1e6);
        }
}

TEST(slopes)
{
    struct switching all[] = {rational(6, 12), rational(7, 13), rational(1, 2), rational(12, 64), rational(8, 16)};
    for (int function = RATIONAL; function <= COSINUS; function++)
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            struct switching *switching = &all[i];
            switching->function = function;
            switching->d0 = 0.25;
            switching->dmax = 2;
            switching->stretch = 1.25;
            switching->shift = -0.125;
            for (double r = 0.26; r < 1.99; r += 0.0137) {
                const double h = 1e-6;
                const struct switched at = switching_at(switching, r), below = switching_at(switching, r - h),
                                      above = switching_at(switching, r + h);
                if (fabs(r - 1.25) < 1e-3) /* where cosinus ends */
                    continue;
                CHECK_NEAR(at.slope, (above.value - below.value) / (2 * h), 1e-7 * (1 + fabs(at.slope)));
                CHECK(at.bend > fabs(above.slope - below.slope) / (2 * h) / 2 - 1e-3);
            }
        }
}
