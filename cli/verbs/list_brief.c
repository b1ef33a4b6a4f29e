/* gpubench list SUITE without --long: one line per bench, or of many for those whose names begin alike. */
#include "cli/verbs/list.h"

#include "base/text.h"
#include "cli/terminal.h"
#include "compute/typical.h"
#include "reports/table/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum column { BENCH, COUNTS }; /* one per backend, or one for a run */
enum { SCREEN_LINES = 24 };

/* The least and the largest count in a cell; empty without counts. */
struct range {
    struct counted least, most;
    bool any, unknown;
};

/* A bench, or several whose names have the same first word. */
struct line {
    const struct bench *bench; /* the first */
    size_t benches;            /* 0: another line has it */
    struct range range[GRID_COLUMNS];
};

static void range_join(struct range *range, const struct range *other)
{
    range->unknown |= other->unknown;
    if (!other->any)
        return;
    if (!range->any || other->least.count < range->least.count)
        range->least = other->least;
    if (!range->any || other->most.count > range->most.count)
        range->most = other->most;
    range->any = true;
}

static void range_add(struct range *range, const struct target *target, const struct compute_device *device)
{
    struct counted counted;
    const bool known = list_count(target, device, &counted);
    range_join(range, &(struct range){.least = counted, .most = counted, .any = known, .unknown = !known});
}

/* "1827", "<=1827", "12 to 1827"; "-" if the bench cannot run. */
static struct text range_text(const struct range *range)
{
    if (range->unknown)
        return (struct text){"?"};
    if (!range->any)
        return (struct text){"-"};
    const char *most = range->most.at_most ? "<=" : "";
    if (range->least.count == range->most.count)
        return format_text("%s%" PRIu64, most, range->most.count);
    return format_text("%" PRIu64 " to %s%" PRIu64, range->least.count, most, range->most.count);
}

/* Counts on a typical GPU, for each backend. */
static void count_typical(struct line *line, const struct suite *suite)
{
    const struct bench *bench = line->bench;
    const struct target target = {.problem = problem_of(suite, bench, bench->size.classes[MEDIUM], 0)};
    for (size_t i = 0; compute_listed(i) && COUNTS + i < GRID_COLUMNS; i++) {
        const struct compute_device device = compute_typical(compute_listed(i));
        if (!bench_missing(bench, &device))
            range_add(&line->range[COUNTS + i], &target, &device);
    }
}

/* Counts on the device of a run, at its sizes. */
static void count_planned(struct line *line, const struct planned *run)
{
    for (size_t t = 0; t < run->targets.count && !bench_missing(line->bench, &run->device); t++)
        if (run->targets.target[t].problem.bench == line->bench)
            range_add(&line->range[COUNTS], &run->targets.target[t], &run->device);
}

/* The lines of a suite's benches, which the caller frees. */
static struct line *make_lines(size_t *count, const struct suite *suite, const struct planned *run)
{
    size_t benches = 0;
    while (suite->benches[benches])
        benches++;
    struct line *lines = allocate((benches + 1) * sizeof *lines);
    *count = 0;
    for (size_t b = 0; b < benches; b++) {
        struct line *line = &lines[*count];
        if (!list_has(run, suite->benches[b]))
            continue;
        *line = (struct line){.bench = suite->benches[b], .benches = 1};
        if (run)
            count_planned(line, run);
        else
            count_typical(line, suite);
        ++*count;
    }
    return lines;
}

/* ---- benches in one line ---- */

static size_t first_word(const struct bench *bench)
{
    return strcspn(bench->name, "_");
}

static bool begin_alike(const struct bench *a, const struct bench *b)
{
    const size_t length = first_word(a);
    return length == first_word(b) && !strncmp(a->name, b->name, length);
}

static size_t count_alike(const struct line *lines, size_t count, const struct bench *bench)
{
    size_t alike = 0;
    for (size_t i = 0; i < count; i++)
        alike += begin_alike(lines[i].bench, bench);
    return alike;
}

static void join_alike(struct line *lines, size_t count, size_t first)
{
    for (size_t i = first + 1; i < count; i++) {
        if (!begin_alike(lines[i].bench, lines[first].bench))
            continue;
        lines[first].benches++;
        lines[i].benches = 0;
        for (size_t r = 0; r < GRID_COLUMNS; r++)
            range_join(&lines[first].range[r], &lines[i].range[r]);
    }
}

/* Puts benches into one line until at most `room` lines are left: the fewest whose names begin alike if they are
 * enough, else the most. */
static void shorten(struct line *lines, size_t count, size_t room)
{
    for (size_t left = count; left > room;) {
        const size_t enough = left - room + 1;
        size_t chosen = 1, at = 0;
        for (size_t i = 0; i < count; i++) {
            const size_t alike = lines[i].benches == 1 ? count_alike(lines, count, lines[i].bench) : 0;
            if (chosen < enough ? alike > chosen : alike >= enough && alike < chosen) {
                chosen = alike;
                at = i;
            }
        }
        if (chosen == 1)
            return;
        join_alike(lines, count, at);
        left -= chosen - 1;
    }
}

/* "p2m"; of several "shared_*", or "rsqrt*" if one of them has no other word. */
static struct text line_name(const struct line *lines, size_t count, const struct line *line)
{
    const char *name = line->bench->name;
    const int length = (int)first_word(line->bench);
    bool bare = false;
    if (line->benches == 1)
        return format_text("%s", name);
    for (size_t i = 0; i < count; i++)
        bare |= begin_alike(lines[i].bench, line->bench) && !lines[i].bench->name[length];
    return format_text("%.*s%s*", length, name, bare ? "" : "_");
}

