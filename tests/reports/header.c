/* The tuned header: the golden one, the choice of entries, and text from files that must not become code. header.sh
 * compiles it. */
#include "tests/reports/header_save.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

OWN_FILE;

/* The header of some results, or NULL; the caller frees it. */
static char *header(const struct results *const *results, size_t count, struct fault *fault)
{
    size_t length;
    *fault = (struct fault){0};
    return header_save(results, count, -1, path, fault) == OK ? text_read(path, &length) : NULL;
}

static void replace(char **text, char *by)
{
    free(*text);
    *text = by;
}

static void check_contains(const char *text, const char *expected)
{
    WRONG_IF(!text || !strstr(text, expected), "the header does not contain \"%s\":\n%s", expected,
             text ? text : "(none)\n");
}

TEST(golden)
{
    FREED_BY(results_free) struct results sample = sample_results();
    free(CALL(header((const struct results *const[]){&sample}, 1, &caught)));
    CHECK(text_same(path, "golden/tuned.h"));
    for (size_t i = 0; i < sample.best_count / 2; i++) { /* the order of the bests does not matter */
        struct best_row swap = sample.best[i];
        sample.best[i] = sample.best[sample.best_count - 1 - i];
        sample.best[sample.best_count - 1 - i] = swap;
    }
    free(CALL(header((const struct results *const[]){&sample}, 1, &caught)));
    CHECK(text_same(path, "golden/tuned.h"));
}

/* On a GPU no result above the accepted share of its limit is in a header. */
TEST(implausible)
{
    FREED_BY(results_free) struct results sample = sample_results();
    sample.context.max_share = 0;
    FREED char *text = CALL(header((const struct results *const[]){&sample}, 1, &caught));
    check_contains(text, "sum_1d_f32");
    CHECK(!strstr(text, "sum_1d_f64"));
    sample.context.device.is_cpu = true;
    replace(&text, CALL(header((const struct results *const[]){&sample}, 1, &caught)));
    check_contains(text, "sum_1d_f64");
}

static void add_best(struct results *results, struct sample row)
{
    sample_add(results, row);
    sample_add_best(results, row, (struct best){.default_ns = 10, .measured = 1, .allowed = 1}, NULL);
}

static struct results one_best(const char *device, const char *backend, struct sample row)
{
    struct results results = sample_on(device, backend);
    add_best(&results, row);
    return results;
}

/* Replaces a text of a problem. */
static void rename_text(char **text, const char *to)
{
    free(*text);
    *text = allocate_text(to);
}

/* One best, of a bench that has one parameter: its first value. */
static struct results one_best_of(const char *device, const char *parameter, enum parameter_kind kind,
                                  const char *const *words)
{
    struct results results = sample_on(device, "cuda");
    size_t number = results_add_problem(&results, "reduction", "sum", 4096, 1);
    sample_parameter(&results.problems[number], parameter, kind, words);
    struct sample row = sample_timed("sum", 4096, NULL, NULL, 5);
    row.result.index = 0;
    add_best(&results, row);
    return results;
}

/* Macros are of the first file's device at its largest size; of two entries that differ only in the configuration, the
 * later one stays; a device with two backends has the faster one first. */
