#include "reports/json/row.h"

#include "reports/json/devices.h"
#include "reports/json/judged.h"
#include "reports/json/problem.h"

#include <math.h>
#include <string.h>

static const struct field measured[] = {
    FIELD(struct result, "iterations", iterations),
    FIELD(struct result, "cpu_time", cpu_time_ns),
    FIELD(struct result, "median_ns", median_ns),
    FIELD(struct result, "ci95_ns", ci95_ns),
    FIELD(struct result, "benchmark_mean_ns", real_time_ns),
    FIELD(struct result, "batch", batch),
    FIELD(struct result, "dropped", dropped),
    FIELD(struct result, "finalist", finalist),
    FIELD(struct result, "bytes", bytes),
    FIELD(struct result, "flops", flops),
};

/* For a value it is the problem's text. */
static const char *const objectives[] = {[OBJECTIVE_STREAM] = "stream", [OBJECTIVE_ALONE] = "alone", NULL};

/* By the enum's numbers: files of the first definition of times have none. */
static const char *const samplings[] = {[SAMPLING_SLOPE] = "slope", [SAMPLING_SINGLE] = "single", NULL};

/* The reasons for stopping a measurement early, except being dropped. */
static const char *const stops[] = {[STOP_BEHIND] = "behind", [STOP_KNOWN] = "known", [STOP_LONG] = "long", NULL};

static const struct field batch[] = {FIELD(struct result, "batch", batch)};

static const struct field verify[] = {
    FIELD(struct result, "error", error),
    FIELD(struct result, "tolerance", tolerance),
};

/* The shares of device and host in median_ns, and the isolated time; each if known. */
static const struct field parts[] = {
    FIELD_IF(struct result, "device_ns", device_ns, FIELD_KNOWN),
    FIELD_IF(struct result, "host_ns", host_ns, FIELD_KNOWN),
    FIELD_IF(struct result, "alone_ns", alone_ns, FIELD_KNOWN),
};

static const struct field reached[] = {FIELD(struct limit, "fraction", fraction)};

static const struct field beside[] = {
    FIELD(struct best, "default_ns", default_ns),
    FIELD_IF(struct best, "default_untimed", default_untimed, FIELD_KNOWN),
    FIELD(struct best, "measured", measured),
    FIELD(struct best, "allowed", allowed),
    FIELD(struct best, "tied_count", tied),
    FIELD_IF(struct best, "left_to_gain", left, FIELD_KNOWN),
};

/* The best's comparisons, if any. */
static const struct field against[] = {FIELD_IF(struct best, "reference_ns", reference_ns, FIELD_LATER)};

static const struct field compiled[] = {
    FIELD(struct result, "compile_ms", compile_ms),
    FIELD_IF(struct result, "binary", binary, FIELD_KNOWN),
    FIELD_IF(struct result, "launches", launches, FIELD_KNOWN),
};

static const struct field resources[] = {
    FIELD_IF(struct compute_resources, "registers", registers, FIELD_KNOWN),
    FIELD_IF(struct compute_resources, "shared_bytes", shared_bytes, FIELD_KNOWN),
    FIELD_IF(struct compute_resources, "spill_bytes", spill_bytes, FIELD_KNOWN),
};

/* Whether a number is known. */
static bool positive(double value)
{
    return isfinite(value) && value > 0;
}

/* ---- writing ---- */

static void write_limit(json_t *object, const struct result *row)
{
    json_t *work = json_object();
    for (enum resource r = 0; r < RESOURCES; r++)
        if (positive(row->amount[r]))
            json_object_set_new(work, resource_word(r), json_real(row->amount[r]));
    json_set_filled(object, "work", work);
    if (positive(row->limit.fraction))
        json_object_set_new(
            object, "limit",
            json_pack("{s:s, s:f}", "resource", resource_word(row->limit.resource), "fraction", row->limit.fraction));
}

static void write_figures(json_t *object, const struct named_problem *problem, const struct result *row)
{
    json_t *figures = json_object();
    for (size_t i = 0; i < problem->figures.count && i < MAX_FIGURES; i++)
        if (isfinite(row->figure[i]))
            json_object_set_new(figures, problem->figures.text[i], json_real(row->figure[i]));
    json_set_filled(object, "figures", figures);
}

