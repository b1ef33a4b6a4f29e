/* The verdicts of a comparison, and what is not comparable. Rows are configurations of one problem, by their index;
 * their times are given block by block. */
#include "reports/compare/comparison.h"
#include "reports/parts.h"
#include "reports/table/compared.h"
#include "tests/reports/compare/sides.h"

/* 10 % slower, 10 % faster, the same, slower but not confirmed, faster then slower, 0.5 % slower. */
TEST(verdicts)
{
    const struct side new = {{1100, 900, 1000, 1100, 900, 1005}}, fresh = {{1100, 900, 1000, 1000, 1100, 1005}};
    FREED_BY(comparison_free) struct comparison comparison = started(base, new, false);
    CHECK(comparison_wanted(&comparison) == ROWS && comparison_controls(&comparison) == 0);
    finish(&comparison, base, new, fresh);
    check_verdicts(&comparison, "SLOWER FASTER SAME INCONCLUSIVE INCONCLUSIVE SAME");
    CHECK(compared_base_ns(&comparison.row[0]) == 1000 && compared_new_ns(&comparison.row[0]) == 1100);
    CHECK(compared_new_ns(&comparison.row[3]) == 1000); /* of the deciding blocks */
    CHECK_NEAR(comparison.row[1].estimate.centre, log(0.9), 1e-12);
    CHECK(comparison.row[0].pairs == RULE_CONFIRM && comparison.row[2].pairs == rule_look[0]);
    comparison_invalidate(&comparison, &comparison);
    CHECK(!comparison.invalid && comparison_count(&comparison, VERDICT_INCONCLUSIVE) == 2);
}

/* The worst first; noisy rows print the detectable slowdown. */
TEST(table)
{
    const struct side slow = {{1000, 1100, 1080, 1000, 1000, 1000}}, fast = {{1000, 1100, 920, 1000, 1000, 1000}};
    FREED_BY(comparison_free) struct comparison comparison = started(base, slow, false);
    for (int look = 0; look < RULE_LOOKS; look++) {
        for (size_t i = look ? rule_look[look - 1] : 0; i < rule_look[look]; i++)
            take(&comparison, base, i % 2 ? slow : fast, 1);
        comparison_look(&comparison, look + 1 == RULE_LOOKS);
    }
    comparison_confirm(&comparison);
    take(&comparison, base, slow, RULE_CONFIRM);
    comparison_end(&comparison);
    FREED char *plain = PRINTED(comparison_print(file, &comparison, &page_plain)),
               *colored = PRINTED(comparison_print(file, &comparison, &page_colored));
    const char *worst = strstr(plain, "SLOWER "), *noisy = strstr(plain, "INCONCLUSIVE "),
               *same = strstr(plain, "SAME ");
    CHECK(worst && noisy && same && worst < noisy && noisy < same);
    CHECK(noisy && strstr(noisy, "    a slowdown of ") && strstr(noisy, " % would have shown\n"));
    CHECK(strstr(plain, "40 fresh pairs of blocks said so, too.") &&
          strstr(plain, "1 SLOWER, 1 INCONCLUSIVE, 4 SAME."));
    CHECK(!strchr(plain, '\033') && strchr(colored, '\033'));
}

/* 256 of them do not wrap around: an exit status has eight bits. */
TEST(many)
{
    static struct compared row[256];
    const struct comparison comparison = {.row = row, .count = 256};
    for (size_t i = 0; i < 256; i++)
        row[i].verdict = VERDICT_SLOWER;
    const int status = comparison_worse(&comparison);
    CHECK(status == 1 && comparison_count(&comparison, VERDICT_SLOWER) == 256);
}

/* Inputs of another seed are not comparable; rows missing from an interrupted run are not lost by the program. */
TEST(other_runs)
{
    const struct side some = {{1000, 0, 1000, 1000, 1000, 1000}};
    FREED_BY(results_free) struct results old = results_of(base, "same"), new = results_of(some, "same");
    new.context.interrupted = true;
    FREED_BY(comparison_free) struct comparison comparison = started_of(TWO_PROGRAMS, &old, &new);
    CHECK_TEXT(verdict_word(comparison.row[1].verdict), "GONE");
    CHECK_TEXT(comparison.row[1].reason, "the new run was interrupted before it");
    comparison_free(&comparison);
    old = results_of(base, "same");
    new.problems[0].seed++;
    CHECK(CALL(comparison_start(&comparison, TWO_PROGRAMS, &old, WELL(new), &caught)) == INVALID);
    CHECK(strstr(caught.text, "inputs of different seeds"));
}

