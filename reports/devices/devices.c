#include "reports/devices/devices.h"

#include "reports/history/history.h"
#include "reports/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- devices ---- */

static int by_device(const void *a, const void *b)
{
    const struct device_files *left = a, *right = b;
    const struct compute_device *x = left->device, *y = right->device;
    int order = strcmp(x->name, y->name);
    if (!order)
        order = strcmp(x->backend, y->backend);
    if (!order)
        order = (x->units > y->units) - (x->units < y->units);
    return order ? order : (x->memory_bytes > y->memory_bytes) - (x->memory_bytes < y->memory_bytes);
}

/* A file with the moment of its run; files without one are the oldest. */
struct dated {
    const struct results *results;
    time_t moment;
    size_t file;
};

static int by_date(const void *a, const void *b)
{
    const struct dated *x = a, *y = b;
    return x->moment != y->moment ? (x->moment > y->moment) - (x->moment < y->moment)
                                  : (x->file > y->file) - (x->file < y->file);
}

/* The files, the oldest first. The caller frees them. */
static struct dated *date_files(const struct results *results, size_t files)
{
    struct dated *dated = allocate((files + 1) * sizeof *dated);
    for (size_t i = 0; i < files; i++) {
        dated[i] = (struct dated){.results = &results[i], .file = i};
        if (!history_moment(results[i].context.date, &dated[i].moment))
            dated[i].moment = 0;
    }
    qsort(dated, files, sizeof *dated, by_date);
    return dated;
}

static struct device_files *place_device(struct devices *devices, const struct compute_device *device, size_t files)
{
    struct device_files *own = devices->device, *end = own + devices->devices;
    while (own < end && !results_same_card(own->device, device))
        own++;
    if (own == end) {
        *own = (struct device_files){.device = device, .file = allocate(files * sizeof(size_t))};
        devices->devices++;
    }
    return own;
}

static void find_devices(struct devices *devices, const struct dated *dated, size_t files)
{
    devices->device = allocate((files + 1) * sizeof *devices->device);
    for (size_t i = 0; i < files; i++) {
        struct device_files *own = place_device(devices, &dated[i].results->context.device, files);
        own->file[own->files++] = dated[i].file;
    }
    if (files)
        qsort(devices->device, devices->devices, sizeof *devices->device, by_device);
    devices->device_of = allocate((files + 1) * sizeof *devices->device_of);
    for (size_t d = 0; d < devices->devices; d++)
        for (size_t i = 0; i < devices->device[d].files; i++)
            devices->device_of[devices->device[d].file[i]] = d;
}

/* ---- entries of files ---- */

/* Without a best, the fastest acceptable row. */
static const struct row *fastest(const struct device_entry *entry)
{
    const struct row *found = NULL;
    for (const struct row *row = results_first(entry->results, entry->number); row;
         row = results_next(entry->results, row))
        if (row_measured(row) && row_acceptable(entry->problem, &row->result) &&
            (!found || row->result.median_ns < found->result.median_ns))
            found = row;
    return found;
}

static void find_best(struct device_entry *entry)
{
    const struct best_row *best = results_best(entry->results, entry->number);
    entry->chosen = best && row_timed(&best->best.result);
    if (entry->chosen) {
        entry->best = &best->best.result;
        entry->objective = best->best.objective;
        entry->fraction = best_fraction(&best->best);
        return;
    }
    const struct row *row = fastest(entry);
    entry->best = row ? &row->result : NULL;
    entry->fraction = row ? row->result.limit.fraction : 0;
}

static bool is_whole(const struct results *results)
{
    FREED char *lack = device_file_missing(results);
    return !*lack;
}

static void add_entries(struct devices *devices, size_t file, size_t *age)
{
    const struct results *results = &devices->results[file];
    const bool whole = is_whole(results);
    for (size_t p = 0; p < results->problem_count; p++) {
        struct device_entry *entry = &devices->entry[devices->entries];
        if (!results_first(results, p))
            continue;
        *entry = (struct device_entry){.file = file,
                                       .number = p,
                                       .device = devices->device_of[file],
                                       .results = results,
                                       .problem = &results->problems[p],
                                       .whole = whole,
                                       .age = (*age)++};
        find_best(entry);
        aspects_fill(entry);
        devices->entries++;
        devices->had[file]++;
    }
}

static void find_entries(struct devices *devices, const struct dated *dated, size_t files)
{
    size_t most = 0, age = 0;
    for (size_t i = 0; i < files; i++)
        most += devices->results[i].problem_count;
    devices->entry = allocate((most + 1) * sizeof *devices->entry);
    devices->had = allocate((files + 1) * sizeof *devices->had);
    devices->counted = allocate((files + 1) * sizeof *devices->counted);
    for (size_t i = files; i-- > 0;)
        add_entries(devices, dated[i].file, &age);
}

