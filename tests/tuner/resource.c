/* The limit of a result: the binding resource, cold and warm; without a needed ceiling there is none. */
#include "tuner/resource.h"

#include "tests/check.h"

enum { MIB = 1 << 20 };

static void check_limit(struct limit limit, enum resource resource, double fraction)
{
    CHECK(limit.resource == resource);
    CHECK_NEAR(limit.fraction, fraction, 1e-12);
}

/* The words are the names of benches: each is unique, and found by its name. */
TEST(words)
{
    for (enum resource r = 0; r < RESOURCES; r++) {
        CHECK(resource_find(resource_word(r)) == r);
        CHECK(resource_unit(r)[0]);
    }
    CHECK(resource_find("") == RESOURCES);
    CHECK(resource_find("dram") == RESOURCES);
    CHECK_TEXT(resource_word(RESOURCE_DRAM_TRIAD), "dram_triad");
    CHECK_TEXT(resource_unit(RESOURCE_FP64_FMA), "FMA");
}

/* Each stream of DRAM has a counterpart in the cache at the same offset. */
TEST(needs)
{
    static const char *const kinds[] = {"read", "write", "copy", "add", "triad"};
    CHECK(sizeof kinds / sizeof *kinds == RESOURCE_STREAMS);
    for (int kind = 0; kind < RESOURCE_STREAMS; kind++) {
        char dram[32], cache[32];
        snprintf(dram, sizeof dram, "dram_%s", kinds[kind]);
        snprintf(cache, sizeof cache, "l2_%s", kinds[kind]);
        CHECK_TEXT(resource_word((enum resource)kind), dram);
        CHECK_TEXT(resource_word((enum resource)(kind + RESOURCE_STREAMS)), cache);
    }
    CHECK(resource_needs(0, true) == 0 && resource_needs(0, false) == 0);
    CHECK(resource_needs(USES(DRAM_ADD) | USES(RSQRT), true) == (USES(DRAM_ADD) | USES(RSQRT)));
    CHECK(resource_needs(USES(DRAM_ADD) | USES(RSQRT), false) == (USES(DRAM_ADD) | USES(L2_ADD) | USES(RSQRT)));
    CHECK(resource_needs(USES(L2_READ), false) == USES(L2_READ));
}

/* Cold: streams move data from and to DRAM, whatever the size of the cache. */
TEST(cold)
{
    struct ceilings ceilings = {{[RESOURCE_DRAM_READ] = 4e12, [RESOURCE_L2_READ] = 8e12}};
    double amount[RESOURCES] = {[RESOURCE_DRAM_READ] = MIB};
    double ns = MIB / 4e12 * 1e9;
    check_limit(resource_limit(amount, ns, true, 0, &ceilings), RESOURCE_DRAM_READ, 1);
    check_limit(resource_limit(amount, 4 * ns, true, 60 * MIB, &ceilings), RESOURCE_DRAM_READ, 0.25);
    ceilings.rate[RESOURCE_L2_READ] = 0;
    check_limit(resource_limit(amount, ns, true, 60 * MIB, &ceilings), RESOURCE_DRAM_READ, 1);
}

/* Warm: all goes through the cache, and the part that does not fit comes from DRAM. */
TEST(warm)
{
    struct ceilings ceilings = {{[RESOURCE_DRAM_COPY] = 4e12, [RESOURCE_L2_COPY] = 8e12}};
    double amount[RESOURCES] = {[RESOURCE_DRAM_COPY] = 3. * MIB};
    double ns = 1000;
    double cache = 3. * MIB / 8e12 * 1e9 / ns;
    check_limit(resource_limit(amount, ns, false, 3 * MIB, &ceilings), RESOURCE_L2_COPY, cache);
    check_limit(resource_limit(amount, ns, false, 60 * MIB, &ceilings), RESOURCE_L2_COPY, cache);
    /* 1 of 3 MiB fits: 2 at half the rate take longer than 3 at the full one. */
    check_limit(resource_limit(amount, ns, false, MIB, &ceilings), RESOURCE_DRAM_COPY, 2. * MIB / 4e12 * 1e9 / ns);
    /* 2 of 3 fit: 1 at half the rate takes less. */
    check_limit(resource_limit(amount, ns, false, 2 * MIB, &ceilings), RESOURCE_L2_COPY, cache);
}

/* The resource with the largest share binds. */
TEST(binding)
{
    struct ceilings ceilings = {{[RESOURCE_DRAM_READ] = 1e9, [RESOURCE_LAUNCH] = 1e6, [RESOURCE_FP32_FMA] = 1e12}};
    double amount[RESOURCES] = {
        [RESOURCE_DRAM_READ] = 500, [RESOURCE_LAUNCH] = 1, [RESOURCE_FP32_FMA] = 900e3, [RESOURCE_RSQRT] = 0};
    check_limit(resource_limit(amount, 2000, true, 0, &ceilings), RESOURCE_LAUNCH, 0.5);
    amount[RESOURCE_DRAM_READ] = 3000;
    check_limit(resource_limit(amount, 2000, true, 0, &ceilings), RESOURCE_DRAM_READ, 1.5);
    amount[RESOURCE_FP32_FMA] = 4e6;
    check_limit(resource_limit(amount, 2000, true, 0, &ceilings), RESOURCE_FP32_FMA, 2);
}

/* An amount without a ceiling gives no limit: the unknown one may bind. */
TEST(missing)
{
    struct ceilings ceilings = {{[RESOURCE_DRAM_READ] = 1e9}}, nothing = {{0}};
    double amount[RESOURCES] = {[RESOURCE_DRAM_READ] = 500}, none[RESOURCES] = {0};
    check_limit(resource_limit(amount, 1000, true, 0, &ceilings), RESOURCE_DRAM_READ, 0.5);
    CHECK(resource_limit(amount, 1000, true, 0, &nothing).fraction == 0);
    CHECK(resource_limit(none, 1000, true, 0, &ceilings).fraction == 0);
    CHECK(resource_limit(amount, 1000, false, 1 << 20, &ceilings).fraction == 0); /* the cache's is missing */
    amount[RESOURCE_GRAPH_LAUNCH] = 1;
    CHECK(resource_limit(amount, 1000, true, 0, &ceilings).fraction == 0);
    ceilings.rate[RESOURCE_GRAPH_LAUNCH] = 1e5;
    check_limit(resource_limit(amount, 1000, true, 0, &ceilings), RESOURCE_GRAPH_LAUNCH, 10);
    /* If all fits into the cache, a stream needs no ceiling of DRAM. */
    struct ceilings cache = {{[RESOURCE_L2_READ] = 1e9}};
    double small[RESOURCES] = {[RESOURCE_DRAM_READ] = 500};
    check_limit(resource_limit(small, 1000, false, 500, &cache), RESOURCE_L2_READ, 0.5);
    CHECK(resource_limit(small, 1000, false, 499, &cache).fraction == 0);
}
