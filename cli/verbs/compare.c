/* gpubench compare: whether a program has become slower; or what two results files say of that. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/parse.h"
#include "base/text.h"
#include "cli/chosen.h"
#include "cli/complain.h"
#include "cli/gate.h"
#include "cli/interrupt.h"
#include "cli/passed.h"
#include "cli/terminal.h"
#include "reports/json/accepted.h"
#include "reports/json/comparison_file.h"
#include "reports/json/foreign.h"
#include "reports/json/results_file.h"
#include "reports/table/comparison.h"
#include "reports/table/markdown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Options of a run that are not the user's here. */
static const char *const ours[] = {"out",      "header",      "samples",   "blocks",
                                   "ceilings", "verify-only", "objective", "help"};

struct command {
    struct gate_options gate;
    const char *file[2]; /* results files instead */
    size_t files;
    const char *json, *markdown, *annotations, *accepted;
    const char *reader, *time; /* of what commands write, and which time of it; or NULL */
    bool commands;             /* the two are those of a shell */
    bool strict;               /* what is not known to be as fast is a status of its own */
};

/* What commands may write: how its times are read, and its other ones. */
static const struct reader {
    const char *name;
    enum status (*read)(struct results *results, const char *path, struct fault *fault);
    enum status (*read_cpu)(struct results *results, const char *path, struct fault *fault); /* NULL: it has none */
} readers[] = {{"gpubench", results_load, NULL},
               {"gbench", google_benchmark_load, google_benchmark_load_cpu},
               {"nvbench", nvbench_load, nvbench_load_cpu}};

/* Where a project has them; without that file nothing is accepted. */
static const char accepted_here[] = "ci/accepted.json";

static int usage(const char *problem)
{
    text_print(
        stderr,
        "gpubench: compare: %s; usage: gpubench compare --run BASE NEW --configs FILE [--strict] [OPTION...], or "
        "--suite NAME for a search by BASE before; or --run-cmd 'BASE {out}' 'NEW {out}' --reader gbench|nvbench "
        "[--time cpu|real]; "
        "or gpubench compare BASE.json NEW.json; or --static BASE NEW, without a GPU\n",
        problem);
    return 2;
}

/* An option of ours that has a value, mostly a file's name: where it is kept; NULL for others. */
static const char **file_of(struct command *command, const char *word)
{
    return passed_is(word, "configs")       ? &command->gate.configs
           : passed_is(word, "json")        ? &command->json
           : passed_is(word, "markdown")    ? &command->markdown
           : passed_is(word, "annotations") ? &command->annotations
           : passed_is(word, "accepted")    ? &command->accepted
           : passed_is(word, "reader")      ? &command->reader
           : passed_is(word, "time")        ? &command->time
                                            : NULL;
}

static int refuse_budget(const char *text)
{
    text_print(stderr, "gpubench: compare: --budget takes a time (60s, 5m, 1h) for all of it, not '%s'\n", text);
    return 2;
}

static int parse(struct command *command, int argc, char **argv)
{
    struct gate_options *gate = &command->gate;
    *command = (struct command){.gate = {.seed = 1, .stop = &interrupted}};
    for (int i = 1; i < argc;) {
        const int left = argc - i;
        const char **file = file_of(command, argv[i]);
        if (!strcmp(argv[i], "--run") || !strcmp(argv[i], "--run-cmd")) {
            if (left < 3 || gate->base)
                return usage("--run takes two programs, --run-cmd two commands, and one of them is enough");
            command->commands = argv[i][strlen("--run")];
            gate->base = argv[i + 1];
            gate->new = argv[i + 2];
            i += 3;
        } else if (!strcmp(argv[i], "--strict")) {
            command->strict = true;
            i++;
        } else if (file) {
            const char *equals = strchr(argv[i], '=');
            if (!equals && left < 2)
                return usage("what an option takes is missing");
            *file = equals ? equals + 1 : argv[i + 1];
            i += equals ? 1 : 2;
        } else if (passed_is(argv[i], "budget")) {
            const char *equals = strchr(argv[i], '=');
            if (!equals && left < 2)
                return usage("what an option takes is missing");
            const char *text = equals ? equals + 1 : argv[i + 1];
            uint64_t count = 0;
            if (!parse_budget(text, &gate->budget_seconds, &count))
                return refuse_budget(text);
            if (count) /* which a search alone has */
                passed_take(&gate->search, left, argv + i);
            i += equals ? 1 : 2;
        } else if (argv[i][0] == '-') {
            struct passed *passed = passed_everywhere(argv[i]) ? &command->gate.both : &command->gate.search;
            const int taken = passed_take(passed, left, argv + i);
            if (!taken)
                return usage("too many options");
            i += taken;
        } else if (command->files < 2) {
            command->file[command->files++] = argv[i++];
        } else {
            return usage("too many files");
        }
    }
    return 0;
}

