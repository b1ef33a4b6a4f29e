/* gpubench tune KERNEL: a run of a kernel that options, or a spec, describe. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/options/table.h"
#include "base/text.h"
#include "cli/registry.h"
#include "cli/report_fault.h"
#include "cli/verbs/tune.h"
#include "spec/init.h"
#include "spec/options.h"
#include "spec/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files ---- */

char *tune_folder(const char *kernel)
{
    char *folder = allocate_text(kernel), *slash = strrchr(folder, '/');
    folder[slash ? slash - folder + (slash == folder) : 0] = '\0';
    return folder;
}

const char *tune_file(const char *kernel)
{
    const char *slash = strrchr(kernel, '/');
    return slash ? slash + 1 : kernel;
}

int tune_save_spec(const char *option, const char *path, const char *kernel, const char *text, bool overwrite)
{
    FREED char *folder = tune_folder(path);
    FREED char *beside = text_make("%s%s%s", folder, *folder ? "/" : "", tune_file(kernel));
    struct fault fault = {0};
    if (!file_same(beside, kernel)) {
        FREED char *place = tune_folder(kernel);
        fail(&fault, INVALID, "tune: %s %s: a spec stands beside its kernel, in %s", option, path,
             *place ? place : ".");
    } else if (!overwrite && !access(path, F_OK))
        fail(&fault, INVALID, "tune: %s %s: it is there; --overwrite replaces it", option, path);
    else
        file_save(path, text, strlen(text), &fault);
    return fault.status == OK ? 0 : report_fault(&fault, 2);
}

/* ---- options ---- */

/* Writes the spec, once it is known to be valid. */
static int write_spec(const struct options *options, const char *text, const char *folder)
{
    struct spec *spec;
    struct fault fault = {0};
    if (spec_make(text, NULL, folder, &spec, &fault) != OK)
        return report_fault(&fault, 2);
    print_warnings(spec);
    spec_free(spec);
    const int status = tune_save_spec("--write-spec", options->write_spec, options->word[0], text, options->overwrite);
    if (!status)
        text_print(stdout, "Spec: %s, which `gpubench tune --spec %s` tunes\n", options->write_spec,
                   options->write_spec);
    return status;
}

/* Reports a spec given as a kernel, or the reverse, with the right command. Returns 0, or 2. */
static int check_kind(const char *file, bool is_spec)
{
    static const char *const kernels[] = {".cl", ".opencl", ".cu", ".common"};
    const char *suffix = strrchr(file, '.');
    struct fault fault = {0};
    bool is_kernel = false;
    for (size_t k = 0; suffix && k < sizeof kernels / sizeof *kernels; k++)
        is_kernel = is_kernel || !strcmp(suffix, kernels[k]);
    if (is_spec && is_kernel)
        fail(&fault, INVALID, "tune: %s is a kernel, and no spec: `gpubench tune --init %s` begins one", file, file);
    else if (!is_spec && suffix && !strcmp(suffix, ".json"))
        fail(&fault, INVALID, "tune: %s is a spec, and no kernel: gpubench tune --spec %s", file, file);
    return fault.status == OK ? 0 : report_fault(&fault, 2);
}

int verb_tune(UNNEEDED const struct registry *known, struct options *options)
{
    const char *sizes = options->configs ? "1" : options->size; /* a results file has sizes of its own */
    const struct spec_options given = {.kernel = options->word[0],
                                       .entry = options->entry,
                                       .name = options->name,
                                       .language = options->language,
                                       .sizes = sizes,
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
    FREED char *folder = tune_folder(given.kernel);
    FREED char *text = NULL;
    struct fault fault = {0};
    if (check_kind(given.kernel, false))
        return 2;
    if (spec_write(&given, &text, &fault) != OK)
        return report_fault(&fault, 2);
    if (options->write_spec)
        return write_spec(options, text, folder);
    const char *const library = options->reference_library;
    const char *const arguments[] = {REGISTRY_TEXT, text, REGISTRY_FOLDER, folder, library ? REGISTRY_LIBRARY : NULL,
                                     library,       NULL};
    struct registry registry;
    if (registry_make(&registry, arguments, &fault) != OK)
        return report_fault(&fault, 2);
    return run_registered(&registry, arguments, options);
}

/* ---- a spec ---- */

static void print_mark(void *user, const char *place, const char *what)
{
    text_print(stderr, "gpubench: %s: %s: is to be filled in: %s\n", (const char *)user, place, what);
}

int verb_tune_spec(UNNEEDED const struct registry *known, struct options *options)
{
    const char *arguments[MAX_REGISTRY + 1];
    struct registry registry;
    struct fault fault = {0};
    if (check_kind(options->spec, true))
        return 2;
    if (spec_marks(options->spec, print_mark, (void *)options->spec))
        return 2;
    arguments[options_words(options, TO_WORKERS, 0, arguments, MAX_REGISTRY)] = NULL;
    if (registry_make(&registry, arguments, &fault) != OK)
        return report_fault(&fault, 2);
    return run_registered(&registry, arguments, options);
}
