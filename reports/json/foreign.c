#include "reports/json/foreign.h"

#include "base/memory.h"
#include "reports/json/fields.h"
#include "reports/json/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

/* A benchmark's name is all that is known of it. */
static size_t add_problem(struct results *results, const char *name)
{
    const size_t problem = results_add_problem(results, "", name, 0, 0);
    free(results->problems[problem].name);
    results->problems[problem].name = allocate_text(name);
    return problem;
}

static size_t find_problem(const struct results *results, const char *name)
{
    size_t problem = 0;
    while (problem < results->problem_count && strcmp(results->problems[problem].bench, name))
        problem++;
    return problem;
}

static void add_time(struct results *results, size_t problem, double ns)
{
    struct result row = result_of(0, 0);
    row.status = OK;
    row.median_ns = row.real_time_ns = row.cpu_time_ns = row.block_ns[0] = ns;
    row.blocks = 1;
    results_add(results, problem, &row, "");
}

static void add_failure(struct results *results, size_t problem, const json_t *reason)
{
    const char *text = json_string_value(reason);
    struct result row = result_of(0, 0);
    row.status = LAUNCH_FAILED;
    results_add(results, problem, &row, text && *text ? text : "it says no reason");
}

static void set_text(char *text, size_t size, const json_t *value)
{
    const char *word = json_string_value(value);
    snprintf(text, size, "%s", word ? word : "");
}

static enum status load(struct results *results, const char *path,
                        enum status (*read)(const json_t *, struct results *, const struct place *),
                        struct fault *fault)
{
    *results = (struct results){0};
    json_own_memory();
    json_t *root = json_read_file(path, 0, fault);
    if (!root)
        return INVALID;
    enum status status = read(root, results, &(struct place){.file = path, .fault = fault});
    if (status == OK && !results->count)
        status = fail(fault, INVALID, "%s: no benchmark of it has a time", path);
    json_decref(root);
    return status;
}

/* ---- Google Benchmark ---- */

/* Repetitions of one benchmark, and the median that the program itself made of them; 0: none. */
struct repeated {
    double *ns;
    size_t count, capacity;
    double median;
    bool failed;
};

static double unit_ns(const char *unit)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    for (size_t i = 0; unit && i < sizeof units / sizeof *units; i++)
        if (!strcmp(unit, units[i].name))
            return units[i].ns;
    return 1; /* as where it is left out */
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(const struct repeated *repeated)
{
    if (!repeated->count)
        return repeated->median;
    qsort(repeated->ns, repeated->count, sizeof *repeated->ns, by_size);
    return (repeated->ns[repeated->count / 2] + repeated->ns[(repeated->count - 1) / 2]) / 2;
}

/* One entry: a repetition, or an aggregate of them. Another's problem is added for a name that is new. */
static void read_repetition(const json_t *entry, const char *name, struct results *results, struct repeated *all)
{
    const char *type = json_string_value(json_object_get(entry, "run_type"));
    const char *aggregate = json_string_value(json_object_get(entry, "aggregate_name"));
    const double ns = json_number_value(json_object_get(entry, "real_time")) *
                      unit_ns(json_string_value(json_object_get(entry, "time_unit")));
    size_t problem = find_problem(results, name);
    if (problem == results->problem_count)
        add_problem(results, name);
    struct repeated *repeated = &all[problem];
    if (json_is_true(json_object_get(entry, "error_occurred"))) {
        if (!repeated->failed)
            add_failure(results, problem, json_object_get(entry, "error_message"));
        repeated->failed = true;
    } else if (!type || strcmp(type, "aggregate") != 0) {
        repeated->ns = grow(repeated->ns, repeated->count, &repeated->capacity, sizeof *repeated->ns);
        repeated->ns[repeated->count++] = ns;
    } else if (aggregate && !strcmp(aggregate, "median")) {
        repeated->median = ns;
    }
}