TEST(choice)
{
    FREED_BY(results_free)
    struct results a = one_best("A", "cuda", sample_timed("sum", 4096, "64", "blocked", 5)),
                   again = one_best("A", "cuda", sample_timed("sum", 4096, "128", "striped", 6)),
                   small = one_best("A", "cuda", sample_timed("sum", 1024, "256", "blocked", 2)),
                   slow = one_best("A", "opencl", sample_timed("sum", 4096, "512", "blocked", 9)),
                   other = one_best("B", "cuda", sample_timed("sum", 8192, "1024", "blocked", 5)),
                   alone = one_best("B", "cuda", sample_timed("odd", 8192, "512", "blocked", 5));
    FREED char *text =
        CALL(header((const struct results *const[]){&a, &slow, &other, &small, &again, &alone}, 6, &caught));
    check_contains(text, "#define GPUBENCH_DEVICE \"A\"\n#define GPUBENCH_BACKEND \"cuda\"\n");
    check_contains(text,
                   "#define GPUBENCH_REDUCTION_SUM_PROBLEM_SIZE 4096\n#define GPUBENCH_REDUCTION_SUM_BLOCK_SIZE 128\n"
                   "#define GPUBENCH_REDUCTION_SUM_LOAD GPUBENCH_REDUCTION_SUM_LOAD_STRIPED\n");
    check_contains(text, "/* Not measured on the device of the macros: only the table has entries. */");
    if (text) {
        const char *order[] = {"{\"B\", \"cuda\", 8192u,\n     512,", "{\"A\", \"cuda\", 1024u,\n     256,",
                               "{\"A\", \"cuda\", 4096u,\n     128,", "{\"A\", \"opencl\", 4096u,\n     512,",
                               "{\"B\", \"cuda\", 8192u,\n     1024,"};
        const char *at = text;
        for (int i = 0; i < 5 && at; i++) {
            at = strstr(at, order[i]);
            CHECK(at);
        }
        CHECK(!strstr(text, "     64,"));
    }
}

/* Names that are words of C or no identifiers, and texts that try to leave their comment or string. */
TEST(hostile)
{
    FREED_BY(results_free) struct results results = sample_on("*/ \"a\\\" ?\?/\n#error", "cuda");
    size_t number = sample_problem(&results, "reduction", "a bench*/", 4096);
    struct named_problem *problem = &results.problems[number];
    rename_text(&problem->parameter[0].name, "DOUBLE");
    rename_text(&problem->parameter[1].name, "1-X");
    FREED char *first = allocate_text(problem->parameter[1].words.text[0]);
    texts_free(&problem->parameter[1].words);
    problem->parameter[1].words = (struct texts){0};
    texts_add(&problem->parameter[1].words, first);
    texts_add(&problem->parameter[1].words, "+");
    add_best(&results, sample_timed("a bench*/", 4096, "64", "+", 5));
    FREED char *text = CALL(header((const struct results *const[]){&results}, 1, &caught));
    check_contains(text, "#define GPUBENCH_DEVICE \"*/ \\042a\\134\\042 \\077\\077/\\012#error\"\n");
    check_contains(text, "/* _/ \"a_\" __/_n#error (cuda, driver");
    check_contains(text, "#define GPUBENCH_REDUCTION_A_BENCH___1_X GPUBENCH_REDUCTION_A_BENCH___1_X__\n");
    check_contains(text, "    int double_;\n    int _1_x;\n");
}

/* Adds a setting to the problem of a file that has one. */
static struct results with_density(struct results results, double density)
{
    problem_add_setting(&results.problems[0], "density", NULL, density);
    return results;
}

/* A share of a limit is by the time in a stream: not of a best that was chosen by another. */
TEST(alone)
{
    struct sample row = sample_limited(sample_timed("sum", 4096, "64", "blocked", 5000), RESOURCE_L2_COPY, 8192, 0.9);
    row.result.alone_ns = 8000;
    FREED_BY(results_free) struct results results = sample_on("A", "cuda");
    sample_add_best(&results, row, (struct best){.default_ns = 16000, .reference_ns = 4000}, "memcpy");
    FREED char *text = CALL(header((const struct results *const[]){&results}, 1, &caught));
    check_contains(text, "(95 % interval), 3.20 times as fast as the default;\n * 90.0 % of l2_copy, 0.800x memcpy;\n");
    results.best[0].best.objective = OBJECTIVE_ALONE;
    replace(&text, CALL(header((const struct results *const[]){&results}, 1, &caught)));
    check_contains(
        text, "(95 % interval), and 8.000 us isolated, by which it was chosen, 2.00 times as fast as the default;\n"
              " * 0.500x memcpy;\n");
}

