/* Restrictions: the values that they admit. */
#include "tuner/search/restriction.h"

#include "tests/check.h"

enum { BLOCK, LOAD, ITEMS, COUNT };
enum { BLOCKS = 3, LOADS = 2, ITEM_COUNTS = 4, PRODUCT = BLOCKS * LOADS * ITEM_COUNTS };

static const struct space space = {
    .parameters = PARAMETERS({"BLOCK", "", VALUES(128, 32, 1024)}, {"LOAD", "", WORDS("blocked", "striped")},
                             {"ITEMS", "", REALS(0.5, 1, 2, 4)}),
};

/* Whether every value of a configuration is admitted. */
static bool admits(const struct restriction *restriction, const struct space *of, uint64_t index)
{
    for (size_t p = 0; p < space_parameters(of); p++)
        if (!restriction_admits(restriction, of, p, space_position(of, index, p)))
            return false;
    return true;
}

static void check_all_admitted(const struct restriction *restriction)
{
    for (uint64_t index = 0; index < PRODUCT; index++)
        CHECK(admits(restriction, &space, index));
}

/* Every subset of the values of two parameters, against its definition. */
TEST(subsets)
{
    struct restriction restriction = {0};
    check_all_admitted(&restriction);
    for (uint32_t blocks = 0; blocks < 8; blocks++)
        for (uint32_t loads = 0; loads < 4; loads++) {
            restriction_clear(&restriction, &space, BLOCK);
            restriction_clear(&restriction, &space, LOAD);
            for (size_t v = 0; v < BLOCKS; v++)
                if (blocks >> v & 1)
                    restriction_admit(&restriction, &space, BLOCK, v);
            for (size_t v = 0; v < LOADS; v++)
                if (loads >> v & 1)
                    restriction_admit(&restriction, &space, LOAD, v);
            for (uint64_t index = 0; index < PRODUCT; index++) {
                uint32_t block = (uint32_t)(index / 8), load = (uint32_t)(index / 4 % 2);
                CHECK(admits(&restriction, &space, index) == ((blocks >> block & 1) && (loads >> load & 1)));
            }
        }
    restriction_free(&restriction);
    check_all_admitted(&restriction); /* and it can be used again: */
    restriction_clear(&restriction, &space, ITEMS);
    for (uint64_t index = 0; index < PRODUCT; index++)
        CHECK(!admits(&restriction, &space, index));
    restriction_free(&restriction);
    restriction_free(&restriction);
}

/* Admitting a value that was never removed keeps all. */
TEST(unrestricted)
{
    FREED_BY(restriction_free) struct restriction restriction = {0};
    restriction_admit(&restriction, &space, LOAD, 1);
    CHECK(!restriction.admitted);
    check_all_admitted(&restriction);
}

/* Any number of values. */
TEST(widest_parameter)
{
    const struct space wide = {
        .parameters = PARAMETERS({"BEFORE", "", VALUES(1, 2)},
                                 {"WIDE", "",
                                  VALUES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                         22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39)},
                                 {"BEHIND", "", VALUES(1, 2)}),
    };
    static const size_t left[] = {0, 31, 32, 39};
    FREED_BY(restriction_free) struct restriction restriction = {0};
    restriction_clear(&restriction, &wide, 1);
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        restriction_admit(&restriction, &wide, 1, left[i]);
    for (size_t v = 0; v < 40; v++)
        CHECK(restriction_admits(&restriction, &wide, 1, v) == (v == 0 || v == 31 || v == 32 || v == 39));
    for (size_t v = 0; v < 2; v++)
        CHECK(restriction_admits(&restriction, &wide, 0, v) && restriction_admits(&restriction, &wide, 2, v));
}
