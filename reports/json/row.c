#include "reports/json/row.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct field identity[] = {
    FIELD(struct result, "suite", suite),
    FIELD(struct result, "bench", bench),
    FIELD(struct result, "size", size),
};

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

static const struct field verify[] = {
    FIELD(struct result, "error", error),
    FIELD(struct result, "tolerance", tolerance),
};

/* What of median_ns the device and the host took, each if it is known. */
static const struct field parts[] = {
    FIELD(struct result, "device_ns", device_ns),
    FIELD(struct result, "host_ns", host_ns),
};

static const struct field reached[] = {FIELD(struct limit, "fraction", fraction)};
static const struct field reference[] = {FIELD(struct result, "reference", reference)};
static const struct field compile[] = {FIELD(struct result, "compile_ms", compile_ms)};
static const struct field binary[] = {FIELD(struct result, "binary", binary)};

static const struct field resources[] = {
    FIELD(struct compute_resources, "registers", registers),
    FIELD(struct compute_resources, "shared_bytes", shared_bytes),
    FIELD(struct compute_resources, "spill_bytes", spill_bytes),
};

static const struct field beside[] = {
    FIELD(struct best, "default_ns", default_ns),
    FIELD(struct best, "measured", measured),
    FIELD(struct best, "allowed", allowed),
    FIELD(struct best, "tied_count", tied),
};

/* What the best is compared with, if it was. */
static const struct field against[] = {
    FIELD(struct best, "reference", reference),
    FIELD(struct best, "reference_ns", reference_ns),
};

/* A number that says something. */
static bool positive(double value)
{
    return isfinite(value) && value > 0;
}

bool row_timed(const struct result *row)
{
    return row->status == OK && positive(row->median_ns) && isfinite(row->cpu_time_ns);
}

/* ---- writing ---- */

/* "256" is a number in files, "striped" and "007" are text. */
static bool plain_integer(const char *word, json_int_t *number)
{
    char *end, again[MAX_WORD];
    *number = strtoll(word, &end, 10);
    snprintf(again, sizeof again, "%" JSON_INTEGER_FORMAT, *number);
    return !strcmp(word, again);
}

static json_t *config_json(const struct config_words *config)
{
    json_t *object = json_object();
    for (size_t i = 0; i < config->count; i++) {
        json_int_t number;
        const char *word = config->parameter[i].word;
        json_object_set_new(object, config->parameter[i].name,
                            plain_integer(word, &number) ? json_integer(number) : json_text(word, MAX_WORD));
    }
    return object;
}

static void write_resources(json_t *row, const struct compute_resources *from)
{
    json_t *object = json_object();
    for (size_t i = 0; i < FIELDS_COUNT(resources); i++)
        if (*(const int *)((const char *)from + resources[i].offset) >= 0)
            fields_write(object, &resources[i], 1, from);
    if (json_object_size(object))
        json_object_set(row, "resources", object);
    json_decref(object);
}

static void write_limit(json_t *object, const struct result *row)
{
    json_t *work = json_object();
    for (enum resource r = 0; r < RESOURCES; r++)
        if (positive(row->amount[r]))
            json_object_set_new(work, resource_word(r), json_real(row->amount[r]));
    if (json_object_size(work))
        json_object_set(object, "work", work);
    json_decref(work);
    if (positive(row->limit.fraction))
        json_object_set_new(
            object, "limit",
            json_pack("{s:s, s:f}", "resource", resource_word(row->limit.resource), "fraction", row->limit.fraction));
}

static void write_parts(json_t *object, const struct result *row)
{
    for (size_t i = 0; i < FIELDS_COUNT(parts); i++)
        if (positive(*(const double *)((const char *)row + parts[i].offset)))
            fields_write(object, &parts[i], 1, row);
    double overlap = result_overlap(row);
    if (isfinite(overlap))
        json_object_set_new(object, "overlap", json_real(overlap));
}

static void write_figures(json_t *object, const struct result *row)
{
    json_t *figures = json_object();
    for (size_t i = 0; i < row->figures; i++)
        if (isfinite(row->figure[i].value))
            json_object_set_new(figures, row->figure[i].name, json_real(row->figure[i].value));
    if (json_object_size(figures))
        json_object_set(object, "figures", figures);
    json_decref(figures);
}

static void write_times(json_t *object, const struct result *row)
{
    fields_write(object, measured, FIELDS_COUNT(measured), row);
    json_t *blocks = json_array();
    for (size_t i = 0; i < row->blocks && i < MAX_BLOCKS; i++)
        json_array_append_new(blocks, isfinite(row->block_ns[i]) ? json_real(row->block_ns[i]) : json_null());
    json_object_set_new(object, "blocks_ns", blocks);
    json_object_set_new(object, "cache", json_string(row->cold ? "cold" : "warm"));
    json_t *verified = json_object();
    fields_write(verified, verify, FIELDS_COUNT(verify), row);
    json_object_set_new(object, "verify", verified);
    write_parts(object, row);
    write_limit(object, row);
    write_figures(object, row);
}