/* Problems that differ only in a setting are two: each is found by its inputs. The macros are of the first file's
 * inputs, at the largest size measured with these. header.sh looks them up. */
TEST(inputs)
{
    struct sample sparse = sample_timed("sum", 4096, "64", "blocked", 5), dense = sparse, large = sparse;
    dense.block = "128";
    large.block = "256";
    large.size = 8192;
    FREED_BY(results_free)
    struct results a = with_density(one_best("A", "cuda", sparse), 0.0625),
                   b = with_density(one_best("A", "cuda", dense), 0.25),
                   c = with_density(one_best("A", "cuda", large), 0.25);
    FREED char *text = CALL(header((const struct results *const[]){&a, &b, &c}, 3, &caught));
    check_contains(text, "#define GPUBENCH_REDUCTION_SUM_PROBLEM \"--density 0.0625\"\n");
    check_contains(text,
                   "#define GPUBENCH_REDUCTION_SUM_PROBLEM_SIZE 4096\n#define GPUBENCH_REDUCTION_SUM_BLOCK_SIZE 64\n");
    check_contains(text, "    const char *device, *backend, *problem;\n");
    check_contains(text, "{\"A\", \"cuda\",\n     \"--density 0.0625\", 4096u,\n     64,");
    check_contains(text, "{\"A\", \"cuda\",\n     \"--density 0.25\", 4096u,\n     128,");
    check_contains(text, "{\"A\", \"cuda\",\n     \"--density 0.25\", 8192u,\n     256,");
    check_contains(text, "_find(const char *device, const char *problem, unsigned long long size)\n");
    replace(&text, CALL(header((const struct results *const[]){&b, &a, &c}, 3, &caught)));
    check_contains(text, "#define GPUBENCH_REDUCTION_SUM_PROBLEM \"--density 0.25\"\n");
    check_contains(text,
                   "#define GPUBENCH_REDUCTION_SUM_PROBLEM_SIZE 8192\n#define GPUBENCH_REDUCTION_SUM_BLOCK_SIZE 256\n");
    FREED_BY(results_free) struct results again = with_density(one_best("A", "cuda", large), 0.0625);
    again.problems[0].size = sparse.size; /* replaces the first's entry, whose inputs the macros keep */
    replace(&text, CALL(header((const struct results *const[]){&a, &b, &again}, 3, &caught)));
    check_contains(text, "#define GPUBENCH_REDUCTION_SUM_PROBLEM \"--density 0.0625\"\n");
    check_contains(text,
                   "#define GPUBENCH_REDUCTION_SUM_PROBLEM_SIZE 4096\n#define GPUBENCH_REDUCTION_SUM_BLOCK_SIZE 256\n");
    replace(&text, CALL(header((const struct results *const[]){&b, &a, &b}, 3, &caught)));
    check_contains(text, "#define GPUBENCH_REDUCTION_SUM_PROBLEM \"--density 0.25\"\n");
    sample_replace(&b, with_density(one_best("B", "cuda", dense),
                                    0.5)); /* on another device than that of the macros it is in the table as well */
    replace(&text, CALL(header((const struct results *const[]){&a, &b, &c}, 3, &caught)));
    check_contains(text, "#define GPUBENCH_REDUCTION_SUM_PROBLEM \"--density 0.0625\"\n");
    check_contains(text, "{\"B\", \"cuda\",\n     \"--density 0.5\", 4096u,\n     128,");
    replace(&text, CALL(header((const struct results *const[]){&b}, 1, &caught)));
    check_contains(text, "#define GPUBENCH_REDUCTION_SUM_PROBLEM \"--density 0.5\"\n");
}

/* A real number is a number in macros and a double in the table; words are numbered in the order of the space, those of
 * another space after them. */
