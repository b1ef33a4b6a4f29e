#include "reports/html/parts.h"

#include "reports/html/html.h"
#include "reports/plot/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- figures ---- */

struct figure figure_of(const struct report *report, const struct subject *subject, const char *chart,
                        const char *title)
{
    return (struct figure){chart, title, 4, &report->results[subject->file], subject->number};
}

void figure_begin(FILE *file, const struct figure *figure)
{
    html_print(file, "<figure class=\"chart\" data-chart=\"%s\">\n<figcaption>\n<h%d>%s</h%d>\n", figure->chart,
               figure->level, figure->title, figure->level);
}

void figure_end_text(FILE *file)
{
    fputs("</figcaption>\n", file);
}

/* Without a script the picture is drawn in advance, if such a plot exists, and the results have what it needs. */
static void print_picture(FILE *file, const struct figure *figure)
{
    const struct plot *plot = plot_find(strcmp(figure->chart, "effects") ? figure->chart : "values");
    const long problem = figure->problem == SIZE_MAX ? PLOT_ALL : (long)figure->problem;
    struct fault fault = {0};
    if (page_has_library()) {
        fputs("<div class=\"picture\"></div>\n", file);
        return;
    }
    if (!plot)
        return;
    fputs("<div class=\"drawn\">", file);
    plot_write(file, plot, figure->results, 1, problem, &fault);
    fputs("</div>\n", file);
}

struct table *figure_table(FILE *file, const struct figure *figure, const char *summary, const char *id,
                           const char *const *heads)
{
    print_picture(file, figure);
    html_print(file, "<details><summary>%s</summary>\n", summary);
    struct table *table = table_begin(file, "rows sortable", id, figure->title);
    if (heads)
        table_head(table->rows, heads);
    return table;
}

void figure_end(FILE *file, struct table *table)
{
    table_end(table);
    fputs("</details>\n</figure>\n", file);
}

/* ---- bars ---- */

void bars_begin(FILE *file, const char *caption)
{
    html_print(file, "<table class=\"bars\"><caption>%s</caption>\n<tbody>\n", caption);
}

void bar_begin(FILE *file)
{
    fputs("<tr><th scope=\"row\">", file);
}

void bar_end(FILE *file, double share, double value, const char *shown)
{
    html_print(file, "</th><td class=\"bar\" style=\"--share:%.3f\"></td><td data-value=\"%.9g\">%s</td></tr>\n",
               fmin(fmax(share, 0), 1), value, shown);
}

void bars_end(FILE *file)
{
    fputs("</tbody>\n</table>\n", file);
}

/* ---- cells ---- */

void cell_text(FILE *file, const char *text)
{
    html_print(file, "<td>%s</td>", text);
}

void cell_value(FILE *file, double value, const char *shown)
{
    if (isfinite(value))
        html_print(file, "<td data-value=\"%.9g\">%s</td>", value, shown);
    else
        fputs("<td></td>", file);
}

void cell_word(FILE *file, const struct named_parameter *parameter, size_t position)
{
    const char *word = parameter->words.text[position];
    if (parameter->kind == KIND_WORDS)
        cell_text(file, word);
    else
        cell_value(file, strtod(word, NULL), word);
}

void cell_time(FILE *file, double ns)
{
    cell_value(file, ns > 0 ? ns : (double)NAN, format_ns(ns).text);
}

void cell_ratio(FILE *file, double ratio)
{
    cell_value(file, ratio > 0 ? ratio : (double)NAN, format_ratio(ratio).text);
}

void cell_share(FILE *file, double share)
{
    cell_value(file, share, format_percent(share).text);
}

void cell_count(FILE *file, uint64_t count)
{
    fprintf(file, "<td data-value=\"%" PRIu64 "\">%" PRIu64 "</td>", count, count);
}

void cell_command(FILE *file, const char *run, const char *set)
{
    if (run && set)
        html_print(file, "<td><code class=\"run\">%s%s</code></td>", run, set);
    else
        fputs("<td></td>", file);
}

/* ---- words ---- */

void print_date(FILE *file, const char *date)
{
    const size_t day = strcspn(date, "T");
    html_print(file, "%.*s%s%.5s", (int)day, date, date[day] ? " " : "", date[day] ? date + day + 1 : "");
}

void print_size(FILE *file, uint64_t size)
{
    const struct text text = format_size(size);
    if (strncmp(text.text, "2^", 2))
        fputs(text.text, file);
    else
        fprintf(file, "2<sup>%s</sup>", text.text + 2);
}

void print_count(FILE *file, uint64_t count, const char *one, const char *many)
{
    fprintf(file, "%" PRIu64 " %s", count, count == 1 ? one : many);
}

void print_choice(FILE *file, const struct subject *subject, const struct result *row)
{
    const char *between = "";
    for (size_t p = 0; p < row_parameters(subject->problem, row); p++)
        if (subject->varies[p]) {
            html_print(file, "%s%s %s", between, subject->problem->parameter[p].name,
                       problem_word(subject->problem, row->index, p));
            between = ", ";
        }
    fputs(*between ? "" : "the only configuration", file);
}

void print_inputs(FILE *file, const struct subject *subject)
{
    FREED char *options = subject->has_twin ? problem_options(subject->problem) : NULL;
    if (options && *options)
        html_print(file, " %s", options);
}

void print_problem_name(FILE *file, const struct subject *subject)
{
    html_print(file, "%s, size ", subject->problem->bench);
    print_size(file, subject->problem->size);
    print_inputs(file, subject);
}

void cell_rate(FILE *file, const struct result *row, double ns)
{
    const char *unit;
    const double rate = result_rate(row, ns, &unit);
    cell_value(file, rate, *unit ? format_rate(rate, unit).text : "");
}

void cell_size(FILE *file, const struct subject *subject)
{
    fprintf(file, "<td data-value=\"%.17g\">", (double)subject->problem->size);
    print_size(file, subject->problem->size);
    print_inputs(file, subject);
    fputs("</td>", file);
}
