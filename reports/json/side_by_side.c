#include "reports/json/side_by_side.h"

#include "base/text.h"
#include "reports/json/fields.h"
#include "reports/json/problem.h"
#include "reports/texts.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static json_t *number_json(size_t number)
{
    return json_integer((json_int_t)number);
}

/* Takes ownership of an allocated text; null for an empty one. */
static json_t *own_text_json(char *text)
{
    json_t *value = *text ? text_json(text) : json_null();
    free(text);
    return value;
}

static json_t *device_json_of(const struct device_files *own, const char *const *path)
{
    json_t *object = json_object(), *files = json_array();
    for (size_t i = 0; i < own->files; i++)
        json_array_append_new(files, text_json(path[own->file[i]]));
    set(object, "name", text_json(own->device->name));
    set(object, "backend", text_json(own->device->backend));
    set(object, "units", json_integer(own->device->units));
    set(object, "memory_bytes", json_unsigned(own->device->memory_bytes));
    set(object, "files", files);
    return object;
}

/* What a configuration takes on a device; NULL if that is not known. */
static json_t *cell_json(const struct device_problem *problem, const struct device_choice *choice, size_t device)
{
    static const char *const kinds[] = {
        [CELL_BEST] = "best", [CELL_COST] = "cost", [CELL_TIME] = "time", [CELL_FAILED] = "failed"};
    const struct device_cell cell = device_cell(problem, choice, device);
    const struct device_entry *entry = device_entry(problem, device);
    if (cell.kind == CELL_NOTHING)
        return NULL;
    json_t *object = json_object();
    set(object, "device", number_json(device));
    set(object, "kind", json_string(kinds[cell.kind]));
    if (cell.kind == CELL_FAILED && cell.status != OK)
        set(object, "status", json_string(status_word(cell.status)));
    if (cell.kind != CELL_FAILED && cell.row)
        set(object, "time_ns", real_json(result_time(cell.row, entry->objective)));
    if (cell.kind == CELL_COST)
        set(object, "cost", real_json(cell.cost));
    if (cell.kind == CELL_BEST) {
        set(object, "fraction", entry->fraction > 0 ? real_json(entry->fraction) : json_null());
        set(object, "chosen", json_boolean(entry->chosen));
        set(object, "whole", json_boolean(entry->whole));
    }
    set(object, "dropped", json_boolean(cell.left_early));
    set(object, "other_file", json_boolean(cell.of_another_file));
    return object;
}

static json_t *choice_json(const struct devices *devices, const struct device_problem *problem,
                           const struct device_choice *choice)
{
    json_t *on = json_array();
    for (size_t d = 0; d < devices->devices; d++) {
        json_t *cell = cell_json(problem, choice, d);
        if (cell)
            json_array_append_new(on, cell);
    }
    return json_pack("{so so}", "config",
                     choice ? config_json(choice->of->problem, choice->of->best->index) : json_null(), "on", on);
}

/* If no device has a best, one entry without a configuration has the reasons. */
static json_t *problem_json_of(const struct devices *devices, const struct device_problem *problem)
{
    const struct named_problem *named = problem->entry[0]->problem;
    json_t *object = json_object(), *best = json_array();
    for (size_t c = 0; c < problem->choices; c++)
        json_array_append_new(best, choice_json(devices, problem, &problem->choice[c]));
    if (!problem->choices)
        json_array_append_new(best, choice_json(devices, problem, NULL));
    set(object, "suite", text_json(named->suite));
    set(object, "bench", text_json(named->bench));
    set(object, "size", json_unsigned(named->size));
    set(object, "differs", problem->differs && *problem->differs ? text_json(problem->differs) : json_null());
    set(object, "kernel_unsure", json_boolean(problem->unsure));
    set(object, "best", best);
    return object;
}

static json_t *costs_json(const struct devices *devices)
{
    json_t *array = json_array();
    for (size_t of = 0; of < devices->devices; of++)
        for (size_t on = 0; on < devices->devices; on++) {
            const struct device_costs costs = device_costs(devices, of, on);
            if (of == on || !costs.both)
                continue;
            json_t *object = json_object();
            set(object, "of", number_json(of));
            set(object, "on", number_json(on));
            set(object, "both", number_json(costs.both));
            set(object, "measured", number_json(costs.count));
            set(object, "failed", number_json(costs.failed));
            set(object, "median", costs.count ? real_json(costs.middle) : json_null());
            set(object, "most", costs.count ? real_json(costs.most) : json_null());
            json_array_append_new(array, object);
        }
    return array;
}

static json_t *file_json(const struct devices *devices, size_t number, const char *path)
{
    const struct results *results = &devices->results[number];
    const struct run_context *context = &results->context;
    json_t *object = json_object();
    set(object, "file", text_json(path));
    set(object, "device", number_json(devices->device_of[number]));
    set(object, "date", text_json(context->date));
    set(object, "hosts", own_text_json(device_file_hosts(results)));
    set(object, "devices", own_text_json(device_file_uuid(results)));
    set(object, "driver", text_json(context->device.driver));
    set(object, "version", text_json(context->version));
    set(object, "commit", text_json(context->commit));
    set(object, "problems", number_json(devices->had[number]));
    set(object, "counts", number_json(devices->counted[number]));
    set(object, "missing", own_text_json(device_file_missing(results)));
    return object;
}

json_t *side_by_side_json(const struct devices *devices, const char *const *path)
{
    json_t *list = json_array(), *problems = json_array(), *files = json_array();
    for (size_t d = 0; d < devices->devices; d++) {
        const struct device_files *own = &devices->device[d];
        json_array_append_new(list, device_json_of(own, path));
        for (size_t i = 0; i < own->files; i++)
            json_array_append_new(files, file_json(devices, own->file[i], path[own->file[i]]));
    }
    for (size_t p = 0; p < devices->problems; p++)
        json_array_append_new(problems, problem_json_of(devices, &devices->problem[p]));
    return json_pack("{so so so so}", "devices", list, "problems", problems, "costs", costs_json(devices), "files",
                     files);
}
