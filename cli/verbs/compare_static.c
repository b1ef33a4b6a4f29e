/* gpubench compare --static: what compiling alone tells of two programs, on a machine without a GPU. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/chosen.h"
#include "cli/complain.h"
#include "cli/gate_static.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "reports/json/results_file.h"
#include "reports/json/static_file.h"
#include "reports/table/static_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARCHITECTURES = 16 };

static const char default_architecture[] = "sm_90";

/* Options that are not the user's here: what is said of both programs is said by --static, or needs a GPU. */
static const char *const ours[] = {"backend",  "device",      "out",         "header",      "samples",
                                   "blocks",   "verify-only", "measure-all", "disassemble", "objective",
                                   "ceilings", "help",        "markdown",    "annotations", "accepted",
                                   "strict",   "run",         "run-cmd",     "reader"};

struct command {
    struct gate_static_options gate;
    char *architectures; /* between commas, of which each is ended by a zero */
    const char *architecture[MAX_ARCHITECTURES];
    size_t count;
    const char *configs, *json;
    bool suite, strategy;
};

static int usage(const char *problem)
{
    text_print(stderr,
               "gpubench: compare: %s; usage: gpubench compare --static BASE NEW [--arch sm_90[,sm_80]] --configs FILE "
               "[--json FILE] [OPTION...], or --suite NAME for a pairwise cover\n",
               problem);
    return 2;
}

static int take_architectures(struct command *command, const char *list)
{
    command->architectures = allocate_text(list);
    for (char *rest = command->architectures, *word; (word = strsep(&rest, ","));) {
        if (!*word || command->count == MAX_ARCHITECTURES)
            return usage("--arch takes up to 16 architectures between commas, as sm_90,sm_80");
        command->architecture[command->count++] = word;
    }
    return 0;
}

/* Takes an option with its value: ours, or one that both programs are given. */
static int take(struct command *command, char *option, char *value)
{
    const char *equals = strchr(option, '=');
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (passed_is(option, ours[i])) {
            text_print(stderr, "gpubench: compare: --static says itself what --%s is, or has none; leave it out\n",
                       ours[i]);
            return 2;
        }
    if (passed_is(option, "arch"))
        return command->count ? usage("--arch is there twice")
                              : take_architectures(command, equals ? equals + 1 : value);
    if (passed_is(option, "json")) {
        command->json = equals ? equals + 1 : value;
        return 0;
    }
    if (passed_is(option, "configs"))
        command->configs = equals ? equals + 1 : value;
    command->suite = command->suite || passed_is(option, "suite");
    command->strategy = command->strategy || passed_is(option, "strategy");
    return passed_take(&command->gate.options, 2, (char *[]){option, value}) ? 0 : usage("too many options");
}

static int parse(struct command *command, int argc, char **argv)
{
    struct gate_static_options *gate = &command->gate;
    gate->stop = &interrupted;
    for (int i = 1, status; i < argc;) {
        const int left = argc - i;
        if (!strcmp(argv[i], "--static")) {
            if (left < 3 || gate->base || argv[i + 1][0] == '-' || argv[i + 2][0] == '-')
                return usage("--static takes two programs, once");
            gate->base = argv[i + 1];
            gate->new = argv[i + 2];
            i += 3;
            continue;
        }
        const int arguments = strcmp(argv[i], "--json") ? passed_arguments(argv[i]) : 2; /* ours is a file */
        if (argv[i][0] != '-')
            return usage("it takes two programs and options");
        if (arguments > left)
            return usage("what an option takes is missing");
        status = take(command, argv[i], argv[i + 1]);
        if (status)
            return status;
        i += arguments;
    }
    return 0;
}

static int check(struct command *command)
{
    struct fault fault = {0};
    if (!command->configs && !command->suite)
        return usage("neither --configs nor --suite is there");
    if (!command->count)
        command->architecture[command->count++] = default_architecture;
    if (!command->configs && !command->strategy) {
        static char pairwise[] = "--strategy=pairwise";
        if (!passed_take(&command->gate.options, 1, (char *[]){pairwise}))
            return usage("too many options");
    }
    if (!command->json)
        return 0;
    const char *const read[] = {command->configs, command->gate.base, command->gate.new};
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        if (read[i] && file_same(command->json, read[i])) {
            text_print(stderr, "gpubench: compare: --json %s is one of the files that are read; name another\n",
                       command->json);
            return 2;
        }
    return results_writable(command->json, &fault) == OK ? 0 : complain(&fault, 2);
}

/* Whether there is an NVRTC that compiles for all of them. */
static int check_architectures(const struct command *command)
{
    int status = 0;
    for (size_t i = 0; i < command->count && !status; i++) {
        struct compute_device device;
        char backend[64];
        snprintf(backend, sizeof backend, "nvrtc:%.40s", command->architecture[i]);
        status = chosen_device(&(struct options){.backend = backend, .device = NO_NUMBER}, &device);
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
        ran = gate_static(&command->gate, command->architecture[i], &comparison[i], &fault);
        if (ran == OK && !interrupted && has_table) {
            struct screen screen;
            screen_open(&screen);
            fputs(i ? "\n" : "", screen.file);
            static_table_print(screen.file, &comparison[i], &screen.page);
            screen_close(&screen);
            fflush(stdout); /* before what is said of the next one */
        }
    }
    int status = interrupted ? 130 : ran != OK ? complain(&fault, 2) : exit_status(comparison, command->count);
    if (ran == OK && !interrupted && command->json &&
        static_file_save(comparison, command->count, command->json, &fault) != OK)
        status = complain(&fault, 2);
    for (size_t i = 0; i < command->count; i++)
        static_comparison_free(&comparison[i]);
    free(comparison);
    return status;
}

int verb_compare_static(int argc, char **argv)
{
    struct command command = {0};
    int status = parse(&command, argc, argv);
    if (!status)
        status = check(&command);
    if (!status)
        status = check_architectures(&command);
    if (!status) {
        catch_interrupts();
        status = run(&command);
    }
    free(command.architectures);
    return status;
}
