/* Change points of small series: position, size, direction; and series without any. */
#include "reports/history/series.h"
#include "tests/check.h"

/* Deterministic noise: +- `size`, of which neighbours cancel. */
static double alternating_noise(size_t i, double size)
{
    return i % 2 ? size : -size;
}

/* The only change point of a series; SIZE_MAX if there is none, or more than one. */
static size_t only_change(const double *values, size_t count, struct estimate *estimate)
{
    size_t found;
    FREED struct change *change = changes_find(values, count, &found);
    const size_t at = found == 1 ? change->at : (size_t)-1;
    if (found == 1)
        *estimate = change->estimate;
    return at;
}

static size_t count_changes(const double *values, size_t count)
{
    size_t found;
    free(changes_find(values, count, &found));
    return found;
}

TEST(short)
{
    const double values[] = {0, 0, 0, 1, 1, 1};
    struct estimate estimate = {0};
    for (size_t count = 0; count < 6; count++)
        CHECK(count_changes(values, count) == 0);
    CHECK(only_change(values, 6, &estimate) == 3);
    CHECK_NEAR(estimate.centre, 1, 1e-12);
    CHECK(estimate.error == 0);
    const double late[] = {0, 0, 0, 0, 1, 1}, early[] = {0, 0, 1, 1, 1, 1};
    CHECK(count_changes(late, 6) == 0 && count_changes(early, 6) == 0);
}

/* Up is above zero, and down below; both are found at the first point of the new time. */
TEST(direction)
{
    double up[20], down[20];
    struct estimate estimate = {0};
    for (size_t i = 0; i < 20; i++) {
        up[i] = 7 + (i >= 12 ? 0.05 : 0) + alternating_noise(i, 0.001);
        down[i] = 7 - (i >= 12 ? 0.05 : 0) + alternating_noise(i, 0.001);
    }
    CHECK(only_change(up, 20, &estimate) == 12);
    CHECK_NEAR(estimate.centre, 0.05, 1e-9);
    CHECK(estimate.freedom == 5); /* of 8 points, one trimmed at either end */
    CHECK(only_change(down, 20, &estimate) == 12);
    CHECK_NEAR(estimate.centre, -0.05, 1e-9);
}

/* At least 1 %, and 99.9 %. */
TEST(least)
{
    double above[40], below[40], noisy[40], none[40];
    struct estimate estimate = {0};
    for (size_t i = 0; i < 40; i++) {
        const double step = i >= 20;
        above[i] = 0.0101 * step + alternating_noise(i, 1e-4);
        below[i] = 0.0098 * step + alternating_noise(i, 1e-4);
        noisy[i] = 0.0101 * step + alternating_noise(i, 0.02);
        none[i] = alternating_noise(i, 0.02);
    }
    CHECK(only_change(above, 40, &estimate) == 20);
    CHECK(count_changes(below, 40) == 0 && count_changes(noisy, 40) == 0 && count_changes(none, 40) == 0);
}

/* Two steps, of which the second reverses the first: the means of the halves are nearly the same. */
TEST(two)
{
    double values[60];
    size_t found;
    for (size_t i = 0; i < 60; i++)
        values[i] = (i >= 20 && i < 40 ? 0.05 : 0) + alternating_noise(i, 0.002);
    FREED struct change *change = changes_find(values, 60, &found);
    CHECK(found == 2);
    if (found == 2) {
        CHECK(change[0].at == 20 && change[1].at == 40);
        CHECK_NEAR(change[0].estimate.centre, 0.05, 1e-9);
        CHECK_NEAR(change[1].estimate.centre, -0.05, 1e-9);
    }
    values[30] += 0.3; /* an outlier is trimmed */
    CHECK(count_changes(values, 60) == 2);
}

/* A reversed series has the same change points, reversed; also with different noise on the two sides. */
TEST(reversed)
{
    enum { COUNT = 70 };
    double values[COUNT], turned[COUNT];
    for (size_t step = 12; step <= COUNT - 12; step++) {
        struct estimate estimate = {0}, back = {0};
        for (size_t i = 0; i < COUNT; i++) {
            const double noise = (double)(i * i * 7919 % 101) / 101 - 0.5;
            values[i] = i < step ? 0.04 * noise : 0.06 + 0.01 * noise;
            turned[COUNT - 1 - i] = values[i];
        }
        CHECK(only_change(values, COUNT, &estimate) == step && only_change(turned, COUNT, &back) == COUNT - step);
        CHECK_NEAR(back.centre, -estimate.centre, 1e-12);
        CHECK_NEAR(back.error, estimate.error, 1e-12);
    }
}

/* The estimate uses at most RULE_MOST points on either side, the nearest ones. */
TEST(nearest)
{
    enum { FAR = 30, SIDE = RULE_MOST + FAR };
    static double values[2 * SIDE];
    struct estimate estimate = {0};
    for (size_t i = 0; i < 2 * SIDE; i++) {
        const double far = i < FAR ? 0.004 : 0;
        values[i] = (i >= SIDE ? 0.05 : 0) + far + alternating_noise(i, 0.001);
    }
    CHECK(only_change(values, 2 * SIDE, &estimate) == SIDE);
    CHECK_NEAR(estimate.centre, 0.05, 1e-9);
    CHECK(estimate.freedom == 39); /* of 64, twelve trimmed at either end */
}

/* Nothing to divide, in less than cubic time. */
TEST(constant)
{
    enum { MANY = 4000 };
    FREED double *values = allocate(MANY * sizeof *values);
    CHECK(count_changes(values, MANY) == 0);
    for (size_t i = MANY / 2; i < MANY; i++)
        values[i] = 1;
    struct estimate estimate = {0};
    CHECK(only_change(values, MANY, &estimate) == MANY / 2);
}
