/* Compares compiled kernels of two programs: the verdict of each pair of rows. */
#include "reports/compare/static_comparison.h"
#include "tests/check.h"

/* ---- verdicts ---- */

/* A row that compiled, with 32 registers. */
static struct row sample(const char *binary)
{
    struct row row = {.result = result_of(0, 0), .reason = ""};
    row.result.status = COMPILED;
    row.result.resources = (struct compute_resources){32, 0, 0};
    snprintf(row.result.binary, sizeof row.result.binary, "%s", binary);
    return row;
}

static enum static_verdict verdict_of(const struct row *base, const struct row *new)
{
    return static_judge(base, new).verdict;
}

TEST(same)
{
    struct row base = sample("aa"), new = sample("aa");
    CHECK(verdict_of(&base, &new) == STATIC_SAME);
    new = sample("bb");
    CHECK(verdict_of(&base, &new) == STATIC_CHANGED);
    base = sample("");
    new = sample(""); /* unknown */
    CHECK(verdict_of(&base, &new) == STATIC_CHANGED);
}

TEST(spills)
{
    static const struct {
        int base, new;
        enum static_verdict verdict;
    } cases[] = {{0, 4, STATIC_SPILLS},   {-1, 4, STATIC_SPILLS},  {8, 12, STATIC_SPILLS},
                 {8, 8, STATIC_CHANGED},  {12, 8, STATIC_CHANGED}, {4, 0, STATIC_CHANGED},
                 {4, -1, STATIC_CHANGED}, {-1, 0, STATIC_CHANGED}, {0, -1, STATIC_CHANGED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct row base = sample("aa"), new = sample("bb");
        base.result.resources.spill_bytes = cases[i].base;
        new.result.resources.spill_bytes = cases[i].new;
        CHECK(verdict_of(&base, &new) == cases[i].verdict);
    }
    struct row base = sample("aa"), new = sample("bb"); /* only more spills than that count */
    new.result.resources = (struct compute_resources){64, 50000, 0};
    CHECK(verdict_of(&base, &new) == STATIC_CHANGED);
}

TEST(failures)
{
    struct row good = sample("aa"), bad = sample(""), missing = sample("");
    bad.result.status = COMPILE_FAILED;
    missing.result.status = UNSUPPORTED;
    CHECK(verdict_of(&good, &bad) == STATIC_FAILS);
    CHECK(verdict_of(&bad, &good) == STATIC_FIXED);
    CHECK(verdict_of(&bad, &bad) == STATIC_BROKEN);
    CHECK(verdict_of(&good, &missing) == STATIC_GONE);
    CHECK(verdict_of(&missing, &good) == STATIC_FIXED);
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

/* Of the results, of which it takes ownership. */
static struct static_comparison compared(struct results *base, struct results *new)
{
    struct static_comparison comparison;
    CHECK_OK(static_comparison_make(&comparison, base, new, &caught));
    CHECK(!base->count && !new->count);
    return comparison;
}

TEST(all)
{
    struct results base = make("sm_90"), new = make("sm_90");
    struct row spilled = sample("bb"), other = sample("cc");
    spilled.result.resources.spill_bytes = 16;
    add_row(&base, 0, sample("aa"), "only compiled, for NVRTC sm_90");
    add_row(&base, 0, sample("aa"), "");
    add_row(&base, 0, sample("aa"), "");
    add_row(&new, 0, sample("aa"), "");
    add_row(&new, 0, spilled, "");
    struct row missing = {.result = result_of(NO_CONFIGURATION, 0), .reason = ""};
    results_add(&new, 0, &missing.result, "the bench as a whole");
    FREED_BY(static_comparison_free) struct static_comparison comparison = compared(&base, &new);
    CHECK(comparison.count == 3);
    CHECK(comparison.row[0].verdict == STATIC_SPILLS && comparison.row[1].verdict == STATIC_SAME &&
          comparison.row[2].verdict == STATIC_GONE);
    CHECK_TEXT(comparison.row[0].name, "sums/plain/n:8/BLOCK_SIZE:128");
    CHECK(static_comparison_worse(&comparison));
    CHECK(static_comparison_compared(&comparison) == 2);
    CHECK(static_comparison_count(&comparison, STATIC_SAME) == 1);
    static_comparison_free(&comparison);

    base = make("sm_90"), new = make("sm_90");
    add_row(&base, 0, sample("aa"), "");
    add_row(&new, 0, other, "");
    comparison = compared(&base, &new);
    CHECK(!static_comparison_worse(&comparison));
}

/* Rows with one verdict are in the base's order, with those of one program only sorted in by name. */
TEST(order)
{
    for (int turned = 0; turned < 2; turned++) {
        struct results base = make("sm_90"), new = make("sm_90");
        struct row spilled = sample("bb");
        spilled.result.resources.spill_bytes = 16;
        struct results *more = turned ? &new : &base, *less = turned ? &base : &new;
        add_row(more, 0, sample("aa"), "");
        add_row(less, 0, sample("aa"), "");
        add_row(more, 0, sample("aa"), "");
        add_row(more, 0, sample("aa"), "");
        less->rows[0].result.index = 1; /* "128" comes first, "64" last */
        FREED_BY(static_comparison_free) struct static_comparison comparison = compared(&base, &new);
        CHECK(comparison.count == 3 && comparison.row[0].verdict == STATIC_SAME);
        CHECK(static_comparison_count(&comparison, turned ? STATIC_NEW : STATIC_GONE) == 2);
        static_comparison_free(&comparison);

        base = make("sm_90"), new = make("sm_90");
        for (int row = 0; row < 3; row++) {
            add_row(&base, 0, sample("aa"), "");
            add_row(&new, 0, spilled, "");
        }
        comparison = compared(&base, &new);
        for (int row = 0; row < 3; row++)
            CHECK(comparison.row[row].base == &comparison.base.rows[row]);
    }
}

TEST(refused)
{
    struct results base = make("sm_90"), new = make("sm_80");
    FREED_BY(static_comparison_free) struct static_comparison comparison;
    CHECK_FAULT(static_comparison_make(&comparison, &base, &new, &caught), INVALID,
                "compare: the base is for sm_90 and the new program for sm_80");
    static_comparison_free(&comparison);

    base = make("sm_90"), new = make("sm_90");
    new.context.device.can_run = true;
    CHECK_FAULT(static_comparison_make(&comparison, &base, &new, &caught), INVALID,
                "compare: NVRTC sm_90 runs, and --static compares what is only compiled");
}
