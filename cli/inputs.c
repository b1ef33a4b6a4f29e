#include "cli/inputs.h"

#include "base/store.h"
#include "cli/complain.h"
#include "cli/settings.h"
#include "suites/molecules/structure_file.h"

#include <stdio.h>
#include <string.h>

/* Of an option that no chosen suite has; `name` NULL: of a structure. */
static int not_chosen(const struct registry *registry, const char *option, const char *name)
{
    fprintf(stderr, "gpubench: --%s: no chosen suite takes it; known to:", option);
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        if (name ? setting_find(*suite, name) != NULL : (*suite)->structure)
            fprintf(stderr, " %s", (*suite)->name);
    fputc('\n', stderr);
    return 2;
}

static int take_setting(struct targets *targets, const struct registry *registry, const char *name, const char *text)
{
    bool taken = false;
    for (size_t t = 0; t < targets->count; t++) {
        struct problem *problem = &targets->target[t].problem;
        const struct setting *setting = setting_find(problem->suite, name);
        if (!setting)
            continue;
        if (setting_take(setting, text, &problem->inputs.setting[setting - problem->suite->settings]))
            return 2;
        taken = true;
    }
    return taken ? 0 : not_chosen(registry, name, name);
}

static int take_structure(struct targets *targets, const struct registry *registry, const char *path)
{
    struct fault fault = {0};
    bool taken = false;
    for (size_t t = 0; t < targets->count; t++)
        taken = taken || targets->target[t].problem.suite->structure != STRUCTURE_NONE;
    if (!taken)
        return not_chosen(registry, "input", NULL);
    struct structure structure;
    if (structure_read(path, MAX_ATOMS, (struct structure_needs){.charges = true}, &structure, &fault) != OK)
        return complain(&fault, 2);
    targets->atom = structure.atom;
    targets->atoms = structure.atoms;
    targets->structure = path;
    for (size_t t = 0; t < targets->count; t++) {
        struct problem *problem = &targets->target[t].problem;
        if (problem->suite->structure) {
            problem->inputs.atom = targets->atom;
            problem->inputs.atoms = targets->atoms;
        }
    }
    return 0;
}

int inputs_find(struct targets *targets, const struct options *options, const struct registry *registry)
{
    int status = 0;
    for (size_t i = 0; i < options->settings && !status; i++)
        status = take_setting(targets, registry, options->setting[i].name, options->setting[i].text);
    return status || !options->input ? status : take_structure(targets, registry, options->input);
}

int inputs_keep(struct targets *targets, const char *store)
{
    if (!targets->atom)
        return 0;
    size_t bytes = targets->atoms * sizeof *targets->atom;
    struct fault fault = {0};
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, "structure");
    store_hash_add(&hash, targets->atom, bytes);
    struct store_key key = store_hash_key(&hash);
    struct store_blob kept = store_get(store, key);
    bool known = kept.size == bytes;
    store_release(&kept);
    if (!known && store_put(store, key, targets->atom, bytes, &fault) != OK)
        return complain(&fault, 2);
    for (size_t t = 0; t < targets->count; t++)
        if (targets->target[t].problem.inputs.atom)
            targets->target[t].structure = key;
    return 0;
}
