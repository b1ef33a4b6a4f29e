/* Formats that track times over commits: Bencher, github-action-benchmark, Apache Otava. */
#include "reports/writers/formats.h"

#include "base/text.h"
#include "reports/format.h"
#include "reports/history/history.h"
#include "reports/json/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one time each ---- */

static enum status follow_all(struct followed_list *list, const struct output *output, struct fault *fault)
{
    FREED_BY(texts_free) struct texts names = {0};
    for (size_t i = 0; i < output->count; i++)
        followed_add(list, &output->results[i], output->path[i]);
    for (size_t i = 0; i < list->count; i++) {
        const size_t first = texts_number(&names, list->followed[i].name);
        if (first != i)
            return fail(fault, INVALID, "%.200s is in %.200s and in %.200s: write each by itself",
                        list->followed[i].name, list->followed[first].path, list->followed[i].path);
    }
    return list->count ? OK : fail(fault, INVALID, "the results have no time");
}

/* Whether the interval is that of the tracked time, which is the median's or none. */
static bool has_interval(const struct followed *followed)
{
    const double *ends = followed->result->ci95_ns;
    return isfinite(ends[0]) && isfinite(ends[1]) && ends[0] > 0 && ends[0] <= followed->ns && followed->ns <= ends[1];
}

static void write_latency(struct document *document, const struct followed *followed)
{
    document_object(document, followed->name);
    document_object(document, "latency");
    document_real(document, "value", followed->ns);
    if (has_interval(followed)) {
        document_real(document, "lower_value", followed->result->ci95_ns[0]);
        document_real(document, "upper_value", followed->result->ci95_ns[1]);
    }
    document_end(document);
    document_end(document);
}

enum status bencher_write(FILE *file, const struct output *output, struct fault *fault)
{
    FREED_BY(followed_free) struct followed_list list = {0};
    if (follow_all(&list, output, fault) != OK)
        return INVALID;
    struct document *document = document_make(NULL);
    for (size_t i = 0; i < list.count; i++)
        write_latency(document, &list.followed[i]);
    return document_print(document, file, fault);
}

/* The values of its configuration, and its device. */
static char *values_of(const struct followed *followed)
{
    FREED char *name = row_name(followed->problem, followed->result);
    const char *device = followed->results->context.device.name;
    const size_t head = strlen(followed->problem->name);
    const char *values = strlen(name) > head ? name + head + 1 : "";
    return text_make("%s%s%s", device, *device && *values ? ": " : "", values);
}

static void write_smaller(struct document *document, const struct followed *followed)
{
    const double *ends = followed->result->ci95_ns;
    FREED char *range = text_make("± %.4g", has_interval(followed) ? (ends[1] - ends[0]) / 2 : 0);
    FREED char *values = values_of(followed);
    document_object(document, NULL);
    document_text(document, "name", followed->name);
    document_text(document, "unit", "ns");
    document_real(document, "value", followed->ns);
    if (has_interval(followed))
        document_text(document, "range", range);
    if (*values)
        document_text(document, "extra", values);
    document_end(document);
}

/* An array, which no document is: prints a document with one, without its surroundings. */
enum status github_action_write(FILE *file, const struct output *output, struct fault *fault)
{
    FREED_BY(followed_free) struct followed_list list = {0};
    if (follow_all(&list, output, fault) != OK)
        return INVALID;
    for (size_t i = 0; i < list.count; i++) {
        struct document *document = document_make(NULL);
        document_array(document, "");
        write_smaller(document, &list.followed[i]);
        document_end(document);
        FREED char *line = document_line(document); /* {"":[{...}]} and the line end */
        const size_t before = strlen("{\"\":["), behind = strlen("]}\n");
        fprintf(file, "%s\n%.*s", i ? "," : "[", (int)(strlen(line) - before - behind), line + before);
    }
    fputs("\n]\n", file);
    return OK;
}

/* ---- one line per commit ---- */

/* A line: the tracked values of a file, and of later files of its commit with other names. `order`: of the file among
 * those given. */
struct point {
    time_t moment;
    size_t order;
    struct followed_list list;
    struct texts names;
};

struct points {
    struct point *point;
    size_t count;
    struct texts names; /* common to all, in the order of the first */
};

static void free_point(struct point *point)
{
    followed_free(&point->list);
    texts_free(&point->names);
}

static void free_points(struct points *points)
{
    for (size_t i = 0; i < points->count; i++)
        free_point(&points->point[i]);
    free(points->point);
    texts_free(&points->names);
}

static int by_age(const void *a, const void *b)
{
    const struct point *x = a, *y = b;
    return x->moment != y->moment ? (x->moment > y->moment) - (x->moment < y->moment)
                                  : (x->order > y->order) - (x->order < y->order);
}

static void take_names(struct point *point)
{
    while (point->names.count < point->list.count)
        texts_add(&point->names, point->list.followed[point->names.count].name);
}

static enum status take_file(struct point *point, const struct output *output, size_t number, struct fault *fault)
{
    const struct results *results = &output->results[number];
    const struct compute_device *device = &results->context.device, *first = &output->results->context.device;
    const char *path = output->path[number];
    point->order = number;
    followed_add(&point->list, results, path);
    take_names(point);
    if (strcmp(device->name, first->name) || strcmp(device->backend, first->backend))
        return fail(fault, INVALID, "%.200s is of %s (%s) and %.200s of %s (%s): a series is of one device",
                    *output->path, first->name, first->backend, path, device->name, device->backend);
    if (!history_moment(results->context.date, &point->moment))
        return fail(fault, INVALID, "%.200s: context.date: expected a time as \"2026-01-31T23:59:00+01:00\"", path);
    return OK;
}

