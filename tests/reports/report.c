/* The data of a page: its problems in their order, rates, failures of one problem, words for a shell, and text that
 * stays text. (tests/cli/report.sh reads whole pages.) */
#include "reports/report.h"
#include "reports/command.h"
#include "reports/failures.h"
#include "reports/format.h"
#include "reports/gain.h"
#include "reports/html/html.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"

static void check_printed(const char *text, const char *expected)
{
    FREED char *made = PRINTED(html_print(file, "<b>%s</b>%d", text, 7));
    CHECK_TEXT(made, expected);
}

TEST(html)
{
    check_printed("sum", "<b>sum</b>7");
    check_printed("", "<b></b>7");
    check_printed("<a href=\"x\">&amp;'", "<b>&lt;a href=&quot;x&quot;&gt;&amp;amp;&#39;</b>7");
    check_printed("</script>", "<b>&lt;/script&gt;</b>7");
    check_printed("\x1b[2J\n\t\x7f", "<b>\\x1b[2J\\n\\t\\x7f</b>7");
    check_printed((const char[]){'\xe2', '\x80', '\xae', 0}, "<b>\\u202e</b>7"); /* turns the direction of writing */
    check_printed("\xe2\x80\xa8", "<b>\\u2028</b>7");
    check_printed("\xff\xc2", "<b>\\xff\\xc2</b>7");
    check_printed("\xc2\xb1 \xe2\x88\x9e", "<b>\xc2\xb1 \xe2\x88\x9e</b>7");
}

static void check_word(const char *text, const char *expected)
{
    FREED char *word = shell_word(text);
    CHECK_TEXT(word ? word : "NULL", expected);
}

TEST(words)
{
    check_word("sum_1d_f32", "sum_1d_f32");
    check_word("BLOCK_SIZE=128", "BLOCK_SIZE=128");
    check_word("", "''");
    check_word("a b", "'a b'");
    check_word("it's", "'it'\\''s'");
    check_word("$(x)`y`;&|<>*?~#\\\"", "'$(x)`y`;&|<>*?~#\\\"'");
    check_word("\xc2\xb1", "'\xc2\xb1'");
    check_word("a\nb", "NULL");
    check_word("\x1b[2J", "NULL");
    check_word("\xff", "NULL");
}

static void check_gain(double ratio, const char *name, const char *expected)
{
    FREED char *text = gain_over_reference(ratio, name);
    CHECK_TEXT(text, expected);
}

/* Speeds in words, and references that are called several times. */
TEST(gains)
{
    check_gain(1.14, "9x cub::DeviceReduce", "14 % faster than 9 calls of cub::DeviceReduce");
    check_gain(0.8, "cuBLAS gemv", "20 % slower than cuBLAS gemv");
    check_gain(1.023, "x y", "2.3 % faster than x y");
    check_gain(1.004, "9xcub", "as fast as 9xcub");
    check_gain(0.996, "10x a b", "as fast as 10 calls of a b");
    check_gain(8.586, "the default", "8.59 times as fast as the default");
    check_gain(0.25, "the default", "0.250 times as fast as the default");
    check_gain(1.999, NULL, "100 % faster");
    check_gain(2, NULL, "2.00 times as fast");
    check_gain(1, NULL, "as fast");
}

/* The command of a problem's run has these words. */
static void check_run(const struct results *results, bool cold, const char *expected)
{
    FREED char *run = problem_command(&results->context, &results->problems[0], cold);
    WRONG_IF(!run || !strstr(run, expected), "the line \"%s\" has not \"%s\"\n", run ? run : "NULL", expected);
}

TEST(commands)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    sample_add(&results, sample_timed("sum", 1024, "128", "blocked", 5000));
    struct named_problem *problem = &results.problems[0];
    sample_inputs(problem);
    problem_add_name(problem, "density", "0.0625"); /* the workload has the suite's default */
    results.context.device.index = 0;
    problem->seed = 1;
    FREED char *run = problem_command(&results.context, problem, true),
               *set = row_command(problem, &results.rows[0].result);
    CHECK_TEXT(run, "gpubench --suite reduction --bench sum --size 1024 --density 0.0625 "
                    "--input 'structures/1a b.pqr' --backend cuda --sampling slope --measure-all");
    CHECK_TEXT(set, " --set BLOCK_SIZE=128 --set LOAD=blocked");
    problem->structure.sized = true;
    problem->max_error = 1e-6;
    FREED char *sized = problem_command(&results.context, problem, false);
    CHECK_TEXT(sized, "gpubench --suite reduction --bench sum --density 0.0625 --input 'structures/1a b.pqr' "
                      "--backend cuda --sampling slope --measure-all --max-error 1e-06");
    results.context.has_options = false; /* as older files */
    results.context.options = 0;
    check_run(&results, false, " --cache-mode warm"); /* not the default of a GPU */
    problem_clear_structure(problem);
    check_run(&results, true, " --size 1024 --density 0.0625 --workload water --backend cuda");
    results.context.device.can_run = false;
    strcpy(results.context.device.backend, "nvrtc");
    check_run(&results, true, " --backend nvrtc:sm_90");
    FREED char *compiled = problem_command(&results.context, problem, true);
    CHECK(compiled && !strstr(compiled, "cache-mode"));
    problem_add_setting(problem, "x;touch y", "z", 0);
    CHECK(!problem_command(&results.context, problem, true));
    free(problem->parameter[1].words.text[1]);
    problem->parameter[1].words.text[1] = allocate_text("a\nb");
    CHECK(!row_command(problem, &results.rows[0].result));
}

