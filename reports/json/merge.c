#include "reports/json/merge.h"

#include "base/file.h"
#include "base/text.h"
#include "reports/json/identity.h"
#include "reports/json/results_file.h"
#include "reports/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

static uint64_t first_part(const struct lined *file)
{
    return file->results.parts ? file->results.part->part : file->results.context.shard.part;
}

struct read_file {
    const char *path;
    struct lined file;
    size_t order;
};

/* By their parts, then whole ones first, then in the given order. */
static int by_part(const void *left, const void *right)
{
    const struct read_file *a = left, *b = right;
    const uint64_t x = first_part(&a->file), y = first_part(&b->file);
    const int broken = a->file.results.context.interrupted - b->file.results.context.interrupted;
    return x != y ? (x > y) - (x < y) : broken ? broken : (a->order > b->order) - (a->order < b->order);
}

static enum status load_files(struct merge *merge, const char *const *path, struct fault *fault)
{
    struct read_file *read = allocate(merge->files * sizeof *read);
    const char **paths = allocate(merge->files * sizeof *paths);
    enum status status = OK;
    for (size_t i = 0; i < merge->files && status == OK; i++) {
        read[i] = (struct read_file){.path = path[i], .order = i};
        status = lined_load(&read[i].file, path[i], fault);
    }
    if (status == OK)
        qsort(read, merge->files, sizeof *read, by_part);
    merge->file = allocate(merge->files * sizeof *merge->file);
    for (size_t i = 0; i < merge->files; i++) {
        merge->file[i] = read[i].file;
        paths[i] = read[i].path;
    }
    merge->path = paths;
    free(read);
    return status;
}

/* The sampling of a problem's times, by a file's best. */
static enum sampling sampling_of(const struct results *results, size_t problem)
{
    const struct best_row *best = results_best(results, problem);
    return best ? best->best.result.sampling : SAMPLING_OPEN;
}

/* Counts a problem whose parts chose different kinds of samples, and names the first. */
static void note_samplings(struct merge *merge, size_t problem)
{
    size_t first = SIZE_MAX;
    for (size_t f = 0; f < merge->files; f++) {
        const enum sampling sampling = sampling_of(&merge->file[f].results, problem);
        if (first == SIZE_MAX && sampling)
            first = f;
        else if (sampling && sampling != sampling_of(&merge->file[first].results, problem)) {
            if (!merge->mixed++)
                merge->mixing = (struct mixing){problem, {merge->path[first], merge->path[f]}};
            return;
        }
    }
}

/* Checks that all can be joined. */
static enum status check_files(struct merge *merge, struct fault *fault)
{
    const struct results *first = &merge->file->results;
    for (size_t f = 0; f < merge->files; f++)
        if (identity_joins(*merge->path, first, merge->path[f], &merge->file[f].results, fault) != OK)
            return INVALID;
    for (size_t p = 0; p < first->problem_count; p++)
        note_samplings(merge, p);
    return OK;
}

static bool has_part(const struct results *results, uint64_t number)
{
    return results->parts ? results_part(results, number) != NULL : results->context.shard.part == number;
}

/* Whether two files have a part in common. */
static bool share_part(const struct results *a, const struct results *b)
{
    for (size_t i = 0; i < a->parts; i++)
        if (has_part(b, a->part[i].part))
            return true;
    return !a->parts && has_part(b, a->context.shard.part);
}

/* ---- rows ---- */

/* The chosen lines, found by their names. */
struct table {
    size_t *file, *slot; /* the file of each; numbers of lines, counted from 1 */
    size_t mask;
};

