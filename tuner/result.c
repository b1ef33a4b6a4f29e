#include "tuner/result.h"

#include "base/memory.h"
#include "tuner/measure/statistics.h"
#include "tuner/suite.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config_words config_words(const struct config *config)
{
    if (config->reference) {
        struct config_words words = {.count = 1, .parameter = {{.name = "REFERENCE"}}};
        snprintf(words.parameter[0].word, MAX_WORD, "%s", config->reference->name);
        return words;
    }
    struct config_words words = {.count = space_parameters(config->space)};
    for (size_t i = 0; i < words.count; i++) {
        snprintf(words.parameter[i].name, MAX_WORD, "%s", config->space->parameters[i].name);
        config_word(config, i, words.parameter[i].word);
    }
    return words;
}

void results_add(struct results *results, const struct result *row)
{
    results->rows = grow(results->rows, results->count, &results->capacity, sizeof *row);
    results->rows[results->count++] = *row;
}

void results_add_best(struct results *results, const struct best *best)
{
    results->best = grow(results->best, results->best_count, &results->best_capacity, sizeof *best);
    results->best[results->best_count++] = *best;
}

void results_free(struct results *results)
{
    free(results->rows);
    free(results->best);
    *results = (struct results){0};
}

static bool same_words(const struct config_words *a, const struct config_words *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->parameter[i].name, b->parameter[i].name) || strcmp(a->parameter[i].word, b->parameter[i].word))
            return false;
    return true;
}

struct result *results_find(struct results *results, const struct result *like)
{
    for (size_t i = 0; i < results->count; i++) {
        struct result *row = &results->rows[i];
        if (row->size == like->size && !strcmp(row->suite, like->suite) && !strcmp(row->bench, like->bench) &&
            same_words(&row->config, &like->config))
            return row;
    }
    return NULL;
}

void result_name(const struct result *row, char *name, size_t size)
{
    size_t at = (size_t)snprintf(name, size, "%s/%s/n:%" PRIu64, row->suite, row->bench, row->size);
    for (size_t i = 0; i < row->config.count && at < size; i++)
        at += (size_t)snprintf(name + at, size - at, "/%s:%s", row->config.parameter[i].name,
                               row->config.parameter[i].word);
}

void result_summarise(struct result *row)
{
    struct interval interval = statistics_log_interval(row->block_ns, row->blocks);
    row->median_ns = statistics_median(row->block_ns, row->blocks);
    row->ci95_ns[0] = interval.low;
    row->ci95_ns[1] = interval.high;
}

double result_overlap(const struct result *row)
{
    double both = row->host_ns + row->device_ns;
    if (!isfinite(both) || row->host_ns <= 0 || row->device_ns <= 0)
        return NAN;
    return fmin(fmax((both - row->median_ns) / fmin(row->host_ns, row->device_ns), 0), 1);
}
