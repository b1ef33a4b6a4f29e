#include "reports/json/compiled.h"

static const struct field compiled[] = {
    FIELD(struct result, "compile_ms", compile_ms),
    FIELD_IF(struct result, "binary", binary, FIELD_KNOWN),
    FIELD_IF(struct result, "launches", launches, FIELD_KNOWN),
};

static const struct field resources[] = {
    FIELD_IF(struct compute_resources, "registers", registers, FIELD_KNOWN),
    FIELD_IF(struct compute_resources, "shared_bytes", shared_bytes, FIELD_KNOWN),
    FIELD_IF(struct compute_resources, "spill_bytes", spill_bytes, FIELD_KNOWN),
};

void compiled_write(json_t *row, const struct result *result)
{
    json_t *object = json_object();
    fields_write(row, compiled, FIELDS_COUNT(compiled), result);
    fields_write(object, resources, FIELDS_COUNT(resources), &result->resources);
    json_set_filled(row, "resources", object);
}

enum status compiled_read(const json_t *row, struct result *result, const struct place *place)
{
    struct place inner;
    const json_t *inside;
    result->resources = (struct compute_resources){-1, -1, -1};
    if (fields_read(row, compiled, FIELDS_COUNT(compiled), result, place) != OK)
        return INVALID;
    if (!json_object_get(row, "resources"))
        return OK;
    inside = place_enter(place, row, "resources", &inner);
    return inside ? fields_read(inside, resources, FIELDS_COUNT(resources), &result->resources, &inner) : INVALID;
}
