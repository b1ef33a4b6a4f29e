/* Constants for expressions, and figures in rows, named by a spec. */
#include "base/memory.h"
#include "spec/json.h"

#include <math.h>
#include <string.h>

/* ---- constants ---- */

bool spec_read_constants(struct reader *reader)
{
    json_t *all = json_object_get(json_object_get(reader->root, "gpubench"), "constants"), *value;
    struct spec *spec = reader->spec;
    const char *name, *place = "gpubench.constants";
    if (all && !json_is_null(all) && !json_is_object(all))
        return spec_wrong(reader, place, "is no object of names and numbers");
    if (json_object_size(all) > MAX_SPEC_NAMES)
        return spec_wrong(reader, place, "has %zu; there may be %d", json_object_size(all), MAX_SPEC_NAMES);
    spec->constant = spec_own(spec, allocate((json_object_size(all) + 1) * sizeof *spec->constant));
    json_object_foreach(all, name, value)
    {
        struct spec_constant *constant = &spec->constant[spec->constants];
        const struct path at = spec_path("%s.%s", place, name);
        if (!spec_check_name(reader, name, at.text))
            return false;
        if (!strcmp(name, "n"))
            return spec_wrong(reader, at.text, "n is the size of the problem");
        if (!json_is_number(value))
            return spec_wrong(reader, at.text, "is no number");
        constant->name = spec_keep(reader, name);
        if (!spec_read_formula(reader, value, at.text, &constant->text))
            return false;
        constant->text = spec_keep(reader, constant->text);
        spec->constants++;
    }
    return true;
}

/* ---- figures ---- */

bool spec_read_figures(struct reader *reader)
{
    json_t *all = json_object_get(json_object_get(reader->root, "gpubench"), "figures"), *value;
    struct spec *spec = reader->spec;
    const size_t count = json_object_size(all);
    const char *name, *place = "gpubench.figures";
    if (all && !json_is_null(all) && !json_is_object(all))
        return spec_wrong(reader, place, "is no object of names and expressions");
    if (count > MAX_FIGURES)
        return spec_wrong(reader, place, "has %zu figures; there may be %d", count, MAX_FIGURES);
    if (!count)
        return true;
    spec->figure_name = spec_own(spec, allocate((count + 1) * sizeof *spec->figure_name));
    spec->figure = spec_own(spec, allocate(count * sizeof *spec->figure));
    json_object_foreach(all, name, value)
    {
        const struct path at = spec_path("%s.%s", place, name);
        const size_t f = spec->figures++;
        if (!spec_check_name(reader, name, at.text) ||
            !spec_read_expression(reader, value, at.text, SCOPE_CONFIG, &spec->figure[f]))
            return false;
        if (!spec->figure[f])
            return spec_wrong(reader, at.text, "is missing");
        spec->figure_name[f] = spec_keep(reader, name);
    }
    return true;
}

void spec_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct spec *spec = config->problem->bench->own;
    struct expression_value slots[SPEC_SLOTS];
    (void)job;
    const enum status status = spec_slots(spec, config->problem->n, config, slots, NULL);
    for (size_t f = 0; f < spec->figures; f++)
        if (status != OK || spec_number(spec->figure[f], slots, &values[f], NULL) != OK)
            values[f] = NAN;
}
