#include "reports/table/suite.h"

#include "base/memory.h"
#include "base/text.h"
#include "reports/doubt.h"
#include "reports/format.h"
#include "reports/table/compared.h"
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
    bool units; /* rates have units of their own: they are not all bytes */
};

/* The next group of the table behind `group`, or the first; NULL behind the last. */
static const struct group *next(const struct view *view, const struct group *group)
{
    const struct group *end = view->groups->group + view->groups->count;
    for (group = group ? group + 1 : view->groups->group; group < end; group++)
        if (group_in_table(group, view->suite))
            return group;
    return NULL;
}

/* Of the time that stands beside it. */
static struct text rate(const struct result *row, double ns, bool units)
{
    const char *unit;
    const double per_second = result_rate(row, ns, &unit);
    if (!*unit)
        return (struct text){""};
    return units || strcmp(unit, "B") ? format_rate(per_second, unit) : format_digits(per_second / 1e9, 4);
}

/* "1.31x": how many times as fast; "" if the other time is not known. */
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

enum column { BENCH, SIZE, TIME, RATE, LIMIT, REFERENCE, GAIN, TIED, SHARE };

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
    line.cell[TIME] = time_by(&best->result, best->objective);
    line.cell[RATE] = rate(&best->result, best_time(best), view->units);
    if (best_fraction(best) > 0)
        line.cell[LIMIT] = format_percent(best_fraction(best));
    line.cell[REFERENCE] = gain(best->reference_ns, best_time(best));
    if (!best->allowed) { /* a journal's, whose run did not come to its end, or another program's */
        line.cell[SHARE] = format_text("%" PRIu64, best->measured);
        return line;
    }
    line.cell[GAIN] = best->default_ns > 0 ? gain(best->default_ns, best_time(best)) : (struct text){"failed"};
    line.cell[TIED] = format_text("%zu", best->tied);
    line.cell[SHARE] = best->measured == best->allowed && best->allowed > 1
                           ? format_text("all %" PRIu64, best->allowed)
                           : format_text("%" PRIu64 " of %" PRIu64, best->measured, best->allowed);
    return line;
}

/* A figure; an error with what it had to be. */
static struct text figure_of(const struct named_problem *problem, const struct result *row, size_t i)
{
    char most[MAX_NUMBER];
    if (problem->error != i + 1)
        return format_digits(row->figure[i], 3);
    number_word(problem->max_error, most);
    return problem->max_error > 0 ? format_text("%s of at most %s", format_bound(row->figure[i]).text, most)
                                  : format_bound(row->figure[i]);
}

/* work_efficiency 0.363, l2_error 3.71e-07 of at most 1e-06, wrapped between figures. */
static void print_figures(FILE *file, const struct page *page, const struct named_problem *problem,
                          const struct result *row)
{
    int at = 0;
    for (size_t i = 0; i < problem->figures.count && i < MAX_FIGURES; i++) {
        if (!isfinite(row->figure[i]))
            continue;
        struct text value = figure_of(problem, row, i);
        int length = (int)(strlen(problem->figures.text[i]) + strlen(value.text)) + 1;
        if (at && at + 3 + length > page->columns) { /* with a comma before it, and one behind it */
            fputs(",\n", file);
            at = 0;
        }
        at += fprintf(file, "%*s%s %s", at ? 0 : TABLE_INDENT, at ? ", " : "", problem->figures.text[i], value.text);
    }
    if (at)
        fputc('\n', file);
}

/* Where both are known, the host's part and the device's. */
static void print_parts(FILE *file, const struct result *row)
{
    double overlap = result_overlap(row);
    if (isfinite(overlap))
        fprintf(file, "%*shost %s, device %s, %s of the shorter hidden\n", TABLE_INDENT, "",
                format_ns(row->host_ns).text, format_ns(row->device_ns).text, format_percent(overlap).text);
}

