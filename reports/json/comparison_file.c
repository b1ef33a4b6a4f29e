#include "reports/json/comparison_file.h"

#include "reports/json/fields.h"
#include "reports/json/memory.h"
#include "reports/json/problem.h"

#include <math.h>

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
    json_object_set_new(object, "base_ns", real_json(compared_base_ns(row)));
    json_object_set_new(object, "new_ns", real_json(compared_new_ns(row)));
    if (row->pairs >= RULE_LEAST)
        set_estimate(object, row);
    json_set_filled(object, "base_blocks_ns", reals_json(row->base_ns, row->base_blocks));
    json_set_filled(object, "new_blocks_ns", reals_json(row->new_ns, row->new_blocks));
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
        json_object_set_new(root, "invalid", text_json(comparison->invalid));
    return json_save(root, path, fault);
}
