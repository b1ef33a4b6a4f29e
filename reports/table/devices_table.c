#include "reports/table/table.h"

#include "base/text.h"
#include "reports/devices/devices.h"
#include "reports/table/words.h"

#include <stdlib.h>
#include <string.h>

enum column { BENCH, SIZE, OF, FIRST, MOST_COLUMNS = GRID_COLUMNS - FIRST };
enum { LEFT = 1 << BENCH | 1 << OF }; /* columns that are left-aligned */

/* What is printed, and the signs that need an explanation. */
struct view {
    const struct devices *devices;
    const char *const *path;
    const struct page *page;
    const struct device_problem *problem, *end; /* those of a suite */
    size_t column[MOST_COLUMNS], columns;       /* the devices with a column */
    bool unchosen, part, early, another, nothing, faster;
};

/* The next suite of the problems, or the first; false after the last. */
static bool next_suite(struct view *view)
{
    const struct device_problem *all = view->devices->problem, *end = all + view->devices->problems;
    view->problem = view->problem ? view->end : all;
    for (view->end = view->problem; view->end < end; view->end++)
        if (strcmp(view->end->entry[0]->problem->suite, view->problem->entry[0]->problem->suite) != 0)
            break;
    return view->problem < end;
}

static void print_suite(FILE *file, const struct view *view, const char *what)
{
    fputs(view->page->bold, file);
    text_print(file, "%s", view->problem->entry[0]->problem->suite);
    fprintf(file, "%s%s\n", view->page->plain, what);
}

/* "6.105 us 30.1 %": the time and the share of the limit, with * if it was not chosen, ? if the entry may not be
 * whole. */
static struct text best_text(struct view *view, const struct device_entry *entry)
{
    const struct text share = format_percent(entry->fraction);
    const bool has_share = entry->fraction > 0;
    view->unchosen |= !entry->chosen;
    view->part |= !entry->whole;
    return format_text("%s%s%s%s%s", format_ns(result_time(entry->best, entry->objective)).text,
                       entry->chosen ? "" : "*", entry->whole ? "" : "?", has_share ? " " : "",
                       has_share ? share.text : "");
}

static struct text cell_of(struct view *view, const struct device_problem *problem, const struct device_choice *choice,
                           size_t device)
{
    const struct device_cell cell = device_cell(problem, choice, device);
    view->early |= cell.left_early;
    view->another |= cell.of_another_file;
    view->unchosen |= cell.kind == CELL_TIME;
    view->faster |= cell.cost < -0.0005;
    view->nothing |= cell.kind == CELL_NOTHING;
    return cell.kind == CELL_BEST ? best_text(view, device_entry(problem, device)) : device_cell_text(&cell);
}

/* ---- side by side ---- */

/* The line of a choice, which may be NULL; the first of a problem has its name. */
static struct grid_line line_of(struct view *view, const struct device_problem *problem,
                                const struct device_choice *choice)
{
    struct grid_line line = {0};
    if (!choice || choice == problem->choice) {
        line.cell[BENCH] = format_text("%.63s", problem->entry[0]->problem->bench);
        line.cell[SIZE] = format_size(problem->entry[0]->problem->size);
    }
    line.cell[OF] = choice ? device_choice_letters(problem, choice) : (struct text){"none"};
    for (size_t c = 0; c < view->columns; c++)
        line.cell[FIRST + c] = cell_of(view, problem, choice, view->column[c]);
    return line;
}

static struct grid_line head_of(const struct view *view)
{
    struct grid_line head = {.cell = {[BENCH] = {"bench"}, [SIZE] = {"size"}, [OF] = {"best"}}};
    for (size_t c = 0; c < view->columns; c++)
        head.cell[FIRST + c] = format_text("on %s", device_letter(view->column[c]).text);
    return head;
}

static bool has_column(const struct view *view, size_t device)
{
    for (size_t c = 0; c < view->columns; c++)
        if (view->column[c] == device)
            return true;
    return false;
}

/* A faster entry of a device that does not count, from another file. */
static void print_faster(FILE *file, const struct view *view, const struct device_problem *problem)
{
    for (size_t c = 0; c < view->columns; c++) {
        const struct device_entry *entry = device_entry(problem, view->column[c]);
        const struct device_entry *faster = entry ? device_faster(problem, entry) : NULL;
        if (faster)
            text_print(file, "%*son %s %s has %s, but %s\n", TABLE_INDENT, "", device_letter(view->column[c]).text,
                       view->path[faster->file], format_ns(result_time(faster->best, entry->objective)).text,
                       faster->whole || !entry->whole ? "is older" : "is not whole");
    }
}

static void print_notes(FILE *file, const struct view *view, const struct device_problem *problem)
{
    if (*problem->differs)
        text_print(file, "%*s%s\n", TABLE_INDENT, "", problem->differs);
    if (problem->unsure)
        fprintf(file, "%*s%sthe files do not say whether the text of the kernel is the same%s\n", TABLE_INDENT, "",
                view->page->bad, view->page->plain);
    print_faster(file, view, problem);
}

