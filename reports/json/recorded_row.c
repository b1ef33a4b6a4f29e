#include "reports/json/recorded_row.h"

#include "reports/history/history.h"
#include "reports/json/foreign_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void recorded_time(struct recorded_row *row, double number, double ns)
{
    row->ns = number * ns;
    row->status = foreign_is_time(row->ns) ? OK : NO_TIME;
    row->reason = row->status == OK ? "" : "it has no time above 0";
}

void recorded_own_status(struct recorded_row *row, const json_t *object)
{
    const char *word = json_string_value(json_object_get(object, "gpubench_status"));
    const char *reason = json_string_value(json_object_get(object, "gpubench_reason"));
    const enum status status = word ? status_of_word(word) : STATUS_COUNT;
    if (status == STATUS_COUNT || status < UNSUPPORTED)
        return;
    row->status = status;
    row->reason = reason ? reason : "";
}

void recorded_device(struct results *results, const json_t *name)
{
    foreign_copy(results->context.device.name, sizeof results->context.device.name, name);
}

/* "2026-01-02 03:04:05.678901+00:00", as Python writes it, too, or with Z. One without a zone is rejected. */
void recorded_date(struct results *results, const json_t *timestamp)
{
    const char *text = json_string_value(timestamp);
    const size_t day = strlen("2026-01-02"), moment = strlen("2026-01-02T03:04:05"), zone = strlen("+00:00");
    const size_t length = text ? strlen(text) : 0;
    const bool is_utc = length && strchr("Zz", text[length - 1]);
    char *date = results->context.date, made[sizeof results->context.date];
    time_t before, at;
    if (length < moment + (is_utc ? 1 : zone))
        return;
    snprintf(made, sizeof made, "%.*sT%.*s%s", (int)day, text, (int)(moment - day - 1), text + day + 1,
             is_utc ? "+00:00" : text + length - zone);
    if (history_moment(made, &at) && (!history_moment(date, &before) || at < before))
        strcpy(date, made);
}

/* 0: not valid. */
static uint64_t json_size(const json_t *value)
{
    return json_integer_value(value) > 0 ? (uint64_t)json_integer_value(value) : 0;
}

void recorded_size(struct results *results, const json_t *size)
{
    uint64_t product = json_is_array(size) ? json_array_size(size) > 0 : json_size(size);
    for (size_t i = 0; i < json_array_size(size) && product; i++) {
        const uint64_t factor = json_size(json_array_get(size, i));
        product = factor <= UINT64_MAX / product ? product * factor : 0;
    }
    results->problems[results->problem_count - 1].size = product;
}

/* ---- values ---- */

static enum parameter_kind kind_of(const json_t *value)
{
    return json_is_integer(value) ? KIND_NUMBERS : json_is_real(value) ? KIND_REALS : KIND_WORDS;
}

/* The kind of a parameter with values of both kinds. */
static enum parameter_kind kind_join(enum parameter_kind one, enum parameter_kind other)
{
    return one == KIND_WORDS || other == KIND_WORDS ? KIND_WORDS : one == KIND_REALS ? one : other;
}

