#include "reports/writers/writers.h"

#include "base/file.h"
#include "base/text.h"
#include "reports/compare/comparison.h"
#include "reports/devices/devices.h"
#include "reports/header/cub.h"
#include "reports/header/header.h"
#include "reports/html/parts.h"
#include "reports/json/csv.h"
#include "reports/json/history_file.h"
#include "reports/json/results_file.h"
#include "reports/table/front.h"
#include "reports/table/table.h"
#include "reports/writers/formats.h"

#include <string.h>

/* ---- JSON, CSV, tables ---- */

static enum status write_json(FILE *file, const struct output *output, struct fault *fault)
{
    (void)fault;
    results_write_export(file, output->results, *output->path);
    return OK;
}

/* Whether the devices are shown side by side: of folders, and of files of several devices. */
static bool are_beside(const struct output *output, const struct devices *devices)
{
    return output->of_folders || output->here || devices->devices > 1;
}

static enum status write_summary(FILE *file, const struct output *output, struct fault *fault)
{
    FREED_BY(devices_free) struct devices devices = devices_make(output->results, output->count);
    return table_file_print(file, output->results, output->path, output->count,
                            are_beside(output, &devices) ? &devices : NULL, fault);
}

static enum status write_csv(FILE *file, const struct output *output, struct fault *fault)
{
    (void)fault;
    csv_write(file, output->results, output->path, output->count);
    return OK;
}

/* Calls `print` for each file, one after the other. */
static enum status each(FILE *file, const struct output *output,
                        void (*print)(FILE *file, const struct results *results, const struct page *page))
{
    for (size_t i = 0; i < output->count; i++) {
        struct page page = output->page ? *output->page : page_plain;
        page.path = output->path ? output->path[i] : NULL;
        print(file, &output->results[i], &page);
    }
    return OK;
}

/* For folders the devices side by side; for files their own tables, and then that, if they are of several devices. */
static enum status write_table(FILE *file, const struct output *output, struct fault *fault)
{
    FREED_BY(devices_free) struct devices devices = devices_make(output->results, output->count);
    (void)fault;
    devices_find_here(&devices, output->here);
    if (!output->of_folders)
        each(file, output, table_print);
    if (are_beside(output, &devices))
        devices_print(file, &devices, output->path, output->page ? output->page : &page_plain);
    return OK;
}

static enum status write_effects(FILE *file, const struct output *output, struct fault *fault)
{
    (void)fault;
    return each(file, output, effects_print);
}

static enum status write_markdown(FILE *file, const struct output *output, struct fault *fault)
{
    (void)fault;
    return each(file, output, table_markdown);
}

static enum status write_front(FILE *file, const struct output *output, struct fault *fault)
{
    (void)fault;
    for (size_t i = 0; i < output->count; i++)
        front_print(file, &output->results[i], output->figure ? output->figure : "error",
                    output->page ? output->page : &page_plain);
    return OK;
}

/* ---- headers ---- */

/* Pointers to the results, which the caller frees. */
static const struct results **list_results(const struct output *output)
{
    const struct results **list = allocate(output->count * sizeof *list);
    for (size_t i = 0; i < output->count; i++)
        list[i] = &output->results[i];
    return list;
}

static enum status write_header(FILE *file, const struct output *output, struct fault *fault)
{
    FREED const struct results **list = list_results(output);
    const struct header_sizes sizes = {output->max_regret, output->compromise, output->notes};
    if (overlap_check(list, output->path, output->count, fault) == OK &&
        header_write(file, list, output->count, &sizes, fault) == OK && output->notes)
        overlap_print(output->notes, list, output->path, output->count);
    return fault->status;
}

static enum status write_cub(FILE *file, const struct output *output, struct fault *fault)
{
    FREED const struct results **list = list_results(output);
    return cub_write(file, list, output->count, output->notes, fault);
}

/* ---- pages and pictures ---- */

/* The comparison of two files; INVALID if they are not comparable. */
static enum status compare(struct comparison *comparison, const struct output *output, struct fault *fault)
{
    FREED_BY(results_free) struct results base; /* the comparison takes ownership */
    size_t compared = 0;
    if (results_load(&base, output->path[0], fault) == OK)
        comparison_of_files(comparison, &base, &output->results[1], fault);
    for (enum verdict verdict = 0; verdict < VERDICT_GONE; verdict++)
        compared += comparison_count(comparison, verdict);
    return fault->status == OK && !compared ? fail(fault, INVALID, "no configuration was measured in both")
                                            : fault->status;
}