/* Adds a file's times to those of a line, if they are of one commit and share no name. */
static bool join(struct point *line, struct point *file, const struct output *output)
{
    const char *commit = output->results[line->order].context.commit;
    bool joins = *commit && !strcmp(commit, output->results[file->order].context.commit);
    for (size_t n = 0; n < file->names.count && joins; n++)
        joins = texts_find(&line->names, file->names.text[n]) == SIZE_MAX;
    if (!joins)
        return false;
    followed_move(&line->list, &file->list);
    take_names(line);
    free_point(file);
    return true;
}

/* Suites of one commit are one line: files adjacent in time. */
static void join_all(struct points *points, const struct output *output)
{
    size_t count = 0;
    for (size_t i = 0; i < points->count; i++)
        if (!count || !join(&points->point[count - 1], &points->point[i], output))
            points->point[count++] = points->point[i];
    points->count = count;
}

/* The number of points with a name. */
static size_t points_with(const struct points *points, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < points->count; i++)
        count += texts_find(&points->point[i].names, name) != SIZE_MAX;
    return count;
}

/* Otava accepts no missing values: a name that is not in all is left out, with a note. */
static void choose_names(struct points *points, const struct output *output)
{
    FREED_BY(texts_free) struct texts seen = {0};
    for (size_t i = 0; i < points->count; i++)
        for (size_t n = 0; n < points->point[i].names.count; n++) {
            const char *name = points->point[i].names.text[n];
            const size_t before = seen.count, with = points_with(points, name);
            if (texts_number(&seen, name) != before)
                continue;
            if (with == points->count)
                texts_add(&points->names, name);
            else if (output->notes)
                text_print(output->notes, "gpubench: export: left out: %s, which %zu of %zu lines have\n", name, with,
                           points->count);
        }
}

static enum status find_points(struct points *points, const struct output *output, struct fault *fault)
{
    *points = (struct points){.point = allocate(output->count * sizeof *points->point), .count = output->count};
    enum status status = OK;
    for (size_t i = 0; i < output->count && status == OK; i++)
        status = take_file(&points->point[i], output, i, fault);
    if (status != OK)
        return status;
    qsort(points->point, points->count, sizeof *points->point, by_age);
    join_all(points, output);
    choose_names(points, output);
    return points->names.count ? OK : fail(fault, INVALID, "the files have no time of one name in common");
}

/* In quotes, on one line. */
static void print_cell(FILE *file, const char *text)
{
    FREED char *shown = text_printable(text, strlen(text));
    fputc('"', file);
    for (const char *at = shown; *at; at++) {
        fputs(*at == '"' ? "\"" : "", file);
        fputc(*at, file);
    }
    fputc('"', file);
}

/* Values common to all times of a file: a column and the member. */
static const struct {
    const char *name;
    size_t place;
} columns[] = {{"time", offsetof(struct run_context, date)},
               {"commit", offsetof(struct run_context, commit)},
               {"version", offsetof(struct run_context, version)},
               {"device", offsetof(struct run_context, device.name)}};
enum { COLUMNS = sizeof columns / sizeof *columns };

enum status otava_write(FILE *file, const struct output *output, struct fault *fault)
{
    FREED_BY(free_points) struct points points = {0};
    if (find_points(&points, output, fault) != OK)
        return INVALID;
    for (size_t c = 0; c < COLUMNS; c++)
        fprintf(file, "%s%s", c ? "," : "", columns[c].name);
    for (size_t n = 0; n < points.names.count; n++) {
        fputc(',', file);
        print_cell(file, points.names.text[n]);
    }
    for (size_t i = 0; i < points.count; i++) {
        const struct point *point = &points.point[i];
        const char *context = (const char *)&output->results[point->order].context;
        fputc('\n', file);
        for (size_t c = 0; c < COLUMNS; c++) {
            fputs(c ? "," : "", file);
            print_cell(file, context + columns[c].place);
        }
        for (size_t n = 0; n < points.names.count; n++)
            fprintf(file, ",%.17g", point->list.followed[texts_find(&point->names, points.names.text[n])].ns);
    }
    fputc('\n', file);
    return OK;
}

/* JSON, which is valid YAML. Smaller times are better: direction -1. */
enum status otava_config_write(FILE *file, const struct output *output, struct fault *fault)
{
    FREED_BY(free_points) struct points points = {0};
    if (find_points(&points, output, fault) != OK)
        return INVALID;
    struct document *document = document_make(NULL);
    document_object(document, "tests");
    document_object(document, "gpubench");
    document_text(document, "type", "csv");
    document_text(document, "file", "gpubench.csv");
    document_text(document, "time_column", columns[0].name);
    document_array(document, "attributes");
    for (size_t c = 1; c < COLUMNS; c++)
        document_text(document, NULL, columns[c].name);
    document_end(document);
    document_object(document, "metrics");
    for (size_t n = 0; n < points.names.count; n++) {
        document_object(document, points.names.text[n]);
        document_text(document, "column", points.names.text[n]);
        document_integer(document, "direction", -1);
        document_end(document);
    }
    return document_print(document, file, fault);
}
