#include "reports/json/csv.h"

#include "reports/effects.h"
#include "reports/json/context.h"
#include "reports/json/problem.h"
#include "reports/json/row.h"

/* How many configurations have each status. */
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

/* NULL where nothing can be said. */
static json_t *effects_json(const struct results *results, size_t number)
{
    const struct named_problem *problem = &results->problems[number];
    struct effects effects;
    if (!effects_find(results, number, &effects))
        return NULL;
    json_t *parameters = json_object(), *pairs = json_array();
    for (size_t p = 0; p < effects.parameters; p++)
        json_object_set_new(parameters, problem->parameter[p].name, json_real(effects.share[p]));
    for (size_t i = 0; i < effects.pairs; i++)
        json_array_append_new(pairs,
                              json_pack("{s[ss] sf}", "parameters", problem->parameter[effects.pair[i].a].name,
                                        problem->parameter[effects.pair[i].b].name, "share", effects.pair[i].share));
    json_t *object = json_pack("{sI sf so so}", "configurations", (json_int_t)effects.count, "explained",
                               effects.explained, "parameters", parameters, "pairs", pairs);
    effects_free(&effects);
    return object;
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
                             struct fault *fault)
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
    return json_print(root, file, JSON_INDENT(1) | JSON_REAL_PRECISION(17), fault);
}
