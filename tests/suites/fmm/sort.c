/* Sorting charges on all cores: as one core does it one by one, for few and for many. */
#include "suites/fmm/particles.h"

#include "tests/check.h"

static struct problem problem;

static struct job use(uint64_t charges, int variant)
{
    problem = (struct problem){.bench = &fmm_solve, .n = charges, .seed = 3};
    problem.inputs = (struct inputs){.setting = {[CHARGES] = CHARGES_random}};
    return (struct job){.problem = &problem, .bench = &fmm_solve, .n = charges, .seed = 3, .variant = variant};
}

/* Where the charges of each box begin, counted one by one; and the next of each box must be the next in the caller's
 * order. */
static void check_sorted(const struct mm_float4 *given, uint64_t charges, int by, const struct mm_float4 *charge,
                         const uint32_t *start, const uint32_t *caller)
{
    const uint64_t boxes = UINT64_C(1) << 3 * by;
    FREED uint32_t *next = allocate((boxes + 1) * sizeof *next);
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < charges; i++)
        next[fmm_box_index(fmm_box_of(by, &given[i])) - fmm_level_begin(by) + 1]++;
    for (uint64_t b = 0; b < boxes; b++)
        next[b + 1] += next[b];
    CHECK(!memcmp(next, start, (boxes + 1) * sizeof *next));
    for (uint64_t i = 0; i < charges; i++) {
        const uint32_t at = next[fmm_box_index(fmm_box_of(by, &given[i])) - fmm_level_begin(by)]++;
        wrong += memcmp(&charge[at], &given[i], sizeof *given) || caller[at] != i;
    }
    CHECK(!wrong);
}

static void check_both(uint64_t charges, int by, int variant)
{
    const struct job job = use(charges, variant);
    FREED struct mm_float4 *given = allocate(charges * sizeof *given), *charge = allocate(charges * sizeof *charge);
    FREED uint32_t *start = allocate(((UINT64_C(1) << 3 * by) + 1) * sizeof *start),
                   *caller = allocate(charges * sizeof *caller);
    fmm_fill_charges(&job, by, given);
    fmm_sort(&job, given, by, charge, start, caller);
    check_sorted(given, charges, by, charge, start, caller);
    memset(charge, 255, charges * sizeof *charge);
    memset(caller, 255, charges * sizeof *caller);
    fmm_sort(&job, NULL, by, charge, start, caller);
    check_sorted(given, charges, by, charge, start, caller);
}

/* One stretch of boxes or several, one part of the charges or several, whose numbers do not divide them. */
TEST(sorted)
{
    static const uint64_t sizes[] = {1, 2, 100, 16383, 16384, 32768, 50021, 150001};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int by = 0; by <= 6; by += 2)
            for (int variant = 0; variant < 2; variant++)
                if (by || !variant)
                    check_both(sizes[s], by, variant);
}

/* More stretches than fit: each has some boxes. */
TEST(deep)
{
    check_both(300007, 5, 0);
    check_both(50021, 7, 1);
}

/* The same charges, all at once or one by one. */
TEST(drawn)
{
    enum { CHARGES_DRAWN = 70001 };
    const struct job job = use(CHARGES_DRAWN, 1);
    FREED struct mm_float4 *all = allocate(CHARGES_DRAWN * sizeof *all);
    fmm_fill_charges(&job, 4, all);
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < CHARGES_DRAWN; i++) {
        const struct mm_float4 one = fmm_drawn_charge(&job, 4, i);
        wrong += memcmp(&one, &all[i], sizeof one) != 0;
    }
    CHECK(!wrong);
}