/* What benches in one line are called: allocated. */
static char *line_summary(const struct line *lines, size_t count, const struct line *line)
{
    char *text = NULL;
    size_t size;
    const size_t length = first_word(line->bench);
    if (line->benches == 1)
        return allocate_text(
            format_text("%s%s", line->bench->by_name ? "by --bench alone: " : "", line->bench->summary).text);
    FILE *file = memory_stream(&text, &size);
    fprintf(file, "%zu:", line->benches);
    const char *between = " ";
    for (size_t i = 0; i < count; i++) {
        const char *name = lines[i].bench->name;
        if (!begin_alike(lines[i].bench, line->bench))
            continue;
        fprintf(file, "%s%s", between, name[length] ? name + length + 1 : name);
        between = ", ";
    }
    fclose(file);
    return text;
}

static struct grid_line make_cells(const struct line *lines, size_t count, const struct line *line,
                                   const struct grid_line *head)
{
    struct grid_line cells = {.cell = {[BENCH] = line_name(lines, count, line)}};
    for (size_t i = COUNTS; i < GRID_COLUMNS && *head->cell[i].text; i++)
        cells.cell[i] = range_text(&line->range[i]);
    return cells;
}

/* ---- the page ---- */

/* Prints a bench's description from column `at` on, after two blanks, cut at the end of the page. */
static void print_summary(FILE *file, const char *summary, int at)
{
    const int room = list_columns() - at;
    int length = (int)strlen(summary);
    if (length <= room) {
        fprintf(file, "  %s\n", summary);
        return;
    }
    for (length = room - 4; length > 0 && summary[length] != ' ';)
        length--;
    if (length > 0)
        fprintf(file, "  %.*s ...\n", length, summary);
    else
        fputs("  ...\n", file);
}

static void print_options(FILE *file, const struct suite *suite)
{
    const struct page page = {.columns = list_columns()};
    int at = 0;
    for (size_t i = 0; i < suite_settings(suite); i++) {
        char name[80];
        snprintf(name, sizeof name, "--%s", suite->settings[i].name);
        at = print_word(file, &page, at, at ? "," : "options of its own:", name);
    }
    if (suite->structure)
        at = print_word(file, &page, at, at ? "," : "options of its own:", "--input");
    if (suite->structure == STRUCTURE_TYPES)
        at = print_word(file, &page, at, ",", "--elements");
    if (at)
        fputc('\n', file);
}

static struct grid_line make_head(const struct planned *run)
{
    struct grid_line head = {.cell = {[BENCH] = {"bench"}, [COUNTS] = {"allowed"}}};
    for (size_t i = 0; !run && compute_listed(i) && COUNTS + i < GRID_COLUMNS; i++)
        head.cell[COUNTS + i] = format_text("%s", compute_listed(i));
    return head;
}

static void print_end(FILE *file, const struct suite *suite, const struct planned *run)
{
    if (run)
        text_print(file, "\nallowed: configurations that a run may try on %s (%s %d)\n", run->device.name,
                   run->device.backend, run->device.index);
    else
        fputs("\nbelow a backend: configurations allowed on a typical GPU, at medium size\n", file);
    fprintf(file, "`gpubench list %s --long`: parameters, values, constraints, sizes\n", suite->name);
}

/* Prints what a suite is, and returns how many lines of a screen that takes. */
static size_t print_suite(FILE *file, const struct suite *suite)
{
    FREED char *text = NULL;
    size_t size, lines = 0;
    FILE *stream = memory_stream(&text, &size);
    fprintf(stream, "%s: %s\n", suite->name, suite->summary);
    print_options(stream, suite);
    fclose(stream);
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        lines += 1 + strcspn(at, "\n") / ((size_t)list_columns() + 1);
    fputs(text, file);
    return lines;
}

bool list_print_brief(const struct suite *suite, const struct planned *run)
{
    enum { AROUND = 4 }; /* lines: before and after the benches */
    const struct grid_line head = make_head(run);
    int width[GRID_COLUMNS] = {0}, at = 0;
    struct screen screen;
    size_t count;
    bool known = true;
    FREED struct line *lines = make_lines(&count, suite, run);
    FREED struct grid_line *cells = allocate((count + 1) * sizeof *cells);
    screen_open(&screen);
    const size_t used = AROUND + print_suite(screen.file, suite);
    if (terminal_columns(STDOUT_FILENO))
        shorten(lines, count, used < SCREEN_LINES ? SCREEN_LINES - used : 1);
    for (size_t i = 0; i < count; i++) {
        cells[i] = make_cells(lines, count, &lines[i], &head);
        for (size_t r = 0; r < GRID_COLUMNS; r++)
            known = known && !lines[i].range[r].unknown;
        if (lines[i].benches)
            grid_fit(width, &cells[i]);
    }
    grid_print_head(screen.file, &head, width, 1 << BENCH);
    for (size_t column = 0; column < GRID_COLUMNS && width[column]; column++)
        at += width[column] + 2;
    for (size_t i = 0; i < count; i++)
        if (lines[i].benches) {
            FREED char *summary = line_summary(lines, count, &lines[i]);
            grid_print(screen.file, &cells[i], width, 1 << BENCH);
            print_summary(screen.file, summary, at);
        }
    print_end(screen.file, suite, run);
    screen_close(&screen);
    return known;
}
