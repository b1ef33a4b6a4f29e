/* gpubench tune KERNEL: a run of a kernel that options describe. */
#include "cli/verbs/verbs.h"

#include "base/memory.h"
#include "cli/complain.h"
#include "cli/registry.h"
#include "spec/options.h"

#include <stdlib.h>
#include <string.h>

int verb_tune(UNNEEDED const struct registry *known, struct options *options)
{
    const struct spec_options said = {.kernel = options->word[0],
                                      .entry = options->entry,
                                      .name = options->name,
                                      .language = options->language,
                                      .sizes = options->size,
                                      .group = options->group,
                                      .groups = options->groups,
                                      .bytes = options->bytes,
                                      .flops = options->flops,
                                      .tolerance = options->tolerance,
                                      .parameters = options->parameters.text,
                                      .parameter_count = options->parameters.count,
                                      .conditions = options->conditions.text,
                                      .condition_count = options->conditions.count,
                                      .arguments = options->arguments.text,
                                      .argument_count = options->arguments.count,
                                      .checks = options->checks.text,
                                      .check_count = options->checks.count,
                                      .unverified = options->unverified,
                                      .has_function = options->reference_library != NULL};
    FREED char *folder = allocate_text(said.kernel);
    char *slash = strrchr(folder, '/');
    FREED char *text = NULL;
    struct fault fault = {0};
    folder[slash ? slash - folder + (slash == folder) : 0] = '\0';
    if (spec_write(&said, &text, &fault) != OK)
        return complain(&fault, 2);
    const char *const library = options->reference_library;
    const char *const arguments[] = {REGISTRY_TEXT, text, REGISTRY_FOLDER, folder, library ? REGISTRY_LIBRARY : NULL,
                                     library,       NULL};
    struct registry registry;
    if (registry_make(&registry, arguments, &fault) != OK)
        return complain(&fault, 2);
    return run_registered(&registry, arguments, options);
}
