#include "reports/json/header_rows.h"

#include "base/file.h"
#include "reports/json/parse.h"
#include "reports/json/problem.h"
#include "reports/json/results_file.h"
#include "reports/json/row.h"

#include <string.h>

static const char schema[] = "gpubench/pins/1";
static const char opening[] = "\n{\"schema\": "; /* a header's code has no such line */

static const struct field median[] = {FIELD(struct result, "median_ns", median_ns)};

/* ---- writing ---- */

/* The problem, with the row's configuration as its space. */
static json_t *header_rows_json(const struct header_row *row)
{
    static const char *const others[] = {"figures", "error", "max_error", "objective", "require", "references"};
    json_t *object = problem_json(row->problem), *config = config_json(row->problem, row->result->index);
    json_t *parameters = json_object(), *value;
    const char *name;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        json_object_del(object, others[i]);
    json_object_foreach(config, name, value)
    {
        json_object_set_new(parameters, name, json_pack("[O]", value));
    }
    json_decref(config);
    json_object_set_new(object, "parameters", parameters);
    row_timing_write(object, row->result);
    fields_write(object, median, FIELDS_COUNT(median), row->result);
    return object;
}

/* JSON has slashes, and escapes, in strings only. */
static int put_without_slashes(const char *text, size_t length, void *file)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] == '/' || text[i] == 0x7f)
            fprintf(file, "\\u%04x", (unsigned)text[i]);
        else
            fputc(text[i], file);
    return 0;
}

static void put_text(FILE *file, const char *before, const char *text)
{
    json_auto_t *word = text_json(text);
    fputs(before, file);
    json_dump_callback(word, put_without_slashes, file, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
}

void header_rows_write(FILE *file, const struct compute_device *device, const struct header_row *rows, size_t count)
{
    json_own_memory();
    put_text(file, opening, schema);
    put_text(file, ", \"device\": ", device->name);
    put_text(file, ", \"backend\": ", device->backend);
    fputs(", \"problems\": [", file);
    for (size_t i = 0; i < count; i++) {
        json_auto_t *object = header_rows_json(&rows[i]);
        fputs(i ? ",\n" : "\n", file);
        json_dump_callback(object, put_without_slashes, file, JSON_REAL_PRECISION(17) | JSON_ENSURE_ASCII);
    }
    fputs("\n]}\n", file);
}

/* ---- reading ---- */

static enum status read_rows(const json_t *root, struct results *results, const struct place *file)
{
    const json_t *array = json_object_get(root, "problems");
    enum status status = problems_read(root, results, file);
    for (size_t i = 0; i < results->problem_count && status == OK; i++) {
        const json_t *object = json_array_get(array, i);
        struct result result = result_of(0, 0);
        const struct place place = place_at(file, "problems", i);
        for (size_t p = 0; p < results->problems[i].parameters && status == OK; p++)
            if (results->problems[i].parameter[p].words.count != 1)
                status = place_fail(&place, results->problems[i].parameter[p].name, "expected one value");
        if (status != OK || row_timing_read(object, &result, &place) != OK ||
            fields_read(object, median, FIELDS_COUNT(median), &result, &place) != OK)
            return INVALID;
        if (!row_timed(&result))
            return place_fail(&place, "median_ns", "expected a number above 0");
        results_add(results, i, &result, "");
    }
    return status;
}

/* Headers of older versions do not record the device of their rows. */
static enum status read_owner(const json_t *root, struct compute_device *device, const struct place *place)
{
    const json_t *name = json_object_get(root, "device"), *backend = json_object_get(root, "backend");
    const enum status status = name ? json_read_text(name, device->name, sizeof device->name, place, "device") : OK;
    return status == OK && backend ? json_read_text(backend, device->backend, sizeof device->backend, place, "backend")
                                   : status;
}

static enum status read_header(struct results *results, const char *path, const char *text, struct fault *fault)
{
    const char *begin = strstr(text, opening);
    const struct place place = {.file = path, .fault = fault};
    json_error_t error;
    json_own_memory();
    *results = (struct results){0};
    if (!begin)
        return fail(fault, INVALID, "%s: no results file, and no header with rows; make the header again", path);
    json_auto_t *root = json_parse(begin, strlen(begin), JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &error);
    const char *named = json_string_value(json_object_get(root, "schema"));
    enum status status = OK;
    if (!named || strcmp(named, schema))
        status =
            fail(fault, INVALID, "%s: the rows in the header are no whole \"%s\"; make the header again", path, schema);
    else
        status = read_owner(root, &results->context.device, &place);
    if (status == OK)
        status = read_rows(root, results, &place);
    if (status != OK)
        results_free(results);
    return status;
}

enum status header_rows_load(struct results *results, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    *results = (struct results){0};
    if (file_read(path, &text, &length, fault) != OK)
        return INVALID;
    const bool header = length > 1 && text[0] == '/' && text[1] == '*';
    return header ? read_header(results, path, text, fault) : results_load(results, path, fault);
}
