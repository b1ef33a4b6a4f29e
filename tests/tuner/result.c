/* The sampling of a problem in which some rows have single iterations because they were stopped early. */
#include "tuner/result.h"
#include "tests/check.h"

static enum sampling join(const enum sampling *rows, size_t count)
{
    enum sampling problem = SAMPLING_OPEN;
    for (size_t i = 0; i < count; i++)
        problem = sampling_join(problem, rows[i]);
    return problem;
}

TEST(sampling)
{
    const enum sampling slope = SAMPLING_SLOPE, single = SAMPLING_SINGLE;
    const enum sampling open = SAMPLING_OPEN; /* only verified */
    CHECK(join(NULL, 0) == open);
    CHECK(join((enum sampling[]){slope, single, single}, 3) == slope);
    CHECK(join((enum sampling[]){single, single}, 2) == single);
    CHECK(join((enum sampling[]){single, slope, single}, 3) == slope); /* one was too short */
    CHECK(join((enum sampling[]){open, open}, 2) == open);
    CHECK(join((enum sampling[]){slope, open}, 2) == slope && join((enum sampling[]){single, open}, 2) == single);
}
