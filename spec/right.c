/* What is right, as a spec says it. */
#include "base/memory.h"
#include "spec/json.h"

#include <stdio.h>
#include <string.h>

static size_t find_output(const struct spec *spec, const char *name, size_t length)
{
    for (size_t a = 0; a < spec->arguments; a++) {
        const enum role role = spec->argument[a].role;
        if ((role == ROLE_OUTPUT || role == ROLE_BOTH) && strlen(spec->argument[a].name) == length &&
            !memcmp(spec->argument[a].name, name, length))
            return a;
    }
    return SIZE_MAX;
}

/* "y[i] == a * x[i] + y0[i]" */
static bool read_check(struct reader *reader, const char *text, const char *path, double tolerance)
{
    struct spec *spec = reader->spec;
    struct spec_check *check = &spec->check[spec->checks];
    char name[64] = "", index[64] = "";
    int end = 0;
    struct fault why = {0};
    if (sscanf(text, " %63[A-Za-z0-9_] [ %63[A-Za-z0-9_] ] == %n", name, index, &end) < 2 || !end)
        return spec_wrong(reader, path, "begins otherwise than OUTPUT[i] == ...");
    check->argument = find_output(spec, name, strlen(name));
    if (check->argument == SIZE_MAX)
        return spec_wrong(reader, path, "%s is no output", name);
    check->expected = spec_compile(spec, text + end, SCOPE_ELEMENTS, index, &why);
    if (!check->expected)
        return spec_wrong(reader, path, "behind ==: %s", why.text);
    check->tolerance = tolerance >= 0 ? tolerance : spec->argument[check->argument].type.scalar->tolerance;
    spec->checks++;
    return true;
}

bool spec_read_right(struct reader *reader, const json_t *own)
{
    struct spec *spec = reader->spec;
    const json_t *list = json_object_get(own, "checks"), *tolerance = json_object_get(own, "tolerance");
    const size_t count = json_array_size(list);
    if (!json_is_array(list) || !count)
        return spec_wrong(reader, "gpubench.checks", "is missing: what is right, as [\"y[i] == 2 * x[i]\"]");
    spec->check = spec_own(spec, allocate(count * sizeof *spec->check));
    for (size_t c = 0; c < count; c++) {
        const struct path at = spec_path("gpubench.checks[%zu]", c);
        const char *text = json_string_value(json_array_get(list, c));
        if (!text)
            return spec_wrong(reader, at.text, "is no text");
        if (!read_check(reader, text, at.text, json_is_number(tolerance) ? json_number_value(tolerance) : -1))
            return false;
    }
    return true;
}
