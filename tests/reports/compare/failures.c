/* Failures in a comparison: of one program and of both, repeated and single, of one configuration and of all. */
#include "reports/table/compared.h"
#include "tests/reports/compare/sides.h"

/* Fails only in the new program, always and once; in both; only in the base; is missing; is new. */
TEST(failures)
{
    const struct side old = {{1000, 1000, -1, -1, 1000, 0}}, new = {{-1, -1, -1, 1000, 0, 1000}},
                      well = {{-1, 1000, 1000, 1000, 1000, 1000}};
    FREED_BY(comparison_free) struct comparison comparison = started(old, new, false);
    check_verdicts(&comparison, "OPEN OPEN BROKEN FIXED GONE");
    CHECK(comparison.row[0].blocks == 1 && comparison.row[0].new_failures == 1 && comparison.row[3].base_failures == 1);
    finish(&comparison, old, well, well);
    check_verdicts(&comparison, "FAILS SAME BROKEN FIXED GONE");
    CHECK_TEXT(comparison.row[0].reason, "it is wrong");
    CHECK_TEXT(comparison.row[4].reason, "the new program does not have it");
    CHECK(comparison.row[0].pairs == 0 && isnan(compared_base_ns(&comparison.row[0])));
    CHECK(comparison.row[0].blocks == 8 && comparison.row[0].new_failures == 8);
    CHECK(comparison.row[1].blocks == 41 + RULE_CONFIRM && comparison.row[1].new_failures == 1);
}

/* A block in which each side fails where its times are below 0, and then another. */
static void take_two(struct comparison *comparison, struct side old, struct side new)
{
    take(comparison, old, new, 1);
    take(comparison, base, base, 1);
}

/* Equal failure rates on both sides are no regression, however high, in turn or in the same blocks; a higher rate on
 * the new side is one, unless its code and launches are the base's. */
TEST(as_often)
{
    const struct side old = {{-1, 1000, -1, 1000, 1000, 1000}}, new = {{1000, -1, -1, -1, -1, 1000}};
    FREED_BY(comparison_free) struct comparison comparison = started(base, base, true);
    for (size_t i = 0; i < ROWS; i++)
        comparison.row[i].identical = i == 4;
    for (int i = 0; i < 10; i++) {
        struct side in_turn = new;
        in_turn.ns[1] = 1000;
        take_two(&comparison, old, in_turn);
        in_turn.ns[0] = in_turn.ns[2] = 1000;
        in_turn.ns[1] = -1;
        take_two(&comparison, base, in_turn);
        if (i == 4)
            CHECK(comparison.row[1].new_failures == 5 && comparison.row[1].verdict == VERDICT_OPEN);
    }
    CHECK(comparison.row[0].base_failures == 10 && comparison.row[0].pairs == 30);
    CHECK(comparison.row[2].base_failures == 10 && comparison.row[2].new_failures == 10);
    CHECK(comparison.row[4].new_failures == 20 && comparison.row[4].verdict == VERDICT_OPEN);
    comparison.row[1].base_failures = 10; /* as if it had failed there equally often */
    comparison_look(&comparison, true);
    check_verdicts(&comparison, "SAME SAME SAME FAILS SAME SAME");
}

/* One of many always fails on the new side: this is known after ten blocks. If another failed likewise and then, after
 * the first four, on the base, chance is possible: more blocks are needed. */
TEST(many)
{
    enum { MANY = 1000 };
    static struct compared rows[MANY];
    for (int mixed = 0; mixed < 3; mixed++) {
        struct comparison comparison = {.row = rows, .count = MANY};
        for (size_t i = 0; i < MANY; i++)
            rows[i] = (struct compared){.verdict = VERDICT_OPEN};
        for (int taken = 1; taken <= 11; taken++) {
            const int until = mixed == 1 ? 4 : 5; /* the previous blocks of the other */
            compared_count(&comparison, &rows[0], false, true);
            compared_count(&comparison, &rows[1], mixed && taken == until, taken < until);
            for (size_t i = 2; i < MANY; i++)
                compared_count(&comparison, &rows[i], taken == 5, false);
            for (size_t i = 0; i < MANY; i++)
                compared_judge(&comparison, &rows[i]);
            CHECK((rows[0].verdict == VERDICT_FAILS) == (taken >= (mixed == 2 ? 11 : 10)));
        }
        CHECK(comparison_count(&comparison, VERDICT_FAILS) == 1);
    }
}

