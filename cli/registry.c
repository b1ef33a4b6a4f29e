#include "cli/registry.h"

#include "base/memory.h"
#include "cli/built_in.h"
#include "tuner/suite.h"

#include <string.h>

static struct spec *own_spec;

const struct spec *registry_spec(void)
{
    return own_spec;
}

/* ---- with a spec ---- */

/* Puts the spec's suite before the others, and its kernel files before theirs. */
static void add_spec(struct registry *registry, const struct spec *spec)
{
    static const struct suite **suites;
    static struct kernel_file *files;
    static struct store_key key;
    size_t suite_count = 0, file_count = 0, own_count = 0;
    while (registry->suites[suite_count])
        suite_count++;
    while (registry->kernels[file_count].name)
        file_count++;
    while (spec_files(spec)[own_count].name)
        own_count++;
    suites = resize(suites, (suite_count + 2) * sizeof *suites);
    suites[0] = spec_suite(spec);
    memcpy(suites + 1, registry->suites, (suite_count + 1) * sizeof *suites);
    files = resize(files, (own_count + file_count + 1) * sizeof *files);
    memcpy(files, spec_files(spec), own_count * sizeof *files);
    memcpy(files + own_count, registry->kernels, (file_count + 1) * sizeof *files);
    key = spec_key(spec);
    registry->suites = suites;
    registry->kernels = files;
    registry->origin = key.text;
}

/* Files of a spec take precedence, also over those that check its kernel: so no name may be the same. */
static enum status check_names(const struct registry *registry, const struct spec *spec, const char *path,
                               struct fault *fault)
{
    const char *const name = spec_suite(spec)->name;
    for (size_t s = 0; registry->suites[s]; s++)
        if (!strcmp(registry->suites[s]->name, name))
            return fail(fault, INVALID, "%s%s '%s' is the name of a suite of gpubench's own: choose another",
                        path ? path : "tune: --name:", path ? ": General.BenchmarkName:" : "", name);
    for (const struct kernel_file *file = spec_files(spec); file->name; file++)
        if (registry_kernel(registry, file->name))
            return fail(fault, INVALID, "%s: '%s' is what a file of gpubench's own is called: call it otherwise",
                        path ? path : "tune", file->name);
    return OK;
}

/* The arguments about a spec. */
struct given {
    const char *kernels, *spec, *text, *folder, *library;
};

static bool take(struct given *given, const char *name, const char *value)
{
    const struct {
        const char *name, **place;
    } known[] = {{REGISTRY_KERNELS, &given->kernels},
                 {REGISTRY_SPEC, &given->spec},
                 {REGISTRY_TEXT, &given->text},
                 {REGISTRY_FOLDER, &given->folder},
                 {REGISTRY_LIBRARY, &given->library}};
    for (size_t i = 0; value && i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].name, name)) {
            *known[i].place = value;
            return true;
        }
    return false;
}

enum status registry_make(struct registry *registry, const char *const *arguments, struct fault *fault)
{
    struct given given = {.spec = NULL};
    *registry = built_in;
    for (; arguments && *arguments; arguments += 2)
        if (!take(&given, arguments[0], arguments[1]))
            return fail(fault, INVALID, "%s is no argument of a registry", *arguments);
    registry->kernel_folder = given.kernels;
    if (!given.spec && !given.text)
        return given.library ? fail(fault, INVALID, REGISTRY_LIBRARY " is for a spec") : OK;
    enum status status = given.text ? spec_make(given.text, NULL, given.folder, &own_spec, fault)
                                    : spec_read(given.spec, &own_spec, fault);
    if (status == OK)
        status = check_names(registry, own_spec, given.spec, fault);
    if (status == OK && given.library)
        status = spec_take_library(own_spec, given.library, fault);
    if (status == OK)
        add_spec(registry, own_spec);
    return status;
}
