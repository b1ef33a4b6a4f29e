/* Command lines, a line an argument: options of all verbs, of a run the problems that they name and the settings of
 * these. */
#include "cli/registry.h"
#include "cli/run/accuracy.h"
#include "cli/run/inputs.h"
#include "cli/run/settings.h"
#include "cli/run/targets.h"
#include "tests/fuzz/fuzz.h"

static void check_targets(const struct options *options, const struct registry *registry)
{
    struct targets targets;
    int status = targets_find(&targets, options, registry);
    if (!status && !options->input) /* which is a file of this machine */
        status = inputs_find(&targets, options, registry);
    if (!status)
        status = accuracy_take(&targets, options, registry);
    if (!status) {
        targets_size(&targets, NULL);
        MUST(targets.count);
        status = accuracy_propose(&targets, options);
    }
    if (!status)
        status = targets_check(&targets, options->bench, NULL);
    MUST(status == 0 || status == 2);
    targets_free(&targets);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { MOST = 100 };
    char *argv[MOST + 2] = {(char[]){"gpubench"}}, *text = strndup((const char *)bytes, size), *rest = text, *word;
    int argc = 1;
    struct registry registry;
    struct options options;
    while (argc <= MOST && (word = strsep(&rest, "\n")))
        argv[argc++] = word;
    MUST(registry_make(&registry, NULL, NULL) == OK);
    if (settings_parse(&options, argc, argv, &registry) == OPTIONS_RUN && options.form == FORM_RUN && options.suites)
        check_targets(&options, &registry);
    free(text);
    return 0;
}
