#include "regress/static.h"

#include "base/memory.h"
#include "base/text.h"
#include "regress/arm.h"
#include "reports/json/results_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct compiled_side {
    const struct static_options *options;
    const char *program, *architecture;
    char folder[512], log[540], out[540]; /* a folder of this run, and files in it */
};

static enum status run(const struct compiled_side *side, struct fault *fault)
{
    const struct static_options *options = side->options;
    struct compute_name backend;
    size_t count = 0;
    struct fault ran = {0};
    int ended;
    if (compute_name_target(side->architecture, &backend, fault) != OK)
        return INVALID;
    const char **arguments = allocate((options->options.count + 4) * sizeof *arguments);
    arguments[count++] = "--backend";
    arguments[count++] = backend.text;
    arguments[count++] = "--out";
    arguments[count++] = side->out;
    for (size_t i = 0; i < options->options.count; i++)
        arguments[count++] = options->options.argument[i];
    const enum status status =
        arm_run(side->program, arguments, count, INFINITY, side->log, options->stop, &ended, &ran);
    free(arguments);
    return status == OK ? OK : fail(fault, status, "compare: %s: %s", side->program, ran.text);
}

/* What a program makes of the options for an architecture. */
static enum status compile(const struct static_options *options, const char *program, const char *architecture,
                           struct results *results, struct fault *fault)
{
    struct compiled_side side = {.options = options, .program = program, .architecture = architecture};
    *results = (struct results){0};
    if (*options->stop)
        return fail(fault, INVALID, "compare: interrupted");
    if (arm_folder(side.folder, sizeof side.folder, fault) != OK)
        return INVALID;
    snprintf(side.log, sizeof side.log, "%s/log", side.folder);
    snprintf(side.out, sizeof side.out, "%s/results.json", side.folder);
    text_print(stderr, "gpubench: compare: %s compiles for %s\n", program, architecture);
    enum status status = run(&side, fault);
    if (status == OK && access(side.out, F_OK))
        status = fail(fault, INVALID, "compare: %s: it wrote no results; is it a gpubench?", program);
    if (status == OK) {
        arm_tell_left_out(side.log, side.program);
        status = results_load(results, side.out, fault);
    }
    char journal[560];
    snprintf(journal, sizeof journal, "%s.journal", side.out); /* of a program that died */
    unlink(journal);
    unlink(side.out);
    unlink(side.log);
    rmdir(side.folder);
    return status;
}

enum status static_run(const struct static_options *options, const char *architecture,
                       struct static_comparison *comparison, struct fault *fault)
{
    struct results base, new = {0};
    *comparison = (struct static_comparison){0};
    enum status status = compile(options, options->base, architecture, &base, fault);
    if (status == OK)
        status = compile(options, options->new, architecture, &new, fault);
    if (status == OK)
        status = static_comparison_make(comparison, &base, &new, fault);
    results_free(&base);
    results_free(&new);
    return status;
}
