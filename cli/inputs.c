#include "cli/inputs.h"

#include "cli/nearest.h"
#include "suites/molecules/pqr.h"
#include "cli/verbs/verbs.h"
#include "base/memory.h"
#include "tuner/worker/worker.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- settings ---- */

static const struct setting *find_setting(const struct suite *suite, const char *name)
{
    for (size_t i = 0; i < suite_settings(suite); i++)
        if (!strcmp(suite->settings[i].name, name))
            return &suite->settings[i];
    return NULL;
}

size_t settings_all(const struct setting *setting[MAX_SETTING_NAMES])
{
    size_t count = 0;
    for (size_t s = 0; all_suites[s]; s++)
        for (size_t i = 0; i < suite_settings(all_suites[s]); i++) {
            bool known = false;
            for (size_t earlier = 0; earlier < s; earlier++)
                known = known || find_setting(all_suites[earlier], all_suites[s]->settings[i].name);
            if (!known && count < MAX_SETTING_NAMES)
                setting[count++] = &all_suites[s]->settings[i];
        }
    return count;
}

const char *setting_argument(const struct setting *setting)
{
    return setting->words ? "WORD" : "NUMBER";
}

struct text setting_range(const struct setting *setting)
{
    struct text range;
    snprintf(range.text, sizeof range.text, "a %snumber from %.12g to %.12g%s%s", setting->whole ? "whole " : "",
             setting->least, setting->most, setting->unit ? " " : "", setting->unit ? setting->unit : "");
    return range;
}

static bool read_number(const struct setting *setting, const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end > text && !*end && !isspace((unsigned char)*text) && isfinite(*value) && *value >= setting->least &&
           *value <= setting->most && (!setting->whole || *value == floor(*value));
}

static int take_number(const struct setting *setting, const char *text, double *value)
{
    if (read_number(setting, text, value))
        return 0;
    fprintf(stderr, "gpubench: --%s takes %s, not '%s'\n", setting->name, setting_range(setting).text, text);
    return 2;
}

static int take_word(const struct setting *setting, const char *text, double *value)
{
    struct names names = {0};
    char what[64];
    for (size_t w = 0; w < setting->count; w++) {
        names_add(&names, setting->words[w]);
        *value = (double)w;
        if (!strcmp(setting->words[w], text))
            return 0;
    }
    snprintf(what, sizeof what, "--%s", setting->name);
    return nearest_error(what, text, &names);
}

static bool is_chosen(const struct targets *targets, size_t suite)
{
    for (size_t t = 0; t < targets->count; t++)
        if (targets->target[t].suite == suite)
            return true;
    return false;
}

/* Of an option that no chosen suite has; `name` NULL: of a structure. */
static int not_chosen(const char *option, const char *name)
{
    fprintf(stderr, "gpubench: --%s: no chosen suite takes it; known to:", option);
    for (size_t s = 0; all_suites[s]; s++)
        if (name ? find_setting(all_suites[s], name) != NULL : all_suites[s]->takes_structure)
            fprintf(stderr, " %s", all_suites[s]->name);
    fputc('\n', stderr);
    return 2;
}

static int take_setting(struct targets *targets, const char *name, const char *text)
{
    bool taken = false;
    for (size_t s = 0; all_suites[s]; s++) {
        const struct setting *setting = find_setting(all_suites[s], name);
        if (!setting || !is_chosen(targets, s))
            continue;
        double *value = &targets->inputs[s].setting[setting - all_suites[s]->settings];
        if (setting->words ? take_word(setting, text, value) : take_number(setting, text, value))
            return 2;
        taken = true;
    }
    return taken ? 0 : not_chosen(name, name);
}

/* ---- a structure ---- */

static int take_structure(struct targets *targets, const char *path)
{
    struct fault fault = {0};
    bool taken = false;
    for (size_t s = 0; all_suites[s]; s++)
        taken = taken || (all_suites[s]->takes_structure && is_chosen(targets, s));
    if (!taken)
        return not_chosen("input", NULL);
    if (structure_read(path, MAX_ATOMS, &targets->atom, &targets->atoms, &fault) != OK)
        return complain(&fault, 2);
    for (size_t s = 0; all_suites[s]; s++)
        if (all_suites[s]->takes_structure) {
            targets->inputs[s].atom = targets->atom;
            targets->inputs[s].atoms = targets->atoms;
        }
    return 0;
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
        if (all_suites[targets->target[t].suite]->takes_structure)
            targets->target[t].structure = key;
    return 0;
}

/* ---- all of them ---- */

int inputs_find(struct targets *targets, const struct options *options)
{
    size_t suites = 0;
    while (all_suites[suites])
        suites++;
    targets->inputs = allocate((suites + 1) * sizeof *targets->inputs);
    for (size_t s = 0; s < suites; s++)
        for (size_t i = 0; i < suite_settings(all_suites[s]); i++)
            targets->inputs[s].setting[i] = all_suites[s]->settings[i].initial;
    for (size_t t = 0; t < targets->count; t++) {
        struct target *target = &targets->target[t];
        const struct suite *suite = all_suites[target->suite];
        if (suite_settings(suite) || suite->takes_structure)
            target->restriction.inputs = &targets->inputs[target->suite];
    }
    int status = 0;
    for (size_t i = 0; i < options->settings && !status; i++)
        status = take_setting(targets, options->setting[i].name, options->setting[i].text);
    return status || !options->input ? status : take_structure(targets, options->input);
}

void inputs_describe(const struct targets *targets, const struct options *options, struct run_context *context)
{
    for (size_t s = 0; all_suites[s]; s++)
        for (size_t i = 0; i < suite_settings(all_suites[s]) && is_chosen(targets, s); i++) {
            const struct setting *setting = &all_suites[s]->settings[i];
            if (context->settings == MAX_RUN_SETTINGS)
                return;
            struct run_setting *run = &context->setting[context->settings++];
            snprintf(run->suite, sizeof run->suite, "%s", all_suites[s]->name);
            snprintf(run->name, sizeof run->name, "%s", setting->name);
            if (setting->words)
                snprintf(run->word, sizeof run->word, "%s", setting->words[(size_t)targets->inputs[s].setting[i]]);
            else
                run->number = targets->inputs[s].setting[i];
        }
    context->atoms = targets->atoms;
    if (targets->atom)
        snprintf(context->structure, sizeof context->structure, "%s", options->input);
}
