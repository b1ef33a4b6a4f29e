#include "reports/json/results_file.h"

#include "base/file.h"
#include "base/gzip.h"
#include "base/text.h"
#include "reports/json/context.h"
#include "reports/json/identity.h"
#include "reports/json/journal.h"
#include "reports/json/parse.h"
#include "reports/json/problem.h"
#include "reports/json/recorded_row.h"
#include "reports/json/row.h"

#include <stdio.h>
#include <string.h>

static const char schema[] = "gpubench/results/1", exported_from[] = "exported_from";

/* Reals with all their digits: exact when read again. */
enum { EXACT = JSON_REAL_PRECISION(17) };

/* ---- saving ---- */

/* Google Benchmark numbers its families (here: benches), and the instances in each. */
struct family {
    json_int_t number, instances;
};

/* One line of an array; takes ownership of the object. */
static void write_line(FILE *file, size_t count, json_t *object)
{
    fputs(count ? ",\n" : "\n", file);
    json_dumpf(object, file, EXACT);
    json_decref(object);
}

static void write_rows(FILE *file, const struct results *results, bool timed)
{
    size_t count = 0;
    json_int_t families = 0;
    FREED struct family *all = allocate(results->families.count * sizeof *all);
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        if (row_timed(&row->result) != timed)
            continue;
        json_t *object = row_json(results, row, i);
        if (timed) {
            struct family *family = &all[results->problems[row->problem].family];
            family->number = family->instances ? family->number : families++;
            json_object_set_new(object, "family_index", json_integer(family->number));
            json_object_set_new(object, "per_family_instance_index", json_integer(family->instances++));
        }
        write_line(file, count++, object);
    }
}

static void begin(FILE *file)
{
    json_own_memory();
    fprintf(file, "{\n\"schema\": \"%s\",\n", schema);
}

static void write_context(FILE *file, const struct results *results)
{
    fputs("\"context\": ", file);
    json_auto_t *context = context_json(results);
    json_dumpf(context, file, EXACT | JSON_INDENT(2));
    if (results->identity.count) {
        json_auto_t *named = json_object();
        identity_write(named, &results->identity);
        fputs(",\n\"identity\": ", file);
        json_dumpf(json_object_get(named, "identity"), file, JSON_INDENT(2));
    }
    fputs(",\n\"problems\": [", file);
    for (size_t i = 0; i < results->problem_count; i++)
        write_line(file, i, problem_json(&results->problems[i]));
    fputs(BEFORE_ROWS, file);
}

void results_write_head(FILE *file, const struct results *results)
{
    begin(file);
    write_context(file, results);
}

void results_write_best(FILE *file, const struct results *results)
{
    fputs(BEHIND_ROWS, file);
    for (size_t i = 0; i < results->best_count; i++)
        write_line(file, i, best_json(results, &results->best[i]));
    fputs("\n]\n}\n", file);
}

static void write_all_rows(FILE *file, const struct results *results)
{
    write_rows(file, results, true);
    fputs(BETWEEN_ROWS, file);
    write_rows(file, results, false);
    results_write_best(file, results);
}

void results_write(FILE *file, const struct results *results)
{
    results_write_head(file, results);
    write_all_rows(file, results);
}

void results_write_export(FILE *file, const struct results *results, const char *from)
{
    FREED char *name = text_printable(from, strlen(from));
    begin(file);
    json_auto_t *text = text_json(name);
    fprintf(file, "\"%s\": ", exported_from);
    json_dumpf(text, file, JSON_ENCODE_ANY);
    fputs(",\n", file);
    write_context(file, results);
    write_all_rows(file, results);
}

bool results_exported(const char *path, const char *from)
{
    FREED char *name = text_printable(from, strlen(from));
    struct fault none = {0};
    json_own_memory();
    json_auto_t *root = json_read_file(path, JSON_REJECT_DUPLICATES, &none);
    const char *marked = json_string_value(json_object_get(root, exported_from));
    return marked && !strcmp(marked, name);
}

enum status results_save(const struct results *results, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    FILE *file = memory_stream(&text, &length);
    results_write(file, results);
    return fclose(file) ? fail(fault, INVALID, "%s: cannot write: out of memory", path)
                        : file_save(path, text, length, fault);
}

/* ---- loading ---- */

/* A row of the file before it is read: its position in the file, and in the run. */
struct found {
    const json_t *object;
    const char *array;
    size_t at;
};

