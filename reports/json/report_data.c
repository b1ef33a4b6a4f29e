#include "reports/json/report_data.h"

#include "base/memory.h"
#include "reports/command.h"
#include "reports/compare/comparison.h"
#include "reports/effects.h"
#include "reports/history/series.h"
#include "reports/json/fields.h"
#include "reports/json/memory.h"
#include "reports/json/report_rows.h"
#include "reports/rate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *real_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *above_zero(double value)
{
    return value > 0 ? real_or_null(value) : json_null();
}

static json_t *text_json(const char *text)
{
    return json_text(text, strlen(text) + 1);
}

static json_t *text_or_null(const char *text)
{
    return text ? text_json(text) : json_null();
}

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

static json_t *ceilings_json(const struct ceilings *ceilings)
{
    json_t *object = json_object();
    for (enum resource r = 0; r < RESOURCES; r++)
        if (isfinite(ceilings->rate[r]) && ceilings->rate[r] > 0)
            set(object, resource_word(r),
                json_pack("{s:f, s:o}", "rate", ceilings->rate[r], "unit", json_sprintf("%s/s", resource_unit(r))));
    return object;
}

static json_t *device_json(const struct compute_device *device)
{
    json_t *object = json_object();
    set(object, "name", text_json(device->name));
    set(object, "backend", text_json(device->backend));
    set(object, "driver", text_json(device->driver));
    set(object, "compiler", text_json(device->compiler));
    set(object, "architecture", text_json(device->architecture));
    return object;
}

static json_t *file_json(const struct report *report, size_t file)
{
    const struct run_context *context = &report->results[file].context;
    json_t *object = json_object();
    set(object, "path", text_json(report->path[file]));
    set(object, "device", device_json(&context->device));
    set(object, "date", text_json(context->date));
    set(object, "commit", text_json(context->commit));
    set(object, "command", text_json(context->command));
    set(object, "host", text_json(context->host));
    set(object, "cache", json_string(results_cold(&report->results[file]) ? "cold" : "warm"));
    set(object, "interrupted", json_boolean(context->interrupted));
    set(object, "wall_seconds", real_or_null(context->wall_seconds));
    set(object, "seconds", seconds_json(context));
    set(object, "ceilings", ceilings_json(&context->ceilings));
    return object;
}

/* ---- problems ---- */

static json_t *parameters_json(const struct named_problem *problem)
{
    json_t *all = json_array();
    for (size_t p = 0; p < problem->parameters; p++) {
        const struct named_parameter *parameter = &problem->parameter[p];
        json_t *object = json_object(), *words = json_array();
        for (size_t i = 0; i < parameter->words.count; i++)
            json_array_append_new(words, text_json(parameter->words.text[i]));
        set(object, "name", text_json(parameter->name));
        set(object, "numbers", json_boolean(parameter->kind != KIND_WORDS));
        set(object, "words", words);
        json_array_append_new(all, object);
    }
    return all;
}

/* Of what was timed. */
static json_t *time_json(const struct result *row, double ns)
{
    return row_timed(row) ? real_or_null(ns) : json_null();
}

static json_t *references_json(const struct subject *subject)
{
    json_t *all = json_array();
    for (size_t i = 0; i < subject->references; i++) {
        const struct result *row = &subject->reference[i]->result;
        json_t *object = json_object();
        set(object, "name", text_json(problem_reference(subject->problem, row->reference)));
        set(object, "median", time_json(row, row->median_ns));
        set(object, "low", time_json(row, row->ci95_ns[0]));
        set(object, "high", time_json(row, row->ci95_ns[1]));
        set(object, "status", json_integer(row->status));
        json_array_append_new(all, object);
    }
    return all;
}

static void set_best(json_t *object, const struct subject *subject)
{
    const struct best *best = subject->best;
    const size_t place = subject_best(subject);
    const double ns = best ? best_time(best) : NAN;
    set(object, "best", place < SIZE_MAX ? json_integer((json_int_t)place) : json_null());
    set(object, "best_ns", above_zero(ns));
    set(object, "objective", json_string(best && best->objective == OBJECTIVE_ALONE ? "alone" : "stream"));
    set(object, "default_ns", best ? above_zero(best->default_ns) : json_null());
    set(object, "over_default", best ? above_zero(best->default_ns / ns) : json_null());
    set(object, "reference",
        best && best->reference_ns > 0 ? text_json(problem_reference(subject->problem, best->reference)) : json_null());
    set(object, "over_reference", best ? above_zero(best->reference_ns / ns) : json_null());
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
    json_t *parameters = json_array(), *pairs = json_array();
    for (size_t p = 0; p < effects->parameters; p++)
        json_array_append_new(parameters, json_real(effects->share[p]));
    for (size_t i = 0; i < effects->pairs; i++)
        json_array_append_new(pairs, json_pack("[I, I, f]", (json_int_t)effects->pair[i].a,
                                               (json_int_t)effects->pair[i].b, effects->pair[i].share));
    return json_pack("{s:I, s:o, s:o, s:f}", "count", (json_int_t)effects->count, "parameters", parameters, "pairs",
                     pairs, "explained", effects->explained);
}

static const char *unit_of(const struct subject *subject)
{
    const char *unit = "";
    for (size_t i = 0; i < subject->timed && !*unit; i++)
        result_rate(&subject->sorted[i]->result, 1, &unit);
    return unit;
}

