#include "reports/table/suite.h"

#include "base/memory.h"
#include "base/text.h"
#include "reports/format.h"
#include "reports/parts.h"
#include "reports/table/compared.h"
#include "reports/table/notes.h"
#include "reports/table/sign.h"
#include "reports/table/words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What is printed, and how. */
struct view {
    const struct results *results;
    const struct groups *groups;
    const char *suite;
    const struct page *page;
    bool units; /* rates have units of their own: not all are of bytes */
};

/* The next group of the table after `group`, or the first; NULL after the last. */
static const struct group *next(const struct view *view, const struct group *group)
{
    const struct group *end = view->groups->group + view->groups->count;
    for (group = group ? group + 1 : view->groups->group; group < end; group++)
        if (group_in_table(group, view->suite))
            return group;
    return NULL;
}

/* For the time beside it. */
static struct text rate(const struct result *row, double ns, bool units)
{
    const char *unit;
    const double per_second = result_rate(row, ns, &unit);
    if (!*unit)
        return (struct text){""};
    return units || strcmp(unit, "B") ? format_rate(per_second, unit) : format_digits(per_second / 1e9, 4);
}

/* "1.31x": the ratio of speeds; "" if the other time is unknown. */
static struct text gain(double other_ns, double ns)
{
    return other_ns > 0 ? format_ratio(other_ns / ns) : (struct text){""};
}

/* The interval is the median's. */
static struct text time_by(const struct result *row, enum objective objective)
{
    return objective != OBJECTIVE_ALONE ? format_time(row) : format_ns(result_time(row, objective));
}

/* ---- the bests ---- */

enum column { BENCH, SIZE, TIME, RATE, LIMIT, REFERENCE, GAIN, TIED, SHARE, SIGN };

static const struct grid_line over = {.cell = {[LIMIT] = {"of"}, [REFERENCE] = {"vs"}, [GAIN] = {"vs"}}};
static const struct grid_line head = {
    {{"bench"}, {"size"}, {"median time"}, {"GB/s"}, {"limit"}, {"reference"}, {"default"}, {"tied"}, {"tried"}}};

static struct grid_line line_of(const struct view *view, const struct group *group)
{
    struct grid_line line = {
        .cell = {[BENCH] = format_text("%s", group->problem->bench), [SIZE] = format_size(group->problem->size)}};
    if (!group_has_best(group))
        return line;
    const struct best *best = group->best;
    line.cell[SIGN] = signs_text(signs_of(best, &view->results->context.device));
    line.cell[TIME] = time_by(&best->result, best->objective);
    line.cell[RATE] = rate(&best->result, best_time(best), view->units);
    if (best_fraction(best) > 0)
        line.cell[LIMIT] = format_percent(best_fraction(best));
    line.cell[REFERENCE] = gain(best->reference_ns, best_time(best));
    if (!best->allowed) { /* of a journal, whose run was stopped, or of another program */
        line.cell[SHARE] = format_text("%" PRIu64, best->measured);
        return line;
    }
    line.cell[GAIN] = best->default_ns > 0    ? gain(best->default_ns, best_time(best))
                      : best->default_untimed ? (struct text){"untimed"}
                                              : (struct text){"failed"};
    line.cell[TIED] = format_text("%zu", best->tied);
    line.cell[SHARE] = best->measured == best->allowed && best->allowed > 1
                           ? format_text("all %" PRIu64, best->allowed)
                           : format_text("%" PRIu64 " of %" PRIu64, best->measured, best->allowed);
    return line;
}

/* "vs reference" */
static struct text title_of(int column, const struct grid_line *title)
{
    return format_text("%s%s%s", over.cell[column].text, *over.cell[column].text ? " " : "", title->cell[column].text);
}

