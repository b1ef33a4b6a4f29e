#include "cli/run/settings.h"

#include "base/nearest.h"
#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct setting *setting_find(const struct suite *suite, const char *name)
{
    for (size_t i = 0; i < suite_settings(suite); i++)
        if (!strcmp(suite->settings[i].name, name))
            return &suite->settings[i];
    return NULL;
}

bool setting_sizes(const struct suite *suite, const struct bench *bench)
{
    const char *unit = bench->size.unit;
    return unit && *unit >= 'a' && *unit <= 'z' && !unit[strspn(unit, "abcdefghijklmnopqrstuvwxyz0123456789_-")] &&
           !options_known(unit) && !setting_find(suite, unit);
}

/* ---- options of the command line ---- */

static void add_option(struct own_options *own, const char *name, const char *argument)
{
    static char names[MAX_OWN][80];
    for (size_t i = 0; i < own->count; i++)
        if (!strcmp(own->option[i].name + strlen("--"), name))
            return;
    if (own->count == MAX_OWN)
        return;
    snprintf(names[own->count], sizeof *names, "--%s", name);
    own->option[own->count] = (struct own_option){names[own->count], argument};
    own->count++;
}

static bool is_suite(const void *user, const char *name)
{
    return registry_find(user, name);
}

/* Settings first: they take precedence over units of the same name. */
static struct own_options options_of(const struct registry *registry)
{
    struct own_options own = {.is_suite = is_suite, .user = registry};
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        for (size_t i = 0; i < suite_settings(*suite); i++)
            add_option(&own, (*suite)->settings[i].name, (*suite)->settings[i].words ? "WORD" : "NUMBER");
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches && (*suite)->benches[b]; b++)
            if (setting_sizes(*suite, (*suite)->benches[b]))
                add_option(&own, (*suite)->benches[b]->size.unit, "SIZE[,SIZE]");
    return own;
}

enum options_outcome settings_parse(struct options *options, int argc, char **argv, const struct registry *registry)
{
    const struct own_options own = options_of(registry);
    return options_parse(options, argc, argv, &own);
}

/* ---- values ---- */

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
    text_print(stderr, "gpubench: --%s takes %s, not '%s'\n", setting->name, setting_range(setting).text, text);
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

int setting_take(const struct setting *setting, const char *text, double *value)
{
    return setting->words ? take_word(setting, text, value) : take_number(setting, text, value);
}
