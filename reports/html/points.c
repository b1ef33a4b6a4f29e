#include "reports/command.h"
#include "reports/doubt.h"
#include "reports/format.h"
#include "reports/html/html.h"
#include "reports/html/parts.h"

#include <math.h>
#include <stdlib.h>

const struct result *fastest_row(const struct subject *subject)
{
    return subject->best ? &subject->best->result : subject->timed ? &subject->sorted[0]->result : NULL;
}

/* ---- all configurations ---- */

static struct text rate_text(const struct subject *subject, const struct result *row)
{
    const char *unit;
    const double per_second = result_rate(row, subject_time(subject, row), &unit);
    return *unit ? format_rate(per_second, unit) : (struct text){""};
}

/* "In all of them LOAD is striped, INPUT kept." */
static void describe_fixed(FILE *file, const struct subject *subject)
{
    const char *between = "In all of them ";
    for (size_t p = 0; p < subject->problem->parameters && subject->count > 1; p++)
        if (!subject->varies[p]) {
            html_print(file, "%s%s is %s", between, subject->problem->parameter[p].name,
                       problem_word(subject->problem, subject->row[0]->result.index, p));
            between = ", ";
        }
    fputs(*between == ',' ? ".</p>\n" : "</p>\n", file);
}

static void describe_limit(FILE *file, const struct subject *subject, const struct result *row)
{
    const struct limit *limit = &row->limit;
    if (!(limit->fraction > 0)) {
        fputs("<p>How far that is from what is possible is not known: no ceiling of what it uses was measured.</p>\n",
              file);
        return;
    }
    html_print(file, "<p>Its limit is %s, of which this device does %s: it reaches %s of that",
               resource_word(limit->resource),
               format_rate(subject->context->ceilings.rate[limit->resource], resource_unit(limit->resource)).text,
               format_percent(limit->fraction).text);
    if (limit_is_fault(limit))
        fputs(", more than all, which is a fault of the model or of the ceiling", file);
    else if (limit->fraction < 0.9995 && !subject->context->device.is_cpu &&
             !(subject->best && subject->best->objective == OBJECTIVE_VALUE))
        html_print(file, ", so at most %s is left to gain", format_percent(1 - limit->fraction).text);
    fputs(".</p>\n", file);
}

static void describe_points(FILE *file, const struct subject *subject)
{
    const struct result *row = fastest_row(subject);
    fputs("<p>", file);
    if (subject->count == 1)
        fputs("The only configuration that was tried", file);
    else {
        html_print(file, "%zu configurations were tried, %zu of them timed. The %s, ", subject->count, subject->timed,
                   subject->best ? "best" : "fastest");
        print_choice(file, subject, row);
        fputs(",", file);
    }
    html_print(file, " takes %s", format_ns(subject_time(subject, row)).text);
    if (*rate_text(subject, row).text)
        html_print(file, ", which is %s", rate_text(subject, row).text);
    if (row->bytes > 0 && row->flops > 0)
        html_print(file, ", with %s operations per byte", format_digits(row->flops / row->bytes, 3).text);
    fputs(". ", file);
    if (subject->best && subject->best->objective == OBJECTIVE_VALUE)
        html_print(file, "It was chosen as the one with the least %s: %s. ", subject->problem->objective,
                   format_digits(row->value, 3).text);
    if (subject->best && subject->best->tied) {
        print_count(file, subject->best->tied, "other is", "others are");
        html_print(file, " within the noise of it%s. ", subject->best->tied == MAX_TIED ? ", or more" : "");
    }
    if (subject->best && *doubt_text(subject->best, &subject->context->device).text)
        html_print(file, "%s. ", doubt_text(subject->best, &subject->context->device).text);
    describe_fixed(file, subject);
    describe_limit(file, subject, row);
}

