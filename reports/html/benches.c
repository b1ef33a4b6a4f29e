#include "reports/format.h"
#include "reports/gain.h"
#include "reports/html/html.h"
#include "reports/html/parts.h"

#include <math.h>
#include <string.h>

/* ---- times against n ---- */

static void print_size_rows(FILE *file, const struct subject *subject)
{
    const struct result *best = fastest_row(subject);
    const double best_ns = best ? subject_time(subject, best) : NAN;
    if (best) {
        fputs("<tr>", file);
        cell_size(file, subject);
        cell_text(file, subject->best ? "best" : "fastest");
        cell_time(file, best_ns);
        cell_rate(file, best, best_ns);
        cell_ratio(file, 1);
        fputs("</tr>\n", file);
    }
    for (size_t i = 0; i < subject->references; i++) {
        const struct result *row = &subject->reference[i]->result;
        const double ns = subject_time(subject, row);
        fputs("<tr>", file);
        cell_size(file, subject);
        FREED char *name = reference_text(problem_reference(subject->problem, row->reference));
        cell_text(file, name);
        if (row->status == OK) {
            cell_time(file, ns);
            cell_rate(file, row, ns);
            cell_ratio(file, ns / best_ns);
        } else {
            html_print(file, "<td>%s</td><td></td><td></td>", status_word(row->status));
        }
        fputs("</tr>\n", file);
    }
}

/* "From size 2^16 to 2^28 the time goes from 3.02 us to 235.4 us, the rate from 86.8 GB/s to 4.56 TB/s." */
static void describe_growth(FILE *file, const struct subject *small, const struct subject *large)
{
    const struct result *first = fastest_row(small), *last = fastest_row(large);
    const char *unit;
    if (!first || !last || small->problem->size == large->problem->size)
        return;
    const double before_ns = subject_time(small, first), after_ns = subject_time(large, last);
    fputs("From size ", file);
    print_size(file, small->problem->size);
    fputs(" to ", file);
    print_size(file, large->problem->size);
    html_print(file, " the best time goes from %s to %s", format_ns(before_ns).text, format_ns(after_ns).text);
    const double before = result_rate(first, before_ns, &unit), after = result_rate(last, after_ns, &unit);
    if (*unit)
        html_print(file, ", its rate from %s to %s", format_rate(before, unit).text, format_rate(after, unit).text);
    fputs(". ", file);
}

/* Where the fastest reference was measured, too: the number of sizes, and where it was faster. */
static void describe_sizes(FILE *file, const struct report *report, size_t first, size_t end)
{
    size_t compared = 0, slower = 0;
    const char *between = " At size ";
    fputs("<p>", file);
    for (size_t i = first; i < end; i++) {
        const struct best *best = report->subject[i].best;
        compared += best && best->reference_ns > 0;
        slower += best && best->reference_ns > 0 && best->reference_ns < best_time(best);
    }
    describe_growth(file, &report->subject[first], &report->subject[end - 1]);
    if (compared)
        html_print(file, "The best is faster than the fastest reference in %zu of %zu problems that have one.",
                   compared - slower, compared);
    for (size_t i = first; i < end && slower; i++) {
        const struct subject *subject = &report->subject[i];
        if (!subject->best || !(subject->best->reference_ns > 0) ||
            subject->best->reference_ns >= best_time(subject->best))
            continue;
        fputs(between, file);
        print_size(file, subject->problem->size);
        FREED char *gain =
            gain_over_reference(over_reference(subject), problem_reference(subject->problem, subject->best->reference));
        html_print(file, " it is %s", gain);
        between = ", at ";
    }
    fputs(slower ? ".</p>\n" : "</p>\n", file);
}

static void print_sizes(FILE *file, const struct report *report, size_t first, size_t end)
{
    const struct subject *subject = &report->subject[first];
    static const char *const heads[] = {"size", "what", "time", "rate", "times the best", NULL};
    const struct figure figure = {"sizes", "Time by size, beside references", 3, &report->results[subject->file],
                                  SIZE_MAX};
    figure_begin(file, &figure);
    describe_sizes(file, report, first, end);
    figure_end_text(file);
    struct table *table = figure_table(file, &figure, "The times at each size", NULL, heads);
    for (size_t i = first; i < end; i++)
        print_size_rows(table->rows, &report->subject[i]);
    figure_end(file, table);
}

/* ---- a problem ---- */

