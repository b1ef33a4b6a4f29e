#include "reports/plot/plot.h"

#include "base/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A column for each form, after n and the volume. */
static const struct {
    const char *name, *suite, *bench;
} columns[] = {{"direct", "coulomb", "volume"},
               {"large_bins", "cutoff", "large_bins"},
               {"small_bins", "cutoff", "small_bins"},
               {"compact_bins", "cutoff", "compact_bins"},
               {"cpu", "cutoff", "cpu"}};
enum { COLUMNS = sizeof columns / sizeof *columns, BLANKS = 2 /* n, and the volume */, MOST_SIDE = 1 << 20 };

bool curve_table_named(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".txt");
}

/* The words of a line, up to `most`; further ones are counted. */
static size_t split(char *line, char **word, size_t most)
{
    size_t count = 0;
    char *rest = line;
    for (char *next; (next = strtok_r(rest, " \t\r", &rest)); count++)
        if (count < most)
            word[count] = next;
    return count;
}

static bool is_head(char *const *word, size_t count)
{
    bool same = count == COLUMNS + BLANKS && !strcmp(word[0], "n");
    for (size_t c = 0; c < COLUMNS && same; c++)
        same = !strcmp(word[c + BLANKS], columns[c].name);
    return same;
}

/* Adds a row of the table; false if it is not valid. A dash is no time. */
static bool add_row(struct results *results, char *const *word, size_t count)
{
    char *end;
    const unsigned long side = strtoul(word[0], &end, 10);
    if (count != COLUMNS + BLANKS || *end || side < 1 || side > MOST_SIDE)
        return false;
    for (size_t c = 0; c < COLUMNS; c++) {
        const char *text = word[c + BLANKS];
        struct result result = result_of(0, 0);
        result.median_ns = strtod(text, &end) * 1e3;
        if (!strcmp(text, "-"))
            continue;
        if (end == text || *end || !(result.median_ns > 0) || !isfinite(result.median_ns))
            return false;
        result.ci95_ns[0] = result.ci95_ns[1] = NAN;
        results_add(results, results_add_problem(results, columns[c].suite, columns[c].bench, side, 0), &result, "");
    }
    return true;
}

enum status curve_table_load(struct results *results, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length, number = 0;
    bool headed = false, good = true;
    *results = (struct results){0};
    if (file_read(path, &text, &length, fault) != OK)
        return fault->status;
    for (char *line, *rest = text; good && (line = strsep(&rest, "\n"));) {
        char *word[COLUMNS + BLANKS];
        const size_t count = split(line, word, COLUMNS + BLANKS);
        number++;
        if (headed && count)
            good = add_row(results, word, count);
        headed = headed || (count && is_head(word, count));
    }
    if (headed && good && results->count)
        return OK;
    results_free(results);
    if (!headed)
        return fail(fault, INVALID, "%s: no table of ci/curves: no line of it begins with n and names its columns",
                    path);
    return fail(fault, INVALID, "%s:%zu: expected a number of points and %d times in microseconds, or - for none", path,
                number, COLUMNS);
}
