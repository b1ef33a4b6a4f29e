/* gpubench report: results files into a page that is opened from disk. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/commit.h"
#include "cli/complain.h"
#include "cli/output.h"
#include "cli/plots.h"
#include "cli/ways.h"
#include "reports/compare/comparison_of_files.h"
#include "reports/html/page.h"
#include "reports/json/history_file.h"
#include "reports/json/results_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is written: none of what is read. */
static int check_out(struct options *options)
{
    static char name[64];
    snprintf(name, sizeof name, "%s.svg", options->plot ? options->plot : "report");
    if (!options->out)
        options->out = options->plot ? name : "report.html";
    if (options->history && file_same(options->out, options->history))
        return output_check("report", "-o", options->out, &options->history, 1);
    return output_check("report", "-o", options->out, (const char *const *)options->word, options->words);
}

/* Nothing is written before all files were read. */
static enum status load(const struct options *options, struct results *results, struct fault *fault)
{
    struct ways ways = {0};
    enum status status = OK;
    for (size_t i = 0; i < options->words && status == OK; i++) {
        status = (options->plot ? plots_load : results_load)(&results[i], options->word[i], fault);
        if (status == OK)
            ways_take(&ways, options->word[i], &results[i]);
    }
    return status;
}

static enum status write_page(const struct report *report, const char *path, struct fault *fault)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return fail(fault, INVALID, "%s: cannot write: %s", path, strerror(errno));
    report_print(file, report);
    fclose(file);
    const enum status status = file_save(path, text, size, fault);
    free(text);
    return status;
}

/* What two files say of each other; INVALID where they do not compare. */
static enum status compare(struct comparison *comparison, const struct options *options, const struct results *new,
                           struct fault *fault)
{
    struct results base; /* the comparison takes it */
    size_t compared = 0;
    if (results_load(&base, options->word[0], fault) == OK)
        comparison_of_files(comparison, &base, new, fault);
    results_free(&base);
    for (enum verdict verdict = 0; verdict < VERDICT_GONE; verdict++)
        compared += comparison_count(comparison, verdict);
    return fault->status == OK && !compared ? fail(fault, INVALID, "no configuration was measured in both")
                                            : fault->status;
}

static enum status write_report(const struct options *options, struct report *report, struct fault *fault)
{
    struct history history = {0};
    struct series_list list = {0};
    struct comparison comparison = {0};
    struct fault why = {0};
    enum status status = options->history ? history_load(&history, options->history, fault) : OK;
    if (status == OK && options->history) {
        list = series_of(&history);
        report->history = &list;
    }
    if (status == OK && options->words == 2) {
        const bool compared = compare(&comparison, options, &report->results[1], &why) == OK;
        report->comparison = compared ? &comparison : NULL;
        report->uncompared = compared ? NULL : why.text;
    }
    if (report->uncompared)
        text_print(stderr, "gpubench: report: the two files are not compared: %s\n", why.text);
    if (status == OK) {
        report_fill(report);
        status = write_page(report, options->out, fault);
        report_free(report);
    }
    comparison_free(&comparison);
    if (report->history)
        series_free(&list);
    history_free(&history);
    return status;
}

int verb_report(const struct registry *registry, struct options *options)
{
    struct fault fault = {0};
    (void)registry;
    int status = options->plot ? plots_check(options->plot) : 0;
    if (!status)
        status = check_out(options);
    if (status)
        return status;
    struct results *results = allocate(options->words * sizeof *results);
    struct report report = {.results = results,
                            .path = (const char *const *)options->word,
                            .files = options->words,
                            .version = GPUBENCH_VERSION,
                            .commit = GPUBENCH_COMMIT};
    if (load(options, results, &fault) == OK && options->plot)
        status = plots_save(options->plot, options->problem, results, options->words, options->out);
    else if (fault.status == OK)
        write_report(options, &report, &fault);
    if (fault.status != OK)
        status = complain(&fault, 2);
    else if (!status && !file_is_stdout(options->out))
        text_print(stdout, "%s: %s\n", options->plot ? "Plot" : "Report", options->out);
    for (size_t i = 0; i < options->words; i++)
        results_free(&results[i]);
    free(results);
    return status;
}
