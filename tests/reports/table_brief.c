/* The table of a brief page: one line per result, and its signs. */
#include "reports/table/sign.h"
#include "reports/table/table.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"

static const char *const left_out = "left out: parameters and notes; `gpubench table --long FILE` has them\n";

/* The table's text on a brief page, or one this narrow; the caller frees it. */
static char *print(const struct results *results, bool brief, int columns)
{
    struct page page = page_plain;
    page.brief = brief;
    page.narrow = columns < page.columns;
    page.columns = columns;
    return PRINTED(table_print(file, results, &page));
}

static void check_brief(const struct results *results, const char *expected)
{
    FREED char *text = print(results, true, 100);
    WRONG_IF(!strstr(text, expected), "the table does not contain \"%s\":\n%s", expected, text);
}

static void add_best(struct results *results, const char *bench)
{
    struct sample row = sample_timed(bench, 1024, "64", "blocked", 5e6);
    sample_add(results, row);
    sample_add_best(results, row, (struct best){.measured = 1, .allowed = 1}, NULL);
}

TEST(lines)
{
    FREED_BY(results_free) struct results results = sample_results();
    check_brief(&results,
                "sum_1d_f32  2^20           8.192 us  512.0                       failed     0  1 of 480   ?\n"
                "sum_1d_f32  2^28     231.4 +- 14 us   4640   97.7 %      1.05x    1.31x     1  5 of 480\n"
                "sum_1d_f64  2^28     524.3 +- 33 us   2048  107.0 %     0.938x    1.00x     0  1 of 480  -?\n"
                "sum_1d_i32  2^20  x no correct configuration (2 tried)\n"
                "send_f32    2^20  1.500 +- 0.094 ms  2.796   50.0 %               1.00x     0    all 12\n"
                "- slower than the default or a reference, by 2 % or more\n"
                "? doubtful: too few tried to be sure (2), above its limit (1)\n");
    check_brief(&results, left_out);
    check_brief(&results, "thrust::reduce     491.5 +- 31 us  2185    0.938x  -\n");
}

/* Columns without room are named; with --long they are below the lines. */
TEST(narrow)
{
    FREED_BY(results_free) struct results results = sample_results();
    FREED char *brief = print(&results, true, 70), *whole = print(&results, false, 70);
    WRONG_IF(!strstr(brief, "left out, as the page is narrow: vs reference, tried; --long has that, too\n"), "%s",
             brief);
    WRONG_IF(!strstr(whole, "\n    vs reference 1.05x, tried 5 of 480\n") || strstr(whole, "left out"), "%s", whole);
}

TEST(single)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    add_best(&results, "sum");
    check_brief(&results, "\n    BLOCK_SIZE 64  LOAD blocked\n");
    add_best(&results, "dot");
    FREED char *text = print(&results, true, 100);
    CHECK(!strstr(text, "BLOCK_SIZE") && strstr(text, left_out));
}

TEST(without_best)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    sample_add(&results, sample_timed("sum", 1024, "64", "blocked", 5));
    sample_add(&results, sample_timed("dot", 1024, "64", "blocked", 5));
    sample_add(&results, sample_timed("dot", 1024, "128", "blocked", 7));
    check_brief(&results, "sum    2^10  5.000 +- 0.31 ns, no best was chosen (1 measured)\n"
                          "dot    2^10  5.000 ns to 7.000 ns, no best was chosen (2 measured)\n"
                          "left out: parameters");
    sample_replace(&results, (struct results){.context = sample_context()});
    sample_add_failed(&results, "sum", 1024, "64", "blocked", TIMED_OUT, "too slow");
    sample_add_failed(&results, "dot", 1024, "64", "blocked", TIMED_OUT, "too slow");
    FREED char *text = print(&results, true, 100);
    CHECK(strstr(text, "  x no correct configuration") && !strstr(text, "left out"));
}

/* The meaning of signs, and the colour of a line: that of the worst. */
TEST(signs)
{
    const struct signs two = {.slow = true, .doubts = {1}}, one = {.doubts = {1}}, none = {.slow = false};
    CHECK(signs_color(two, &page_colored) == page_colored.slow);
    CHECK(signs_color(one, &page_colored) == page_colored.doubtful && !*signs_color(none, &page_colored));
    CHECK(sign_is_slow(100, 98) && !sign_is_slow(100, 99) && !sign_is_slow(100, 0) && !sign_is_slow(0, 1));
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    add_best(&results, "sum");
    struct best *best = &results.best[0].best;
    CHECK(!*signs_text(signs_of(best, &results.context.device)).text);
    best->result.ci95_ns[0] = 4e6;
    best->result.ci95_ns[1] = 6e6;
    CHECK_TEXT(signs_text(signs_of(best, &results.context.device)).text, "?"); /* it is noisy */
    best->default_ns = 4e6;
    CHECK_TEXT(signs_text(signs_of(best, &results.context.device)).text, "-?");
    best->objective = OBJECTIVE_VALUE; /* it need not be fast */
    CHECK_TEXT(signs_text(signs_of(best, &results.context.device)).text, "?");
}

/* Another program's results have no parameters and no notes, so --long has no more of them; but columns, if the page is
 * narrow. */
TEST(without_notes)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    add_best(&results, "sum");
    add_best(&results, "dot");
    const size_t parameters = results.problems[0].parameters;
    for (size_t i = 0; i < results.problem_count; i++)
        results.problems[i].parameters = 0;
    FREED char *wide = print(&results, true, 100), *narrow = print(&results, true, 30), *whole = NULL;
    WRONG_IF(strstr(wide, "left out"), "%s", wide);
    WRONG_IF(strstr(narrow, "parameters and notes") || !strstr(narrow, "; `gpubench table --long FILE` has that\n"),
             "%s", narrow);
    results.best[0].best.result.ci95_ns[0] = 4e6; /* now a note has the reason for its sign */
    results.best[0].best.result.ci95_ns[1] = 6e6;
    free(wide);
    wide = print(&results, true, 100);
    whole = print(&results, false, 100);
    WRONG_IF(!strstr(wide, left_out) || strstr(wide, "\n    ?"), "%s", wide);
    WRONG_IF(!strstr(whole, "  ?\n    ? +- above 10 %\n"), "%s", whole);
    for (size_t i = 0; i < results.problem_count; i++)
        results.problems[i].parameters = parameters; /* which are freed by their number */
}