TEST(kinds)
{
    FREED_BY(results_free)
    struct results a = one_best_of("A", "SCALE", KIND_REALS, (const char *const[]){"1e-07", "0.1", "2.0", NULL}),
                   b = one_best_of("B", "SCALE", KIND_REALS, (const char *const[]){"2.0", NULL}),
                   c = one_best_of("B", "SCALE", KIND_NUMBERS, (const char *const[]){"2", NULL});
    FREED char *text = CALL(header((const struct results *const[]){&a, &b}, 2, &caught));
    check_contains(text, "#define GPUBENCH_REDUCTION_SUM_SCALE 1e-07\n");
    check_contains(text, "    double scale;\n");
    check_contains(text, "{\"A\", \"cuda\", 4096u,\n     1e-07},");
    check_contains(text, "{\"B\", \"cuda\", 4096u,\n     2.0},");
    CHECK(text && !strstr(text, "SCALE_"));
    replace(&text, CALL(header((const struct results *const[]){&a, &c}, 2, &caught))); /* once an integer, once real */
    check_contains(text, "    double scale;\n");
    check_contains(text, "{\"B\", \"cuda\", 4096u,\n     2.0},");

    /* Numbers have no macros whose names could be equal. */
    sample_replace(&a, one_best_of("A", "SCALE", KIND_REALS, (const char *const[]){"1e-15", "1e+15", NULL}));
    replace(&text, CALL(header((const struct results *const[]){&a}, 1, &caught)));
    check_contains(text, "#define GPUBENCH_REDUCTION_SUM_SCALE 1e-15\n");

    sample_replace(&a, one_best_of("A", "LOAD", KIND_WORDS, (const char *const[]){"wide", "narrow", NULL}));
    sample_replace(&b, one_best_of("B", "LOAD", KIND_WORDS, (const char *const[]){"by_two", "narrow", NULL}));
    replace(&text, CALL(header((const struct results *const[]){&a, &b}, 2, &caught)));
    check_contains(text, "_LOAD_WIDE 1\n#define GPUBENCH_REDUCTION_SUM_LOAD_NARROW 2\n"
                         "#define GPUBENCH_REDUCTION_SUM_LOAD_BY_TWO 3\n/* A (cuda");
    check_contains(text, "#define GPUBENCH_REDUCTION_SUM_LOAD GPUBENCH_REDUCTION_SUM_LOAD_WIDE\n");
}

/* The largest allowed error, and the actual one; nothing for a bench without errors. */
TEST(error)
{
    struct sample exact = sample_figure(sample_timed("sum", 4096, "64", "blocked", 5), "l2_error", 3.7e-7),
                  rough = exact, unknown = exact;
    rough.size = 8192;
    rough.result.figure[0] = 0.25;
    unknown.size = 1024;
    unknown.result.figure[0] = NAN;
    FREED_BY(results_free)
    struct results a = one_best("A", "cuda", exact), b = one_best("A", "cuda", rough),
                   c = one_best("B", "cuda", unknown),
                   d = one_best("A", "cuda", sample_timed("odd", 64, "64", "blocked", 5));
    sample_error(&a.problems[0], "l2_error", 1e-6);
    sample_error(&b.problems[0], "l2_error", 0);
    FREED char *text = CALL(header((const struct results *const[]){&a, &d}, 2, &caught));
    check_contains(text, " the default;\n * l2_error 3.7e-07, of those that are at most 1e-06;\n * 2026");
    check_contains(text, "_SUM_PROBLEM_SIZE 4096\n#define GPUBENCH_REDUCTION_SUM_MAX_ERROR 1e-06\n");
    CHECK(text && !strstr(text, "ODD_MAX_ERROR") && strstr(text, "{\"A\", \"cuda\", 64u,\n     64,"));
    replace(&text, CALL(header((const struct results *const[]){&a, &b, &c}, 3, &caught)));
    check_contains(text, "_SUM_PROBLEM_SIZE 8192\n#define GPUBENCH_REDUCTION_SUM_MAX_ERROR 0.0\n");
    check_contains(text, "\n * l2_error 0.25;\n");
    check_contains(text, "    unsigned long long size;\n    double max_error;\n    int block_size;\n");
    check_contains(text, "\n     * l2_error 3.7e-07, of those that are at most 1e-06;\n");
    check_contains(text, "{\"A\", \"cuda\", 4096u, 1e-06,\n     64,");
    check_contains(text, "{\"A\", \"cuda\", 8192u, 0.0,\n     64,");
    check_contains(text, "{\"B\", \"cuda\", 1024u, 0.0,\n     64,"); /* from a file that does not record its error */
}

