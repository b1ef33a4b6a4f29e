/* Warns about parameters that no kernel file uses: probably misspelt names. */
#include "base/memory.h"
#include "base/nearest.h"
#include "spec/json.h"
#include "spec/source.h"

#include <ctype.h>
#include <string.h>

static bool has_name(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length) {
        const bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && !isalnum((unsigned char)at[length]) && at[length] != '_')
            return true;
    }
    return false;
}

/* Whether a text in a JSON value uses a name; the names of parameters themselves do not count. */
static bool mentions(const json_t *value, const char *name, bool is_parameter)
{
    const char *text = json_string_value(value), *key;
    bool found = text && has_name(text, name);
    size_t i;
    json_t *part;
    json_array_foreach(value, i, part)
    {
        found = found || mentions(part, name, is_parameter);
    }
    json_object_foreach((json_t *)value, key, part)
    {
        if (!is_parameter || strcmp(key, "Name") != 0)
            found = found || mentions(part, name, is_parameter || !strcmp(key, "TuningParameters"));
    }
    return found;
}

/* Names that the files use without a definition, and that are no parameters. */
static struct names open_names(const struct spec *spec, const struct source *source)
{
    struct names names = {0};
    for (size_t m = 0; m < source->macros; m++) {
        size_t p = 0;
        while (p < spec->parameter_count && strcmp(spec->parameters[p].name, source->macro[m].name) != 0)
            p++;
        if (p == spec->parameter_count || source->macro[m].standard)
            names_add(&names, source->macro[m].name);
    }
    return names;
}

/* Whether it is a single-valued parameter that nothing reads: published spaces have some. */
static bool is_idle(const struct parameter *parameter, const struct names *names)
{
    return parameter->count == 1 && !nearest_name(parameter->name, names);
}

void spec_find_unused(const struct reader *reader, const struct source *source)
{
    struct spec *spec = reader->spec;
    const struct names names = open_names(spec, source);
    for (size_t p = 0; p < spec->parameter_count; p++) {
        const char *name = spec->parameters[p].name;
        if (source_mentions(spec, name) || is_idle(&spec->parameters[p], &names))
            continue;
        const char *nearest = nearest_name(name, &names);
        if (nearest || !mentions(reader->root, name, false))
            spec_warn(spec, text_make("%s does not use %s%s%s%s", spec->files->name, name,
                                      nearest ? ", did you mean " : "", nearest ? nearest : "", nearest ? "?" : ""));
    }
}