/* The word of a value, for the caller to free; NULL if it is not valid. */
static char *word_of(const json_t *value)
{
    char number[MAX_NUMBER];
    if (json_is_boolean(value))
        return allocate_text(json_is_true(value) ? "true" : "false");
    if (json_is_integer(value))
        return text_make("%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (!json_is_real(value))
        return json_is_string(value) ? allocate_text(json_string_value(value)) : NULL;
    number_word(json_real_value(value), number);
    return allocate_text(number);
}

static enum status add_value(struct named_parameter *parameter, const json_t *value, bool once,
                             const struct place *place)
{
    FREED char *word = word_of(value);
    if (!word)
        return place_fail(place, parameter->name,
                          value ? "expected a number, a text, true or false" : "missing: each has all parameters");
    if (texts_find(&parameter->words, word) == SIZE_MAX) {
        texts_add(&parameter->words, word);
        parameter->kind = kind_join(parameter->kind, kind_of(value));
        return OK;
    }
    return once ? place_fail(place, parameter->name, "its value %.64s is there twice", word) : OK;
}

/* For a parameter without values so far. */
static enum status read_declared(struct named_parameter *parameter, const json_t *declared, const struct place *place)
{
    const json_t *values = json_object_get(declared, parameter->name);
    enum status status = OK;
    if (!json_array_size(values))
        return place_fail(place, parameter->name, "expected a list of its values");
    for (size_t v = 0; v < json_array_size(values) && status == OK; v++)
        status = add_value(parameter, json_array_get(values, v), true, place);
    return status;
}

static int ascending(const void *a, const void *b)
{
    const double x = strtod(*(char *const *)a, NULL), y = strtod(*(char *const *)b, NULL);
    return (x > y) - (x < y);
}

static enum status collect(struct named_parameter *parameter, const struct recorded_row *row, size_t rows)
{
    enum status status = OK;
    for (size_t r = 0; r < rows && status == OK; r++)
        status = add_value(parameter, json_object_get(row[r].config, parameter->name), false, &row[r].place);
    if (status != OK)
        return status;
    if (parameter->kind == KIND_WORDS || !rows) {
        texts_sort(&parameter->words);
        return OK;
    }
    struct texts unsorted = parameter->words;
    qsort(unsorted.text, unsorted.count, sizeof *unsorted.text, ascending);
    parameter->words = (struct texts){0};
    for (size_t w = 0; w < unsorted.count; w++)
        texts_add(&parameter->words, unsorted.text[w]);
    texts_free(&unsorted);
    return OK;
}

/* ---- rows ---- */

static enum status add_row(struct results *results, size_t problem, const struct recorded_row *row)
{
    const struct named_problem *named = &results->problems[problem];
    FREED size_t *position = allocate(named->parameters * sizeof *position);
    struct result result = result_of(0, 0);
    for (size_t p = 0; p < named->parameters; p++) {
        const struct named_parameter *parameter = &named->parameter[p];
        const json_t *value = json_object_get(row->config, parameter->name);
        FREED char *word = word_of(value);
        if (!word)
            return place_fail(&row->place, parameter->name, value ? "expected one of its values" : "missing");
        position[p] = texts_find(&parameter->words, word);
        if (position[p] == SIZE_MAX)
            return place_fail(&row->place, parameter->name, "%.64s is none of its values", word);
    }
    if (!problem_index(named, position, &result.index))
        return place_fail(&(struct place){.file = row->place.file, .fault = row->place.fault}, "parameters",
                          "they span more configurations than 64 bits can number");
    result.status = row->status;
    result.median_ns = result.real_time_ns = result.cpu_time_ns = result.block_ns[0] = row->ns;
    result.blocks = row->status == OK;
    result.ci95_ns[0] = result.ci95_ns[1] = NAN;
    result.compile_ms = row->compile_ms;
    results_add(results, problem, &result, row->reason);
    return OK;
}

enum status recorded_add(struct results *results, const char *name, const struct texts *parameters,
                         const json_t *declared, const struct recorded_row *row, size_t rows, const struct place *place)
{
    const size_t problem = foreign_add_problem(results, name);
    struct named_problem *named = &results->problems[problem];
    enum status status = OK;
    for (size_t p = 0; p < parameters->count && status == OK; p++) {
        if (texts_find(parameters, parameters->text[p]) != p)
            return place_fail(place, parameters->text[p], "this parameter is there twice");
        struct named_parameter *parameter = problem_add_parameter(named, parameters->text[p], KIND_NUMBERS);
        status = declared ? read_declared(parameter, declared, place) : collect(parameter, row, rows);
    }
    for (size_t r = 0; r < rows && status == OK; r++)
        status = add_row(results, problem, &row[r]);
    return status;
}
