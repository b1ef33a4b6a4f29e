#include "reports/command.h"
#include "reports/failures.h"
#include "reports/html/html.h"
#include "reports/html/parts.h"
#include "reports/table/front.h"

#include <math.h>
#include <string.h>

/* ---- the course of the search ---- */

/* The number of configurations after which the fastest so far was within `share` of the fastest of all. */
static size_t found_after(const struct subject *subject, double share)
{
    const double fastest_ns = subject_time(subject, &subject->sorted[0]->result);
    size_t i = 0;
    while (!(subject_time(subject, &subject->row[i]->result) <= (1 + share) * fastest_ns))
        i++;
    return i + 1;
}

void print_convergence(FILE *file, const struct report *report, const struct subject *subject)
{
    static const char *const heads[] = {"after", "fastest so far", "times the fastest of all", "configuration", NULL};
    const struct figure figure = figure_of(report, subject, "convergence", "How the search found it");
    if (subject->timed < 2)
        return;
    const double fastest_ns = subject_time(subject, &subject->sorted[0]->result);
    if (isnan(fastest_ns))
        return;
    figure_begin(file, &figure);
    html_print(file,
               "<p>Of %zu configurations it tried, the search had one within 1 %% of the fastest after %zu, and the "
               "fastest after %zu.",
               subject->count, found_after(subject, 0.01), found_after(subject, 0));
    if (subject->best && subject->best->allowed > subject->best->measured)
        html_print(file, " The constraints allow %zu: what was not tried may be faster.",
                   (size_t)subject->best->allowed);
    fputs("</p>\n", file);
    figure_end_text(file);
    struct table *table = figure_table(file, &figure, "Each time a faster one was found", NULL, heads);
    double so_far_ns = INFINITY;
    for (size_t i = 0; i < subject->count; i++) {
        const double ns = subject_time(subject, &subject->row[i]->result);
        if (!(ns < so_far_ns))
            continue;
        so_far_ns = ns;
        fputs("<tr>", table->rows);
        cell_count(table->rows, i + 1);
        cell_time(table->rows, ns);
        cell_ratio(table->rows, ns / fastest_ns);
        fputs("<td>", table->rows);
        print_choice(table->rows, subject, &subject->row[i]->result);
        fputs("</td></tr>\n", table->rows);
    }
    figure_end(file, table);
}

/* ---- failures ---- */

/* "TILE local, LAYOUT soa" after the given beginning; nothing if they have nothing in common. */
static void print_common(FILE *file, const struct failures *failures, const char *begin)
{
    const struct named_problem *problem = failures->problem;
    const char *between = begin;
    for (size_t p = 0; failures->count > 1 && p < row_parameters(problem, &failures->first->result); p++)
        if (failures_common(failures, p)) {
            html_print(file, "%s%s %s", between, problem->parameter[p].name,
                       problem_word(problem, failures->first->result.index, p));
            between = ", ";
        }
}

/* The number of configurations by status and common values. */
static void print_failure_bars(FILE *file, const struct subject *subject, const struct failures *failures, size_t count)
{
    bars_begin(file, "Configurations that failed");
    for (size_t i = 0; i < count; i++) {
        char shown[64];
        snprintf(shown, sizeof shown, "%zu of %zu", failures[i].count, subject->count);
        bar_begin(file);
        fputs(status_word(failures[i].first->result.status), file);
        print_common(file, &failures[i], ", all with ");
        bar_end(file, (double)failures[i].count / (double)subject->count, (double)failures[i].count, shown);
    }
    bars_end(file);
}

static void describe_failures(FILE *file, const struct subject *subject, const struct failures *failures, size_t count)
{
    size_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += failures[i].count;
    html_print(file, "<p>%zu of %zu configurations failed:", all, subject->count);
    for (size_t i = 0; i < count; i++) {
        html_print(file, "%s %zu %s", i ? "," : "", failures[i].count, status_word(failures[i].first->result.status));
        print_common(file, &failures[i], failures[i].count > 1 ? ", all with " : " with ");
    }
    fputs(".</p>\n", file);
}

