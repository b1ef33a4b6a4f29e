#include "reports/json/foreign_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows, for NVBench, too ---- */

size_t foreign_add_problem(struct results *results, const char *name)
{
    const size_t problem = results_add_problem(results, "", name, 0, 0);
    free(results->problems[problem].name);
    results->problems[problem].name = allocate_text(name);
    return problem;
}

void foreign_add_time(struct results *results, size_t problem, double ns)
{
    struct result row = result_of(0, 0);
    row.status = OK;
    row.median_ns = row.real_time_ns = row.cpu_time_ns = row.block_ns[0] = ns;
    row.blocks = 1;
    row.ci95_ns[0] = row.ci95_ns[1] = NAN; /* unknown */
    results_add(results, problem, &row, "");
}

void foreign_add_none(struct results *results, size_t problem, enum status status, const char *reason)
{
    struct result row = result_of(0, 0);
    row.status = status;
    results_add(results, problem, &row, reason);
}

bool foreign_is_time(double ns)
{
    return ns > 0 && ns < 1e18; /* 30 years */
}

const char *foreign_reason(const json_t *reason)
{
    const char *text = json_string_value(reason);
    return text && *text ? text : "it says no reason";
}

void foreign_copy(char *text, size_t size, const json_t *value)
{
    const char *word = json_string_value(value);
    snprintf(text, size, "%s", word ? word : "");
}

/* ---- the content of a file ---- */

/* Its repetitions, and the median computed by the program itself; 0: none. */
struct bench {
    double *ns;
    size_t count, capacity;
    double median;
    enum status status; /* of repetitions without a time: the first, or any that failed; OK: all have one */
    char *reason;
};

/* The content of a file: benchmarks, and their names, by the numbers of their problems. Files from before 2018 do not
 * mark statistics: for these also all names, and their parts before the arguments. */
struct file {
    const char *key;   /* of the times */
    bool has, missing; /* whether an entry has that key; whether one lacks it */
    struct bench *bench;
    struct texts benches, names, families;
};

/* ---- one entry ---- */

static void note(struct bench *bench, enum status status, const char *reason)
{
    if (bench->status != OK && (bench->status == LAUNCH_FAILED || status != LAUNCH_FAILED))
        return;
    bench->status = status;
    free(bench->reason);
    bench->reason = allocate_text(reason);
}

/* 0: unknown. */
static double unit_ns(const char *unit)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    for (size_t i = 0; i < FIELDS_COUNT(units); i++)
        if (!strcmp(unit, units[i].name))
            return units[i].ns;
    return 0;
}

static void note_no_time(struct bench *bench, const char *key, const json_t *value, const char *unit)
{
    const double number = json_number_value(value);
    char reason[128];
    if (number > 0)
        snprintf(reason, sizeof reason, "it has no time below 30 years: %s is %g %s", key, number, unit);
    else if (json_is_number(value))
        snprintf(reason, sizeof reason, "it has no time above 0: %s is %g", key, number);
    else
        snprintf(reason, sizeof reason, "it has no time above 0: %s is %s", key, value ? "no number" : "missing");
    note(bench, NO_TIME, reason);
}

/* An entry's time in ns; 0, with a note, if it has none. INVALID for an unknown unit. */
static enum status read_ns(struct file *file, const json_t *entry, const char *name, struct bench *bench, double *ns,
                           const struct place *place)
{
    const json_t *value = json_object_get(entry, file->key), *named = json_object_get(entry, "time_unit");
    const char *unit = !named ? "ns" /* Google Benchmark's default */ : json_string_value(named);
    const double scale = unit ? unit_ns(unit) : 0;
    *ns = scale * json_number_value(value);
    if (!(scale > 0))
        return place_fail(place, "time_unit", "%.200s: '%.40s': expected ns, us, ms or s", name,
                          unit ? unit : "no text");
    file->has = file->has || value;
    file->missing = file->missing || !value;
    if (!foreign_is_time(*ns)) {
        note_no_time(bench, file->key, value, unit);
        *ns = 0;
    }
    return OK;
}

