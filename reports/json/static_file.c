#include "reports/json/static_file.h"

#include "reports/json/compiled.h"
#include "reports/json/memory.h"
#include "reports/json/problem.h"

/* What is known of a side: as in a results file. */
static json_t *side_json(const struct row *row)
{
    json_t *object = json_object();
    if (!row)
        return object;
    compiled_write(object, &row->result);
    json_object_set_new(object, "status", json_string(status_word(row->result.status)));
    if (row->result.status != COMPILED)
        json_object_set_new(object, "reason", text_json(row->reason));
    return object;
}

static json_t *row_of(const struct static_comparison *comparison, const struct static_row *row)
{
    const struct row *shown = row->base ? row->base : row->new;
    const struct named_problem *problem = &(row->base ? &comparison->base : &comparison->new)->problems[shown->problem];
    json_t *object =
        json_pack("{ss ss ss ss so so ss}", "architecture", comparison->base.context.device.architecture, "name",
                  row->name, "suite", problem->suite, "bench", problem->bench, "size", json_unsigned(problem->size),
                  "config", config_json(problem, shown->result.index), "verdict", static_verdict_word(row->verdict));
    json_set_filled(object, "base", side_json(row->base));
    json_set_filled(object, "new", side_json(row->new));
    return object;
}

enum status static_file_save(const struct static_comparison *comparison, size_t count, const char *path,
                             struct fault *fault)
{
    json_own_memory();
    json_t *rows = json_array();
    for (size_t c = 0; c < count; c++)
        for (size_t i = 0; i < comparison[c].count; i++)
            json_array_append_new(rows, row_of(&comparison[c], &comparison[c].row[i]));
    const struct run_context *context = &comparison->base.context;
    json_t *root = json_pack("{ss ss ss ss so}", "schema", "gpubench/static/1", "compiler", context->device.compiler,
                             "base_commit", context->commit, "date", context->date, "rows", rows);
    return json_save(root, path, fault);
}
