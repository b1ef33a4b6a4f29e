#include "reports/json/comparison_file.h"

#include "reports/json/fields.h"
#include "reports/json/problem.h"
#include "reports/json/row.h"

#include <math.h>
#include <string.h>
#include <time.h>

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
        json_object_set_new(object, "reason", text_json(row->reason));
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
        json_array_append_new(added, text_json(comparison->added[i]));
    json_set_filled(root, "new_problems", added);
    if (comparison->invalid)
        json_object_set_new(root, "invalid", text_json(comparison->invalid));
    return json_save(root, path, fault);
}

/* ---- comparisons of compiled kernels ---- */

/* The values of a side: as in a results file. */
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

static json_t *static_row_of(const struct static_comparison *comparison, const struct static_row *row)
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
            json_array_append_new(rows, static_row_of(&comparison[c], &comparison[c].row[i]));
    const struct run_context *context = &comparison->base.context;
    json_t *root = json_pack("{ss ss ss ss so}", "schema", "gpubench/static/1", "compiler", context->device.compiler,
                             "base_commit", context->commit, "date", context->date, "rows", rows);
    return json_save(root, path, fault);
}

/* ---- accepted slowdowns ---- */

static const char schema[] = "gpubench/accepted/1";

/* "2027-01-31", a valid date. */
static bool is_day(const char *text)
{
    struct tm day = {0}, same;
    const char *end = strptime(text, "%Y-%m-%d", &day);
    day.tm_hour = 12;
    same = day;
    return strlen(text) == 10 && end && !*end && timegm(&same) != -1 && same.tm_mday == day.tm_mday;
}

static enum status read_one(const json_t *object, struct accepted *accepted, const struct place *place)
{
    const struct {
        const char *key, **text;
    } texts[] = {{"name", &accepted->name}, {"reason", &accepted->reason}, {"until", &accepted->until}};
    const json_t *most = json_object_get(object, "most");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i].text = json_string_value(json_object_get(object, texts[i].key));
        if (!*texts[i].text || !**texts[i].text)
            return place_fail(place, texts[i].key, "expected text");
    }
    if (!is_day(accepted->until))
        return place_fail(place, "until", "expected a day as \"2027-01-31\"");
    accepted->most = json_number_value(most);
    return accepted->most > 0 ? OK : place_fail(place, "most", "expected a number above 0: 0.05 is 5 %%");
}

static enum status read_all(const json_t *root, struct accepted *all, const char *path, struct fault *fault)
{
    const char *named = json_string_value(json_object_get(root, "schema"));
    const json_t *array = json_object_get(root, "accepted");
    enum status status = OK;
    if (!named || strcmp(named, schema) || !json_is_array(array))
        return fail(fault, INVALID, "%s: expected \"schema\": \"%s\" and an array \"accepted\"", path, schema);
    for (size_t i = 0; i < json_array_size(array) && status == OK; i++) {
        struct place place = {.file = path, .fault = fault};
        snprintf(place.object, sizeof place.object, "accepted[%zu]", i);
        status = read_one(json_array_get(array, i), &all[i], &place);
    }
    return status;
}

enum status accepted_load(const char *path, void (*each)(void *user, const struct accepted *accepted), void *user,
                          struct fault *fault)
{
    json_own_memory();
    json_auto_t *root = json_read_file(path, JSON_REJECT_DUPLICATES, fault);
    if (!root)
        return INVALID;
    const size_t count = json_array_size(json_object_get(root, "accepted"));
    FREED struct accepted *all = allocate((count + 1) * sizeof *all);
    const enum status status = read_all(root, all, path, fault);
    for (size_t i = 0; i < count && status == OK; i++)
        each(user, &all[i]);
    return status;
}
