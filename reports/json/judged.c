#include "reports/json/judged.h"

#include <math.h>

static const struct field energy[] = {FIELD_IF(struct result, "energy_j", energy_j, FIELD_KNOWN)};
static const struct field interval[] = {FIELD(struct result, "energy_ci95_j", energy_ci95_j)};

void judged_write_problem(json_t *object, const struct named_problem *problem)
{
    if (problem->objective)
        json_object_set_new(object, "objective", text_json(problem->objective));
    if (problem->required)
        json_object_set_new(object, "require", text_json(problem->required));
}

enum status judged_read_problem(const json_t *object, struct named_problem *problem, const struct place *place)
{
    static const char *const keys[] = {"objective", "require"};
    char **texts[] = {&problem->objective, &problem->required};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const json_t *text = json_object_get(object, keys[i]);
        if (text && !json_string_length(text))
            return place_fail(place, keys[i], "expected text");
        free(*texts[i]);
        *texts[i] = text ? allocate_text(json_string_value(text)) : NULL;
    }
    return OK;
}

void judged_write(json_t *object, const struct named_problem *problem, const struct result *row)
{
    fields_write(object, energy, FIELDS_COUNT(energy), row);
    if (row->energy_j > 0)
        fields_write(object, interval, FIELDS_COUNT(interval), row);
    if (problem->objective && isfinite(row->value))
        json_object_set_new(object, "value", json_real(row->value));
    if (row->unmet)
        json_object_set_new(object, "unmet", json_true());
}

enum status judged_read(const json_t *object, struct result *row, const struct place *place)
{
    const json_t *value = json_object_get(object, "value"), *unmet = json_object_get(object, "unmet");
    if (value && !json_is_number(value))
        return place_fail(place, "value", "expected a number");
    if (unmet && !json_is_boolean(unmet))
        return place_fail(place, "unmet", "expected true or false");
    row->value = value ? json_number_value(value) : (double)NAN;
    row->unmet = json_is_true(unmet);
    if (fields_read(object, energy, FIELDS_COUNT(energy), row, place) != OK)
        return INVALID;
    return row->energy_j > 0 ? fields_read(object, interval, FIELDS_COUNT(interval), row, place) : OK;
}
