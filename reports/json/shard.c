#include "reports/json/shard.h"

#include "reports/parts.h"

#include <stdio.h>
#include <string.h>

static const struct field of_run[] = {
    FIELD(struct run_context, "part", shard.part),
    FIELD(struct run_context, "of", shard.of),
};

static const struct field of_merged[] = {FIELD(struct run_context, "of", shard.of)};

static const struct field of_choice[] = {FIELD_IF(struct run_context, "played_off", shard.played_off, FIELD_LATER)};

static const struct field of_part[] = {
    FIELD(struct merged_part, "part", part),
    FIELD(struct merged_part, "host_name", host),
    FIELD(struct merged_part, "date", date),
    FIELD(struct merged_part, "uuid", uuid),
    FIELD(struct merged_part, "wall_seconds", wall_seconds),
    FIELD(struct merged_part, "rows", rows),
    FIELD(struct merged_part, "interrupted", interrupted),
};

/* The UUIDs of a part that had several devices. */
static void write_devices(json_t *object, const struct merged_part *part)
{
    json_t *array = json_array();
    for (size_t d = 0; d < part->devices; d++)
        json_array_append_new(array, json_string(part->device[d]));
    if (part->devices)
        json_object_set(object, "devices", array);
    json_decref(array);
}

static enum status read_devices(const json_t *object, struct merged_part *part, const struct place *place)
{
    const json_t *array = json_object_get(object, "devices");
    if (array && (!json_is_array(array) || json_array_size(array) > COMPUTE_MAX_DEVICES))
        return place_fail(place, "devices", "expected at most %d UUIDs", COMPUTE_MAX_DEVICES);
    for (size_t d = 0; d < json_array_size(array); d++) {
        const char *uuid = json_string_value(json_array_get(array, d));
        if (!uuid || strlen(uuid) >= sizeof *part->device)
            return place_fail(place, "devices", "expected UUIDs");
        snprintf(part->device[part->devices++], sizeof *part->device, "%s", uuid);
    }
    return OK;
}

static json_t *parts_json(const struct results *results)
{
    json_t *array = json_array();
    for (size_t i = 0; i < results->parts; i++) {
        json_t *part = json_object();
        fields_write(part, of_part, FIELDS_COUNT(of_part), &results->part[i]);
        write_devices(part, &results->part[i]);
        json_array_append_new(array, part);
    }
    return array;
}

static json_t *missing_json(const struct results *results)
{
    json_t *array = json_array();
    for (uint64_t number = 1; number <= results->context.shard.of; number++)
        if (!results_part(results, number))
            json_array_append_new(array, json_integer((json_int_t)number));
    return array;
}

json_t *shard_json(const struct results *results)
{
    json_t *object = json_object();
    if (results->parts) {
        fields_write(object, of_merged, FIELDS_COUNT(of_merged), &results->context);
        fields_write(object, of_choice, FIELDS_COUNT(of_choice), &results->context);
        json_object_set_new(object, "missing", missing_json(results));
        json_object_set_new(object, "parts", parts_json(results));
    } else if (results->context.shard.of)
        fields_write(object, of_run, FIELDS_COUNT(of_run), &results->context);
    return object;
}

static enum status read_parts(const json_t *array, struct results *results, const struct place *place)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const struct place inside = place_at(place, "parts", i);
        struct merged_part part = {.part = 0};
        const json_t *object = json_array_get(array, i);
        if (fields_read(object, of_part, FIELDS_COUNT(of_part), &part, &inside) != OK ||
            read_devices(object, &part, &inside) != OK)
            return INVALID;
        if (!part.part || part.part > results->context.shard.of || results_part(results, part.part))
            return place_fail(&inside, "part", "expected a part of them, each once");
        results_add_part(results, &part);
    }
    return results->parts ? OK : place_fail(place, "parts", "expected an array of parts");
}

enum status shard_read(const json_t *context, struct results *results, const struct place *outer)
{
    struct place place;
    struct run_context *to = &results->context;
    enum { MOST = 1000000 }; /* the limit of --shard */
    if (!json_object_get(context, "shard"))
        return OK;
    const json_t *object = place_enter(outer, context, "shard", &place);
    if (!object)
        return INVALID;
    const json_t *parts = json_object_get(object, "parts");
    if (fields_read(object, of_merged, FIELDS_COUNT(of_merged), to, &place) != OK)
        return INVALID;
    if (!to->shard.of || to->shard.of > MOST)
        return place_fail(&place, "of", "expected 1 to %d", MOST);
    if (parts && fields_read(object, of_choice, FIELDS_COUNT(of_choice), to, &place) != OK)
        return INVALID;
    if (parts)
        return read_parts(parts, results, &place);
    if (fields_read(object, of_run, FIELDS_COUNT(of_run), to, &place) != OK)
        return INVALID;
    if (!to->shard.part || to->shard.part > to->shard.of)
        return place_fail(&place, "part", "expected one of them, from 1");
    return OK;
}
