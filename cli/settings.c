#include "cli/settings.h"

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

size_t settings_all(const struct registry *registry, const struct setting *setting[MAX_SETTING_NAMES])
{
    size_t count = 0;
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        for (size_t i = 0; i < suite_settings(*suite); i++) {
            const struct setting *one = &(*suite)->settings[i];
            bool known = false;
            for (size_t before = 0; before < count; before++)
                known = known || !strcmp(setting[before]->name, one->name);
            if (!known && count < MAX_SETTING_NAMES)
                setting[count++] = one;
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
