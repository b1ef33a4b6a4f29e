#include "reports/table.h"

#include "reports/format.h"
#include "reports/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 100, INDENT = 4 };

/* A bench at one size: the rows' counts by status, and its best if there is one. */
struct group {
    const struct result *like;
    const struct best *best;
    uint64_t rows[STATUS_COUNT];
};

struct groups {
    struct group *group;
    size_t count;
};

/* Escape sequences, or nothing. */
struct colors {
    const char *bold, *good, *bad, *plain;
};

static bool same_bench(const struct result *a, const struct result *b)
{
    return !strcmp(a->bench, b->bench) && !strcmp(a->suite, b->suite);
}

/* The group of a row. A new one goes behind those of its bench with smaller sizes. */
static struct group *groups_of(struct groups *groups, const struct result *row)
{
    size_t at = groups->count;
    for (size_t i = 0; i < groups->count; i++) {
        const struct result *like = groups->group[i].like;
        if (!same_bench(like, row))
            continue;
        if (like->size == row->size)
            return &groups->group[i];
        if (like->size > row->size) {
            at = i;
            break;
        }
        at = i + 1;
    }
    struct group *group = &groups->group[at];
    memmove(group + 1, group, (groups->count++ - at) * sizeof *group);
    *group = (struct group){.like = row};
    return group;
}

static struct groups groups_make(const struct results *results)
{
    struct groups groups = {.group = reports_allocate(results->count + results->best_count, sizeof *groups.group)};
    for (size_t i = 0; i < results->count; i++)
        groups_of(&groups, &results->rows[i])->rows[results->rows[i].status]++;
    for (size_t i = 0; i < results->best_count; i++)
        groups_of(&groups, &results->best[i].result)->best = &results->best[i];
    return groups;
}

static uint64_t tried(const struct group *group)
{
    uint64_t sum = 0;
    for (int status = 0; status < STATUS_COUNT; status++)
        sum += group->rows[status];
    return sum;
}

static bool has_best(const struct group *group)
{
    return group->best && group->best->result.status == OK;
}

/* A bench that the device cannot run has no line in the table, only one below it. */
static bool in_table(const struct group *group, const char *suite)
{
    return !strcmp(group->like->suite, suite) && (has_best(group) || tried(group) > group->rows[UNSUPPORTED]);
}

/* ---- the table of one suite ---- */

enum column { BENCH, SIZE, TIME, RATE, GAIN, TIED, SHARE, COLUMNS };

struct line {
    struct text cell[COLUMNS];
};

static const struct line head = {
    {{"bench"}, {"size"}, {"median time"}, {"GB/s"}, {"vs default"}, {"tied"}, {"tried"}}};

static struct line line_of(const struct group *group)
{
    struct line line = {.cell[SIZE] = format_size(group->like->size)};
    snprintf(line.cell[BENCH].text, sizeof line.cell[BENCH].text, "%s", group->like->bench);
    if (!has_best(group))
        return line;
    const struct best *best = group->best;
    line.cell[TIME] = format_time(&best->result);
    if (best->result.bytes > 0)
        line.cell[RATE] = format_digits(best->result.bytes / best->result.median_ns, 4);
    snprintf(line.cell[GAIN].text, sizeof line.cell[GAIN].text, "failed");
    if (best->default_ns > 0)
        snprintf(line.cell[GAIN].text, sizeof line.cell[GAIN].text, "%.40sx",
                 format_digits(best->default_ns / best->result.median_ns, 3).text);
    snprintf(line.cell[TIED].text, sizeof line.cell[TIED].text, "%zu", best->tied);
    snprintf(line.cell[SHARE].text, sizeof line.cell[SHARE].text, "%" PRIu64 " of %" PRIu64, best->measured,
             best->allowed);
    return line;
}

static void widen(int width[COLUMNS], const struct line *line)
{
    for (int column = 0; column < COLUMNS; column++)
        if (width[column] < (int)strlen(line->cell[column].text))
            width[column] = (int)strlen(line->cell[column].text);
}

static void print_cells(FILE *file, const struct line *line, const int width[COLUMNS], int end)
{
    fprintf(file, "%-*s", width[BENCH], line->cell[BENCH].text);
    for (int column = BENCH + 1; column < end; column++)
        fprintf(file, "  %*s", width[column], line->cell[column].text);
}

/* BLOCK_SIZE 256  LOAD striped, wrapped between parameters. */
static void print_config(FILE *file, const struct config_words *config)
{
    int at = 0;
    for (size_t i = 0; i < config->count; i++) {
        int length = (int)(strlen(config->parameter[i].name) + strlen(config->parameter[i].word)) + 1;
        if (at && at + 2 + length > PAGE) {
            fputc('\n', file);
            at = 0;
        }
        at += fprintf(file, "%*s%s %s", at ? 2 : INDENT, "", config->parameter[i].name, config->parameter[i].word);
    }
    if (at)
        fputc('\n', file);
}

