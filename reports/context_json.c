#include "reports/context_json.h"

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
};

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
    return object;
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
    for (size_t i = 0; i < FIELDS_COUNT(device_later) && status == OK; i++)
        if (json_object_get(inside, device_later[i].key))
            status = fields_read(inside, &device_later[i], 1, &context->device, &inner);
    return status;
}
