/* Reads the problem's sizes, n and ProblemSize. */
#include "base/memory.h"
#include "base/parse.h"
#include "spec/json.h"
#include "tuner/constraints.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SIZES = 3 };

/* ---- reading ---- */

static bool read_sizes(struct reader *reader, const char *text)
{
    struct spec *spec = reader->spec;
    FREED char *parts = allocate_text(text);
    char *end = parts;
    for (const char *at = text; *at; at++)
        if (*at != ' ')
            *end++ = *at;
    *end = '\0';
    spec->sizes = spec_keep(reader, parts);
    char *part, *rest = parts;
    for (bool is_first = true; (part = strsep(&rest, ",")); is_first = false) {
        uint64_t size;
        const char *mistake = parse_size(part, &size);
        if (mistake)
            return spec_wrong(reader, "gpubench.sizes", "'%s': %s; write sizes like 2^20,2^24", part, mistake);
        if (is_first)
            spec->n = size;
    }
    return true;
}

/* Without sizes of our own n is the first ProblemSize, which is constant. */
static bool take_first(struct reader *reader, const char *path)
{
    struct spec *spec = reader->spec;
    struct fault why = {0};
    FREED struct expression *made = expression_compile(spec->problem[0], NULL, NULL, &why);
    if (!made || spec_count(made, NULL, &spec->n, &why) != OK)
        return spec_wrong(reader, path, "%s", why.text);
    if (!spec->n)
        return spec_wrong(reader, path, "is 0");
    spec->n_is_first = true;
    spec->sizes = spec_own(spec, text_make("%llu", (unsigned long long)spec->n));
    return true;
}

/* A number, or a list of up to three. */
static bool read_problem_size(struct reader *reader, const json_t *value)
{
    const char *at = "KernelSpecification.ProblemSize";
    const size_t count = json_is_array(value) ? json_array_size(value) : 1;
    if (!count || count > SIZES)
        return spec_wrong(reader, at, "has %zu sizes; there may be 1 to %d", count, SIZES);
    for (size_t k = 0; k < count; k++) {
        const struct path path = spec_path(json_is_array(value) ? "%s[%zu]" : "%s", at, k);
        const json_t *size = json_is_array(value) ? json_array_get(value, k) : value;
        const char *text;
        if (!spec_read_formula(reader, size, path.text, &text))
            return false;
        if (!text)
            return spec_wrong(reader, path.text, "is missing");
        if (strlen(text) > EXPRESSION_TEXT)
            return spec_wrong(reader, path.text, "is longer than %d bytes", EXPRESSION_TEXT);
        reader->spec->problem[k] = spec_keep(reader, text);
    }
    return reader->spec->sizes || take_first(reader, spec_path("%s[0]", at).text);
}

bool spec_read_problem(struct reader *reader)
{
    const json_t *value = json_object_get(json_object_get(reader->root, "KernelSpecification"), "ProblemSize");
    const char *sizes;
    reader->spec->n = 1;
    const json_t *given = json_object_get(json_object_get(reader->root, "gpubench"), "sizes");
    return spec_read_formula(reader, given, "gpubench.sizes", &sizes) && (!sizes || read_sizes(reader, sizes)) &&
           (!value || json_is_null(value) || read_problem_size(reader, value));
}
