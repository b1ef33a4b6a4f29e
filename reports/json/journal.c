#include "reports/json/journal.h"

#include "base/descriptor.h"
#include "base/file.h"
#include "reports/json/context.h"
#include "reports/json/identity.h"
#include "reports/json/parse.h"
#include "reports/json/problem.h"
#include "reports/json/row.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char schema[] = "gpubench/journal/1";
#define NO_JOURNAL "%s: its first line is no \"%s\""
static const char opening[] = "{\"schema\": \"gpubench/journal/";

struct journal {
    int file;
    size_t rows;
    size_t waiting; /* lines not yet in the file, concatenated: */
    char *text;
    size_t size, capacity;
    off_t length; /* of the file's complete lines */
    char *kept;   /* the earlier file; or NULL */
    bool resumed;
    char path[];
};

void journal_path(const char *results, char *path, size_t size)
{
    snprintf(path, size, "%s.journal", results);
}

enum { TRIES = 40 };
static const struct timespec between_tries = {.tv_nsec = 50000000};

/* Opens a regular file only, without blocking; -1 on failure. */
static int open_regular(const char *path, struct fault *fault)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    const char *why = file >= 0        ? NULL
                      : errno == ELOOP ? "it is a link"
                      : errno == ENXIO ? "not a regular file"
                                       : strerror(errno);
    struct stat found;
    if (file >= 0 && (fstat(file, &found) || !S_ISREG(found.st_mode)))
        why = "not a regular file";
    if (!why)
        return file;
    if (file >= 0)
        close(file);
    fail(fault, INVALID, "%s: cannot write: %s; name another file with --out", path, why);
    return -1;
}

