/* gpubench compare: whether a program has become slower; or whether two results files indicate it. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/options/table.h"
#include "base/text.h"
#include "cli/gate.h"
#include "cli/output.h"
#include "cli/report_fault.h"
#include "cli/run/device.h"
#include "cli/run/interrupt.h"
#include "cli/terminal.h"
#include "reports/compare/comparison.h"
#include "reports/json/comparison_file.h"
#include "reports/json/foreign.h"
#include "reports/json/results_file.h"
#include "reports/table/compared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Formats of commands' output: functions that read its times, and its other figures. */
static const struct reader {
    enum status (*read)(struct results *results, const char *path, struct fault *fault);
    enum status (*read_cpu)(struct results *results, const char *path, struct fault *fault); /* NULL: there are none */
} readers[] = {[READER_NONE] = {results_load, NULL},
               [READER_GPUBENCH] = {results_load, NULL},
               [READER_GBENCH] = {google_benchmark_load, google_benchmark_load_cpu},
               [READER_NVBENCH] = {nvbench_load, nvbench_load_cpu}};

/* The default file of a project; without it nothing is accepted. */
static const char accepted_here[] = "ci/accepted.json";

/* ---- combinations of options ---- */

/* A first search needs a count as its budget; otherwise it is a time. */
static int check_budget(const struct options *options)
{
    const bool search = options->form == FORM_COMPARE_RUN;
    if (!options->budget.count || (search && !options->configs))
        return 0;
    text_print(stderr, "gpubench: compare: --budget takes a time (60s, 5m, 1h) for all of it%s\n",
               search ? ": a number is of a search, and --configs says what is measured" : "");
    return 2;
}

static int check_run(const struct options *options)
{
    if (options->configs || options->suites)
        return check_budget(options);
    fputs("gpubench: compare: neither --configs nor --suite is there\n", stderr);
    return 2;
}

/* Commands choose what they measure: options of a run are refused. */
static int check_commands(const struct options *options)
{
    for (size_t i = 0; i < 2; i++)
        if (!strstr(options->pair[i], "{out}")) {
            text_print(stderr,
                       "gpubench: compare: --run-cmd: no {out} in \"%s\"; it stands for the file that it writes\n",
                       options->pair[i]);
            return 2;
        }
    if (!options->time || readers[options->reader].read_cpu)
        return check_budget(options);
    fputs("gpubench: compare: --time is of --reader gbench or nvbench\n", stderr);
    return 2;
}

/* Checks output files: different from input files, and writable. */
static int check_outputs(const struct options *options)
{
    const char *const written[][2] = {
        {"--json", options->json_file}, {"--markdown", options->markdown}, {"--annotations", options->annotations}};
    const bool files = options->form == FORM_COMPARE;
    const char *const read[] = {options->configs,
                                options->pair[0],
                                options->pair[1],
                                options->accepted,
                                files ? options->word[0] : NULL,
                                files ? options->word[1] : NULL};
    int status = 0;
    for (size_t i = 0; i < sizeof written / sizeof *written && !status; i++)
        status = output_check_made("compare", written[i][0], written[i][1], read, sizeof read / sizeof *read);
    return status;
}

static int check(const struct options *options)
{
    const int status = options->form == FORM_COMPARE_COMMANDS ? check_commands(options)
                       : options->form == FORM_COMPARE_RUN    ? check_run(options)
                                                              : 0;
    return status ? status : check_outputs(options);
}

/* ---- accepted changes ---- */

struct acceptance {
    const char *file;
    struct comparison *comparison;
    char today[16];
};

static void accept_one(void *user, const struct accepted *accepted)
{
    const struct acceptance *acceptance = user;
    if (!acceptance->comparison)
        return;
    if (strcmp(accepted->until, acceptance->today) >= 0)
        comparison_accept(acceptance->comparison, accepted->name, accepted->most, accepted->reason);
    else
        text_print(stderr,
                   "gpubench: compare: %s: what it accepts of %s ended on %s: take it out, or say why it goes on\n",
                   acceptance->file, accepted->name, accepted->until);
}

/* Accepts the changes listed in the file; without a comparison only reads it. */
static int accept_all(const struct options *options, struct comparison *comparison)
{
    struct acceptance acceptance = {options->accepted ? options->accepted : accepted_here, comparison, ""};
    struct fault fault = {0};
    const time_t now = time(NULL);
    struct tm day;
    strftime(acceptance.today, sizeof acceptance.today, "%Y-%m-%d", gmtime_r(&now, &day));
    if (!options->accepted && access(accepted_here, F_OK))
        return 0;
    return accepted_load(acceptance.file, accept_one, &acceptance, &fault) == OK ? 0 : report_fault(&fault, 2);
}

