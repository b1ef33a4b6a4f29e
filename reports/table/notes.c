#include "reports/table/notes.h"

#include "base/text.h"
#include "reports/doubt.h"
#include "reports/format.h"
#include "reports/table/sign.h"
#include "reports/table/words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A figure; for an error, with its limit. */
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
        if (at && at + 3 + length > page->columns) { /* with a comma before and after it */
            fputs(",\n", file);
            at = 0;
        }
        at += fprintf(file, "%*s%s %s", at ? 0 : TABLE_INDENT, at ? ", " : "", problem->figures.text[i], value.text);
    }
    if (at)
        fputc('\n', file);
}

/* The shares of the host and the device, if both are known. */
static void print_parts(FILE *file, const struct result *row)
{
    double overlap = result_overlap(row);
    if (isfinite(overlap))
        fprintf(file, "%*shost %s, device %s, %s of the shorter hidden\n", TABLE_INDENT, "",
                format_ns(row->host_ns).text, format_ns(row->device_ns).text, format_percent(overlap).text);
}

/* The isolated time, or the time in a stream, if the table has the other one, and they differ. */
static void print_alone(FILE *file, const struct best *best)
{
    const struct result *row = &best->result;
    const double same_ns = fmax(0.02 * row->median_ns, format_half_width(row));
    if (!(row->alone_ns > 0) || fabs(row->alone_ns - row->median_ns) <= same_ns)
        return;
    if (best->objective == OBJECTIVE_ALONE)
        fprintf(file, "%*s%s in a stream\n", TABLE_INDENT, "", format_time(row).text);
    else
        fprintf(file, "%*s%s isolated\n", TABLE_INDENT, "", format_ns(row->alone_ns).text);
}

/* The objective of the best, if it is no time. */
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

/* The possible gain, if above 0.0 %, and the number of configurations if nothing else is known; not on a CPU, as the
 * model has no caches. Below 1 % the limit does not bind, and is not printed. */
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
        fprintf(file, "%s%s %s", between, format_ratio(best->reference_ns / best_time(best)).text,
                problem_reference(group->problem, best->reference));
    fputc('\n', file);
}

/* Its distance from the limit. */
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

void notes_print(FILE *file, const struct page *page, const struct group *group, const struct compute_device *device)
{
    print_parts(file, &group->best->result);
    print_alone(file, group->best);
    print_chosen(file, group);
    print_gain_left(file, group, device);
    print_figures(file, page, group->problem, &group->best->result);
}

static bool is_measured(const struct row *row)
{
    return !row->result.reference && row->result.status == OK;
}

/* Rows measured without a search; the first ones of many. */
static void print_measured(FILE *file, const struct page *page, const struct results *results,
                           const struct group *group)
{
    enum { MOST = 20 };
    size_t printed = 0;
    const struct row *row = results_first(results, group->number);
    for (; row && printed < MOST; row = results_next(results, row)) {
        if (!is_measured(row))
            continue;
        fprintf(file, "%*s%s\n", TABLE_INDENT, "", format_time(&row->result).text);
        print_config(file, page, group->problem, &row->result);
        printed++;
    }
}

/* Their times in one line: "231.8 +- 0.4 us", "1.0 us to 2.0 us". */
static void print_measured_times(FILE *file, const struct results *results, const struct group *group)
{
    const struct result *least = NULL, *most = NULL;
    for (const struct row *row = results_first(results, group->number); row; row = results_next(results, row)) {
        if (!is_measured(row))
            continue;
        least = !least || row->result.median_ns < least->median_ns ? &row->result : least;
        most = !most || row->result.median_ns > most->median_ns ? &row->result : most;
    }
    if (least == most)
        fprintf(file, "  %s", least ? format_time(least).text : "");
    else
        fprintf(file, "  %s to %s", format_ns(least->median_ns).text, format_ns(most->median_ns).text);
    fprintf(file, ", no best was chosen (%" PRIu64 " measured)\n", group->rows[OK]);
}

void notes_print_no_best(FILE *file, const struct page *page, const struct results *results, const struct group *group)
{
    const struct named_problem *problem = group->problem;
    char most[MAX_NUMBER];
    number_word(problem->max_error, most);
    if (group->rows[OK] && problem->max_error > 0)
        fprintf(file, "  %s%c no configuration has %s <= %s%s (%" PRIu64 " measured)\n", page->bad, SIGN_FAILED,
                problem->figures.text[problem->error - 1], most, page->plain, group->rows[OK]);
    else if (group->rows[OK] && problem->required)
        text_print(file, "  %s%c no configuration has %s%s (%" PRIu64 " measured)\n", page->bad, SIGN_FAILED,
                   problem->required, page->plain, group->rows[OK]);
    else if (group->rows[OK] && page->brief)
        print_measured_times(file, results, group);
    else if (group->rows[OK]) {
        fprintf(file, "  no best was chosen (%" PRIu64 " measured)\n", group->rows[OK]);
        print_measured(file, page, results, group);
    } else
        fprintf(file, "  %s%c no correct configuration%s (%" PRIu64 " tried)\n", page->bad, SIGN_FAILED, page->plain,
                group_tried(group));
}