static void print_without_best(FILE *file, const struct group *group, const struct colors *colors)
{
    if (group->rows[OK])
        fprintf(file, "  %sno best was chosen%s (%" PRIu64 " measured)\n", colors->bad, colors->plain, group->rows[OK]);
    else
        fprintf(file, "  %sno correct configuration%s (%" PRIu64 " tried)\n", colors->bad, colors->plain, tried(group));
}

static void print_suite(FILE *file, const struct results *results, const struct groups *groups, const char *suite,
                        const struct colors *colors)
{
    const struct compute_device *device = &results->context.device;
    int width[COLUMNS] = {0};
    const struct best *any = NULL;
    widen(width, &head);
    for (size_t i = 0; i < groups->count; i++)
        if (in_table(&groups->group[i], suite)) {
            struct line line = line_of(&groups->group[i]);
            widen(width, &line);
            any = has_best(&groups->group[i]) ? groups->group[i].best : any;
        }
    /* What stands behind a comma is for the results file. */
    fprintf(file, "%s%s on %s%s (%s%s%.*s)%s\n\n", colors->bold, suite, device->name, colors->plain, device->backend,
            *device->driver ? ", driver " : "", (int)strcspn(device->driver, ","), device->driver,
            any ? any->result.cold ? ", caches cold" : ", caches warm" : "");
    print_cells(file, &head, width, COLUMNS);
    fputc('\n', file);
    for (size_t i = 0; i < groups->count; i++) {
        const struct group *group = &groups->group[i];
        if (!in_table(group, suite))
            continue;
        struct line line = line_of(group);
        print_cells(file, &line, width, has_best(group) ? COLUMNS : TIME);
        if (!has_best(group)) {
            print_without_best(file, group, colors);
            continue;
        }
        fprintf(file, "\n%s", colors->good);
        print_config(file, &group->best->result.config);
        fputs(colors->plain, file);
    }
    fputc('\n', file);
}

/* ---- what stands below ---- */

/* The first line of a reason; the rest is in the results file. */
static void print_reason(FILE *file, const char *reason)
{
    size_t length = strcspn(reason, "\n");
    fprintf(file, "%.*s%s\n", (int)length, reason, reason[length] && reason[length + 1] ? " ..." : "");
}

static void print_unsupported(FILE *file, const struct results *results, const struct colors *colors)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct result *row = &results->rows[i];
        bool seen = row->status != UNSUPPORTED;
        for (size_t before = 0; before < i && !seen; before++)
            seen = results->rows[before].status == UNSUPPORTED && same_bench(&results->rows[before], row);
        if (seen)
            continue;
        fprintf(file, "%sunsupported%s %s/%s: ", colors->bold, colors->plain, row->suite, row->bench);
        print_reason(file, row->reason);
    }
}

static void print_failures(FILE *file, const struct results *results, const uint64_t rows[STATUS_COUNT],
                           const struct colors *colors)
{
    for (enum status status = INVALID; status < STATUS_COUNT; status++) {
        const struct result *first = results->rows;
        if (!rows[status])
            continue;
        while (first->status != status)
            first++;
        fprintf(file, "%s%" PRIu64 " %s%s%s", colors->bad, rows[status], status_word(status), colors->plain,
                rows[status] > 1 ? ", the first: " : ": ");
        print_reason(file, first->reason);
    }
}

static void print_summary(FILE *file, const struct results *results, const uint64_t rows[STATUS_COUNT],
                          const struct colors *colors)
{
    uint64_t failed = 0;
    for (enum status status = INVALID; status < STATUS_COUNT; status++)
        failed += rows[status];
    fprintf(file, "%" PRIu64 " configuration%s measured", rows[OK], rows[OK] == 1 ? "" : "s");
    if (failed)
        fprintf(file, ", %" PRIu64 " failed", failed);
    fprintf(file, ", in %s s.\n", format_digits(results->context.wall_seconds, 3).text);
    if (results->context.interrupted)
        fprintf(file, "%sInterrupted: this is what was done until then.%s\n", colors->bad, colors->plain);
}

void table_print(FILE *file, const struct results *results, bool color)
{
    struct colors colors =
        color ? (struct colors){"\033[1m", "\033[32m", "\033[31m", "\033[0m"} : (struct colors){"", "", "", ""};
    struct groups groups = groups_make(results);
    uint64_t rows[STATUS_COUNT] = {0};
    for (size_t i = 0; i < groups.count; i++) {
        const char *suite = groups.group[i].like->suite;
        bool printed = false, any = in_table(&groups.group[i], suite);
        for (size_t before = 0; before < i; before++)
            printed |= in_table(&groups.group[before], suite);
        if (any && !printed)
            print_suite(file, results, &groups, suite, &colors);
        for (int status = 0; status < STATUS_COUNT; status++)
            rows[status] += groups.group[i].rows[status];
    }
    print_unsupported(file, results, &colors);
    print_failures(file, results, rows, &colors);
    print_summary(file, results, rows, &colors);
    free(groups.group);
}