static void write_verify(json_t *object, const struct result *row)
{
    json_t *verified = json_object();
    fields_write(verified, verify, FIELDS_COUNT(verify), row);
    json_object_set_new(object, "verify", verified);
}

void row_timing_write(json_t *object, const struct result *row)
{
    json_object_set_new(object, "cache", json_string(row->cold ? "cold" : "warm"));
    if (row->sampling)
        json_object_set_new(object, "sampling", json_string(samplings[row->sampling]));
}

static void write_times(json_t *object, const struct named_problem *problem, const struct result *row)
{
    fields_write(object, measured, FIELDS_COUNT(measured), row);
    if (row->stop >= STOP_BEHIND)
        json_object_set_new(object, "stopped", json_string(stops[row->stop]));
    json_object_set_new(object, "blocks_ns",
                        reals_json(row->block_ns, row->blocks < MAX_BLOCKS ? row->blocks : MAX_BLOCKS));
    row_timing_write(object, row);
    write_verify(object, row);
    fields_write(object, parts, FIELDS_COUNT(parts), row);
    if (isfinite(result_overlap(row)))
        json_object_set_new(object, "overlap", json_real(result_overlap(row)));
    write_limit(object, row);
    write_figures(object, problem, row);
    judged_write(object, problem, row);
}

/* The configuration, or the reference, of a row. */
static json_t *row_config(const struct named_problem *problem, const struct result *row)
{
    return row->reference ? json_pack("{s:o}", "REFERENCE", text_json(problem_reference(problem, row->reference)))
                          : config_json(problem, row->index);
}

void compiled_write(json_t *row, const struct result *result)
{
    json_t *object = json_object();
    fields_write(row, compiled, FIELDS_COUNT(compiled), result);
    row_device_write(row, result);
    fields_write(object, resources, FIELDS_COUNT(resources), &result->resources);
    json_set_filled(row, "resources", object);
}

/* The keys common to "benchmarks", "failures" and "best". */
static void write_row(json_t *object, const struct named_problem *problem, size_t number, const struct result *row,
                      const char *reason)
{
    json_t *named = json_pack("{s:I, s:o, s:o, s:o, s:o}", "problem", (json_int_t)number, "suite",
                              text_json(problem->suite), "bench", text_json(problem->bench), "size",
                              json_unsigned(problem->size), "config", row_config(problem, row));
    json_object_update_new(object, named);
    if (row_timed(row))
        write_times(object, problem, row);
    else if (row->status == OK) {
        json_object_set_new(object, "status", json_string(status_word(NO_TIME)));
        json_object_set_new(object, "reason", json_string("the measured time is not a number above zero"));
    } else {
        json_object_set_new(object, "status", json_string(status_word(row->status)));
        json_object_set_new(object, "reason", text_json(reason));
        if (row->status == VERIFIED)
            write_verify(object, row);
        if (row->status == IMPLAUSIBLE)
            write_limit(object, row);
        secret_write(object, row->secret);
    }
    compiled_write(object, row);
}

static void write_rate(json_t *object, const char *key, double amount, double ns)
{
    if (positive(amount))
        json_object_set_new(object, key, json_real(amount / ns * 1e9));
}

/* An object with the row's name. */
static json_t *name_json(const struct named_problem *problem, const struct result *row)
{
    FREED char *name = row_name(problem, row);
    return json_pack("{s:o}", "name", text_json(name));
}

json_t *row_json(const struct results *results, const struct row *row, size_t index)
{
    const struct named_problem *problem = &results->problems[row->problem];
    const struct result *result = &row->result;
    json_t *object = name_json(problem, result);
    if (row_timed(result)) {
        json_t *google = json_pack("{s:i, s:i, s:O, s:s, s:i, s:i, s:i, s:I, s:f, s:f, s:s}", "family_index", 0,
                                   "per_family_instance_index", 0, "run_name", json_object_get(object, "name"),
                                   "run_type", "iteration", "repetitions", 1, "repetition_index", 0, "threads", 1,
                                   "iterations", (json_int_t)result->iterations, "real_time", result->median_ns,
                                   "cpu_time", result->cpu_time_ns, "time_unit", "ns");
        json_object_update_new(object, google);
        write_rate(object, "bytes_per_second", result->bytes, result->median_ns);
        write_rate(object, "flops_per_second", result->flops, result->median_ns);
    }
    json_object_set_new(object, "row", json_integer((json_int_t)index));
    write_row(object, problem, row->problem, result, row->reason);
    if (result->reference)
        json_object_set_new(object, "reference", json_true());
    return object;
}

