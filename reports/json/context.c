#include "reports/json/context.h"

#include "base/options/options.h"
#include "reports/json/devices.h"
#include "reports/json/problem.h"
#include "reports/json/shard.h"

#include <math.h>
#include <stdio.h>
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
    /* Files of the first definition of times do not have it. */
    FIELD_IF(struct run_context, "measuring", measuring, FIELD_LATER),
    FIELD_IF(struct run_context, "sample_start_ns", sample_start_ns, FIELD_LATER),
    FIELD_IF(struct run_context, "marker_ns", marker_ns, FIELD_LATER),
    FIELD_IF(struct run_context, "max_share", max_share, FIELD_KNOWN),
    FIELD_IF(struct run_context, "compiled", compiled, FIELD_LATER),
    FIELD_IF(struct run_context, "cached", cached, FIELD_LATER),
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
    FIELD_BIT(struct compute_device, "fp64", features, COMPUTE_FP64, FIELD_ALWAYS),
    FIELD_BIT(struct compute_device, "int64_atomics", features, COMPUTE_INT64_ATOMICS, FIELD_ALWAYS),
    FIELD_BIT(struct compute_device, "images", features, COMPUTE_TEXTURES, FIELD_ALWAYS),
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
    FIELD_BIT(struct compute_device, "graphs", features, COMPUTE_GRAPHS, FIELD_LATER),
    FIELD_IF(struct compute_device, "constant_bytes", constant_bytes, FIELD_LATER),
    FIELD_IF(struct compute_device, "max_texture", max_texture, FIELD_LATER),
    FIELD_IF(struct compute_device, "memory_bus_bits", memory_bus_bits, FIELD_LATER),
    FIELD_IF(struct compute_device, "max_texture_1d", max_texture_1d, FIELD_LATER),
    FIELD_IF(struct compute_device, "max_texture_3d", max_texture_3d, FIELD_LATER),
    FIELD_BIT(struct compute_device, "cub", features, COMPUTE_CUB, FIELD_LATER),
    FIELD_BIT(struct compute_device, "child_launch", features, COMPUTE_CHILD_LAUNCH, FIELD_LATER),
    FIELD_BIT(struct compute_device, "float4_atomics", features, COMPUTE_FLOAT4_ATOMICS, FIELD_LATER),
    FIELD_BIT(struct compute_device, "fp64_matrices", features, COMPUTE_FP64_MATRICES, FIELD_LATER),
};

static json_t *phases_json(const struct run_context *context)
{
    json_t *object = json_object();
    for (enum phase phase = 0; phase < PHASES && context->wall_seconds > 0; phase++)
        json_object_set_new(object, phase_word(phase),
                            json_pack("{s:f, s:f}", "seconds", context->seconds[phase], "share",
                                      context->seconds[phase] / context->wall_seconds));
    return object;
}

/* true is an option without a value. */
static json_t *options_json(const struct run_context *context)
{
    json_t *object = json_object();
    for (size_t i = 0; i < context->options; i++) {
        const struct run_option *option = &context->option[i];
        json_object_set_new(object, option->name,
                            *option->value ? json_text(option->value, sizeof option->value) : json_true());
    }
    return object;
}

/* An object per suite: two may have a setting of the same name. In one run, problems of a suite have the same settings
 * among those in their names. */
static json_t *inputs_json(const struct results *results)
{
    json_t *object = json_object();
    for (size_t i = 0; i < results->problem_count; i++) {
        const struct named_problem *problem = &results->problems[i];
        json_t *settings = settings_json(problem), *there = json_object_get(object, problem->suite);
        if (there)
            json_object_update_missing(there, settings);
        else if (problem->settings)
            json_object_set(object, problem->suite, settings);
        json_decref(settings);
    }
    return object;
}

static json_t *structure_of(const struct results *results)
{
    for (size_t i = 0; i < results->problem_count; i++)
        if (results->problems[i].structure.file)
            return structure_json(&results->problems[i]);
    return json_object();
}

json_t *device_json(const struct compute_device *of)
{
    json_t *object = json_object();
    fields_write(object, device, FIELDS_COUNT(device), of);
    return object;
}

enum status device_read(const json_t *object, struct compute_device *of, const struct place *place)
{
    return fields_read(object, device, FIELDS_COUNT(device), of, place);
}

uint32_t device_features_given(const json_t *object)
{
    uint32_t given = 0;
    for (size_t i = 0; i < FIELDS_COUNT(device); i++)
        if (device[i].type == FIELD_BITS && json_object_get(object, device[i].key))
            given |= (uint32_t)device[i].bytes;
    return given;
}