/* The meaning of the script's marks that occur here. */
static void describe_marks(FILE *file, const struct subject *subject)
{
    const double most = subject->problem->max_error;
    bool left = false, wrong = false;
    if (!page_has_library())
        return;
    for (size_t i = 0; i < subject->timed; i++) {
        const struct result *row = &subject->sorted[i]->result;
        left |= row->dropped;
        wrong |= most > 0 && row_error(subject->problem, row) > most;
    }
    html_print(file, "<p class=\"marks\">In the pictures a point is a configuration%s%s%s%s%s.</p>\n",
               subject->best ? ", the star the best" : "",
               left ? ", a hollow circle one that was stopped early, as clearly slower" : "",
               wrong ? ", a triangle one whose error is above the limit" : "",
               subject->timed < subject->count ? ", a cross one that failed" : "",
               subject->best && subject->best->default_ns > 0
                   ? subject->best->reference_ns > 0 ? "; dashed lines are the default and the fastest reference"
                                                     : "; a dashed line is the default"
                   : "");
}

/* ---- the best hundred ---- */

static void print_heads(FILE *file, const struct subject *subject)
{
    const struct named_problem *problem = subject->problem;
    static const char *const first[] = {"rank", "time", "half of its interval", "times the best", "rate", "of limit"};
    static const char *const last[] = {"registers", "shared bytes", "spilled bytes", "to run it again"};
    fputs("<thead><tr>", file);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        cell_head(file, first[i]);
    for (size_t f = 0; f < problem->figures.count && f < MAX_FIGURES; f++)
        cell_head(file, problem->figures.text[f]);
    for (size_t p = 0; p < problem->parameters; p++)
        if (subject->varies[p])
            cell_head(file, problem->parameter[p].name);
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        cell_head(file, last[i]);
    fputs("</tr></thead>\n<tbody>\n", file);
}

static void cell_amount(FILE *file, const struct result *row, int amount)
{
    if (*row->binary && amount >= 0)
        cell_count(file, (uint64_t)amount);
    else
        cell_text(file, "");
}

static void print_row(FILE *file, const struct subject *subject, size_t rank, const char *run)
{
    const struct named_problem *problem = subject->problem;
    const struct result *row = &subject->sorted[rank]->result;
    const struct result *best = fastest_row(subject);
    const double ns = subject_time(subject, row), half = format_half_width(row);
    FREED char *set = row_command(problem, row);
    fputs(result_same(row, best) ? "<tr class=\"best\">" : "<tr>", file);
    cell_count(file, rank + 1);
    cell_time(file, ns);
    cell_time(file, half);
    cell_ratio(file, ns / subject_time(subject, best));
    cell_rate(file, row, ns);
    cell_share(file, row->limit.fraction > 0 ? row->limit.fraction : (double)NAN);
    for (size_t f = 0; f < problem->figures.count && f < MAX_FIGURES; f++)
        cell_value(file, row->figure[f],
                   (problem->error == f + 1 ? format_bound(row->figure[f]) : format_digits(row->figure[f], 3)).text);
    for (size_t p = 0; p < problem->parameters; p++)
        if (subject->varies[p])
            cell_word(file, &problem->parameter[p], problem_position(problem, row->index, p));
    cell_amount(file, row, row->resources.registers);
    cell_amount(file, row, row->resources.shared_bytes);
    cell_amount(file, row, row->resources.spill_bytes);
    cell_command(file, run, set);
    fputs("</tr>\n", file);
}

/* A roofline is useful only if configurations differ in their operations per byte. */
static bool intensity_differs(const struct subject *subject)
{
    const double same = 1.05;
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < subject->timed; i++) {
        const struct result *row = &subject->sorted[i]->result;
        const double intensity = row->bytes > 0 ? row->flops / row->bytes : 0;
        least = intensity > 0 ? fmin(least, intensity) : least;
        most = fmax(most, intensity);
    }
    return most > same * least;
}

void print_points(FILE *file, const struct report *report, const struct subject *subject)
{
    const bool differs = intensity_differs(subject);
    const struct figure figure =
        figure_of(report, subject, differs ? "roofline" : "times",
                  differs ? "All configurations, and what is possible" : "All configurations, beside their limit");
    FREED char *run =
        problem_command(subject->context, subject->problem, results_cold(&report->results[subject->file]));
    const char *summary =
        subject->timed > ROWS_SHOWN ? "The best hundred as a table" : "All that were timed, as a table";
    char id[32];
    if (subject->timed) {
        snprintf(id, sizeof id, "best-%zu", (size_t)(subject - report->subject));
        figure_begin(file, &figure);
        describe_points(file, subject);
        describe_marks(file, subject);
        figure_end_text(file);
        struct table *table = figure_table(file, &figure, summary, id, NULL);
        print_heads(table->rows, subject);
        for (size_t i = 0; i < subject->timed && i < ROWS_SHOWN; i++)
            print_row(table->rows, subject, i, run);
        figure_end(file, table);
    }
}

