#include "reports/json/history_file.h"

#include "base/file.h"
#include "reports/json/fields.h"
#include "reports/json/parse.h"
#include "reports/json/problem.h"

#include <math.h>
#include <string.h>

static const char schema[] = "gpubench/history/1", changes_schema[] = "gpubench/changes/1";

/* Reals with all their digits: exact when read again. */
enum { EXACT = JSON_REAL_PRECISION(17) };

static const char *cache_word(bool cold)
{
    return cold ? "cold" : "warm";
}

/* Only the other objective is written: most files have none. */
static void set_objective(json_t *object, enum objective objective)
{
    if (objective == OBJECTIVE_ALONE)
        json_object_set_new(object, "objective", json_string("alone"));
}

/* ---- loading ---- */

static enum status read_texts(const json_t *object, struct history_point *point, const struct place *place)
{
    const struct {
        const char *key;
        char **text;
    } texts[] = {{"device", &point->device},
                 {"backend", &point->backend},
                 {"name", &point->name},
                 {"date", &point->date},
                 {"commit", &point->commit}};
    for (size_t i = 0; i < FIELDS_COUNT(texts); i++) {
        const char *text = json_string_value(json_object_get(object, texts[i].key));
        if (!text || !*text)
            return place_fail(place, texts[i].key, "expected text");
        *texts[i].text = allocate_text(text);
    }
    return history_moment(point->date, &point->moment)
               ? OK
               : place_fail(place, "date", "expected a time as \"2026-01-31T23:59:00+01:00\"");
}

static enum status read_timing(const json_t *object, struct history_point *point, const struct place *place)
{
    static const struct field measuring[] = {FIELD(struct history_point, "measuring", measuring)};
    static const char *const caches[] = {"cold", "warm", NULL};
    int cache;
    const json_t *objective = json_object_get(object, "objective");
    if (fields_read(object, measuring, FIELDS_COUNT(measuring), point, place) != OK ||
        json_read_choice(object, "cache", caches, &cache, place) != OK)
        return INVALID;
    if (cache < 0)
        return place_fail(place, "cache", "missing");
    point->cold = cache == 0;
    if (objective && (!json_is_string(objective) || strcmp(json_string_value(objective), "alone")))
        return place_fail(place, "objective", "expected \"alone\", or no such key");
    point->objective = objective ? OBJECTIVE_ALONE : OBJECTIVE_STREAM;
    return OK;
}

static enum status read_times(const json_t *object, struct history_point *point, const struct place *place)
{
    static const struct field interval[] = {FIELD(struct history_point, "ci95_ns", ci95_ns)};
    const double *ends = point->ci95_ns;
    point->median_ns = json_number_value(json_object_get(object, "median_ns"));
    point->ci95_ns[0] = point->ci95_ns[1] = NAN;
    if (!(point->median_ns > 0))
        return place_fail(place, "median_ns", "expected a number above 0");
    if (!json_object_get(object, "ci95_ns"))
        return OK;
    if (fields_read(object, interval, FIELDS_COUNT(interval), point, place) != OK)
        return INVALID;
    return ends[0] <= ends[1] ? OK : place_fail(place, "ci95_ns", "expected two numbers, the smaller one first");
}

static enum status read_config(json_t *object, struct history_point *point, const struct place *place)
{
    json_t *config = json_object_get(object, "config"), *value;
    const char *parameter;
    if (!json_is_object(config))
        return place_fail(place, "config", "expected an object");
    json_object_foreach(config, parameter, value)
    {
        if (!json_is_string(value) && !json_is_number(value))
            return place_fail(place, "config", "expected words and numbers");
    }
    point->config = json_dumps(config, EXACT);
    return OK;
}

static enum status read_point(json_t *object, struct history_point *point, const struct place *place)
{
    const char *named = json_string_value(json_object_get(object, "schema"));
    if (!named)
        return fail(place->fault, INVALID, "%s: not a line of a history (no schema \"%s\")", place->file, schema);
    if (strcmp(named, schema))
        return fail(place->fault, INVALID, "%s: its schema is \"%.64s\", and this gpubench reads \"%s\"", place->file,
                    named, schema);
    if (read_texts(object, point, place) != OK || read_timing(object, point, place) != OK ||
        read_times(object, point, place) != OK)
        return INVALID;
    return read_config(object, point, place);
}

