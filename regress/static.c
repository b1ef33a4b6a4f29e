#include "regress/static.h"

#include "base/text.h"
#include "regress/variant.h"
#include "reports/json/results_file.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* The results of a program with the options for an architecture. */
static enum status compile(const struct static_options *options, const char *program, const char *architecture,
                           struct results *results, struct fault *fault)
{
    char folder[512], log[540];
    struct compute_name backend;
    *results = (struct results){0};
    if (*options->stop)
        return fail(fault, INVALID, "compare: interrupted");
    if (compute_name_target(architecture, &backend, fault) != OK || variant_folder(folder, sizeof folder, fault) != OK)
        return INVALID;
    const struct passed passed = {{"--backend", backend.text}, 2};
    struct side side = {.written = program, .passed = &passed, .stop = options->stop, .log = log};
    snprintf(log, sizeof log, "%s/log", folder);
    snprintf(side.out, sizeof side.out, "%s/results.json", folder);
    text_print(stderr, "gpubench: compare: %s compiles for %s\n", program, architecture);
    enum status status = side_search(&side, &options->options, 0, side.out, INFINITY, fault);
    if (status == OK) {
        variant_report_configs(log, program);
        status = results_load(results, side.out, fault);
    }
    side_remove(side.out);
    unlink(log);
    rmdir(folder);
    return status;
}

enum status static_run(const struct static_options *options, const char *architecture,
                       struct static_comparison *comparison, struct fault *fault)
{
    FREED_BY(results_free) struct results base = {0}, new = {0};
    *comparison = (struct static_comparison){0};
    enum status status = compile(options, options->base, architecture, &base, fault);
    if (status == OK)
        status = compile(options, options->new, architecture, &new, fault);
    return status == OK ? static_comparison_make(comparison, &base, &new, fault) : status;
}