/* ---- use of resources ---- */

static int registers_of(const struct row *row)
{
    return *row->result.binary ? row->result.resources.registers : -1;
}

static int by_registers(const void *a, const void *b)
{
    const struct row *left = *(const struct row *const *)a, *right = *(const struct row *const *)b;
    const int order = registers_of(left) - registers_of(right);
    return order ? order
                 : (left->result.median_ns > right->result.median_ns) -
                       (left->result.median_ns < right->result.median_ns);
}

/* Sorts those with known registers by these, then by time; returns their number. */
static size_t sort_by_registers(const struct subject *subject, const struct row **sorted)
{
    size_t count = 0;
    for (size_t i = 0; i < subject->timed; i++)
        if (registers_of(subject->sorted[i]) >= 0)
            sorted[count++] = subject->sorted[i];
    qsort(sorted, count, sizeof *sorted, by_registers);
    return count;
}

static void describe_resources(FILE *file, const struct subject *subject, const struct row **sorted, size_t count)
{
    const struct result *best = fastest_row(subject), *spilling = NULL;
    size_t spills = 0;
    for (size_t i = 0; i < subject->timed; i++)
        if (registers_of(subject->sorted[i]) >= 0 && subject->sorted[i]->result.resources.spill_bytes > 0) {
            spilling = spilling ? spilling : &subject->sorted[i]->result;
            spills++;
        }
    html_print(file, "<p>A work-item takes %d", registers_of(sorted[0]));
    if (registers_of(sorted[count - 1]) > registers_of(sorted[0]))
        html_print(file, " to %d", registers_of(sorted[count - 1]));
    fputs(" registers", file);
    if (*best->binary && best->resources.registers >= 0)
        html_print(file, "; the best takes %d, and %d bytes of shared memory per group", best->resources.registers,
                   best->resources.shared_bytes);
    fputs(". ", file);
    if (!spilling)
        fputs("None spills registers to memory.</p>\n", file);
    else
        html_print(file, "%zu spill registers to memory: the fastest of them takes %s the time of the best.</p>\n",
                   spills, format_ratio(subject_time(subject, spilling) / subject_time(subject, best)).text);
}

void print_resources(FILE *file, const struct report *report, const struct subject *subject)
{
    static const char *const heads[] = {"registers",        "configurations",    "fastest", "times the best",
                                        "its shared bytes", "its spilled bytes", NULL};
    const struct figure figure = figure_of(report, subject, "resources", "What they take of the device, and the time");
    FREED const struct row **sorted = allocate((subject->timed + 1) * sizeof *sorted);
    const size_t count = sort_by_registers(subject, sorted);
    if (count > 1) {
        figure_begin(file, &figure);
        describe_resources(file, subject, sorted, count);
        figure_end_text(file);
        struct table *table = figure_table(file, &figure, "The fastest for each number of registers", NULL, heads);
        for (size_t first = 0, end; first < count; first = end) {
            const struct result *row = &sorted[first]->result;
            for (end = first + 1; end < count && registers_of(sorted[end]) == registers_of(sorted[first]);)
                end++;
            fputs("<tr>", table->rows);
            cell_count(table->rows, (uint64_t)registers_of(sorted[first]));
            cell_count(table->rows, end - first);
            cell_time(table->rows, subject_time(subject, row));
            cell_ratio(table->rows, subject_time(subject, row) / subject_time(subject, fastest_row(subject)));
            cell_amount(table->rows, row, row->resources.shared_bytes);
            cell_amount(table->rows, row, row->resources.spill_bytes);
            fputs("</tr>\n", table->rows);
        }
        figure_end(file, table);
    }
}