/* What is left out: notes below lines, if there are any, and columns, so that the others fit. */
static void print_left_out(FILE *file, const struct page *page, bool notes, unsigned taken,
                           const struct grid_line *title)
{
    const char *between = "left out, as the page is narrow: ", *path = page->path ? page->path : "FILE";
    if (notes)
        text_print(file, "left out: parameters and notes; `gpubench table --long %s` has them\n", path);
    for (int column = 0; column < GRID_COLUMNS; column++)
        if (taken >> column & 1) {
            fprintf(file, "%s%s", between, title_of(column, title).text);
            between = ", ";
        }
    if (taken && notes)
        fputs("; --long has that, too\n", file);
    else if (taken)
        text_print(file, "; `gpubench table --long %s` has that\n", path);
}

/* The cells of such columns, below their line. */
static void print_taken(FILE *file, unsigned taken, const struct grid_line *title, const struct grid_line *line)
{
    const char *between = "    ";
    for (int column = 0; column < GRID_COLUMNS; column++)
        if (taken >> column & 1 && *line->cell[column].text) {
            fprintf(file, "%s%s %s", between, title_of(column, title).text, line->cell[column].text);
            between = ", ";
        }
    fputs(*between == ',' ? "\n" : "", file);
}

/* The notes below a best's line. */
static void print_below(FILE *file, const struct view *view, const struct group *group, const struct page *page)
{
    const struct compute_device *device = &view->results->context.device;
    const struct signs signs = signs_of(group->best, device);
    const char *color = signs_color(signs, page);
    fputs(*color ? color : page->good, file);
    print_config(file, page, group->problem, &group->best->result);
    fputs(page->plain, file);
    notes_print(file, page, group, device);
    if (next(view, next(view, NULL))) /* of one result the line that explains the signs has its reasons */
        signs_print_doubts(file, &signs, page);
}

/* Whether a page that is not brief has more of a result than its line. */
static bool has_more(const struct view *view, const struct group *group)
{
    FREED char *text = NULL;
    size_t length;
    FILE *file = memory_stream(&text, &length);
    if (group_has_best(group))
        print_below(file, view, group, &page_plain);
    return !fclose(file) && (length || (!group_has_best(group) && group->rows[OK]));
}

/* A result; returns its signs. */
static struct signs print_best(FILE *file, const struct view *view, const struct group *group,
                               const int width[GRID_COLUMNS], unsigned taken, const struct grid_line *title)
{
    const struct grid_line line = line_of(view, group);
    if (!group_has_best(group)) {
        grid_print(file, &line, width, 1 << BENCH);
        notes_print_no_best(file, view->page, view->results, group);
        return (struct signs){.slow = false};
    }
    const struct signs signs = signs_of(group->best, &view->results->context.device);
    const char *color = signs_color(signs, view->page);
    fputs(color, file);
    grid_print(file, &line, width, 1 << BENCH);
    fprintf(file, "%s\n", *color ? view->page->plain : "");
    if (!view->page->brief) {
        print_below(file, view, group, view->page);
        print_taken(file, taken, title, &line);
    }
    return signs;
}

static void print_bests(FILE *file, const struct view *view)
{
    /* Columns whose content is also below a line are left out after the least informative ones. */
    static const int least[] = {TIED, SHARE, REFERENCE, LIMIT, RATE, GAIN};
    int width[GRID_COLUMNS] = {0};
    struct grid_line title = head;
    struct signs all = {.slow = false};
    bool more = false;
    if (view->units)
        title.cell[RATE] = (struct text){"rate"};
    for (const struct group *group = NULL; (group = next(view, group));) {
        struct grid_line line = line_of(view, group);
        grid_fit(width, &line);
    }
    grid_fit_head(width, &over);
    grid_fit_head(width, &title);
    const unsigned taken = grid_narrow(width, view->page, least, sizeof least / sizeof *least);
    if (width[GAIN]) {
        grid_print(file, &over, width, 1 << BENCH);
        fputc('\n', file);
    }
    grid_print(file, &title, width, 1 << BENCH);
    fputc('\n', file);
    for (const struct group *group = NULL; (group = next(view, group));) {
        const struct signs signs = print_best(file, view, group, width, taken, &title);
        signs_add(&all, &signs);
        more = more || (view->page->brief && has_more(view, group));
    }
    signs_print(file, &all, view->page);
    if (view->page->brief)
        print_left_out(file, view->page, more, taken, &title);
    fputc('\n', file);
}

