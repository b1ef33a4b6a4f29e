/* Recorded spaces: Kernel Tuner's cache files and T4 as results; and other files, refused with one line. */
#include "reports/json/space_file.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"

IN_OWN_FOLDER;

/* "A 1 2, B false true: A:1/B:true 5; A:2/B:true compile-failed", or the line of a fault. The caller frees it. */
static char *message_of(const char *path)
{
    FREED_BY(results_free) struct results results;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    const enum status status = CALL(space_load(&results, path, &caught));
    CHECK(status == caught.status && (status == OK || status == INVALID));
    const struct named_problem *problem = results.problems;
    for (size_t p = 0; status == OK && p < problem->parameters; p++) {
        fprintf(file, "%s%s", p ? ", " : "", problem->parameter[p].name);
        for (size_t w = 0; w < problem->parameter[p].words.count; w++)
            fprintf(file, " %s", problem->parameter[p].words.text[w]);
    }
    for (size_t r = 0; status == OK && r < results.count; r++) {
        const struct row *row = &results.rows[r];
        fputs(r ? "; " : ": ", file);
        for (size_t p = 0; p < problem->parameters; p++)
            fprintf(file, "%s ", problem_word(problem, row->result.index, p));
        if (row_timed(&row->result))
            fprintf(file, "%g", row->result.median_ns);
        else
            fputs(status_word(row->result.status), file);
    }
    if (status != OK)
        fputs(caught.text, file);
    fclose(file);
    return text;
}

static void check_text(const char *text, const char *expected)
{
    text_put("made", text);
    FREED char *got = message_of("made");
    CHECK_TEXT(got, expected);
}

struct made {
    const char *text, *expected;
};

static void check_all(const struct made *made, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_text(made[i].text, made[i].expected);
}
#define CHECK_ALL(made) check_all(made, sizeof(made) / sizeof *(made))

/* ---- Kernel Tuner ---- */

#define CACHE(keys, params, entries)                                                                                   \
    "{\"device_name\": \"D\", \"kernel_name\": \"k\", \"tune_params_keys\": [" keys "], \"tune_params\": {" params     \
    "}, \"cache\": {" entries "}}"
#define ONE(time) CACHE("\"A\"", "\"A\": [1]", "\"1\": {\"A\": 1, \"time\": " time "}")

