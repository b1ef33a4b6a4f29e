/* Reads a spec's checks: expressions of elements; or a reference kernel, files or a function; or none. */
#include "base/memory.h"
#include "spec/files.h"
#include "spec/json.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_output(const struct spec_argument *argument)
{
    return argument->role == ROLE_OUTPUT || argument->role == ROLE_BOTH;
}

static size_t find_output(const struct spec *spec, const char *name)
{
    for (size_t a = 0; a < spec->arguments; a++)
        if (is_output(&spec->argument[a]) && !strcmp(spec->argument[a].name, name))
            return a;
    return SIZE_MAX;
}

/* ---- tolerances ---- */

/* Rounding, relative to the sum of magnitudes, if that is known. A reference has only the result, with its own
 * rounding: for up to 2^14 terms of any sign the two differ by about 8 times as much. Halves are coarse enough. */
static double usual_tolerance(const struct spec *spec, const struct scalar *scalar)
{
    enum { OF_REFERENCES = 8 };
    return scalar->tolerance * (spec->right == RIGHT_CHECKS || scalar->bytes < sizeof(float) ? 1 : OF_REFERENCES);
}

static bool is_tolerance(const json_t *value)
{
    return json_is_number(value) && json_number_value(value) >= 0 && json_number_value(value) < 1;
}

/* One for all real outputs, or one for each. Whole numbers are compared exactly. */
static bool read_tolerances(struct reader *reader, const json_t *given)
{
    struct spec *spec = reader->spec;
    const char *at = "gpubench.tolerance", *name;
    const json_t *value;
    if (given && !json_is_object(given) && !is_tolerance(given))
        return spec_wrong(reader, at, "is no number from 0 to 1, and no object of such");
    for (size_t c = 0; c < spec->checks; c++) {
        const struct scalar *scalar = spec->argument[spec->check[c].argument].type.scalar;
        const bool is_given = json_is_number(given) && scalar->kind == SCALAR_FLOAT;
        spec->check[c].tolerance = is_given ? json_number_value(given) : usual_tolerance(spec, scalar);
        spec->check[c].is_usual = !is_given;
    }
    json_object_foreach((json_t *)given, name, value)
    {
        const struct path path = spec_path("%s.%.60s", at, name);
        const size_t a = find_output(spec, name);
        if (a == SIZE_MAX)
            return spec_wrong(reader, path.text, "is no output");
        if (!is_tolerance(value))
            return spec_wrong(reader, path.text, "is no number from 0 to 1");
        const bool is_whole = spec->argument[a].type.scalar->kind != SCALAR_FLOAT;
        if (is_whole && !reader->adopted) /* KTT has a single one for all */
            return spec_wrong(reader, path.text, "whole numbers are right or wrong");
        for (size_t c = 0; c < spec->checks && !is_whole; c++)
            if (spec->check[c].argument == a) {
                spec->check[c].tolerance = json_number_value(value);
                spec->check[c].is_usual = false;
            }
    }
    return true;
}

/* ---- expressions ---- */

/* Reports a name that is no output, with the existing ones. */
static bool is_no_output(struct reader *reader, const char *path, const char *name)
{
    const struct spec *spec = reader->spec;
    char outputs[300] = "";
    size_t length = 0;
    for (size_t a = 0; a < spec->arguments && length < sizeof outputs; a++)
        if (is_output(&spec->argument[a]))
            length += (size_t)snprintf(outputs + length, sizeof outputs - length, "%s%s", length ? ", " : ": ",
                                       spec->argument[a].name);
    return spec_wrong(reader, path, "%s is no output; outputs%s", name, length ? outputs : ": none");
}

/* The place of all checks, and of one: KTT's have the same order. */
static const char *place_of(const struct reader *reader)
{
    return reader->adopted ? "KernelSpecification.ReferenceArguments" : "gpubench.checks";
}

/* "y[i] == a * x[i] + y0[i]" */
static bool read_check(struct reader *reader, const char *text, const char *path)
{
    struct spec *spec = reader->spec;
    struct spec_check *check = &spec->check[spec->checks];
    char name[64] = "", index[64] = "";
    int end = 0;
    struct fault why = {0};
    if (sscanf(text, " %63[A-Za-z0-9_] [ %63[A-Za-z0-9_] ] == %n", name, index, &end) < 2 || !end ||
        isdigit((unsigned char)*index))
        return spec_wrong(reader, path, "is not OUTPUT[i] == EXPRESSION, such as y[i] == 2 * x[i]");
    check->argument = find_output(spec, name);
    if (check->argument == SIZE_MAX)
        return is_no_output(reader, path, name);
    check->expected = spec_compile(spec, text + end, SCOPE_ELEMENTS, index, &why);
    if (!check->expected)
        return spec_wrong(reader, path, "behind ==: %s", why.text);
    spec->checks++;
    return true;
}

/* Each output needs a check: otherwise it could have any contents. */
static bool check_all_given(struct reader *reader)
{
    const struct spec *spec = reader->spec;
    for (size_t a = 0; a < spec->arguments; a++) {
        bool given = !is_output(&spec->argument[a]);
        for (size_t c = 0; c < spec->checks; c++)
            given = given || spec->check[c].argument == a;
        if (!given)
            return spec_wrong(reader, place_of(reader), "no check is of %s; is it scratch?", spec->argument[a].name);
    }
    return true;
}