static void print_references(FILE *file, const struct subject *subject)
{
    for (size_t i = 0; i < subject->references; i++) {
        const struct row *row = subject->reference[i];
        FREED char *name = reference_text(problem_reference(subject->problem, row->result.reference));
        const double ns = subject_time(subject, &row->result);
        if (row->result.status != OK)
            html_print(file, "<li>%s: %s: %.*s</li>\n", name, status_word(row->result.status),
                       (int)strcspn(row->reason, "\n"), row->reason);
        else if (subject->best && ns > 0) {
            FREED char *gain = gain_text(ns / best_time(subject->best), "that");
            html_print(file, "<li>%s: %s; the best is %s</li>\n", name, format_ns(ns).text, gain);
        } else
            html_print(file, "<li>%s: %s</li>\n", name, format_ns(ns).text);
    }
}

static void print_verdict(FILE *file, const struct subject *subject)
{
    const struct named_problem *problem = subject->problem;
    if (subject->whole)
        html_print(file, "<p>%s: %s</p>\n", status_word(subject->whole->result.status), subject->whole->reason);
    if (subject->best || !subject->count)
        return;
    if (subject->timed && problem->max_error > 0)
        html_print(file, "<p>No configuration has %s of at most %s: none is the best.</p>\n",
                   problem->figures.text[problem->error - 1], format_bound(problem->max_error).text);
    else if (subject->timed && problem->required)
        html_print(file, "<p>No configuration has %s: none is the best.</p>\n", problem->required);
    else if (subject->timed)
        fputs("<p>No best was chosen: configurations were measured that were given.</p>\n", file);
    else if (subject->row[0]->result.status == VERIFIED || subject->row[0]->result.status == COMPILED)
        html_print(file, "<p>%zu configurations, none of them timed: the first is %s.</p>\n", subject->count,
                   status_word(subject->row[0]->result.status));
    else
        html_print(file, "<p>No configuration is right, of %zu that were tried.</p>\n", subject->count);
}

/* The line that folds a problem: its time, its limit and its gains. */
static void print_brief(FILE *file, const struct subject *subject)
{
    const struct result *row = fastest_row(subject);
    fputs("<span class=\"brief\">", file);
    if (row)
        html_print(file, "<span>%s</span>\n", format_ns(subject_time(subject, row)).text);
    print_found(file, subject);
    fputs("</span></summary>\n", file);
}

static void print_figures(FILE *file, const struct report *report, const struct subject *subject)
{
    static figure_print *const figures[] = {print_points, print_effects,   print_heat,    print_convergence,
                                            print_front,  print_resources, print_failures};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        figures[i](file, report, subject);
}

static void print_problem(FILE *file, const struct report *report, size_t number, bool open)
{
    const struct subject *subject = &report->subject[number];
    html_print(file, "<section class=\"problem\" id=\"p-%zu\" data-problem=\"%zu\">\n<details%s><summary><h3>", number,
               number, open ? " open" : "");
    print_problem_name(file, subject);
    fputs("</h3>\n", file);
    print_brief(file, subject);
    FREED char *options = problem_options(subject->problem);
    if (*options)
        html_print(file, "<p>With <code>%s</code>.</p>\n", options);
    print_verdict(file, subject);
    if (subject->references) {
        fputs("<p>What one would call instead:</p>\n<ul>\n", file);
        print_references(file, subject);
        fputs("</ul>\n", file);
    }
    print_figures(file, report, subject);
    fputs("</details>\n</section>\n", file);
}

/* Folded except for the first; within it the problem that represents the bench is open. */
static void print_bench(FILE *file, const struct report *report, size_t first, size_t end)
{
    const struct subject *subject = &report->subject[first];
    const size_t open = bench_problem(report, first, end);
    html_print(file,
               "<section class=\"bench\" id=\"b-%zu\" data-bench=\"%s/%s\" data-file=\"%zu\">\n<details%s><summary>"
               "<h2>%s/%s</h2>\n<span class=\"brief\"><span>",
               first, subject->problem->suite, subject->problem->bench, subject->file, first ? "" : " open",
               subject->problem->suite, subject->problem->bench);
    print_count(file, end - first, "problem", "problems");
    fputs("</span></span></summary>\n", file);
    if (report->files > 1)
        html_print(file, "<p>Of %s, on %s.</p>\n", report->path[subject->file], subject->context->device.name);
    if (end - first > 1)
        print_sizes(file, report, first, end);
    for (size_t i = first; i < end; i++)
        print_problem(file, report, i, i == open);
    fputs("</details>\n</section>\n", file);
}

void print_benches(FILE *file, const struct report *report)
{
    for (size_t first = 0, end; first < report->subjects; first = end) {
        end = bench_end(report, first);
        print_bench(file, report, first, end);
    }
}