json_t *row_samples_json(const struct named_problem *problem, size_t number, const struct result *row)
{
    json_t *object = name_json(problem, row);
    json_object_set_new(object, "problem", json_integer((json_int_t)number));
    json_object_set_new(object, "config", row_config(problem, row));
    json_object_set_new(object, "sampling", json_string(samplings[row->sampling]));
    fields_write(object, batch, FIELDS_COUNT(batch), row);
    return object;
}

json_t *best_json(const struct results *results, const struct best_row *row)
{
    const struct named_problem *problem = &results->problems[row->problem];
    const struct best *best = &row->best;
    json_t *object = name_json(problem, &best->result);
    write_row(object, problem, row->problem, &best->result, "");
    fields_write(object, beside, FIELDS_COUNT(beside), best);
    json_object_set_new(object, "objective",
                        best->objective == OBJECTIVE_VALUE ? text_json(problem->objective)
                                                           : json_string(objectives[best->objective]));
    bool timed = row_timed(&best->result);
    if (positive(best->default_ns) && timed)
        json_object_set_new(object, "over_default", json_real(best->default_ns / best_time(best)));
    if (best->reference) {
        json_object_set_new(object, "reference", text_json(problem_reference(problem, best->reference)));
        fields_write(object, against, FIELDS_COUNT(against), best);
    }
    if (positive(best->reference_ns) && timed)
        json_object_set_new(object, "over_reference", json_real(best->reference_ns / best_time(best)));
    json_t *tied = json_array();
    for (size_t i = 0; i < best->tied && i < MAX_TIED; i++)
        json_array_append_new(tied, config_json(problem, best->tied_with[i]));
    json_object_set_new(object, "tied", tied);
    return object;
}

/* ---- reading ---- */

static enum status compiled_read(const json_t *row, struct result *result, const struct place *place)
{
    struct place inner;
    const json_t *inside;
    result->resources = (struct compute_resources){-1, -1, -1};
    if (fields_read(row, compiled, FIELDS_COUNT(compiled), result, place) != OK)
        return INVALID;
    if (!json_object_get(row, "resources"))
        return OK;
    inside = place_enter(place, row, "resources", &inner);
    return inside ? fields_read(inside, resources, FIELDS_COUNT(resources), &result->resources, &inner) : INVALID;
}

/* Amounts and limit, any of which may be missing. An unknown resource is another version's: it is skipped, and so is a
 * limit by it. */
static enum status read_limit(const json_t *object, struct result *row, const struct place *place)
{
    struct place inside;
    const json_t *work = json_object_get(object, "work"), *limit = json_object_get(object, "limit");
    if (work && !place_enter(place, object, "work", &inside))
        return INVALID;
    const char *word;
    json_t *amount;
    json_object_foreach((json_t *)work, word, amount)
    {
        enum resource resource = resource_find(word);
        if (resource == RESOURCES)
            continue;
        row->amount[resource] = json_number_value(amount);
        if (!(row->amount[resource] > 0))
            return place_fail(&inside, word, "expected a number above 0");
    }
    if (!limit)
        return OK;
    char name[64];
    struct limit read = {0};
    if (!place_enter(place, object, "limit", &inside) ||
        json_read_text(json_object_get(limit, "resource"), name, sizeof name, &inside, "resource") != OK ||
        fields_read(limit, reached, FIELDS_COUNT(reached), &read, &inside) != OK)
        return INVALID;
    read.resource = resource_find(name);
    if (read.resource < RESOURCES && read.fraction > 0)
        row->limit = read;
    return OK;
}

/* A problem gets a figure from the first row that has it, if not before. */
static enum status read_figures(const json_t *object, struct named_problem *problem, struct result *row,
                                const struct place *place)
{
    struct place inside;
    const json_t *figures = json_object_get(object, "figures");
    if (figures && !place_enter(place, object, "figures", &inside))
        return INVALID;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)figures, name, value)
    {
        size_t i = texts_find(&problem->figures, name);
        if (!*name)
            return place_fail(place, "figures", "a figure has no name");
        if (!json_is_number(value))
            return place_fail(&inside, name, "expected a number");
        if (i == SIZE_MAX && (i = problem->figures.count) == MAX_FIGURES)
            return place_fail(place, "figures", "more than %d", MAX_FIGURES);
        if (i == problem->figures.count)
            texts_add(&problem->figures, name);
        row->figure[i] = json_number_value(value);
    }
    return OK;
}