static enum status write_page(FILE *file, const struct output *output, struct fault *fault)
{
    FREED_BY(history_free) struct history history = {0};
    FREED_BY(series_free) struct series_list list = {0};
    FREED_BY(comparison_free) struct comparison comparison = {0};
    FREED_BY(devices_free) struct devices devices = devices_make(output->results, output->count);
    struct fault why = {0};
    struct report report = {.results = output->results,
                            .path = output->path,
                            .files = output->count,
                            .devices = are_beside(output, &devices) ? &devices : NULL,
                            .version = output->version,
                            .commit = output->commit};
    devices_find_here(&devices, output->here);
    if (output->history && history_load(&history, output->history, fault) == OK) {
        list = series_of(&history);
        report.history = &list;
    }
    if (fault->status == OK && output->count == 2) {
        const bool compared = compare(&comparison, output, &why) == OK;
        report.comparison = compared ? &comparison : NULL;
        report.uncompared = compared ? NULL : why.text;
    }
    if (report.uncompared && output->notes)
        text_print(output->notes, "gpubench: report: the two files are not compared: %s\n", why.text);
    if (fault->status == OK) {
        report_fill(&report);
        report_print(file, &report);
        report_free(&report);
    }
    return fault->status;
}

static enum status write_plot(FILE *file, const struct output *output, struct fault *fault)
{
    const struct plot *plot = output->plot ? output->plot : plot_find("sizes");
    return plot_write(file, plot, output->results, output->count, output->plot ? output->problem : PLOT_ALL, fault);
}

/* ---- all writers ---- */

static const struct writer all[] = {
    {"csv", ".csv", "a line a configuration, for spreadsheets and data frames", OF_ANY, NULL, write_csv},
    {"markdown", ".md", "the best of each problem, for a page or a review", OF_ANY, NULL, write_markdown},
    {"json", ".json", "the results file, whole", OF_FILE, NULL, write_json},
    {"summary", "", "what `gpubench table --json` prints", OF_ANY, NULL, write_summary},
    {"table", ".txt", "what `gpubench table --long` prints", OF_ANY, NULL, write_table},
    {"effects", "", "what `gpubench table --effects` prints", OF_ANY, NULL, write_effects},
    {"front", "", "what `gpubench table --front error` prints", OF_ANY, NULL, write_front},
    {"header", ".h", "the tuned header", OF_ANY, HEADER_MARK, write_header},
    {"cub", ".cuh", "the best sums as policies for cub::DeviceReduce", OF_ANY, HEADER_MARK, write_cub},
    {"html", ".html", "the page of `gpubench report`", OF_ANY, HTML_MARK, write_page},
    {"svg", ".svg", "the picture of `gpubench report --plot sizes`", OF_ANY, NULL, write_plot},
    {"googlebench", "", "Google Benchmark's JSON: blocks as repetitions, for its compare.py", OF_FILE, NULL,
     google_benchmark_write},
    {"kernel-tuner", "", "a cache file of Kernel Tuner, of one problem", OF_PROBLEM, NULL, kernel_tuner_write},
    {"t4", "", "the autotuning community's results, of one problem", OF_PROBLEM, NULL, t4_write},
    {"bencher", "", "Bencher Metric Format: the best of each problem", OF_ANY, NULL, bencher_write},
    {"github-action-benchmark", "", "the same for its customSmallerIsBetter", OF_ANY, NULL, github_action_write},
    {"otava", "", "the same as CSV, a line a commit, for Apache Otava", OF_ANY, NULL, otava_write},
    {"otava-config", "", "the otava.yaml of such a file, gpubench.csv", OF_ANY, NULL, otava_config_write},
    {"junit", ".xml", "JUnit's XML: a case a configuration, for CI servers", OF_ANY, NULL, junit_write},
};
enum { WRITERS = sizeof all / sizeof *all };

const struct writer *writers(size_t *count)
{
    *count = WRITERS;
    return all;
}

const struct writer *writer_find(const char *name)
{
    for (size_t i = 0; i < WRITERS; i++)
        if (!strcmp(all[i].name, name))
            return &all[i];
    return NULL;
}

const struct writer *writer_of_file(const char *path)
{
    const size_t length = strlen(path);
    for (size_t i = 0; i < WRITERS; i++) {
        const size_t suffix = strlen(all[i].suffix);
        if (suffix && suffix < length && !strcmp(path + length - suffix, all[i].suffix))
            return &all[i];
    }
    return NULL;
}

enum status writer_save(const struct writer *writer, const struct output *output, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    struct fault why = {0};
    FILE *file = memory_stream(&text, &length);
    if (writer->write(file, output, &why) != OK)
        fail(fault, INVALID, "%.300s: not written: %s", path, why.text);
    if (fclose(file))
        fail(fault, INVALID, "%s: cannot write: out of memory", path);
    if (fault->status == OK)
        file_save(path, text, length, fault);
    return fault->status;
}
