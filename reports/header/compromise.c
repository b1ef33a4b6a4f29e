#include "reports/header/compromise.h"

#include "base/text.h"
#include "reports/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A configuration with a time at the first entry, and at the next ones as counted by `places`. */
struct candidate {
    const char *words;
    size_t places;
    double most, sum;
};

struct candidates {
    struct texts words;
    struct candidate *candidate; /* by the numbers of the words */
    const struct result **row;   /* [candidate * entries + entry] */
    size_t entries;
};

/* A configuration in words, as files may declare different spaces. The caller frees it. */
static char *words_of(const struct named_problem *problem, uint64_t index)
{
    char *text = NULL;
    size_t length;
    FILE *words = memory_stream(&text, &length);
    for (size_t p = 0; p < problem->parameters; p++)
        fprintf(words, "%s=%s ", problem->parameter[p].name, problem_word(problem, index, p));
    fclose(words);
    return text;
}

/* Its time, or the best's objective, over the best one there; 0 if it has none, or may not be the best. */
static double ratio_of(const struct entry *entry, const struct result *result)
{
    const double aim = result_aim(result, entry->best->objective), least = best_aim(entry->best);
    if (!row_acceptable(entry->problem, result) || !row_plausible(&entry->from->context, result))
        return 0;
    return aim > 0 && least > 0 ? fmax(aim / least, 1) : 0;
}

/* Adds rows with a time at entry number `at`; except at the first only those with a time at all earlier ones. */
static void add_entry(struct candidates *candidates, const struct entry *entry, size_t at)
{
    const struct results *results = entry->from;
    const struct row *row = results_first(results, (size_t)(entry->problem - results->problems));
    for (; row; row = results_next(results, row)) {
        const double ratio = row_measured(row) ? ratio_of(entry, &row->result) : 0;
        if (!(ratio > 0))
            continue;
        FREED char *words = words_of(entry->problem, row->result.index);
        const size_t number = texts_find(&candidates->words, words);
        struct candidate *candidate = number == SIZE_MAX ? NULL : &candidates->candidate[number];
        if (!candidate || candidate->places != at)
            continue;
        candidate->places++;
        candidate->most = fmax(candidate->most, ratio);
        candidate->sum += ratio;
        candidates->row[number * candidates->entries + at] = &row->result;
    }
}

static struct candidates collect(const struct entry *first, size_t count)
{
    struct candidates candidates = {.entries = count};
    const struct results *results = first->from;
    const struct row *row = results_first(results, (size_t)(first->problem - results->problems));
    for (; row; row = results_next(results, row))
        if (row_measured(row)) {
            FREED char *words = words_of(first->problem, row->result.index);
            texts_number(&candidates.words, words);
        }
    candidates.candidate = allocate(candidates.words.count * sizeof *candidates.candidate);
    candidates.row = allocate(candidates.words.count * count * sizeof *candidates.row);
    for (size_t c = 0; c < candidates.words.count; c++)
        candidates.candidate[c].words = candidates.words.text[c];
    for (size_t i = 0; i < count; i++)
        add_entry(&candidates, &first[i], i);
    return candidates;
}

static void candidates_free(struct candidates *candidates)
{
    texts_free(&candidates->words);
    free(candidates->candidate);
    free(candidates->row);
}

static bool is_better(const struct candidate *a, const struct candidate *b, enum compromise by)
{
    const double by_most = a->most - b->most, by_sum = a->sum - b->sum;
    const double first = by == COMPROMISE_MAX ? by_most : by_sum, second = by == COMPROMISE_MAX ? by_sum : by_most;
    if (first < 0 || first > 0)
        return first < 0;
    return second < 0 || (!(second > 0) && strcmp(a->words, b->words) < 0);
}

/* ---- in words ---- */

static bool any_differs(const struct entry *first, size_t count,
                        bool (*differ)(const struct entry *, const struct entry *))
{
    for (size_t i = 1; i < count; i++)
        if (differ(first, &first[i]))
            return true;
    return false;
}

static bool devices_differ(const struct entry *a, const struct entry *b)
{
    return strcmp(a->from->context.device.name, b->from->context.device.name) != 0;
}

