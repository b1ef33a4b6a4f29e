/* Files of other benchmark programs: refused with a reason in one line, or loaded, where each benchmark has one row,
 * with a time or a reason; and compared with themselves. What is JSON as it is stays as it is. */
#include "reports/json/foreign.h"
#include "base/memory.h"
#include "reports/compare/comparison.h"
#include "reports/json/parse.h"
#include "tests/fuzz/fuzz.h"

typedef enum status loader(struct results *results, const char *path, struct fault *fault);

static void check_rows(const struct results *results)
{
    MUST(results->count && results->count == results->problem_count);
    for (size_t r = 0; r < results->count; r++) {
        const struct row *row = &results->rows[r];
        MUST(row->problem == r && row_timed(&row->result) == (row->result.status == OK));
        MUST((row->result.status == OK) == !*row->reason);
    }
}

static void check_load(loader *load, const char *path)
{
    struct comparison comparison;
    struct results base, new;
    struct fault fault = {0};
    const enum status status = load(&base, path, &fault);
    must_report(status, &fault);
    if (status == OK) {
        check_rows(&base);
        MUST(load(&new, path, &fault) == OK);
        MUST(comparison_of_files(&comparison, &base, &new, &fault) == OK && !comparison_worse(&comparison));
        comparison_free(&comparison);
        results_free(&new);
    }
    results_free(&base);
}

static void check_blank_numbers(const uint8_t *bytes, size_t size)
{
    char *text = allocate(size + 1);
    memcpy(text, bytes, size);
    json_t *whole = json_loadb(text, size, JSON_DECODE_INT_AS_REAL, NULL);
    json_blank_numbers(text, size);
    json_t *blanked = json_loadb(text, size, JSON_DECODE_INT_AS_REAL, NULL);
    MUST(!whole || json_equal(whole, blanked));
    json_decref(whole);
    json_decref(blanked);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static loader *const loaders[] = {google_benchmark_load, google_benchmark_load_cpu, nvbench_load, nvbench_load_cpu};
    check_blank_numbers(bytes, size);
    const char *path = memory_file(bytes, size);
    for (size_t i = 0; i < sizeof loaders / sizeof *loaders; i++)
        check_load(loaders[i], path);
    return 0;
}