/* Our keys, which are the same in "benchmarks", "failures" and "best". */
static void write_row(json_t *object, const struct result *row)
{
    fields_write(object, identity, FIELDS_COUNT(identity), row);
    json_object_set_new(object, "config", config_json(&row->config));
    if (row_timed(row))
        write_times(object, row);
    else if (row->status == OK) {
        json_object_set_new(object, "status", json_string(status_word(LAUNCH_FAILED)));
        json_object_set_new(object, "reason", json_string("the measured time is not a number above zero"));
    } else {
        json_object_set_new(object, "status", json_string(status_word(row->status)));
        json_object_set_new(object, "reason", json_text(row->reason, sizeof row->reason));
    }
    fields_write(object, compile, FIELDS_COUNT(compile), row);
    if (*row->binary)
        fields_write(object, binary, FIELDS_COUNT(binary), row);
    write_resources(object, &row->resources);
}

static void write_rate(json_t *object, const char *key, double amount, double ns)
{
    if (positive(amount))
        json_object_set_new(object, key, json_real(amount / ns * 1e9));
}

/* An object with the row's name in it. */
static json_t *name_json(const struct result *row)
{
    char name[2 * MAX_NAME + 32 + MAX_PARAMETERS * 2 * MAX_WORD];
    result_name(row, name, sizeof name);
    return json_pack("{s:o}", "name", json_text(name, sizeof name));
}

json_t *row_json(const struct result *row, size_t index)
{
    json_t *object = name_json(row);
    if (row_timed(row)) {
        json_t *google = json_pack("{s:i, s:i, s:O, s:s, s:i, s:i, s:i, s:I, s:f, s:f, s:s}", "family_index", 0,
                                   "per_family_instance_index", 0, "run_name", json_object_get(object, "name"),
                                   "run_type", "iteration", "repetitions", 1, "repetition_index", 0, "threads", 1,
                                   "iterations", (json_int_t)row->iterations, "real_time", row->median_ns, "cpu_time",
                                   row->cpu_time_ns, "time_unit", "ns");
        json_object_update_new(object, google);
        write_rate(object, "bytes_per_second", row->bytes, row->median_ns);
        write_rate(object, "flops_per_second", row->flops, row->median_ns);
    }
    json_object_set_new(object, "row", json_integer((json_int_t)index));
    write_row(object, row);
    if (row->reference)
        fields_write(object, reference, FIELDS_COUNT(reference), row);
    return object;
}

json_t *best_json(const struct best *best)
{
    json_t *object = name_json(&best->result);
    write_row(object, &best->result);
    fields_write(object, beside, FIELDS_COUNT(beside), best);
    bool timed = row_timed(&best->result);
    if (positive(best->default_ns) && timed)
        json_object_set_new(object, "over_default", json_real(best->default_ns / best->result.median_ns));
    if (*best->reference)
        fields_write(object, against, FIELDS_COUNT(against), best);
    if (positive(best->reference_ns) && timed)
        json_object_set_new(object, "over_reference", json_real(best->reference_ns / best->result.median_ns));
    json_t *tied = json_array();
    for (size_t i = 0; i < best->tied && i < MAX_TIED; i++)
        json_array_append_new(tied, config_json(&best->tied_with[i]));
    json_object_set_new(object, "tied", tied);
    return object;
}

/* ---- reading ---- */

static enum status read_config(const json_t *object, struct config_words *config, const struct place *place)
{
    if (!json_is_object(object))
        return place_fail(place, "config", object ? "expected an object" : "missing");
    if (json_object_size(object) > MAX_PARAMETERS)
        return place_fail(place, "config", "more than %d parameters", MAX_PARAMETERS);
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        size_t i = config->count++;
        if (!*name || strlen(name) >= MAX_WORD)
            return place_fail(place, "config", "a parameter's name must have 1 to %d bytes", MAX_WORD - 1);
        snprintf(config->parameter[i].name, MAX_WORD, "%s", name);
        if (json_is_integer(value))
            snprintf(config->parameter[i].word, MAX_WORD, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        else if (json_read_text(value, config->parameter[i].word, MAX_WORD, place, "config") != OK)
            return INVALID;
    }
    return OK;
}

