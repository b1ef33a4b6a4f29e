/* Files of Google Benchmark and of NVBench: each benchmark has a time above 0, or a reason for having none. */
#include "reports/json/foreign.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"

IN_OWN_FOLDER;

typedef enum status loader(struct results *results, const char *path, struct fault *fault);

/* "sum: 100; scan: unsupported (no device)", or the line of a fault without the file's name. The caller frees it. */
static char *message_of(loader *load, const char *path)
{
    FREED_BY(results_free) struct results results;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    const enum status status = CALL(load(&results, path, &caught));
    CHECK(status == caught.status && (status == OK || status == INVALID));
    for (size_t r = 0; r < results.count && status == OK; r++) {
        const struct row *row = &results.rows[r];
        fprintf(file, "%s%s: ", r ? "; " : "", results.problems[row->problem].name);
        if (row_timed(&row->result))
            fprintf(file, "%g", row->result.median_ns);
        else
            fprintf(file, "%s (%s)", status_word(row->result.status), row->reason);
    }
    if (status != OK)
        fputs(caught.text + strlen(path), file);
    fclose(file);
    return text;
}

static void check_file(loader *load, const char *path, const char *expected)
{
    FREED char *got = message_of(load, path);
    CHECK_TEXT(got, expected);
}

static void check_text(loader *load, const char *text, const char *expected)
{
    text_put("made.json", text);
    check_file(load, "made.json", expected);
}

/* Entries of a Google Benchmark file. */
#define FILE_OF(entries) "{\"context\": {}, \"benchmarks\": [" entries "]}"
#define TIMED(text) FILE_OF("{\"name\": \"sum\", \"run_type\": \"iteration\", " text "}")

TEST(cases)
{
    const char *source = getenv("SOURCE_DIR"); /* as ctest sets it */
    static const struct {
        const char *file, *expected;
    } cases[] = {
        {"base", "sum: 100; scan: 200"},
        {"nan-counter", "sum: 100; scan: 200"},
        {"repetitions", "sum: 100"},
        {"repetitions-one-skipped", "sum: 100"},
        {"repetitions-slower-one-skipped", "sum: 200"},
        {"one-skipped", "sum: 100; scan: unsupported (no device)"},
        {"no-time", "sum: no-time (it has no time above 0: real_time is 0); scan: 200"},
        {"old-base", "sum: 100"},
        {"old-new", "sum: 100"},
    };
    CHECK(source);
    for (size_t i = 0; source && i < sizeof cases / sizeof *cases; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/tests/reports/foreign/%s.json", source, cases[i].file);
        check_file(google_benchmark_load, path, cases[i].expected);
    }
}

TEST(times)
{
    loader *load = google_benchmark_load;
    check_text(load, TIMED("\"real_time\": 3, \"cpu_time\": 2, \"time_unit\": \"us\""), "sum: 3000");
    check_text(google_benchmark_load_cpu, TIMED("\"real_time\": 3, \"cpu_time\": 2, \"time_unit\": \"us\""),
               "sum: 2000");
    check_text(load, TIMED("\"real_time\": 1e-3"), "sum: 0.001");
    check_text(load, TIMED("\"real_time\": -5"), "sum: no-time (it has no time above 0: real_time is -5)");
    check_text(load, TIMED("\"real_time\": null"), "sum: no-time (it has no time above 0: real_time is no number)");
    check_text(load, TIMED("\"real_time\": \"7\""), "sum: no-time (it has no time above 0: real_time is no number)");
    check_text(load, TIMED("\"real_time\": NaN"), "sum: no-time (it has no time above 0: real_time is no number)");
    check_text(load, TIMED("\"real_time\": 1e308, \"time_unit\": \"s\""),
               "sum: no-time (it has no time below 30 years: real_time is 1e+308 s)");
    check_text(load, TIMED("\"real_time\": 1e308"),
               "sum: no-time (it has no time below 30 years: real_time is 1e+308 ns)");
    check_text(load, FILE_OF("{\"name\": \"a\", \"real_time\": 1}, {\"name\": \"b\", \"cpu_time\": 1}"),
               "a: 1; b: no-time (it has no time above 0: real_time is missing)");
    check_text(load, TIMED("\"cpu_time\": 1"), ": no benchmark of it has a time: \"real_time\" is missing");
    check_text(google_benchmark_load_cpu, TIMED("\"real_time\": 1"),
               ": no benchmark of it has a time: \"cpu_time\" is missing");
    check_text(load, FILE_OF(""), ": there is no benchmark in it");
    check_text(load, TIMED("\"real_time\": 7, \"time_unit\": \"fortnight\""),
               ": benchmarks[0].time_unit: sum: 'fortnight': expected ns, us, ms or s");
    check_text(load, TIMED("\"real_time\": 7, \"time_unit\": 1"),
               ": benchmarks[0].time_unit: sum: 'no text': expected ns, us, ms or s");
}

