#include "reports/header/entries.h"

#include "reports/memory.h"
#include "reports/json/row.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct compute_device *device_of(const struct entry *entry)
{
    return &entry->from->context.device;
}

static bool same_bench(const struct result *a, const struct result *b)
{
    return !strcmp(a->suite, b->suite) && !strcmp(a->bench, b->bench);
}

static bool same_entry(const struct entry *a, const struct entry *b)
{
    return same_bench(&a->best->result, &b->best->result) && a->best->result.size == b->best->result.size &&
           !strcmp(device_of(a)->name, device_of(b)->name) && !strcmp(device_of(a)->backend, device_of(b)->backend);
}

static int by_order(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    const struct result *x = &a->best->result, *y = &b->best->result;
    int order = strcmp(x->suite, y->suite);
    if (!order)
        order = strcmp(x->bench, y->bench);
    if (!order)
        order = strcmp(device_of(a)->name, device_of(b)->name);
    if (!order)
        order = (x->size > y->size) - (x->size < y->size);
    if (!order)
        order = (x->median_ns > y->median_ns) - (x->median_ns < y->median_ns);
    return order ? order : strcmp(device_of(a)->backend, device_of(b)->backend);
}

struct entries entries_collect(const struct results *const *results, size_t count)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += results[i]->best_count;
    struct entries entries = {.entry = reports_allocate(most, sizeof *entries.entry)};
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < results[i]->best_count; b++) {
            struct entry entry = {results[i], &results[i]->best[b]};
            if (!row_timed(&entry.best->result))
                continue;
            size_t at = 0;
            while (at < entries.count && !same_entry(&entries.entry[at], &entry))
                at++;
            entries.entry[at] = entry;
            entries.count += at == entries.count;
        }
    qsort(entries.entry, entries.count, sizeof *entries.entry, by_order);
    return entries;
}

size_t entries_of_bench(const struct entries *entries, size_t first)
{
    size_t end = first;
    while (end < entries->count && same_bench(&entries->entry[end].best->result, &entries->entry[first].best->result))
        end++;
    return end - first;
}

/* ---- identifiers ---- */

size_t header_part(char identifier[MAX_IDENTIFIER], size_t at, bool upper, const char *text)
{
    for (; *text && at < MAX_IDENTIFIER - 1; text++) {
        char c = *text;
        bool capital = c >= 'A' && c <= 'Z', small = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
        if (small && upper)
            c = (char)(c - 'a' + 'A');
        else if (capital && !upper)
            c = (char)(c - 'A' + 'a');
        else if (!capital && !small && !digit)
            c = '_';
        identifier[at++] = c;
    }
    identifier[at] = 0;
    return at;
}

void header_identifier(char identifier[MAX_IDENTIFIER], bool upper, const struct result *bench, const char *parameter,
                       const char *word)
{
    const char *parts[] = {bench->suite, bench->bench, parameter, word};
    size_t at = header_part(identifier, 0, upper, "gpubench");
    for (size_t i = 0; i < sizeof parts / sizeof *parts && parts[i]; i++) {
        at = header_part(identifier, at, upper, "_");
        at = header_part(identifier, at, upper, parts[i]);
    }
}

/* Whether two texts differ and yet make the same identifier. */
static bool clash(const char *a, const char *b)
{
    char one[MAX_IDENTIFIER], other[MAX_IDENTIFIER];
    header_part(one, 0, true, a);
    header_part(other, 0, true, b);
    return strcmp(a, b) && !strcmp(one, other);
}

/* ---- words ---- */

static bool plain_int(const char *word)
{
    char *end, again[32];
    long number = strtol(word, &end, 10);
    snprintf(again, sizeof again, "%ld", number);
    return !strcmp(word, again) && number >= INT_MIN && number <= INT_MAX;
}

static int by_text(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static enum status add_word(struct header_parameter *parameter, const struct result *bench, const char *word,
                            struct fault *fault)
{
    for (size_t i = 0; i < parameter->words; i++) {
        if (!strcmp(parameter->word[i], word))
            return OK;
        if (clash(word, parameter->word[i]))
            return fail(fault, INVALID, "%s/%s: the words \"%s\" and \"%s\" of %s would have one name in a header",
                        bench->suite, bench->bench, word, parameter->word[i], parameter->name);
    }
    if (parameter->words == MAX_HEADER_WORDS)
        return fail(fault, INVALID, "%s/%s: %s has more than %d words", bench->suite, bench->bench, parameter->name,
                    MAX_HEADER_WORDS);
    parameter->word[parameter->words++] = word;
    return OK;
}

/* The words of one parameter in all rows and bests of a bench. */
static enum status collect_words(struct header_parameter *parameter, size_t position, const struct result *bench,
                                 const struct results *const *results, size_t files, struct fault *fault)
{
    bool integers = true;
    for (size_t f = 0; f < files; f++)
        for (size_t i = 0; i < results[f]->count + results[f]->best_count; i++) {
            const struct result *row =
                i < results[f]->count ? &results[f]->rows[i] : &results[f]->best[i - results[f]->count].result;
            if (!same_bench(row, bench) || position >= row->config.count ||
                strcmp(row->config.parameter[position].name, parameter->name))
                continue;
            integers &= plain_int(row->config.parameter[position].word);
            if (add_word(parameter, bench, row->config.parameter[position].word, fault) != OK)
                return INVALID;
        }
    if (integers)
        parameter->words = 0;
    qsort(parameter->word, parameter->words, sizeof *parameter->word, by_text);
    return OK;
}

enum status entries_parameters(const struct entries *entries, size_t first, size_t count,
                               const struct results *const *results, size_t files,
                               struct header_parameter parameters[MAX_PARAMETERS], struct fault *fault)
{
    const struct result *bench = &entries->entry[first].best->result;
    for (size_t i = first; i < first + count; i++) {
        const struct config_words *config = &entries->entry[i].best->result.config;
        bool same = config->count == bench->config.count;
        for (size_t p = 0; same && p < config->count; p++)
            same = !strcmp(config->parameter[p].name, bench->config.parameter[p].name);
        if (!same)
            return fail(fault, INVALID, "%s/%s: the results do not have the same parameters; measure again",
                        bench->suite, bench->bench);
    }
    for (size_t p = 0; p < bench->config.count; p++) {
        parameters[p] = (struct header_parameter){.name = bench->config.parameter[p].name};
        for (size_t before = 0; before < p; before++)
            if (clash(parameters[before].name, parameters[p].name))
                return fail(fault, INVALID, "%s/%s: the parameters %s and %s would have one name in a header",
                            bench->suite, bench->bench, parameters[before].name, parameters[p].name);
        if (collect_words(&parameters[p], p, bench, results, files, fault) != OK)
            return INVALID;
    }
    return OK;
}
