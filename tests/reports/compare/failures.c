/* What a comparison makes of failures: of one program and of both, once and again, of a configuration and of a bench.
 */
#include "reports/table/comparison.h"
#include "tests/reports/compare/sides.h"

/* Fails in the new program alone, twice and once; in both; in the base alone; is not there; is there in the new one. */
static void test_failures(void)
{
    const struct side old = {{1000, 1000, -1, -1, 1000, 0}}, new = {{-1, -1, -1, 1000, 0, 1000}},
                      well = {{-1, 1000, 1000, 1000, 1000, 1000}};
    const enum verdict first[] = {VERDICT_OPEN, VERDICT_OPEN, VERDICT_BROKEN, VERDICT_MENDED, VERDICT_GONE},
                       last[] = {VERDICT_FAILS, VERDICT_SAME, VERDICT_BROKEN, VERDICT_MENDED, VERDICT_GONE};
    struct comparison comparison;
    struct fault fault = {0};
    CHECK(start(&comparison, old, new, false, &fault) == OK);
    check_verdicts(&comparison, first, 5);
    finish(&comparison, old, well, well);
    check_verdicts(&comparison, last, 5);
    CHECK_TEXT(comparison.row[0].reason, "it is wrong");
    CHECK_TEXT(comparison.row[4].reason, "the new program does not have it");
    CHECK(comparison.row[0].pairs == 0 && isnan(compared_base_ns(&comparison.row[0])));
    comparison_free(&comparison);
}

/* What fails on both sides in a block is nobody's; and where too little was measured there is no verdict, were it the
 * same code. */
static void test_both_fail(void)
{
    const struct side fails = {{-1, -1, -1, -1, -1, -1}};
    struct comparison comparison;
    struct fault fault = {0};
    for (int same = 0; same < 2; same++) {
        CHECK(start(&comparison, base, base, same, &fault) == OK);
        finish(&comparison, fails, fails, fails);
        CHECK(comparison_count(&comparison, VERDICT_INCONCLUSIVE) == ROWS && comparison.row[0].failures == 0);
        CHECK(comparison.row[0].pairs == 0);
        comparison_free(&comparison);
    }
}

/* What the base failed in the first block, and not in the next: it is judged by that, with the new program's. What it
 * fails in both, and what was well in the first, stay as they were. */
static void test_again(void)
{
    const struct side first = {{-1, -1, -1, 1000, -1, -1}}, second = {{1000, 1000, -1, -1, 1000, 1000}},
                      old_new = {{1000, -1, -1, 1000, 1000, 1000}}, new = {{1000, -1, -1, 1000, 0, 1000}};
    const enum verdict before[] = {VERDICT_MENDED, VERDICT_BROKEN, VERDICT_BROKEN,
                                   VERDICT_OPEN,   VERDICT_MENDED, VERDICT_MENDED},
                       after[] = {VERDICT_OPEN, VERDICT_OPEN, VERDICT_BROKEN, VERDICT_OPEN, VERDICT_GONE, VERDICT_OPEN};
    struct comparison comparison;
    struct fault fault = {0};
    struct results again = results_of(second, "same"), others = results_of(new, "same");
    CHECK(start(&comparison, first, old_new, true, &fault) == OK);
    check_verdicts(&comparison, before, ROWS);
    CHECK(comparison_controls(&comparison) == 1);  /* what was not timed is none */
    strcpy(others.rows[4].result.binary, "other"); /* the sixth's */
    comparison_again(&comparison, &again, &others);
    check_verdicts(&comparison, after, ROWS);
    CHECK(comparison.row[0].identical && comparison.row[3].identical && !comparison.row[5].identical);
    CHECK(comparison.row[0].failures == 0 && comparison.row[1].failures == 1);
    CHECK(comparison.base.rows[0].result.median_ns == 1000 && comparison.base.rows[5].result.index == 5);
    CHECK(row_timed(&comparison.base.rows[3].result)); /* of the first block */
    comparison_free(&comparison);
    results_free(&again);
    results_free(&others);
}

static void add_whole(struct results *results, const char *bench)
{
    struct sample row = sample_failed(sample_timed(bench, 1024, NULL, NULL, 1000), LAUNCH_FAILED, "no room");
    sample_add(results, row);
    results->rows[results->count - 1].result.index = NO_CONFIGURATION;
}

/* A bench that fails as a whole in the base: mended, if any configuration of it has a time; else broken, or gone. */
static void test_whole(void)
{
    const enum verdict expected[] = {VERDICT_MENDED, VERDICT_MENDED, VERDICT_BROKEN, VERDICT_BROKEN, VERDICT_GONE};
    struct results old = {.context = sample_context()}, new = {.context = sample_context()};
    struct comparison comparison;
    struct fault fault = {0};
    const char *const benches[] = {"mended", "late", "broken", "whole", "gone"};
    for (size_t i = 0; i < 5; i++)
        add_whole(&old, benches[i]);
    struct sample reference = sample_timed("mended", 1024, NULL, NULL, 1000);
    sample_add(&old, reference);
    old.rows[5].result.reference = 1;
    sample_add(&new, sample_timed("mended", 1024, "64", "striped", 1000));
    sample_add(&new, sample_failed(sample_timed("mended", 1024, "128", "striped", 1000), WRONG_RESULT, "it is wrong"));
    sample_add(&new, sample_failed(sample_timed("late", 1024, "64", "striped", 1000), WRONG_RESULT, "it is wrong"));
    sample_add(&new, sample_timed("late", 1024, "128", "striped", 1000));
    sample_add(&new, sample_failed(sample_timed("broken", 1024, "64", "striped", 1000), WRONG_RESULT, "it is wrong"));
    add_whole(&new, "whole");
    CHECK(comparison_start(&comparison, ONE_PROGRAM, &old, &new, &fault) == OK);
    check_verdicts(&comparison, expected, 5);
    CHECK_TEXT(comparison.row[0].name, "reduction/mended/n:1024");
    CHECK_TEXT(comparison.row[0].reason, "no room");
    CHECK(comparison_controls(&comparison) == 0 && comparison_wanted(&comparison) == 0);
    comparison_print(stdout, &comparison, &page_plain);
    comparison_again(&comparison, &new, &new);
    check_verdicts(&comparison, expected, 5);
    comparison_free(&comparison);
    results_free(&new);
}

int main(void)
{
    test_failures();
    test_both_fail();
    test_again();
    test_whole();
    return CHECK_RESULT;
}