void print_failures(FILE *file, const struct report *report, const struct subject *subject)
{
    static const char *const heads[] = {
        "status", "configurations", "what they have in common", "why the first failed", "to run the first again", NULL};
    const struct figure figure = figure_of(report, subject, "failures", "What failed");
    const struct results *results = &report->results[subject->file];
    size_t count;
    FREED struct failures *failures = failures_of_problem(results, subject->number, &count);
    if (count && subject->count) {
        FREED char *run = problem_command(subject->context, subject->problem, results_cold(results));
        figure_begin(file, &figure);
        describe_failures(file, subject, failures, count);
        figure_end_text(file);
        print_failure_bars(file, subject, failures, count);
        struct table *table = figure_table(file, &figure, "The failures, by what they have in common", NULL, heads);
        for (size_t i = 0; i < count; i++) {
            const struct row *first = failures[i].first;
            FREED char *set = row_command(subject->problem, &first->result);
            fputs("<tr>", table->rows);
            cell_text(table->rows, status_word(first->result.status));
            cell_count(table->rows, failures[i].count);
            fputs("<td>", table->rows);
            print_common(table->rows, &failures[i], "");
            html_print(table->rows, "</td><td>%.*s</td>", (int)strcspn(first->reason, "\n"), first->reason);
            cell_command(table->rows, run, set);
            fputs("</tr>\n", table->rows);
        }
        figure_end(file, table);
    }
}

/* ---- the cost of accuracy ---- */

static void describe_front(FILE *file, const struct results *results, const size_t *row, size_t count, size_t figure)
{
    const struct result *exact = &results->rows[row[0]].result, *fast = &results->rows[row[count - 1]].result;
    const char *name = results->problems[results->rows[row[0]].problem].figures.text[figure];
    if (count == 1)
        html_print(file, "<p>One configuration is as fast and as accurate as any: %s, with %s %s.</p>\n",
                   format_ns(fast->median_ns).text, name, format_bound(fast->figure[figure]).text);
    else
        html_print(file,
                   "<p>%zu configurations are on the front, where no other is as fast and more accurate. The fastest, "
                   "%s, has %s %s; the most accurate, %s, takes %s its time.</p>\n",
                   count, format_ns(fast->median_ns).text, name, format_bound(fast->figure[figure]).text,
                   format_bound(exact->figure[figure]).text, format_ratio(exact->median_ns / fast->median_ns).text);
}

void print_front(FILE *file, const struct report *report, const struct subject *subject)
{
    const struct figure figure = figure_of(report, subject, "front", "What accuracy costs");
    const struct results *results = &report->results[subject->file];
    if (!subject->problem->error)
        return;
    const size_t error = subject->problem->error - 1;
    FREED size_t *row = allocate(results_rows(results, subject->number) * sizeof *row);
    const size_t count = front_find(results, subject->number, error, row);
    if (count) {
        const char *const heads[] = {subject->problem->figures.text[error], "time", "times the fastest",
                                     "configuration", NULL};
        const double fastest_ns = results->rows[row[count - 1]].result.median_ns;
        figure_begin(file, &figure);
        describe_front(file, results, row, count, error);
        figure_end_text(file);
        struct table *table = figure_table(file, &figure, "The front", NULL, heads);
        for (size_t i = 0; i < count; i++) {
            const struct result *result = &results->rows[row[i]].result;
            fputs("<tr>", table->rows);
            cell_value(table->rows, result->figure[error], format_bound(result->figure[error]).text);
            cell_time(table->rows, result->median_ns);
            cell_ratio(table->rows, result->median_ns / fastest_ns);
            fputs("<td>", table->rows);
            print_choice(table->rows, subject, result);
            fputs("</td></tr>\n", table->rows);
        }
        figure_end(file, table);
    }
}
