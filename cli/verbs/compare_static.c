/* gpubench compare --static: compares two programs by compilation only, on a machine without a GPU. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/report_fault.h"
#include "cli/run/device.h"
#include "cli/run/interrupt.h"
#include "cli/terminal.h"
#include "regress/static.h"
#include "reports/json/comparison_file.h"
#include "reports/table/compared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char default_architecture[] = "sm_90";

struct command {
    struct static_options gate;
    char *architectures; /* separated by commas, each replaced by a zero byte */
    const char *architecture[MAX_TARGETS];
    size_t count;
    const char *json;
};

/* Options for both programs: --configs, or a search, by default a pairwise cover. */
static int take(struct command *command, const struct options *options)
{
    struct passed *passed = &command->gate.options;
    const struct {
        const char *name, *text;
    } more[] = {{"--configs", options->configs},
                {"--budget", options_text_of(options, "--budget")},
                {"--strategy", options->configs || options->strategy ? NULL : "pairwise"}};
    if (!options->configs && !options->suites) {
        fputs("gpubench: compare: neither --configs nor --suite is there\n", stderr);
        return 2;
    }
    command->gate.base = options->pair[0];
    command->gate.new = options->pair[1];
    command->gate.stop = &interrupted;
    command->json = options->json_file;
    passed->count = options_words(options, 0, 0, passed->argument, 2 * MAX_GIVEN);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i].text) {
            passed->argument[passed->count++] = more[i].name;
            passed->argument[passed->count++] = more[i].text;
        }
    command->architectures = allocate_text(options->targets ? options->targets : default_architecture);
    for (char *rest = command->architectures, *word; (word = strsep(&rest, ","));)
        command->architecture[command->count++] = word;
    const char *const read[] = {options->configs, options->pair[0], options->pair[1]};
    return output_check_made("compare", "--json", command->json, read, sizeof read / sizeof *read);
}

/* Whether compilers for all architectures are present. */
static int check_architectures(const struct command *command)
{
    int status = 0;
    for (size_t i = 0; i < command->count && !status; i++) {
        struct compute_device device;
        struct compute_name backend;
        struct fault fault = {0};
        if (compute_name_target(command->architecture[i], &backend, &fault) == OK) {
            status = device_chosen(&(struct options){.backend = backend.text}, &device);
        } else {
            text_print(stderr, "gpubench: compare: --arch: %s\n", fault.text);
            status = 2;
        }
    }
    return status;
}

static int exit_status(const struct static_comparison *comparison, size_t count)
{
    size_t compared = 0;
    bool worse = false;
    for (size_t i = 0; i < count; i++) {
        compared += static_comparison_compared(&comparison[i]);
        worse = worse || static_comparison_worse(&comparison[i]);
    }
    if (worse)
        return 1;
    if (compared)
        return 0;
    fputs("gpubench: compare: nothing was compared; is there a row that both sides compile?\n", stderr);
    return 2;
}

static int run(const struct command *command)
{
    struct static_comparison *comparison = allocate(command->count * sizeof *comparison);
    struct fault fault = {0};
    enum status ran = OK;
    const bool has_table = !(command->json && file_is_stdout(command->json));
    for (size_t i = 0; i < command->count && ran == OK; i++) {
        ran = static_run(&command->gate, command->architecture[i], &comparison[i], &fault);
        if (ran == OK && !interrupted && has_table) {
            struct screen screen;
            screen_open(&screen);
            fputs(i ? "\n" : "", screen.file);
            static_table_print(screen.file, &comparison[i], &screen.page);
            screen_close(&screen);
            fflush(stdout); /* before messages about the next one */
        }
    }
    int status = interrupted ? 130 : ran != OK ? report_fault(&fault, 2) : exit_status(comparison, command->count);
    if (ran == OK && !interrupted && command->json &&
        static_file_save(comparison, command->count, command->json, &fault) != OK)
        status = report_fault(&fault, 2);
    for (size_t i = 0; i < command->count; i++)
        static_comparison_free(&comparison[i]);
    free(comparison);
    return status;
}

int verb_compare_static(UNNEEDED const struct registry *registry, struct options *options)
{
    struct command command = {.count = 0};
    int status = take(&command, options);
    if (!status)
        status = check_architectures(&command);
    if (!status) {
        catch_interrupts();
        status = run(&command);
    }
    free(command.architectures);
    return status;
}
