/* Results as files of other programs, and back: the content kept by Kernel Tuner's cache and T4; keys in Python's form;
 * a killed search; files that cannot be imported. */
#include "reports/json/results_file.h"
#include "reports/json/space_file.h"
#include "reports/writers/formats.h"
#include "tests/own_folder.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

#include <math.h>

IN_OWN_FOLDER;

/* ---- results of a space with each kind of values ---- */

static const enum status ends[] = {OK,        COMPILE_FAILED, LAUNCH_FAILED, WRONG_RESULT, TIMED_OUT,   CRASHED,
                                   NO_MEMORY, NO_TIME,        IMPLAUSIBLE,   INVALID,      UNSUPPORTED, OK};
enum { ENDS = sizeof ends / sizeof *ends };

/* A row for each, and one that was only verified, which no format has. */
static struct results sample_space(void)
{
    struct results results = {.context = {.date = "2026-01-02T03:04:05+00:00", .commit = "c0", .measuring = 2}};
    strcpy(results.context.device.name, "GPU \"A\"");
    const size_t problem = results_add_problem(&results, "reduction", "sum,\"1\"", 4096, 1);
    struct named_problem *named = &results.problems[problem];
    sample_parameter(named, "REAL", KIND_REALS,
                     (const char *const[]){"1.0", "0.1", "1e-05", "123456789.25", "0.0001", "1e+16", "7.5", NULL});
    sample_parameter(named, "WORD", KIND_WORDS, (const char *const[]){"7", "a \"b\"", NULL});
    sample_parameter(named, "TRUTH", KIND_WORDS, (const char *const[]){"true", "false", NULL});
    sample_parameter(named, "COUNT", KIND_NUMBERS, (const char *const[]){"-3", "256", NULL});
    for (size_t i = 0; i <= ENDS; i++) {
        struct result result = result_of(i * 4 + i % 4, 0);
        result.status = i < ENDS ? ends[i] : VERIFIED;
        result.median_ns = 1e5 + (double)i / 3;
        result.block_ns[0] = result.median_ns;
        result.blocks = 1;
        result.compile_ms = 45.5;
        results_add(&results, problem, &result, result.status == OK ? "" : "because\nof \"it\"");
    }
    return results;
}

static void write_as(enum status (*write)(FILE *file, const struct output *output, struct fault *fault),
                     const struct results *results, long problem, const char *path)
{
    const struct output output = {.results = results, .path = &path, .count = 1, .problem = problem};
    FILE *file = fopen(path, "w");
    CHECK(CALL(write(file, &output, &caught)) == OK);
    fclose(file);
}

/* The words of a configuration, in the order of the sample's parameters. The caller frees it. */
static char *words_of(const struct results *results, const struct row *row)
{
    static const char *const order[] = {"REAL", "WORD", "TRUTH", "COUNT"};
    const struct named_problem *problem = results->problems;
    char *words = allocate_text("");
    for (size_t i = 0; i < 4; i++)
        for (size_t p = 0; p < problem->parameters; p++)
            if (!strcmp(problem->parameter[p].name, order[i])) {
                char *longer = text_make("%s %s", words, problem_word(problem, row->result.index, p));
                free(words);
                words = longer;
            }
    return words;
}

static const struct row *find_row(const struct results *results, const char *words)
{
    for (size_t i = 0; i < results->count; i++) {
        FREED char *these = words_of(results, &results->rows[i]);
        if (!strcmp(these, words))
            return &results->rows[i];
    }
    return NULL;
}

static void check_same_rows(const struct results *given, const struct results *got)
{
    CHECK(got->count == ENDS && got->problem_count == 1);
    for (size_t i = 0; i < ENDS; i++) {
        FREED char *words = words_of(given, &given->rows[i]);
        const struct result *a = &given->rows[i].result;
        const struct row *row = find_row(got, words);
        WRONG_IF(!row, "missing:%s\n", words);
        if (!row)
            continue;
        CHECK(a->status == row->result.status && a->compile_ms == row->result.compile_ms);
        CHECK(a->status != OK || fabs(a->median_ns - row->result.median_ns) <= 1e-12 * a->median_ns);
        CHECK_TEXT(row->reason, given->rows[i].reason);
    }
    CHECK_TEXT(got->problems->name, given->problems->name);
    CHECK(got->problems->size == given->problems->size);
    CHECK_TEXT(got->context.device.name, given->context.device.name);
    CHECK_TEXT(got->context.date, given->context.date);
}

static void check_round_trip(enum status (*write)(FILE *file, const struct output *output, struct fault *fault))
{
    FREED_BY(results_free) struct results given = sample_space(), got, again;
    write_as(write, &given, PLOT_ALL, "file");
    CHECK(CALL(import_load(&got, "file", &caught)) == OK);
    check_same_rows(&given, &got);
    CHECK(CALL(results_save(&got, "saved", &caught)) == OK);
    CHECK(CALL(results_load(&again, "saved", &caught)) == OK);
    check_same_rows(&given, &again);
    CHECK(again.best_count == 1 && again.best->best.result.median_ns == 1e5 && again.best->best.measured == ENDS);
}

