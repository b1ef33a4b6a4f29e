/* T4, the autotuning community's results (schema 1.0.0): an array of configurations with what was measured of each. */
#include "reports/json/foreign_row.h"
#include "reports/json/recorded_row.h"

#include <string.h>
#include <strings.h>

/* Why there is no measurement. */
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

static enum status read_value(const json_t *measurement, struct recorded_row *row)
{
    const json_t *value = json_object_get(measurement, "value"), *named = json_object_get(measurement, "unit");
    const char *unit = named ? json_string_value(named) : "";
    size_t u = 0;
    while (u < sizeof units / sizeof *units && (!unit || strcasecmp(units[u].word, unit) != 0))
        u++;
    if (u == sizeof units / sizeof *units)
        return place_fail(&row->place, "measurements", "its unit is '%.40s', which is none of time",
                          unit ? unit : "no text");
    if (!json_is_number(value) && !json_is_object(value))
        return place_fail(&row->place, "measurements", "expected a number as the value");
    recorded_time(row, json_number_value(value), units[u].ns);
    return OK;
}

/* The first of its objectives, or "time", of what was measured. */
static enum status read_measured(const json_t *result, struct recorded_row *row)
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
    return place_fail(&row->place, "measurements", "there is no '%.64s', which is to be the least", objective);
}

static enum status read_result(const json_t *result, struct recorded_row *row)
{
    const char *word = json_string_value(json_object_get(result, "invalidity"));
    row->config = json_object_get(result, "configuration");
    if (!json_is_object(row->config))
        return place_fail(&row->place, "configuration", row->config ? "expected an object" : "missing");
    for (size_t i = 0; word && i < sizeof invalidities / sizeof *invalidities; i++)
        if (!strcmp(word, invalidities[i].word)) {
            row->status = invalidities[i].status;
            row->reason = word;
            return row->status == OK ? read_measured(result, row) : OK;
        }
    return place_fail(&row->place, "invalidity",
                      "expected correct, or timeout, compile, runtime, correctness or constraints");
}

enum status t4_read(const json_t *root, struct results *results, const struct place *place)
{
    const json_t *array = json_object_get(root, "results");
    const size_t rows = json_array_size(array);
    FREED struct recorded_row *row = allocate(rows * sizeof *row);
    FREED_BY(texts_free) struct texts names = {0};
    enum status status = rows ? OK : place_fail(place, "results", "expected an array of configurations");
    for (size_t r = 0; r < rows && status == OK; r++) {
        row[r].place = place_at(place, "results", r);
        status = read_result(json_array_get(array, r), &row[r]);
        if (status == OK && json_object_size(row[r].config) != json_object_size(row->config))
            status = place_fail(&row[r].place, "configuration", "expected the parameters that the first one has");
    }
    for (void *at = status == OK ? json_object_iter((json_t *)row->config) : NULL; at;
         at = json_object_iter_next((json_t *)row->config, at))
        texts_add(&names, json_object_iter_key(at));
    return status == OK ? recorded_add(results, "T4", &names, NULL, row, rows, place) : status;
}