/* ---- the references ---- */

enum reference_column {
    REFERENCE_BENCH,
    REFERENCE_SIZE,
    REFERENCE_NAME,
    REFERENCE_TIME,
    REFERENCE_RATE,
    OURS,
    OURS_SLOW
};

static const struct grid_line reference_head = {
    {{"bench"}, {"size"}, {"reference"}, {"median time"}, {"GB/s"}, {"our gain"}}};

static struct grid_line reference_line(const struct group *group, const struct result *row, bool units)
{
    const struct named_problem *problem = group->problem;
    const enum objective objective = group_has_best(group) ? group->best->objective : OBJECTIVE_STREAM;
    const double ns = result_time(row, objective);
    struct grid_line line = {.cell = {[REFERENCE_BENCH] = format_text("%s", problem->bench),
                                      [REFERENCE_SIZE] = format_size(problem->size),
                                      [REFERENCE_NAME] = format_text("%s", problem_reference(problem, row->reference)),
                                      [REFERENCE_TIME] = {"?"}}};
    if (!(ns > 0)) /* it has only a time in a stream */
        return line;
    line.cell[REFERENCE_TIME] = time_by(row, objective);
    line.cell[REFERENCE_RATE] = rate(row, ns, units);
    if (group_has_best(group)) {
        line.cell[OURS] = gain(ns, best_time(group->best));
        line.cell[OURS_SLOW] = signs_text((struct signs){.slow = sign_is_slow(best_time(group->best), ns)});
    }
    return line;
}

/* Fits the columns to the references of one group, or prints them. */
static void each_reference(FILE *file, const struct view *view, const struct group *group, int width[GRID_COLUMNS])
{
    const struct row *row = results_first(view->results, group->number);
    for (; row; row = results_next(view->results, row)) {
        if (!row->result.reference || row->result.status != OK)
            continue;
        struct grid_line line = reference_line(group, &row->result, view->units);
        if (!file) {
            grid_fit(width, &line);
            continue;
        }
        grid_print(file, &line, width, 1 << REFERENCE_BENCH | 1 << REFERENCE_NAME);
        fputc('\n', file);
    }
}

static void print_references(FILE *file, const struct view *view)
{
    int width[GRID_COLUMNS] = {0};
    struct grid_line title = reference_head;
    if (view->units)
        title.cell[REFERENCE_RATE] = (struct text){"rate"};
    for (const struct group *group = NULL; (group = next(view, group));)
        each_reference(NULL, view, group, width);
    if (!width[REFERENCE_BENCH])
        return;
    grid_print_head(file, &title, width, 1 << REFERENCE_BENCH | 1 << REFERENCE_NAME);
    for (const struct group *group = NULL; (group = next(view, group));)
        each_reference(file, view, group, width);
    fputc('\n', file);
}

static void print_plain(FILE *file, const char *text)
{
    text_print(file, "%s", text);
}

static void print_quoted(FILE *file, const char *text)
{
    markdown_code(file, text, "|");
}

static void add_settings(struct named_problem *all, const struct named_problem *problem)
{
    for (size_t i = 0; i < problem->settings; i++) {
        const struct named_setting *setting = &problem->setting[i];
        if (!problem_find_setting(all, setting->name))
            problem_add_setting(all, setting->name, setting->word, setting->number);
    }
}

/* The inputs, as options of a run: one line for each distinct set. Benches may have different settings, which one run
 * can be given. */
