/* Samples of an output, and wrong numbers found in them. */
#include "spec/compare.h"
#include "tests/check.h"

TEST(all_of_a_few)
{
    const struct job job = {.draw = 1};
    const struct sample sample = sample_some(1000, 1000, 16);
    CHECK(sample.count == 1000);
    for (uint64_t s = 0; s < sample.count; s++)
        CHECK(sample_place(&job, sample, s) == s);
}

/* The first and the last number are compared, and others everywhere. */
TEST(some_of_many)
{
    const uint64_t numbers = (UINT64_C(1) << 24) + 12345;
    for (uint64_t draw = 0; draw < 4; draw++) {
        const struct job job = {.draw = draw};
        const struct sample sample = sample_some(numbers, 1 << 16, 16);
        uint64_t last = 0, gap = 0;
        for (uint64_t s = 1; s < sample.count; s++) {
            const uint64_t i = sample_place(&job, sample, s);
            gap = i > last && i - last > gap ? i - last : gap;
            last = i;
        }
        CHECK(sample.count == 1 << 16 && gap < numbers >> 9); /* two shares of 2^10 runs at most */
        CHECK(sample_place(&job, sample, 0) == 0 && last == numbers - 1);
    }
}

/* Runs reach all samples, and none after the last. */
TEST(all_runs)
{
    enum { RUN = 16, MOST = 100 };
    for (uint64_t count = RUN; count <= MOST; count++) {
        bool is_reached[MOST] = {false};
        uint64_t reached = 0;
        for (uint64_t r = 0; r < divide_up(count, RUN); r++) {
            const uint64_t first = sample_run(sample_whole(count), RUN, r);
            CHECK(first + RUN <= count);
            for (uint64_t s = first; s < first + RUN && s < count; s++) {
                reached += !is_reached[s];
                is_reached[s] = true;
            }
        }
        CHECK(reached == count);
    }
}

/* One wrong number in 1/16 as many as are compared, at a random place in each share. */
TEST(one_in_many)
{
    enum { SAMPLES = 1 << 16, SPACING = SAMPLES / 16, MANY = 1 << 20, TRIES = 100 };
    int missed = 0;
    for (uint64_t draw = 0; draw < TRIES; draw++) {
        const struct job job = {.draw = draw};
        const struct sample sample = sample_some(MANY, SAMPLES, 16);
        bool found = false;
        for (uint64_t s = 0; s < sample.count && !found; s++) {
            const uint64_t i = sample_place(&job, sample, s);
            found = i == i / SPACING * SPACING + job_random(draw + TRIES, i / SPACING) % SPACING;
        }
        missed += !found;
    }
    CHECK(missed == 0); /* each is missed with probability e^-16 */
}

/* ---- numbers ---- */

struct one {
    struct spec spec;
    struct spec_argument argument;
    struct spec_check check;
    struct bench bench;
    struct job job;
};

static void begin(struct one *one, const char *type, double tolerance)
{
    *one = (struct one){.argument = {.name = "y", .type = type_find(type), .role = ROLE_OUTPUT},
                        .check = {.tolerance = tolerance}};
    one->spec.argument = &one->argument;
    one->spec.arguments = 1;
    one->bench.own = &one->spec;
    one->job.bench = &one->bench;
}

static struct part anew; /* the expected value of a number computed after a change */

static struct part expected_part(const struct comparing *comparing, UNNEEDED double *slots, uint64_t s,
                                 UNNEEDED uint64_t i, UNNEEDED struct fault *fault)
{
    return comparing->parts ? comparing->parts[s] : anew;
}

static bool is_right(const struct one *one, const void *is, const void *raw, struct part part, bool changed)
{
    struct verdict verdict = {0};
    const struct comparing comparing = {.job = &one->job,
                                        .check = &one->check,
                                        .verdict = &verdict,
                                        .should_be = expected_part,
                                        .parts = &part,
                                        .raw = raw,
                                        .is = is,
                                        .changed = changed};
    return compare_sample(&comparing, sample_whole(1), NULL) == OK;
}

TEST(real_numbers)
{
    struct one one;
    begin(&one, "float", 0x1p-20);
    const float is[] = {1, 1 + 0x1p-20f, 1 + 0x1p-19f, NAN, INFINITY};
    CHECK(is_right(&one, &is[0], NULL, (struct part){1, 1}, false));
    CHECK(is_right(&one, &is[1], NULL, (struct part){1, 1}, false));
    CHECK(!is_right(&one, &is[2], NULL, (struct part){1, 1}, false));
    CHECK(is_right(&one, &is[2], NULL, (struct part){1, 2}, false));
    CHECK(!is_right(&one, &is[3], NULL, (struct part){1, 1}, false));
    CHECK(!is_right(&one, &is[3], NULL, (struct part){NAN, NAN}, false));
    CHECK(is_right(&one, &is[3], NULL, (struct part){NAN, NAN}, true));
    anew = (struct part){NAN, NAN};
    CHECK(!is_right(&one, &is[0], NULL, (struct part){NAN, NAN}, true));
    CHECK(!is_right(&one, &is[0], NULL, (struct part){2, INFINITY}, false));
    CHECK(is_right(&one, &is[4], NULL, (struct part){INFINITY, INFINITY}, false));
}

/* After a change a number is as expected before it, or as computed now. */
TEST(known_before_a_change)
{
    struct one one;
    begin(&one, "float", 0);
    const float is[] = {1, 3, 2, NAN};
    anew = (struct part){3, 3};
    CHECK(is_right(&one, &is[0], NULL, (struct part){1, 1}, true));
    CHECK(is_right(&one, &is[1], NULL, (struct part){1, 1}, true));
    CHECK(!is_right(&one, &is[1], NULL, (struct part){1, 1}, false));
    CHECK(!is_right(&one, &is[2], NULL, (struct part){1, 1}, true));
    CHECK(!is_right(&one, &is[3], NULL, (struct part){1, 1}, true));
    anew = (struct part){NAN, NAN};
    CHECK(is_right(&one, &is[3], NULL, (struct part){1, 1}, true));
}

/* Beyond 2^53, where a double cannot represent each. */
TEST(whole_numbers_of_a_reference)
{
    struct one one;
    begin(&one, "ulong", 0);
    const uint64_t is = UINT64_MAX - 1, other = UINT64_MAX - 2;
    CHECK(is_right(&one, &is, &is, (struct part){0, 0}, false));
    CHECK(!is_right(&one, &is, &other, (struct part){(double)is, (double)is}, false));
}