/* While its failures are undecided, it takes part in further blocks, which are no pairs of its time; then its time
 * decides. */
TEST(further_blocks)
{
    const struct side new = {{-1, -1, -1, 1000, 1100, 1000}}, slow = {{1000, 1000, 1000, 1000, 1100, 1000}},
                      old = {{1000, -1, 1000, 1000, 1000, 1000}}, fails = {{-1, 1000, 1000, 1000, 1100, 1000}};
    FREED_BY(comparison_free) struct comparison comparison = started(base, new, false);
    take(&comparison, base, slow, 40);
    comparison_look(&comparison, true);
    check_words(&comparison, "OPEN OPEN OPEN SAME OPEN SAME");
    comparison_confirm(&comparison);
    CHECK(comparison_wanted(&comparison) == 4);
    CHECK(comparison.row[0].pairs == 40 && comparison.row[4].pairs == 0);
    take(&comparison, old, fails, 1);
    CHECK(!comparison_wants(&comparison, &comparison.row[1])); /* the base fails equally often */
    take(&comparison, base, fails, RULE_CONFIRM - 1);
    check_words(&comparison, "FAILS OPEN OPEN SAME OPEN SAME");
    comparison_end(&comparison);
    check_verdicts(&comparison, "FAILS SAME SAME SAME SLOWER SAME");
    CHECK(comparison.row[2].pairs == 40 && comparison.row[2].blocks == 81);
}

/* The new side's first time comes late: only then is it known whether the code is the same. */
TEST(late)
{
    const struct side new = {{-1, 1000, 1000, 1000, 1000, 1000}};
    FREED_BY(comparison_free) struct comparison comparison = started(base, new, true);
    CHECK(!comparison.row[0].identical && comparison.row[1].identical);
    FREED_BY(results_free) struct results old = results_of(base, "same"), other = results_of(base, "same");
    CHECK_OK(comparison_take(&comparison, WELL(old), WELL(other), &caught));
    CHECK(comparison.row[0].identical && comparison.row[0].new_failures == 1);
}

/* Failures on both sides in a block count for neither; and with too few measurements there is no verdict, even for the
 * same code. */
TEST(both_fail)
{
    const struct side fails = {{-1, -1, -1, -1, -1, -1}};
    for (int same = 0; same < 2; same++) {
        FREED_BY(comparison_free) struct comparison comparison = started(base, base, same);
        finish(&comparison, fails, fails, fails);
        CHECK(comparison_count(&comparison, VERDICT_INCONCLUSIVE) == ROWS && comparison.row[0].pairs == 0);
        CHECK(comparison.row[0].base_failures == 40 && comparison.row[0].new_failures == 40);
    }
}

/* A row that failed in the base's first block, and not in the next, is judged by that one, with the new program's. Rows
 * that fail in both, or succeeded in the first, keep their state. */
