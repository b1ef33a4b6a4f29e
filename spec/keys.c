#include "spec/keys.h"

#include "base/nearest.h"
#include "spec/json.h"

#include <string.h>

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define SIDES KEYS("X", "Y", "Z")
#define ARGUMENTS "KernelSpecification.Arguments[]"

/* The same keys as in schema.json. */
const struct spec_keys spec_keys[] = {
    {"", KEYS("General", "ConfigurationSpace", "KernelSpecification", "gpubench", "Search", "Budget", "Device",
              "BenchmarkConfig")},
    {"General", KEYS("BenchmarkName", "FormatVersion", "LoggingLevel", "TimeUnit", "OutputFile", "OutputFormat")},
    {"ConfigurationSpace", KEYS("TuningParameters", "Conditions")},
    {"ConfigurationSpace.TuningParameters[]", KEYS("Name", "Type", "Values", "Default")},
    {"ConfigurationSpace.Conditions[]", KEYS("Expression", "Parameters")},
    {"KernelSpecification",
     KEYS("Language", "KernelName", "KernelFile", "KernelTypeNames", "CompilerOptions", "GlobalSizeType", "GlobalSize",
          "LocalSize", "GridDivX", "GridDivY", "GridDivZ", "ProblemSize", "SharedMemory", "Arguments",
          "ReferenceArguments", "BenchmarkName", "Device", "Profiling", "SimulationInput", "Stream", "Misc")},
    {"KernelSpecification.GlobalSize", SIDES},
    {"KernelSpecification.LocalSize", SIDES},
    {ARGUMENTS, KEYS("Name", "Type", "TypeSize", "MemoryType", "MemType", "AccessType", "Size", "FillType", "FillValue",
                     "DataSource", "RandomSeed", "Output", "gpubench")},
    {ARGUMENTS ".gpubench", KEYS("range", "seed", "file", "texture")},
    {ARGUMENTS ".gpubench.texture", KEYS("width", "filter", "addressing")},
    {"KernelSpecification.ReferenceArguments[]", KEYS("Name", "TargetName", "FillType", "FillValue", "DataSource",
                                                      "RandomSeed", "ValidationMethod", "ValidationThreshold")},
    {"gpubench", KEYS("summary", "sizes", "bytes", "flops", "constants", "checks", "tolerance", "reference",
                      "unverified", "kernels", "options", "figures")},
    {"gpubench.reference", KEYS("kernel", "files", "function")},
    {"gpubench.reference.kernel", KEYS("file", "entry", "language", "groups", "group", "defines")},
    {"gpubench.reference.kernel.groups", SIDES},
    {"gpubench.reference.kernel.group", SIDES},
    {"gpubench.kernels[]", KEYS("entry", "groups", "group", "arguments", "local")},
    {"gpubench.kernels[].groups", SIDES},
    {"gpubench.kernels[].group", SIDES},
    {"gpubench.options", KEYS("flags", "registers", "level", "launch_bounds", "launch_blocks", "defines")},
    {NULL, NULL},
};

/* The current place: by kind, "Arguments[]", and with its index, "Arguments[2]". */
struct where {
    struct path kind, place;
};

static const struct spec_keys *find(const char *kind)
{
    const struct spec_keys *keys = spec_keys;
    while (keys->place && strcmp(keys->place, kind) != 0)
        keys++;
    return keys->place ? keys : NULL;
}

static bool has(const struct spec_keys *keys, const char *key)
{
    const char *const *known = keys->keys;
    while (*known && strcmp(*known, key) != 0)
        known++;
    return *known;
}

static bool take_unknown(struct reader *reader, const struct spec_keys *keys, const char *key, const char *place)
{
    struct names names = {.count = 0};
    if (reader->passed_over.is_full && !strstr(keys->place, "gpubench"))
        return true;
    for (const char *const *known = keys->keys; *known; known++)
        names_add(&names, *known);
    const char *nearest = nearest_name(key, &names);
    if (strstr(keys->place, "gpubench"))
        return nearest ? spec_wrong(reader, place, "is no known key; did you mean %s?", nearest)
                       : spec_wrong(reader, place, "is no known key");
    if (nearest)
        spec_pass_over(reader, "%s (%s?)", place, nearest);
    else
        spec_pass_over(reader, "%s", place);
    return true;
}

static bool check_value(struct reader *reader, const json_t *value, const struct where *where);

static bool check_object(struct reader *reader, const json_t *object, const struct where *where)
{
    const struct spec_keys *keys = find(where->kind.text);
    const char *const point = *where->kind.text ? "." : "", *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        const struct where inner = {spec_path("%s%s%s", where->kind.text, point, key),
                                    spec_path("%s%s%s", where->place.text, point, key)};
        if (!keys)
            return true;
        if (has(keys, key) ? !check_value(reader, value, &inner) : !take_unknown(reader, keys, key, inner.place.text))
            return false;
    }
    return true;
}

static bool check_value(struct reader *reader, const json_t *value, const struct where *where)
{
    if (json_is_object(value))
        return check_object(reader, value, where);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const struct where inner = {spec_path("%s[]", where->kind.text), spec_path("%s[%zu]", where->place.text, i)};
        if (json_is_object(json_array_get(value, i)) && !check_object(reader, json_array_get(value, i), &inner))
            return false;
    }
    return true;
}

bool spec_check_keys(struct reader *reader)
{
    return check_value(reader, reader->root, &(struct where){.kind = {""}});
}
