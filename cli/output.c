#include "cli/output.h"

#include "base/file.h"
#include "base/gzip.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/commit.h"
#include "cli/report_fault.h"
#include "cli/results_folder.h"
#include "cli/run/device.h"
#include "reports/json/results_file.h"
#include "reports/plot/plot.h"
#include "tuner/run/tuner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int output_check(const char *verb, const char *option, const char *path, const char *const *read, size_t count)
{
    struct fault fault = {0};
    for (size_t i = 0; i < count; i++)
        if (read[i] && file_same(path, read[i])) {
            text_print(stderr, "gpubench: %s: %s %s is one of the files that are read; name another\n", verb, option,
                       path);
            return 2;
        }
    return file_writable(path, &fault) == OK ? 0 : report_fault(&fault, 2);
}

/* The unpacked content of a regular file, which the caller frees; NULL if there is none to be lost. */
static char *content(const char *path)
{
    char *text = NULL;
    size_t length;
    struct stat stated;
    struct fault fault = {0};
    const bool is_regular = !file_is_stdout(path) && !stat(path, &stated) && S_ISREG(stated.st_mode) && stated.st_size;
    return is_regular && gzip_read(path, &text, &length, &fault) == OK ? text : NULL;
}

static int refuse(const char *verb, const char *option, const char *path, const char *why)
{
    text_print(stderr, "gpubench: %s: %s %s %s, which would be lost; name another file, or remove it\n", verb, option,
               path, why);
    return 2;
}

static bool has_results(const char *text)
{
    static const char *const schemas[] = {"\"gpubench/results/", "\"gpubench/journal/", "\"gpubench/history/"};
    bool found = false;
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas && !found; i++)
        found = text[strspn(text, " \t\r\n")] == '{' && strstr(text, schemas[i]);
    return found;
}

int output_check_replaced(const char *verb, const char *option, const char *path, const char *mark)
{
    FREED char *text = content(path);
    if (text && has_results(text))
        return refuse(verb, option, path, "has results");
    return text && mark && !strstr(text, mark) ? refuse(verb, option, path, "has what gpubench did not write") : 0;
}

int output_check_made(const char *verb, const char *option, const char *path, const char *const *read, size_t count)
{
    const int status = path ? output_check(verb, option, path, read, count) : 0;
    return status || !path ? status : output_check_replaced(verb, option, path, NULL);
}

/* Reports the first file measured by another method (tuner/MEASURING.md) than the first one. */
static void report_other_timing(const struct output *output)
{
    const uint32_t measuring = output->results->context.measuring;
    for (size_t i = 1; i < output->count; i++) {
        const uint32_t other = output->results[i].context.measuring;
        if (other == measuring)
            continue;
        text_print(
            stderr,
            "gpubench: %s and %s were measured in different ways (%u and %u, tuner/MEASURING.md): their times do "
            "not compare\n",
            *output->path, output->path[i], measuring, other);
        return;
    }
}

/* Lists this machine's devices into *here, as `gpubench devices`. Returns 0, or 2 or 3 after one line. */
static int list_local_devices(struct compute_inventory **here)
{
    enum { MOST_SECONDS = 10 };
    struct launcher launcher;
    struct fault fault = {0};
    const int status = launcher_make(&launcher, NULL, MOST_SECONDS);
    if (status)
        return status;
    *here = allocate(sizeof **here);
    return tuner_inventory(&launcher, *here, &fault) == OK ? 0 : report_fault(&fault, 3);
}

/* ---- loading ---- */

/* Files loaded so far. */
struct gathered {
    struct results *results;
    char **path;
    size_t count, capacity, path_capacity;
};

static void add_results(struct gathered *gathered, const struct results *results, const char *path)
{
    gathered->results = grow(gathered->results, gathered->count, &gathered->capacity, sizeof *gathered->results);
    gathered->path = grow(gathered->path, gathered->count, &gathered->path_capacity, sizeof *gathered->path);
    gathered->results[gathered->count] = *results;
    gathered->path[gathered->count++] = allocate_text(path);
}

static void load_file(struct gathered *gathered, const char *path, bool curves, struct fault *fault)
{
    struct results results;
    if ((curves && curve_table_named(path) ? curve_table_load : results_load)(&results, path, fault) == OK)
        add_results(gathered, &results, path);
}

/* Loads the results files of a folder, and reports other contents, of many only the first. */
static void load_folder(struct gathered *gathered, const char *path, struct fault *fault)
{
    enum { MOST_TOLD = 10 };
    const size_t before = gathered->count;
    size_t count, folders, left_out = 0;
    char **found = folder_results(path, &count, &folders, fault);
    for (size_t i = 0; i < count; i++) {
        struct fault why = {0};
        load_file(gathered, found[i], false, &why);
        if (why.status != OK && left_out++ < MOST_TOLD)
            text_print(stderr, "gpubench: left out: %s\n", why.text);
        free(found[i]);
    }
    free(found);
    if (left_out > MOST_TOLD)
        text_print(stderr, "gpubench: left out: %zu more of %s\n", left_out - MOST_TOLD, path);
    if (folders)
        text_print(stderr, "gpubench: %s: not looked into: %zu folder%s in it, to be named, too\n", path, folders,
                   folders == 1 ? "" : "s");
    if (gathered->count == before)
        fail(fault, INVALID, "%s: no results file is in it", path);
}

int output_open(struct output *output, const struct options *options)
{
    const bool takes_folders = options->form == FORM_TABLE || options->form == FORM_REPORT;
    struct gathered gathered = {0};
    struct fault fault = {0};
    bool of_folders = false;
    for (size_t i = 0; i < options->words && fault.status == OK; i++) {
        const char *path = options->word[i];
        const bool folder = takes_folders && is_folder(path);
        of_folders |= folder;
        if (folder)
            load_folder(&gathered, path, &fault);
        else
            load_file(&gathered, path, options->plot, &fault);
    }
    *output = (struct output){.results = gathered.results,
                              .path = (const char *const *)gathered.path,
                              .count = gathered.count,
                              .of_folders = of_folders,
                              .max_regret = options->max_regret,
                              .compromise = (enum compromise)options->compromise,
                              .problem = PLOT_ALL,
                              .figure = options->front,
                              .history = options->history,
                              .version = GPUBENCH_VERSION,
                              .commit = GPUBENCH_COMMIT,
                              .notes = stderr};
    int status = fault.status == OK ? 0 : report_fault(&fault, 2);
    if (!status && options->here)
        status = list_local_devices((struct compute_inventory **)&output->here);
    if (status)
        output_close(output);
    else if (!options->json && !of_folders)
        report_other_timing(output);
    return status;
}

void output_close(struct output *output)
{
    for (size_t i = 0; i < output->count; i++) {
        results_free((struct results *)&output->results[i]);
        free((char *)output->path[i]);
    }
    free((void *)output->results);
    free((void *)output->path);
    free((void *)output->here);
}