TEST(again)
{
    const struct side first = {{-1, -1, -1, 1000, -1, -1}}, second = {{1000, 1000, -1, -1, 1000, 1000}},
                      old_new = {{1000, -1, -1, 1000, 1000, 1000}}, new = {{1000, -1, -1, 1000, 0, 1000}};
    FREED_BY(results_free) struct results again = results_of(second, "same"), others = results_of(new, "same");
    FREED_BY(comparison_free) struct comparison comparison = started(first, old_new, true);
    check_verdicts(&comparison, "FIXED BROKEN BROKEN OPEN FIXED FIXED");
    CHECK(comparison_controls(&comparison) == 1);  /* a row without a time is none */
    strcpy(others.rows[4].result.binary, "other"); /* the sixth's */
    CHECK_OK(comparison_again(&comparison, WELL(again), WELL(others), &caught));
    check_verdicts(&comparison, "OPEN OPEN BROKEN OPEN GONE OPEN");
    CHECK(comparison.row[0].identical && comparison.row[3].identical && !comparison.row[5].identical);
    CHECK(comparison.row[0].blocks == 2 && comparison.row[0].base_failures == 1 && comparison.row[0].new_failures == 0);
    CHECK(comparison.row[1].new_failures == 2 && comparison.row[3].blocks == 2);
    CHECK(comparison.base.rows[0].result.median_ns == 1000 && comparison.base.rows[5].result.index == 5);
    CHECK(row_timed(&comparison.base.rows[3].result)); /* of the first block */
}

/* A block of which a side failed as a whole, if there is a reason. */
static struct block block_of(struct side side, const char *reason)
{
    struct block block = {.results = results_of(side, "same")};
    if (!reason)
        return block;
    block_free(&block);
    block_fail(&block, CRASHED, reason);
    return block;
}

/* Blocks in which sides fail as a whole, or not, and the identical code takes the same time. */
static void take_whole(struct comparison *comparison, const char *of_base, const char *of_new, size_t blocks)
{
    FREED_BY(block_free) struct block old = block_of(base, of_base), new = block_of(base, of_new);
    for (size_t i = 0; i < blocks; i++)
        CHECK_OK(comparison_take(comparison, &old, &new, &caught));
}

/* A program that fails as a whole fails at each configuration, including those that are the same by construction:
 * always, it is red; as often as the base, it is not. */
TEST(whole_programs)
{
    FREED_BY(comparison_free) struct comparison comparison = started(base, base, true);
    take_whole(&comparison, NULL, "it died", 20);
    CHECK(comparison_count(&comparison, VERDICT_FAILS) == ROWS && comparison_controls(&comparison) == ROWS);
    CHECK_TEXT(comparison.row[5].reason, "it died");
    comparison_free(&comparison);

    comparison = started(base, base, true);
    for (int i = 0; i < 10; i++) {
        take_whole(&comparison, "it died", NULL, 1);
        take_whole(&comparison, NULL, "it died", 1);
        take_whole(&comparison, NULL, NULL, 2);
    }
    comparison_look(&comparison, true);
    CHECK(comparison_count(&comparison, VERDICT_SAME) == ROWS && comparison.row[0].pairs == 20);
    CHECK(comparison.row[0].base_failures == 10 && comparison.row[0].new_failures == 10);
}

/* The new program fails as a whole at first: its rows, skipped and added ones are known from its first results on, and
 * whether it is comparable. */
TEST(late_program)
{
    const struct side some = {{1000, 0, 1000, 1000, -1, 1000}}, old = {{1000, 1000, 1000, -1, 1000, 1000}};
    for (int again = 0; again < 2; again++) {
        FREED_BY(comparison_free) struct comparison comparison;
        FREED_BY(results_free) struct results results = results_of(old, "same");
        FREED_BY(block_free)
        struct block died = block_of(base, "it died"), new = block_of(some, NULL), well = block_of(old, NULL);
        new.results.rows[1].result.status = UNSUPPORTED; /* the third's: there is no second */
        sample_add(&new.results, sample_timed("fresh", 1024, NULL, NULL, 1000));
        CHECK_OK(comparison_start(&comparison, TWO_PROGRAMS, &results, &died, &caught));
        check_verdicts(&comparison, "OPEN OPEN OPEN BROKEN OPEN OPEN");
        CHECK(!comparison.added && comparison_controls(&comparison) == 0);
        CHECK_OK(again ? comparison_again(&comparison, &died, &new, &caught)
                       : comparison_take(&comparison, &well, &new, &caught));
        check_verdicts(&comparison, "OPEN GONE SKIPPED FIXED OPEN OPEN");
        CHECK(comparison.added_count == 1 && comparison_controls(&comparison) == (again ? 0 : 2));
        CHECK_TEXT(comparison.row[0].reason, "it died");
        CHECK_TEXT(comparison.row[4].reason, "it is wrong");
        CHECK(comparison.row[0].blocks == 2 && comparison.row[0].base_failures == (size_t)again);
        comparison_miss(&comparison, 2, 1);
        CHECK(comparison.row[4].blocks == 4 && comparison.row[4].base_failures == (size_t)again + 2);
        CHECK(comparison.row[4].new_failures == 3);
        comparison_free(&comparison);

        results = results_of(old, "same");
        new.results.problems[0].seed++;
        CHECK_OK(comparison_start(&comparison, TWO_PROGRAMS, &results, &died, &caught));
        CHECK(CALL((again ? comparison_again : comparison_take)(&comparison, &well, &new, &caught)) == INVALID);
        CHECK(strstr(caught.text, "inputs of different seeds"));
    }
}

