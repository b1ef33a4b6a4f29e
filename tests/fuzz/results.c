/* Results files, and the rows of headers: refused with a reason in one line, or loaded; then all writers take
 * the results, and what is saved of them is loaded and saved again as it is. Files go to the current folder. */
#include "base/file.h"
#include "reports/json/pinned.h"
#include "reports/json/results_file.h"
#include "reports/writers/writers.h"
#include "tests/fuzz/fuzz.h"

static char *save(const struct results *results, const char *path, size_t *length)
{
    struct fault fault = {0};
    char *text;
    MUST(results_save(results, path, &fault) == OK && file_read(path, &text, length, &fault) == OK);
    return text;
}

static void check_saved(const struct results *results)
{
    struct results again;
    struct fault fault = {0};
    size_t length, other_length;
    char *text = save(results, "saved.json", &length);
    MUST(results_load(&again, "saved.json", &fault) == OK);
    char *other = save(&again, "again.json", &other_length);
    MUST(length == other_length && !memcmp(text, other, length));
    results_free(&again);
    free(text);
    free(other);
}

static void check_told(const struct results *results)
{
    static FILE *nowhere;
    const struct output output = {.results = results,
                                  .path = (const char *const[]){"x"},
                                  .count = 1,
                                  .max_regret = 0.05,
                                  .version = "",
                                  .commit = ""};
    size_t count;
    const struct writer *writer = writers(&count);
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    MUST(nowhere);
    for (size_t i = 0; i < count; i++) {
        struct fault fault = {0};
        const enum status status = writer[i].write(nowhere, &output, &fault);
        MUST(status == fault.status && (status == OK || status == INVALID));
    }
}

/* The same text as --configs takes it, which may be a header. */
static void check_pinned(const uint8_t *bytes, size_t size)
{
    struct results results;
    struct fault fault = {0};
    const enum status status = pinned_load(&results, memory_file(bytes, size), &fault);
    MUST(status == fault.status && (status == OK || status == INVALID));
    MUST(status == OK || (*fault.text && !strchr(fault.text, '\n') && !results.count));
    results_free(&results);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct results results;
    struct fault fault = {0};
    check_pinned(bytes, size);
    enum status status = results_load(&results, memory_file(bytes, size), &fault);
    MUST(status == fault.status && (status == OK || status == INVALID));
    if (status != OK)
        MUST(*fault.text && !strchr(fault.text, '\n') && !results.count && !results.problem_count);
    else {
        check_told(&results);
        check_saved(&results);
    }
    results_free(&results);
    return 0;
}
