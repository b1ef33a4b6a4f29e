#include "reports/json/csv.h"

#include "base/text.h"
#include "reports/effects.h"
#include "reports/json/context.h"
#include "reports/json/problem.h"
#include "reports/json/row.h"
#include "reports/json/side_by_side.h"

#include <string.h>

/* Columns of every file: before settings and parameters, and after them. */
static const char *const leading[] = {"file", "row", "device", "backend", "suite", "bench", "size", "problem", "seed"};
static const char *const measured[] = {"reference",        "status",         "best",           "median_ns",
                                       "ci95_ns.0",        "ci95_ns.1",      "alone_ns",       "bytes_per_second",
                                       "flops_per_second", "limit.resource", "limit.fraction", "reason"};

/* Keys of a row without a column: Google Benchmark's, the name, which follows from problem and configuration, and
 * blocks, which are many. */
static const char *const omitted[] = {
    "name",    "run_name",  "run_type",  "family_index", "per_family_instance_index", "repetitions", "repetition_index",
    "threads", "time_unit", "real_time", "blocks_ns"};

/* ---- rows as objects of plain values ---- */

static void flatten(json_t *flat, const char *name, const json_t *value);

static void flatten_part(json_t *flat, const char *name, const char *key, const json_t *value)
{
    FREED char *inner = text_make("%s%s%s", name, *name ? "." : "", key);
    flatten(flat, inner, value);
}

/* Adds a value under its name; the content of an object or an array under both names, joined by a dot. */
static void flatten(json_t *flat, const char *name, const json_t *value)
{
    const char *key;
    json_t *part;
    size_t i;
    json_object_foreach((json_t *)value, key, part) flatten_part(flat, name, key, part);
    json_array_foreach(value, i, part)
    {
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        flatten_part(flat, name, number, part);
    }
    if (!json_is_object(value) && !json_is_array(value))
        json_object_set(flat, name, (json_t *)value);
}

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, text_json(text));
}

/* A row, with values of its file and its problem. */
static json_t *flat_row(const struct results *results, const char *path, const struct row *row, const json_t *settings)
{
    const struct named_problem *problem = &results->problems[row->problem];
    const struct best_row *best = results_best(results, row->problem);
    json_auto_t *object = row_json(results, row, (size_t)(row - results->rows));
    json_t *flat = json_object();
    for (size_t i = 0; i < FIELDS_COUNT(omitted); i++)
        json_object_del(object, omitted[i]);
    if (!problem->size) /* it may be unknown for imported results */
        json_object_del(object, "size");
    if (row->result.reference) {
        json_object_del(object, "config");
        set_text(object, "reference", problem_reference(problem, row->result.reference));
    }
    if (!json_object_get(object, "status"))
        set_text(object, "status", status_word(OK));
    set_text(object, "file", path);
    set_text(object, "device", results->context.device.name);
    set_text(object, "backend", results->context.device.backend);
    set_text(object, "problem", problem->name);
    json_object_set_new(object, "seed", json_unsigned(problem->seed));
    json_object_set_new(object, "best", json_boolean(best && result_same(&best->best.result, &row->result)));
    flatten(flat, "", object);
    if (settings)
        flatten(flat, "settings", settings);
    return flat;
}

/* ---- columns: the keys of an object, in the order of adding ---- */

static void add_columns(json_t *columns, const char *const *name, size_t count)
{
    for (size_t i = 0; i < count; i++)
        json_object_set(columns, name[i], json_null());
}

/* The settings and parameters of a problem. */
static void add_given(json_t *columns, const struct named_problem *problem)
{
    for (size_t i = 0; i < problem->settings; i++)
        flatten_part(columns, "settings", problem->setting[i].name, json_null());
    for (size_t i = 0; i < problem->parameters; i++)
        flatten_part(columns, "config", problem->parameter[i].name, json_null());
}

/* ---- printing ---- */

/* A text, quoted if necessary. */
static void print_text(FILE *file, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        fputs(*text == '"' ? "\"" : "", file);
        fputc(*text, file);
    }
    fputc('"', file);
}

