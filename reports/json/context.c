#include "reports/json/context.h"

#include <math.h>
#include <string.h>

static const struct field google[] = {
    FIELD(struct run_context, "date", date),
    FIELD(struct run_context, "host_name", host),
    FIELD(struct run_context, "executable", executable),
    FIELD(struct run_context, "num_cpus", cpus),
    FIELD(struct run_context, "mhz_per_cpu", cpu_mhz),
    FIELD(struct run_context, "load_avg", load),
};

static const struct field gpubench[] = {
    FIELD(struct run_context, "version", version),
    FIELD(struct run_context, "commit", commit),
    FIELD(struct run_context, "seed", seed),
    FIELD(struct run_context, "timer_tick_ns", timer_tick_ns),
    FIELD(struct run_context, "command", command),
    FIELD(struct run_context, "suites", suites),
    FIELD(struct run_context, "wall_seconds", wall_seconds),
    FIELD(struct run_context, "compile_jobs", compile_jobs),
    FIELD(struct run_context, "interrupted", interrupted),
    FIELD(struct run_context, "benchmark_version", benchmark_version),
};

static const struct field device[] = {
    FIELD(struct compute_device, "backend", backend),
    FIELD(struct compute_device, "index", index),
    FIELD(struct compute_device, "name", name),
    FIELD(struct compute_device, "uuid", uuid),
    FIELD(struct compute_device, "platform", platform),
    FIELD(struct compute_device, "driver", driver),
    FIELD(struct compute_device, "compiler", compiler),
    FIELD(struct compute_device, "architecture", architecture),
    FIELD(struct compute_device, "is_cpu", is_cpu),
    FIELD(struct compute_device, "can_run", can_run),
    FIELD(struct compute_device, "fp64", fp64),
    FIELD(struct compute_device, "int64_atomics", int64_atomics),
    FIELD(struct compute_device, "images", images),
    FIELD(struct compute_device, "units", units),
    FIELD(struct compute_device, "simt_width", simt_width),
    FIELD(struct compute_device, "clock_mhz", clock_mhz),
    FIELD(struct compute_device, "memory_clock_mhz", memory_clock_mhz),
    FIELD(struct compute_device, "memory_bytes", memory_bytes),
    FIELD(struct compute_device, "l2_bytes", l2_bytes),
    FIELD(struct compute_device, "local_bytes", local_bytes),
    FIELD(struct compute_device, "max_group", max_group),
    FIELD(struct compute_device, "max_group_size", max_group_size),
    FIELD(struct compute_device, "max_groups", max_groups),
};

/* Files from before these keys lack them: not known. */
static const struct field device_later[] = {
    FIELD(struct compute_device, "graphs", graphs),
    FIELD(struct compute_device, "constant_bytes", constant_bytes),
    FIELD(struct compute_device, "max_texture", max_texture),
    FIELD(struct compute_device, "memory_bus_bits", memory_bus_bits),
};

/* Only where --input gave one. */
static const struct field structure[] = {
    FIELD(struct run_context, "file", structure),
    FIELD(struct run_context, "atoms", atoms),
};

/* Each ceiling that was measured. */
static json_t *ceilings_json(const struct ceilings *ceilings)
{
    json_t *object = json_object();
    for (enum resource r = 0; r < RESOURCES; r++)
        if (isfinite(ceilings->rate[r]) && ceilings->rate[r] > 0)
            json_object_set_new(
                object, resource_word(r),
                json_pack("{s:f, s:o}", "rate", ceilings->rate[r], "unit", json_sprintf("%s/s", resource_unit(r))));
    return object;
}

/* An object a suite: two may have a setting of the same name. */
static json_t *settings_json(const struct run_context *context)
{
    json_t *object = json_object();
    for (size_t i = 0; i < context->settings; i++) {
        const struct run_setting *setting = &context->setting[i];
        if (!json_object_get(object, setting->suite))
            json_object_set_new(object, setting->suite, json_object());
        json_object_set_new(json_object_get(object, setting->suite), setting->name,
                            *setting->word ? json_text(setting->word, sizeof setting->word)
                                           : json_real(setting->number));
    }
    return object;
}

/* Sets a key to an object that has something in it, and drops an empty one. */
static void set_filled(json_t *object, const char *key, json_t *value)
{
    if (json_object_size(value))
        json_object_set(object, key, value);
    json_decref(value);
}