TEST(kernel_tuner)
{
    check_round_trip(kernel_tuner_write);
}

TEST(t4)
{
    check_round_trip(t4_write);
}

/* Kernel Tuner finds configurations by these. */
TEST(keys)
{
    FREED_BY(results_free) struct results given = sample_space();
    write_as(kernel_tuner_write, &given, PLOT_ALL, "file");
    size_t length;
    FREED char *text = text_read("file", &length);
    static const char *const keys[] = {"\n\"1.0,7,True,-3\":{",           "\n\"1.0,a \\\"b\\\",True,256\":{",
                                       "\n\"0.1,7,False,-3\":{",          "\n\"1e-05,7,True,-3\":{",
                                       "\n\"0.0001,7,True,-3\":{",        "\n\"1e+16,7,False,-3\":{",
                                       "\n\"123456789.25,7,False,-3\":{", "\"tune_params_keys\":[\"REAL\",\"WORD\","};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        WRONG_IF(!strstr(text, keys[i]), "missing: %s\n", keys[i]);
    CHECK(length > 5 && !strcmp(text + length - 5, "}}\n}\n"));
    CHECK(!strstr(text, "NaN") && !strstr(text, "nan,") && !strstr(text, "inf"));
}

/* ---- killed searches ---- */

/* A cache cut after any number of bytes has its complete configurations; without one it is refused. */
TEST(killed)
{
    FREED_BY(results_free) struct results given = sample_space();
    write_as(kernel_tuner_write, &given, PLOT_ALL, "file");
    size_t length, last = 0;
    FREED char *text = text_read("file", &length);
    const size_t head = (size_t)(strstr(text, "\"cache\"") - text);
    for (size_t cut = 1; cut < length; cut += 5) {
        FREED_BY(results_free) struct results got;
        struct fault fault = {0};
        text_write("cut", text, cut);
        const enum status status = import_load(&got, "cut", &fault);
        const size_t rows = status == OK ? got.count : 0;
        CHECK(rows >= last && rows <= last + 1 && (rows > 0 || status == INVALID));
        CHECK(status == OK || !strncmp(fault.text, "cut: ", 5));
        CHECK(cut >= head || status == INVALID);
        last = rows;
    }
    CHECK(last == ENDS);
}

/* As Kernel Tuner itself leaves it, with a comma at the end; and a failure as 1.5 writes it, without a time. */
TEST(unfinished)
{
    FREED_BY(results_free) struct results got;
    text_put("file", "{\n\"device_name\": \"D\",\n\"kernel_name\": \"k\",\n\"problem_size\": [64, 32],\n"
                     "\"tune_params_keys\": [\"A\"],\n\"tune_params\": {\n\"A\": [1, 2]\n},\n\"cache\": {"
                     "\n\"1\": {\"A\": 1, \"__error__\": \"CompilationFailedConfig\", \"timestamp\": "
                     "\"2026-03-04 05:06:07.891011+00:00\"},\n\"2\": {\"A\": 2, \"time\": 2.5},");
    CHECK(CALL(import_load(&got, "file", &caught)) == OK);
    CHECK(got.count == 2 && got.rows[0].result.status == COMPILE_FAILED && got.rows[1].result.median_ns == 2.5e6);
    CHECK(got.problems->size == 2048);
    CHECK_TEXT(got.context.date, "2026-03-04T05:06:07+00:00");
    CHECK(isnan(got.best->best.result.ci95_ns[0]));
}

/* The zone may be Z. */
TEST(zone)
{
    FREED_BY(results_free) struct results got;
    text_put("file",
             "{\"device_name\": \"D\", \"kernel_name\": \"k\", \"problem_size\": 64, \"tune_params_keys\": [\"A\"], "
             "\"tune_params\": {\"A\": [1]}, \"cache\": {"
             "\"1\": {\"A\": 1, \"time\": 2.5, \"timestamp\": \"2024-03-01T10:00:00.123Z\"}}}");
    CHECK(CALL(import_load(&got, "file", &caught)) == OK);
    CHECK_TEXT(got.context.date, "2024-03-01T10:00:00+00:00");
}

/* ---- T4's dialects ---- */

#define T4_OF(metadata, result)                                                                                        \
    "{\"metadata\": {" metadata "}, \"results\": [{\"configuration\": {\"A\": 1}, " result "}]}"

static void check_t4(const char *text, double ns, double compile_ms)
{
    FREED_BY(results_free) struct results got;
    text_put("file", text);
    CHECK(CALL(import_load(&got, "file", &caught)) == OK);
    CHECK(got.count == 1 && got.rows->result.median_ns == ns && got.rows->result.compile_ms == compile_ms);
}

