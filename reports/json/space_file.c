#include "reports/json/space_file.h"

#include "base/gzip.h"
#include "reports/json/foreign_row.h"
#include "reports/json/journal.h"
#include "reports/json/parse.h"
#include "reports/json/recorded_row.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- kinds of files ---- */

static enum status read_google_benchmark(const json_t *root, struct results *results, const struct place *place)
{
    return google_benchmark_read(root, "real_time", results, place);
}

static enum status read_nvbench(const json_t *root, struct results *results, const struct place *place)
{
    return nvbench_read(root, "real_time", results, place);
}

/* Each kind is recognised by its own key, in this order. */
enum { SPACE = 1, FOREIGN = 2 };
static const struct kind {
    const char *key, *name;
    unsigned is;
    enum status (*read)(const json_t *root, struct results *results, const struct place *place);
} kinds[] = {
    {"schema", "gpubench", SPACE, results_read},
    {"cache", "kernel-tuner", SPACE | FOREIGN, kernel_tuner_read},
    {"results", "t4", SPACE | FOREIGN, t4_read},
    {"devices", "nvbench", FOREIGN, read_nvbench},
    {"context", "googlebench", FOREIGN, read_google_benchmark},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- JSON ---- */

/* Parses a text with brackets appended; NULL if it is not a cache's JSON. */
static json_t *parse_closed(const char *text, size_t length, const char *brackets)
{
    json_error_t error;
    FREED char *closed = text_make("%.*s%s", (int)length, text, brackets);
    json_t *root = json_parse(closed, strlen(closed), JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(json_object_get(root, "cache")))
        return root;
    json_decref(root);
    return NULL;
}

/* The same without blanks and a comma at its end. */
static json_t *parse_end(const char *text, size_t length)
{
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    length -= length && text[length - 1] == ',';
    json_t *root = parse_closed(text, length, "}}");
    return root ? root : parse_closed(text, length, "}");
}

/* Kernel Tuner appends one line per configuration, and brackets at the end: a killed search leaves none, and possibly a
 * partial last line, which is dropped. NULL if it is no such text. */
static json_t *parse_unfinished(const char *text, size_t length)
{
    json_t *root = parse_end(text, length);
    while (!root && length && text[length - 1] != '\n')
        length--;
    return root ? root : parse_end(text, length);
}

/* The required kind of file, and the message otherwise: "no recorded space", explained by `expected`. For a space the
 * whole file is read. */
struct wanted {
    unsigned is;
    bool whole;
    const char *what, *expected;
};
static const struct wanted a_space = {SPACE, true, "no recorded space",
                                      "neither a results file of gpubench, nor Kernel Tuner's cache, nor T4"};
static const struct wanted a_foreign = {
    FOREIGN, false, "not to be imported",
    "neither Kernel Tuner's cache, nor T4, nor JSON of Google Benchmark or NVBench"};

static json_t *parse(const char *path, char *text, size_t length, const struct wanted *wanted, struct fault *fault)
{
    json_error_t error;
    if (!length) {
        fail(fault, INVALID, "%s: the file is empty, %s", path, wanted->what);
        return NULL;
    }
    json_blank_numbers(text, length);
    json_t *root = json_parse(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!root && !wanted->whole)
        root = parse_unfinished(text, length);
    if (!root && json_error_code(&error) == json_error_duplicate_key)
        fail(fault, INVALID, "%s: line %d column %d: a key is there twice", path, error.line, error.column);
    else if (!root)
        fail(fault, INVALID, "%s: not whole, or no JSON: line %d column %d", path, error.line, error.column);
    return root;
}

/* Returns the kind of the file, too. */
static enum status read_text(struct results *results, const char *path, char *text, size_t length,
                             const struct wanted *wanted, const struct kind **kind, struct fault *fault)
{
    json_auto_t *root = parse(path, text, length, wanted, fault);
    if (!root)
        return INVALID;
    *kind = kinds;
    while (*kind < kinds + KINDS && !json_object_get(root, (*kind)->key))
        ++*kind;
    if (*kind < kinds + KINDS && ((*kind)->is & wanted->is))
        return (*kind)->read(root, results, &(struct place){.file = path, .fault = fault});
    return fail(fault, INVALID, "%s: %s: %s", path, wanted->what,
                *kind == kinds ? "it is a results file of gpubench" : wanted->expected);
}

enum status space_load(struct results *results, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    const struct kind *kind;
    json_own_memory();
    *results = (struct results){0};
    if (gzip_read(path, &text, &length, fault) != OK)
        return INVALID;
    return journal_is(text) ? journal_read(results, path, text, length, fault)
                            : read_text(results, path, text, length, &a_space, &kind, fault);
}

/* ---- imports ---- */

/* Sets what a saved file needs: a suite for each problem, and a backend; both are the program that wrote the file. */
static void name_origin(struct results *results, const char *name)
{
    for (size_t p = 0; p < results->problem_count; p++) {
        free(results->problems[p].suite);
        results->problems[p].suite = allocate_text(name);
    }
    snprintf(results->context.suites, sizeof results->context.suites, "%s", name);
    snprintf(results->context.device.backend, sizeof results->context.device.backend, "%s", name);
}

/* The fastest recorded one, among an unknown number. */
static void add_best(struct results *results, size_t problem)
{
    const struct row *fastest = NULL;
    uint64_t count = 0;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row)) {
        count++;
        if (row_measured(row) && (!fastest || row->result.median_ns < fastest->result.median_ns))
            fastest = row;
    }
    if (fastest)
        results_add_best(results, problem, &(struct best){.result = fastest->result, .measured = count});
}

static enum status check_names(const struct results *results, const char *path, struct fault *fault)
{
    FREED_BY(texts_free) struct texts names = {0};
    for (size_t i = 0; i < results->count; i++) {
        FREED char *name = row_name(&results->problems[results->rows[i].problem], &results->rows[i].result);
        if (!*name)
            return fail(fault, INVALID, "%s: a benchmark of it has no name", path);
        if (texts_number(&names, name) != i)
            return fail(fault, INVALID, "%s: %.400s is there twice", path, name);
    }
    return OK;
}

enum status import_load(struct results *results, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    const struct kind *kind;
    json_own_memory();
    *results = (struct results){0};
    if (gzip_read(path, &text, &length, fault) != OK ||
        read_text(results, path, text, length, &a_foreign, &kind, fault) != OK)
        return INVALID;
    if (!results->count)
        return fail(fault, INVALID, "%s: nothing was measured in it", path);
    if (check_names(results, path, fault) != OK)
        return INVALID;
    name_origin(results, kind->name);
    for (size_t p = 0; p < results->problem_count; p++)
        add_best(results, p);
    return OK;
}
