/* The table after a run: the golden one, and the cases that are rare. */
#include "reports/table.h"
#include "tests/check.h"
#include "tests/sample_results.h"
#include "tests/text_file.h"

#include <unistd.h>

/* The table's text; the caller frees it. */
static char *print(const struct results *results, bool color)
{
    char *text;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    table_print(file, results, color);
    fclose(file);
    return text;
}

static void check_says(const struct results *results, const char *expected)
{
    char *text = print(results, false);
    if (!strstr(text, expected)) {
        fprintf(stderr, "the table does not say \"%s\":\n%s", expected, text);
        check_failures++;
    }
    free(text);
}

static void test_golden(void)
{
    struct results sample = sample_results();
    char *text = print(&sample, false), got[] = "/tmp/gpubench-test-XXXXXX";
    int file = mkstemp(got);
    text_write(got, text, strlen(text));
    CHECK(text_same(got, "golden/table.txt"));
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
        CHECK(end - line <= 100);
    close(file);
    unlink(got);
    free(text);
    results_free(&sample);
}

/* A configuration too wide for one line is continued, never cut. */
static void test_wide(void)
{
    struct results results = {.context = sample_context()};
    struct result row = sample_timed("sum", 1024, "64", "blocked", 5e6);
    row.config.count = MAX_PARAMETERS;
    for (int i = 2; i < MAX_PARAMETERS; i++) {
        snprintf(row.config.parameter[i].name, MAX_WORD, "PARAMETER_NUMBER_%d", i);
        snprintf(row.config.parameter[i].word, MAX_WORD, "value_%d", i);
    }
    row.cold = false;
    row.bytes = 0;
    results_add_best(&results, &(struct best){.result = row, .default_ns = 1e7, .measured = 1, .allowed = 1});
    check_says(&results, "caches warm");
    check_says(&results, "2^10  5.000 +- 0.31 ms             2.00x     0  1 of 1\n");
    check_says(&results, "    BLOCK_SIZE 64  LOAD blocked  PARAMETER_NUMBER_2 value_2  PARAMETER_NUMBER_3 value_3\n"
                         "    PARAMETER_NUMBER_4 value_4");
    check_says(&results, "PARAMETER_NUMBER_11 value_11\n");
    results_free(&results);
}

static void test_rare(void)
{
    struct results results = {.context = sample_context()};
    check_says(&results, "0 configurations measured, in 61.2 s.\n");

    results.context.interrupted = true;
    sample_add(&results, sample_timed("sum", 1024, "64", "blocked", 5));
    check_says(&results, "no best was chosen (1 measured)\n");
    check_says(&results, "\n1 configuration measured, in 61.2 s.\nInterrupted: ");

    sample_add(&results, sample_failed(sample_row("odd", 31, "64", "blocked"), CRASHED, "signal 11"));
    check_says(&results, "odd      31  no correct configuration (1 tried)\n");
    check_says(&results, "\n1 crashed: signal 11\n");

    /* The same as a best that says so itself; its bench has one line only. */
    results_add_best(&results, &(struct best){.result = results.rows[1], .measured = 1, .allowed = 7});
    check_says(&results, "odd      31  no correct configuration (1 tried)\n");

    struct result other = sample_failed(sample_row("other", 1024, NULL, NULL), UNSUPPORTED, "needs fp64");
    strcpy(other.suite, "second");
    sample_add(&results, other);
    other.size = 2048;
    sample_add(&results, other);
    check_says(&results, "\nunsupported second/other: needs fp64\n1 crashed");
    char *text = print(&results, false);
    CHECK(!strstr(text, "second on")); /* a suite of nothing but unsupported benches has no table */
    free(text);
    results_free(&results);
}

static void test_color(void)
{
    struct results sample = sample_results();
    char *plain = print(&sample, false), *colored = print(&sample, true);
    CHECK(!strchr(plain, '\033') && strchr(colored, '\033'));
    char *to = colored; /* without the escapes they are the same */
    for (char *from = colored; *from; from++)
        if (*from == '\033')
            from = strchr(from, 'm');
        else
            *to++ = *from;
    *to = 0;
    CHECK_TEXT(colored, plain);
    free(plain);
    free(colored);
    results_free(&sample);
}

int main(void)
{
    test_golden();
    test_wide();
    test_rare();
    test_color();
    return CHECK_RESULT;
}