static enum status read_entry(struct file *file, const json_t *entry, const char *name, const char *statistic,
                              struct bench *bench, const struct place *place)
{
    double ns;
    if (json_is_true(json_object_get(entry, "error_occurred"))) {
        note(bench, LAUNCH_FAILED, foreign_reason(json_object_get(entry, "error_message")));
        return OK;
    }
    if (json_is_true(json_object_get(entry, "skipped"))) {
        note(bench, UNSUPPORTED, foreign_reason(json_object_get(entry, "skip_message")));
        return OK;
    }
    if (statistic && strcmp(statistic, "median") != 0)
        return OK;
    if (read_ns(file, entry, name, bench, &ns, place) != OK)
        return INVALID;
    if (statistic) {
        bench->median = ns;
    } else if (ns > 0) {
        bench->ns = grow(bench->ns, bench->count, &bench->capacity, sizeof *bench->ns);
        bench->ns[bench->count++] = ns;
    }
    return OK;
}

/* ---- the benchmark of an entry ---- */

static const char *text_of(const json_t *entry, const char *key)
{
    return json_string_value(json_object_get(entry, key));
}

/* A name without the number of repetitions: "sort/8/repeats:5_mean" is "sort/8_mean". The caller frees it. */
static char *name_of(const char *said)
{
    static const char repeats[] = "/repeats:";
    char *name = allocate_text(said), *at = strstr(name, repeats);
    if (at) {
        const char *behind = at + strlen(repeats);
        behind += strspn(behind, "0123456789");
        memmove(at, behind, strlen(behind) + 1);
    }
    return name;
}

/* Statistics of old files, by the endings of their names. Those of a family are over all its arguments. */
static const struct statistic {
    const char *name;
    bool of_family;
} statistics[] = {{"mean", false}, {"median", false}, {"stddev", false}, {"cv", false}, {"BigO", true}, {"RMS", true}};

static const struct statistic *find_statistic(const char *name)
{
    for (size_t i = 0; i < FIELDS_COUNT(statistics); i++)
        if (!strcmp(statistics[i].name, name))
            return &statistics[i];
    return NULL;
}

static bool has(const struct texts *names, const char *name)
{
    return texts_find(names, name) != SIZE_MAX;
}

static bool has_with(const struct texts *names, const char *name, const char *ending)
{
    FREED char *whole = text_make("%s%s", name, ending);
    return has(names, whole);
}

/* Whether there is a benchmark of that name, or only its mean and deviation. */
static bool is_bench(const struct file *file, const char *name, bool of_family)
{
    return has(&file->names, name) || (of_family && has(&file->families, name)) ||
           (has_with(&file->names, name, "_mean") && has_with(&file->names, name, "_stddev"));
}

/* The name of the benchmark of which an entry is a repetition (no statistic) or a statistic. The caller frees it. NULL:
 * the entry has no name. */
static char *whose(const struct file *file, const json_t *entry, const char **statistic)
{
    const char *type = text_of(entry, "run_type"), *run = text_of(entry, "run_name"), *name = text_of(entry, "name");
    *statistic = NULL;
    if (!run && !name)
        return NULL;
    char *bench = name_of(run ? run : name), *last = strrchr(bench, '_');
    if (type) {
        const char *named = text_of(entry, "aggregate_name");
        if (!strcmp(type, "aggregate"))
            *statistic = named ? named : "";
        return bench;
    }
    const struct statistic *found = last && last > bench ? find_statistic(last + 1) : NULL;
    if (found) {
        *last = '\0';
        *statistic = is_bench(file, bench, found->of_family) ? found->name : NULL;
        *last = *statistic ? '\0' : '_';
    }
    return bench;
}

/* A family has no time. */
static bool is_of_family(const char *statistic)
{
    const struct statistic *found = statistic ? find_statistic(statistic) : NULL;
    return found && found->of_family;
}