json_t *context_json(const struct run_context *context)
{
    json_t *object = json_object(), *ours = json_object(), *described = json_object();
    fields_write(object, google, FIELDS_COUNT(google), context);
    fields_write(ours, gpubench, FIELDS_COUNT(gpubench), context);
    fields_write(described, device, FIELDS_COUNT(device), &context->device);
    fields_write(described, device_later, FIELDS_COUNT(device_later), &context->device);
    json_t *rest =
        json_pack("{s:b, s:[], s:s, s:i, s:o, s:o}", "cpu_scaling_enabled", 0, "caches", "library_build_type",
                  "release", "json_schema_version", 1, "gpubench", ours, "device", described);
    json_object_update_new(object, rest);
    json_t *ceilings = ceilings_json(&context->ceilings), *settings = settings_json(context), *from = json_object();
    if (*context->structure)
        fields_write(from, structure, FIELDS_COUNT(structure), context);
    set_filled(object, "ceilings", ceilings);
    set_filled(object, "inputs", settings);
    set_filled(object, "structure", from);
    return object;
}

/* Resources that this program does not know are left out: another version's. */
static enum status read_ceilings(const json_t *object, struct ceilings *ceilings, const struct place *outer)
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

static enum status read_setting(const json_t *value, const char *suite, const char *name, struct run_context *context,
                                const struct place *place)
{
    if (context->settings == MAX_RUN_SETTINGS)
        return place_fail(place, name, "more than %d settings", MAX_RUN_SETTINGS);
    struct run_setting *setting = &context->setting[context->settings++];
    if (strlen(suite) >= sizeof setting->suite || strlen(name) >= sizeof setting->name)
        return place_fail(place, name, "a suite's name must have less than %zu bytes, a setting's less than %zu",
                          sizeof setting->suite, sizeof setting->name);
    strcpy(setting->suite, suite);
    strcpy(setting->name, name);
    setting->number = json_number_value(value);
    if (json_is_number(value))
        return OK;
    if (json_string_length(value))
        return json_read_text(value, setting->word, sizeof setting->word, place, name);
    return place_fail(place, name, "expected a number or a word");
}

static enum status read_settings(const json_t *object, struct run_context *context, const struct place *outer)
{
    struct place place, inside;
    json_t *all = (json_t *)place_enter(outer, object, "inputs", &place), *settings, *value;
    const char *suite, *name;
    json_object_foreach(all, suite, settings)
    {
        if (!place_enter(&place, all, suite, &inside))
            return INVALID;
        json_object_foreach(settings, name, value)
        {
            if (read_setting(value, suite, name, context, &inside) != OK)
                return INVALID;
        }
    }
    return all ? OK : INVALID;
}

static enum status read_structure(const json_t *object, struct run_context *context, const struct place *outer)
{
    struct place place;
    const json_t *from = place_enter(outer, object, "structure", &place);
    return from ? fields_read(from, structure, FIELDS_COUNT(structure), context, &place) : INVALID;
}

enum status context_read(const json_t *root, struct run_context *context, const struct place *place)
{
    memset(context, 0, sizeof *context);
    struct place outer, inner;
    const json_t *object = place_enter(place, root, "context", &outer), *inside;
    if (!object || fields_read(object, google, FIELDS_COUNT(google), context, &outer) != OK)
        return INVALID;
    if (!(inside = place_enter(&outer, object, "gpubench", &inner)) ||
        fields_read(inside, gpubench, FIELDS_COUNT(gpubench), context, &inner) != OK)
        return INVALID;
    if (!(inside = place_enter(&outer, object, "device", &inner)))
        return INVALID;
    enum status status = fields_read(inside, device, FIELDS_COUNT(device), &context->device, &inner);
    if (status == OK)
        status = fields_read_present(inside, device_later, FIELDS_COUNT(device_later), &context->device, &inner);
    if (status == OK && json_object_get(object, "ceilings"))
        status = read_ceilings(object, &context->ceilings, &outer);
    if (status == OK && json_object_get(object, "inputs"))
        status = read_settings(object, context, &outer);
    if (status == OK && json_object_get(object, "structure"))
        status = read_structure(object, context, &outer);
    return status;
}