/* ---- problems ---- */

/* An entry by its suite and bench, in their order. */
struct placed {
    struct device_entry *entry;
    size_t suite, bench;
};

static int by_place(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    const uint64_t size = x->entry->problem->size, other = y->entry->problem->size;
    if (x->suite != y->suite)
        return x->suite < y->suite ? -1 : 1;
    if (x->bench != y->bench)
        return x->bench < y->bench ? -1 : 1;
    return size != other ? (size > other) - (size < other)
                         : (x->entry->age > y->entry->age) - (x->entry->age < y->entry->age);
}

static bool same_place(const struct placed *a, const struct placed *b)
{
    return a->suite == b->suite && a->bench == b->bench && a->entry->problem->size == b->entry->problem->size;
}

static struct placed *place_entries(struct devices *devices, size_t files)
{
    struct placed *placed = allocate((devices->entries + 1) * sizeof *placed);
    FREED_BY(texts_free) struct texts suites = {0}, benches = {0};
    for (size_t i = 0; i < files; i++)
        for (size_t p = 0; p < devices->results[i].problem_count; p++) {
            texts_number(&suites, devices->results[i].problems[p].suite);
            texts_number(&benches, devices->results[i].problems[p].bench);
        }
    for (size_t i = 0; i < devices->entries; i++) {
        const struct named_problem *problem = devices->entry[i].problem;
        placed[i] = (struct placed){&devices->entry[i], texts_find(&suites, problem->suite),
                                    texts_find(&benches, problem->bench)};
    }
    qsort(placed, devices->entries, sizeof *placed, by_place);
    return placed;
}

/* Whether an entry is comparable with a problem's: with the newest of each device. */
static bool compares(const struct device_problem *problem, struct device_entry *entry)
{
    bool same = aspects_same(problem->entry[0], entry, 0, ASPECT_KERNEL);
    for (size_t i = 0; i < problem->entries && same; i++)
        same = !problem->entry[i]->leads || kernel_same(problem->entry[i], entry) != OTHER;
    return same;
}

static void put_entry(struct devices *devices, size_t first, struct device_entry *entry)
{
    struct device_problem *problem = NULL;
    for (size_t p = first; p < devices->problems && !problem; p++)
        if (compares(&devices->problem[p], entry))
            problem = &devices->problem[p];
    if (!problem) {
        devices->problem = grow(devices->problem, devices->problems, &devices->capacity, sizeof *devices->problem);
        problem = &devices->problem[devices->problems++];
        *problem = (struct device_problem){0};
    }
    entry->leads = !device_entry(problem, entry->device);
    problem->entry = grow(problem->entry, problem->entries, &problem->capacity, sizeof(struct device_entry *));
    problem->entry[problem->entries++] = entry;
}

/* By device; then the chosen, the whole, the newest first. */
static int by_worth(const void *a, const void *b)
{
    const struct device_entry *x = *(struct device_entry *const *)a, *y = *(struct device_entry *const *)b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    if (x->chosen != y->chosen)
        return x->chosen ? -1 : 1;
    if (x->whole != y->whole)
        return x->whole ? -1 : 1;
    return (x->age > y->age) - (x->age < y->age);
}

static void problem_clear(struct device_problem *problem)
{
    free(problem->choice);
    free(problem->differs);
    free(problem->entry);
}

/* Whether a problem is of one device, which has a newer file of the same. */
static bool is_outdated(const struct devices *devices, size_t first, const struct device_problem *problem)
{
    const struct device_entry *own = problem->entry[0];
    if (own->device != problem->entry[problem->entries - 1]->device)
        return false;
    for (size_t p = first; p < devices->problems; p++) {
        const struct device_entry *other = device_entry(&devices->problem[p], own->device);
        if (other && other->age < own->age && (other->whole || !own->whole) &&
            aspects_same(own, other, 0, ASPECTS_ASKED))
            return true;
    }
    return false;
}

/* Leaves out outdated problems from `first` on: of one bench and size. */
static void leave_out(struct devices *devices, size_t first)
{
    FREED bool *outdated = allocate((devices->problems - first + 1) * sizeof *outdated);
    size_t kept = first;
    for (size_t p = first; p < devices->problems; p++)
        outdated[p - first] = is_outdated(devices, first, &devices->problem[p]);
    for (size_t p = first; p < devices->problems; p++)
        if (outdated[p - first])
            problem_clear(&devices->problem[p]);
        else
            devices->problem[kept++] = devices->problem[p];
    devices->problems = kept;
}

