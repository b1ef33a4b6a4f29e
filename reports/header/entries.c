#include "reports/header/entries.h"

#include <stdlib.h>
#include <string.h>

static const struct compute_device *device_of(const struct entry *entry)
{
    return &entry->from->context.device;
}

/* For the same problem on a device of the same name. */
static int compare_places(const struct entry *a, const struct entry *b)
{
    const struct named_problem *x = a->problem, *y = b->problem;
    int order = strcmp(x->suite, y->suite);
    if (!order)
        order = strcmp(x->bench, y->bench);
    if (!order)
        order = strcmp(device_of(a)->name, device_of(b)->name);
    if (!order)
        order = problem_compare_inputs(x, y);
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

static int compare_owners(const struct entry *a, const struct entry *b)
{
    const int order = compare_places(a, b);
    return order ? order : strcmp(device_of(a)->backend, device_of(b)->backend);
}

static int by_owner(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    const int order = compare_owners(a, b);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static int by_order(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    const double a_ns = best_time(a->best), b_ns = best_time(b->best);
    int order = compare_places(a, b);
    if (!order)
        order = (a_ns > b_ns) - (a_ns < b_ns);
    return order ? order : compare_owners(a, b);
}

/* Sorts them; of those with the same owner the last one stays. */
static void leave_last(struct entries *entries)
{
    struct entry *entry = entries->entry;
    size_t kept = 0;
    qsort(entry, entries->count, sizeof *entry, by_owner);
    for (size_t i = 0; i < entries->count; i++)
        if (i + 1 == entries->count || compare_owners(&entry[i], &entry[i + 1]))
            entry[kept++] = entry[i];
    entries->count = kept;
    qsort(entry, kept, sizeof *entry, by_order);
}

struct entries entries_collect(const struct results *const *results, size_t count)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += results[i]->best_count;
    struct entries entries = {.entry = allocate(most * sizeof *entries.entry)};
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < results[i]->best_count; b++) {
            const struct best_row *row = &results[i]->best[b];
            const struct named_problem *problem = &results[i]->problems[row->problem];
            if (row_plausible(&results[i]->context, &row->best.result)) {
                entries.entry[entries.count] = (struct entry){results[i], problem, &row->best, entries.count, false, 0};
                entries.count++;
            }
        }
    leave_last(&entries);
    return entries;
}

void entries_free(struct entries *entries)
{
    free(entries->entry);
    free(entries->compromise);
}

size_t entries_of_bench(const struct entries *entries, size_t first)
{
    size_t end = first;
    while (end < entries->count && same_bench(entries->entry[end].problem, entries->entry[first].problem))
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

void header_identifier(char identifier[MAX_IDENTIFIER], bool upper, const struct named_problem *bench,
                       const char *parameter, const char *word)
{
    const char *parts[] = {bench->suite, bench->bench, parameter, word};
    size_t at = header_part(identifier, 0, upper, "gpubench");
    for (size_t i = 0; i < sizeof parts / sizeof *parts && parts[i]; i++) {
        at = header_part(identifier, at, upper, "_");
        at = header_part(identifier, at, upper, parts[i]);
    }
}

/* ---- words ---- */

/* Adds the values that a problem declares for a parameter. */
static void join(struct header_parameter *parameter, const struct named_parameter *declared)
{
    if (declared->kind > parameter->kind)
        parameter->kind = declared->kind; /* words include numbers, and real numbers include integers */
    for (size_t w = 0; w < declared->words.count; w++)
        texts_number(&parameter->words, declared->words.text[w]);
}

/* Whether an entry has a value outside int's range. */
static bool is_wide(const struct entry *entry, size_t p)
{
    const long long value = strtoll(problem_word(entry->problem, entry->best->result.index, p), NULL, 10);
    return value < INT32_MIN || value > INT32_MAX;
}

static bool same_parameters(const struct named_problem *a, const struct named_problem *b)
{
    bool same = a->parameters == b->parameters;
    for (size_t p = 0; same && p < a->parameters; p++)
        same = !strcmp(a->parameter[p].name, b->parameter[p].name);
    return same;
}

enum status entries_parameters(const struct entry *first, size_t count, struct header_parameter **parameters,
                               struct fault *fault)
{
    const struct named_problem *bench = first->problem;
    *parameters = allocate(bench->parameters * sizeof **parameters);
    for (size_t i = 0; i < count; i++)
        if (!same_parameters(first[i].problem, bench))
            return fail(fault, INVALID, "%s/%s: the results do not have the same parameters; measure again",
                        bench->suite, bench->bench);
    for (size_t p = 0; p < bench->parameters; p++) {
        struct header_parameter *parameter = &(*parameters)[p];
        parameter->name = bench->parameter[p].name;
        for (int collected = 0; collected <= 1; collected++) /* declared ones first */
            for (size_t i = 0; i < count; i++)
                if (first[i].problem->collected == collected)
                    join(parameter, &first[i].problem->parameter[p]);
        for (size_t i = 0; i < count && parameter->kind == KIND_NUMBERS; i++)
            parameter->wide |= is_wide(&first[i], p);
    }
    return OK;
}

void header_parameters_free(struct header_parameter *parameters, size_t count)
{
    for (size_t p = 0; p < count; p++)
        texts_free(&parameters[p].words);
    free(parameters);
}