static enum status read_google_benchmark(const json_t *root, struct results *results, const struct place *place)
{
    const json_t *context = json_object_get(root, "context"), *entries = json_object_get(root, "benchmarks");
    struct compute_device *device = &results->context.device;
    enum status status = OK;
    if (!json_is_object(context) || !json_is_array(entries))
        return fail(place->fault, INVALID, "%s: not Google Benchmark's JSON: no \"context\" and \"benchmarks\"",
                    place->file);
    set_text(device->name, sizeof device->name, json_object_get(context, "host_name"));
    set_text(results->context.date, sizeof results->context.date, json_object_get(context, "date"));
    strcpy(device->backend, "gbench");
    device->is_cpu = true; /* as far as is known */
    struct repeated *all = allocate((json_array_size(entries) + 1) * sizeof *all);
    for (size_t i = 0; i < json_array_size(entries) && status == OK; i++) {
        const json_t *entry = json_array_get(entries, i), *name = json_object_get(entry, "run_name");
        struct place at = *place;
        snprintf(at.object, sizeof at.object, "benchmarks[%zu]", i);
        name = name ? name : json_object_get(entry, "name");
        if (!json_is_string(name))
            status = place_fail(&at, "name", "expected text");
        else
            read_repetition(entry, json_string_value(name), results, all);
    }
    for (size_t p = 0; p < results->problem_count; p++) {
        const double ns = median_of(&all[p]);
        if (!all[p].failed && ns > 0)
            add_time(results, p, ns);
        free(all[p].ns);
    }
    free(all);
    return status;
}

enum status google_benchmark_load(struct results *results, const char *path, struct fault *fault)
{
    return load(results, path, read_google_benchmark, fault);
}

/* ---- NVBench ---- */

/* A summary's value in seconds, which is a text; 0: there is none. */
static double summary_seconds(const json_t *state, const char *tag)
{
    const json_t *summaries = json_object_get(state, "summaries");
    for (size_t i = 0; i < json_array_size(summaries); i++) {
        const json_t *summary = json_array_get(summaries, i);
        const char *named = json_string_value(json_object_get(summary, "tag"));
        const json_t *value = json_object_get(json_array_get(json_object_get(summary, "data"), 0), "value");
        if (named && !strcmp(named, tag) && json_is_string(value))
            return strtod(json_string_value(value), NULL);
    }
    return 0;
}

static double state_ns(const json_t *state)
{
    static const char *const tags[] = {"nv/cold/time/gpu/median", "nv/cold/time/gpu/mean", "nv/cpu_only/time/cpu/mean"};
    double seconds = 0;
    for (size_t i = 0; i < sizeof tags / sizeof *tags && !(seconds > 0); i++)
        seconds = summary_seconds(state, tags[i]);
    return 1e9 * seconds;
}

static enum status read_state(const json_t *benchmark, const json_t *state, struct results *results,
                              const struct place *place)
{
    const char *bench = json_string_value(json_object_get(benchmark, "name"));
    const char *named = json_string_value(json_object_get(state, "name"));
    char *name = NULL;
    size_t size;
    if (!bench || !named)
        return place_fail(place, "name", "expected text");
    FILE *file = open_memstream(&name, &size);
    if (!file)
        return place_fail(place, "name", "no memory");
    fprintf(file, "%s %s", bench, named);
    fclose(file);
    const size_t problem = add_problem(results, name);
    free(name);
    const double ns = state_ns(state);
    if (json_is_true(json_object_get(state, "is_skipped")))
        add_failure(results, problem, json_object_get(state, "skip_reason"));
    else if (ns > 0)
        add_time(results, problem, ns);
    return OK;
}

static enum status read_nvbench(const json_t *root, struct results *results, const struct place *place)
{
    const json_t *devices = json_object_get(root, "devices"), *benchmarks = json_object_get(root, "benchmarks");
    struct compute_device *device = &results->context.device;
    enum status status = OK;
    if (!json_is_array(devices) || !json_is_array(benchmarks))
        return fail(place->fault, INVALID, "%s: not NVBench's JSON: no \"devices\" and \"benchmarks\"", place->file);
    set_text(device->name, sizeof device->name, json_object_get(json_array_get(devices, 0), "name"));
    strcpy(device->backend, "nvbench");
    for (size_t b = 0; b < json_array_size(benchmarks); b++) {
        const json_t *benchmark = json_array_get(benchmarks, b), *states = json_object_get(benchmark, "states");
        for (size_t s = 0; s < json_array_size(states) && status == OK; s++) {
            struct place at = *place;
            snprintf(at.object, sizeof at.object, "benchmarks[%zu].states[%zu]", b, s);
            status = read_state(benchmark, json_array_get(states, s), results, &at);
        }
    }
    return status;
}

enum status nvbench_load(struct results *results, const char *path, struct fault *fault)
{
    return load(results, path, read_nvbench, fault);
}