static enum status read_verify(const json_t *object, struct result *row, const struct place *place)
{
    struct place inside;
    const json_t *verified = place_enter(place, object, "verify", &inside);
    return verified ? fields_read(verified, verify, FIELDS_COUNT(verify), row, &inside) : INVALID;
}

enum status row_timing_read(const json_t *object, struct result *row, const struct place *place)
{
    static const char *const caches[] = {"cold", "warm", NULL};
    int cache, sampling;
    if (json_read_choice(object, "cache", caches, &cache, place) != OK ||
        json_read_choice(object, "sampling", &samplings[SAMPLING_SLOPE], &sampling, place) != OK)
        return INVALID;
    if (cache < 0)
        return place_fail(place, "cache", "missing");
    row->cold = cache == 0;
    if (sampling >= 0)
        row->sampling = (enum sampling)(SAMPLING_SLOPE + sampling);
    return OK;
}

/* Older files have none: their best was chosen by the time in a stream. */
static enum status read_objective(const json_t *object, const struct named_problem *problem, struct best *best,
                                  const struct place *place)
{
    const char *text = json_string_value(json_object_get(object, "objective"));
    int objective;
    if (text && problem->objective && !strcmp(text, problem->objective)) {
        best->objective = OBJECTIVE_VALUE;
        return isfinite(best->result.value) ? OK : place_fail(place, "objective", "there is no value of it");
    }
    if (json_read_choice(object, "objective", objectives, &objective, place) != OK)
        return INVALID;
    best->objective = objective > 0 ? OBJECTIVE_ALONE : OBJECTIVE_STREAM;
    if (row_timed(&best->result) && !positive(best_time(best)))
        return place_fail(place, "objective", "\"alone\", and there is no alone_ns above 0");
    return OK;
}

static enum status read_stop(const json_t *object, struct result *row, const struct place *place)
{
    int stop;
    if (json_read_choice(object, "stopped", &stops[STOP_BEHIND], &stop, place) != OK)
        return INVALID;
    row->stop = stop >= 0 ? (enum stop)(STOP_BEHIND + stop) : row->dropped ? STOP_DROPPED : STOP_NOT;
    return OK;
}

static enum status read_times(const json_t *object, struct named_problem *problem, struct result *row,
                              const struct place *place)
{
    if (fields_read(object, measured, FIELDS_COUNT(measured), row, place) != OK)
        return INVALID;
    if (!row_timed(row))
        return place_fail(place, "median_ns", "median_ns and cpu_time must be numbers, median_ns above 0");
    const json_t *blocks = json_object_get(object, "blocks_ns");
    row->blocks = json_array_size(blocks);
    if (!json_is_array(blocks) || row->blocks > MAX_BLOCKS)
        return place_fail(place, "blocks_ns", "expected an array of at most %d numbers", MAX_BLOCKS);
    for (size_t i = 0; i < row->blocks; i++) {
        const json_t *block = json_array_get(blocks, i);
        if (!json_is_number(block) && !json_is_null(block))
            return place_fail(place, "blocks_ns", "expected an array of at most %d numbers", MAX_BLOCKS);
        row->block_ns[i] = json_is_null(block) ? NAN : json_number_value(block);
    }
    if (read_stop(object, row, place) != OK || row_timing_read(object, row, place) != OK ||
        read_verify(object, row, place) != OK || fields_read(object, parts, FIELDS_COUNT(parts), row, place) != OK ||
        read_figures(object, problem, row, place) != OK || judged_read(object, row, place) != OK)
        return INVALID;
    return read_limit(object, row, place);
}

