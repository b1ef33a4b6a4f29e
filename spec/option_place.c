/* Names places of a spec made of options as those options. */
#include "base/memory.h"
#include "spec/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct place {
    const char *path, *option;
} places[] = {{"General.BenchmarkName", "--name"},
              {"ConfigurationSpace.TuningParameters", "--param"},
              {"ConfigurationSpace.Conditions", "--constraint"},
              {"KernelSpecification.Language", "--language"},
              {"KernelSpecification.KernelName", "--entry"},
              {"KernelSpecification.KernelFile", "the kernel file"},
              {"KernelSpecification.GlobalSize", "--groups"},
              {"KernelSpecification.LocalSize", "--group"},
              {"KernelSpecification.Arguments", "--arg"},
              {"gpubench.sizes", "--n"},
              {"gpubench.bytes", "--bytes"},
              {"gpubench.flops", "--flops"},
              {"gpubench.checks", "--check"},
              {"gpubench.tolerance", "--tolerance"}};

/* The value at a key, or in an element of a list there: a path is "a.b[2]". */
static const json_t *find(const json_t *root, const char *path, const char **rest)
{
    const json_t *value = root;
    char key[80];
    while (*path && value && !json_array_size(value)) {
        const size_t length = strcspn(path, ".[");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        value = json_object_get(value, key);
        path += length + (path[length] == '.');
    }
    char *end = (char *)path;
    if (*path == '[')
        value = json_array_get(value, strtoul(path + 1, &end, 10));
    *rest = *end == ']' ? end + 1 : end;
    return value;
}

/* " 'x: in float[n]'", " BLOCK", " 'y[i] == x[i]'": identifies an option that may be repeated. */
static char *element_text(const json_t *element)
{
    const char *name = json_string_value(json_object_get(element, "Name"));
    const char *type = json_string_value(json_object_get(element, "Type"));
    if (json_is_string(element))
        return text_make(" '%s'", json_string_value(element));
    if (!name || !type)
        return text_make(" %s", name ? name : "");
    FREED char *text = spec_option_argument(element, type);
    return text_make(" '%s'", text);
}

/* ": its size"; empty for parts that the fault names itself. */
static const char *part_text(const char *rest)
{
    static const char *const parts[][2] = {{".Size", ": its size"}, {".FillValue", ": its value"},
                                           {".X", ": X"},           {".Y", ": Y"},
                                           {".Z", ": Z"},           {".Name", ": its name"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(rest, parts[i][0]))
            return parts[i][1];
    return "";
}

char *spec_option_place(const json_t *root, const char *path)
{
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        const size_t length = strlen(places[p].path);
        if (strncmp(places[p].path, path, length) != 0 || (path[length] && !strchr(".[", path[length])))
            continue;
        if (path[length] != '[')
            return text_make("%s%s", places[p].option, part_text(path + length));
        const char *rest;
        FREED char *element = element_text(find(root, path, &rest));
        return text_make("%s%s%s", places[p].option, element, part_text(rest));
    }
    return allocate_text(path);
}
