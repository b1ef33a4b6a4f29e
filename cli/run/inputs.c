#include "cli/run/inputs.h"

#include "base/memory.h"
#include "base/store.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/settings.h"
#include "suites/molecules/structure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- settings ---- */

/* Whether a suite has an option with this name. */
typedef bool has_option(const struct suite *suite, const char *name);

static bool has_setting_or_unit(const struct suite *suite, const char *name)
{
    bool has = setting_find(suite, name) != NULL;
    for (size_t b = 0; suite->benches && suite->benches[b]; b++)
        has = has || (setting_sizes(suite, suite->benches[b]) && !strcmp(suite->benches[b]->size.unit, name));
    return has;
}

static bool has_structure(const struct suite *suite, UNNEEDED const char *name)
{
    return suite->structure != STRUCTURE_NONE;
}

static bool has_types(const struct suite *suite, UNNEEDED const char *name)
{
    return suite->structure == STRUCTURE_TYPES;
}

static int not_chosen(const struct registry *registry, const char *name, has_option *has)
{
    text_print(stderr, "gpubench: --%s: no chosen suite takes it; known to:", name);
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        if (has(*suite, name))
            text_print(stderr, " %s", (*suite)->name);
    fputc('\n', stderr);
    return 2;
}

/* Refuses settings of generated atoms with a structure. */
static int check_made(const struct targets *targets, const char *name)
{
    for (size_t t = 0; t < targets->count; t++) {
        const struct suite *suite = targets->target[t].problem.suite;
        const struct setting *setting = setting_find(suite, name);
        if (setting && setting->of_made) {
            text_print(stderr,
                       "gpubench: --%s is of atoms that %s makes, and --input has others; leave one of them out\n",
                       name, suite->name);
            return 2;
        }
    }
    return 0;
}

/* Refuses a setting of chosen suites that affects no chosen bench. */
static int concerns_none(const struct suite *suite, const struct setting *setting)
{
    text_print(stderr, "gpubench: --%s: no chosen bench takes it; known to:", setting->name);
    for (size_t b = 0; suite->benches[b]; b++)
        if (setting_concerns(setting, suite->benches[b]))
            text_print(stderr, " %s", suite->benches[b]->name);
    fputc('\n', stderr);
    return 2;
}

static int take_setting(struct targets *targets, const struct registry *registry, const char *name, const char *text)
{
    bool taken = targets_count(targets, name);
    const struct problem *unconcerned = NULL;
    for (size_t t = 0; t < targets->count; t++) {
        struct problem *problem = &targets->target[t].problem;
        const struct setting *setting = setting_find(problem->suite, name);
        if (!setting)
            continue;
        double value;
        if (setting_take(setting, text, &value))
            return 2;
        if (setting_concerns(setting, problem->bench))
            problem->inputs.setting[setting - problem->suite->settings] = value;
        else if (value != setting->initial) { /* the default has no effect; commands of older files have all settings */
            unconcerned = problem;
            continue;
        }
        taken = true;
    }
    if (!taken && unconcerned)
        return concerns_none(unconcerned->suite, setting_find(unconcerned->suite, name));
    return taken ? 0 : not_chosen(registry, name, has_setting_or_unit);
}

/* ---- structures ---- */

static bool any_takes(const struct targets *targets, enum suite_structure structure)
{
    bool any = false;
    for (size_t t = 0; t < targets->count; t++)
        any = any || targets->target[t].problem.suite->structure == structure;
    return any;
}

/* Whether a problem uses the box of a structure. */
static bool is_boxed(const struct problem *problem)
{
    return suite_sized(problem->suite, problem->bench) && problem->suite->boxed &&
           problem->suite->boxed(&problem->inputs);
}

static bool any_boxed(const struct targets *targets)
{
    bool any = false;
    for (size_t t = 0; t < targets->count; t++)
        any = any || is_boxed(&targets->target[t].problem);
    return any;
}

/* Refuses sizes for problems that are structures. */
static int check_sizes(const struct targets *targets)
{
    for (size_t t = 0; t < targets->count; t++) {
        const struct target *target = &targets->target[t];
        const struct requested_size *size = targets_requested_size(targets, target);
        if (!suite_sized(target->problem.suite, target->problem.bench) || !size)
            continue;
        text_print(stderr, "gpubench: --%s: %s takes as many atoms as --input has; leave one of the two out\n",
                   size->unit ? size->unit : "size", target->problem.suite->name);
        return 2;
    }
    return 0;
}

/* Sets the parts of a structure that a problem of a suite takes. */
static int give_structure(const struct targets *targets, struct problem *problem)
{
    const struct structure *structure = &targets->structure;
    struct inputs *inputs = &problem->inputs;
    if (problem->suite->structure == STRUCTURE_NONE)
        return 0;
    inputs->atom = structure->atom;
    inputs->atoms = structure->atoms;
    if (problem->suite->structure == STRUCTURE_TYPES) {
        inputs->atom_type = structure->atom_type;
        inputs->types = structure->types;
        memcpy(inputs->type, structure->type, sizeof inputs->type);
    }
    if (!suite_sized(problem->suite, problem->bench))
        return 0;
    if (is_boxed(problem))
        memcpy(inputs->box, structure->box, sizeof inputs->box);
    if (structure->atoms <= problem->bench->size.most)
        return 0;
    text_print(stderr, "gpubench: %s: %zu atoms are more than %s takes (%" PRIu64 "); choose others with --bench\n",
               targets->file, structure->atoms, problem->bench->name, problem->bench->size.most);
    return 2;
}

