#include "reports/json/foreign.h"

#include "reports/json/foreign_row.h"

#include <stdlib.h>
#include <string.h>

/* ---- NVBench ---- */

/* The summaries with a state's time: the first present one is used. */
enum { TAGS = 3 };
static const char *const gpu_times[TAGS] = {"nv/cold/time/gpu/median", "nv/cold/time/gpu/mean",
                                            "nv/cpu_only/time/cpu/mean"};
static const char *const cpu_times[TAGS] = {"nv/cold/time/cpu/median", "nv/cold/time/cpu/mean",
                                            "nv/cpu_only/time/cpu/mean"};

static const json_t *find_summary(const json_t *state, const char *tag)
{
    const json_t *summaries = json_object_get(state, "summaries");
    for (size_t i = 0; i < json_array_size(summaries); i++) {
        const json_t *summary = json_array_get(summaries, i);
        const char *named = json_string_value(json_object_get(summary, "tag"));
        if (named && !strcmp(named, tag))
            return summary;
    }
    return NULL;
}

/* A summary's time is a text, in seconds, and marked as a duration. 0: it is no time, for the reason. */
static enum status read_summary(const json_t *summary, const char *tag, const char *bench, double *ns, char *reason,
                                size_t size, const struct place *place)
{
    const json_t *value = json_object_get(json_array_get(json_object_get(summary, "data"), 0), "value");
    const json_t *hint = json_object_get(summary, "hint");
    const char *text = json_string_value(value), *unit = json_string_value(hint);
    char *end;
    if (hint && (!unit || strcmp(unit, "duration")))
        return place_fail(place, tag, "%.200s: '%.40s': expected a duration, in seconds", bench,
                          unit ? unit : "no text");
    *ns = text ? 1e9 * strtod(text, &end) : 0;
    if (foreign_is_time(*ns) && !*end)
        return OK;
    snprintf(reason, size, "it has no time above 0%s: %s is '%.40s'", *ns > 0 && !*end ? " and below 30 years" : "",
             tag, text ? text : "");
    *ns = 0;
    return OK;
}

/* 0: it has none, for the reason. */
static enum status read_state_ns(const json_t *state, const char *const *tags, const char *bench, double *ns,
                                 char *reason, size_t size, const struct place *place)
{
    enum status status = OK;
    *ns = 0;
    *reason = '\0';
    for (size_t i = 0; i < TAGS && status == OK && !(*ns > 0); i++) {
        const json_t *summary = find_summary(state, tags[i]);
        if (summary)
            status = read_summary(summary, tags[i], bench, ns, reason, size, place);
    }
    return status;
}

static enum status read_state(const json_t *state, const char *name, const char *const *tags, struct results *results,
                              bool *missing, const struct place *place)
{
    const size_t problem = foreign_add_problem(results, name);
    char reason[160];
    double ns;
    if (json_is_true(json_object_get(state, "is_skipped"))) {
        foreign_add_none(results, problem, UNSUPPORTED, foreign_reason(json_object_get(state, "skip_reason")));
        return OK;
    }
    if (read_state_ns(state, tags, name, &ns, reason, sizeof reason, place) != OK)
        return INVALID;
    if (ns > 0) {
        foreign_add_time(results, problem, ns);
        return OK;
    }
    *missing = *missing || !*reason;
    if (!*reason)
        snprintf(reason, sizeof reason, "it has no time above 0: there is no %s", tags[1]);
    foreign_add_none(results, problem, NO_TIME, reason);
    return OK;
}

static enum status read_states(const json_t *benchmark, size_t number, const char *const *tags, struct results *results,
                               bool *missing, const struct place *place)
{
    const json_t *states = json_object_get(benchmark, "states");
    const char *bench = json_string_value(json_object_get(benchmark, "name"));
    enum status status = OK;
    for (size_t s = 0; s < json_array_size(states) && status == OK; s++) {
        const json_t *state = json_array_get(states, s);
        const char *named = json_string_value(json_object_get(state, "name"));
        struct place at = *place;
        snprintf(at.object, sizeof at.object, "benchmarks[%zu].states[%zu]", number, s);
        if (!bench || !named)
            return place_fail(&at, "name", "expected text");
        FREED char *name = text_make("%s %s", bench, named);
        status = read_state(state, name, tags, results, missing, &at);
    }
    return status;
}

enum status nvbench_read(const json_t *root, const char *key, struct results *results, const struct place *place)
{
    const json_t *devices = json_object_get(root, "devices"), *benchmarks = json_object_get(root, "benchmarks");
    const char *const *tags = strcmp(key, "cpu_time") ? gpu_times : cpu_times;
    struct compute_device *device = &results->context.device;
    enum status status = OK;
    bool missing = false, has = false;
    if (!json_is_array(devices) || !json_is_array(benchmarks))
        return fail(place->fault, INVALID, "%s: not NVBench's JSON: no %s", place->file,
                    json_is_array(devices)      ? "array \"benchmarks\""
                    : json_is_array(benchmarks) ? "array \"devices\""
                                                : "\"devices\" and \"benchmarks\"");
    foreign_copy(device->name, sizeof device->name, json_object_get(json_array_get(devices, 0), "name"));
    strcpy(device->backend, "nvbench");
    for (size_t b = 0; b < json_array_size(benchmarks) && status == OK; b++)
        status = read_states(json_array_get(benchmarks, b), b, tags, results, &missing, place);
    for (size_t r = 0; r < results->count; r++)
        has = has || results->rows[r].result.status == OK;
    if (status == OK && missing && !has)
        return fail(place->fault, INVALID, "%s: no benchmark of it has a time: \"%s\" is missing", place->file,
                    tags[1]);
    return status;
}

/* ---- both ---- */

typedef enum status reader(const json_t *root, const char *key, struct results *results, const struct place *place);

static enum status load(struct results *results, const char *path, reader *read, const char *key, struct fault *fault)
{
    *results = (struct results){0};
    json_own_memory();
    json_auto_t *root = json_read_foreign(path, fault);
    if (!root)
        return INVALID;
    const enum status status = read(root, key, results, &(struct place){.file = path, .fault = fault});
    if (status == OK && !results->count)
        return fail(fault, INVALID, "%s: there is no benchmark in it", path);
    return status;
}

enum status google_benchmark_load(struct results *results, const char *path, struct fault *fault)
{
    return load(results, path, google_benchmark_read, "real_time", fault);
}

enum status google_benchmark_load_cpu(struct results *results, const char *path, struct fault *fault)
{
    return load(results, path, google_benchmark_read, "cpu_time", fault);
}

enum status nvbench_load(struct results *results, const char *path, struct fault *fault)
{
    return load(results, path, nvbench_read, "real_time", fault);
}

enum status nvbench_load_cpu(struct results *results, const char *path, struct fault *fault)
{
    return load(results, path, nvbench_read, "cpu_time", fault);
}

const char *foreign_reader(const char *path)
{
    struct fault none = {0};
    json_own_memory();
    json_auto_t *root = json_read_foreign(path, &none);
    if (json_object_get(root, "schema") || !json_is_array(json_object_get(root, "benchmarks")))
        return NULL;
    return json_is_array(json_object_get(root, "devices")) ? "nvbench" : "gbench";
}
