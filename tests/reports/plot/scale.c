/* Axes: the places of values, and the ticks. */
#include "reports/plot/scale.h"
#include "tests/check.h"

static struct scale scale_new(enum scale_kind kind, double low, double high, double length)
{
    return (struct scale){kind, low, high, 10, 10 + length};
}

/* Whether the labels are these, in order, and each tick is within the scale and after the previous one. */
static void check_labels(struct scale scale, double apart, const char *expected)
{
    struct tick tick[MAX_TICKS];
    char labels[512] = "";
    double last = -INFINITY;
    const size_t count = scale_ticks(&scale, apart, tick);
    for (size_t i = 0; i < count; i++) {
        CHECK(tick[i].value > last);
        CHECK(scale_place(&scale, tick[i].value) > scale.from - 1e-6 &&
              scale_place(&scale, tick[i].value) < scale.to + 1e-6);
        last = tick[i].value;
        if (*tick[i].label) {
            strcat(labels, *labels ? " " : "");
            strcat(labels, tick[i].label);
        }
    }
    CHECK_TEXT(labels, expected);
}

TEST(places)
{
    const struct scale linear = scale_new(SCALE_LINEAR, -1, 3, 100), decades = scale_new(SCALE_LOG, 0.1, 1000, 100),
                       powers = scale_new(SCALE_POWERS_OF_2, 1, 16, 100), down = {SCALE_LINEAR, 0, 10, 100, 0};
    CHECK_NEAR(scale_place(&linear, -1), 10, 1e-12);
    CHECK_NEAR(scale_place(&linear, 0), 35, 1e-12);
    CHECK_NEAR(scale_place(&linear, 5), 160, 1e-12); /* outside */
    CHECK_NEAR(scale_place(&decades, 1), 35, 1e-12);
    CHECK_NEAR(scale_place(&decades, 1000), 110, 1e-12);
    CHECK_NEAR(scale_place(&powers, 2), 35, 1e-12);
    CHECK_NEAR(scale_place(&down, 2.5), 75, 1e-12);
}

static void check_ends(enum scale_kind kind, bool tight, double low, double high, double expected_low,
                       double expected_high)
{
    struct scale scale = scale_new(kind, low, high, 100);
    scale_widen(&scale, tight);
    CHECK_NEAR(scale.low, expected_low, 1e-9 * fabs(expected_low));
    CHECK_NEAR(scale.high, expected_high, 1e-9 * fabs(expected_high));
}

TEST(ends)
{
    check_ends(SCALE_LINEAR, false, 0.3, 78, 0, 80);
    check_ends(SCALE_LINEAR, false, 504, 597, 500, 600);
    check_ends(SCALE_LINEAR, false, -7, 7, -8, 8);
    check_ends(SCALE_LINEAR, false, 5, 5, 2, 8);
    check_ends(SCALE_LINEAR, false, 0, 0, -1, 1);
    check_ends(SCALE_LOG, false, 1.32, 993, 1, 1000);
    check_ends(SCALE_LOG, false, 3e-7, 4e4, 2e-7, 5e4);
    check_ends(SCALE_LOG, false, 0.1, 1000, 0.1, 1000); /* round values stay */
    check_ends(SCALE_LOG, true, 3e-7, 4e4, 3e-7, 4e4);
    check_ends(SCALE_LOG, true, 3, 40, 2, 50);
    check_ends(SCALE_LOG, false, 100, 100, 10, 1000);
    check_ends(SCALE_LOG, false, 7, 7, 5, 10);
    check_ends(SCALE_POWERS_OF_2, false, 1024, 1048576, 1024, 1048576);
    check_ends(SCALE_POWERS_OF_2, false, 3, 3, 2, 4);
    check_ends(SCALE_POWERS_OF_2, false, 8, 8, 4, 16);
}

TEST(ticks)
{
    check_labels(scale_new(SCALE_LINEAR, 0, 80, 100), 20, "0 20 40 60 80");
    check_labels(scale_new(SCALE_LINEAR, -0.4, 0.4, 100), 20, "-0.4 -0.2 0 0.2 0.4"); /* no -0 */
    check_labels(scale_new(SCALE_LINEAR, 2, 18, 135), 13, "2 4 6 8 10 12 14 16 18");
    check_labels(scale_new(SCALE_LINEAR, 0, 80, 10), 20, "0"); /* one, at least */
    check_labels(scale_new(SCALE_LOG, 0.01, 1e6, 200), 13, "0.01 0.1 1 10 100 1000 10^4 10^5 10^6");
    check_labels(scale_new(SCALE_LOG, 1e-7, 10, 100), 20, "10^-6 10^-4 0.01 1"); /* every second one */
    check_labels(scale_new(SCALE_LOG, 5, 200, 100), 13, "5 10 20 50 100 200");   /* between decades */
    check_labels(scale_new(SCALE_LOG, 2e4, 6e5, 100), 13, "2\u00b710^4 5\u00b710^4 10^5 2\u00b710^5 5\u00b710^5");
    check_labels(scale_new(SCALE_LOG, 5, 200, 30), 13, "10 100"); /* no room */
    check_labels(scale_new(SCALE_POWERS_OF_2, 2, 16, 100), 19, "2 4 8 16");
    check_labels(scale_new(SCALE_POWERS_OF_2, 256, 4096, 100), 19, "256 512 2^10 2^11 2^12");
    check_labels(scale_new(SCALE_POWERS_OF_2, 1024, 1048576, 100), 19, "2^10 2^12 2^14 2^16 2^18 2^20");

    /* For any range, there are no more ticks than room for them. */
    struct tick tick[MAX_TICKS];
    const struct scale wide = scale_new(SCALE_LOG, 1e-300, 1e300, 100), many = scale_new(SCALE_LINEAR, 0, 1e9, 1e6);
    CHECK(scale_ticks(&wide, 13, tick) <= MAX_TICKS);
    CHECK(scale_ticks(&many, 1, tick) <= MAX_TICKS);
}

TEST(units)
{
    CHECK_TEXT(scale_time_unit(0.5).name, "ns");
    CHECK_TEXT(scale_time_unit(999).name, "ns");
    CHECK_TEXT(scale_time_unit(1000).name, "\u00b5s");
    CHECK_TEXT(scale_time_unit(5.5e5).name, "\u00b5s");
    CHECK_TEXT(scale_time_unit(1e6).name, "ms");
    CHECK_TEXT(scale_time_unit(3e12).name, "s");
    CHECK_NEAR(scale_time_unit(3e12).ns, 1e9, 0);
}