/* Slowdowns up to the accepted one, of a problem or of one of its configurations. */
TEST(accepted)
{
    const struct side new = {{1100, 1100, 1000, 900, 1000, 1000}};
    FREED_BY(comparison_free) struct comparison comparison = started(base, new, false);
    const char *one = comparison.row[0].name, *problem = comparison.base.problems[0].name;
    CHECK(comparison_accept(&comparison, one, 0.2, "early") == 0);
    finish(&comparison, base, new, new);
    CHECK(comparison_accept(&comparison, one, 0.0999, "less") == 0);
    CHECK(comparison_accept(&comparison, "reduction/sum", 0.2, "a part of the name") == 0);
    CHECK(comparison_accept(&comparison, one, 0.1001, "fences") == 1);
    check_verdicts(&comparison, "ACCEPTED SLOWER SAME FASTER SAME SAME");
    CHECK_TEXT(comparison.row[0].reason, "fences");
    CHECK(comparison_worse(&comparison));
    CHECK(comparison_accept(&comparison, problem, 0.1001, "all") == 1);
    CHECK(!comparison_worse(&comparison));
    CHECK_TEXT(comparison.row[1].reason, "all");
    CHECK(comparison_count(&comparison, VERDICT_ACCEPTED) == 2 && !comparison.row[2].reason);
}

/* For two blocks, which rows are controls: 'c'. */
static void check_controls(enum comparison_kind kind, struct results old, const struct results *new,
                           const char *expected)
{
    FREED_BY(comparison_free) struct comparison comparison = started_of(kind, &old, new);
    char found[ROWS + 1] = "";
    size_t count = 0;
    for (size_t i = 0; i < ROWS; i++) {
        found[i] = comparison.row[i].identical ? 'c' : '-';
        count += comparison.row[i].identical;
    }
    CHECK_TEXT(found, expected);
    CHECK(comparison_controls(&comparison) == count);
}

/* The same launches and code: controls. One that moves, and is confirmed, invalidates the comparison; a host-timed row
 * is none. */
TEST(controls)
{
    const struct side new = {{1100, 900, 1000, 1100, 900, 1000}}, fresh = {{1100, 900, 1000, 1000, 1000, 1000}};
    FREED_BY(comparison_free)
    struct comparison comparison = started(base, new, true), other = started(base, base, true);
    CHECK(comparison_controls(&comparison) == ROWS);
    finish(&comparison, base, new, fresh);
    check_verdicts(&comparison, "MOVED MOVED SAME SAME SAME SAME");
    comparison_invalidate(&other, &other);
    CHECK(!other.invalid);
    comparison_invalidate(&other, &comparison);
    CHECK_TEXT(other.invalid,
               "reduction/sum/n:1024/BLOCK_SIZE:64/LOAD:striped: the same code and the same launches on both "
               "sides, and yet +10.0 %, confirmed");

    FREED_BY(results_free)
    struct results well = results_of(base, "same"), by_host = results_of(base, "same"),
                   no_record = results_of(base, ""), code = results_of(base, "same");
    struct results old = results_of(base, "same");
    by_host.rows[0].result.device_ns = 1;
    by_host.rows[3].result.host_ns = 1;
    strcpy(code.rows[1].result.binary, "other");
    old.rows[2].result.device_ns = 1;
    check_controls(TWO_PROGRAMS, results_of(base, "same"), &by_host, "-cc-cc");
    check_controls(TWO_PROGRAMS, results_of(base, "same"), &code, "c-cccc");
    check_controls(TWO_PROGRAMS, results_of(base, ""), &no_record, "------");
    check_controls(TWO_PROGRAMS, old, &well, "cc-ccc");
    check_controls(ONE_PROGRAM, results_of(base, ""), &by_host, "cccccc");
}