static int check_run(const struct command *command)
{
    const struct gate_options *gate = &command->gate;
    const bool suite = passed_said(&command->gate.both, "suite", NULL);
    if (command->files)
        return usage("it takes two programs (--run) or two files");
    if (command->reader || command->time)
        return usage("--reader and --time are of --run-cmd");
    for (size_t i = 0; i < command->gate.search.count; i++)
        for (size_t o = 0; o < sizeof ours / sizeof *ours; o++)
            if (passed_is(command->gate.search.argument[i], ours[o])) {
                text_print(stderr, "gpubench: compare: it says itself what --%s is; leave it out\n", ours[o]);
                return 2;
            }
    if (gate->configs && command->gate.search.count) {
        text_print(stderr, "gpubench: compare: %s is of a search, and --configs says what is measured\n",
                   command->gate.search.argument[0]);
        return 2;
    }
    return gate->configs || suite ? 0 : usage("neither --configs nor --suite is there");
}

/* How what commands write is read; 2, and a line, if it cannot be. */
static int choose_reader(struct command *command)
{
    const char *name = command->reader ? command->reader : readers[0].name, *time = command->time;
    const struct reader *reader = readers, *end = readers + sizeof readers / sizeof *readers;
    while (reader < end && strcmp(reader->name, name))
        reader++;
    if (reader == end)
        text_print(stderr, "gpubench: compare: --reader %s: expected gpubench, gbench or nvbench\n", name);
    else if (time && !reader->read_cpu)
        text_print(stderr, "gpubench: compare: --time is of --reader gbench or nvbench\n");
    else if (time && strcmp(time, "real") && strcmp(time, "cpu"))
        text_print(stderr, "gpubench: compare: --time %s: expected cpu or real\n", time);
    else
        command->gate.read = time && !strcmp(time, "cpu") ? reader->read_cpu : reader->read;
    return command->gate.read ? 0 : 2;
}

/* Whether no other option is there. */
static bool is_time_limit(const struct passed *passed)
{
    for (size_t i = 0; i < passed->count; i += strchr(passed->argument[i], '=') ? 1 : 2)
        if (!passed_is(passed->argument[i], "time-limit"))
            return false;
    return true;
}

/* Commands measure what they measure: nothing of a run is told to them. */
static int check_commands(struct command *command)
{
    struct gate_options *gate = &command->gate;
    const char *const written[] = {gate->base, gate->new};
    const char *limit = passed_said(&gate->both, "time-limit", NULL);
    double seconds;
    if (command->files || gate->configs || gate->search.count || !is_time_limit(&gate->both))
        return usage("--run-cmd takes two commands, --reader, --time, --json, --markdown, --annotations, --accepted, "
                     "--budget, --time-limit and --strict alone");
    if (limit && !parse_seconds(limit, false, &seconds)) {
        text_print(stderr, "gpubench: compare: --time-limit takes seconds (10, 0.5s, 2m), not '%s'\n", limit);
        return 2;
    }
    for (size_t i = 0; i < 2; i++)
        if (!strstr(written[i], "{out}")) {
            text_print(stderr,
                       "gpubench: compare: --run-cmd: no {out} in \"%s\"; it stands for the file that it writes\n",
                       written[i]);
            return 2;
        }
    return choose_reader(command);
}

static int check_files(const struct command *command)
{
    if (command->files != 2)
        return usage("--run is missing, or two results files");
    return command->gate.configs || command->accepted || command->reader || command->time ||
                   command->gate.budget_seconds > 0 || command->gate.search.count + command->gate.both.count
               ? usage("options are of --run")
               : 0;
}