TEST(dialects)
{
    check_t4(T4_OF("\"timeunit\": \"milliseconds\"",
                   "\"times\": {\"compilation\": 8, \"runtimes\": [1, 3]}, \"invalidity\": \"correct\""),
             2e6, 8);
    check_t4(T4_OF("\"timeunit\": \"microseconds\"",
                   "\"times\": {\"compilation_time\": 8e3, \"runtimes\": [4]}, \"invalidity\": \"correct\""),
             4e3, 8);
    check_t4(T4_OF("", "\"times\": {\"compilation_time\": 0.5, \"runtimes\": []}, \"invalidity\": \"correct\", "
                       "\"measurements\": [{\"name\": \"time\", \"value\": 3, \"unit\": \"ms\"}]"),
             3e6, 500);
}

/* ---- benchmarks ---- */

/* Names do not depend on the number of repetitions; each benchmark has a best, so that histories accept it. */
TEST(benchmarks)
{
    FREED_BY(results_free) struct results got;
    text_put("file",
             "{\"context\": {\"date\": \"2026-01-02T03:04:05+00:00\", \"host_name\": \"h\"}, \"benchmarks\": ["
             "{\"name\": \"sort/8/repeats:2\", \"run_name\": \"sort/8/repeats:2\", \"run_type\": \"iteration\", "
             "\"real_time\": 3, \"time_unit\": \"us\"},"
             "{\"name\": \"sort/8/repeats:2\", \"run_name\": \"sort/8/repeats:2\", \"run_type\": \"iteration\", "
             "\"real_time\": 5, \"time_unit\": \"us\", \"x\": NaN}]}");
    CHECK(CALL(import_load(&got, "file", &caught)) == OK);
    CHECK(got.count == 1 && got.best_count == 1 && got.rows->result.median_ns == 4000);
    CHECK(isnan(got.rows->result.ci95_ns[0]) && isnan(got.best->best.result.ci95_ns[1])); /* not 0 to 0 */
    CHECK_TEXT(got.problems->name, "sort/8");
    CHECK_TEXT(got.problems->suite, "googlebench");
}

/* ---- refused files ---- */

TEST(refused)
{
    static const struct {
        const char *text, *line;
    } cases[] = {
        {"", "file: the file is empty, not to be imported"},
        {"{", "file: not whole, or no JSON: line 1 column 1"},
        {"{\"a\": 1}",
         "file: not to be imported: neither Kernel Tuner's cache, nor T4, nor JSON of Google Benchmark or "
         "NVBench"},
        {"{\"schema\": \"gpubench/results/1\", \"context\": {}, \"benchmarks\": []}",
         "file: not to be imported: it is a results file of gpubench"},
        {"{\"context\": {}, \"benchmarks\": []}", "file: nothing was measured in it"},
        {"{\"devices\": [], \"benchmarks\": [{\"name\": \"b\", \"states\": [{}]}]}",
         "file: benchmarks[0].states[0].name: expected text"},
        {"{\"results\": [{\"configuration\": {\"A\": 1}, \"invalidity\": \"compile\"}, {\"configuration\": {\"A\": 1}, "
         "\"invalidity\": \"compile\"}]}",
         "file: T4/A:1 is there twice"},
        {"{\"context\": {}, \"benchmarks\": [{\"name\": \"\", \"real_time\": 1}]}",
         "file: a benchmark of it has no name"},
        {"{\"results\": [{\"configuration\": {\"A\": 1}, \"invalidity\": \"correct\"}]}",
         "file: results[0].measurements: there is no 'time', which is to be the least"},
        {"{\"metadata\": {\"timeunit\": \"furlongs\"}, \"results\": [{\"configuration\": {\"A\": 1}}]}",
         "file: metadata.timeunit: expected a unit of time, such as milliseconds"},
        {"{\"cache\": {\"1\": {\"A\": 1, \"time\": \"soon\"}}, \"tune_params_keys\": [\"A\"]}",
         "file: cache.1.time: expected a number of ms, or what failed, such as InvalidConfig"},
        {"{\"cache\": {\"1\": {\"A\": 1, \"time\": \"InvalidConfig\", \"gpubench_status\": \"ok\"}}, "
         "\"tune_params_keys\": []}",
         "file: tune_params_keys: expected names of parameters"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FREED_BY(results_free) struct results got;
        struct fault fault = {0};
        text_put("file", cases[i].text);
        CHECK(import_load(&got, "file", &fault) == INVALID);
        CHECK_TEXT(fault.text, cases[i].line);
    }
}

/* Further keys do not turn a failure into a time. */
TEST(own_words)
{
    FREED_BY(results_free) struct results got;
    text_put("file", "{\"cache\": {\"1\": {\"A\": 1, \"time\": \"InvalidConfig\", \"gpubench_status\": \"ok\"}}, "
                     "\"tune_params_keys\": [\"A\"]}");
    CHECK(CALL(import_load(&got, "file", &caught)) == OK);
    CHECK(got.count == 1 && got.rows->result.status == INVALID && !got.best_count);
}
