#include "regress/side.h"

#include "regress/shell.h"
#include "regress/variant.h"
#include "reports/json/foreign.h"
#include "reports/json/results_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = MAX_PASSED + 20 };  /* more than a command line passes on */
enum { FOUND_WRONG = 1, WRONG_USAGE = 2 }; /* exit statuses of gpubench */

struct arguments {
    const char *argument[MAX_ARGUMENTS];
    size_t count;
};

static void add(struct arguments *arguments, const char *const *more, size_t count)
{
    for (size_t i = 0; i < count && arguments->count < MAX_ARGUMENTS; i++)
        arguments->argument[arguments->count++] = more[i];
}

void side_remove(const char *results)
{
    char journal[560];
    snprintf(journal, sizeof journal, "%s.journal", results);
    unlink(results);
    unlink(journal);
}

static enum status run_command(const struct side *side, double limit_seconds, int *ended, struct fault *fault)
{
    FREED char *command = shell_fill(side->written, "{out}", side->out);
    const char *const arguments[] = {"-c", command};
    return variant_run("sh", arguments, 2, limit_seconds, side->log, side->stop, ended, fault);
}

static enum status run_program(const struct side *side, const char *fixed, double limit_seconds, int *ended,
                               struct fault *fault)
{
    const char *const own[] = {"--configs", fixed, "--blocks", "1", "--ceilings", "off", "--out", side->out};
    const char *const defaults = "--defaults";
    struct arguments list = {.count = 0};
    add(&list, own, sizeof own / sizeof *own);
    add(&list, side->passed->argument, side->passed->count);
    add(&list, &defaults, side->defaults);
    return variant_run(side->written, list.argument, list.count, limit_seconds, side->log, side->stop, ended, fault);
}

static enum status read_results(const struct side *side, struct results *results, struct fault *fault)
{
    const bool program = !side->read;
    struct fault told = {0};
    if (access(side->out, F_OK))
        return fail(fault, INVALID, "%s",
                    program ? "it wrote no results; is it a gpubench?"
                            : "it did not write the file that stands for {out}");
    if ((program ? results_load : side->read)(results, side->out, &told) == OK)
        return OK;
    const size_t file = strlen(side->out); /* the folder is removed before the message is read */
    const bool begins = !strncmp(told.text, side->out, file);
    const char *reader = side->read == results_load ? foreign_reader(side->out) : NULL;
    return fail(fault, INVALID, "what it wrote%s%s%s%s%s", program ? "" : " to {out}",
                begins ? told.text + file : told.text, reader ? "; is it --reader " : "", reader ? reader : "",
                reader ? "?" : "");
}

/* The outcome of a process that has ended: its results, or the reason for having none. */
static enum status take_end(const struct side *side, enum status status, int ended, struct results *results,
                            struct fault *fault)
{
    const bool gpubench = !side->read || side->read == results_load;
    if (status == CRASHED && gpubench && ended == WRONG_USAGE) {
        if (strstr(fault->text, "unknown option '--configs'"))
            snprintf(fault->text, sizeof fault->text,
                     "it knows no --configs: it is from before that; take a newer one");
        return INVALID;
    }
    if (status != OK)
        return status;
    if (ended && !gpubench)
        return variant_exited(ended, side->log, fault);
    status = read_results(side, results, fault);
    if (status == OK || ended != FOUND_WRONG)
        return status;
    *fault = (struct fault){0};
    return variant_exited(ended, side->log, fault);
}

enum status side_run(struct side *side, const char *fixed, double limit_seconds, struct block *block,
                     struct fault *fault)
{
    struct fault told = {0};
    int ended;
    *block = (struct block){0};
    side_remove(side->out);
    enum status status = side->read ? run_command(side, limit_seconds, &ended, &told)
                                    : run_program(side, fixed, limit_seconds, &ended, &told);
    status = take_end(side, status, ended, &block->results, &told);
    if (status == INVALID)
        return fail(fault, INVALID, "compare: %.300s: %s", side->written, told.text);
    if (status != OK) {
        block_fail(block, status, told.text);
        return OK;
    }
    if (side->reports_left_out)
        variant_report_configs(side->log, side->written);
    side->reports_left_out = false;
    if (side->defaults)
        results_forget_spaces(&block->results); /* rows get the problem of the base */
    return OK;
}

enum status side_search(const struct side *side, const struct passed *options, double budget_seconds,
                        const char *configs, double limit_seconds, struct fault *fault)
{
    char budget[32];
    const char *const own[] = {"--out", configs, "--budget", budget};
    struct arguments list = {.count = 0};
    struct fault told = {0};
    int ended;
    snprintf(budget, sizeof budget, "%.3gs", budget_seconds);
    add(&list, own, budget_seconds > 0 ? 4 : 2);
    add(&list, side->passed->argument, side->passed->count);
    add(&list, options->argument, options->count);
    enum status status =
        variant_run(side->written, list.argument, list.count, limit_seconds, side->log, side->stop, &ended, &told);
    if (status == OK && access(configs, F_OK))
        status = fail(&told, INVALID, "it wrote no results; is it a gpubench?");
    return status == OK ? OK : fail(fault, INVALID, "compare: %.300s: %s", side->written, told.text);
}