/* A file that is to be written: none of those that are read, nor one that cannot be. */
static int output_check(const struct command *command, const char *option, const char *path)
{
    struct fault fault = {0};
    const char *const read[] = {command->gate.configs, command->file[0],  command->file[1],
                                command->gate.base,    command->gate.new, command->accepted};
    if (!path)
        return 0;
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        if (read[i] && file_same(path, read[i])) {
            text_print(stderr, "gpubench: compare: --%s %s is one of the files that are read; name another\n", option,
                       path);
            return 2;
        }
    return results_writable(path, &fault) == OK ? 0 : complain(&fault, 2);
}

static int check(struct command *command)
{
    int status = command->commands    ? check_commands(command)
                 : command->gate.base ? check_run(command)
                                      : check_files(command);
    if (!status)
        status = output_check(command, "json", command->json);
    if (!status)
        status = output_check(command, "markdown", command->markdown);
    return status ? status : output_check(command, "annotations", command->annotations);
}

/* ---- what was accepted ---- */

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

/* Accepts what the file says; without a comparison the file is read and no more. */
static int accept_all(const struct command *command, struct comparison *comparison)
{
    struct acceptance acceptance = {command->accepted ? command->accepted : accepted_here, comparison, ""};
    struct fault fault = {0};
    const time_t now = time(NULL);
    struct tm day;
    strftime(acceptance.today, sizeof acceptance.today, "%Y-%m-%d", gmtime_r(&now, &day));
    if (!command->accepted && access(accepted_here, F_OK))
        return 0;
    return accepted_load(acceptance.file, accept_one, &acceptance, &fault) == OK ? 0 : complain(&fault, 2);
}

static enum status compare_files(const struct command *command, struct comparison *comparison, struct fault *fault)
{
    struct results base, new;
    enum status status = results_load(&base, command->file[0], fault);
    *comparison = (struct comparison){0};
    if (status != OK)
        return status;
    status = results_load(&new, command->file[1], fault);
    if (status == OK)
        status = comparison_of_files(comparison, &base, &new, fault);
    results_free(&base);
    results_free(&new);
    return status;
}

/* What `print` prints, as a file; nothing without a path. */
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

static enum status save(const struct command *command, const struct comparison *comparison, struct fault *fault)
{
    enum status status = command->json ? comparison_save(comparison, command->json, fault) : OK;
    if (status == OK)
        status = save_text(comparison_markdown, comparison, command->markdown, fault);
    return status == OK ? save_text(comparison_annotate, comparison, command->annotations, fault) : status;
}

/* Standard output has the table, but where --json, --markdown or --annotations is to have it. */
static bool has_table(const struct command *command)
{
    const char *outputs[] = {command->json, command->markdown, command->annotations};
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
        return 1; /* however many they are */
    return strict && comparison_unknown(comparison) ? 4 : 0;
}

int verb_compare(const struct registry *registry, int argc, char **argv)
{
    struct command command;
    struct comparison comparison;
    struct compute_device device;
    struct fault fault = {0};
    (void)registry;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--static"))
            return verb_compare_static(argc, argv);
    int status = parse(&command, argc, argv);
    if (!status)
        status = check(&command);
    if (status)
        return status;
    if (!command.files && accept_all(&command, NULL))
        return 2;
    if (!command.files && !command.commands) {
        const char *number = passed_said(&command.gate.both, "device", NULL);
        const struct options chosen = {.backend = passed_said(&command.gate.both, "backend", "auto"),
                                       .device = number ? strtoull(number, NULL, 10) : NO_NUMBER};
        status = chosen_device(&chosen, &device);
        command.gate.device = &device;
    }
    if (status)
        return status;
    catch_interrupts();
    const enum status ran =
        command.files ? compare_files(&command, &comparison, &fault) : gate_run(&command.gate, &comparison, &fault);
    if (ran == OK && !command.files)
        accept_all(&command, &comparison); /* what it has was read before */
    if (ran == OK && has_table(&command)) {
        struct screen screen;
        screen_open(&screen);
        comparison_print(screen.file, &comparison, &screen.page);
        screen_close(&screen);
    }
    status = interrupted ? 130 : ran != OK ? complain(&fault, 2) : exit_status(&comparison, command.strict);
    if (ran == OK && save(&command, &comparison, &fault) != OK)
        status = complain(&fault, 2);
    comparison_free(&comparison);
    return status;
}
