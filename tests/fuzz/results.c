/* Results files, and the rows of headers: refused with a reason in one line, or loaded; then all writers take
 * the results, and what is saved of them is loaded and saved again as it is. Files go to the current folder. */
#include "reports/json/header_rows.h"
#include "reports/json/results_file.h"
#include "reports/writers/writers.h"
#include "tests/fuzz/fuzz.h"

static void check_saved(const struct results *results)
{
    struct results again;
    struct fault fault = {0};
    MUST(results_save(results, "saved.json", &fault) == OK && results_load(&again, "saved.json", &fault) == OK);
    MUST(results_save(&again, "again.json", &fault) == OK && same_files("saved.json", "again.json"));
    results_free(&again);
}

static void check_valid(const struct results *results)
{
    const struct output output = {.results = results,
                                  .path = (const char *const[]){"x"},
                                  .count = 1,
                                  .max_regret = 0.05,
                                  .version = "",
                                  .commit = ""};
    size_t count;
    const struct writer *writer = writers(&count);
    for (size_t i = 0; i < count; i++) {
        struct fault fault = {0};
        const enum status status = writer[i].write(nowhere(), &output, &fault);
        MUST(status == fault.status && (status == OK || status == INVALID));
    }
}

/* The same text as --configs takes it, which may be a header. */
static void check_fixed(const uint8_t *bytes, size_t size)
{
    struct results results;
    struct fault fault = {0};
    const enum status status = header_rows_load(&results, memory_file(bytes, size), &fault);
    must_report(status, &fault);
    MUST(status == OK || !results.count);
    results_free(&results);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct results results;
    struct fault fault = {0};
    check_fixed(bytes, size);
    enum status status = results_load(&results, memory_file(bytes, size), &fault);
    must_report(status, &fault);
    MUST(status == OK || (!results.count && !results.problem_count));
    if (status == OK) {
        check_valid(&results);
        check_saved(&results);
    }
    results_free(&results);
    return 0;
}