static json_t *problem_data(const struct report *report, const struct subject *subject, struct report_reasons *reasons)
{
    const struct named_problem *problem = subject->problem;
    json_t *object = json_object(), *figures = json_array();
    char *options = problem_options(problem);
    char *run = problem_command(subject->context, problem, results_cold(&report->results[subject->file]));
    for (size_t f = 0; f < problem->figures.count && f < MAX_FIGURES; f++)
        json_array_append_new(figures, text_json(problem->figures.text[f]));
    set(object, "file", json_integer((json_int_t)subject->file));
    set(object, "name", text_json(problem->name));
    set(object, "suite", text_json(problem->suite));
    set(object, "bench", text_json(problem->bench));
    set(object, "size", json_unsigned(problem->size));
    set(object, "options", text_json(options));
    set(object, "run", text_or_null(run));
    set(object, "parameters", parameters_json(problem));
    set(object, "figures", figures);
    set(object, "error", problem->error ? json_integer(problem->error - 1) : json_null());
    set(object, "max_error", above_zero(problem->max_error));
    set(object, "unit", *unit_of(subject) ? json_sprintf("%s/s", unit_of(subject)) : json_null());
    set_best(object, subject);
    set(object, "default", json_null()); /* a results file has its time alone */
    set(object, "effects", subject->effects ? effects_json(subject->effects) : json_null());
    set(object, "rows", report_rows_json(subject, reasons));
    set(object, "references", references_json(subject));
    free(options);
    free(run);
    return object;
}

/* ---- what stands beside ---- */

static json_t *series_json(const struct series *series)
{
    json_t *object = json_object(), *points = json_array();
    const struct history_point *first = series->point[0];
    for (size_t i = 0; i < series->count; i++) {
        const struct history_point *point = series->point[i];
        json_t *made = json_object();
        set(made, "commit", text_json(point->commit));
        set(made, "date", text_json(point->date));
        set(made, "median", real_or_null(point->median_ns));
        set(made, "low", real_or_null(point->ci95_ns[0]));
        set(made, "high", real_or_null(point->ci95_ns[1]));
        json_array_append_new(points, made);
    }
    set(object, "name", text_json(first->name));
    set(object, "device", text_json(first->device));
    set(object, "cache", json_string(first->cold ? "cold" : "warm"));
    set(object, "objective", json_string(first->objective == OBJECTIVE_ALONE ? "alone" : "stream"));
    set(object, "points", points);
    return object;
}

/* Of the problems that the report has. */
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
    json_t *object = json_object();
    const bool judged = row->pairs >= RULE_LEAST;
    const double centre = row->estimate.centre, half = judged ? rule_half_width(row->estimate) : 0;
    set(object, "name", text_json(row->name));
    set(object, "verdict", json_string(verdict_word(row->verdict)));
    set(object, "base", real_or_null(compared_base_ns(row)));
    set(object, "new", real_or_null(compared_new_ns(row)));
    set(object, "ratio", judged ? real_or_null(exp(centre)) : json_null());
    set(object, "low", judged ? real_or_null(exp(centre - half)) : json_null());
    set(object, "high", judged ? real_or_null(exp(centre + half)) : json_null());
    return object;
}

static json_t *comparison_json(const struct comparison *comparison)
{
    json_t *rows = json_array(), *counts = json_object();
    if (!comparison) {
        json_decref(rows);
        json_decref(counts);
        return json_null();
    }
    for (size_t i = 0; i < comparison->count; i++)
        json_array_append_new(rows, compared_json(&comparison->row[i]));
    for (enum verdict verdict = 0; verdict < VERDICTS; verdict++)
        if (comparison_count(comparison, verdict))
            set(counts, verdict_word(verdict), json_integer((json_int_t)comparison_count(comparison, verdict)));
    return json_pack("{s:o, s:o}", "counts", counts, "rows", rows);
}

/* ---- all of it ---- */

static json_t *statuses_json(void)
{
    json_t *all = json_array();
    for (enum status status = 0; status < STATUS_COUNT; status++)
        json_array_append_new(all, json_string(status_word(status)));
    return all;
}

static json_t *resources_json(void)
{
    json_t *all = json_array();
    for (enum resource r = 0; r < RESOURCES; r++)
        json_array_append_new(all, json_string(resource_word(r)));
    return all;
}

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
    struct report_reasons reasons = report_reasons_new();
    json_t *root = json_object(), *files = json_array(), *problems = json_array();
    for (size_t i = 0; i < report->files; i++)
        json_array_append_new(files, file_json(report, i));
    for (size_t i = 0; i < report->subjects; i++)
        json_array_append_new(problems, problem_data(report, &report->subject[i], &reasons));
    set(root, "schema", json_string("gpubench/report/1"));
    set(root, "version", json_string(report->version));
    set(root, "commit", json_string(report->commit));
    set(root, "files", files);
    set(root, "problems", problems);
    set(root, "statuses", statuses_json());
    set(root, "reasons", reasons.list);
    set(root, "resources", resources_json());
    set(root, "history", history_json(report));
    set(root, "comparison", comparison_json(report->comparison));
    char *text = json_dumps(root, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9));
    print_escaped(file, text);
    free(text);
    json_decref(root);
    json_decref(reasons.places);
}
