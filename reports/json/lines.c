#include "reports/json/lines.h"

#include "base/gzip.h"
#include "base/text.h"
#include "reports/json/journal.h"
#include "reports/json/parse.h"
#include "reports/json/recorded_row.h"
#include "reports/json/results_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name_key[] = "{\"name\": \"";

/* The position of a text, from another position on; NULL: none before the end. */
static const char *find(const char *from, const char *end, const char *text)
{
    return from ? memmem(from, (size_t)(end - from), text, strlen(text)) : NULL;
}

/* The number after a key of a line. Quotes within strings are escaped. */
static bool read_number(const struct row_line *line, const char *key, size_t *number)
{
    const char *at = find(line->text, line->text + line->length, key);
    if (!at || at[strlen(key)] < '0' || at[strlen(key)] > '9')
        return false;
    *number = strtoull(at + strlen(key), NULL, 10);
    return true;
}

static bool read_line(struct row_line *line, size_t problems)
{
    const char *end = line->text + line->length;
    if (strncmp(line->text, name_key, sizeof name_key - 1) || end[-1] != '}')
        return false;
    line->name = line->text + sizeof name_key - 1;
    const char *name_end = find(line->name, end, "\", \"");
    if (!name_end || !read_number(line, ", \"row\": ", &line->row) ||
        !read_number(line, ", \"problem\": ", &line->problem) || line->problem >= problems)
        return false;
    line->name_length = (size_t)(name_end - line->name);
    line->reference = find(line->text, end, ", \"reference\": true");
    line->whole = !line->timed && find(line->text, end, ", \"config\": {}");
    return true;
}

/* The lines of one array, between two positions. */
static bool read_lines(struct lined *lined, const char *from, const char *end, bool timed, size_t *capacity)
{
    while (from < end) {
        const char *line_end = memchr(from + 1, '\n', (size_t)(end - from - 1));
        line_end = line_end ? line_end : end;
        struct row_line line = {.text = from + 1, .length = (size_t)(line_end - from - 1), .timed = timed};
        from = line_end;
        line.length -= line.length && line_end < end && line.text[line.length - 1] == ',';
        if (!line.length || !read_line(&line, lined->results.problem_count))
            return false;
        lined->line = grow(lined->line, lined->lines, capacity, sizeof *lined->line);
        lined->line[lined->lines++] = line;
    }
    return true;
}

/* Sorts lines by their position in the run; false if these are not a permutation. */
static bool order_lines(struct lined *lined)
{
    struct row_line *ordered = allocate((lined->lines + 1) * sizeof *ordered);
    bool each = true;
    for (size_t i = 0; i < lined->lines && each; i++) {
        const size_t at = lined->line[i].row;
        each = at < lined->lines && !ordered[at].text;
        if (each)
            ordered[at] = lined->line[i];
    }
    free(lined->line);
    lined->line = ordered;
    return each;
}

/* Everything but the rows, by the reader of results files. */
static bool read_rest(struct lined *lined, const char *rows, const char *behind, const char *path)
{
    FREED char *text = text_make("%.*s%s%s", (int)(rows - lined->text), lined->text, BETWEEN_ROWS, behind);
    struct fault none = {0};
    json_error_t error;
    json_auto_t *root = json_parse(text, strlen(text), JSON_REJECT_DUPLICATES, &error);
    return root && results_read(root, &lined->results, &(struct place){.file = path, .fault = &none}) == OK;
}

/* Whether a text has the form of results_write; reads it. */
static bool read_text(struct lined *lined, size_t length, const char *path)
{
    const char *end = lined->text + length;
    const char *timed = find(lined->text, end, BEFORE_ROWS), *failed = find(timed, end, BETWEEN_ROWS),
               *behind = find(failed, end, BEHIND_ROWS);
    size_t capacity = 0;
    if (!behind)
        return false;
    timed += strlen(BEFORE_ROWS);
    return read_rest(lined, timed, behind, path) && read_lines(lined, timed, failed, true, &capacity) &&
           read_lines(lined, failed + strlen(BETWEEN_ROWS), behind, false, &capacity) && order_lines(lined);
}

/* The same for any results file. */
static enum status load_all(struct lined *lined, const char *path, struct fault *fault)
{
    struct results results;
    size_t length;
    if (results_load(&results, path, fault) != OK)
        return INVALID;
    FILE *file = memory_stream(&lined->text, &length);
    results_write(file, &results);
    fclose(file);
    results_free(&results);
    return read_text(lined, length, path) ? OK : fail(fault, INVALID, "%s: two of its rows have one place", path);
}

enum status lined_load(struct lined *lined, const char *path, struct fault *fault)
{
    size_t length;
    json_own_memory();
    *lined = (struct lined){.lines = 0};
    if (gzip_read(path, &lined->text, &length, fault) != OK)
        return INVALID;
    enum status status = OK;
    if (journal_is(lined->text) || !read_text(lined, length, path)) {
        lined_free(lined);
        status = load_all(lined, path, fault);
    }
    if (status != OK)
        lined_free(lined);
    return status;
}

void lined_free(struct lined *lined)
{
    results_free(&lined->results);
    free(lined->line);
    free(lined->text);
    *lined = (struct lined){.lines = 0};
}