static enum status read_resources(const json_t *object, struct compute_resources *to, const struct place *row)
{
    *to = (struct compute_resources){-1, -1, -1};
    struct place place;
    const json_t *inside = NULL;
    if (!json_object_get(object, "resources"))
        return OK;
    if (!(inside = place_enter(row, object, "resources", &place)))
        return INVALID;
    return fields_read_present(inside, resources, FIELDS_COUNT(resources), to, &place);
}

/* Amounts and limit, of which any may be missing. A resource that this program does not know is another version's: it
 * is left out, and so is a limit by it. */
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
    char name[MAX_NAME];
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

static enum status read_figures(const json_t *object, struct result *row, const struct place *place)
{
    struct place inside;
    const json_t *figures = json_object_get(object, "figures");
    if (figures && !place_enter(place, object, "figures", &inside))
        return INVALID;
    if (json_object_size(figures) > MAX_FIGURES)
        return place_fail(place, "figures", "more than %d", MAX_FIGURES);
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)figures, name, value)
    {
        size_t i = row->figures++;
        if (!*name || strlen(name) >= MAX_WORD)
            return place_fail(place, "figures", "a figure's name must have 1 to %d bytes", MAX_WORD - 1);
        if (!json_is_number(value))
            return place_fail(&inside, name, "expected a number");
        snprintf(row->figure[i].name, MAX_WORD, "%s", name);
        row->figure[i].value = json_number_value(value);
    }
    return OK;
}

static enum status read_times(const json_t *object, struct result *row, const struct place *place)
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
    char cache[8];
    if (json_read_text(json_object_get(object, "cache"), cache, sizeof cache, place, "cache") != OK)
        return INVALID;
    row->cold = !strcmp(cache, "cold");
    if (!row->cold && strcmp(cache, "warm"))
        return place_fail(place, "cache", "expected \"cold\" or \"warm\"");
    struct place inside;
    const json_t *verified = place_enter(place, object, "verify", &inside);
    if (!verified || fields_read(verified, verify, FIELDS_COUNT(verify), row, &inside) != OK ||
        fields_read_present(object, parts, FIELDS_COUNT(parts), row, place) != OK ||
        read_figures(object, row, place) != OK)
        return INVALID;
    return read_limit(object, row, place);
}

static enum status read_failure(const json_t *object, struct result *row, const struct place *place)
{
    char word[32];
    if (json_read_text(json_object_get(object, "status"), word, sizeof word, place, "status") != OK)
        return INVALID;
    row->status = status_of_word(word);
    if (row->status == OK || row->status == STATUS_COUNT)
        return place_fail(place, "status", "\"%s\" is not the status of a failure", word);
    return json_read_text(json_object_get(object, "reason"), row->reason, sizeof row->reason, place, "reason");
}

/* The keys that a row and a best have alike. */
static enum status read_row(const json_t *object, struct result *row, const struct place *place)
{
    memset(row, 0, sizeof *row);
    if (!json_is_object(object))
        return fail(place->fault, INVALID, "%s: %s: expected an object", place->file, place->object);
    if (fields_read(object, identity, FIELDS_COUNT(identity), row, place) != OK)
        return INVALID;
    if (!*row->suite || !*row->bench)
        return place_fail(place, "bench", "suite and bench must not be empty");
    enum status status = read_config(json_object_get(object, "config"), &row->config, place);
    if (status == OK)
        status = (json_object_get(object, "status") ? read_failure : read_times)(object, row, place);
    if (status == OK)
        status = fields_read(object, compile, FIELDS_COUNT(compile), row, place);
    if (status == OK)
        status = fields_read_present(object, binary, FIELDS_COUNT(binary), row, place);
    return status == OK ? read_resources(object, &row->resources, place) : status;
}

enum status row_read(const json_t *object, struct result *row, const struct place *place)
{
    enum status status = read_row(object, row, place);
    return status == OK ? fields_read_present(object, reference, FIELDS_COUNT(reference), row, place) : status;
}

enum status best_read(const json_t *object, struct best *best, const struct place *place)
{
    memset(best, 0, sizeof *best);
    if (read_row(object, &best->result, place) != OK ||
        fields_read(object, beside, FIELDS_COUNT(beside), best, place) != OK ||
        fields_read_present(object, against, FIELDS_COUNT(against), best, place) != OK)
        return INVALID;
    const json_t *tied = json_object_get(object, "tied");
    size_t listed = json_array_size(tied);
    if (!json_is_array(tied) || listed > MAX_TIED || listed > best->tied)
        return place_fail(place, "tied", "expected an array of at most %d configurations and tied_count", MAX_TIED);
    for (size_t i = 0; i < listed; i++)
        if (read_config(json_array_get(tied, i), &best->tied_with[i], place) != OK)
            return INVALID;
    return OK;
}
