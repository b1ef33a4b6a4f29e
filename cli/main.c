#include "cli/verbs/verbs.h"

#include "base/options/table.h"
#include "base/text.h"
#include "cli/registry.h"
#include "cli/report_fault.h"
#include "cli/run/settings.h"
#include "tuner/worker/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int (*const forms[FORMS])(const struct registry *registry, struct options *options) = {
    [FORM_RUN] = verb_run,
    [FORM_LIST] = verb_list,
    [FORM_LIST_CHECK] = verb_check,
    [FORM_LIST_TESTS] = verb_tests,
    [FORM_LIST_STRATEGIES] = verb_strategies,
    [FORM_HEADER] = verb_header,
    [FORM_HEADER_CHECK] = verb_header_check,
    [FORM_TABLE] = verb_table,
    [FORM_DEVICES] = verb_devices,
    [FORM_DEVICES_EXPORT] = verb_devices,
    [FORM_CACHE] = verb_cache,
    [FORM_CACHE_PRUNE] = verb_cache,
    [FORM_CACHE_EXPORT] = verb_cache_export,
    [FORM_CACHE_IMPORT] = verb_cache_import,
    [FORM_HISTORY_ADD] = verb_history,
    [FORM_HISTORY_CHECK] = verb_history,
    [FORM_HISTORY_SHOW] = verb_history,
    [FORM_SIMULATE] = verb_simulate,
    [FORM_TUNE] = verb_tune,
    [FORM_TUNE_SPEC] = verb_tune_spec,
    [FORM_TUNE_INIT] = verb_tune_init,
    [FORM_REPORT] = verb_report,
    [FORM_REPORT_PLOT] = verb_report,
    [FORM_MERGE] = verb_merge,
    [FORM_EXPORT] = verb_export,
    [FORM_EXPORT_LIST] = verb_export,
    [FORM_IMPORT] = verb_import,
    [FORM_COMPARE] = verb_compare,
    [FORM_COMPARE_RUN] = verb_compare,
    [FORM_COMPARE_COMMANDS] = verb_compare,
    [FORM_COMPARE_STATIC] = verb_compare_static,
};

/* Adds a verb's options to the registry: a folder of kernels, a spec. */
static enum status extend(struct registry *registry, const struct options *options, struct fault *fault)
{
    const char *arguments[MAX_REGISTRY + 1];
    if (options->form == FORM_TUNE || options->form == FORM_TUNE_SPEC)
        return OK; /* they make their own registry */
    arguments[options_words(options, TO_WORKERS, 0, arguments, MAX_REGISTRY)] = NULL;
    return *arguments ? registry_make(registry, arguments, fault) : OK;
}

static int run_verb(struct registry *registry, int argc, char **argv)
{
    struct options options;
    struct fault fault = {0};
    if (argc < 2) {
        options_usage();
        return 2;
    }
    const enum options_outcome outcome = settings_parse(&options, argc, argv, registry);
    if (outcome != OPTIONS_RUN)
        return outcome == OPTIONS_DONE ? 0 : 2;
    if (extend(registry, &options, &fault) != OK)
        return report_fault(&fault, 2);
    return forms[options.form](registry, &options);
}

/* If a caller closed one of the first three files, the next opened file would replace it and receive output. */
static void open_standard_files(void)
{
    int file;
    do
        file = open("/dev/null", O_RDWR);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

/* An incomplete report is an error, unless its reader has closed the pipe. */
static int end_output(int status)
{
    const bool lost = ferror(stdout); /* errno is lost, but an empty line fails with the same one */
    clearerr(stdout);
    errno = EIO;
    bool good = (!lost || putchar('\n') != EOF) && !fflush(stdout) && !lost;
    if (good || errno == EPIPE)
        return status;
    text_print(stderr, "gpubench: standard output: cannot write: %s\n", strerror(errno));
    return status ? status : 2;
}

int main(int argc, char **argv)
{
    struct registry registry;
    if (argc > WORKER_CACHE && !strcmp(argv[1], WORKER_ARGUMENT)) {
        const char *const *arguments = (const char *const *)argv + WORKER_REGISTRY;
        struct fault fault = {0};
        if (registry_make(&registry, arguments, &fault) == OK)
            return worker_main(&registry, argv[WORKER_CACHE]);
        return report_fault(&fault, 2);
    }
    registry_make(&registry, NULL, NULL);
    open_standard_files();
    signal(SIGCHLD, SIG_DFL); /* if inherited as ignored, waiting for children would fail */
    signal(SIGPIPE, SIG_IGN); /* a dead worker becomes a row, */
    signal(SIGXFSZ, SIG_IGN); /* and a file beyond the size limit an error line */
    return end_output(run_verb(&registry, argc, argv));
}