static enum status read_failure(const json_t *object, struct result *row, const char **reason,
                                const struct place *place)
{
    char word[32];
    if (json_read_text(json_object_get(object, "status"), word, sizeof word, place, "status") != OK)
        return INVALID;
    row->status = status_of_word(word);
    if (row->status == OK || row->status == STATUS_COUNT)
        return place_fail(place, "status", "\"%s\" is not the status of a failure", word);
    *reason = json_string_value(json_object_get(object, "reason"));
    if (!*reason)
        return place_fail(place, "reason", "expected text");
    if (secret_read(object, &row->secret, place) != OK)
        return INVALID;
    if (row->status == IMPLAUSIBLE)
        return read_limit(object, row, place);
    return row->status == VERIFIED ? read_verify(object, row, place) : OK;
}

/* Reads the configuration, or the reference. */
static enum status read_config(const json_t *object, const struct named_problem *problem, struct result *row,
                               const struct place *place)
{
    const json_t *config = json_object_get(object, "config");
    if (!json_is_true(json_object_get(object, "reference"))) {
        bool timed = !json_object_get(object, "status");
        if (config_read(config, problem, &row->index, place) != OK)
            return INVALID;
        if (timed && row->index == NO_CONFIGURATION && problem->parameters)
            return place_fail(place, "config", "empty, though the bench has parameters");
        if (timed && !problem->parameters)
            row->index = 0; /* the only configuration */
        return OK;
    }
    const char *name = json_string_value(json_object_get(config, "REFERENCE"));
    size_t at = name ? texts_find(&problem->references, name) : SIZE_MAX;
    if (at == SIZE_MAX)
        return place_fail(place, "config", "REFERENCE is none of the problem's");
    row->reference = (uint32_t)at + 1;
    return OK;
}

/* The keys common to a row and a best. */
static enum status read_row(const json_t *object, struct results *results, size_t *number, struct result *row,
                            const char **reason, const struct place *place)
{
    *row = result_of(NO_CONFIGURATION, 0);
    *reason = "";
    if (problem_of_row(object, results, number, place) != OK)
        return INVALID;
    struct named_problem *problem = &results->problems[*number];
    const bool failed = json_object_get(object, "status");
    if (read_config(object, problem, row, place) != OK ||
        (failed ? read_failure(object, row, reason, place) : read_times(object, problem, row, place)) != OK)
        return INVALID;
    return compiled_read(object, row, place) == OK ? row_device_read(object, &results->context, row, place) : INVALID;
}

enum status row_read(const json_t *object, struct results *results, const struct place *place)
{
    const json_t *reference = json_object_get(object, "reference");
    struct result result;
    const char *reason;
    size_t problem;
    if (reference && !json_is_boolean(reference))
        return place_fail(place, "reference", "expected true or false");
    enum status status = read_row(object, results, &problem, &result, &reason, place);
    if (status == OK)
        results_add(results, problem, &result, reason);
    return status;
}

static enum status read_against(const json_t *object, const struct named_problem *problem, struct best *best,
                                const struct place *place)
{
    const json_t *reference = json_object_get(object, "reference");
    if (!reference)
        return OK;
    size_t at = json_is_string(reference) ? texts_find(&problem->references, json_string_value(reference)) : SIZE_MAX;
    if (at == SIZE_MAX)
        return place_fail(place, "reference", "none of the problem's");
    best->reference = (uint32_t)at + 1;
    return fields_read(object, against, FIELDS_COUNT(against), best, place);
}

enum status best_read(const json_t *object, struct results *results, const struct place *place)
{
    struct best best = {0};
    const char *reason;
    size_t number;
    if (read_row(object, results, &number, &best.result, &reason, place) != OK)
        return INVALID;
    const struct named_problem *problem = &results->problems[number];
    if (fields_read(object, beside, FIELDS_COUNT(beside), &best, place) != OK ||
        read_objective(object, problem, &best, place) != OK || read_against(object, problem, &best, place) != OK)
        return INVALID;
    if (best.left < 0 || best.left > 1)
        return place_fail(place, "left_to_gain", "expected a share, 0 to 1");
    const json_t *tied = json_object_get(object, "tied");
    size_t listed = json_array_size(tied);
    if (!json_is_array(tied) || listed > MAX_TIED || listed > best.tied)
        return place_fail(place, "tied", "expected an array of at most %d configurations and tied_count", MAX_TIED);
    for (size_t i = 0; i < listed; i++)
        if (config_read(json_array_get(tied, i), problem, &best.tied_with[i], place) != OK)
            return INVALID;
    results_add_best(results, number, &best);
    return OK;
}
