/* gpubench import: converts files of other tuners and benchmarks into one results file. */
#include "cli/verbs/verbs.h"

#include "base/text.h"
#include "cli/output.h"
#include "cli/report_fault.h"
#include "cli/run/resume.h"
#include "reports/history/history.h"
#include "reports/json/results_file.h"
#include "reports/json/space_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* The date of a file without one: its modification time. */
static void date_by_file(struct run_context *context, const char *path)
{
    struct stat about;
    struct tm local;
    time_t moment;
    if (!history_moment(context->date, &moment) && !stat(path, &about) && localtime_r(&about.st_mtime, &local))
        strftime(context->date, sizeof context->date, "%Y-%m-%dT%H:%M:%S%z", &local);
}

static bool has_problem(const struct results *results, const char *name)
{
    for (size_t p = 0; p < results->problem_count; p++)
        if (!strcmp(results->problems[p].name, name))
            return true;
    return false;
}

/* Whether two files fit into one results file: the same device, different problems. */
static enum status check(const struct results *all, const struct results *more, const char *first, const char *path,
                         struct fault *fault)
{
    const struct compute_device *a = &all->context.device, *b = &more->context.device;
    if (strcmp(a->name, b->name) || strcmp(a->backend, b->backend))
        return fail(fault, INVALID, "%s is of '%s' (%s) and %s of '%s' (%s): import each by itself", first, a->name,
                    a->backend, path, b->name, b->backend);
    for (size_t p = 0; p < more->problem_count; p++)
        if (has_problem(all, more->problems[p].name))
            return fail(fault, INVALID, "%s: %s is in a file before it, too: import each by itself", path,
                        more->problems[p].name);
    return OK;
}

static enum status add_file(struct results *all, const char *first, const char *path, struct fault *fault)
{
    FREED_BY(results_free) struct results more;
    if (import_load(&more, path, fault) != OK)
        return INVALID;
    date_by_file(&more.context, path);
    if (!all->problem_count)
        all->context = more.context;
    else if (check(all, &more, first, path, fault) != OK)
        return INVALID;
    results_move(all, &more);
    return OK;
}

static int save(struct results *all, const struct options *options)
{
    struct fault fault = {0};
    struct run_context *context = &all->context;
    size_t timed = 0;
    for (size_t i = 0; i < all->count; i++)
        timed += row_timed(&all->rows[i].result);
    snprintf(context->version, sizeof context->version, "%s", GPUBENCH_VERSION);
    snprintf(context->commit, sizeof context->commit, "%s", options->commit ? options->commit : "");
    if ((!options->overwrite && check_lost(options->out, all, timed > 0, &fault) != OK) ||
        results_save(all, options->out, &fault) != OK)
        return report_fault(&fault, 2);
    text_print(stdout, "Results: %s: %zu problem%s, %zu rows, %zu with a time\n", options->out, all->problem_count,
               all->problem_count == 1 ? "" : "s", all->count, timed);
    return 0;
}

/* Writes only after all files were read. */
int verb_import(UNNEEDED const struct registry *registry, struct options *options)
{
    FREED_BY(results_free) struct results all = {0};
    struct fault fault = {0};
    if (!options->out) {
        fputs("gpubench: import: no -o: name the results file that is written\n", stderr);
        return 2;
    }
    int status = output_check("import", "-o", options->out, (const char *const *)options->word, options->words);
    for (size_t i = 0; i < options->words && !status; i++)
        if (add_file(&all, *options->word, options->word[i], &fault) != OK)
            status = report_fault(&fault, 2);
    return status ? status : save(&all, options);
}