static uint64_t hash_of(const struct row_line *line)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a: Fowler, Noll, Vo 1991 */
    for (size_t i = 0; i < line->name_length; i++)
        hash = (hash ^ (unsigned char)line->name[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

/* The slot of the line of that name, or a free one. */
static size_t *find_slot(const struct merge *merge, const struct table *table, const struct row_line *line)
{
    size_t at = hash_of(line) & table->mask;
    for (; table->slot[at]; at = (at + 1) & table->mask) {
        const struct row_line *there = &merge->line[table->slot[at] - 1];
        if (there->name_length == line->name_length && !memcmp(there->name, line->name, line->name_length))
            break;
    }
    return &table->slot[at];
}

/* A row in two files of one part. */
static void count_double(struct merge *merge, size_t one, size_t other, const struct row_line *a,
                         const struct row_line *b)
{
    if (!share_part(&merge->file[one].results, &merge->file[other].results))
        return;
    const bool same = a->length == b->length && !memcmp(a->text, b->text, a->length);
    merge->same += same;
    merge->differing += !same;
    if (*merge->doubled)
        return;
    merge->doubled[0] = merge->path[one];
    merge->doubled[1] = merge->path[other];
}

static void take_line(struct merge *merge, struct table *table, size_t file, const struct row_line *line)
{
    size_t *slot = find_slot(merge, table, line);
    const bool is_there = *slot;
    if (!is_there)
        *slot = ++merge->lines;
    struct row_line *there = &merge->line[*slot - 1];
    if (is_there)
        count_double(merge, table->file[*slot - 1], file, there, line);
    if (is_there && (there->timed || !line->timed))
        return;
    *there = *line;
    table->file[*slot - 1] = file;
}

static void take_lines(struct merge *merge)
{
    size_t all = 0;
    for (size_t f = 0; f < merge->files; f++)
        all += merge->file[f].lines;
    struct table table = {.mask = 15};
    while (table.mask < 2 * all)
        table.mask = 2 * table.mask + 1;
    table.slot = allocate((table.mask + 1) * sizeof *table.slot);
    table.file = allocate((all + 1) * sizeof *table.file);
    merge->line = allocate((all + 1) * sizeof *merge->line);
    for (size_t f = 0; f < merge->files; f++)
        for (size_t i = 0; i < merge->file[f].lines; i++)
            take_line(merge, &table, f, &merge->file[f].line[i]);
    free(table.slot);
    free(table.file);
}

/* ---- the best ---- */

/* Whether an earlier file has the same parts. */
static bool is_double(const struct merge *merge, size_t file)
{
    for (size_t f = 0; f < file; f++)
        if (share_part(&merge->file[f].results, &merge->file[file].results))
            return true;
    return false;
}

/* The number of valid configurations, summed over the present parts: each counts the default. Measurements of ceilings
 * are not divided. 0: unknown. */
static uint64_t count_allowed(const struct merge *merge, size_t problem)
{
    const bool is_divided = strcmp(merge->file->results.problems[problem].suite, RESOURCE_SUITE);
    uint64_t sum = 0, files = 0;
    for (size_t f = 0; f < merge->files; f++) {
        const struct best_row *best = results_best(&merge->file[f].results, problem);
        if (!best || is_double(merge, f))
            continue;
        if (!best->best.allowed || !is_divided)
            return best->best.allowed;
        sum += best->best.allowed;
        files++;
    }
    return files ? sum - (files - 1) : 0;
}

static uint64_t count_measured(const struct merge *merge, size_t problem)
{
    uint64_t count = 0;
    for (size_t i = 0; i < merge->lines; i++)
        count += merge->line[i].problem == problem && !merge->line[i].reference && !merge->line[i].whole;
    return count;
}

static const struct best *best_of(const struct merge *merge, size_t file, size_t problem)
{
    const struct best_row *row = results_best(&merge->file[file].results, problem);
    return row ? &row->best : NULL;
}

/* A part that is not whole may have chosen by another time: the first whole one decides. */
static bool is_candidate(const struct merge *merge, size_t file, size_t problem, const size_t *before, size_t count)
{
    const struct best *best = best_of(merge, file, problem);
    bool is_new = best != NULL;
    for (size_t i = 0; i < count && is_new; i++) {
        const struct best *other = best_of(merge, before[i], problem);
        is_new = best->objective == other->objective && !result_same(&best->result, &other->result);
    }
    return is_new;
}

size_t merge_candidates(const struct merge *merge, size_t problem, size_t *file, size_t most)
{
    size_t count = 0;
    for (size_t f = 0; f < merge->files; f++) {
        if (!is_candidate(merge, f, problem, file, count))
            continue;
        const double aim = best_aim(best_of(merge, f, problem));
        size_t at = count;
        while (at && aim < best_aim(best_of(merge, file[at - 1], problem)))
            at--;
        if (at == most)
            continue;
        count += count < most;
        memmove(&file[at + 1], &file[at], (count - 1 - at) * sizeof *file);
        file[at] = f;
    }
    return count;
}

/* Records the spread of the parts' times of one configuration, the default. */
static void note_spread(struct merge *merge, size_t problem)
{
    double least = INFINITY, most = 0;
    for (size_t f = 0; f < merge->files; f++) {
        const struct best *best = best_of(merge, f, problem);
        if (!best || !(best->default_ns > 0))
            continue;
        least = fmin(least, best->default_ns);
        most = fmax(most, best->default_ns);
    }
    if (most / least - 1 > merge->spread) {
        merge->spread = most / least - 1;
        merge->spread_problem = problem;
    }
}

void merge_choose(struct merge *merge, size_t problem, size_t file)
{
    struct results *merged = &merge->merged;
    struct best best = *best_of(merge, file, problem);
    size_t at = 0;
    best.measured = count_measured(merge, problem);
    best.allowed = count_allowed(merge, problem);
    best.left = 0;
    while (at < merged->best_count && merged->best[at].problem != problem)
        at++;
    merged->best = grow(merged->best, merged->best_count, &merged->best_capacity, sizeof *merged->best);
    merged->best_count += at == merged->best_count;
    merged->best[at] = (struct best_row){problem, best};
}

static void choose_bests(struct merge *merge)
{
    for (size_t p = 0; p < merge->file->results.problem_count; p++) {
        size_t file[2];
        const size_t candidates = merge_candidates(merge, p, file, 2);
        merge->rivals += candidates > 1;
        note_spread(merge, p);
        if (candidates)
            merge_choose(merge, p, *file);
    }
}

/* ---- context ---- */

static void add_part(struct results *merged, const struct merged_part *part)
{
    if (!results_part(merged, part->part))
        results_add_part(merged, part);
}

static void add_parts(struct results *merged, const struct lined *file)
{
    const struct run_context *context = &file->results.context;
    struct merged_part part = {.part = context->shard.part,
                               .wall_seconds = context->wall_seconds,
                               .rows = file->lines,
                               .interrupted = context->interrupted};
    for (size_t i = 0; i < file->results.parts; i++)
        add_part(merged, &file->results.part[i]);
    if (file->results.parts)
        return;
    snprintf(part.host, sizeof part.host, "%s", context->host);
    snprintf(part.date, sizeof part.date, "%s", context->date);
    snprintf(part.uuid, sizeof part.uuid, "%s", context->device.uuid);
    for (; part.devices < context->device_count; part.devices++)
        memcpy(part.device[part.devices], context->devices[part.devices].uuid, sizeof *part.device);
    add_part(merged, &part);
}

/* Joins values of all: the highest of each ceiling; the sum of the times of all parts. */
static void join_context(struct run_context *to, const struct run_context *from)
{
    to->wall_seconds += from->wall_seconds;
    to->compiled += from->compiled;
    to->cached += from->cached;
    for (enum phase phase = 0; phase < PHASES; phase++)
        to->seconds[phase] += from->seconds[phase];
    for (enum resource r = 0; r < RESOURCES; r++)
        if (from->ceilings.rate[r] > 0 && !(to->ceilings.rate[r] >= from->ceilings.rate[r]))
            to->ceilings.rate[r] = from->ceilings.rate[r];
    if (strcmp(to->device.uuid, from->device.uuid) || from->device_count)
        *to->device.uuid = '\0';
}

/* Merged results cannot be resumed like a run of one device. */
static void join_identity(struct run_identity *to, const struct run_identity *from)
{
    *to = (struct run_identity){.count = 0};
    for (size_t i = 0; i < from->count; i++)
        if (strcmp(from->part[i].name, "device") && strcmp(from->part[i].name, "shard"))
            to->part[to->count++] = from->part[i];
}

static void join_contexts(struct merge *merge)
{
    struct results *merged = &merge->merged;
    const struct results *first = &merge->file->results;
    merged->context = first->context;
    if (merged->context.device_count)
        *merged->context.device.uuid = '\0';
    merged->context.device_count = 0; /* each part has its own */
    merged->context.shard.part = 0;
    merged->context.secret = 0;
    join_identity(&merged->identity, &first->identity);
    for (size_t f = 0; f < merge->files; f++) {
        add_parts(merged, &merge->file[f]);
        if (f && !is_double(merge, f))
            join_context(&merged->context, &merge->file[f].results.context);
    }
    FREED char *lack = results_missing(merged);
    merged->context.interrupted = *lack;
}

enum status merge_load(struct merge *merge, const char *const *path, size_t count, struct fault *fault)
{
    *merge = (struct merge){.files = count};
    enum status status = load_files(merge, path, fault);
    if (status == OK)
        status = check_files(merge, fault);
    if (status != OK)
        return status;
    take_lines(merge);
    choose_bests(merge);
    join_contexts(merge);
    return OK;
}

void merge_free(struct merge *merge)
{
    for (size_t f = 0; f < merge->files; f++)
        lined_free(&merge->file[f]);
    free(merge->file);
    free(merge->path);
    free(merge->line);
    results_free(&merge->merged);
    *merge = (struct merge){.files = 0};
}

/* ---- saving ---- */

/* A number that replaces the one after a key of a line. */
struct other_number {
    const char *key;
    size_t number;
};

/* Writes a line with replaced numbers, in the order of their positions. */
static void write_line(FILE *file, const struct row_line *line, const struct other_number *other, size_t count)
{
    const char *from = line->text, *end = line->text + line->length;
    for (size_t i = 0; i < count; i++) {
        const char *at = memmem(from, (size_t)(end - from), other[i].key, strlen(other[i].key));
        if (!at)
            continue;
        at += strlen(other[i].key);
        fwrite(from, 1, (size_t)(at - from), file);
        fprintf(file, "%zu", other[i].number);
        from = at + strspn(at, "0123456789");
    }
    fwrite(from, 1, (size_t)(end - from), file);
}

/* Google Benchmark's numbers of benches, and of rows in each, as results_write assigns them. */
static void write_lines(FILE *file, const struct merge *merge, bool timed)
{
    const struct results *of = &merge->file->results;
    FREED size_t *family = allocate(of->families.count * sizeof *family),
                 *instances = allocate(of->families.count * sizeof *instances);
    size_t count = 0, families = 0;
    for (size_t i = 0; i < merge->lines; i++) {
        const struct row_line *line = &merge->line[i];
        const size_t bench = of->problems[line->problem].family;
        if (line->timed != timed)
            continue;
        if (timed && !instances[bench])
            family[bench] = families++;
        const struct other_number other[] = {{"\"family_index\": ", family[bench]},
                                             {"\"per_family_instance_index\": ", instances[bench]},
                                             {"\"row\": ", i}};
        fputs(count++ ? ",\n" : "\n", file);
        write_line(file, line, timed ? other : other + 2, timed ? 3 : 1);
        instances[bench] += timed;
    }
}

enum status merge_save(const struct merge *merge, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    FILE *file = memory_stream(&text, &length);
    struct results whole = merge->merged;
    whole.problems = merge->file->results.problems;
    whole.problem_count = merge->file->results.problem_count;
    results_write_head(file, &whole);
    write_lines(file, merge, true);
    fputs(BETWEEN_ROWS, file);
    write_lines(file, merge, false);
    results_write_best(file, &whole);
    return fclose(file) ? fail(fault, INVALID, "%s: cannot write: out of memory", path)
                        : file_save(path, text, length, fault);
}