static void print_cell(FILE *file, const json_t *value)
{
    if (json_is_string(value))
        print_text(file, json_string_value(value));
    else if (value && !json_is_null(value))
        json_dumpf(value, file, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
}

static void print_line(FILE *file, json_t *columns, const json_t *row)
{
    const char *name, *between = "";
    json_t *value;
    json_object_foreach(columns, name, value)
    {
        fputs(between, file);
        if (row)
            print_cell(file, json_object_get(row, name));
        else
            print_text(file, name);
        between = ",";
    }
    fputc('\n', file);
}

/* Prints the rows of a file; or, without an output, adds missing columns. */
static void each_row(FILE *file, json_t *columns, const struct results *results, const char *path)
{
    FREED char *shown = text_printable(path, strlen(path));
    json_auto_t *problem = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        if (!i || row->problem != row[-1].problem) {
            json_decref(problem);
            problem = problem_json(&results->problems[row->problem]);
        }
        json_auto_t *flat = flat_row(results, shown, row, json_object_get(problem, "settings"));
        if (file)
            print_line(file, columns, flat);
        else
            json_object_update_missing(columns, flat);
    }
}

void csv_write(FILE *file, const struct results *results, const char *const *path, size_t count)
{
    json_own_memory();
    json_auto_t *columns = json_object();
    add_columns(columns, leading, FIELDS_COUNT(leading));
    for (size_t i = 0; i < count; i++)
        for (size_t p = 0; p < results[i].problem_count; p++)
            add_given(columns, &results[i].problems[p]);
    add_columns(columns, measured, FIELDS_COUNT(measured));
    for (size_t i = 0; i < count; i++)
        each_row(NULL, columns, &results[i], path[i]);
    print_line(file, columns, NULL);
    for (size_t i = 0; i < count; i++)
        each_row(file, columns, &results[i], path[i]);
}

/* ---- the content of a table ---- */

/* The number of configurations by status. */
static json_t *counts_json(const struct results *results, size_t problem)
{
    json_int_t count[STATUS_COUNT] = {0};
    json_t *object = json_object();
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (!row->result.reference)
            count[row->result.status]++;
    for (enum status status = 0; status < STATUS_COUNT; status++)
        if (count[status])
            json_object_set_new(object, status_word(status), json_integer(count[status]));
    return object;
}

static json_t *references_json(const struct results *results, size_t problem)
{
    json_t *array = json_array();
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (row->result.reference)
            json_array_append_new(array, row_json(results, row, (size_t)(row - results->rows)));
    return array;
}

/* NULL if too little is known. */
static json_t *effects_json(const struct results *results, size_t number)
{
    const struct named_problem *problem = &results->problems[number];
    FREED_BY(effects_free) struct effects effects;
    if (!effects_find(results, number, &effects))
        return NULL;
    json_t *parameters = json_object(), *pairs = json_array();
    for (size_t p = 0; p < effects.parameters; p++)
        json_object_set_new(parameters, problem->parameter[p].name, json_real(effects.share[p]));
    for (size_t i = 0; i < effects.pairs; i++)
        json_array_append_new(pairs,
                              json_pack("{s[ss] sf}", "parameters", problem->parameter[effects.pair[i].a].name,
                                        problem->parameter[effects.pair[i].b].name, "share", effects.pair[i].share));
    return json_pack("{sI sf so so}", "configurations", (json_int_t)effects.count, "explained", effects.explained,
                     "parameters", parameters, "pairs", pairs);
}

static json_t *table_problem(const struct results *results, size_t number)
{
    json_t *object = problem_json(&results->problems[number]);
    const struct best_row *best = results_best(results, number);
    json_object_set_new(object, "counts", counts_json(results, number));
    if (best)
        json_object_set_new(object, "best", best_json(results, best));
    json_object_set_new(object, "references", references_json(results, number));
    json_t *effects = effects_json(results, number);
    if (effects)
        json_object_set_new(object, "effects", effects);
    return object;
}

enum status table_file_print(FILE *file, const struct results *results, const char *const *path, size_t count,
                             const struct devices *devices, struct fault *fault)
{
    json_own_memory();
    json_t *files = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *problems = json_array();
        for (size_t p = 0; p < results[i].problem_count; p++)
            json_array_append_new(problems, table_problem(&results[i], p));
        json_array_append_new(files, json_pack("{so so so}", "file", text_json(path[i]), "context",
                                               context_json(&results[i]), "problems", problems));
    }
    json_t *root = json_pack("{ss so}", "schema", "gpubench/table/1", "files", files);
    if (devices)
        json_object_set_new(root, "side_by_side", side_by_side_json(devices, path));
    return json_print(root, file, JSON_INDENT(1) | JSON_REAL_PRECISION(17), fault);
}
