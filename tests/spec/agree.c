/* Comparison of two outputs: the numbers with the largest deviation. */
#include "spec/agree.h"
#include "tests/check.h"

enum { COUNT = 100003 };
static float is[COUNT], was[COUNT];
static struct far_number far[AGREE_PARTS];

static size_t farthest(const char *type, double mean)
{
    return agree_farthest(type_find(type).scalar, is, was, COUNT, mean, far);
}

static void begin(void)
{
    for (size_t i = 0; i < COUNT; i++)
        is[i] = was[i] = (float)(i % 10) - 5;
}

TEST(the_same)
{
    begin();
    CHECK(farthest("float", 1) == 0);
    is[5] = -0.0F; /* equal to the earlier value */
    CHECK(is[5] == was[5] && farthest("float", 1) == 0);
}

/* The first and the last number, in order; a small one is compared relative to the mean. */
TEST(apart)
{
    begin();
    is[0] = was[0] * 1.5F;
    is[COUNT - 1] = was[COUNT - 1] * 3;
    is[50005] = 0.25F; /* relative to 0 */
    CHECK(farthest("float", 1) == 3);
    CHECK(far[0].i == COUNT - 1 && far[0].off == 2 && far[1].i == 0 && far[1].off == 0.5);
    CHECK(far[2].i == 50005 && far[2].off == 0.25);
    CHECK(farthest("float", 0.01) == 3 && far[0].i == 50005);
}

/* Of neighbours one is reported. */
TEST(one_of_a_part)
{
    begin();
    for (size_t i = 0; i < 100; i++)
        is[i] = was[i] + (i == 77 ? 2 : 1);
    CHECK(farthest("float", 10) == 1 && far[0].i == 77);
}

TEST(no_numbers)
{
    begin();
    is[12] = NAN;
    CHECK(farthest("float", 1) == 1 && far[0].i == 12 && isinf(far[0].off));
    was[12] = NAN; /* the same bits */
    CHECK(farthest("float", 1) == 0);
}

TEST(whole_numbers)
{
    begin();
    const int32_t one = 1 << 30, other = (1 << 30) + 1; /* equal as floats */
    memcpy(&was[9], &one, sizeof one);
    memcpy(&is[9], &other, sizeof other);
    CHECK(farthest("int", 1) == 1 && far[0].i == 9 && isinf(far[0].off));
}