static void print_inputs(FILE *file, const struct view *view, void (*print)(FILE *file, const char *options))
{
    FREED bool *printed = allocate((view->groups->count + 1) * sizeof *printed);
    for (const struct group *group = NULL; (group = next(view, group));) {
        struct named_problem all = {.structure = group->problem->structure};
        if (printed[group - view->groups->group])
            continue;
        for (const struct group *other = group; other; other = next(view, other)) {
            bool *of_other = &printed[other - view->groups->group];
            if (*of_other || !inputs_agree(&all, other->problem))
                continue;
            add_settings(&all, other->problem);
            *of_other = true;
        }
        FREED char *options = problem_options(&all);
        all.structure = (struct named_structure){0}; /* the group's */
        problem_free(&all);
        if (*options) {
            fputs("with ", file);
            print(file, options);
            fputc('\n', file);
        }
    }
}

/* The view of a suite, and any best of it. */
static struct view make_view(const struct results *results, const struct groups *groups, const char *suite,
                             const struct page *page, const struct best **any)
{
    struct view view = {results, groups, suite, page, false};
    *any = NULL;
    for (const struct group *group = NULL; (group = next(&view, group));)
        if (group_has_best(group)) {
            const char *unit;
            *any = group->best;
            result_rate(&group->best->result, 1, &unit);
            view.units |= *unit && (strcmp(unit, "B") || !(group->best->result.bytes > 0));
        }
    return view;
}

void suite_table_print(FILE *file, const struct results *results, const struct groups *groups, const char *suite,
                       const struct page *page)
{
    const struct best *any;
    const struct view view = make_view(results, groups, suite, page, &any);
    fprintf(file, "%s%s on ", page->bold, suite);
    print_device(file, &results->context.device, any && !results_imported(results) ? &any->result : NULL, page->plain);
    print_inputs(file, &view, print_plain);
    fputc('\n', file);
    print_bests(file, &view);
    print_references(file, &view);
}

/* ---- Markdown ---- */

/* The bench, the size, and the best configuration, or a note that there is none. */
static void print_markdown_names(FILE *file, const struct group *group)
{
    const struct named_problem *problem = group->problem;
    FREED char *config = NULL;
    size_t length;
    fputs("| ", file);
    markdown_code(file, problem->bench, "\\|");
    fprintf(file, " | %s | ", format_size(problem->size).text);
    if (!group_has_best(group)) {
        fprintf(file, "none is best of %" PRIu64 " tried |", group_tried(group));
        return;
    }
    const struct result *row = &group->best->result;
    FILE *words = memory_stream(&config, &length);
    for (size_t p = 0; p < row_parameters(problem, row); p++)
        fprintf(words, "%s%s %s", p ? ", " : "", problem->parameter[p].name, problem_word(problem, row->index, p));
    if (!fclose(words) && length)
        markdown_code(file, config, "\\|");
    fputs(" |", file);
}

void suite_markdown_print(FILE *file, const struct results *results, const struct groups *groups, const char *suite,
                          const struct page *page)
{
    const struct compute_device *device = &results->context.device;
    const struct best *any;
    const struct view view = make_view(results, groups, suite, page, &any);
    int width[GRID_COLUMNS] = {0};
    for (const struct group *group = NULL; (group = next(&view, group));) {
        const struct grid_line line = line_of(&view, group);
        grid_fit(width, &line);
    }
    fputs("## ", file);
    markdown_code(file, suite, "|");
    fputs(" on ", file);
    markdown_code(file, device->name, "|");
    fputs("\n\n", file);
    print_inputs(file, &view, print_quoted);
    fputs("\n| bench | size | best configuration |", file);
    for (int c = TIME; c < SIGN; c++)
        if (width[c])
            fprintf(file, " %s%s%s |", over.cell[c].text, *over.cell[c].text ? " " : "",
                    c == RATE && view.units ? "rate" : head.cell[c].text);
    fputs("\n|---|---:|---|", file);
    for (int c = TIME; c < SIGN; c++)
        fputs(width[c] ? "---:|" : "", file);
    fputc('\n', file);
    for (const struct group *group = NULL; (group = next(&view, group));) {
        const struct grid_line line = line_of(&view, group);
        print_markdown_names(file, group);
        for (int c = TIME; c < SIGN; c++)
            if (width[c])
                fprintf(file, " %s |", line.cell[c].text);
        fputc('\n', file);
    }
    fputc('\n', file);
}