/* A repetition without a time is skipped, but a failed one is not. */
TEST(repetitions)
{
#define SUM(text) "{\"name\": \"sum\", \"run_name\": \"sum\", " text "}"
#define ONE(text) SUM("\"run_type\": \"iteration\", " text)
#define ALL(name, text) SUM("\"run_type\": \"aggregate\", \"aggregate_name\": \"" name "\", " text)
    loader *load = google_benchmark_load;
    check_text(load, FILE_OF(ONE("\"real_time\": 0") "," ONE("\"real_time\": 9")), "sum: 9");
    check_text(load, FILE_OF(ONE("\"real_time\": 8") "," ONE("\"error_occurred\": true, \"error_message\": \"lost\"")),
               "sum: launch-failed (lost)");
    check_text(load, FILE_OF(ONE("\"skipped\": true, \"skip_message\": \"no\"") "," ONE("\"error_occurred\": true")),
               "sum: launch-failed (it says no reason)");
    check_text(load, FILE_OF(ONE("\"skipped\": true, \"skip_message\": \"no\"") "," ONE("\"real_time\": 0")),
               "sum: unsupported (no)");
    check_text(load, FILE_OF(ONE("\"skipped\": true")), "sum: unsupported (it says no reason)");
    check_text(load, FILE_OF(ALL("mean", "\"real_time\": 8") "," ALL("median", "\"real_time\": 7")), "sum: 7");
    check_text(load, FILE_OF(ALL("median", "\"real_time\": 7") "," ONE("\"real_time\": 9")), "sum: 9");
    check_text(load, FILE_OF(ALL("mean", "\"real_time\": 8")),
               "sum: no-time (it has no time above 0: there is no repetition, and no median)");
    check_text(load, FILE_OF(ONE("\"real_time\": 9") "," ALL("BigO", "\"real_coefficient\": 1")), "sum: 9");
    check_text(load,
               FILE_OF("{\"name\": \"sum/8\", \"run_name\": \"sum/8\", \"run_type\": \"iteration\", \"real_time\": 2},"
                       "{\"name\": \"sum_BigO\", \"run_name\": \"sum\", \"run_type\": \"aggregate\", "
                       "\"aggregate_name\": \"BigO\"}"),
               "sum/8: 2");
}

/* As before 2018: only a name's ending marks a statistic. */
TEST(old)
{
#define OLD(name, ns) "{\"name\": \"" name "\", \"real_time\": " #ns "}"
    loader *load = google_benchmark_load;
    check_text(load, FILE_OF(OLD("sum", 1) "," OLD("sum", 3) "," OLD("sum", 5) "," OLD("sum_median", 9)), "sum: 3");
    check_text(load, FILE_OF(OLD("sum_mean", 4) "," OLD("sum_median", 5) "," OLD("sum_stddev", 1)), "sum: 5");
    check_text(load, FILE_OF(OLD("sum_mean", 4) "," OLD("scan", 5)), "sum_mean: 4; scan: 5"); /* a benchmark's name */
    check_text(load, FILE_OF(OLD("_mean", 4) "," OLD("sum_cv", 5)), "_mean: 4; sum_cv: 5");
    check_text(load, FILE_OF(OLD("sum/8", 1) "," OLD("sum/64", 2) "," OLD("sum_BigO", 1) "," OLD("sum_RMS", 1)),
               "sum/8: 1; sum/64: 2");
    check_text(load, FILE_OF(OLD("sum/8", 1) "," OLD("sum_cv", 2)), "sum/8: 1; sum_cv: 2");
    check_text(load, FILE_OF("{\"name\": \"sum_mean\", \"run_type\": \"iteration\", \"real_time\": 4}," OLD("sum", 1)),
               "sum_mean: 4; sum: 1");
}

