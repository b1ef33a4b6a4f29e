#include "reports/devices/devices.h"

#include "reports/html/html.h"
#include "reports/html/parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void print_name(FILE *file, const struct devices *devices, size_t device)
{
    const struct compute_device *named = devices->device[device].device;
    html_print(file, "%s: %s (%s)", device_letter(device).text, named->name, named->backend);
}

/* ---- costs on other devices ---- */

/* A cell of a cost, with a colour by its size: from 1, 5 and 20 % on. */
static void begin_cost(FILE *file, double cost)
{
    const char *class = cost < -0.01  ? "cost-gain"
                        : cost < 0.01 ? "cost-0"
                        : cost < 0.05 ? "cost-1"
                        : cost < 0.2  ? "cost-2"
                                      : "cost-3";
    html_print(file, "<td class=\"%s\">", class);
}

static void cell_costs(FILE *file, const struct devices *devices, size_t of, size_t on)
{
    const struct device_costs costs = device_costs(devices, of, on);
    if (of == on || !costs.both) {
        cell_text(file, of == on ? "" : "-");
        return;
    }
    if (costs.count) {
        begin_cost(file, costs.middle);
        html_print(file, "%s, at most %s; ", device_cost_text(costs.middle).text, device_cost_text(costs.most).text);
    } else
        fputs("<td>", file);
    html_print(file, "%zu of %zu", costs.count, costs.both);
    if (costs.failed)
        html_print(file, ", %zu without a time", costs.failed);
    fputs("</td>", file);
}

static void print_costs(FILE *file, const struct devices *devices)
{
    fputs(
        "<h3>What the best of one costs on another</h3>\n<p>How much more than the best there it takes, in the middle "
        "and at most; and of how many problems that both have it was measured there. What was not measured is not "
        "guessed. Colours begin at 1, 5 and 20 %, and at -1 %.</p>\n",
        file);
    struct table *table = table_begin(file, "side", "costs", "What the best of one device costs on another");
    fputs("<thead><tr>", table->rows);
    cell_head(table->rows, "the best of");
    for (size_t on = 0; on < devices->devices; on++)
        html_print(table->rows, "<th scope=\"col\">on %s</th>", device_letter(on).text);
    fputs("</tr></thead>\n<tbody>\n", table->rows);
    for (size_t of = 0; of < devices->devices; of++) {
        fputs("<tr><th scope=\"row\">", table->rows);
        print_name(table->rows, devices, of);
        fputs("</th>", table->rows);
        for (size_t on = 0; on < devices->devices; on++)
            cell_costs(table->rows, devices, of, on);
        fputs("</tr>\n", table->rows);
    }
    table_end(table);
}

/* ---- problem by problem ---- */

/* The best of a device: its time, and the share of its limit as a bar. */
static void cell_best(FILE *file, const struct device_entry *entry)
{
    if (entry->fraction > 0)
        html_print(file, "<td class=\"bar\" style=\"--share:%.3f\">", fmin(entry->fraction, 1));
    else
        fputs("<td>", file);
    html_print(file, "<strong>%s</strong>", format_ns(result_time(entry->best, entry->objective)).text);
    if (entry->fraction > 0)
        html_print(file, ", %s", format_percent(entry->fraction).text);
    html_print(file, "%s%s</td>", entry->chosen ? "" : ", no best chosen", entry->whole ? "" : ", not whole");
}

static void print_cell(FILE *file, const struct device_problem *problem, const struct device_choice *choice,
                       size_t device)
{
    const struct device_cell cell = device_cell(problem, choice, device);
    if (cell.kind == CELL_BEST) {
        cell_best(file, device_entry(problem, device));
        return;
    }
    if (cell.kind == CELL_COST)
        begin_cost(file, cell.cost);
    else
        fputs("<td>", file);
    html_print(file, "%s</td>", device_cell_text(&cell).text);
}

static void print_config(FILE *file, const struct device_entry *entry)
{
    for (size_t p = 0; p < row_parameters(entry->problem, entry->best); p++)
        html_print(file, "%s%s %s", p ? ", " : "", entry->problem->parameter[p].name,
                   problem_word(entry->problem, entry->best->index, p));
}

static size_t subject_of(const struct report *report, const struct device_entry *entry)
{
    size_t i = 0;
    while (i < report->subjects &&
           (report->subject[i].file != entry->file || report->subject[i].number != entry->number))
        i++;
    return i;
}

static void print_faster(FILE *file, const struct report *report, const struct device_problem *problem)
{
    for (size_t d = 0; d < report->devices->devices; d++) {
        const struct device_entry *entry = device_entry(problem, d);
        const struct device_entry *faster = entry ? device_faster(problem, entry) : NULL;
        if (faster)
            html_print(file, " On %s %s has %s, but does not count.", device_letter(d).text, report->path[faster->file],
                       format_ns(result_time(faster->best, entry->objective)).text);
    }
}

static void print_notes(FILE *file, const struct report *report, const struct device_problem *problem)
{
    if (*problem->differs)
        html_print(file, " (%s)", problem->differs);
    if (problem->unsure)
        fputs(" The files do not say whether the text of the kernel is the same.", file);
    print_faster(file, report, problem);
}

