/* The table of ci/curves as results. */
#include "reports/plot/plot.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"

IN_OWN_FOLDER;

static const char path[] = "table.txt";

#define HEAD                                                                                                           \
    "Microseconds for a map.\n     n        A^3       direct   large_bins   small_bins compact_bins          cpu\n"

static enum status load(struct results *results, const char *text, struct fault *fault)
{
    text_write(path, text, strlen(text));
    return curve_table_load(results, path, fault);
}

static void check_refused(const char *text, const char *expected)
{
    struct results results;
    CHECK(CALL(load(&results, text, &caught)) == INVALID);
    CHECK(!results.count && !results.problem_count);
    WRONG_IF(!strstr(caught.text, expected), "got \"%s\", expected \"%s\"\n", caught.text, expected);
}

TEST(table)
{
    FREED_BY(results_free) struct results results;
    CHECK_OK(load(&results,
                  HEAD "    48      13824        201.9        162.3       1529.2         68.5       1963.4\n\n"
                       "   256    2097152            -     164525.9      14575.7       4730.6     254733.1",
                  &caught));
    CHECK(results.problem_count == 9 && results.count == 9);
    CHECK_TEXT(results.problems[0].suite, "coulomb");
    CHECK_TEXT(results.problems[0].bench, "volume");
    CHECK(results.problems[0].size == 48);
    CHECK_TEXT(results.problems[8].bench, "cpu");
    CHECK(results.problems[8].size == 256 && results.rows[8].problem == 8 && row_timed(&results.rows[8].result));
    CHECK_NEAR(results.rows[8].result.median_ns, 254733100, 1e-3);
}

TEST(refused)
{
    check_refused("", "no table of ci/curves");
    check_refused("{\"schema\": \"gpubench/results/1\"}", "no table of ci/curves");
    check_refused("n A^3 direct\n", "no table of ci/curves");
    check_refused(HEAD "48 1 2 3 4 5\n", ":3: expected");
    check_refused(HEAD "48 1 2 3 4 5 6 7\n", ":3: expected");
    check_refused(HEAD "48 1 2 3 4 5 6\n0 1 2 3 4 5 6\n", ":4: expected");
    check_refused(HEAD "-48 1 2 3 4 5 6\n", ":3: expected");
    check_refused(HEAD "99999999999999999999 1 2 3 4 5 6\n", ":3: expected");
    check_refused(HEAD "48 1 nan 3 4 5 6\n", ":3: expected");
    check_refused(HEAD "48 1 2 -3 4 5 6\n", ":3: expected");
    check_refused(HEAD "48 1 2 3x 4 5 6\n", ":3: expected");
    check_refused(HEAD "48 1 2 1e400 4 5 6\n", ":3: expected");
    check_refused(HEAD "48 1 - - - - -\n", "expected");
    check_refused(HEAD, "expected");
    struct results results;
    CHECK(CALL(curve_table_load(&results, "/nowhere.txt", &caught)) == INVALID &&
          strstr(caught.text, "/nowhere.txt: cannot read"));
}

TEST(named)
{
    CHECK(curve_table_named("a.txt") && !curve_table_named(".txt") && !curve_table_named("a.json"));
}