static enum status read_line(struct history *history, const char *line, size_t length, const struct place *place)
{
    json_error_t error;
    if (strspn(line, " \t\r") >= length)
        return OK;
    json_auto_t *object = json_parse(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return fail(place->fault, INVALID, "%s: no JSON: column %d; each line is an object of its own", place->file,
                    error.column);
    return read_point(object, history_add(history), place);
}

static enum status read_lines(struct history *history, const char *text, size_t length, const char *path,
                              struct fault *fault)
{
    enum status status = OK;
    size_t number = 1;
    for (const char *line = text, *end; line < text + length && status == OK; line = end + 1, number++) {
        const size_t left = (size_t)(text + length - line);
        end = memchr(line, '\n', left);
        if (!end)
            end = line + left;
        FREED char *file = text_make("%s:%zu", path, number);
        status = read_line(history, line, (size_t)(end - line), &(struct place){.file = file, .fault = fault});
    }
    return status;
}

enum status history_load(struct history *history, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    json_own_memory();
    if (file_read(path, &text, &length, fault) != OK || read_lines(history, text, length, path, fault) != OK)
        return INVALID;
    history_tidy(history);
    return OK;
}

/* ---- saving ---- */

static json_t *point_json(const struct history_point *point)
{
    json_t *object = json_pack("{ss ss ss ss ss ss sI ss}", "schema", schema, "device", point->device, "backend",
                               point->backend, "name", point->name, "date", point->date, "commit", point->commit,
                               "measuring", (json_int_t)point->measuring, "cache", cache_word(point->cold));
    set_objective(object, point->objective);
    json_object_set_new(object, "median_ns", json_real(point->median_ns));
    if (isfinite(point->ci95_ns[0]) && isfinite(point->ci95_ns[1]))
        json_object_set_new(object, "ci95_ns", json_pack("[ff]", point->ci95_ns[0], point->ci95_ns[1]));
    json_object_set_new(object, "config", json_loads(point->config, 0, NULL));
    return object;
}

enum status history_save(const struct history *history, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    bool good = true;
    json_own_memory();
    FILE *file = memory_stream(&text, &length);
    for (size_t i = 0; good && i < history->count; i++) {
        json_auto_t *object = point_json(&history->points[i]);
        good = object && !json_dumpf(object, file, EXACT) && fputc('\n', file) != EOF;
    }
    if (fclose(file) || !good)
        return fail(fault, INVALID, "%s: cannot write: %s", path, good ? "out of memory" : "a text is no UTF-8");
    return file_save(path, text, length, fault);
}

/* ---- results ---- */

/* The commit must be public, and everything built must be committed. */
static enum status check_commit(const char *commit, const char *path, struct fault *fault)
{
    static const char dirty[] = "-dirty";
    const size_t length = strlen(commit), tail = strlen(dirty);
    if (!length || !strcmp(commit, "unknown"))
        return fail(fault, INVALID,
                    "%s: it names no commit; build gpubench in its repository, or with GPUBENCH_COMMIT set to the "
                    "commit, and measure again",
                    path);
    if (length > tail && !strcmp(commit + length - tail, dirty))
        return fail(fault, INVALID,
                    "%s: its commit is %s: built with changes that are in no commit; commit them, build and measure "
                    "again",
                    path, commit);
    return OK;
}

static void take_best(struct history *history, const struct results *results, const struct best_row *row, time_t moment)
{
    const struct run_context *context = &results->context;
    const struct named_problem *problem = &results->problems[row->problem];
    const struct result *best = &row->best.result;
    const bool stream = row->best.objective == OBJECTIVE_STREAM;
    struct history_point *point = history_add(history);
    json_auto_t *config = config_json(problem, best->index);
    point->device = allocate_text(context->device.name);
    point->backend = allocate_text(context->device.backend);
    point->name = allocate_text(problem->name);
    point->date = allocate_text(context->date);
    point->commit = allocate_text(context->commit);
    point->config = json_dumps(config, EXACT);
    point->measuring = context->measuring;
    point->cold = best->cold;
    point->objective = row->best.objective;
    point->median_ns = best_time(&row->best);
    const bool known = stream && best->ci95_ns[0] <= best->ci95_ns[1]; /* it applies to median_ns only */
    for (size_t i = 0; i < 2; i++)
        point->ci95_ns[i] = known ? best->ci95_ns[i] : NAN;
    point->moment = moment;
}

enum status history_take(struct history *history, const struct results *results, const char *path, struct fault *fault)
{
    const size_t count = history->count;
    time_t moment;
    json_own_memory();
    for (size_t i = 0; i < results->best_count; i++)
        if (!results->best[i].best.allowed && results->context.measuring) /* other programs do not record it */
            return fail(fault, INVALID, "%s: its run did not come to its end, and has no best that was measured again",
                        path);
    if (check_commit(results->context.commit, path, fault) != OK)
        return INVALID;
    if (!history_moment(results->context.date, &moment))
        return fail(fault, INVALID, "%s: context.date: expected a time as \"2026-01-31T23:59:00+01:00\"", path);
    for (size_t i = 0; i < results->best_count; i++)
        if (row_timed(&results->best[i].best.result) && results->best[i].best.objective != OBJECTIVE_VALUE)
            take_best(history, results, &results->best[i], moment);
    if (history->count > count)
        return OK;
    return fail(
        fault, INVALID,
        "%s: no best in it; add the results of a search in which one was found (--configs and --verify-only choose "
        "none)",
        path);
}

/* ---- change points ---- */

static json_t *turn_json(const struct turn *turn)
{
    const struct history_point *first = turn->first, *last = turn->last;
    const double centre = turn->estimate.centre, half = rule_half_width(turn->estimate);
    json_t *object =
        json_pack("{ss ss ss sI ss}", "device", first->device, "backend", first->backend, "name", first->name,
                  "measuring", (json_int_t)first->measuring, "cache", cache_word(first->cold));
    set_objective(object, first->objective);
    json_object_set_new(object, "ratio", json_real(exp(centre)));
    json_object_set_new(object, "ci95_ratio", json_pack("[ff]", exp(centre - half), exp(centre + half)));
    json_t *commits = json_pack("{ss ss ss ss}", "commit", first->commit, "date", first->date, "last_commit",
                                last->commit, "last_date", last->date);
    json_object_update_new(object, commits);
    return object;
}

enum status history_print_turns(FILE *file, const struct series_list *list, const struct turn *turns, size_t count,
                                struct fault *fault)
{
    json_int_t points = 0;
    json_own_memory();
    json_t *array = json_array();
    for (size_t i = 0; i < list->count; i++)
        points += (json_int_t)list->series[i].count;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, turn_json(&turns[i]));
    json_t *root = json_pack("{ss sI sI so}", "schema", changes_schema, "series", (json_int_t)list->count, "points",
                             points, "changes", array);
    return json_print(root, file, EXACT | JSON_INDENT(1), fault);
}