TEST(medians)
{
    static const double ns[] = {1100, 1300, 1200, 1900};
    FREED_BY(comparison_free) struct comparison comparison = started(base, base, false);
    for (int i = 0; i < 4; i++) {
        take(&comparison, (struct side){{2 * ns[i], 1, 1, 1, 1, 1}}, (struct side){{ns[i], 1, 1, 1, 1, 1}}, 1);
        CHECK(i > 1 || comparison.row[0].estimate.freedom == 0);
        CHECK(i != 2 || compared_new_ns(&comparison.row[0]) == 1200);
    }
    CHECK_NEAR(expm1(comparison.row[0].estimate.centre), -0.5, 1e-12); /* before a look */
    CHECK(comparison.row[0].estimate.freedom == 3);
    comparison_print(stdout, &comparison, &page_plain);
    CHECK(compared_new_ns(&comparison.row[0]) == 1250 && compared_base_ns(&comparison.row[0]) == 2500);
}

/* Only noise: 10 % up and down. */
TEST(noise)
{
    struct side new = base;
    FREED_BY(comparison_free) struct comparison comparison = started(base, new, true);
    comparison.row[1].identical = false;
    for (int i = 0; i < 20; i++) {
        new.ns[0] = new.ns[1] = i % 2 ? 1100 : 909;
        take(&comparison, base, new, 1);
    }
    comparison_look(&comparison, false);
    CHECK(comparison.row[0].verdict == VERDICT_OPEN && comparison.row[1].verdict == VERDICT_OPEN);
    comparison_look(&comparison, true);
    CHECK(comparison.row[0].verdict == VERDICT_SAME && comparison.row[1].verdict == VERDICT_INCONCLUSIVE);
}

/* A parameter known to only one of the programs is at its default there: the others are matched. */
TEST(new_parameter)
{
    FREED_BY(results_free) struct results old = {.context = sample_context()}, new = results_of(base, "same");
    size_t number = results_add_problem(&old, "reduction", "sum", 1024, old.context.seed);
    sample_parameter(&old.problems[number], "LOAD", KIND_WORDS, (const char *const[]){"vector4", "striped", NULL});
    struct result row = sample_timed("sum", 1024, NULL, NULL, 1000).result;
    row.index = 0;
    results_add(&old, number, &row, "");
    for (size_t i = 0; i < new.count; i++)
        new.rows[i].result.index = 3 * i + (i == 4 ? 2 : 0); /* the fifth alone is vector4 */
    FREED_BY(comparison_free) struct comparison comparison = started_of(TWO_PROGRAMS, &old, &new);
    CHECK(comparison.count == 1 && comparison.row[0].verdict == VERDICT_OPEN);
    new.rows[4].result.index = 0;
    CHECK_OK(comparison_take(&comparison, WELL(comparison.base), WELL(new), &caught));
    CHECK(comparison.row[0].new_failures == 1);
}

/* Timed problems of the new program only. */
TEST(added)
{
    FREED_BY(results_free) struct results old = results_of(base, "same"), new = results_of(base, "same");
    sample_problem(&old, "reduction", "gone", 1024);
    sample_problem(&new, "reduction", "empty", 1024);
    sample_add(&new, sample_timed("sum", 2048, NULL, NULL, 1000));
    sample_add(&new, sample_failed(sample_timed("broken", 1024, NULL, NULL, 1000), WRONG_RESULT, "it is wrong"));
    sample_add(&new, sample_timed("fresh", 1024, NULL, NULL, 1000));
    FREED_BY(comparison_free) struct comparison comparison = started_of(TWO_PROGRAMS, &old, &new);
    CHECK(comparison.count == ROWS && comparison.added_count == 2);
    CHECK_TEXT(comparison.added[0], "reduction/sum/n:2048");
    CHECK_TEXT(comparison.added[1], "reduction/fresh/n:1024");
}

/* The best of one problem is compared, and all rows of another without a best; nothing is confirmed. */
TEST(files)
{
    const struct side new = {{1100, 900, 1000, -1, 1000, 0}};
    FREED_BY(comparison_free) struct comparison comparison;
    FREED_BY(results_free) struct results old = results_of(base, "same"), other = results_of(new, "same");
    for (size_t i = 0; i < other.count; i++)
        for (size_t b = 0; b < other.rows[i].result.blocks; b++)
            other.rows[i].result.block_ns[b] -= i == 4 && b > 1 ? 2000 : 0; /* two blocks have a time */
    old.rows[0].result.blocks = 4;
    CHECK_OK(comparison_of_files(&comparison, &old, &other, &caught));
    check_verdicts(&comparison, "SUSPECTED FASTER SAME SUSPECTED INCONCLUSIVE GONE");
    CHECK(comparison_controls(&comparison) == 0);
    CHECK(comparison.row[0].base_blocks == 4 && comparison.row[0].new_blocks == 5 && comparison.row[0].pairs == 4);
    CHECK(compared_new_ns(&comparison.row[0]) == 1100 && comparison.row[4].new_blocks == 2);
    CHECK_NEAR(comparison.row[0].estimate.centre, log(1.1), 1e-3);
    comparison_free(&comparison);

    old = results_of(base, "same");
    other.rows[1].result.blocks = 2; /* as for a dropped row */
    results_add_best(&old, 0, &(struct best){.result = old.rows[1].result});
    CHECK_OK(comparison_of_files(&comparison, &old, &other, &caught));
    check_verdicts(&comparison, "INCONCLUSIVE");
    CHECK_TEXT(comparison.row[0].name, "reduction/sum/n:1024/BLOCK_SIZE:64/LOAD:blocked");
    CHECK(comparison.row[0].pairs == 0);
}

