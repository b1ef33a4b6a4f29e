/* Files of other tuners and benchmarks: refused with a reason in one line, or imported; what is saved of it is loaded
 * again, and a problem with configurations is written as Kernel Tuner's cache and as T4, and imported again. */
#include "base/memory.h"
#include "reports/json/results_file.h"
#include "reports/json/space_file.h"
#include "reports/writers/formats.h"
#include "tests/fuzz/fuzz.h"

typedef enum status writer(FILE *file, const struct output *output, struct fault *fault);

static void check_saved(const struct results *results)
{
    FREED char *text = NULL;
    size_t size;
    struct fault fault = {0};
    FREED_BY(results_free) struct results again;
    FILE *file = memory_stream(&text, &size);
    results_write(file, results);
    fclose(file);
    MUST(results_load(&again, memory_file((const uint8_t *)text, size), &fault) == OK);
    MUST(again.count == results->count && again.problem_count == results->problem_count);
}

static size_t count_of(const struct results *results, enum status status)
{
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++)
        count += results->rows[i].result.status == status;
    return count;
}

static void check_written(writer *write, const struct results *results)
{
    FREED char *text = NULL;
    size_t size;
    const char *path = "x";
    struct fault fault = {0}, why = {0};
    FREED_BY(results_free) struct results again = {0};
    const struct output output = {.results = results, .path = &path, .count = 1, .problem = PLOT_ALL};
    FILE *file = memory_stream(&text, &size);
    const enum status status = write(file, &output, &fault);
    fclose(file);
    must_report(status, &fault);
    if (status != OK)
        return;
    MUST(import_load(&again, memory_file((const uint8_t *)text, size), &why) == OK);
    MUST(again.count == results->count);
    for (enum status wanted = 0; wanted < STATUS_COUNT; wanted++)
        MUST(count_of(&again, wanted) == count_of(results, wanted));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static writer *const all[] = {google_benchmark_write, bencher_write, github_action_write, otava_write,
                                  otava_config_write,     junit_write};
    FREED_BY(results_free) struct results results;
    const char *path = "x";
    struct fault fault = {0};
    const enum status status = import_load(&results, memory_file(bytes, size), &fault);
    must_report(status, &fault);
    if (status != OK)
        return 0;
    check_saved(&results);
    check_written(kernel_tuner_write, &results);
    check_written(t4_write, &results);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct fault why = {0};
        const struct output output = {.results = &results, .path = &path, .count = 1, .problem = PLOT_ALL};
        must_report(all[i](nowhere(), &output, &why), &why);
    }
    return 0;
}
