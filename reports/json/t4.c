/* T4, the autotuning community's results (schema 1.0.0): an array of configurations with their measurements. */
#include "reports/json/foreign_row.h"
#include "reports/json/recorded_row.h"

#include <string.h>
#include <strings.h>

/* The reasons for missing measurements. */
static const struct {
    const char *word;
    enum status status;
} invalidities[] = {{"timeout", TIMED_OUT},        {"compile", COMPILE_FAILED}, {"runtime", LAUNCH_FAILED},
                    {"correctness", WRONG_RESULT}, {"constraints", INVALID},    {"correct", OK}};

/* ns; without a unit it is ms. */
static const struct {
    const char *word;
    double ns;
} units[] = {{"", 1e6},        {"ms", 1e6}, {"milliseconds", 1e6}, {"miliseconds", 1e6}, {"s", 1e9},
             {"seconds", 1e9}, {"us", 1e3}, {"microseconds", 1e3}, {"nanoseconds", 1.},  {"ns", 1.}};

/* 0: no unit of time. */
static double unit_ns(const char *unit)
{
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        if (unit && !strcasecmp(units[u].word, unit))
            return units[u].ns;
    return 0;
}

/* Kernel Tuner gives all units but those of times as "": its GFLOP/s are no milliseconds, and more are better. */
static enum status read_value(const json_t *measurement, struct recorded_row *row)
{
    const json_t *value = json_object_get(measurement, "value"), *named = json_object_get(measurement, "unit");
    const char *unit = named ? json_string_value(named) : "",
               *name = json_string_value(json_object_get(measurement, "name"));
    if (unit && !*unit && strncmp(name, "time", strlen("time")) != 0)
        return place_fail(&row->place, "measurements", "'%.64s' has no unit: it may be no time", name);
    if (!(unit_ns(unit) > 0))
        return place_fail(&row->place, "measurements", "its unit is '%.40s', which is none of time",
                          unit ? unit : "no text");
    if (!json_is_number(value) && !json_is_object(value))
        return place_fail(&row->place, "measurements", "expected a number as the value");
    recorded_time(row, json_number_value(value), unit_ns(unit));
    return OK;
}

/* The mean of its runs, in the file's unit, for writers without other measurements. False if there are none. */
static bool read_runtimes(const json_t *result, double file_ns, struct recorded_row *row)
{
    const json_t *runtimes = json_object_get(json_object_get(result, "times"), "runtimes");
    const size_t count = json_array_size(runtimes);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += json_number_value(json_array_get(runtimes, i));
    if (sum > 0)
        recorded_time(row, sum / (double)count, file_ns);
    return sum > 0;
}

/* The first of its objectives, or "time", among the measurements. */
static enum status read_measured(const json_t *result, double file_ns, struct recorded_row *row)
{
    const json_t *measurements = json_object_get(result, "measurements");
    const char *objective = json_string_value(json_array_get(json_object_get(result, "objectives"), 0));
    objective = objective ? objective : "time";
    for (size_t m = 0; m < json_array_size(measurements); m++) {
        const json_t *measurement = json_array_get(measurements, m);
        const char *name = json_string_value(json_object_get(measurement, "name"));
        if (name && !strcmp(name, objective))
            return read_value(measurement, row);
    }
    if (!strcmp(objective, "time") && read_runtimes(result, file_ns, row))
        return OK;
    return place_fail(&row->place, "measurements", "there is no '%.64s', which is to be the least", objective);
}

/* One key in two dialects. */
static double compile_time(const json_t *result)
{
    const json_t *times = json_object_get(result, "times"), *schema = json_object_get(times, "compilation_time");
    return json_number_value(schema ? schema : json_object_get(times, "compilation"));
}

static enum status read_result(const json_t *result, double file_ns, struct recorded_row *row)
{
    const char *word = json_string_value(json_object_get(result, "invalidity"));
    row->compile_ms = compile_time(result) * file_ns / 1e6;
    row->config = json_object_get(result, "configuration");
    if (!json_is_object(row->config))
        return place_fail(&row->place, "configuration", row->config ? "expected an object" : "missing");
    for (size_t i = 0; word && i < sizeof invalidities / sizeof *invalidities; i++)
        if (!strcmp(word, invalidities[i].word)) {
            row->status = invalidities[i].status;
            row->reason = word;
            if (row->status == OK)
                return read_measured(result, file_ns, row);
            recorded_own_status(row, result);
            return OK;
        }
    return place_fail(&row->place, "invalidity",
                      "expected correct, or timeout, compile, runtime, correctness or constraints");
}

/* The unit of times without their own: seconds, unless the file has another. */
static enum status read_file_ns(const json_t *metadata, double *ns, const struct place *place)
{
    const json_t *named = json_object_get(metadata, "timeunit");
    *ns = named ? unit_ns(json_string_value(named)) : 1e9;
    return *ns > 0 ? OK : place_fail(place, "metadata.timeunit", "expected a unit of time, such as milliseconds");
}

enum status t4_read(const json_t *root, struct results *results, const struct place *place)
{
    const json_t *array = json_object_get(root, "results"), *metadata = json_object_get(root, "metadata");
    const json_t *kernel = json_object_get(metadata, "kernel_name");
    double file_ns;
    const size_t rows = json_array_size(array);
    FREED struct recorded_row *row = allocate(rows * sizeof *row);
    FREED_BY(texts_free) struct texts names = {0};
    enum status status = rows ? OK : place_fail(place, "results", "expected an array of configurations");
    if (status == OK)
        status = read_file_ns(metadata, &file_ns, place);
    recorded_device(results, json_object_get(metadata, "device_name"));
    for (size_t r = 0; r < rows && status == OK; r++) {
        row[r].place = place_at(place, "results", r);
        status = read_result(json_array_get(array, r), file_ns, &row[r]);
        recorded_date(results, json_object_get(json_array_get(array, r), "timestamp"));
        if (status == OK && json_object_size(row[r].config) != json_object_size(row->config))
            status = place_fail(&row[r].place, "configuration", "expected the parameters that the first one has");
    }
    for (void *at = status == OK ? json_object_iter((json_t *)row->config) : NULL; at;
         at = json_object_iter_next((json_t *)row->config, at))
        texts_add(&names, json_object_iter_key(at));
    if (status == OK)
        status = recorded_add(results, json_string_length(kernel) ? json_string_value(kernel) : "T4", &names, NULL, row,
                              rows, place);
    if (status == OK)
        recorded_size(results, json_object_get(metadata, "problem_size"));
    return status;
}