/* The aspects in which a problem differs from others of its bench and size. The caller frees the text. */
static char *differences_of(const struct devices *devices, size_t first, size_t number)
{
    const struct device_entry *own = devices->problem[number].entry[0];
    FREED struct device_entry **other = allocate((devices->problems - first) * sizeof(struct device_entry *));
    char *text = NULL;
    size_t length;
    FILE *file = memory_stream(&text, &length);
    for (enum aspect aspect = 0; aspect < ASPECTS; aspect++) {
        size_t others = 0;
        for (size_t p = first; p < devices->problems; p++) {
            struct device_entry *entry = devices->problem[p].entry[0];
            const bool differs = aspect == ASPECT_KERNEL ? aspects_same(own, entry, 0, aspect)
                                                         : !aspects_same(own, entry, aspect, aspect + 1);
            if (p != number && differs)
                other[others++] = entry;
        }
        fputs(others && ftell(file) ? "; " : "", file);
        if (others)
            aspect_print(file, own, aspect, other, others);
    }
    fclose(file);
    return text;
}

/* Whether a place has the entry that counts for its device. */
static bool counts(const struct device_problem *problem, size_t place)
{
    return !place || problem->entry[place - 1]->device != problem->entry[place]->device;
}

static void find_choices(struct device_problem *problem)
{
    problem->choice = allocate((problem->entries + 1) * sizeof *problem->choice);
    for (size_t i = 0; i < problem->entries; i++) {
        const struct device_entry *entry = problem->entry[i];
        size_t same = 0;
        if (!counts(problem, i) || !entry->best || entry->chosen != problem->chosen)
            continue;
        while (same < problem->choices && strcmp(problem->choice[same].name, entry->best_name) != 0)
            same++;
        if (same == problem->choices)
            problem->choice[problem->choices++] = (struct device_choice){entry->best_name, entry};
    }
}

/* Whether it is unknown if the kernels of the entries that count have the same source. */
static bool is_unsure(const struct device_problem *problem)
{
    bool unsure = false;
    for (size_t i = 1; i < problem->entries; i++)
        if (counts(problem, i))
            unsure |= kernel_same(problem->entry[0], problem->entry[i]) == UNKNOWN;
    return unsure;
}

static void finish(struct devices *devices, size_t first, size_t number)
{
    struct device_problem *problem = &devices->problem[number];
    for (size_t i = 0; i < problem->entries; i++)
        if (counts(problem, i)) {
            devices->counted[problem->entry[i]->file]++;
            problem->devices++;
            problem->chosen |= problem->entry[i]->chosen;
        }
    problem->differs = differences_of(devices, first, number);
    problem->unsure = is_unsure(problem);
    find_choices(problem);
}

/* The problems of one bench and size. */
static void add_problems(struct devices *devices, const struct placed *placed, size_t count)
{
    const size_t first = devices->problems;
    for (size_t i = 0; i < count; i++)
        put_entry(devices, first, placed[i].entry);
    for (size_t p = first; p < devices->problems; p++)
        qsort(devices->problem[p].entry, devices->problem[p].entries, sizeof(struct device_entry *), by_worth);
    leave_out(devices, first);
    for (size_t p = first; p < devices->problems; p++)
        finish(devices, first, p);
}

/* ---- everything ---- */

struct devices devices_make(const struct results *results, size_t files)
{
    struct devices devices = {.results = results};
    FREED struct dated *dated = date_files(results, files);
    find_devices(&devices, dated, files);
    find_entries(&devices, dated, files);
    FREED struct placed *placed = place_entries(&devices, files);
    for (size_t i = 0, end; i < devices.entries; i = end) {
        for (end = i + 1; end < devices.entries && same_place(&placed[i], &placed[end]);)
            end++;
        add_problems(&devices, &placed[i], end - i);
    }
    return devices;
}

void devices_find_here(struct devices *devices, const struct compute_inventory *machine)
{
    for (size_t d = 0; machine && d < devices->devices; d++) {
        devices->device[d].here = NOT_HERE;
        for (size_t i = 0; i < machine->devices; i++)
            if (results_same_card(devices->device[d].device, &machine->device[i]))
                devices->device[d].here = HERE;
    }
}

void devices_free(struct devices *devices)
{
    for (size_t p = 0; p < devices->problems; p++)
        problem_clear(&devices->problem[p]);
    for (size_t i = 0; i < devices->entries; i++)
        aspects_free(&devices->entry[i]);
    for (size_t d = 0; d < devices->devices; d++)
        free(devices->device[d].file);
    free(devices->problem);
    free(devices->entry);
    free(devices->device);
    free(devices->device_of);
    free(devices->had);
    free(devices->counted);
    *devices = (struct devices){0};
}