/* ---- the file ---- */

static void collect_names(struct file *file, const json_t *entries)
{
    for (size_t i = 0; i < json_array_size(entries); i++) {
        const json_t *entry = json_array_get(entries, i);
        FREED char *name =
            text_of(entry, "run_type") || !text_of(entry, "name") ? NULL : name_of(text_of(entry, "name"));
        if (!name)
            continue;
        texts_add(&file->names, name);
        name[strcspn(name, "/")] = '\0';
        texts_add(&file->families, name);
    }
}

/* A new name adds a problem. */
static struct bench *find_bench(struct file *file, const char *name, struct results *results)
{
    size_t problem = texts_find(&file->benches, name);
    if (problem == SIZE_MAX) {
        problem = foreign_add_problem(results, name);
        texts_add(&file->benches, name);
    }
    return &file->bench[problem];
}

static enum status read_entries(struct file *file, const json_t *entries, struct results *results,
                                const struct place *place)
{
    enum status status = OK;
    for (size_t i = 0; i < json_array_size(entries) && status == OK; i++) {
        const json_t *entry = json_array_get(entries, i);
        const struct place at = place_at(place, "benchmarks", i);
        const char *statistic;
        FREED char *name = whose(file, entry, &statistic);
        if (!name)
            status = place_fail(&at, "name", "expected text");
        else if (!is_of_family(statistic))
            status = read_entry(file, entry, name, statistic, find_bench(file, name, results), &at);
    }
    return status;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(const struct bench *bench)
{
    if (!bench->count)
        return bench->median;
    qsort(bench->ns, bench->count, sizeof *bench->ns, by_size);
    return (bench->ns[bench->count / 2] + bench->ns[(bench->count - 1) / 2]) / 2;
}

/* A repetition without a time is skipped; a failed one makes the row fail. */
static void add_row(struct results *results, size_t problem, const struct bench *bench)
{
    const double ns = median_of(bench);
    if (bench->status != LAUNCH_FAILED && ns > 0)
        foreign_add_time(results, problem, ns);
    else if (bench->status != OK)
        foreign_add_none(results, problem, bench->status, bench->reason);
    else
        foreign_add_none(results, problem, NO_TIME, "it has no time above 0: there is no repetition, and no median");
}

enum status google_benchmark_read(const json_t *root, const char *key, struct results *results,
                                  const struct place *place)
{
    const json_t *context = json_object_get(root, "context"), *entries = json_object_get(root, "benchmarks");
    struct compute_device *device = &results->context.device;
    const bool has_context = json_is_object(context), has_entries = json_is_array(entries);
    if (!has_context || !has_entries)
        return fail(place->fault, INVALID, "%s: not Google Benchmark's JSON: no %s", place->file,
                    has_context   ? "array \"benchmarks\""
                    : has_entries ? "object \"context\" (it may be empty: {})"
                                  : "\"context\" and \"benchmarks\"");
    foreign_copy(device->name, sizeof device->name, json_object_get(context, "host_name"));
    foreign_copy(results->context.date, sizeof results->context.date, json_object_get(context, "date"));
    strcpy(device->backend, "gbench");
    device->is_cpu = true; /* as far as known */
    struct file file = {.key = key, .bench = allocate((json_array_size(entries) + 1) * sizeof *file.bench)};
    collect_names(&file, entries);
    enum status status = read_entries(&file, entries, results, place);
    for (size_t p = 0; p < results->problem_count; p++) {
        add_row(results, p, &file.bench[p]);
        free(file.bench[p].ns);
        free(file.bench[p].reason);
    }
    free(file.bench);
    texts_free(&file.benches);
    texts_free(&file.names);
    texts_free(&file.families);
    if (status == OK && file.missing && !file.has)
        return fail(place->fault, INVALID, "%s: no benchmark of it has a time: \"%s\" is missing", place->file, key);
    return status;
}