static bool backends_differ(const struct entry *a, const struct entry *b)
{
    return strcmp(a->from->context.device.backend, b->from->context.device.backend) != 0;
}

static bool inputs_differ(const struct entry *a, const struct entry *b)
{
    return problem_compare_inputs(a->problem, b->problem) != 0;
}

static double slower(double ratio)
{
    return ceil((ratio - 1) * 1e4 - 1e-6) / 100; /* costs are rounded up */
}

char *compromise_cost(const struct entry *first, size_t count, const struct entry *entry)
{
    const struct compute_device *device = &entry->from->context.device;
    FREED char *options = problem_options(entry->problem);
    const char *own[] = {any_differs(first, count, devices_differ) ? device->name : "",
                         any_differs(first, count, backends_differ) ? device->backend : "",
                         any_differs(first, count, inputs_differ) ? options : ""};
    char *text = NULL;
    size_t length, told = 0;
    FILE *file = memory_stream(&text, &length);
    fprintf(file, "%s%.2f %% at %s", entry->best->result.dropped ? "about " : "", fabs(slower(entry->ratio)),
            format_size(entry->problem->size).text);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (*own[i])
            fprintf(file, "%s%s", told++ ? ", " : " (", own[i]);
    fputs(told ? ")" : "", file);
    fclose(file);
    return text;
}

const char *compromise_word(const struct entry *entry)
{
    return entry->best->objective == OBJECTIVE_VALUE ? "worse" : "slower";
}

static void print_note(FILE *file, const struct entry *first, size_t count)
{
    FREED char *config = words_of(first->problem, first->best->result.index);
    text_print(file, "gpubench: %s/%s: one configuration for all, %sis %s than the best by", first->problem->suite,
               first->problem->bench, config, compromise_word(first));
    for (size_t i = 0; i < count; i++) {
        FREED char *words = compromise_cost(first, count, &first[i]);
        text_print(file, "%s %s", i ? "," : "", words);
    }
    fputc('\n', file);
}

/* ---- choice ---- */

static enum status none_has_all(const struct entry *first, size_t count, struct fault *fault)
{
    return fail(fault, INVALID,
                "%.100s/%.100s: no configuration has a time at all %zu of its sizes, inputs and devices: search with "
                "--objective compromise, or all of the space",
                first->problem->suite, first->problem->bench, count);
}

/* Sets the configuration of a bench's entries; `own` has room for the replacements of their bests. */
static enum status take_bench(struct entry *first, size_t count, enum compromise by, struct best *own,
                              struct fault *fault)
{
    FREED_BY(candidates_free) struct candidates candidates = collect(first, count);
    const struct candidate *best = NULL;
    for (size_t c = 0; c < candidates.words.count; c++) {
        const struct candidate *candidate = &candidates.candidate[c];
        if (candidate->places == count && (!best || is_better(candidate, best, by)))
            best = candidate;
    }
    if (!best)
        return none_has_all(first, count, fault);
    for (size_t i = 0; i < count; i++) {
        const struct result *result = candidates.row[(size_t)(best - candidates.candidate) * count + i];
        first[i].ratio = ratio_of(&first[i], result);
        own[i] = *first[i].best;
        own[i].result = *result;
        own[i].tied = 0;
        first[i].best = &own[i];
    }
    return OK;
}

enum status compromise_take(struct entries *entries, enum compromise by, FILE *notes, struct fault *fault)
{
    bool told = false;
    enum status status = OK;
    entries->compromise = allocate(entries->count * sizeof *entries->compromise);
    for (size_t first = 0, count; first < entries->count && status == OK; first += count) {
        struct entry *entry = &entries->entry[first];
        count = entries_of_bench(entries, first);
        status = take_bench(entry, count, by, &entries->compromise[first], fault);
        if (status != OK || !notes || count < 2)
            continue;
        print_note(notes, entry, count);
        told = true;
    }
    if (status == OK && notes && !told)
        fputs("gpubench: --compromise: no bench has several sizes, inputs or devices; its best is taken\n", notes);
    return status;
}