/* The state of a configuration on each side in the first block, and the verdict. */
TEST(first)
{
    static const struct {
        int base, new; /* statuses, -1: there is no row; OK: timed */
        enum verdict verdict;
        const char *reason;
    } cases[] = {{OK, OK, VERDICT_OPEN, NULL},
                 {OK, LAUNCH_FAILED, VERDICT_OPEN, "reason of the new side"},
                 {OK, NO_TIME, VERDICT_NO_TIME, "reason of the new side"},
                 {OK, VERIFIED, VERDICT_NO_TIME, "reason of the new side"},
                 {OK, UNSUPPORTED, VERDICT_SKIPPED, "reason of the new side"},
                 {OK, -1, VERDICT_GONE, "the new program does not have it"},
                 {CRASHED, OK, VERDICT_FIXED, "reason of the base"},
                 {CRASHED, LAUNCH_FAILED, VERDICT_BROKEN, "reason of the new side"},
                 {CRASHED, NO_TIME, VERDICT_NO_TIME, "reason of the new side"},
                 {CRASHED, UNSUPPORTED, VERDICT_SKIPPED, "reason of the new side"},
                 {CRASHED, -1, VERDICT_GONE, "the new program does not have it"},
                 {NO_TIME, OK, VERDICT_FIXED, "no time in the base: reason of the base"},
                 {NO_TIME, LAUNCH_FAILED, VERDICT_BROKEN, "reason of the new side"},
                 {NO_TIME, NO_TIME, VERDICT_NO_TIME, "reason of the new side"},
                 {UNSUPPORTED, OK, VERDICT_FIXED, "skipped in the base: reason of the base"},
                 {UNSUPPORTED, CRASHED, VERDICT_BROKEN, "reason of the new side"},
                 {UNSUPPORTED, UNSUPPORTED, VERDICT_SKIPPED, "reason of the new side"},
                 {UNSUPPORTED, -1, VERDICT_GONE, "the new program does not have it"}};
    enum { CASES = sizeof cases / sizeof *cases };
    size_t unknown = 0;
    for (size_t i = 0; i < CASES; i++) {
        struct row old = {.reason = (char *)"reason of the base"}, new = {.reason = (char *)"reason of the new side"};
        char *reason;
        old.result = new.result = sample_timed("sum", 1024, NULL, NULL, 1000).result;
        old.result.status = (enum status)cases[i].base;
        new.result.status = (enum status)cases[i].new;
        const struct row *other = cases[i].new < 0 ? NULL : &new;
        CHECK_TEXT(verdict_word(verdict_first(&old, other, false, &reason)), verdict_word(cases[i].verdict));
        CHECK(!cases[i].reason == !reason && (!reason || !strcmp(reason, cases[i].reason)));
        CHECK(verdict_failed(other) == (cases[i].new < 0 || cases[i].new == LAUNCH_FAILED || cases[i].new == CRASHED));
        unknown += verdict_is_unknown(cases[i].verdict);
        free(reason);
    }
    CHECK(unknown == 10);
}