/* Whether the file still has that name: the previous owner may have removed it since it was opened. */
static bool is_at(int file, const char *path, off_t *length)
{
    struct stat opened, named;
    if (fstat(file, &opened) || lstat(path, &named))
        return false;
    *length = opened.st_size;
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* False if another run has the lock: it is tried for two seconds, since a worker starting in a killed run may keep it
 * for a moment. On file systems without locks it succeeds. */
static bool take_lock(int file)
{
    for (int i = 0; flock(file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK; i++) {
        if (i == TRIES)
            return false;
        nanosleep(&between_tries, NULL);
    }
    return true;
}

enum status journal_go_on(struct journal *journal, struct fault *fault)
{
    if (!ftruncate(journal->file, journal->length))
        return OK;
    return fail(fault, INVALID, "%s: cannot write: %s", journal->path, strerror(errno));
}

/* Finds the last complete line of the earlier file. If there is none, its text must be a part of the first line. */
static enum status resume_at(struct journal *journal, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    if (file_read(journal->path, &text, &length, fault) != OK)
        return INVALID;
    for (const char *line = text, *end; (end = memchr(line, '\n', (size_t)(text + length - line))); line = end + 1)
        journal->rows++;
    const char *last = memrchr(text, '\n', length);
    journal->length = last ? last + 1 - text : 0;
    journal->rows -= journal->rows > 0; /* the first line is no row */
    journal->resumed = journal->length > 0;
    const size_t opened = length < sizeof opening - 1 ? length : sizeof opening - 1;
    if (journal->resumed)
        return OK;
    return !memcmp(text, opening, opened) ? journal_go_on(journal, fault)
                                          : fail(fault, INVALID, NO_JOURNAL, journal->path, schema);
}

struct journal *journal_open(const char *path, bool resume, struct fault *fault)
{
    char *kept = NULL;
    json_own_memory();
    if (file_folders(path, fault) != OK)
        return NULL;
    for (int file; (file = open_regular(path, fault)) >= 0; close(file)) {
        off_t length;
        if (!take_lock(file)) {
            fail(fault, INVALID, "%s: another run writes there; wait for it, or name another file with --out", path);
            close(file);
            break;
        }
        if (!is_at(file, path, &length))
            continue;
        if (!length || resume) {
            struct journal *journal = allocate(sizeof *journal + strlen(path) + 1);
            *journal = (struct journal){.file = file, .kept = kept};
            strcpy(journal->path, path);
            if (!length || resume_at(journal, fault) == OK)
                return journal;
            journal_close(journal, false);
            return NULL;
        }
        free(kept);
        kept = file_keep(path, fault);
        if (kept && unlink(path))
            fail(fault, INVALID, "%s: cannot write: %s", path, strerror(errno));
        if (fault->status != OK) {
            close(file);
            break;
        }
    }
    free(kept);
    return NULL;
}

const char *journal_kept(const struct journal *journal)
{
    return journal->kept;
}

bool journal_resumed(const struct journal *journal)
{
    return journal->resumed;
}

/* Takes ownership of the line, of `size` bytes. */
static void keep_waiting(struct journal *journal, char *line, size_t size)
{
    if (journal->size + size > journal->capacity) {
        journal->capacity = 2 * (journal->size + size);
        journal->text = resize(journal->text, journal->capacity);
    }
    memcpy(journal->text + journal->size, line, size);
    free(line);
    journal->size += size;
    journal->waiting++;
}

/* Writes as many of the waiting lines as there is room for; the others wait. */
static enum status write_waiting(struct journal *journal, struct fault *fault)
{
    char *from = journal->text, *const end = from + journal->size;
    int error = 0;
    while (from < end && !error) {
        const size_t size = (size_t)((char *)memchr(from, '\n', (size_t)(end - from)) + 1 - from);
        if (!descriptor_write(journal->file, from, size)) {
            error = errno;
            break;
        }
        from += size;
        journal->length += (off_t)size;
        journal->waiting--;
    }
    journal->size = (size_t)(end - from);
    if (from > journal->text)
        memmove(journal->text, from, journal->size);
    if (error && ftruncate(journal->file, journal->length)) /* a partial line would corrupt the next */
        error = errno;
    if (!error)
        return OK;
    return fail(fault, INVALID, "%s: cannot write: %s", journal->path, strerror(error));
}

/* Takes ownership of the object. Only the first line that has to wait is a failure. */
static enum status add_line(struct journal *journal, json_t *object, struct fault *fault)
{
    const size_t waited = journal->waiting;
    char *line = json_dumps(object, JSON_REAL_PRECISION(17));
    json_decref(object);
    size_t length = strlen(line);
    line[length] = '\n'; /* replaces the zero byte */
    keep_waiting(journal, line, length + 1);
    struct fault again = {0};
    return write_waiting(journal, waited ? &again : fault) == OK || waited ? OK : INVALID;
}

enum status journal_begin(struct journal *journal, const struct results *results, struct fault *fault)
{
    if (!journal || journal->resumed)
        return OK;
    json_t *first = json_pack("{s:s}", "schema", schema);
    identity_write(first, &results->identity);
    json_object_set_new(first, "context", context_json(results));
    json_object_set_new(first, "problems", problems_json(results));
    return add_line(journal, first, fault);
}

enum status journal_add(struct journal *journal, const struct results *results, const struct row *row,
                        struct fault *fault)
{
    if (!journal)
        return OK;
    return add_line(journal, row_json(results, row, journal->rows++), fault);
}

size_t journal_waiting(const struct journal *journal)
{
    return journal->waiting;
}

void journal_close(struct journal *journal, bool remove)
{
    if (!journal)
        return;
    if (remove) /* while it is locked, so that it is our file */
        unlink(journal->path);
    close(journal->file);
    free(journal->text);
    free(journal->kept);
    free(journal);
}

/* ---- reading ---- */

bool journal_is(const char *text)
{
    return !strncmp(text, opening, sizeof opening - 1);
}

static enum status read_first(const json_t *root, struct results *results, const struct place *file)
{
    const char *named = json_string_value(json_object_get(root, "schema"));
    if (!named || strcmp(named, schema))
        return fail(file->fault, INVALID, NO_JOURNAL, file->file, schema);
    if (context_read(root, results, file) != OK || identity_read(root, &results->identity, file) != OK)
        return INVALID;
    results->context.interrupted = true;
    results->context.wall_seconds = 0; /* the time since then is unknown */
    return problems_read(root, results, file);
}

/* A finalist has two rows: the last one stays, in the place of the first. */
static void keep_last(struct results *results)
{
    FREED_BY(texts_free) struct texts seen = {0};
    const size_t count = results->count;
    results->count = 0;
    for (size_t r = 0; r < count; r++) {
        const struct row row = results->rows[r];
        const struct row_key key = row_key(row.problem, &row.result);
        const size_t first = texts_find(&seen, key.text);
        const size_t at = first == SIZE_MAX ? results->count++ : first;
        if (first == SIZE_MAX)
            texts_add(&seen, key.text);
        else
            free(results->rows[at].reason);
        results->rows[at] = row;
    }
    results_link(results);
}

/* Whether a row may be the best, and is faster than the present one, or has a smaller value. */
static bool is_best(const struct named_problem *problem, const struct result *row, const struct best *best)
{
    const enum objective objective = best->objective;
    return !row->reference && row_timed(row) && !row->dropped && row_acceptable(problem, row) &&
           isfinite(result_aim(row, objective)) &&
           (best->result.median_ns <= 0 || result_aim(row, objective) < result_aim(&best->result, objective));
}

static void choose_bests(struct results *results)
{
    keep_last(results);
    for (size_t p = 0; p < results->problem_count; p++) {
        FREED struct best *best = allocate(sizeof *best);
        best->objective = OBJECTIVE_STREAM;
        for (const struct row *row = results_first(results, p); row; row = results_next(results, row))
            if (results->problems[p].objective && isfinite(row->result.value))
                best->objective = OBJECTIVE_VALUE;
        for (const struct row *row = results_first(results, p); row; row = results_next(results, row)) {
            if (row->result.reference || row->result.index == NO_CONFIGURATION)
                continue;
            best->measured++;
            if (is_best(&results->problems[p], &row->result, best))
                best->result = row->result;
        }
        if (best->result.median_ns > 0)
            results_add_best(results, p, best);
    }
}

enum status journal_read(struct results *results, const char *path, const char *text, size_t length,
                         struct fault *fault)
{
    enum status status = OK;
    const char *const behind = text + length, *end;
    for (size_t number = 1; status == OK && (end = memchr(text, '\n', (size_t)(behind - text)));
         text = end + 1, number++) {
        struct place place = {.file = path, .fault = fault};
        json_error_t error;
        json_auto_t *object = json_parse(text, (size_t)(end - text), JSON_REJECT_DUPLICATES, &error);
        snprintf(place.object, sizeof place.object, "line %zu", number);
        if (!object)
            status = fail(fault, INVALID, "%s: line %zu is damaged", path, number);
        else if (number == 1)
            status = read_first(object, results, &(struct place){.file = path, .fault = fault});
        else
            status = row_read(object, results, &place);
    }
    if (status == OK && !results->problem_count)
        status = fail(fault, INVALID, NO_JOURNAL, path, schema);
    if (status == OK)
        choose_bests(results);
    return status;
}

enum status journal_load(struct results *results, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    json_own_memory();
    *results = (struct results){0};
    if (file_read(path, &text, &length, fault) == OK && journal_read(results, path, text, length, fault) == OK)
        return OK;
    results_free(results);
    return INVALID;
}
