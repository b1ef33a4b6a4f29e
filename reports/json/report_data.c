#include "reports/json/report_data.h"

#include "reports/command.h"
#include "reports/compare/comparison.h"
#include "reports/effects.h"
#include "reports/format.h"
#include "reports/history/series.h"
#include "reports/json/context.h"
#include "reports/json/devices.h"

#include <math.h>
#include <string.h>

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

/* ---- files ---- */

static json_t *seconds_json(const struct run_context *context)
{
    json_t *object = json_object();
    double sum = 0;
    for (enum phase phase = 0; phase < PHASES; phase++) {
        set(object, phase_word(phase), json_real(context->seconds[phase]));
        sum += context->seconds[phase];
    }
    if (sum > 0)
        return object;
    json_decref(object);
    return json_null();
}

static json_t *file_json(const struct report *report, size_t file)
{
    const struct run_context *context = &report->results[file].context;
    const struct compute_device *device = &context->device;
    json_t *of = json_pack("{s:o, s:o, s:o, s:o, s:o}", "name", text_json(device->name), "backend",
                           text_json(device->backend), "driver", text_json(device->driver), "compiler",
                           text_json(device->compiler), "architecture", text_json(device->architecture));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:b, s:o, s:o, s:o}", "path", text_json(report->path[file]),
                     "device", of, "date", text_json(context->date), "commit", text_json(context->commit), "command",
                     text_json(context->command), "host", text_json(context->host), "cache",
                     results_cold(&report->results[file]) ? "cold" : "warm", "interrupted", (int)context->interrupted,
                     "wall_seconds", real_json(context->wall_seconds), "seconds", seconds_json(context), "ceilings",
                     ceilings_json(&context->ceilings));
}

/* For timed rows. */
static json_t *time_json(const struct result *row, double ns)
{
    return row_timed(row) ? real_json(ns) : json_null();
}

/* ---- rows ---- */

/* The distinct reasons of a report; place 0 means none. */
struct reasons {
    json_t *list, *places; /* by their texts */
};

static json_t *count_json(int count)
{
    return count < 0 ? json_null() : json_integer(count);
}

/* A row's cells, in the order of the columns; null if unknown. */
static json_t *cells_json(const struct result *row)
{
    static const struct compute_resources unknown = {-1, -1, -1};
    const struct compute_resources *used = *row->binary ? &row->resources : &unknown;
    const bool timed = row_timed(row), limited = timed && row->limit.fraction > 0;
    const char *unit;
    json_t *cells = json_object();
    set(cells, "median", time_json(row, row->median_ns));
    set(cells, "low", time_json(row, row->ci95_ns[0]));
    set(cells, "high", time_json(row, row->ci95_ns[1]));
    set(cells, "alone", timed ? positive_json(row->alone_ns) : json_null());
    set(cells, "status", json_integer(row->status));
    set(cells, "dropped", timed ? json_integer(row->dropped) : json_null());
    set(cells, "finalist", timed ? json_integer(row->finalist) : json_null());
    set(cells, "registers", count_json(used->registers));
    set(cells, "shared", count_json(used->shared_bytes));
    set(cells, "spill", count_json(used->spill_bytes));
    set(cells, "compile_ms", positive_json(row->compile_ms));
    set(cells, "resource", limited ? json_integer(row->limit.resource) : json_null());
    set(cells, "fraction", limited ? real_json(row->limit.fraction) : json_null());
    set(cells, "intensity", timed && row->bytes > 0 ? positive_json(row->flops / row->bytes) : json_null());
    set(cells, "rate", time_json(row, result_rate(row, row->median_ns, &unit)));
    return cells;
}

static bool is_null(const json_t *column)
{
    size_t i = 0;
    while (i < json_array_size(column) && json_is_null(json_array_get(column, i)))
        i++;
    return i == json_array_size(column);
}

/* Adds a column for each key of the cells, unless all its values are null. */
static void add_columns(json_t *object, const struct subject *subject)
{
    json_auto_t *columns = json_object();
    json_t *cell, *column;
    const char *key;
    for (size_t i = 0; i < subject->count; i++) {
        json_auto_t *cells = cells_json(&subject->row[i]->result);
        json_object_foreach(cells, key, cell)
        {
            if (!i)
                set(columns, key, json_array());
            json_array_append(json_object_get(columns, key), cell);
        }
    }
    json_object_foreach(columns, key, column)
    {
        if (!is_null(column))
            json_object_set(object, key, column);
    }
}

static json_t *config_columns(const struct subject *subject)
{
    const struct named_problem *problem = subject->problem;
    json_t *all = json_array();
    for (size_t p = 0; p < problem->parameters; p++) {
        json_t *column = json_array();
        for (size_t i = 0; i < subject->count; i++)
            json_array_append_new(
                column, json_integer((json_int_t)problem_position(subject->problem, subject->row[i]->result.index, p)));
        json_array_append_new(all, column);
    }
    return all;
}

