/* gpubench export, header and report: writes files from results files. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/report_fault.h"
#include "reports/json/results_file.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

/* Reduces an output to the first file with a problem of this name, and to that problem; 2 with a line if there is
 * none. */
static int choose_problem(struct output *output, const char *pattern)
{
    struct names names = {0};
    for (size_t i = 0; i < output->count; i++)
        for (size_t p = 0; p < output->results[i].problem_count; p++) {
            const char *name = output->results[i].problems[p].name;
            names_add(&names, name);
            if (fnmatch(pattern, name, 0))
                continue;
            output->results += i;
            output->path += i;
            output->count = 1;
            output->problem = (long)p;
            return 0;
        }
    return nearest_error("problem", pattern, &names);
}

/* Refuses to replace measured results, except those that the same export wrote before, and what has another mark. */
static int check_replaced(const struct output *output, const char *verb, const struct writer *writer, const char *path)
{
    const bool again = !strcmp(writer->name, "json") && results_exported(path, *output->path);
    return again ? 0 : output_check_replaced(verb, "-o", path, writer->mark);
}

/* Writes only after all files were read. `said` is printed before the file's name. */
static int write_file(const struct options *options, const char *verb, const char *writer, const char *message)
{
    struct output all;
    struct fault fault = {0};
    int status = output_check(verb, "-o", options->out, (const char *const *)options->word, options->words);
    if (!status && options->history)
        status = output_check(verb, "-o", options->out, &options->history, 1);
    if (!status)
        status = output_open(&all, options);
    if (status)
        return status;
    status = output_check(verb, "-o", options->out, all.path, all.count); /* also differs from files in folders */
    status = status ? status : check_replaced(&all, verb, writer_find(writer), options->out);
    struct output output = all;
    output.plot = options->plot ? plot_find(options->plot) : NULL;
    if (!status && options->problem)
        status = choose_problem(&output, options->problem);
    if (!status && writer_save(writer_find(writer), &output, options->out, &fault) != OK)
        status = report_fault(&fault, 2);
    if (!status && !file_is_stdout(options->out))
        text_print(stdout, "%s: %s\n", message, options->out);
    output_close(&all);
    return status;
}

int verb_header(UNNEEDED const struct registry *registry, struct options *options)
{
    const char *to = options->format ? options->format : "header";
    struct names names = {0};
    names_add(&names, "header");
    names_add(&names, "cub");
    if (strcmp(to, "header") && strcmp(to, "cub"))
        return nearest_error("kind of header", to, &names);
    if (options->out)
        return write_file(options, "header", to, "Header");
    fputs("gpubench: header: -o FILE is missing\n", stderr);
    return 2;
}

/* Whether there is a plot with this name: 0, or 2 with a line that lists them. */
static int check_plot(const char *name)
{
    struct names names = {0};
    size_t count;
    const struct plot *plot = plots(&count);
    for (size_t i = 0; i < count; i++)
        names_add(&names, plot[i].name);
    return plot_find(name) ? 0 : nearest_error("plot", name, &names);
}

int verb_report(UNNEEDED const struct registry *registry, struct options *options)
{
    char name[64];
    const int status = options->plot ? check_plot(options->plot) : 0;
    if (status)
        return status;
    snprintf(name, sizeof name, options->plot ? "%s.svg" : "report.html", options->plot);
    options->out = options->out ? options->out : name;
    return options->plot ? write_file(options, "report", "svg", "Plot")
                         : write_file(options, "report", "html", "Report");
}

/* The named writer, or that of the file's suffix; NULL with a line if there is none. */
static const struct writer *choose_writer(const struct options *options)
{
    struct names names = {0}, suffixes = {0};
    size_t count;
    const struct writer *all = writers(&count), *writer = NULL;
    for (size_t i = 0; i < count; i++) {
        names_add(&names, all[i].name);
        if (*all[i].suffix)
            names_add(&suffixes, all[i].suffix);
    }
    if (options->format) {
        writer = writer_find(options->format);
        if (!writer)
            nearest_error("format", options->format, &names);
    } else if (options->out) {
        writer = writer_of_file(options->out);
        if (!writer)
            nearest_error("suffix of -o", options->out, &suffixes);
    } else
        fputs("gpubench: export: --to NAME is missing, or -o FILE with its suffix; `gpubench export --list` has them\n",
              stderr);
    return writer;
}

static int print_list(void)
{
    size_t count;
    const struct writer *all = writers(&count);
    for (size_t i = 0; i < count; i++)
        printf("%-23s %-5s %s\n", all[i].name, all[i].suffix, all[i].summary);
    return 0;
}

int verb_export(UNNEEDED const struct registry *registry, struct options *options)
{
    if (options->list)
        return print_list();
    const struct writer *writer = choose_writer(options);
    if (!writer)
        return 2;
    if (writer->takes != OF_ANY && options->words > 1) {
        text_print(stderr, "gpubench: export: %s has one results file, and %zu are given\n", writer->name,
                   options->words);
        return 2;
    }
    if (writer->takes != OF_PROBLEM && options->problem) {
        text_print(stderr, "gpubench: export: --problem: %s has all problems; kernel-tuner and t4 have one\n",
                   writer->name);
        return 2;
    }
    options->out = options->out ? options->out : "/dev/stdout";
    return write_file(options, "export", writer->name, writer->name);
}