/* NaN, Infinity and numbers outside a double's range are read in place of values, and texts stay unchanged. */
TEST(bare)
{
    loader *load = google_benchmark_load;
    static const char *const good[] = {"NaN",
                                       "Infinity",
                                       "-Infinity",
                                       "1e999",
                                       "-1e999",
                                       "99999999999999999999",
                                       "[NaN,Infinity , {\"NaN\":-Infinity}]",
                                       "\"NaN \\\" NaN \\\\\"",
                                       "1.5e308",
                                       "\"\\\\\", \"e\": NaN"},
                             *const bad[] = {"nan", "-NaN",   "+Infinity",    "NaNNaN",   "1NaN", "NaN1", "Infinit",
                                             "inf", "1e999x", "\"\\\\\" NaN", "{NaN: 1}", "-",    "\"NaN"};
    char text[300];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(text, sizeof text, TIMED("\"real_time\": 5, \"x\": %s"), good[i]);
        check_text(load, text, "sum: 5");
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, TIMED("\"real_time\": 5, \"x\": %s"), bad[i]);
        text_write("made.json", text, strlen(text));
        FREED char *got = message_of(load, "made.json");
        CHECK(!strncmp(got, ": no JSON: line 1 column ", 25));
    }
    check_text(load, FILE_OF("{\"name\": \"NaN Infinity 1e999\", \"real_time\": 5}"), "NaN Infinity 1e999: 5");
    check_text(load, FILE_OF("{\"name\": NaN, \"real_time\": 5}"), ": benchmarks[0].name: expected text");
}

TEST(nvbench)
{
#define STATES(states)                                                                                                 \
    "{\"devices\": [{\"name\": \"GPU\"}], \"benchmarks\": [{\"name\": \"add\", \"states\": [" states "]}]}"
#define STATE(name, more) "{\"name\": \"" name "\", " more "}"
#define SUMMARY(tag, hint, value)                                                                                      \
    "{\"tag\": \"nv/" tag "\", \"hint\": \"" hint "\", \"data\": [{\"name\": \"value\", \"value\": \"" value "\"}]}"
#define TIMES(summaries) "\"is_skipped\": false, \"summaries\": [" summaries "]"
    loader *gpu = nvbench_load, *cpu = nvbench_load_cpu;
    static const char both[] = STATES(STATE(
        "N=1", TIMES(SUMMARY("cold/time/cpu/mean", "duration", "2e-6") "," SUMMARY(
                   "cold/time/gpu/mean", "duration",
                   "1e-6"))) "," STATE("N=2",
                                       TIMES(SUMMARY(
                                           "cold/time/gpu/mean", "duration",
                                           "3e-6"))) "," STATE("N=3",
                                                               "\"is_skipped\": true, \"skip_reason\": \"too large\""));
    check_text(gpu, both, "add N=1: 1000; add N=2: 3000; add N=3: unsupported (too large)");
    check_text(cpu, both,
               "add N=1: 2000; add N=2: no-time (it has no time above 0: there is no nv/cold/time/cpu/mean); "
               "add N=3: unsupported (too large)");
    check_text(cpu, STATES(STATE("N=2", TIMES(SUMMARY("cold/time/gpu/mean", "duration", "3e-6")))),
               ": no benchmark of it has a time: \"nv/cold/time/cpu/mean\" is missing");
    static const char *const none[] = {"0", "-1", "nan", "inf", "", "1e-6 ms", "1e300"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char text[400], expected[200];
        snprintf(text, sizeof text, STATES(STATE("N=1", TIMES(SUMMARY("cold/time/gpu/mean", "duration", "%s")))),
                 none[i]);
        snprintf(expected, sizeof expected,
                 "add N=1: no-time (it has no time above 0%s: nv/cold/time/gpu/mean is '%s')",
                 i == 3 || i == 6 ? " and below 30 years" : "", none[i]);
        check_text(gpu, text, expected);
    }
    check_text(gpu, STATES(STATE("N=1", TIMES(SUMMARY("cold/time/gpu/mean", "ticks", "1")))),
               ": benchmarks[0].states[0].nv/cold/time/gpu/mean: add N=1: 'ticks': expected a duration, in seconds");
    check_text(gpu, STATES(STATE("N=1", "\"x\": NaN, " TIMES(SUMMARY("cold/time/gpu/mean", "duration", "1e-6")))),
               "add N=1: 1000");
}
