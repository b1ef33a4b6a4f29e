/* What a search makes of what became of its configurations: a value that never was right comes last. */
#include "tuner/search/tries.h"
#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/spaces.h"

enum { ALL = 625 };
static const struct compute_device device = {.max_group = 512};
static size_t parameter, failing; /* those fail which have this value of it */

static size_t value(uint64_t index)
{
    return space_position(&cube.space, index, parameter);
}

static double time_of(UNNEEDED const struct bench *bench, uint64_t index)
{
    return value(index) == failing ? 0 : 100;
}

static void drive_all(const struct strategy *strategy, size_t fails, uint64_t order[ALL])
{
    const struct drive one = {
        .bench = &cube, .device = &device, .strategy = strategy, .seed = 1, .open = 1, .ns = time_of};
    failing = fails;
    CHECK(drive(&one, order) == ALL);
}

/* Four were tried, and 121 come last, in the order that they have without that; and nothing comes twice. */
static void check_put_off(const struct strategy *strategy)
{
    uint64_t order[ALL], plain[ALL];
    bool came[ALL] = {false};
    size_t at = 0, early = 0;
    drive_all(strategy, 4, order);
    for (size_t i = 0; i < ALL; i++) {
        CHECK(!came[order[i]]);
        came[order[i]] = true;
        early += i < ALL - 121 && value(order[i]) == 4;
    }
    CHECK(early == 4);
    drive_all(strategy, 5, plain); /* none fails */
    for (size_t i = 0; i < ALL; i++)
        if (value(plain[i]) == 4) {
            while (at < ALL && value(order[at]) != 4)
                at++;
            CHECK(at < ALL && order[at++] == plain[i]);
        }
}

/* While nothing is right there is nothing better; with the first that is, what failed until then is put off; what was
 * right once is not, however much of it fails. */
TEST(first_right)
{
    struct tries *tries = tries_new(&cube.space);
    for (uint64_t i = 0; i < 4; i++)
        CHECK(!tries_tell(tries, i, CRASHED)); /* A, B and C have their first values, D the first four */
    CHECK(!tries_put_off(tries, 0));
    CHECK(!tries_tell(tries, 4, OK)); /* the fifth of D, of which one of each failed */
    CHECK(!tries_put_off(tries, 0) && !tries_put_off(tries, 4));
    tries_tell(tries, 0, WRONG_RESULT);
    tries_tell(tries, 0, TIMED_OUT);
    CHECK(!tries_put_off(tries, 0));
    CHECK(tries_tell(tries, 0, COMPILE_FAILED));
    CHECK(tries_put_off(tries, 0) && tries_put_off(tries, 5) && !tries_put_off(tries, 4));
    CHECK(!tries_tell(tries, 5, VERIFIED)); /* the first of D */
    CHECK(!tries_put_off(tries, 0));
    for (int i = 0; i < 100; i++)
        tries_tell(tries, 0, CRASHED);
    CHECK(!tries_put_off(tries, 0));
    tries_free(tries);
}

TEST(none)
{
    struct tries *tries = tries_new(NULL);
    for (int i = 0; i < 10; i++)
        CHECK(!tries_tell(tries, 7, CRASHED));
    CHECK(!tries_put_off(tries, 7));
    tries_free(tries);
}

TEST(put_off)
{
    for (parameter = 0; parameter < 4; parameter++) {
        check_put_off(&exhaustive_strategy);
        check_put_off(&random_strategy);
    }
}