/* `has`: the devices with a column. */
static void print_problem(FILE *file, const struct report *report, const struct device_problem *problem,
                          const bool *has)
{
    const struct device_entry *first = problem->entry[0];
    for (size_t c = 0; c < problem->choices || !c; c++) {
        const struct device_choice *choice = problem->choices ? &problem->choice[c] : NULL;
        const struct device_entry *of = choice ? choice->of : first;
        html_print(file, "<tr><th scope=\"row\"><a href=\"#p-%zu\">%s</a></th><td>", subject_of(report, of),
                   first->problem->bench);
        print_size(file, first->problem->size);
        html_print(file, "</td><td>%s</td>", choice ? device_choice_letters(problem, choice).text : "none");
        for (size_t d = 0; d < report->devices->devices; d++)
            if (has[d])
                print_cell(file, problem, choice, d);
        fputs("<td class=\"config\">", file);
        if (choice)
            print_config(file, choice->of);
        if (!c)
            print_notes(file, report, problem);
        fputs("</td></tr>\n", file);
    }
}

/* The end of the suite that starts at a problem; marks its devices. */
static size_t find_suite(const struct devices *devices, size_t first, bool *has)
{
    const char *suite = devices->problem[first].entry[0]->problem->suite;
    size_t end = first;
    for (; end < devices->problems && !strcmp(devices->problem[end].entry[0]->problem->suite, suite); end++)
        for (size_t i = 0; i < devices->problem[end].entries; i++)
            has[devices->problem[end].entry[i]->device] = true;
    return end;
}

/* The problems of a suite. Returns the first of the next one. */
static size_t print_suite(FILE *file, const struct report *report, size_t first)
{
    const struct devices *devices = report->devices;
    const char *suite = devices->problem[first].entry[0]->problem->suite;
    FREED bool *has = allocate(devices->devices * sizeof *has);
    const size_t end = find_suite(devices, first, has);
    html_print(file, "<h3>%s</h3>\n", suite);
    struct table *table = table_begin(file, "side", NULL, suite);
    fputs("<thead><tr>", table->rows);
    cell_head(table->rows, "bench");
    cell_head(table->rows, "size");
    cell_head(table->rows, "best of");
    for (size_t d = 0; d < devices->devices; d++)
        if (has[d])
            html_print(table->rows, "<th scope=\"col\">on %s</th>", device_letter(d).text);
    fputs("<th scope=\"col\" class=\"config\">configuration</th></tr></thead>\n<tbody>\n", table->rows);
    for (size_t p = first; p < end; p++)
        print_problem(table->rows, report, &devices->problem[p], has);
    table_end(table);
    return end;
}

/* ---- who measured ---- */

static void print_file(FILE *file, const struct report *report, size_t device, size_t number)
{
    const struct results *results = &report->results[number];
    const struct run_context *context = &results->context;
    FREED char *uuid = device_file_uuid(results), *lack = device_file_missing(results),
               *hosts = device_file_hosts(results);
    fputs("<tr><th scope=\"row\">", file);
    print_name(file, report->devices, device);
    html_print(file, "</th><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s, %.12s</td>", context->date, hosts,
               context->device.driver, uuid, context->version, context->commit);
    html_print(file, "<td>%zu of %zu</td><td class=\"config\"><a href=\"#f-%zu\">%s</a>%s%s</td></tr>\n",
               report->devices->counted[number], report->devices->had[number], number, report->path[number],
               *lack ? ": " : "", lack);
}

static void print_measured(FILE *file, const struct report *report)
{
    static const char *const heads[] = {"device",           "when",       "host", "driver", "which one",
                                        "gpubench, commit", "counts for", "file", NULL};
    const struct devices *devices = report->devices;
    fputs("<h3>Who measured what when</h3>\n<p>Of several files of a device with a problem that one counts whose best "
          "was "
          "chosen, of these one that is whole, of these the newest.</p>\n",
          file);
    struct table *table = table_begin(file, "side", "measured", "Who measured what when");
    table_head(table->rows, heads);
    for (size_t d = 0; d < devices->devices; d++)
        for (size_t i = 0; i < devices->device[d].files; i++)
            print_file(table->rows, report, d, devices->device[d].file[i]);
    table_end(table);
}

void print_devices(FILE *file, const struct report *report)
{
    const struct devices *devices = report->devices;
    if (!devices)
        return;
    fputs("<section id=\"devices\">\n<h2>Devices side by side</h2>\n<ul>\n", file);
    for (size_t d = 0; d < devices->devices; d++) {
        fputs("<li>", file);
        FREED char *here = device_here_text(devices, d);
        print_name(file, devices, d);
        html_print(file, "%s%s</li>\n", *here ? ": " : "", here);
    }
    fputs("</ul>\n", file);
    if (devices->devices > 1)
        print_costs(file, devices);
    fputs("<h3>Problem by problem</h3>\n<p>On a device: the time of its best, and the share of its limit as a bar; or "
          "how "
          "much more than that the best of another takes there.</p>\n<ul>\n<li>-: that configuration was not measured "
          "there</li>\n<li>&#39;: in another file of that device than its best</li>\n<li>~: left after its first "
          "samples, as "
          "slower than the best</li>\n<li>*: nothing was searched there, and no best chosen</li>\n<li>below 0: the "
          "best in "
          "that device&#39;s file is not the fastest known there</li>\n</ul>\n",
          file);
    for (size_t p = 0; p < devices->problems;)
        p = print_suite(file, report, p);
    print_measured(file, report);
    fputs("</section>\n", file);
}