static void check_refused(struct results *a, struct results *b, const char *expected)
{
    text_write(path, "old", 3);
    CHECK(!CALL(header((const struct results *const[]){a, b}, 2, &caught)));
    CHECK(caught.status == INVALID && strstr(caught.text, expected));
    size_t length;
    FREED char *text = text_read(path, &length);
    CHECK_TEXT(text, "old");
    results_free(a);
    results_free(b);
}

TEST(refused)
{
    struct results none = {.context = sample_context()}, failed = {.context = sample_context()};
    struct sample row = sample_failed(sample_row("sum", 1024, "64", "blocked"), CRASHED, "signal 11");
    sample_add_best(&failed, row, (struct best){.measured = 1, .allowed = 1}, NULL);
    check_refused(&none, &failed, ": not written: the results have no best configuration of any bench");

    FREED_BY(results_free) struct results a = one_best("A", "cuda", sample_timed("sum", 4096, "64", "blocked", 5));
    struct results b = one_best_of("B", "BLOCK_SIZE", KIND_NUMBERS, (const char *const[]){"64", NULL});
    check_refused(&a, &b, "reduction/sum: the results do not have the same parameters; measure again");
    a = one_best("A", "cuda", sample_timed("sum", 4096, "64", "blocked", 5));
    b = one_best("A", "cuda", sample_timed("sum", 1024, "64", "blocked", 5));
    rename_text(&b.problems[0].parameter[1].name, "STORE");
    check_refused(&a, &b, "reduction/sum: the results do not have the same parameters; measure again");

    a = one_best_of("A", "LOAD", KIND_WORDS, (const char *const[]){"one-way", NULL});
    b = one_best_of("B", "LOAD", KIND_WORDS, (const char *const[]){"one_way", NULL});
    check_refused(&a, &b, "of LOAD of reduction/sum would have one name in a header");
    a = one_best_of("A", "LOAD", KIND_WORDS, (const char *const[]){"other", "one-way", "one_way", NULL});
    b = one_best("A", "cuda", sample_timed("odd", 4096, "64", "blocked", 5));
    check_refused(
        &a, &b,
        "the word \"one-way\" of LOAD of reduction/sum and the word \"one_way\" of LOAD of reduction/sum would "
        "have one name in a header: GPUBENCH_REDUCTION_SUM_LOAD_ONE_WAY");

    static const char *const taken[] = {"PROBLEM", "problem_size", "MAX_ERROR", "LOOKUP_REGRET"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        a = one_best_of("A", taken[i], KIND_NUMBERS, (const char *const[]){"64", NULL});
        b = one_best("A", "cuda", sample_timed("odd", 4096, "64", "blocked", 5));
        check_refused(&a, &b, " of reduction/sum would have one name in a header: GPUBENCH_REDUCTION_SUM_");
    }

    a = one_best("A", "cuda", sample_timed("sum", 4096, "64", "blocked", 5));
    b = one_best("A", "cuda", sample_timed("odd", 4096, "64", "blocked", 5));
    rename_text(&a.problems[0].parameter[1].name, "block_size");
    check_refused(&a, &b,
                  "the parameter BLOCK_SIZE of reduction/sum and the parameter block_size of reduction/sum would");

    a = one_best("A", "cuda", sample_timed("sum", 4096, "64", "blocked", 5));
    CHECK_FAULT(header_save((const struct results *const[]){&a}, 1, -1, "golden", &caught), INVALID,
                "golden: cannot write: Is a directory");
}