static void print_choice(FILE *file, const struct view *view, const struct device_choice *choice)
{
    fputs(view->page->good, file);
    print_config(file, view->page, choice->of->problem, choice->of->best);
    fputs(view->page->plain, file);
}

/* A problem's lines; below a configuration's line its parameters, if its device has a column. */
static void print_problem(FILE *file, struct view *view, const struct device_problem *problem,
                          const int width[GRID_COLUMNS])
{
    const size_t lines = problem->choices ? problem->choices : 1;
    for (size_t c = 0; c < lines; c++) {
        const struct device_choice *choice = problem->choices ? &problem->choice[c] : NULL;
        const struct grid_line line = line_of(view, problem, choice);
        grid_print(file, &line, width, LEFT);
        fputc('\n', file);
        if (!c)
            print_notes(file, view, problem);
        if (choice && has_column(view, choice->of->device))
            print_choice(file, view, choice);
    }
}

/* Whether a problem is of several devices, at least one of which has a column. */
static bool is_shown(const struct view *view, const struct device_problem *problem)
{
    for (size_t c = 0; c < view->columns && problem->devices > 1; c++)
        if (device_entry(problem, view->column[c]))
            return true;
    return false;
}

/* Fits the columns to the shown problems. */
static void fit_problems(struct view *view, int width[GRID_COLUMNS])
{
    const struct grid_line head = head_of(view);
    for (const struct device_problem *problem = view->problem; problem < view->end; problem++)
        for (size_t c = 0; is_shown(view, problem) && (c < problem->choices || !c); c++) {
            const struct grid_line line = line_of(view, problem, problem->choices ? &problem->choice[c] : NULL);
            grid_fit(width, &line);
        }
    grid_fit_head(width, &head);
}

/* Whether a device has a problem of the suite that others have, too. */
static bool shares(const struct view *view, size_t device)
{
    for (const struct device_problem *problem = view->problem; problem < view->end; problem++)
        if (problem->devices > 1 && device_entry(problem, device))
            return true;
    return false;
}

/* Gives columns to devices from a number on, as many as fit the page, at least one. Returns the next device. */
static size_t choose_columns(struct view *view, size_t device)
{
    view->columns = 0;
    for (; device < view->devices->devices && view->columns < MOST_COLUMNS; device++) {
        struct view tried = *view;
        int width[GRID_COLUMNS] = {0};
        if (!shares(view, device))
            continue;
        tried.column[tried.columns++] = device;
        fit_problems(&tried, width);
        if (view->columns && grid_columns(width, (int)(FIRST + tried.columns)) - 2 > view->page->columns)
            break;
        view->column[view->columns++] = device;
    }
    return device;
}

static void print_columns(FILE *file, struct view *view)
{
    int width[GRID_COLUMNS] = {0};
    const struct grid_line head = head_of(view);
    fit_problems(view, width);
    grid_print(file, &head, width, LEFT);
    fputc('\n', file);
    for (const struct device_problem *problem = view->problem; problem < view->end; problem++)
        if (is_shown(view, problem))
            print_problem(file, view, problem, width);
    fputc('\n', file);
}

static void print_together(FILE *file, struct view *view)
{
    for (view->problem = NULL; next_suite(view);)
        for (size_t device = 0, next; device < view->devices->devices; device = next) {
            next = choose_columns(view, device);
            if (!view->columns)
                continue;
            print_suite(file, view, device ? ", on further devices" : "");
            print_columns(file, view);
        }
}

/* For each pair of devices the cost of one's best on the other. */
static void print_costs(FILE *file, const struct devices *devices)
{
    size_t printed = 0;
    for (size_t of = 0; of < devices->devices; of++)
        for (size_t on = 0; on < devices->devices; on++) {
            const struct device_costs costs = device_costs(devices, of, on);
            if (of == on || !costs.both)
                continue;
            fprintf(file, "%s's best on %s: ", device_letter(of).text, device_letter(on).text);
            if (costs.count)
                fprintf(file, "%s in the middle, %s at most; ", device_cost_text(costs.middle).text,
                        device_cost_text(costs.most).text);
            fprintf(file, "measured there: %zu of %zu", costs.count, costs.both);
            if (costs.failed)
                fprintf(file, ", and %zu without a time", costs.failed);
            fputs(".\n", file);
            printed++;
        }
    fputs(printed ? "\n" : "", file);
}

static void print_legend(FILE *file, const struct view *view)
{
    static const char *const words[] = {
        "On a device: the time of its best, and the share of its limit; or how much more",
        "than that the best of another takes there.",
        "-   that configuration was not measured there: nothing is known",
        "'   in another file of that device than its best",
        "~   left after its first samples, as slower than the best",
        "*   nothing was searched there, and no best chosen",
        "?   of a file that is not whole, as is said below",
        "-1 %, below 0: the best in that device's file is not the fastest known there",
    };
    const bool several = view->devices->devices > 1,
               is_printed[] = {several,     several,        view->nothing, view->another,
                               view->early, view->unchosen, view->part,    view->faster};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_printed[i])
            fprintf(file, "%s\n", words[i]);
    fputc('\n', file);
}

/* ---- problems of one device ---- */