static json_t *figure_columns(const struct subject *subject)
{
    json_t *all = json_array();
    for (size_t f = 0; f < subject->problem->figures.count; f++) {
        json_t *column = json_array();
        for (size_t i = 0; i < subject->count; i++) {
            const struct result *row = &subject->row[i]->result;
            json_array_append_new(column, time_json(row, row->figure[f]));
        }
        json_array_append_new(all, column);
    }
    return all;
}

static json_t *reason_place(struct reasons *reasons, const char *reason)
{
    json_auto_t *text = text_json(reason);
    const json_t *place = json_object_get(reasons->places, json_string_value(text));
    if (!place) {
        json_object_set_new(reasons->places, json_string_value(text),
                            json_integer((json_int_t)json_array_size(reasons->list)));
        json_array_append(reasons->list, text);
        place = json_object_get(reasons->places, json_string_value(text));
    }
    return json_integer(json_integer_value(place));
}

static json_t *rows_json(const struct subject *subject, struct reasons *reasons)
{
    json_t *object = json_object(), *column = json_array();
    set(object, "config", config_columns(subject));
    add_columns(object, subject);
    for (size_t i = 0; i < subject->count; i++)
        json_array_append_new(column, reason_place(reasons, subject->row[i]->reason));
    set(object, "reason", column);
    set(object, "figures", figure_columns(subject));
    return object;
}

/* ---- problems ---- */

static json_t *parameters_json(const struct named_problem *problem)
{
    json_t *all = json_array();
    for (size_t p = 0; p < problem->parameters; p++) {
        const struct named_parameter *parameter = &problem->parameter[p];
        json_array_append_new(all, json_pack("{s:o, s:b, s:o}", "name", text_json(parameter->name), "numbers",
                                             parameter->kind != KIND_WORDS, "words", texts_json(&parameter->words)));
    }
    return all;
}

static json_t *references_json(const struct subject *subject)
{
    json_t *all = json_array();
    for (size_t i = 0; i < subject->references; i++) {
        const struct result *row = &subject->reference[i]->result;
        json_t *name = text_json(problem_reference(subject->problem, row->reference));
        json_array_append_new(all, json_pack("{s:o, s:o, s:o, s:o, s:i}", "name", name, "median",
                                             time_json(row, row->median_ns), "low", time_json(row, row->ci95_ns[0]),
                                             "high", time_json(row, row->ci95_ns[1]), "status", row->status));
    }
    return all;
}

static void set_best(json_t *object, const struct subject *subject)
{
    const struct best *best = subject->best;
    const size_t place = subject_best(subject);
    const double ns = best ? best_time(best) : NAN;
    set(object, "best", place < SIZE_MAX ? json_integer((json_int_t)place) : json_null());
    set(object, "best_ns", positive_json(ns));
    set(object, "objective",
        best && best->objective == OBJECTIVE_VALUE
            ? text_json(subject->problem->objective)
            : json_string(best && best->objective == OBJECTIVE_ALONE ? "alone" : "stream"));
    set(object, "default_ns", best ? positive_json(best->default_ns) : json_null());
    set(object, "over_default", best ? positive_json(best->default_ns / ns) : json_null());
    set(object, "reference",
        best && best->reference_ns > 0 ? text_json(problem_reference(subject->problem, best->reference)) : json_null());
    set(object, "over_reference", best ? positive_json(best->reference_ns / ns) : json_null());
    set(object, "limit",
        best && best_fraction(best) > 0
            ? json_pack("{s:s, s:f}", "resource", resource_word(best->result.limit.resource), "fraction",
                        best_fraction(best))
            : json_null());
    set(object, "measured", best ? json_unsigned(best->measured) : json_integer((json_int_t)subject->count));
    set(object, "allowed", best && best->allowed ? json_unsigned(best->allowed) : json_null());
}

static json_t *effects_json(const struct effects *effects)
{
    json_t *pairs = json_array();
    for (size_t i = 0; i < effects->pairs; i++)
        json_array_append_new(pairs, json_pack("[I, I, f]", (json_int_t)effects->pair[i].a,
                                               (json_int_t)effects->pair[i].b, effects->pair[i].share));
    return json_pack("{s:I, s:o, s:o, s:f}", "count", (json_int_t)effects->count, "parameters",
                     reals_json(effects->share, effects->parameters), "pairs", pairs, "explained", effects->explained);
}

static const char *unit_of(const struct subject *subject)
{
    const char *unit = "";
    for (size_t i = 0; i < subject->timed && !*unit; i++)
        result_rate(&subject->sorted[i]->result, 1, &unit);
    return unit;
}