json_t *context_json(const struct results *results)
{
    const struct run_context *context = &results->context;
    json_t *object = json_object(), *ours = json_object();
    fields_write(object, google, FIELDS_COUNT(google), context);
    fields_write(ours, gpubench, FIELDS_COUNT(gpubench), context);
    secret_write(ours, context->secret);
    json_set_filled(ours, "phases", phases_json(context));
    if (context->has_options)
        json_object_set_new(ours, "options", options_json(context));
    json_t *rest =
        json_pack("{s:b, s:[], s:s, s:i, s:o, s:o}", "cpu_scaling_enabled", 0, "caches", "library_build_type",
                  "release", "json_schema_version", 1, "gpubench", ours, "device", device_json(&context->device));
    json_object_update_new(object, rest);
    json_set_filled(object, "shard", shard_json(results));
    json_set_filled(object, "ceilings", ceilings_json(&context->ceilings));
    json_set_filled(object, "devices", devices_json(context));
    json_set_filled(object, "inputs", inputs_json(results));
    json_set_filled(object, "structure", structure_of(results));
    return object;
}

static enum status read_phases(const json_t *object, struct run_context *context, const struct place *outer)
{
    struct place place, inside;
    const json_t *all = place_enter(outer, object, "phases", &place);
    for (enum phase phase = 0; all && phase < PHASES; phase++) {
        const bool later = phase == PHASE_STARTING || phase == PHASE_CEILINGS || phase == PHASE_PLAYOFF;
        if (later && !json_object_get(all, phase_word(phase)))
            continue; /* of an older file, which counts them with others */
        const json_t *one = place_enter(&place, all, phase_word(phase), &inside);
        if (!one)
            return INVALID;
        const json_t *seconds = json_object_get(one, "seconds");
        if (!json_is_number(seconds) || json_number_value(seconds) < 0)
            return place_fail(&inside, "seconds", "expected a number that is not below 0");
        context->seconds[phase] = json_number_value(seconds);
    }
    return all ? OK : INVALID;
}

/* Unknown options are skipped: another version wrote them. */
static enum status read_options(const json_t *object, struct run_context *context, const struct place *outer)
{
    struct place place;
    const char *name;
    json_t *value, *all = (json_t *)place_enter(outer, object, "options", &place);
    context->has_options = all != NULL;
    json_object_foreach(all, name, value)
    {
        struct run_option *option = &context->option[context->options];
        if (!options_repeated(name) || context->options == MAX_RUN_OPTIONS)
            continue;
        if (!json_is_true(value) && json_read_text(value, option->value, sizeof option->value, &place, name) != OK)
            return INVALID;
        snprintf(option->name, sizeof option->name, "%s", name);
        context->options++;
    }
    return all ? OK : INVALID;
}

/* Reads the settings of each suite; adds them to `problem`, unless it is NULL. */
static enum status read_inputs(const json_t *object, struct named_problem *problem, const struct place *outer)
{
    struct place place;
    FREED_BY(problem_free) struct named_problem none = {0};
    enum status status = OK;
    const json_t *all = place_enter(outer, object, "inputs", &place);
    const char *suite;
    json_t *settings;
    json_object_foreach((json_t *)all, suite, settings)
    {
        bool taken = problem && !strcmp(problem->suite, suite);
        if (status == OK)
            status = settings_read(all, suite, taken ? problem : &none, &place);
    }
    return all ? status : INVALID;
}

static enum status read_all_inputs(const json_t *object, struct named_problem *problem, const struct place *place)
{
    FREED_BY(problem_free) struct named_problem none = {0};
    if (json_object_get(object, "inputs") && read_inputs(object, problem, place) != OK)
        return INVALID;
    if (!json_object_get(object, "structure"))
        return OK;
    return structure_take(object, problem && problem->settings ? problem : &none, place);
}

enum status context_read_inputs(const json_t *root, struct named_problem *problem, const struct place *place)
{
    struct place inside;
    const json_t *object = place_enter(place, root, "context", &inside);
    return object ? read_all_inputs(object, problem, &inside) : INVALID;
}

enum status context_read(const json_t *root, struct results *results, const struct place *place)
{
    struct run_context *context = &results->context;
    memset(context, 0, sizeof *context);
    struct place outer, inner;
    const json_t *object = place_enter(place, root, "context", &outer), *inside;
    if (!object || fields_read(object, google, FIELDS_COUNT(google), context, &outer) != OK)
        return INVALID;
    context->measuring = 1;
    if (!(inside = place_enter(&outer, object, "gpubench", &inner)) ||
        fields_read(inside, gpubench, FIELDS_COUNT(gpubench), context, &inner) != OK ||
        secret_read(inside, &context->secret, &inner) != OK ||
        (json_object_get(inside, "phases") && read_phases(inside, context, &inner) != OK) ||
        (json_object_get(inside, "options") && read_options(inside, context, &inner) != OK))
        return INVALID;
    if (!(inside = place_enter(&outer, object, "device", &inner)) ||
        device_read(inside, &context->device, &inner) != OK ||
        (json_object_get(object, "ceilings") && ceilings_read(object, &context->ceilings, &outer) != OK) ||
        devices_read(object, context, &outer) != OK || shard_read(object, results, &outer) != OK)
        return INVALID;
    return read_all_inputs(object, NULL, &outer);
}
