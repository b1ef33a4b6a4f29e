/* Kernel Tuner's cache files, of version 1.5: an object of configurations, with times in ms. */
#include "reports/json/foreign_row.h"
#include "reports/json/recorded_row.h"

#include <stdio.h>
#include <string.h>

/* Words in place of a time, and the number from which older versions mean none. */
static const struct {
    const char *word;
    enum status status;
} errors[] = {{"InvalidConfig", INVALID},
              {"CompilationFailedConfig", COMPILE_FAILED},
              {"RuntimeFailedConfig", LAUNCH_FAILED},
              {"ErrorConfig", LAUNCH_FAILED}};
static const double no_time_ms = 1e20;

/* The word of a failure replaces the time, or is under "__error__", or under the minimised key: like Kernel Tuner this
 * accepts any key. */
static bool read_failure(const json_t *entry, struct recorded_row *row)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)entry, key, value)
    {
        const char *word = json_string_value(value);
        for (size_t e = 0; word && e < sizeof errors / sizeof *errors; e++)
            if (!strcmp(word, errors[e].word)) {
                row->status = errors[e].status;
                row->reason = errors[e].word;
                recorded_own_status(row, entry);
                return true;
            }
    }
    return false;
}

static enum status read_time(const json_t *value, struct recorded_row *row)
{
    if (json_is_number(value) && json_number_value(value) >= no_time_ms) {
        row->status = LAUNCH_FAILED;
        row->reason = "it failed";
        return OK;
    }
    if (json_is_number(value) || json_is_object(value)) { /* a number beyond a double is an object (parse.h) */
        recorded_time(row, json_number_value(value), 1e6);
        return OK;
    }
    return place_fail(&row->place, "time",
                      value ? "expected a number of ms, or what failed, such as InvalidConfig" : "missing");
}

static enum status read_names(const json_t *root, struct texts *names, const struct place *place)
{
    const json_t *keys = json_object_get(root, "tune_params_keys");
    for (size_t k = 0; k < json_array_size(keys); k++) {
        const char *name = json_string_value(json_array_get(keys, k));
        if (!name || !*name)
            return place_fail(place, "tune_params_keys", "expected names of parameters");
        texts_add(names, name);
    }
    return names->count ? OK : place_fail(place, "tune_params_keys", "expected names of parameters");
}

static enum status read_entries(const json_t *cache, struct recorded_row *row, const struct place *place)
{
    const char *key;
    json_t *entry;
    enum status status = OK;
    json_object_foreach((json_t *)cache, key, entry)
    {
        *row = (struct recorded_row){.config = entry, .place = *place};
        snprintf(row->place.object, sizeof row->place.object, "cache.%.80s", key);
        if (!json_is_object(entry))
            return place_fail(place, row->place.object, "expected an object");
        row->compile_ms = json_number_value(json_object_get(entry, "compile_time"));
        if (!read_failure(entry, row))
            status = read_time(json_object_get(entry, "time"), row);
        row++;
        if (status != OK)
            return status;
    }
    return status;
}

enum status kernel_tuner_read(const json_t *root, struct results *results, const struct place *place)
{
    const json_t *cache = json_object_get(root, "cache"), *declared = json_object_get(root, "tune_params");
    const json_t *kernel = json_object_get(root, "kernel_name");
    const size_t rows = json_object_size(cache);
    FREED struct recorded_row *row = allocate(rows * sizeof *row);
    FREED_BY(texts_free) struct texts names = {0};
    struct place in_declared = *place;
    if (declared && !place_enter(place, root, "tune_params", &in_declared))
        return INVALID;
    recorded_device(results, json_object_get(root, "device_name"));
    enum status status = read_names(root, &names, place);
    if (status == OK)
        status = read_entries(cache, row, place);
    for (size_t r = 0; r < rows && status == OK; r++)
        recorded_date(results, json_object_get(row[r].config, "timestamp"));
    if (status == OK)
        status = recorded_add(results, json_string_length(kernel) ? json_string_value(kernel) : "kernel", &names,
                              declared, row, rows, &in_declared);
    if (status == OK)
        recorded_size(results, json_object_get(root, "problem_size"));
    return status;
}