/* A missing time is no failure: the block is repeated, and it is never red. */
TEST(no_time)
{
    const struct side none = {{-1, 1000, -1, 1000, 1000, 1000}};
    FREED_BY(results_free) struct results old = results_of(base, "same"), new = results_of(none, "other");
    new.rows[0].result.status = NO_TIME;
    new.rows[2].result.status = UNSUPPORTED;
    FREED_BY(comparison_free) struct comparison comparison = started_of(TWO_PROGRAMS, &old, &new);
    CHECK(comparison_tried_again(&comparison) == 1 && comparison_unknown(&comparison) == 2);
    CHECK(comparison.row[0].new_failures == 0 && comparison.row[2].new_failures == 0);
    FREED_BY(results_free) struct results again = results_of(base, "same"), well = results_of(base, "other");
    CHECK_OK(comparison_again(&comparison, WELL(again), WELL(well), &caught));
    CHECK(comparison_tried_again(&comparison) == 0 && comparison_wanted(&comparison) == 5);
    for (int i = 0; i < 40; i++)
        CHECK_OK(comparison_take(&comparison, WELL(again), WELL(new), &caught));
    comparison_look(&comparison, true);
    CHECK(comparison.row[0].verdict == VERDICT_INCONCLUSIVE && comparison.row[0].pairs == 0);
    CHECK_TEXT(comparison.row[0].reason, "it is wrong");
}

/* A budget ends it: verdicts stay, the other rows report their progress. */
TEST(expire)
{
    const struct side new = {{1100, 1000, 0, 1000, -1, 1000}}, fails = {{1100, 1000, 0, 1000, 1000, 1000}};
    FREED_BY(comparison_free) struct comparison comparison = started(base, new, false);
    take(&comparison, base, fails, 10);
    comparison_look(&comparison, false);
    comparison_confirm(&comparison);
    take(&comparison, base, fails, 2);
    comparison_expire(&comparison, 90);
    check_verdicts(&comparison, "INCONCLUSIVE SAME GONE SAME INCONCLUSIVE SAME");
    CHECK_TEXT(comparison.row[0].reason, "the budget of 90 s ended it after 2 pairs of blocks, to be confirmed");
    CHECK_TEXT(comparison.row[4].reason, "the budget of 90 s ended it after 10 pairs of blocks");
    CHECK_TEXT(comparison.row[2].reason, "the new program does not have it");
    CHECK(!comparison.row[1].reason && !comparison.confirming);
}

static void add_whole(struct results *results, const char *bench)
{
    struct sample row = sample_failed(sample_timed(bench, 1024, NULL, NULL, 1000), LAUNCH_FAILED, "no room");
    sample_add(results, row);
    results->rows[results->count - 1].result.index = NO_CONFIGURATION;
}

/* A bench that fails as a whole in the base: fixed, if any of its configurations has a time; else broken, or gone. */
TEST(whole)
{
    FREED_BY(results_free) struct results old = {.context = sample_context()}, new = {.context = sample_context()};
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
    FREED_BY(comparison_free) struct comparison comparison = started_of(ONE_PROGRAM, &old, &new);
    check_verdicts(&comparison, "FIXED FIXED BROKEN BROKEN GONE");
    CHECK_TEXT(comparison.row[0].name, "reduction/mended/n:1024");
    CHECK_TEXT(comparison.row[0].reason, "no room");
    CHECK(comparison_controls(&comparison) == 0 && comparison_wanted(&comparison) == 0);
    CHECK(comparison_unknown(&comparison) == 1);
    comparison_print(stdout, &comparison, &page_plain);
    CHECK_OK(comparison_again(&comparison, WELL(new), WELL(new), &caught));
    check_verdicts(&comparison, "FIXED FIXED BROKEN BROKEN GONE");
}
