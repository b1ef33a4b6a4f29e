/* The tuned header: the golden one, the choice of entries, and text from files that must not become code.
 * header.sh compiles it. */
#include "reports/header/header.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

#include <limits.h>
#include <unistd.h>

static char path[] = "/tmp/gpubench-test-XXXXXX";

/* The header of some results, or NULL; the caller frees it. */
static char *header(const struct results *const *results, size_t count, struct fault *fault)
{
    size_t length;
    *fault = (struct fault){0};
    return header_write(results, count, path, fault) == OK ? text_read(path, &length) : NULL;
}

static void check_says(const char *text, const char *expected)
{
    if (!text || !strstr(text, expected)) {
        fprintf(stderr, "the header does not say \"%s\":\n%s", expected, text ? text : "(none)\n");
        check_failures++;
    }
}

static void test_golden(void)
{
    struct results sample = sample_results();
    struct fault fault;
    free(header((const struct results *const[]){&sample}, 1, &fault));
    CHECK(text_same(path, "golden/tuned.h"));
    for (size_t i = 0; i < sample.best_count / 2; i++) { /* the order of the bests changes nothing */
        struct best swap = sample.best[i];
        sample.best[i] = sample.best[sample.best_count - 1 - i];
        sample.best[sample.best_count - 1 - i] = swap;
    }
    free(header((const struct results *const[]){&sample}, 1, &fault));
    CHECK(text_same(path, "golden/tuned.h"));
    results_free(&sample);
}

static struct results one_best(const char *device, const char *backend, struct result row)
{
    struct results results = {.context = sample_context()};
    strcpy(results.context.device.name, device);
    strcpy(results.context.device.backend, backend);
    results_add(&results, &row);
    results_add_best(&results, &(struct best){.result = row, .default_ns = 10, .measured = 1, .allowed = 1});
    return results;
}

/* Macros are of the first file's device at its largest size; of two entries that are the same but for the
 * configuration, the later one stays; a device with two backends has the faster one first. */
static void test_choice(void)
{
    struct results a = one_best("A", "cuda", sample_timed("sum", 4096, "64", "blocked", 5)),
                   again = one_best("A", "cuda", sample_timed("sum", 4096, "128", "striped", 6)),
                   small = one_best("A", "cuda", sample_timed("sum", 1024, "256", "blocked", 2)),
                   slow = one_best("A", "opencl", sample_timed("sum", 4096, "512", "blocked", 9)),
                   other = one_best("B", "cuda", sample_timed("sum", 8192, "1024", "blocked", 5)),
                   alone = one_best("B", "cuda", sample_timed("odd", 8192, "32", "blocked", 5));
    struct fault fault;
    char *text = header((const struct results *const[]){&a, &slow, &other, &small, &again, &alone}, 6, &fault);
    check_says(text, "#define GPUBENCH_DEVICE \"A\"\n#define GPUBENCH_BACKEND \"cuda\"\n");
    check_says(text, "#define GPUBENCH_REDUCTION_SUM_PROBLEM_SIZE 4096\n#define GPUBENCH_REDUCTION_SUM_BLOCK_SIZE 128\n"
                     "#define GPUBENCH_REDUCTION_SUM_LOAD GPUBENCH_REDUCTION_SUM_LOAD_STRIPED\n");
    check_says(text, "/* Not measured on the device of the macros: only the table has entries. */");
    if (text) {
        const char *order[] = {"{\"B\", \"cuda\", 8192u,\n     32,", "{\"A\", \"cuda\", 1024u,\n     256,",
                               "{\"A\", \"cuda\", 4096u,\n     128,", "{\"A\", \"opencl\", 4096u,\n     512,",
                               "{\"B\", \"cuda\", 8192u,\n     1024,"};
        const char *at = text;
        for (int i = 0; i < 5 && at; i++) {
            at = strstr(at, order[i]);
            CHECK(at);
        }
        CHECK(!strstr(text, "     64,"));
    }
    free(text);
    struct results *const all[] = {&a, &again, &small, &slow, &other, &alone};
    for (int i = 0; i < 6; i++)
        results_free(all[i]);
}

/* Names that are words of C or no identifiers, and texts that try to leave their comment or string. */
static void test_hostile(void)
{
    struct result row = sample_timed("a bench*/", 4096, "1", "+", 5);
    strcpy(row.config.parameter[0].name, "DOUBLE");
    strcpy(row.config.parameter[1].name, "1-X");
    struct results results = one_best("*/ \"a\\\" ?\?/\n#error", "cuda", row);
    struct fault fault;
    char *text = header((const struct results *const[]){&results}, 1, &fault);
    check_says(text, "#define GPUBENCH_DEVICE \"*/ \\042a\\134\\042 \\077\\077/\\012#error\"\n");
    check_says(text, "/* _/ \"a_\" __/_#error (cuda, driver");
    check_says(text, "#define GPUBENCH_REDUCTION_A_BENCH___1_X GPUBENCH_REDUCTION_A_BENCH___1_X__\n");
    check_says(text, "    int double_;\n    int _1_x;\n");
    free(text);
    results_free(&results);
}

static void refuse(struct results *a, struct results *b, const char *expected)
{
    struct fault fault;
    text_write(path, "old", 3);
    CHECK(!header((const struct results *const[]){a, b}, 2, &fault));
    CHECK(fault.status == INVALID && strstr(fault.text, expected));
    size_t length;
    char *text = text_read(path, &length);
    CHECK_TEXT(text, "old");
    free(text);
    results_free(a);
    results_free(b);
}

static void test_refused(void)
{
    struct results none = {.context = sample_context()}, failed = {.context = sample_context()};
    struct result row = sample_failed(sample_row("sum", 1024, "64", "blocked"), CRASHED, "signal 11");
    results_add_best(&failed, &(struct best){.result = row, .measured = 1, .allowed = 1});
    refuse(&none, &failed, ": not written: the results have no correct configuration of any bench");

    struct results a = one_best("A", "cuda", sample_timed("sum", 4096, "64", "blocked", 5));
    row = sample_timed("sum", 1024, "64", "blocked", 5);
    row.config.count = 1;
    struct results b = one_best("A", "cuda", row);
    refuse(&a, &b, "reduction/sum: the results do not have the same parameters; measure again");

    a = one_best("A", "cuda", sample_timed("sum", 4096, "64", "one-way", 5));
    b = one_best("A", "cuda", sample_timed("sum", 4096, "64", "one_way", 5));
    refuse(&a, &b, "of LOAD would have one name in a header");

    row = sample_timed("sum", 4096, "64", "1", 5);
    strcpy(row.config.parameter[1].name, "block_size");
    a = one_best("A", "cuda", row);
    b = one_best("A", "cuda", row);
    refuse(&a, &b, "the parameters BLOCK_SIZE and block_size would have one name in a header");

    a = one_best("A", "cuda", sample_timed("sum", 4096, "64", "blocked", 5));
    struct fault fault = {0};
    CHECK(header_write((const struct results *const[]){&a}, 1, "golden", &fault) == INVALID);
    CHECK_TEXT(fault.text, "golden: cannot write: Is a directory");
    results_free(&a);
}

int main(void)
{
    int file = mkstemp(path);
    test_golden();
    test_choice();
    test_hostile();
    test_refused();
    close(file);
    return unlink(path) || CHECK_RESULT;
}
