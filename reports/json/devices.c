#include "reports/json/devices.h"

#include <math.h>

static const struct field of_row[] = {FIELD_IF(struct result, "device", device, FIELD_LATER)};

static const struct field of_device[] = {
    FIELD(struct run_device, "index", index),
    FIELD(struct run_device, "uuid", uuid),
    FIELD_IF(struct run_device, "lost", lost, FIELD_KNOWN),
};

json_t *ceilings_json(const struct ceilings *ceilings)
{
    json_t *object = json_object();
    for (enum resource r = 0; r < RESOURCES; r++)
        if (isfinite(ceilings->rate[r]) && ceilings->rate[r] > 0)
            json_object_set_new(
                object, resource_word(r),
                json_pack("{s:f, s:o}", "rate", ceilings->rate[r], "unit", json_sprintf("%s/s", resource_unit(r))));
    return object;
}

/* Unknown resources are skipped: another version wrote them. */
enum status ceilings_read(const json_t *object, struct ceilings *ceilings, const struct place *outer)
{
    struct place place, inside;
    const json_t *all = place_enter(outer, object, "ceilings", &place);
    const char *word;
    json_t *value;
    json_object_foreach((json_t *)all, word, value)
    {
        enum resource resource = resource_find(word);
        if (resource == RESOURCES)
            continue;
        if (!place_enter(&place, all, word, &inside))
            return INVALID;
        ceilings->rate[resource] = json_number_value(json_object_get(value, "rate"));
        if (!(ceilings->rate[resource] > 0))
            return place_fail(&inside, "rate", "expected a number above 0");
    }
    return all ? OK : INVALID;
}

json_t *devices_json(const struct run_context *context)
{
    json_t *array = json_array();
    for (size_t i = 0; i < context->device_count; i++) {
        json_t *object = json_object();
        fields_write(object, of_device, FIELDS_COUNT(of_device), &context->devices[i]);
        json_set_filled(object, "ceilings", ceilings_json(&context->devices[i].ceilings));
        json_array_append_new(array, object);
    }
    return array;
}

enum status devices_read(const json_t *context, struct run_context *to, const struct place *place)
{
    const json_t *array = json_object_get(context, "devices");
    const size_t count = json_array_size(array);
    if (!array)
        return OK;
    if (count < 2 || count > COMPUTE_MAX_DEVICES)
        return place_fail(place, "devices", "expected an array of 2 to %d devices", COMPUTE_MAX_DEVICES);
    for (size_t i = 0; i < count; i++) {
        const struct place inside = place_at(place, "devices", i);
        const json_t *object = json_array_get(array, i);
        struct run_device *device = &to->devices[i];
        if (fields_read(object, of_device, FIELDS_COUNT(of_device), device, &inside) != OK ||
            (json_object_get(object, "ceilings") && ceilings_read(object, &device->ceilings, &inside) != OK))
            return INVALID;
    }
    to->device_count = count;
    return OK;
}

void row_device_write(json_t *row, const struct result *result)
{
    if (result->device)
        fields_write(row, of_row, FIELDS_COUNT(of_row), result);
}

enum status row_device_read(const json_t *row, const struct run_context *context, struct result *result,
                            const struct place *place)
{
    if (!context->device_count)
        return OK;
    if (fields_read(row, of_row, FIELDS_COUNT(of_row), result, place) != OK)
        return INVALID;
    return result->device <= context->device_count ? OK : place_fail(place, "device", "none of the context's devices");
}