static json_t *problem_data(const struct report *report, const struct subject *subject, struct reasons *reasons)
{
    const struct named_problem *problem = subject->problem;
    json_t *object = json_object();
    FREED char *options = problem_options(problem);
    FREED char *run = problem_command(subject->context, problem, results_cold(&report->results[subject->file]));
    set(object, "file", json_integer((json_int_t)subject->file));
    set(object, "name", text_json(problem->name));
    set(object, "suite", text_json(problem->suite));
    set(object, "bench", text_json(problem->bench));
    set(object, "size", json_unsigned(problem->size));
    set(object, "options", text_json(options));
    set(object, "run", run ? text_json(run) : json_null());
    set(object, "parameters", parameters_json(problem));
    set(object, "figures", texts_json(&problem->figures));
    set(object, "error", problem->error ? json_integer(problem->error - 1) : json_null());
    set(object, "max_error", positive_json(problem->max_error));
    set(object, "unit", *unit_of(subject) ? json_sprintf("%s/s", unit_of(subject)) : json_null());
    set_best(object, subject);
    set(object, "default", json_null()); /* a results file has only its time */
    set(object, "effects", subject->effects ? effects_json(subject->effects) : json_null());
    set(object, "rows", rows_json(subject, reasons));
    set(object, "references", references_json(subject));
    return object;
}

/* ---- further data ---- */

static json_t *series_json(const struct series *series)
{
    json_t *points = json_array();
    const struct history_point *first = series->point[0];
    for (size_t i = 0; i < series->count; i++) {
        const struct history_point *point = series->point[i];
        json_array_append_new(points, json_pack("{s:o, s:o, s:o, s:o, s:o}", "commit", text_json(point->commit), "date",
                                                text_json(point->date), "median", real_json(point->median_ns), "low",
                                                real_json(point->ci95_ns[0]), "high", real_json(point->ci95_ns[1])));
    }
    return json_pack("{s:o, s:o, s:s, s:s, s:o}", "name", text_json(first->name), "device", text_json(first->device),
                     "cache", first->cold ? "cold" : "warm", "objective",
                     first->objective == OBJECTIVE_ALONE ? "alone" : "stream", "points", points);
}

/* For the problems of the report. */
static json_t *history_json(const struct report *report)
{
    const struct series_list *history = report->history;
    json_t *all = json_array();
    for (size_t i = 0; history && i < history->count; i++) {
        const struct history_point *first = history->series[i].point[0];
        bool wanted = false;
        for (size_t file = 0; file < report->files && !wanted; file++)
            wanted = results_have(&report->results[file], first->device, first->name);
        if (wanted)
            json_array_append_new(all, series_json(&history->series[i]));
    }
    return all;
}

static json_t *compared_json(const struct compared *row)
{
    const bool judged = row->pairs >= RULE_LEAST;
    const double centre = judged ? row->estimate.centre : NAN, half = judged ? rule_half_width(row->estimate) : 0;
    return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o}", "name", text_json(row->name), "verdict",
                     verdict_word(row->verdict), "base", real_json(compared_base_ns(row)), "new",
                     real_json(compared_new_ns(row)), "ratio", real_json(exp(centre)), "low",
                     real_json(exp(centre - half)), "high", real_json(exp(centre + half)));
}

static json_t *comparison_json(const struct comparison *comparison)
{
    if (!comparison)
        return json_null();
    json_t *rows = json_array(), *counts = json_object();
    for (size_t i = 0; i < comparison->count; i++)
        json_array_append_new(rows, compared_json(&comparison->row[i]));
    for (enum verdict verdict = 0; verdict < VERDICTS; verdict++)
        if (comparison_count(comparison, verdict))
            set(counts, verdict_word(verdict), json_integer((json_int_t)comparison_count(comparison, verdict)));
    return json_pack("{s:o, s:o}", "counts", counts, "rows", rows);
}

/* ---- everything ---- */

static void print_escaped(FILE *file, const char *text)
{
    for (;;) {
        const size_t plain = strcspn(text, "<>&");
        fwrite(text, 1, plain, file);
        text += plain;
        if (!*text)
            return;
        fprintf(file, "\\u%04x", (unsigned)*text++);
    }
}

void report_data_print(FILE *file, const struct report *report)
{
    json_own_memory();
    struct reasons reasons = {json_array(), json_object()};
    json_decref(reason_place(&reasons, ""));
    json_auto_t *root = json_object();
    json_t *files = json_array(), *problems = json_array(), *statuses = json_array(), *resources = json_array();
    for (size_t i = 0; i < report->files; i++)
        json_array_append_new(files, file_json(report, i));
    for (size_t i = 0; i < report->subjects; i++)
        json_array_append_new(problems, problem_data(report, &report->subject[i], &reasons));
    for (enum status status = 0; status < STATUS_COUNT; status++)
        json_array_append_new(statuses, json_string(status_word(status)));
    for (enum resource r = 0; r < RESOURCES; r++)
        json_array_append_new(resources, json_string(resource_word(r)));
    set(root, "schema", json_string("gpubench/report/1"));
    set(root, "version", json_string(report->version));
    set(root, "commit", json_string(report->commit));
    set(root, "files", files);
    set(root, "problems", problems);
    set(root, "statuses", statuses);
    set(root, "reasons", reasons.list);
    set(root, "resources", resources);
    set(root, "history", history_json(report));
    set(root, "comparison", comparison_json(report->comparison));
    FREED char *text = json_dumps(root, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9));
    print_escaped(file, text);
    json_decref(reasons.places);
}
