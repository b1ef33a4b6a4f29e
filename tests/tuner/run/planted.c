/* The suite with planted faults: every correct configuration is measured, each incorrect one is a row with the right
 * status and a reason, and the run succeeds. An argument names the backend; without a device of it the test is
 * skipped. */
#include "reports/json/results_file.h"
#include "tests/own_folder.h"

#include <sys/wait.h>

enum { GOOD = 4, BAD = 7 };
/* On the fake device two compilers fail, too; elsewhere three configurations are right only at checked positions, and
 * four write far from their arrays, or add to previous contents. */
enum { MORE_BAD_FAKE = 2, MORE_BAD_REAL = 7 };

static struct results results; /* of the last run */

static int run(const char *arguments, const char *out)
{
    char command[1024];
    snprintf(command, sizeof command, "%s %s --out %s", getenv("PLANTED"), arguments, out);
    int how = system(command);
    results_free(&results);
    CHECK(access(out, F_OK) || FINE(results_load(&results, out, &caught)));
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

/* The word of a configuration's parameter number `p`, of a problem with `parameters`; "" otherwise. */
static const char *word_of(size_t problem, const struct result *result, size_t parameters, size_t p)
{
    const struct named_problem *of = &results.problems[problem];
    return row_parameters(of, result) == parameters ? problem_word(of, result->index, p) : "";
}

static const struct row *row_of(const char *plant)
{
    for (size_t i = 0; i < results.count; i++)
        if (!strcmp(word_of(results.rows[i].problem, &results.rows[i].result, 2, 1), plant))
            return &results.rows[i];
    return NULL;
}

static void check_row(const char *plant, enum status status, const char *reason)
{
    const struct row *row = row_of(plant);
    WRONG_IF(!row || row->result.status != status || !strstr(row->reason, reason),
             "%s: %s \"%s\", expected %s \"...%s...\"\n", plant, row ? status_word(row->result.status) : "no row",
             row ? row->reason : "", status_word(status), reason);
}

/* A GPU's driver survives a store far out of bounds; a CPU's and the fake device's worker does not. */
static void check_rows(const char *backend)
{
    bool fake = !strcmp(backend, "fake"), outlives = !fake && !results.context.device.is_cpu;
    size_t good = 0;
    for (size_t i = 0; i < results.count; i++) {
        const struct result *row = &results.rows[i].result;
        good += row->status == OK;
        if (row->status == OK)
            CHECK(row->median_ns > 0 && row->error <= row->tolerance && row->blocks > 0);
    }
    CHECK(good == (size_t)GOOD);
    CHECK(results.count - good == (size_t)BAD + (fake ? MORE_BAD_FAKE : MORE_BAD_REAL));
    check_row("no_compile", COMPILE_FAILED, "this_name_does_not_exist");
    check_row("too_much_local", INVALID, "this device allows");
    check_row("out_of_bounds", WRONG_RESULT, "4 bytes");
    check_row("wrong_sum", WRONG_RESULT, "expected");
    check_row("read_beyond", WRONG_RESULT, "expected");
    check_row("endless", TIMED_OUT, "--time-limit");
    check_row("crash", outlives ? LAUNCH_FAILED : CRASHED, outlives ? "a kernel failed" : "Segmentation fault");
    if (fake) {
        check_row("hang_compile", TIMED_OUT, "--time-limit");
        check_row("crash_compile", CRASHED, "signal");
    } else {
        check_row("spoil_input", WRONG_RESULT, "after it was timed: ");
        check_row("on_poison", WRONG_RESULT, "after it was timed: ");
        check_row("only_once", WRONG_RESULT, "after it was timed: ");
        check_row("add_beyond", WRONG_RESULT, "behind the end (first at +");
        check_row("store_far_before", WRONG_RESULT, "before the start (first at -327");
        check_row("store_far_behind", WRONG_RESULT, "behind the end (first at +327");
        check_row("read_far_behind", WRONG_RESULT, "nan, expected");
    }
    CHECK(results.best_count == 1);
    if (fake && results.best_count == 1) {
        const struct best *best = &results.best[0].best;
        CHECK_TEXT(word_of(results.best[0].problem, &best->result, 2, 0), "128");
        CHECK_NEAR(best->result.median_ns, 100000, 1e-6);
        CHECK_NEAR(best->default_ns, 103000, 1e-6);
        CHECK(best->tied == 0);
    }
}

/* One configuration is right the first time and spoils the input: the next one must not be blamed. A single worker
 * keeps the order, in which it is not the last. */
static void check_spoilt(const char *backend)
{
    char arguments[256];
    snprintf(arguments, sizeof arguments,
             "--suite planted --backend %s --set PLANT=good,spoil_input --strategy exhaustive --measure-all --jobs 1 "
             "--size 4096 --time-limit 600",
             backend);
    CHECK(run(arguments, "spoilt.json") == 0);
    CHECK(results.count == GOOD + 1);
    for (size_t i = 0; i < results.count; i++) {
        const struct row *row = &results.rows[i];
        bool spoils = !strcmp(word_of(row->problem, &row->result, 2, 1), "spoil_input");
        CHECK(row->result.status == (spoils ? WRONG_RESULT : OK));
    }
    if (results.count) { /* else no configuration followed it */
        const struct row *last = &results.rows[results.count - 1];
        CHECK(strcmp(word_of(last->problem, &last->result, 2, 1), "spoil_input"));
    }
}

/* A device that is lost in the play-off: the row names the configuration, and with the next problem the run ends, and
 * fails. */
static void check_lost(void)
{
    CHECK(run("--suite lost --backend fake:cpu --size 4096,8192 2>lost.err", "lost.json") == 3);
    CHECK(system("grep -q '^gpubench: the device does not come back: its worker died: Aborted' lost.err") == 0);
    CHECK(results.count == 1 && results.rows[0].result.status == CRASHED && results.best_count == 0);
}

/* The fastest configuration crashes in the play-off: its row reports it, and another is best. */
static void check_playoff_crash(void)
{
    CHECK(run("--suite tired --backend fake:cpu", "tired.json") == 0);
    CHECK(results.count == 2 && results.best_count == 1);
    for (size_t i = 0; i < results.count; i++) {
        const struct row *row = &results.rows[i];
        bool fastest = !strcmp(word_of(row->problem, &row->result, 1, 0), "64");
        CHECK(row->result.status == (fastest ? CRASHED : OK));
        CHECK(!strncmp(row->reason, "in the play-off: ", 17) == fastest);
    }
    if (results.best_count)
        CHECK_TEXT(word_of(results.best[0].problem, &results.best[0].best.result, 1, 0), "32");
}

int main(int argc, char **argv)
{
    const char *backend = argc > 1 ? argv[1] : "fake";
    char arguments[256];
    int n = !strcmp(backend, "cuda") ? 1048576 : 4096;
    int limit = !strcmp(backend, "opencl") ? 20 : 8; /* of a CPU shared with other programs */
    snprintf(arguments, sizeof arguments,
             "--suite planted --backend %s --strategy exhaustive --measure-all --time-limit %d --size %d", backend,
             limit, n);
    enter_own_folder();
    setenv("BENCHMARK_FILTER", "nothing", 1); /* Google Benchmark's flags have no effect */
    setenv("BENCHMARK_OUT", "benchmark.json", 1);
    int status = run(arguments, "planted.json");
    if (status == 3 && strcmp(backend, "fake")) {
        fprintf(stderr, "no %s device\n", backend);
        return 77;
    }
    CHECK(status == 0);
    for (int again = 0; again < 2 && !check_failures; again++) {
        check_rows(backend);
        for (size_t i = 0; i < results.count; i++) /* the second run compiles only those that did not compile before */
            if (results.rows[i].result.status == OK)
                CHECK((results.rows[i].result.compile_ms > 0) == !again);
        if (!again)
            CHECK(run(arguments, "planted.json") == 0);
    }
    CHECK(access("planted.json.journal", F_OK) != 0);
    CHECK(access("benchmark.json", F_OK) != 0);
    if (strcmp(backend, "fake")) {
        check_spoilt(backend);
    } else {
        check_lost();
        check_playoff_crash();
    }
    return CHECK_RESULT;
}
