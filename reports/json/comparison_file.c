#include "reports/json/comparison_file.h"

#include "base/file.h"
#include "reports/json/fields.h"
#include "reports/json/memory.h"
#include "reports/json/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *real_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *numbers(const double *values, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_real(values[i]));
    return array;
}

static void set_estimate(json_t *object, const struct compared *row)
{
    const double centre = row->estimate.centre, half = rule_half_width(row->estimate);
    json_object_set_new(object, "ratio", json_real(exp(centre)));
    json_object_set_new(object, "ci95_ratio", json_pack("[ff]", exp(centre - half), exp(centre + half)));
    json_object_set_new(object, "least_effect", json_real(rule_least_effect(row->estimate)));
}

static json_t *row_of(const struct comparison *comparison, const struct compared *row)
{
    const struct row *measured = &comparison->base.rows[row->row];
    const struct named_problem *problem = &comparison->base.problems[measured->problem];
    json_t *object = json_pack("{ss ss ss so so ss}", "name", row->name, "suite", problem->suite, "bench",
                               problem->bench, "size", json_unsigned(problem->size), "config",
                               config_json(problem, measured->result.index), "verdict", verdict_word(row->verdict));
    json_object_set_new(object, "identical", json_boolean(row->identical));
    json_object_set_new(object, "base_ns", real_or_null(compared_base_ns(row)));
    json_object_set_new(object, "new_ns", real_or_null(compared_new_ns(row)));
    if (row->pairs >= RULE_LEAST)
        set_estimate(object, row);
    json_set_filled(object, "base_blocks_ns", numbers(row->base_ns, row->base_blocks));
    json_set_filled(object, "new_blocks_ns", numbers(row->new_ns, row->new_blocks));
    if (row->base_failures + row->new_failures)
        json_object_set_new(object, "failures",
                            json_pack("{sI sI sI}", "base", (json_int_t)row->base_failures, "new",
                                      (json_int_t)row->new_failures, "blocks", (json_int_t)row->blocks));
    if (row->reason)
        json_object_set_new(object, "reason", json_string(row->reason));
    return object;
}

enum status comparison_save(const struct comparison *comparison, const char *path, struct fault *fault)
{
    json_own_memory();
    const struct run_context *context = &comparison->base.context;
    json_t *rows = json_array();
    for (size_t i = 0; i < comparison->count; i++)
        json_array_append_new(rows, row_of(comparison, &comparison->row[i]));
    json_t *root =
        json_pack("{ss ss ss ss ss so}", "schema", "gpubench/comparison/1", "device", context->device.name, "driver",
                  context->device.driver, "base_commit", context->commit, "date", context->date, "rows", rows);
    json_t *added = json_array();
    for (size_t i = 0; i < comparison->added_count; i++)
        json_array_append_new(added, json_string(comparison->added[i]));
    json_set_filled(root, "new_problems", added);
    if (comparison->invalid)
        json_object_set_new(root, "invalid", json_text(comparison->invalid, strlen(comparison->invalid) + 1));
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    json_decref(root);
    if (!text)
        return fail(fault, INVALID, "%s: cannot write: a text in it is no UTF-8", path);
    const enum status status = file_save(path, text, strlen(text), fault);
    free(text);
    return status;
}