TEST(kernel_tuner)
{
    static const struct made made[] = {
        {ONE("2.5"), "A 1: 1 2.5e+06"},
        {ONE("3"), "A 1: 1 3e+06"},
        {ONE("\"InvalidConfig\""), "A 1: 1 invalid"},
        {ONE("\"CompilationFailedConfig\""), "A 1: 1 compile-failed"},
        {ONE("\"RuntimeFailedConfig\""), "A 1: 1 launch-failed"},
        {ONE("1e20"), "A 1: 1 launch-failed"},
        {ONE("0"), "A 1: 1 no-time"},
        {ONE("-1"), "A 1: 1 no-time"},
        {ONE("NaN"), "A 1: 1 no-time"},
        {ONE("1e999"), "A 1: 1 no-time"},
        {CACHE("\"B\", \"A\"", "\"A\": [true, false], \"B\": [4, 0.5, 1]",
               "\"4,True\": {\"A\": true, \"B\": 4, \"time\": 1}, \"0.5,False\": {\"A\": false, \"B\": 0.5, \"time\": "
               "2}"),
         "B 4 0.5 1, A true false: 4 true 1e+06; 0.5 false 2e+06"},
        {"{\"tune_params_keys\": [\"A\", \"W\"], \"cache\": {\"a\": {\"A\": 10, \"W\": \"z\", \"time\": 1}, "
         "\"b\": {\"A\": 9, \"W\": \"y\", \"time\": 1}}}",
         "A 9 10, W y z: 10 z 1e+06; 9 y 1e+06"},
        {ONE("\"fast\""), "made: cache.1.time: expected a number of ms, or what failed, such as InvalidConfig"},
        {ONE("null"), "made: cache.1.time: expected a number of ms, or what failed, such as InvalidConfig"},
        {ONE("[1]"), "made: cache.1.time: expected a number of ms, or what failed, such as InvalidConfig"},
        {CACHE("\"A\"", "\"A\": [1]", "\"1\": {\"A\": 1}"), "made: cache.1.time: missing"},
        {CACHE("\"A\"", "\"A\": [1]", "\"2\": {\"A\": 2, \"time\": 1}"), "made: cache.2.A: 2 is none of its values"},
        {CACHE("\"A\"", "\"A\": [1]", "\"2\": {\"time\": 1}"), "made: cache.2.A: missing"},
        {CACHE("\"A\"", "\"A\": [1]", "\"2\": {\"A\": [1], \"time\": 1}"),
         "made: cache.2.A: expected one of its values"},
        {CACHE("\"A\"", "\"A\": [1]", "\"2\": 7"), "made: cache.2: expected an object"},
        {CACHE("\"A\", \"A\"", "\"A\": [1]", "\"1\": {\"A\": 1, \"time\": 1}"),
         "made: tune_params.A: this parameter is there twice"},
        {CACHE("\"A\"", "\"A\": [1, 1]", ""), "made: tune_params.A: its value 1 is there twice"},
        {CACHE("\"A\"", "\"A\": [1, {}]", ""), "made: tune_params.A: expected a number, a text, true or false"},
        {CACHE("\"A\"", "\"A\": []", ""), "made: tune_params.A: expected a list of its values"},
        {CACHE("\"A\"", "\"B\": [1]", ""), "made: tune_params.A: expected a list of its values"},
        {CACHE("7", "\"B\": [1]", ""), "made: tune_params_keys: expected names of parameters"},
        {CACHE("", "\"B\": [1]", ""), "made: tune_params_keys: expected names of parameters"},
        {"{\"cache\": {}}", "made: tune_params_keys: expected names of parameters"},
        {"{\"cache\": {}, \"tune_params\": []}", "made: tune_params: expected an object"},
    };
    CHECK_ALL(made);
}

/* Eleven parameters of a hundred values each. */
TEST(too_many)
{
    FREED char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    fputs("{\"tune_params_keys\": [\"A\"", file);
    for (char name = 'B'; name <= 'K'; name++)
        fprintf(file, ", \"%c\"", name);
    fputs("], \"cache\": {", file);
    for (int value = 0; value < 100; value++) {
        fprintf(file, "%s\"%d\": {\"time\": 1", value ? ", " : "", value);
        for (char name = 'A'; name <= 'K'; name++)
            fprintf(file, ", \"%c\": %d", name, value);
        fputc('}', file);
    }
    fputs("}}", file);
    fclose(file);
    check_text(text, "made: parameters: they span more configurations than 64 bits can number");
}

/* ---- T4 ---- */

#define T4(results) "{\"schema_version\": \"1.0.0\", \"results\": [" results "]}"
#define CORRECT(config, more)                                                                                          \
    "{\"configuration\": {" config "}, \"invalidity\": \"correct\", \"correctness\": 1, \"times\": {}" more "}"
#define TIME(value, unit) ", \"measurements\": [{\"name\": \"time\", \"value\": " value ", \"unit\": \"" unit "\"}]"
#define WRONG(word) "{\"configuration\": {\"A\": 1}, \"times\": {}, \"invalidity\": " word "}"