/* One iteration by itself, or one more in a stream, where it is not the time that the table has, nor about the same. */
static void print_alone(FILE *file, const struct best *best)
{
    const struct result *row = &best->result;
    const double same_ns = fmax(0.02 * row->median_ns, format_half_width(row));
    if (!(row->alone_ns > 0) || fabs(row->alone_ns - row->median_ns) <= same_ns)
        return;
    if (best->objective == OBJECTIVE_ALONE)
        fprintf(file, "%*s%s in a stream\n", TABLE_INDENT, "", format_time(row).text);
    else
        fprintf(file, "%*s%s by itself\n", TABLE_INDENT, "", format_ns(row->alone_ns).text);
}

/* What the best has the least of, if that is no time. */
static void print_chosen(FILE *file, const struct group *group)
{
    const struct result *row = &group->best->result;
    if (group->best->objective != OBJECTIVE_VALUE)
        return;
    text_print(file, "%*s%s %s", TABLE_INDENT, "", group->problem->objective, format_digits(row->value, 3).text);
    if (row->energy_j > 0 && isfinite(row->energy_ci95_j[0]))
        fprintf(file, " J an iteration, %s to %s", format_digits(row->energy_ci95_j[0], 3).text,
                format_digits(row->energy_ci95_j[1], 3).text);
    fputs(", the least\n", file);
}

static bool device_alone(const struct result *row)
{
    return row->device_ns > 0 && !isfinite(result_overlap(row));
}

/* What is left to gain, where that is above 0.0 %, and of how many that was the best where that is all that is said of
 * it; not on a CPU, whose caches are in no model. Below 1 % of it the limit is not what binds, and says nothing. */
static void print_distance(FILE *file, const struct group *group, const struct compute_device *device,
                           const char *doubt)
{
    const struct best *best = group->best;
    const double share = best_fraction(best);
    const char *between = "";
    fprintf(file, "%*s", TABLE_INDENT, "");
    if (device_alone(&best->result)) {
        fprintf(file, "%s, of which %s on the device", format_ns(best->result.median_ns).text,
                format_ns(best->result.device_ns).text);
        between = "; ";
    }
    if (share >= 0.01) {
        fprintf(file, "%s%s of %s", between, format_percent(share).text, resource_word(best->result.limit.resource));
        if (share < 0.9995 && !device->is_cpu && best->objective != OBJECTIVE_VALUE)
            fprintf(file, ": at most %s to gain", format_percent(1 - share).text);
        fprintf(file, "%s%s", *doubt ? ", " : "", doubt);
        between = "; ";
    }
    if (best->reference_ns > 0)
        fprintf(file, "%s%s %s", between, gain(best->reference_ns, best_time(best)).text,
                problem_reference(group->problem, best->reference));
    fputc('\n', file);
}

/* How far it is from what might be. */
static void print_gain_left(FILE *file, const struct group *group, const struct compute_device *device)
{
    const struct best *best = group->best;
    const struct doubt_text doubt = doubt_text(best, device);
    const bool short_one = doubt_limit(best, device) < 1 && !strchr(doubt.text, ':');
    if (device_alone(&best->result) || best_fraction(best) >= 0.01 || best->reference_ns > 0)
        print_distance(file, group, device, short_one ? doubt.text : "");
    if (*doubt.text && !short_one)
        fprintf(file, "%*s%s\n", TABLE_INDENT, "", doubt.text);
}

/* What was measured without being searched for; of many, the first. */
static void print_measured(FILE *file, const struct view *view, const struct group *group)
{
    enum { MOST = 20 };
    size_t printed = 0;
    const struct row *row = results_first(view->results, group->number);
    for (; row && printed < MOST; row = results_next(view->results, row)) {
        if (row->result.reference || row->result.status != OK)
            continue;
        fprintf(file, "%*s%s\n", TABLE_INDENT, "", format_time(&row->result).text);
        print_config(file, view->page, group->problem, &row->result);
        printed++;
    }
}

