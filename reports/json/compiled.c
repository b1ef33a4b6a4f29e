#include "reports/json/compiled.h"

static const struct field compile[] = {FIELD(struct result, "compile_ms", compile_ms)};
static const struct field binary[] = {FIELD(struct result, "binary", binary)};
static const struct field launches[] = {FIELD(struct result, "launches", launches)};

static const struct field resources[] = {
    FIELD(struct compute_resources, "registers", registers),
    FIELD(struct compute_resources, "shared_bytes", shared_bytes),
    FIELD(struct compute_resources, "spill_bytes", spill_bytes),
};

static const struct field code[] = {FIELD(struct compute_code, "code", hash)};
static const struct field group[] = {FIELD(struct compute_code, "group", group)};

static const struct field loop[] = {
    FIELD(struct compute_loop, "depth", depth),     FIELD(struct compute_loop, "total", total),
    FIELD(struct compute_loop, "fma", fma),         FIELD(struct compute_loop, "alu", alu),
    FIELD(struct compute_loop, "xu", xu),           FIELD(struct compute_loop, "fp64", fp64),
    FIELD(struct compute_loop, "tensor", tensor),   FIELD(struct compute_loop, "memory", memory),
    FIELD(struct compute_loop, "local", local),     FIELD(struct compute_loop, "shared", shared),
    FIELD(struct compute_loop, "texture", texture), FIELD(struct compute_loop, "uniform", uniform),
    FIELD(struct compute_loop, "control", control), FIELD(struct compute_loop, "other", other),
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

json_t *compiled_loop(const struct compute_loop *from)
{
    json_t *object = json_object();
    if (from->total)
        fields_write(object, loop, FIELDS_COUNT(loop), from);
    return object;
}

void compiled_write(json_t *row, const struct result *result)
{
    fields_write(row, compile, FIELDS_COUNT(compile), result);
    if (*result->binary)
        fields_write(row, binary, FIELDS_COUNT(binary), result);
    if (*result->launches)
        fields_write(row, launches, FIELDS_COUNT(launches), result);
    write_resources(row, &result->resources);
    if (*result->code.hash)
        fields_write(row, code, FIELDS_COUNT(code), &result->code);
    if (result->code.group)
        fields_write(row, group, FIELDS_COUNT(group), &result->code);
    json_set_filled(row, "loop", compiled_loop(&result->code.loop));
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

static enum status read_loop(const json_t *object, struct compute_loop *to, const struct place *row)
{
    struct place place;
    const json_t *inside = NULL;
    if (!json_object_get(object, "loop"))
        return OK;
    if (!(inside = place_enter(row, object, "loop", &place)))
        return INVALID;
    return fields_read(inside, loop, FIELDS_COUNT(loop), to, &place);
}

enum status compiled_read(const json_t *row, struct result *result, const struct place *place)
{
    enum status status = fields_read(row, compile, FIELDS_COUNT(compile), result, place);
    if (status == OK)
        status = fields_read_present(row, binary, FIELDS_COUNT(binary), result, place);
    if (status == OK)
        status = fields_read_present(row, launches, FIELDS_COUNT(launches), result, place);
    if (status == OK)
        status = fields_read_present(row, code, FIELDS_COUNT(code), &result->code, place);
    if (status == OK)
        status = fields_read_present(row, group, FIELDS_COUNT(group), &result->code, place);
    if (status == OK)
        status = read_resources(row, &result->resources, place);
    return status == OK ? read_loop(row, &result->code.loop, place) : status;
}