static const struct device_choice *only_choice(const struct device_problem *problem)
{
    return problem->choices ? problem->choice : NULL;
}

static struct grid_line single_line(struct view *view, const struct device_problem *problem)
{
    const struct device_entry *entry = problem->entry[0];
    view->column[0] = entry->device;
    view->columns = 1;
    return (struct grid_line){{format_text("%.63s", entry->problem->bench), format_size(entry->problem->size),
                               device_letter(entry->device),
                               cell_of(view, problem, only_choice(problem), entry->device)}};
}

static void print_single_line(FILE *file, struct view *view, const struct device_problem *problem,
                              const int width[GRID_COLUMNS])
{
    const struct device_choice *choice = only_choice(problem);
    const struct grid_line line = single_line(view, problem);
    grid_print(file, &line, width, LEFT);
    fputc('\n', file);
    print_notes(file, view, problem);
    if (choice)
        print_choice(file, view, choice);
}

static void print_single(FILE *file, struct view *view)
{
    static const struct grid_line head = {{{"bench"}, {"size"}, {"on"}, {"time and limit"}}};
    const char *what = view->devices->devices > 1 ? ", what compares with no other device's" : "";
    for (view->problem = NULL; next_suite(view);) {
        int width[GRID_COLUMNS] = {0};
        for (const struct device_problem *problem = view->problem; problem < view->end; problem++)
            if (problem->devices == 1) {
                const struct grid_line line = single_line(view, problem);
                grid_fit(width, &line);
            }
        if (!width[BENCH])
            continue;
        print_suite(file, view, what);
        grid_print_head(file, &head, width, LEFT);
        for (const struct device_problem *problem = view->problem; problem < view->end; problem++)
            if (problem->devices == 1)
                print_single_line(file, view, problem, width);
        fputc('\n', file);
    }
}

/* ---- who measured ---- */

/* An indented list, wrapped between its words. */
struct list {
    FILE *file;
    const struct page *page;
    int at;
};

static void print_item(struct list *list, char *text)
{
    FREED char *printable = text_printable(text, strlen(text));
    list->at = print_word(list->file, list->page, list->at, list->at ? "," : "   ", printable);
    free(text);
}

static void print_file(FILE *file, const struct view *view, size_t number)
{
    const struct devices *devices = view->devices;
    const struct results *results = &devices->results[number];
    const struct run_context *context = &results->context;
    struct list list = {file, view->page, 0};
    FREED char *lack = device_file_missing(results), *hosts = device_file_hosts(results);
    text_print(file, "  %s  %s\n", context->date, view->path[number]);
    print_item(&list, text_make("by %s", hosts));
    print_item(&list, text_make("driver %.*s", (int)strcspn(context->device.driver, ","), context->device.driver));
    print_item(&list, device_file_uuid(results));
    print_item(&list, text_make("gpubench %s of commit %.12s", context->version, context->commit));
    if (results->parts)
        print_item(&list, text_make("%zu parts merged", results->parts));
    print_item(&list, text_make("counts for %zu of %zu problem%s", devices->counted[number], devices->had[number],
                                devices->had[number] == 1 ? "" : "s"));
    fputc('\n', file);
    if (*lack)
        text_print(file, "%*snot whole: %s\n", TABLE_INDENT, "", lack);
}

static void print_name(FILE *file, const struct view *view, size_t device)
{
    fprintf(file, "%s  %s", device_letter(device).text, view->page->bold);
    text_print(file, "%s", view->devices->device[device].device->name);
    fputs(view->page->plain, file);
}

static void print_files(FILE *file, const struct view *view)
{
    const struct devices *devices = view->devices;
    bool older = false;
    fputs("Who measured what when:\n", file);
    for (size_t d = 0; d < devices->devices; d++) {
        const struct device_files *own = &devices->device[d];
        print_name(file, view, d);
        text_print(file, " (%s, %u units, %.1f GiB)\n", own->device->backend, own->device->units,
                   (double)own->device->memory_bytes / (1 << 30));
        for (size_t i = 0; i < own->files; i++) {
            print_file(file, view, own->file[i]);
            older |= devices->counted[own->file[i]] < devices->had[own->file[i]];
        }
    }
    if (older)
        fputs("Of several files of a device with a problem that one counts whose best was\n"
              "chosen, of these one that is whole, of these the newest.\n",
              file);
}

/* ---- everything ---- */

static void print_names(FILE *file, const struct view *view)
{
    const struct devices *devices = view->devices;
    for (size_t d = 0; d < devices->devices; d++) {
        print_name(file, view, d);
        FREED char *here = device_here_text(devices, d);
        text_print(file, " (%s)\n", devices->device[d].device->backend);
        if (*here)
            text_print(file, "   %s\n", here);
    }
    fputc('\n', file);
}

void devices_print(FILE *file, const struct devices *devices, const char *const *path, const struct page *page)
{
    struct view view = {.devices = devices, .path = path, .page = page};
    print_names(file, &view);
    print_together(file, &view);
    print_costs(file, devices);
    print_single(file, &view);
    print_legend(file, &view);
    print_files(file, &view);
}
