/* gpubench report: results files into a page that is opened from disk. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/commit.h"
#include "cli/complain.h"
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

struct command {
    char **path;
    size_t count;
    const char *out, *history;
    const char *plot, *problem; /* one picture in place of the page; of one of the problems */
};

static int usage(const char *problem)
{
    text_print(stderr,
               "gpubench: report: %s; usage: gpubench report RESULTS... [-o report.html] [--history FILE], or "
               "gpubench report --plot NAME [--problem NAME] RESULTS... [-o NAME.svg]\n",
               problem);
    return 2;
}

static int parse_option(struct command *command, const char *name, const char *value)
{
    const struct {
        const char *name, *needs;
        const char **value;
    } options[] = {{"-o", "-o needs a file name", &command->out},
                   {"--history", "--history needs a file name", &command->history},
                   {"--plot", "--plot needs a name", &command->plot},
                   {"--problem", "--problem needs a name or a pattern", &command->problem}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (!strcmp(name, options[i].name)) {
            *options[i].value = value;
            return value ? 0 : usage(options[i].needs);
        }
    text_print(
        stderr,
        "gpubench: report: unknown option '%s'; it takes -o FILE, --history FILE, --plot NAME and --problem NAME\n",
        name);
    return 2;
}

static int parse(struct command *command, int argc, char **argv)
{
    static char name[64];
    int status = 0;
    *command = (struct command){.path = argv};
    for (int i = 1; i < argc && !status; i++)
        if (argv[i][0] == '-') {
            status = parse_option(command, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            i++;
        } else
            argv[command->count++] = argv[i];
    if (!status && command->plot)
        status = plots_check(command->plot);
    if (status)
        return status;
    if (!command->count)
        return usage("no results file given");
    if (command->plot ? command->history != NULL : command->problem != NULL)
        return usage(command->plot ? "--plot takes no --history" : "--problem goes with --plot");
    snprintf(name, sizeof name, "%s.svg", command->plot ? command->plot : "");
    if (!command->out)
        command->out = command->plot ? name : "report.html";
    return 0;
}

/* A page that is to be written: none of those that are read, nor one that cannot be. */
static int check_output(const struct command *command)
{
    struct fault fault = {0};
    for (size_t i = 0; i <= command->count; i++) {
        const char *read = i < command->count ? command->path[i] : command->history;
        if (read && file_same(command->out, read)) {
            text_print(stderr, "gpubench: report: -o %s is one of the files that are read; name another\n",
                       command->out);
            return 2;
        }
    }
    return results_writable(command->out, &fault) == OK ? 0 : complain(&fault, 2);
}

/* Nothing is written before all files were read. */
static enum status load(const struct command *command, struct results *results, struct fault *fault)
{
    struct ways ways = {0};
    enum status status = OK;
    for (size_t i = 0; i < command->count && status == OK; i++) {
        status = (command->plot ? plots_load : results_load)(&results[i], command->path[i], fault);
        if (status == OK)
            ways_take(&ways, command->path[i], &results[i]);
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
static enum status compare(struct comparison *comparison, const struct command *command, const struct results *new,
                           struct fault *fault)
{
    struct results base; /* the comparison takes it */
    size_t compared = 0;
    if (results_load(&base, command->path[0], fault) == OK)
        comparison_of_files(comparison, &base, new, fault);
    results_free(&base);
    for (enum verdict verdict = 0; verdict < VERDICT_GONE; verdict++)
        compared += comparison_count(comparison, verdict);
    return fault->status == OK && !compared ? fail(fault, INVALID, "no configuration was measured in both")
                                            : fault->status;
}

static enum status write_report(const struct command *command, struct report *report, struct fault *fault)
{
    struct history history = {0};
    struct series_list list = {0};
    struct comparison comparison = {0};
    struct fault why = {0};
    enum status status = command->history ? history_load(&history, command->history, fault) : OK;
    if (status == OK && command->history) {
        list = series_of(&history);
        report->history = &list;
    }
    if (status == OK && command->count == 2) {
        const bool compared = compare(&comparison, command, &report->results[1], &why) == OK;
        report->comparison = compared ? &comparison : NULL;
        report->uncompared = compared ? NULL : why.text;
    }
    if (report->uncompared)
        text_print(stderr, "gpubench: report: the two files are not compared: %s\n", why.text);
    if (status == OK) {
        report_fill(report);
        status = write_page(report, command->out, fault);
        report_free(report);
    }
    comparison_free(&comparison);
    if (report->history)
        series_free(&list);
    history_free(&history);
    return status;
}

int verb_report(const struct registry *registry, int argc, char **argv)
{
    struct command command;
    struct fault fault = {0};
    (void)registry;
    int status = parse(&command, argc, argv);
    if (!status)
        status = check_output(&command);
    if (status)
        return status;
    struct results *results = allocate(command.count * sizeof *results);
    struct report report = {.results = results,
                            .path = (const char *const *)command.path,
                            .files = command.count,
                            .version = GPUBENCH_VERSION,
                            .commit = GPUBENCH_COMMIT};
    if (load(&command, results, &fault) == OK && command.plot)
        status = plots_save(command.plot, command.problem, results, command.count, command.out);
    else if (fault.status == OK)
        write_report(&command, &report, &fault);
    if (fault.status != OK)
        status = complain(&fault, 2);
    else if (!status && !file_is_stdout(command.out))
        text_print(stdout, "%s: %s\n", command.plot ? "Plot" : "Report", command.out);
    for (size_t i = 0; i < command.count; i++)
        results_free(&results[i]);
    free(results);
    return status;
}
