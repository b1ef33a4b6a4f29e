/* Reads results files: the rows that may be picked. */
#include "pick/picks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The best row of a problem, and its file. */
struct source {
    const json_t *root, *problem, *best;
    double max_share; /* largest plausible share of a limit */
};

const char *gpubench_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static double number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static const char *keep_text_of(struct gpubench_picks *picks, const json_t *object, const char *key)
{
    const char *text = gpubench_text(object, key);
    return gpubench_keep_text(picks, text, strlen(text));
}

/* ---- rows ---- */

/* The value by which the best was chosen; NAN: unknown. */
static double cost_of(const struct source *source, const json_t *row)
{
    const char *objective = gpubench_text(source->best, "objective"), *key = "value";
    if (!*objective || !strcmp(objective, "stream"))
        key = "median_ns";
    else if (!strcmp(objective, "alone"))
        key = "alone_ns";
    const json_t *cost = json_object_get(row, key);
    return json_is_number(cost) ? json_number_value(cost) : NAN;
}

static bool is_accurate(const struct source *source, const json_t *row)
{
    const double max_error = number_of(source->problem, "max_error");
    const json_t *error = json_object_get(json_object_get(row, "figures"), gpubench_text(source->problem, "error"));
    return !(max_error > 0) || (json_is_number(error) && json_number_value(error) <= max_error);
}

/* Whether a row's configuration may be used: it is verified, its time is plausible, and it satisfies the problem's
 * requirements. */
static bool is_right(const struct source *source, const json_t *row)
{
    const json_t *verify = json_object_get(row, "verify");
    return !json_object_get(row, "status") && !json_is_true(json_object_get(row, "reference")) &&
           !json_is_true(json_object_get(row, "unmet")) && is_accurate(source, row) &&
           number_of(row, "median_ns") > 0 && isfinite(cost_of(source, row)) &&
           !(number_of(verify, "error") > number_of(verify, "tolerance")) &&
           !(number_of(json_object_get(row, "limit"), "fraction") > source->max_share);
}

/* The name of a row is the problem's name, followed by "/NAME:word" for each parameter. Returns that part; NULL if
 * there is none. */
static const char *config_of(const struct source *source, const json_t *row)
{
    const char *problem = gpubench_text(source->problem, "name"), *name = gpubench_text(row, "name");
    const size_t length = strlen(problem);
    return !strncmp(name, problem, length) && name[length] == '/' ? name + length + 1 : NULL;
}

/* Splits a configuration into words. Only words of parameters with text values may contain slashes. */
static void fill_values(struct gpubench_picks *picks, struct candidate *candidate, json_t *config)
{
    const char *name, *at = candidate->config, *end = at + strlen(at);
    json_t *value;
    candidate->value = gpubench_keep(picks, json_object_size(config) * sizeof *candidate->value);
    json_object_foreach(config, name, value)
    {
        const size_t skipped = strlen(name) + 1;
        if (!candidate->value || (size_t)(end - at) < skipped)
            return;
        at += skipped;
        const size_t whole = (size_t)(end - at),
                     told = json_is_string(value) ? json_string_length(value) : strcspn(at, "/");
        const size_t length = told < whole ? told : whole;
        candidate->value[candidate->values++] = (struct gpubench_value){
            gpubench_keep_text(picks, name, strlen(name)), gpubench_keep_text(picks, at, length),
            json_is_number(value) ? json_number_value(value) : NAN};
        at += length + (length < whole);
    }
}

static void fill_candidate(struct gpubench_picks *picks, struct candidate *candidate, const struct source *source,
                           const json_t *row, uint64_t hash)
{
    const char *config = config_of(source, row);
    *candidate = (struct candidate){.hash = hash,
                                    .config = gpubench_keep_text(picks, config, strlen(config)),
                                    .cost = cost_of(source, row),
                                    .time_ns = number_of(row, "median_ns"),
                                    .lost = {1, 1}};
    fill_values(picks, candidate, json_object_get(row, "config"));
}

/* ---- problems ---- */

/* Adds the best row, then the fastest others that were measured in full; and the costs of all. */
static void add_rows(struct gpubench_picks *picks, struct entry *entry, const struct source *source)
{
    const json_t *rows = json_object_get(source->root, "benchmarks"), *fastest[MOST_CANDIDATES] = {source->best}, *row;
    const json_t *problem = json_object_get(source->best, "problem");
    uint64_t hash[MOST_CANDIDATES] = {gpubench_hash_config(entry->bench, config_of(source, source->best))};
    size_t i, count = 1;
    entry->cost = gpubench_keep(picks, json_array_size(rows) * sizeof *entry->cost);
    json_array_foreach(rows, i, row)
    {
        const char *config = json_equal(problem, json_object_get(row, "problem")) ? config_of(source, row) : NULL;
        if (!config || !entry->cost || !is_right(source, row))
            continue;
        const uint64_t key = gpubench_hash_config(entry->bench, config);
        const double cost = cost_of(source, row);
        entry->cost[entry->costs++] = (struct cost){key, cost};
        if (json_is_true(json_object_get(row, "dropped")) || key == hash[0])
            continue;
        size_t at = count < MOST_CANDIDATES ? count++ : count;
        for (; at > 1 && cost < cost_of(source, fastest[at - 1]); at--)
            if (at < MOST_CANDIDATES) {
                fastest[at] = fastest[at - 1];
                hash[at] = hash[at - 1];
            }
        if (at < MOST_CANDIDATES) {
            fastest[at] = row;
            hash[at] = key;
        }
    }
    for (; entry->candidates < count; entry->candidates++)
        fill_candidate(picks, &entry->candidate[entry->candidates], source, fastest[entry->candidates],
                       hash[entry->candidates]);
}

