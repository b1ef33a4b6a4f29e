/* gpubench list SUITE without --long: one line per bench. */
#include "cli/verbs/list.h"

#include "base/text.h"
#include "cli/terminal.h"
#include "compute/typical.h"
#include "reports/table/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum column { BENCH, COUNTS }; /* one per backend, or one for a run */

/* The least and the largest count in a cell; empty without counts. */
struct range {
    struct counted least, most;
    bool any, unknown;
};

static void range_add(struct range *range, const struct target *target, const struct compute_device *device)
{
    struct counted counted;
    if (!list_count(target, device, &counted)) {
        range->unknown = true;
        return;
    }
    if (!range->any || counted.count < range->least.count)
        range->least = counted;
    if (!range->any || counted.count > range->most.count)
        range->most = counted;
    range->any = true;
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
static bool count_typical(struct grid_line *line, const struct suite *suite, const struct bench *bench)
{
    const struct target target = {.problem = problem_of(suite, bench, bench->size.classes[MEDIUM], 0)};
    bool known = true;
    for (size_t i = 0; compute_listed(i) && COUNTS + i < GRID_COLUMNS; i++) {
        const struct compute_device device = compute_typical(compute_listed(i));
        struct range range = {.any = false};
        if (!bench_missing(bench, &device))
            range_add(&range, &target, &device);
        line->cell[COUNTS + i] = range_text(&range);
        known = known && !range.unknown;
    }
    return known;
}

/* Counts on the device of a run, at its sizes. */
static bool count_planned(struct grid_line *line, const struct bench *bench, const struct planned *run)
{
    struct range range = {.any = false};
    for (size_t t = 0; t < run->targets.count && !bench_missing(bench, &run->device); t++)
        if (run->targets.target[t].problem.bench == bench)
            range_add(&range, &run->targets.target[t], &run->device);
    line->cell[COUNTS] = range_text(&range);
    return !range.unknown;
}

static bool make_line(struct grid_line *line, const struct suite *suite, const struct bench *bench,
                      const struct planned *run)
{
    *line = (struct grid_line){.cell = {[BENCH] = format_text("%s", bench->name)}};
    return run ? count_planned(line, bench, run) : count_typical(line, suite, bench);
}

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

bool list_print_brief(const struct suite *suite, const struct planned *run)
{
    const struct grid_line head = make_head(run);
    int width[GRID_COLUMNS] = {0}, at = 0;
    struct screen screen;
    size_t benches = 0, b;
    bool known = true;
    while (suite->benches[benches])
        benches++;
    FREED struct grid_line *lines = allocate((benches + 1) * sizeof *lines);
    for (b = 0; b < benches; b++)
        if (list_has(run, suite->benches[b])) {
            known = make_line(&lines[b], suite, suite->benches[b], run) && known;
            grid_fit(width, &lines[b]);
        }
    screen_open(&screen);
    fprintf(screen.file, "%s: %s\n", suite->name, suite->summary);
    print_options(screen.file, suite);
    grid_print_head(screen.file, &head, width, 1 << BENCH);
    for (int column = 0; column < GRID_COLUMNS; column++)
        at += width[column] ? width[column] + 2 : 0;
    for (b = 0; b < benches; b++)
        if (list_has(run, suite->benches[b])) {
            grid_print(screen.file, &lines[b], width, 1 << BENCH);
            print_summary(screen.file, suite->benches[b]->summary, at);
        }
    print_end(screen.file, suite, run);
    screen_close(&screen);
    return known;
}
