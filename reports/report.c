#include "reports/report.h"

#include "reports/effects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The same bench, and the smaller size first; by the order of benches in the run. */
struct place {
    size_t number, bench;
    uint64_t size;
};

static int by_place(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    if (left->bench != right->bench)
        return left->bench < right->bench ? -1 : 1;
    if (left->size != right->size)
        return left->size < right->size ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

/* The problems of a file in the order of a page. The caller frees them. */
static struct place *places_of(const struct results *results)
{
    struct place *places = allocate((results->problem_count + 1) * sizeof *places);
    for (size_t i = 0; i < results->problem_count; i++) {
        const struct named_problem *problem = &results->problems[i];
        places[i] = (struct place){i, problem->family, problem->size};
    }
    qsort(places, results->problem_count, sizeof *places, by_place);
    return places;
}

static void take_row(struct subject *subject, const struct row *row)
{
    if (row->result.reference)
        subject->reference[subject->references++] = row;
    else if (row->result.index == NO_CONFIGURATION && subject->problem->parameters)
        subject->whole = row;
    else
        subject->row[subject->count++] = row;
}

static int by_time(const void *a, const void *b)
{
    const struct row *left = *(const struct row *const *)a, *right = *(const struct row *const *)b;
    const double x = left->result.median_ns, y = right->result.median_ns;
    return x != y ? (x > y) - (x < y) : (left > right) - (left < right);
}

static int by_alone(const void *a, const void *b)
{
    const struct row *left = *(const struct row *const *)a, *right = *(const struct row *const *)b;
    const double x = left->result.alone_ns, y = right->result.alone_ns;
    if (!(x > 0) || !(y > 0))
        return x > 0 ? -1 : y > 0 ? 1 : by_time(a, b);
    return x != y ? (x > y) - (x < y) : (left > right) - (left < right);
}

static void sort_rows(struct subject *subject)
{
    const bool alone = subject->best && subject->best->objective == OBJECTIVE_ALONE;
    for (size_t i = 0; i < subject->count; i++)
        if (row_timed(&subject->row[i]->result))
            subject->sorted[subject->timed++] = subject->row[i];
    qsort(subject->sorted, subject->timed, sizeof *subject->sorted, alone ? by_alone : by_time);
}

static void find_varied(struct subject *subject)
{
    for (size_t p = 0; p < subject->problem->parameters; p++)
        for (size_t i = 1; i < subject->count && !subject->varies[p]; i++)
            subject->varies[p] = problem_position(subject->problem, subject->row[i]->result.index, p) !=
                                 problem_position(subject->problem, subject->row[0]->result.index, p);
}

static void find_effects(struct subject *subject, const struct results *results)
{
    subject->effects = allocate(sizeof *subject->effects);
    if (effects_find(results, subject->number, subject->effects))
        return;
    free(subject->effects);
    subject->effects = NULL;
}

/* A file's subjects, in the order of its problems. */
static struct subject *subjects_of(const struct results *results, size_t file)
{
    struct subject *subjects = allocate((results->problem_count + 1) * sizeof *subjects);
    FREED size_t *rows = allocate((results->problem_count + 1) * sizeof *rows);
    for (size_t i = 0; i < results->count; i++)
        rows[results->rows[i].problem]++;
    for (size_t i = 0; i < results->problem_count; i++) {
        const struct best_row *best = results_best(results, i);
        struct subject *subject = &subjects[i];
        *subject = (struct subject){.file = file, .number = i, .context = &results->context};
        subject->problem = &results->problems[i];
        subject->best = best && best->best.result.status == OK ? &best->best : NULL;
        subject->row = allocate((rows[i] + 1) * sizeof *subject->row);
        subject->sorted = allocate((rows[i] + 1) * sizeof *subject->sorted);
        subject->reference = allocate((rows[i] + 1) * sizeof *subject->reference);
        subject->varies = allocate((subject->problem->parameters + 1) * sizeof *subject->varies);
    }
    for (size_t i = 0; i < results->count; i++)
        take_row(&subjects[results->rows[i].problem], &results->rows[i]);
    for (size_t i = 0; i < results->problem_count; i++) {
        sort_rows(&subjects[i]);
        find_varied(&subjects[i]);
        find_effects(&subjects[i], results);
    }
    return subjects;
}

static void subject_free(struct subject *subject)
{
    free(subject->row);
    free(subject->sorted);
    free(subject->reference);
    free(subject->varies);
    if (subject->effects)
        effects_free(subject->effects);
    free(subject->effects);
}

/* All problems of one bench and size have twins if the inputs of any differ from the first's. */
static void find_twins(struct report *report)
{
    FREED_BY(texts_free) struct texts names = {0};
    FREED size_t *name = allocate(report->subjects * sizeof *name);
    FREED const struct named_problem **first = allocate(report->subjects * sizeof *first);
    FREED bool *differ = allocate(report->subjects * sizeof *differ);
    for (size_t i = 0; i < report->subjects; i++) {
        const struct subject *subject = &report->subject[i];
        const size_t at = texts_number(&names, report->results[subject->file].identities.text[subject->number]);
        first[at] = first[at] ? first[at] : subject->problem;
        differ[at] |= problem_compare_inputs(subject->problem, first[at]) != 0;
        name[i] = at;
    }
    for (size_t i = 0; i < report->subjects; i++)
        report->subject[i].has_twin = differ[name[i]];
}

void report_fill(struct report *report)
{
    size_t most = 0;
    for (size_t file = 0; file < report->files; file++)
        most += report->results[file].problem_count;
    report->subject = allocate((most + 1) * sizeof *report->subject);
    report->subjects = 0;
    for (size_t file = 0; file < report->files; file++) {
        const struct results *results = &report->results[file];
        FREED struct place *places = places_of(results);
        FREED struct subject *subjects = subjects_of(results, file);
        for (size_t i = 0; i < results->problem_count; i++) {
            struct subject *subject = &subjects[places[i].number];
            if (subject->count || subject->references || subject->whole)
                report->subject[report->subjects++] = *subject;
            else
                subject_free(subject);
        }
    }
    find_twins(report);
}

void report_free(struct report *report)
{
    for (size_t i = 0; i < report->subjects; i++)
        subject_free(&report->subject[i]);
    free(report->subject);
    report->subject = NULL;
    report->subjects = 0;
}

double subject_time(const struct subject *subject, const struct result *row)
{
    const enum objective objective = subject->best ? subject->best->objective : OBJECTIVE_STREAM;
    const double ns = row_timed(row) ? result_time(row, objective) : 0;
    return ns > 0 ? ns : (double)NAN;
}

size_t subject_best(const struct subject *subject)
{
    for (size_t i = 0; subject->best && i < subject->count; i++)
        if (result_same(&subject->row[i]->result, &subject->best->result))
            return i;
    return SIZE_MAX;
}

bool results_cold(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        if (row_timed(&results->rows[i].result))
            return results->rows[i].result.cold;
    return !results->context.device.is_cpu;
}

bool results_have(const struct results *results, const char *device, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < results->problem_count; i++)
        found |= !strcmp(name, results->problems[i].name);
    return found && !strcmp(device, results->context.device.name);
}