/* The part of the name after "suite/bench/n:SIZE/"; NULL for an invalid name. */
static const char *settings_of(const char *name, size_t bench)
{
    const char *size = strstr(name, "/n:");
    if (!size || size != name + bench)
        return NULL;
    size += strlen("/n:") + strspn(size + strlen("/n:"), "0123456789");
    return *size == '/' ? size + 1 : *size ? NULL : size;
}

/* The estimated remaining gain, if not all configurations were tried. */
static double left_of(const json_t *best)
{
    const json_t *left = json_object_get(best, "left_to_gain");
    const bool all = number_of(best, "measured") >= number_of(best, "allowed");
    return json_is_number(left) ? fmin(fmax(json_number_value(left), 0), 1) : !all;
}

static bool add_best(struct gpubench_picks *picks, const struct owner *owner, const struct source *source)
{
    const char *suite = gpubench_text(source->problem, "suite"), *bench = gpubench_text(source->problem, "bench");
    const char *name = gpubench_text(source->problem, "name"),
               *unverified = gpubench_text(json_object_get(source->problem, "settings"), "verified");
    const size_t length = strlen(suite) + 1 + strlen(bench);
    const char *settings = settings_of(name, length);
    if (!settings || !strcmp(unverified, "no") || !is_right(source, source->best) || !config_of(source, source->best))
        return true;
    struct entry *entry = realloc(picks->entry, (picks->entries + 1) * sizeof *entry);
    if (!entry)
        return false;
    picks->entry = entry;
    entry += picks->entries;
    *entry = (struct entry){.bench = gpubench_keep_text(picks, name, length),
                            .settings = gpubench_keep_text(picks, settings, strlen(settings)),
                            .owner = *owner,
                            .number = picks->entries++,
                            .size = (uint64_t)json_integer_value(json_object_get(source->problem, "size")),
                            .left = left_of(source->best)};
    add_rows(picks, entry, source);
    return !picks->full;
}

/* ---- files ---- */

static struct owner read_owner(struct gpubench_picks *picks, const json_t *device)
{
    const struct gpubench_device described = {keep_text_of(picks, device, "name"),
                                              keep_text_of(picks, device, "backend"),
                                              keep_text_of(picks, device, "architecture"),
                                              keep_text_of(picks, device, "driver"),
                                              keep_text_of(picks, device, "compiler"),
                                              number_of(device, "units"),
                                              number_of(device, "clock_mhz"),
                                              number_of(device, "memory_clock_mhz"),
                                              number_of(device, "memory_bus_bits"),
                                              number_of(device, "l2_bytes")};
    return gpubench_owner_of(&described);
}

static bool read_bests(struct gpubench_picks *picks, const json_t *root)
{
    const json_t *context = json_object_get(root, "context"), *device = json_object_get(context, "device"), *best;
    const double said = number_of(json_object_get(context, "gpubench"), "max_share");
    const struct owner owner = read_owner(picks, device);
    bool fits = !picks->full;
    size_t i;
    json_array_foreach(json_object_get(root, "best"), i, best)
    {
        const json_t *problem = json_object_get(best, "problem");
        struct source source = {.root = root, .best = best, .max_share = said > 0 ? said : 1.02};
        source.problem = json_is_integer(problem)
                             ? json_array_get(json_object_get(root, "problems"), (size_t)json_integer_value(problem))
                             : NULL;
        if (json_is_true(json_object_get(device, "is_cpu")))
            source.max_share = INFINITY; /* a CPU's ceilings are sometimes too low */
        fits = fits && (!source.problem || add_best(picks, &owner, &source));
    }
    return fits;
}

bool gpubench_read_results(struct gpubench_picks *picks, const char *path, bool *foreign, char *error, size_t size)
{
    json_error_t fault = {.text = ""};
    const size_t before = picks->entries;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &fault);
    const bool ours = !strcmp(gpubench_text(root, "schema"), "gpubench/results/1");
    bool read = ours && read_bests(picks, root);
    if (!ours && root && foreign)
        read = *foreign = true;
    else if (!root)
        snprintf(error, size, "%s: cannot be read: %s", path, fault.text);
    else if (!ours)
        snprintf(error, size, "%s: no results file of gpubench", path);
    else if (!read)
        snprintf(error, size, "%s: no memory for what it has", path);
    else if (picks->entries == before && !foreign) {
        snprintf(error, size, "%s: no best configuration that is verified and has a time", path);
        read = false;
    }
    json_decref(root);
    return read;
}