/* Files with other caches are not comparable; files without times have nothing to compare; a failure of a whole bench
 * is one of each of its configurations. */
TEST(other_files)
{
    FREED_BY(comparison_free) struct comparison comparison;
    FREED_BY(results_free) struct results old = results_of(base, "same"), new = results_of(base, "same");
    new.rows[3].result.cold = !new.rows[3].result.cold;
    CHECK(CALL(comparison_of_files(&comparison, &old, &new, &caught)) == INVALID);
    CHECK(strstr(caught.text, "LOAD:striped: they do not compare: other caches"));
    comparison_free(&comparison);

    old = results_of(base, "same");
    for (size_t i = 0; i < new.count; i++)
        new.rows[i].result.status = VERIFIED;
    CHECK_OK(comparison_of_files(&comparison, &old, &new, &caught));
    CHECK(comparison_count(&comparison, VERDICT_NO_TIME) == ROWS && comparison_unknown(&comparison) == ROWS);
    CHECK_TEXT(comparison.row[0].reason, "it was not timed");
    comparison_free(&comparison);

    old = results_of(base, "same");
    new.count = 1;
    new.rows[0].result = result_of(NO_CONFIGURATION, 0);
    new.rows[0].result.status = NO_MEMORY;
    CHECK_OK(comparison_of_files(&comparison, &old, &new, &caught));
    CHECK(comparison_count(&comparison, VERDICT_SUSPECTED) == ROWS);
    new.count = ROWS;
}

/* Rows of files of several devices are compared where one device measured both. */
TEST(devices)
{
    FREED_BY(comparison_free) struct comparison comparison;
    FREED_BY(results_free) struct results old = results_of(base, "same"), new = results_of(base, "same");
    struct results *const both[] = {&old, &new};
    for (size_t i = 0; i < 2; i++) {
        both[i]->context.device_count = 2;
        strcpy(both[i]->context.devices[i].uuid, "GPU-a");
        strcpy(both[i]->context.devices[!i].uuid, "GPU-b");
    }
    for (uint32_t i = 0; i < ROWS; i++) {
        old.rows[i].result.device = 1;
        new.rows[i].result.device = i ? 2 : 1;
    }
    CHECK_OK(comparison_of_files(&comparison, &old, &new, &caught));
    CHECK(comparison.count == ROWS);
    for (size_t i = 0; i < comparison.count; i++) {
        const bool apart = !comparison.row[i].row;
        CHECK((comparison.row[i].reason != NULL) == apart && (comparison.row[i].base_blocks == 0) == apart);
        if (apart)
            CHECK_TEXT(comparison.row[i].reason, "measured on two devices, GPU-a and GPU-b");
    }
}

/* On request also two devices' rows, if these are of one kind; and two files of one each. */
TEST(across_devices)
{
    FREED_BY(results_free) struct results old = results_of(base, "same"), new = results_of(base, "same");
    strcpy(new.context.device.uuid, "GPU-b");
    FREED_BY(comparison_free) struct comparison comparison;
    CHECK_OK(comparison_of_devices(&comparison, &old, &new, &caught));
    CHECK(comparison.count == ROWS);
    for (size_t i = 0; i < comparison.count; i++) {
        CHECK(comparison.row[i].base_blocks > 0);
        CHECK_TEXT(comparison.row[i].reason,
                   "measured on two devices, GPU-12345678-9abc-def0-1234-56789abcdef0 and GPU-b");
    }
    static const char *const lines[] = {"they do not compare: units ", "they do not compare: clock ",
                                        "they do not compare: memory clock ", "they do not compare: device "};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        FREED_BY(results_free) struct results first = results_of(base, "same"), other = results_of(base, "same");
        struct compute_device *device = &other.context.device;
        strcpy(device->uuid, "GPU-b");
        device->units += i == 0;
        device->clock_mhz += i == 1;
        device->memory_clock_mhz += i == 2;
        device->name[0] = i == 3 ? 'x' : device->name[0];
        FREED_BY(comparison_free) struct comparison refused;
        CHECK(CALL(comparison_of_devices(&refused, &first, &other, &caught)) == INVALID);
        CHECK(strstr(caught.text, lines[i]) == caught.text);
    }
}

