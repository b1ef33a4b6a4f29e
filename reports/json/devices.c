#include "reports/json/devices.h"

#include "reports/json/context.h"

static const struct field of_device[] = {
    FIELD(struct run_device, "index", index),
    FIELD(struct run_device, "uuid", uuid),
    FIELD_IF(struct run_device, "lost", lost, FIELD_KNOWN),
};

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