TEST(t4)
{
    static const struct made made[] = {
        {T4(CORRECT("\"B\": 3, \"A\": 0.5", TIME("2", "ms"))), "B 3, A 0.5: 3 0.5 2e+06"},
        {T4(CORRECT("\"A\": 3", TIME("2", "")) "," CORRECT("\"A\": 1", TIME("2", "s"))), "A 1 3: 3 2e+06; 1 2e+09"},
        {T4(CORRECT("\"A\": 3", TIME("2", "microseconds"))), "A 3: 3 2000"},
        {T4(CORRECT("\"A\": 3", TIME("2", "ns"))), "A 3: 3 2"},
        {T4(CORRECT("\"A\": 3", TIME("NaN", "ms"))), "A 3: 3 no-time"},
        {T4(CORRECT("\"A\": 3", TIME("2", "ms") ", \"objectives\": [\"time\", \"x\"]")), "A 3: 3 2e+06"},
        {T4(WRONG("\"timeout\"")), "A 1: 1 timed-out"},
        {T4(WRONG("\"compile\"")), "A 1: 1 compile-failed"},
        {T4(WRONG("\"runtime\"")), "A 1: 1 launch-failed"},
        {T4(WRONG("\"correctness\"")), "A 1: 1 wrong-result"},
        {T4(WRONG("\"constraints\"")), "A 1: 1 invalid"},
        {T4(WRONG("\"fine\"")), "made: results[0].invalidity: expected correct, or timeout, compile, runtime, "
                                "correctness or constraints"},
        {T4(WRONG("1")), "made: results[0].invalidity: expected correct, or timeout, compile, runtime, correctness or "
                         "constraints"},
        {T4(CORRECT("\"A\": 3", "")), "made: results[0].measurements: there is no 'time', which is to be the least"},
        {T4(CORRECT("\"A\": 3", TIME("2", "ms") ", \"objectives\": [\"x\"]")),
         "made: results[0].measurements: there is no 'x', which is to be the least"},
        {T4(CORRECT("\"A\": 3", TIME("2", "GB/s"))),
         "made: results[0].measurements: its unit is 'GB/s', which is none of time"},
        {T4(CORRECT("\"A\": 3", ", \"objectives\": [\"GFLOP/s\"], \"measurements\": [{\"name\": \"GFLOP/s\", "
                                "\"value\": 2, \"unit\": \"\"}]")),
         "made: results[0].measurements: 'GFLOP/s' has no unit: it may be no time"},
        {T4(CORRECT("\"A\": 3", TIME("\"2\"", "ms"))), "made: results[0].measurements: expected a number as the value"},
        {T4(CORRECT("\"A\": 3", TIME("2", "ms")) "," CORRECT("", TIME("2", "ms"))),
         "made: results[1].configuration: expected the parameters that the first one has"},
        {T4(CORRECT("\"A\": 3", TIME("2", "ms")) "," CORRECT("\"B\": 3", TIME("2", "ms"))),
         "made: results[1].A: missing: each has all parameters"},
        {T4(CORRECT("\"A\": NaN", TIME("2", "ms"))), "made: results[0].A: expected a number, a text, true or false"},
        {T4("7"), "made: results[0].configuration: missing"},
        {T4("{\"configuration\": 1}"), "made: results[0].configuration: expected an object"},
        {T4(""), "made: results: expected an array of configurations"},
        {"{\"results\": {}}", "made: results: expected an array of configurations"},
    };
    CHECK_ALL(made);
}

/* ---- neither ---- */

TEST(neither)
{
    static const struct made made[] = {
        {"", "made: the file is empty, no recorded space"},
        {"what?", "made: not whole, or no JSON: line 1 column 4"},
        {"{\"cache\": {\"1\": {\"A\": 1},", "made: not whole, or no JSON: line 1 column 25"},
        {"{\"cache\": {}, \"cache\": {}}", "made: line 1 column 21: a key is there twice"},
        {"[]", "made: no recorded space: neither a results file of gpubench, nor Kernel Tuner's cache, nor T4"},
        {"{\"benchmarks\": []}",
         "made: no recorded space: neither a results file of gpubench, nor Kernel Tuner's cache, nor T4"},
        {"{\"schema\": \"other\"}", "made: its schema is \"other\", and this gpubench reads \"gpubench/results/1\""},
        {"\x1f\x8b", "made: packed by gzip, and not whole"},
    };
    CHECK_ALL(made);
    FREED char *folder = message_of(".");
    CHECK_TEXT(folder, ".: cannot read: Is a directory");
}