TEST(rate)
{
    struct result row = result_of(0, 0);
    const char *unit;
    CHECK(isnan(result_rate(&row, 10, &unit)));
    CHECK_TEXT(unit, "");
    row.bytes = 40;
    row.flops = 10;
    CHECK(result_rate(&row, 10, &unit) == 4e9);
    CHECK_TEXT(unit, "B");
    row.flops = 641;
    CHECK_NEAR(result_rate(&row, 10, &unit), 6.41e10, 1);
    CHECK_TEXT(unit, "FLOP");
    row.amount[RESOURCE_LAUNCH] = 2;
    CHECK(result_rate(&row, 10, &unit) == 2e8);
    CHECK_TEXT(unit, "launch");
    row.amount[RESOURCE_RSQRT] = 5; /* two: neither describes all of it */
    CHECK_NEAR(result_rate(&row, 10, &unit), 6.41e10, 1);
}

/* Benches in the order of the run, with sizes ascending; rows of each, and the fastest first. */
TEST(subjects)
{
    struct results results[2] = {{.context = sample_context()}, {.context = sample_context()}};
    const char *const path[] = {"a.json", "b.json"};
    sample_add(&results[0], sample_timed("sum", 4096, "128", "blocked", 9000));
    sample_add(&results[0], sample_timed("dot", 1024, "128", "blocked", 7000));
    sample_add(&results[0], sample_timed("sum", 1024, "128", "blocked", 5000));
    sample_add(&results[0], sample_timed("sum", 1024, "64", "blocked", 3000));
    sample_add_failed(&results[0], "sum", 1024, "256", "blocked", CRASHED, "signal 11");
    sample_add(&results[0], sample_reference(sample_timed("sum", 1024, NULL, NULL, 4000), "library"));
    sample_add_best(&results[0], sample_timed("dot", 1024, "128", "blocked", 7000), (struct best){.measured = 1}, NULL);
    sample_problem(&results[0], "reduction", "none", 1);
    sample_add_failed(&results[1], "sum", 1024, NULL, NULL, UNSUPPORTED, "not here");
    FREED_BY(report_free)
    struct report report = {.results = results, .path = path, .files = 2, .version = "1", .commit = "c"};
    report_fill(&report);
    CHECK(report.subjects == 4);
    const struct subject *sum = &report.subject[0];
    CHECK(sum->problem->size == 1024 && report.subject[1].problem->size == 4096);
    CHECK_TEXT(report.subject[2].problem->bench, "dot");
    CHECK(report.subject[3].file == 1 && report.subject[3].whole && !report.subject[3].count);
    CHECK(sum->count == 3 && sum->timed == 2 && sum->references == 1 && !sum->best && !sum->effects);
    CHECK(sum->sorted[0]->result.median_ns == 3000 && sum->row[0]->result.median_ns == 5000);
    CHECK(sum->varies[0] && !sum->varies[1]);
    CHECK(subject_best(sum) == SIZE_MAX && subject_best(&report.subject[2]) == 0);
    CHECK(problem_position(sum->problem, sum->row[0]->result.index, 0) == 1 &&
          problem_position(sum->problem, sum->row[0]->result.index, 1) == 1);
    CHECK(isnan(subject_time(sum, &sum->row[2]->result)));
    results_free(&results[0]);
    results_free(&results[1]);
}

/* Of one problem only: values shared with another size do not count. */
TEST(failures)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    size_t count;
    sample_add_failed(&results, "sum", 1024, "256", "blocked", CRASHED, "first");
    sample_add_failed(&results, "sum", 1024, "512", "blocked", CRASHED, "second");
    sample_add(&results, sample_timed("sum", 1024, "512", "striped", 5000));
    sample_add_failed(&results, "sum", 4096, "64", "striped", CRASHED, "third");
    sample_add_failed(&results, "sum", 4096, "64", "vector4", NO_TIME, "noise");
    FREED struct failures *failures = failures_of_problem(&results, 0, &count);
    CHECK(count == 1 && failures->count == 2);
    CHECK_TEXT(failures->first->reason, "first");
    CHECK(!failures_common(failures, 0) && failures_common(failures, 1));
    free(failures);
    failures = failures_find(&results, &count);
    CHECK(count == 2 && failures[0].count == 3 && failures[1].count == 1);
    CHECK(!failures_common(failures, 1));
}