static enum status compare_files(const struct options *options, struct comparison *comparison, struct fault *fault)
{
    struct results base, new;
    enum status status = results_load(&base, options->word[0], fault);
    *comparison = (struct comparison){0};
    if (status != OK)
        return status;
    status = results_load(&new, options->word[1], fault);
    if (status == OK)
        status =
            (options->across_devices ? comparison_of_devices : comparison_of_files)(comparison, &base, &new, fault);
    results_free(&base);
    results_free(&new);
    return status;
}

/* Writes the output of `print` to a file; does nothing without a path. */
static enum status save_text(void (*print)(FILE *file, const struct comparison *comparison),
                             const struct comparison *comparison, const char *path, struct fault *fault)
{
    char *text = NULL;
    size_t size;
    FILE *file = path ? open_memstream(&text, &size) : NULL;
    if (!file)
        return OK;
    print(file, comparison);
    fclose(file);
    const enum status status = file_save(path, text, size, fault);
    free(text);
    return status;
}

static enum status save(const struct options *options, const struct comparison *comparison, struct fault *fault)
{
    enum status status = options->json_file ? comparison_save(comparison, options->json_file, fault) : OK;
    if (status == OK)
        status = save_text(comparison_markdown, comparison, options->markdown, fault);
    return status == OK ? save_text(comparison_annotate, comparison, options->annotations, fault) : status;
}

/* Whether standard output gets the table: not with --json, --markdown or --annotations to it. */
static bool has_table(const struct options *options)
{
    const char *outputs[] = {options->json_file, options->markdown, options->annotations};
    bool table = true;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        table = table && !(outputs[i] && file_is_stdout(outputs[i]));
    return table;
}

static int exit_status(const struct comparison *comparison, bool strict)
{
    size_t compared = 0;
    if (comparison->invalid)
        return 3;
    for (enum verdict verdict = 0; verdict < VERDICT_GONE; verdict++)
        compared += comparison_count(comparison, verdict);
    if (!compared) {
        fputs("gpubench: compare: nothing was compared; is there a row that both sides measure?\n", stderr);
        return 2;
    }
    if (comparison_worse(comparison))
        return 1; /* of any number */
    return strict && comparison_unknown(comparison) ? 4 : 0;
}

/* Compares two programs, or commands. */
static enum status compare_run(const struct options *options, struct gate_options *gate, struct comparison *comparison,
                               struct fault *fault)
{
    static const char budget[] = "--budget";
    const struct reader *reader = &readers[options->reader];
    gate->base = options->pair[0];
    gate->new = options->pair[1];
    gate->configs = options->configs;
    gate->budget_seconds = options->budget.seconds;
    gate->time_limit = options->time_limit;
    if (options->form == FORM_COMPARE_COMMANDS) {
        gate->read = options->time == TIME_CPU ? reader->read_cpu : reader->read;
        return gate_run(gate, comparison, fault);
    }
    gate->both.count = options_words(options, 0, OF_SEARCH, gate->both.argument, 2 * MAX_GIVEN);
    gate->search.count = options_words(options, OF_SEARCH, 0, gate->search.argument, 2 * MAX_GIVEN);
    if (options->budget.count) {
        gate->search.argument[gate->search.count++] = budget;
        gate->search.argument[gate->search.count++] = options_text_of(options, budget);
    }
    return gate_run(gate, comparison, fault);
}

int verb_compare(UNNEEDED const struct registry *registry, struct options *options)
{
    const bool programs = options->form == FORM_COMPARE_RUN, files = options->form == FORM_COMPARE;
    struct comparison comparison;
    struct compute_device device;
    struct gate_options gate = {.seed = 1, .stop = &interrupted, .device = programs ? &device : NULL};
    struct fault fault = {0};
    int status = check(options);
    if (!status && !files)
        status = accept_all(options, NULL);
    if (!status && programs)
        status = device_chosen(options, &device);
    if (status)
        return status;
    catch_interrupts();
    const enum status ran =
        files ? compare_files(options, &comparison, &fault) : compare_run(options, &gate, &comparison, &fault);
    if (ran == OK && !files)
        accept_all(options, &comparison); /* the file was checked before */
    if (ran == OK && has_table(options)) {
        struct screen screen;
        screen_open(&screen);
        comparison_print(screen.file, &comparison, &screen.page);
        screen_close(&screen);
    }
    status = interrupted ? 130 : ran != OK ? report_fault(&fault, 2) : exit_status(&comparison, options->strict);
    if (ran == OK && save(options, &comparison, &fault) != OK)
        status = report_fault(&fault, 2);
    comparison_free(&comparison);
    return status;
}