/* Puts the rows of one array at their positions in the run's order. */
static enum status find_rows(const json_t *root, const char *array, struct found *found, size_t total,
                             const struct place *file)
{
    const json_t *rows = json_object_get(root, array);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const struct place place = place_at(file, array, i);
        const json_t *object = json_array_get(rows, i), *row = json_object_get(object, "row");
        json_int_t at = json_integer_value(row);
        if (!json_is_integer(row) || at < 0 || (uint64_t)at >= total || found[at].object)
            return place_fail(&place, "row", "expected the row's place in the run: each of 0 to %zu once", total - 1);
        found[at] = (struct found){object, array, i};
    }
    return OK;
}

static const char *const arrays[] = {"benchmarks", "failures", "best"};

/* For a file without problems: one for each occurring suite, bench and size, with the occurring values as its space. */
static enum status collect_problems(const json_t *root, struct results *results, const struct place *file)
{
    enum status status = OK;
    for (size_t a = 0; a < FIELDS_COUNT(arrays); a++) {
        const json_t *array = json_object_get(root, arrays[a]);
        for (size_t i = 0; i < json_array_size(array) && status == OK; i++) {
            const struct place place = place_at(file, arrays[a], i);
            bool made = false;
            status = problem_collect(json_array_get(array, i), results, &made, &place);
            if (status == OK && made)
                status = context_read_inputs(root, &results->problems[results->problem_count - 1], file);
        }
    }
    problems_sort(results);
    return status;
}

static enum status read_rows(const json_t *root, struct results *results, const struct place *file)
{
    size_t total =
        json_array_size(json_object_get(root, "benchmarks")) + json_array_size(json_object_get(root, "failures"));
    FREED struct found *found = allocate(total * sizeof *found);
    enum status status = find_rows(root, "benchmarks", found, total, file);
    if (status == OK)
        status = find_rows(root, "failures", found, total, file);
    for (size_t i = 0; i < total && status == OK; i++) {
        const struct place place = place_at(file, found[i].array, found[i].at);
        bool failed = json_object_get(found[i].object, "status");
        status = row_read(found[i].object, results, &place);
        if (status == OK && failed == !strcmp(found[i].array, "benchmarks"))
            status = place_fail(&place, "status", failed ? "a failure among the benchmarks" : "missing");
    }
    return status;
}

static enum status read_best(const json_t *root, struct results *results, const struct place *file)
{
    const json_t *array = json_object_get(root, "best");
    for (size_t i = 0; i < json_array_size(array); i++) {
        const struct place place = place_at(file, "best", i);
        if (best_read(json_array_get(array, i), results, &place) != OK)
            return INVALID;
    }
    return OK;
}

enum status results_read(const json_t *root, struct results *results, const struct place *place)
{
    const char *named = json_string_value(json_object_get(root, "schema"));
    if (!named)
        return fail(place->fault, INVALID, "%s: not a gpubench results file (no schema \"%s\")", place->file, schema);
    if (strcmp(named, schema))
        return fail(place->fault, INVALID, "%s: its schema is \"%.64s\", and this gpubench reads \"%s\"", place->file,
                    named, schema);
    for (size_t i = 0; i < FIELDS_COUNT(arrays); i++)
        if (!json_is_array(json_object_get(root, arrays[i])))
            return place_fail(place, arrays[i], "expected an array");
    if (context_read(root, results, place) != OK || identity_read(root, &results->identity, place) != OK)
        return INVALID;
    const bool named_problems = json_object_get(root, "problems");
    if ((named_problems ? problems_read : collect_problems)(root, results, place) != OK ||
        read_rows(root, results, place) != OK)
        return INVALID;
    return read_best(root, results, place);
}

enum status results_load(struct results *results, const char *path, struct fault *fault)
{
    json_own_memory();
    *results = (struct results){0};
    FREED char *text = NULL;
    size_t length;
    enum status status = OK;
    json_error_t error;
    if (gzip_read(path, &text, &length, fault) != OK)
        return INVALID;
    const bool journal = journal_is(text);
    json_auto_t *root = journal ? NULL : json_parse(text, length, JSON_REJECT_DUPLICATES, &error);
    if (journal)
        status = journal_read(results, path, text, length, fault);
    else if (root)
        status = results_read(root, results, &(struct place){.file = path, .fault = fault});
    else if (!length)
        status = fail(fault, INVALID, "%s: the file is empty, not a gpubench results file", path);
    else {
        for (char *c = error.text; *c; c++)
            if ((unsigned char)*c < ' ')
                *c = ' ';
        status = fail(fault, INVALID, "%s: not a whole results file: line %d column %d: %s", path, error.line,
                      error.column, error.text);
    }
    if (status != OK)
        results_free(results);
    return status;
}
