#include "reports/json/device_file.h"

#include "base/gzip.h"
#include "reports/json/context.h"
#include "reports/json/parse.h"

#include <inttypes.h>
#include <string.h>

/* Finds the object in a file's root, and its place; NULL with a fault. */
typedef const json_t *finder(const json_t *root, uint64_t number, const struct place *outer, struct place *inner);

static const json_t *find_own(const json_t *root, UNNEEDED uint64_t number, const struct place *outer,
                              struct place *inner)
{
    return place_enter(outer, root, "device", inner);
}

static const json_t *find_numbered(const json_t *root, uint64_t number, const struct place *outer, struct place *inner)
{
    const json_t *all = json_object_get(root, "devices");
    const json_t *entry = json_array_get(all, number);
    if (!json_is_array(all) || !json_is_object(entry)) {
        place_fail(outer, "devices", "it has no device %" PRIu64, number);
        return NULL;
    }
    const struct place at = place_at(outer, "devices", number);
    return place_enter(&at, entry, "device", inner);
}

static const json_t *find_context(const json_t *root, UNNEEDED uint64_t number, const struct place *outer,
                                  struct place *inner)
{
    struct place place;
    const json_t *context = place_enter(outer, root, "context", &place);
    return context ? place_enter(&place, context, "device", inner) : NULL;
}

static const struct {
    const char *schema;
    finder *find;
} kinds[] = {
    {"gpubench/device/1", find_own}, {"gpubench/devices/1", find_numbered}, {"gpubench/results/1", find_context}};

static enum status check(const struct compute_device *device, const struct place *place)
{
    const struct {
        const char *key;
        uint64_t value;
    } numbers[] = {
        {"units", device->units},
        {"simt_width", device->simt_width},
        {"max_group", device->max_group},
        {"max_group_size", device->max_group_size[0] && device->max_group_size[1] && device->max_group_size[2]}};
    if (!*device->backend)
        return place_fail(place, "backend", "expected the name of a backend");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!numbers[i].value)
            return place_fail(place, numbers[i].key, "expected more than 0");
    return OK;
}

static enum status read(const json_t *root, uint64_t number, struct described_device *described,
                        const struct place *outer)
{
    struct place place;
    const char *schema = json_string_value(json_object_get(root, "schema"));
    for (size_t k = 0; schema && k < sizeof kinds / sizeof *kinds; k++) {
        if (strcmp(schema, kinds[k].schema))
            continue;
        const json_t *object = kinds[k].find(root, number, outer, &place);
        if (!object || device_read(object, &described->device, &place) != OK)
            return INVALID;
        described->given = device_features_given(object);
        described->one = kinds[k].find != find_numbered;
        return check(&described->device, &place);
    }
    return place_fail(outer, "schema", "it describes no device: `gpubench devices --export` writes what does");
}

enum status device_file_read(const char *path, uint64_t number, struct described_device *described, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    json_error_t error;
    *described = (struct described_device){0};
    json_own_memory();
    if (gzip_read(path, &text, &length, fault) != OK)
        return INVALID;
    json_auto_t *root = json_parse(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        return fail(fault, INVALID, "%s: no JSON: line %d column %d", path, error.line, error.column);
    return read(root, number, described, &(struct place){.file = path, .fault = fault});
}