static int take_structure(struct targets *targets, const struct registry *registry, const char *path)
{
    struct fault fault = {0};
    const bool charges = any_takes(targets, STRUCTURE_CHARGES), types = any_takes(targets, STRUCTURE_TYPES);
    if (!charges && !types)
        return not_chosen(registry, "input", has_structure);
    int status = check_sizes(targets);
    const struct structure_needs needs = {charges, types ? &targets->elements : NULL, any_boxed(targets)};
    if (!status && structure_read(path, MAX_ATOMS, needs, &targets->structure, &fault) != OK)
        status = report_fault(&fault, 2);
    targets->file = path;
    for (size_t t = 0; t < targets->count && !status; t++)
        status = give_structure(targets, &targets->target[t].problem);
    return status;
}

static int take_elements(struct targets *targets, const struct registry *registry, const struct options *options)
{
    struct fault fault = {0};
    if (!any_takes(targets, STRUCTURE_TYPES))
        return not_chosen(registry, "elements", has_types);
    if (!options->input) {
        fputs("gpubench: --elements says what the atoms of --input are, which is missing\n", stderr);
        return 2;
    }
    targets->elements_file = options->elements;
    return elements_read(options->elements, &targets->elements, &fault) == OK ? 0 : report_fault(&fault, 2);
}

int inputs_find(struct targets *targets, const struct options *options, const struct registry *registry)
{
    int status = 0;
    for (size_t i = 0; i < options->settings && options->input && !status; i++)
        status = check_made(targets, options->setting[i].name);
    for (size_t i = 0; i < options->settings && !status; i++)
        status = take_setting(targets, registry, options->setting[i].name, options->setting[i].text);
    if (!status && options->elements)
        status = take_elements(targets, registry, options);
    return status || !options->input ? status : take_structure(targets, registry, options->input);
}

/* ---- storage for workers ---- */

/* Stores the atoms of a problem, followed by their types, if it has any. */
static enum status keep(const struct inputs *inputs, const char *store, struct store_key *key, struct fault *fault)
{
    const size_t atoms = inputs->atoms * sizeof *inputs->atom, bytes = atoms + (inputs->types ? inputs->atoms : 0);
    uint8_t *blob = allocate(bytes);
    memcpy(blob, inputs->atom, atoms);
    if (inputs->types)
        memcpy(blob + atoms, inputs->atom_type, inputs->atoms);
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, inputs->types ? "structure with types" : "structure");
    store_hash_add(&hash, blob, bytes);
    store_hash_add(&hash, inputs->type, inputs->types * sizeof *inputs->type);
    if (inputs->types)
        store_hash_add(&hash, inputs->box, sizeof inputs->box);
    *key = store_hash_key(&hash);
    struct store_blob kept = store_get(store, STORE_STRUCTURE, *key);
    enum status status = kept.size == bytes ? OK : store_put(store, STORE_STRUCTURE, *key, blob, bytes, fault);
    store_release(&kept);
    free(blob);
    return status;
}

/* Suites that take the same parts share a key. */
int inputs_keep(struct targets *targets, const char *store)
{
    struct store_key keys[STRUCTURE_TYPES + 1] = {0};
    struct fault fault = {0};
    for (size_t t = 0; t < targets->count; t++) {
        struct target *target = &targets->target[t];
        struct store_key *key = &keys[target->problem.suite->structure];
        if (!target->problem.inputs.atom)
            continue;
        if (!*key->text && keep(&target->problem.inputs, store, key, &fault) != OK)
            return report_fault(&fault, 2);
        target->problem.inputs.structure = *key;
    }
    return 0;
}

/* ---- output ---- */

static void print_types(const struct structure *structure)
{
    size_t count[MAX_ATOM_TYPES] = {0};
    for (size_t i = 0; i < structure->atoms; i++)
        count[structure->atom_type[i]]++;
    if (structure->types == 1) {
        text_print(stderr, "%zu atom%s of %s", structure->atoms, structure->atoms == 1 ? "" : "s",
                   structure->type[0].name);
        return;
    }
    text_print(stderr, "%zu atoms (", structure->atoms);
    for (size_t i = 0; i < structure->types; i++)
        text_print(stderr, "%s%zu %s", i ? ", " : "", count[i], structure->type[i].name);
    fputc(')', stderr);
}

/* The extent of the atoms along each axis. */
static void find_bounds(const struct structure *structure, double side[3])
{
    float least[3], most[3];
    for (size_t i = 0; i < structure->atoms; i++) {
        const float place[] = {structure->atom[i].x, structure->atom[i].y, structure->atom[i].z};
        for (int d = 0; d < 3; d++) {
            least[d] = i ? fminf(least[d], place[d]) : place[d];
            most[d] = i ? fmaxf(most[d], place[d]) : place[d];
            side[d] = (double)most[d] - (double)least[d];
        }
    }
}

void inputs_print(const struct targets *targets)
{
    const struct structure *structure = &targets->structure;
    double side[3] = {structure->box[0], structure->box[1], structure->box[2]};
    if (!structure->types)
        return;
    text_print(stderr, "structure: %s, ", targets->file);
    print_types(structure);
    if (side[0] <= 0)
        find_bounds(structure, side);
    text_print(stderr, "; %s %.6g x %.6g x %.6g A\n", structure->box[0] > 0 ? "box" : "no box: its bounding box is",
               side[0], side[1], side[2]);
}