static bool read_checks(struct reader *reader, const json_t *list)
{
    const size_t count = json_array_size(list);
    if (!count)
        return spec_wrong(reader, "gpubench.checks", "is no list of texts such as \"y[i] == 2 * x[i]\"");
    if (count > MAX_SPEC_ARGUMENTS)
        return spec_wrong(reader, place_of(reader), "has %zu; there may be %d", count, MAX_SPEC_ARGUMENTS);
    reader->spec->right = RIGHT_CHECKS;
    reader->spec->check = spec_own(reader->spec, allocate(count * sizeof *reader->spec->check));
    for (size_t c = 0; c < count; c++) {
        const struct path at = spec_path("%s[%zu]", place_of(reader), c);
        const char *text = json_string_value(json_array_get(list, c));
        if (!text)
            return spec_wrong(reader, at.text, "is no text");
        if (!read_check(reader, text, at.text))
            return false;
    }
    return check_all_given(reader);
}

/* ---- references ---- */

/* Adds a check without an expression for each output. */
void spec_check_outputs(struct spec *spec)
{
    spec->check = spec_own(spec, allocate((spec->arguments + 1) * sizeof *spec->check));
    for (size_t a = 0; a < spec->arguments; a++)
        if (is_output(&spec->argument[a])) {
            const struct scalar *scalar = spec->argument[a].type.scalar;
            spec->check[spec->checks++] =
                (struct spec_check){.argument = a, .tolerance = usual_tolerance(spec, scalar)};
        }
}

/* An expected file is for one seed, and so not for inputs that another seed would change. */
static bool read_expected_file(struct reader *reader, size_t a, const json_t *files)
{
    struct spec *spec = reader->spec;
    const struct spec_argument *argument = &spec->argument[a];
    const struct path at = spec_path("gpubench.reference.files.%s", argument->name);
    struct spec_reference *reference = &spec->reference;
    struct fault why = {0};
    if (!is_output(argument))
        return (argument->role != ROLE_INPUT || argument->fill != FILL_RANDOM) ||
               spec_wrong(reader, "gpubench.reference.files", "%s is random: files are of inputs that stay",
                          argument->name);
    if (argument->role == ROLE_BOTH && argument->fill == FILL_RANDOM)
        return spec_wrong(reader, at.text, "%s is random before: files are of inputs that stay", argument->name);
    const char *name = json_string_value(json_object_get(files, argument->name));
    if (!name)
        return spec_wrong(reader, at.text, "is missing: a file with the expected %s", argument->name);
    if (spec_read_raw(spec, reader->folder, name, &reference->file[a], &why) != OK)
        return spec_wrong(reader, at.text, "%s", why.text);
    return true;
}

static bool read_files(struct reader *reader, const json_t *files)
{
    struct spec *spec = reader->spec;
    const char *name;
    const json_t *value;
    spec->right = RIGHT_FILES;
    spec->reference.file = spec_own(spec, allocate((spec->arguments + 1) * sizeof *spec->reference.file));
    json_object_foreach((json_t *)files, name, value)
    {
        if (find_output(spec, name) == SIZE_MAX)
            return spec_wrong(reader, "gpubench.reference.files", "%.60s is no output", name);
    }
    for (size_t a = 0; a < spec->arguments; a++)
        if (!read_expected_file(reader, a, files))
            return false;
    return true;
}

static bool read_function(struct reader *reader, const json_t *value)
{
    const char *name = json_string_value(value);
    if (!name || !spec_check_name(reader, name, "gpubench.reference.function"))
        return name ? false : spec_wrong(reader, "gpubench.reference.function", "is no text");
    reader->spec->right = RIGHT_FUNCTION;
    reader->spec->reference.function = spec_keep(reader, name);
    return true;
}

static bool read_reference(struct reader *reader, const json_t *reference)
{
    static const struct {
        const char *key;
        bool (*read)(struct reader *reader, const json_t *value);
    } kinds[] = {{"kernel", spec_read_reference_kernel}, {"files", read_files}, {"function", read_function}};
    if (json_object_size(reference) != 1)
        return spec_wrong(reader, "gpubench.reference", "has one of kernel, files, function");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const json_t *value = json_object_get(reference, kinds[k].key);
        if (!value)
            continue;
        if (!kinds[k].read(reader, value))
            return false;
        spec_check_outputs(reader->spec);
        return true;
    }
    return spec_wrong(reader, "gpubench.reference", "has none of kernel, files, function");
}

/* ---- all checks ---- */

bool spec_read_right(struct reader *reader, const json_t *own)
{
    const json_t *checks = json_object_get(own, "checks"), *reference = json_object_get(own, "reference");
    const json_t *unverified = json_object_get(own, "unverified");
    const bool has_checks = json_array_size(checks) || (checks && !json_is_array(checks));
    if (unverified && !json_is_boolean(unverified))
        return spec_wrong(reader, "gpubench.unverified", "is neither true nor false");
    if (has_checks + !!reference + json_is_true(unverified) > 1)
        return spec_wrong(reader, "gpubench", "has more than one of checks, reference, unverified");
    if ((has_checks && !read_checks(reader, checks)) || (reference && !read_reference(reader, reference)))
        return false;
    return read_tolerances(reader, json_object_get(own, "tolerance"));
}