/* Merged results have the devices of their parts: of one, as here at first, or of several, and then it is unknown
 * which. */
TEST(parts)
{
    FREED_BY(results_free) struct results old = results_of(base, "same"), new = results_of(base, "same");
    struct merged_part part = {.part = 1, .devices = 1, .device = {"GPU-a"}, .uuid = "GPU-a"};
    strcpy(new.context.device.uuid, "GPU-a");
    *old.context.device.uuid = 0;
    results_add_part(&old, &part);
    FREED_BY(comparison_free) struct comparison comparison;
    CHECK_OK(comparison_of_files(&comparison, &old, &new, &caught));
    CHECK(comparison.count == ROWS && !comparison.row[0].reason && comparison.row[0].base_blocks > 0);

    struct results several = comparison.base;
    comparison.base = (struct results){0};
    part = (struct merged_part){.part = 2, .uuid = "GPU-b"};
    results_add_part(&several, &part);
    FREED_BY(comparison_free) struct comparison unknown;
    CHECK_OK(comparison_of_files(&unknown, &several, &new, &caught));
    CHECK(comparison_count(&unknown, VERDICT_INCONCLUSIVE) == ROWS && unknown.count == ROWS);
    CHECK_TEXT(unknown.row[0].reason, "merged from parts of several devices: which measured it is unknown");
}

TEST(refused)
{
    static const char *const lines[] = {
        "they do not compare: device NVIDIA H200 and other",
        ("they do not compare: device GPU-12345678-9abc-def0-1234-56789abcdef0 and other"
         ": two devices of one kind, so a difference may be the device's"),
        "they do not compare: backend cuda and other",
        "they do not compare: driver 580.82.07 and other",
        "they do not compare: times were taken in different ways (2 and 1, MEASURING.md)",
    };
    for (int what = 0; what < 7; what++) {
        FREED_BY(results_free) struct results old = results_of(base, "same"), new = results_of(base, "same");
        struct compute_device *device = &new.context.device;
        char *text[] = {device->name, device->uuid, device->backend, device->driver};
        FREED_BY(comparison_free) struct comparison comparison;
        if (what < 4)
            strcpy(text[what], "other");
        new.context.measuring -= what == 4;
        enum status status = CALL(comparison_start(&comparison, TWO_PROGRAMS, &old, WELL(new), &caught));
        CHECK(status == (what < 5 ? INVALID : OK));
        CHECK(what >= 5 || strstr(caught.text, "they do not compare"));
        if (what < 5)
            CHECK_TEXT(caught.text, lines[what]);
        new.rows[0].result.cold ^= what == 5;
        new.rows[0].result.sampling = what == 6 ? SAMPLING_SINGLE : new.rows[0].result.sampling;
        if (what >= 5) {
            CHECK(CALL(comparison_take(&comparison, WELL(comparison.base), WELL(new), &caught)) == INVALID);
            CHECK(strstr(caught.text, "LOAD:striped: they do not compare: other caches, or another sampling"));
        }
    }
}

/* The same in each block: neither side changes its context. */
TEST(refused_later)
{
    for (int other = 0; other < 2; other++) {
        FREED_BY(results_free) struct results old = results_of(base, "same"), new = results_of(base, "same");
        FREED_BY(comparison_free) struct comparison comparison = started(base, base, false);
        strcpy(new.context.device.name, "other");
        if (other)
            strcpy(old.context.device.name, "other");
        CHECK_FAULT(comparison_take(&comparison, WELL(old), WELL(new), &caught), INVALID,
                    "they do not compare: device NVIDIA H200 and other");
        CHECK(comparison.row[0].pairs == 0);
    }
}
