#include "reports/json/compiled.h"

static const struct field compile[] = {FIELD(struct result, "compile_ms", compile_ms)};
static const struct field binary[] = {FIELD(struct result, "binary", binary)};
static const struct field launches[] = {FIELD(struct result, "launches", launches)};

static const struct field resources[] = {
    FIELD(struct compute_resources, "registers", registers),
    FIELD(struct compute_resources, "shared_bytes", shared_bytes),
    FIELD(struct compute_resources, "spill_bytes", spill_bytes),
};

/* ---- writing ---- */

static void write_resources(json_t *row, const struct compute_resources *from)
{
    json_t *object = json_object();
    for (size_t i = 0; i < FIELDS_COUNT(resources); i++)
        if (*(const int *)((const char *)from + resources[i].offset) >= 0)
            fields_write(object, &resources[i], 1, from);
    json_set_filled(row, "resources", object);
}

void compiled_write(json_t *row, const struct result *result)
{
    fields_write(row, compile, FIELDS_COUNT(compile), result);
    if (*result->binary)
        fields_write(row, binary, FIELDS_COUNT(binary), result);
    if (*result->launches)
        fields_write(row, launches, FIELDS_COUNT(launches), result);
    write_resources(row, &result->resources);
}

/* ---- reading ---- */

static enum status read_resources(const json_t *object, struct compute_resources *to, const struct place *row)
{
    *to = (struct compute_resources){-1, -1, -1};
    struct place place;
    const json_t *inside = NULL;
    if (!json_object_get(object, "resources"))
        return OK;
    if (!(inside = place_enter(row, object, "resources", &place)))
        return INVALID;
    return fields_read_present(inside, resources, FIELDS_COUNT(resources), to, &place);
}

enum status compiled_read(const json_t *row, struct result *result, const struct place *place)
{
    enum status status = fields_read(row, compile, FIELDS_COUNT(compile), result, place);
    if (status == OK)
        status = fields_read_present(row, binary, FIELDS_COUNT(binary), result, place);
    if (status == OK)
        status = fields_read_present(row, launches, FIELDS_COUNT(launches), result, place);
    return status == OK ? read_resources(row, &result->resources, place) : status;
}
