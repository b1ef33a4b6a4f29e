/* What compiling alone tells of two programs: the warps of a multiprocessor, and the verdict of each pair of rows. */
#include "reports/compare/static_comparison.h"
#include "base/memory.h"
#include "reports/compare/occupancy.h"
#include "tests/check.h"

#include <math.h>
#include <stdlib.h>

static void test_occupancy(void)
{
    static const struct {
        const char *architecture;
        struct compute_resources resources;
        int group, warps;
    } cases[] = {
        {"sm_90", {32, 0, 0}, 256, 64},     {"sm_90", {33, 0, 0}, 256, 48},      /* 40 a work-item */
        {"sm_90", {40, 0, 0}, 256, 48},     {"sm_90", {41, 0, 0}, 256, 40},      /* in pieces of 8 */
        {"sm_90", {32, 50000, 0}, 256, 32}, {"sm_90a", {32, 45568, 0}, 256, 40}, /* 228 KiB, and 1 of each group */
        {"sm_90", {32, 45569, 0}, 256, 32}, {"sm_90", {32, -1, 0}, 256, 64},     /* in pieces of 128 */
        {"sm_90", {96, 0, 0}, 768, 0},      {"sm_90", {32, 0, 0}, 33, 64},       /* two warps */
        {"sm_80", {16, 0, 0}, 32, 32},      {"sm_86", {16, 0, 0}, 32, 16},       /* so many groups */
        {"sm_86", {16, 0, 0}, 1024, 32},    {"sm_75", {16, 65536, 0}, 256, 8},   {"sm_80", {16, 65536, 0}, 256, 16},
        {"sm_120", {32, 0, 0}, 128, 48},    {"sm_60", {32, 0, 0}, 256, 0},       {"", {32, 0, 0}, 256, 0},
        {"sm_90", {-1, 0, 0}, 256, 0},      {"sm_90", {32, 0, 0}, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int warps = occupancy_warps(cases[i].architecture, cases[i].resources, cases[i].group);
        if (warps != cases[i].warps)
            fprintf(stderr, "case %zu: %d warps, expected %d\n", i, warps, cases[i].warps);
        CHECK(warps == cases[i].warps);
    }
    CHECK(occupancy_most("sm_89") == 48 && occupancy_most("sm_90") == 64 && occupancy_most("gfx90a") == 0);
}

/* ---- verdicts ---- */

/* A row that compiled, in groups of 256 with 32 registers and a loop of 100; others are as this but for something. */
static struct row sample(const char *binary, const char *code)
{
    struct row row = {.result = result_of(0, 0), .reason = ""};
    row.result.status = COMPILED;
    row.result.resources = (struct compute_resources){32, 0, 0};
    row.result.code.group = 256;
    row.result.code.loop = (struct compute_loop){.depth = 1, .total = 100, .fma = 100};
    snprintf(row.result.binary, sizeof row.result.binary, "%s", binary);
    snprintf(row.result.code.hash, sizeof row.result.code.hash, "%s", code);
    return row;
}

static enum static_verdict verdict_of(const struct row *base, const struct row *new)
{
    return static_judge("sm_90", base, new).verdict;
}

static void test_same(void)
{
    struct row base = sample("aa", "11"), new = sample("aa", "22");
    CHECK(verdict_of(&base, &new) == STATIC_SAME);
    new = sample("bb", "11"); /* of another text the same code */
    CHECK(verdict_of(&base, &new) == STATIC_SAME);
    new = sample("bb", "22");
    CHECK(verdict_of(&base, &new) == STATIC_CHANGED);
    base = sample("", "");
    new = sample("", ""); /* which say nothing */
    CHECK(verdict_of(&base, &new) == STATIC_CHANGED);
}

static void test_spills(void)
{
    static const struct {
        int base, new;
        enum static_verdict verdict;
    } cases[] = {{0, 4, STATIC_SPILLS},   {-1, 4, STATIC_SPILLS},  {8, 12, STATIC_SPILLS},
                 {8, 8, STATIC_CHANGED},  {12, 8, STATIC_CHANGED}, {4, 0, STATIC_CHANGED},
                 {4, -1, STATIC_CHANGED}, {-1, 0, STATIC_CHANGED}, {0, -1, STATIC_CHANGED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct row base = sample("aa", "11"), new = sample("bb", "22");
        base.result.resources.spill_bytes = cases[i].base;
        new.result.resources.spill_bytes = cases[i].new;
        CHECK(verdict_of(&base, &new) == cases[i].verdict);
    }
    struct row base = sample("aa", "11"), new = sample("bb", "22"); /* which is worse than a warning */
    new.result.resources = (struct compute_resources){64, 0, 4};
    CHECK(verdict_of(&base, &new) == STATIC_SPILLS);
}

static void test_warps(void)
{
    struct row base = sample("aa", "11"), new = sample("bb", "22");
    new.result.resources.registers = 40;
    struct static_row row = static_judge("sm_90", &base, &new);
    CHECK(row.verdict == STATIC_WORSE && row.fewer_warps && !row.longer_loop);
    CHECK(row.base_warps == 64 && row.new_warps == 48);
    CHECK(verdict_of(&new, &base) == STATIC_CHANGED); /* turned round: better */
    CHECK(static_judge("sm_60", &base, &new).verdict == STATIC_CHANGED);
    new.result.code.group = 0; /* not known */
    CHECK(verdict_of(&base, &new) == STATIC_CHANGED);

    new = sample("bb", "22");
    new.result.resources.shared_bytes = 50000;
    CHECK(verdict_of(&base, &new) == STATIC_WORSE && verdict_of(&new, &base) == STATIC_CHANGED);
    new.result.resources.shared_bytes = 2000; /* which as many groups have room for */
    CHECK(verdict_of(&base, &new) == STATIC_CHANGED);
}

static void test_loops(void)
{
    struct row base = sample("aa", "11"), new = sample("bb", "22");
    new.result.code.loop.total = 110;
    struct static_row row = static_judge("sm_90", &base, &new);
    CHECK(row.verdict == STATIC_WORSE && row.longer_loop && !row.fewer_warps);
    CHECK_NEAR(static_row_longer(&row), 0.1, 1e-12);
    CHECK(verdict_of(&new, &base) == STATIC_CHANGED);
    new.result.code.loop.total = 109;
    CHECK(verdict_of(&base, &new) == STATIC_CHANGED);
    new.result.code.loop = (struct compute_loop){.depth = 2, .total = 200}; /* another loop */
    row = static_judge("sm_90", &base, &new);
    CHECK(row.verdict == STATIC_CHANGED && isnan(static_row_longer(&row)));
    new.result.code.loop = (struct compute_loop){0};
    CHECK(verdict_of(&base, &new) == STATIC_CHANGED && verdict_of(&new, &base) == STATIC_CHANGED);
}

static void test_failures(void)
{
    struct row good = sample("aa", "11"), bad = sample("", ""), lacks = sample("", "");
    bad.result.status = COMPILE_FAILED;
    lacks.result.status = UNSUPPORTED;
    CHECK(verdict_of(&good, &bad) == STATIC_FAILS);
    CHECK(verdict_of(&bad, &good) == STATIC_MENDED);
    CHECK(verdict_of(&bad, &bad) == STATIC_BROKEN);
    CHECK(verdict_of(&good, &lacks) == STATIC_GONE);
    CHECK(verdict_of(&lacks, &good) == STATIC_MENDED);
    CHECK(verdict_of(&good, NULL) == STATIC_GONE);
    CHECK(verdict_of(NULL, &good) == STATIC_NEW);
}

/* ---- all rows ---- */

static void add_row(struct results *results, size_t problem, struct row row, const char *reason)
{
    row.result.index = results->count % 3;
    results_add(results, problem, &row.result, reason);
}

/* A program's results: of one bench with a parameter of three values. */
static struct results make(const char *architecture)
{
    struct results results = {0};
    snprintf(results.context.device.architecture, sizeof results.context.device.architecture, "%s", architecture);
    snprintf(results.context.device.name, sizeof results.context.device.name, "NVRTC %s", architecture);
    const size_t problem = results_add_problem(&results, "sums", "plain", 8, 1);
    struct named_parameter *parameter = problem_add_parameter(&results.problems[problem], "BLOCK_SIZE", KIND_NUMBERS);
    for (const char *const *word = (const char *const[]){"64", "128", "256", NULL}; *word; word++)
        texts_add(&parameter->words, *word);
    return results;
}

static void test_all(void)
{
    struct results base = make("sm_90"), new = make("sm_90");
    struct static_comparison comparison;
    struct row spilled = sample("bb", "22"), other = sample("cc", "33");
    spilled.result.resources.spill_bytes = 16;
    add_row(&base, 0, sample("aa", "11"), "NVRTC sm_90 does not run anything");
    add_row(&base, 0, sample("aa", "11"), "");
    add_row(&base, 0, sample("aa", "11"), "");
    add_row(&new, 0, sample("aa", "11"), "");
    add_row(&new, 0, spilled, "x" NO_LOOP "none");
    struct row lacks = {.result = result_of(NO_CONFIGURATION, 0), .reason = ""};
    results_add(&new, 0, &lacks.result, "the bench as a whole");
    CHECK(static_comparison_make(&comparison, &base, &new, NULL) == OK);
    CHECK(!base.count && !new.count);
    CHECK(comparison.count == 3);
    CHECK(comparison.row[0].verdict == STATIC_SPILLS && comparison.row[1].verdict == STATIC_SAME &&
          comparison.row[2].verdict == STATIC_GONE);
    CHECK_TEXT(comparison.row[0].name, "sums/plain/n:8/BLOCK_SIZE:128");
    CHECK(static_comparison_worse(&comparison));
    CHECK(static_comparison_compared(&comparison) == 2);
    CHECK(static_comparison_count(&comparison, STATIC_SAME) == 1);
    CHECK_TEXT(static_comparison_no_loop(&comparison), "none");
    static_comparison_free(&comparison);

    base = make("sm_90"), new = make("sm_90");
    add_row(&base, 0, sample("aa", "11"), "");
    add_row(&new, 0, other, "");
    CHECK(static_comparison_make(&comparison, &base, &new, NULL) == OK);
    CHECK(!static_comparison_worse(&comparison) && !static_comparison_no_loop(&comparison));
    static_comparison_free(&comparison);
}

/* Of one verdict as the base has them, and what one program alone has, wherever its name stands among the others. */
static void test_order(void)
{
    for (int turned = 0; turned < 2; turned++) {
        struct results base = make("sm_90"), new = make("sm_90");
        struct static_comparison comparison;
        struct row spilled = sample("bb", "22");
        spilled.result.resources.spill_bytes = 16;
        struct results *more = turned ? &new : &base, *less = turned ? &base : &new;
        add_row(more, 0, sample("aa", "11"), "");
        add_row(less, 0, sample("aa", "11"), "");
        add_row(more, 0, sample("aa", "11"), "");
        add_row(more, 0, sample("aa", "11"), "");
        less->rows[0].result.index = 1; /* "128" comes first, "64" last */
        CHECK(static_comparison_make(&comparison, &base, &new, NULL) == OK);
        CHECK(comparison.count == 3 && comparison.row[0].verdict == STATIC_SAME);
        CHECK(static_comparison_count(&comparison, turned ? STATIC_NEW : STATIC_GONE) == 2);
        static_comparison_free(&comparison);

        base = make("sm_90"), new = make("sm_90");
        for (int row = 0; row < 3; row++) {
            add_row(&base, 0, sample("aa", "11"), "");
            add_row(&new, 0, spilled, "");
        }
        CHECK(static_comparison_make(&comparison, &base, &new, NULL) == OK);
        for (int row = 0; row < 3; row++)
            CHECK(comparison.row[row].base == &comparison.base.rows[row]);
        static_comparison_free(&comparison);
    }
}

static void test_refused(void)
{
    struct results base = make("sm_90"), new = make("sm_80");
    struct static_comparison comparison;
    struct fault fault = {0};
    CHECK(static_comparison_make(&comparison, &base, &new, &fault) == INVALID);
    CHECK_TEXT(fault.text, "compare: the base is for sm_90 and the new program for sm_80");
    static_comparison_free(&comparison);

    base = make("sm_90"), new = make("sm_90");
    new.context.device.can_run = true;
    fault = (struct fault){0};
    CHECK(static_comparison_make(&comparison, &base, &new, &fault) == INVALID);
    CHECK_TEXT(fault.text, "compare: NVRTC sm_90 runs, and --static compares what is only compiled");
    static_comparison_free(&comparison);
}

int main(void)
{
    test_occupancy();
    test_same();
    test_spills();
    test_warps();
    test_loops();
    test_failures();
    test_all();
    test_order();
    test_refused();
    return CHECK_RESULT;
}