static void print_without_best(FILE *file, const struct view *view, const struct group *group)
{
    const struct named_problem *problem = group->problem;
    const struct page *page = view->page;
    char most[MAX_NUMBER];
    number_word(problem->max_error, most);
    if (group->rows[OK] && problem->max_error > 0)
        fprintf(file, "  %sno configuration has %s <= %s%s (%" PRIu64 " measured)\n", page->bad,
                problem->figures.text[problem->error - 1], most, page->plain, group->rows[OK]);
    else if (group->rows[OK] && problem->required)
        text_print(file, "  %sno configuration has %s%s (%" PRIu64 " measured)\n", page->bad, problem->required,
                   page->plain, group->rows[OK]);
    else if (group->rows[OK]) {
        fprintf(file, "  no best was chosen (%" PRIu64 " measured)\n", group->rows[OK]);
        print_measured(file, view, group);
    } else
        fprintf(file, "  %sno correct configuration%s (%" PRIu64 " tried)\n", page->bad, page->plain,
                group_tried(group));
}

/* Which columns are not there, so that the others fit. */
static void print_left_out(FILE *file, unsigned taken, const struct grid_line *title)
{
    const char *between = "left out, as the page is narrow: ";
    for (int column = 0; column < GRID_COLUMNS; column++)
        if (taken >> column & 1) {
            fprintf(file, "%s%s%s%s", between, over.cell[column].text, *over.cell[column].text ? " " : "",
                    title->cell[column].text);
            between = ", ";
        }
    fputs(taken ? "\n" : "", file);
}

static void print_bests(FILE *file, const struct view *view)
{
    /* What stands below a line, too, goes after what says least. */
    static const int least[] = {TIED, SHARE, REFERENCE, LIMIT, RATE, GAIN};
    const struct compute_device *device = &view->results->context.device;
    int width[GRID_COLUMNS] = {0};
    struct grid_line title = head;
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
        struct grid_line line = line_of(view, group);
        grid_print(file, &line, width, 1 << BENCH);
        if (!group_has_best(group)) {
            print_without_best(file, view, group);
            continue;
        }
        const struct best *best = group->best;
        fprintf(file, "\n%s", view->page->good);
        print_config(file, view->page, group->problem, &best->result);
        fputs(view->page->plain, file);
        print_parts(file, &best->result);
        print_alone(file, best);
        print_chosen(file, group);
        print_gain_left(file, group, device);
        print_figures(file, view->page, group->problem, &best->result);
    }
    print_left_out(file, taken, &title);
    fputc('\n', file);
}

/* ---- the references ---- */

enum reference_column { REFERENCE_BENCH, REFERENCE_SIZE, REFERENCE_NAME, REFERENCE_TIME, REFERENCE_RATE, OURS };

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
    if (!(ns > 0)) /* it was timed in a stream only */
        return line;
    line.cell[REFERENCE_TIME] = time_by(row, objective);
    line.cell[REFERENCE_RATE] = rate(row, ns, units);
    if (group_has_best(group))
        line.cell[OURS] = gain(ns, best_time(group->best));
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

/* What describes the inputs, as options that a run could be given: a line for each kind that there is. Benches may have
 * other settings, which one run can be given. */
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
    print_device(file, &results->context.device, any ? &any->result : NULL, page->plain);
    print_inputs(file, &view, print_plain);
    fputc('\n', file);
    print_bests(file, &view);
    print_references(file, &view);
}

/* ---- Markdown ---- */

/* The bench, the size, and the best configuration, or that there is none. */
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
    for (int c = TIME; c < GRID_COLUMNS; c++)
        if (width[c])
            fprintf(file, " %s%s%s |", over.cell[c].text, *over.cell[c].text ? " " : "",
                    c == RATE && view.units ? "rate" : head.cell[c].text);
    fputs("\n|---|---:|---|", file);
    for (int c = TIME; c < GRID_COLUMNS; c++)
        fputs(width[c] ? "---:|" : "", file);
    fputc('\n', file);
    for (const struct group *group = NULL; (group = next(&view, group));) {
        const struct grid_line line = line_of(&view, group);
        print_markdown_names(file, group);
        for (int c = TIME; c < GRID_COLUMNS; c++)
            if (width[c])
                fprintf(file, " %s |", line.cell[c].text);
        fputc('\n', file);
    }
    fputc('\n', file);
}
