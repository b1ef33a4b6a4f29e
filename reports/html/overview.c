#include "reports/format.h"
#include "reports/html/html.h"
#include "reports/html/parts.h"

#include <inttypes.h>
#include <math.h>

/* A gain over all problems of a file that have it. */
struct gains {
    size_t count, slower; /* those below 1 */
    double logarithms;    /* their sum */
    const struct subject *least, *most;
    double least_gain, most_gain;
};

static double over_default(const struct subject *subject)
{
    const struct best *best = subject->best;
    return best && best->default_ns > 0 ? best->default_ns / best_time(best) : (double)NAN;
}

static double over_reference(const struct subject *subject)
{
    const struct best *best = subject->best;
    return best && best->reference_ns > 0 ? best->reference_ns / best_time(best) : (double)NAN;
}

static double fraction(const struct subject *subject)
{
    return subject->best && best_fraction(subject->best) > 0 ? best_fraction(subject->best) : (double)NAN;
}

/* Without what cannot be. */
static double fair_fraction(const struct subject *subject)
{
    return fraction(subject) <= RESOURCE_FAULT ? fraction(subject) : (double)NAN;
}

typedef double gain_of(const struct subject *subject);

static struct gains gains_of(const struct report *report, size_t file, gain_of *gain)
{
    struct gains gains = {.least_gain = INFINITY, .most_gain = -INFINITY};
    for (size_t i = 0; i < report->subjects; i++) {
        const struct subject *subject = &report->subject[i];
        const double value = subject->file == file ? gain(subject) : (double)NAN;
        if (!isfinite(value) || !(value > 0))
            continue;
        gains.count++;
        gains.slower += value < 1;
        gains.logarithms += log(value);
        if (value < gains.least_gain) {
            gains.least_gain = value;
            gains.least = subject;
        }
        if (value > gains.most_gain) {
            gains.most_gain = value;
            gains.most = subject;
        }
    }
    return gains;
}

static double mean(const struct gains *gains)
{
    return exp(gains->logarithms / (double)gains->count);
}

static void print_link(FILE *file, const struct report *report, const struct subject *subject)
{
    fprintf(file, "<a href=\"#p-%zu\">", (size_t)(subject - report->subject));
    print_problem_name(file, subject);
    fputs("</a>", file);
}

/* ---- in sentences ---- */

static void describe_measured(FILE *file, const struct report *report, size_t number)
{
    const struct run_context *context = &report->results[number].context;
    size_t tried = 0, timed = 0, failed = 0, benches = 0, problems = 0;
    for (size_t first = 0; first < report->subjects; first = bench_end(report, first))
        benches += report->subject[first].file == number;
    for (size_t i = 0; i < report->subjects; i++) {
        const struct subject *subject = &report->subject[i];
        if (subject->file != number)
            continue;
        problems++;
        tried += subject->count;
        timed += subject->timed;
        for (size_t r = 0; r < subject->count; r++)
            failed += status_is_failure(subject->row[r]->result.status);
    }
    fputs("<p class=\"lead\">", file);
    if (report->files > 1)
        html_print(file, "%s: ", report->path[number]);
    print_count(file, benches, "bench", "benches");
    fputs(", ", file);
    print_count(file, problems, "problem", "problems");
    html_print(file, ", %zu configurations tried, %zu timed, %zu failed, on %s (%s%s%s)", tried, timed, failed,
               context->device.name, context->device.backend, *context->device.driver ? ", driver " : "",
               context->device.driver);
    if (context->wall_seconds > 0)
        html_print(file, ", in %s s", format_digits(context->wall_seconds, 3).text);
    if (context->interrupted)
        html_print(file, "; <strong>%s</strong>", report->results[number].parts ? "incomplete" : "interrupted");
    fputs(".</p>\n", file);
}

/* Those that are no gain: a few by their names. */
static void describe_slower(FILE *file, const struct report *report, size_t number, size_t slower, gain_of *gain)
{
    enum { MOST = 5 };
    size_t named = 0;
    if (!slower)
        return;
    html_print(file, " It is slower for %zu", slower);
    for (size_t i = 0; i < report->subjects && named < MOST; i++)
        if (report->subject[i].file == number && gain(&report->subject[i]) < 1) {
            fputs(named++ ? ", " : ": ", file);
            print_link(file, report, &report->subject[i]);
        }
    fputs(slower > MOST ? " ..." : ".", file);
}

/* "By the geometric mean of 12 problems the best is 1.31x as fast as the default: from 1.02x (a) to 1.69x (b)." */
static void describe_gain(FILE *file, const struct report *report, size_t number, gain_of *gain, const char *than)
{
    const struct gains found = gains_of(report, number, gain), *gains = &found;
    if (!gains->count)
        return;
    if (gains->count == 1) {
        html_print(file, "<p>The best is %s as fast as %s.</p>\n", format_ratio(gains->most_gain).text, than);
        return;
    }
    html_print(file, "<p>The best is %s as fast as %s, by the geometric mean of %zu problems: from %s (",
               format_ratio(mean(gains)).text, than, gains->count, format_ratio(gains->least_gain).text);
    print_link(file, report, gains->least);
    html_print(file, ") to %s (", format_ratio(gains->most_gain).text);
    print_link(file, report, gains->most);
    fputs(").", file);
    describe_slower(file, report, number, gains->slower, gain);
    fputs("</p>\n", file);
}

static void describe_distance(FILE *file, const struct report *report, size_t number)
{
    const struct gains found = gains_of(report, number, fair_fraction), *gains = &found;
    if (!gains->count)
        return;
    const enum resource resource = gains->most->best->result.limit.resource;
    html_print(file, "<p>Closest to what the device can do is ");
    print_link(file, report, gains->most);
    html_print(file, ", with %s of %s", format_percent(gains->most_gain).text, resource_word(resource));
    if (gains->least != gains->most) {
        fputs("; farthest from it ", file);
        print_link(file, report, gains->least);
        html_print(file, ", with %s of %s", format_percent(gains->least_gain).text,
                   resource_word(gains->least->best->result.limit.resource));
    }
    fputs(".</p>\n", file);
}

static void describe_without_best(FILE *file, const struct report *report, size_t number)
{
    const char *between = "<p>Without a best: ";
    for (size_t i = 0; i < report->subjects; i++)
        if (report->subject[i].file == number && !report->subject[i].best) {
            fputs(between, file);
            print_link(file, report, &report->subject[i]);
            between = ", ";
        }
    fputs(*between == ',' ? ".</p>\n" : "", file);
}

/* ---- in one table ---- */

/* "1.33x cub::DeviceReduce", "31.6 % launch", "54 of 480": with the numbers that they are sorted by. */
static void cell_reference(FILE *file, const struct subject *subject)
{
    const double gain = over_reference(subject);
    if (gain > 0)
        html_print(file, "<td data-value=\"%.9g\">%s %s</td>", gain, format_ratio(gain).text,
                   problem_reference(subject->problem, subject->best->reference));
    else
        cell_text(file, "");
}

static void cell_limit(FILE *file, const struct subject *subject)
{
    const double share = fraction(subject);
    if (share > 0)
        html_print(file, "<td data-value=\"%.9g\">%s %s</td>", share, format_percent(share).text,
                   resource_word(subject->best->result.limit.resource));
    else
        cell_text(file, "");
}

static void cell_tried(FILE *file, const struct subject *subject)
{
    const struct best *best = subject->best;
    const uint64_t tried = best ? best->measured : subject->count;
    html_print(file, "<td data-value=\"%" PRIu64 "\">%" PRIu64, tried, tried);
    if (best && best->allowed)
        html_print(file, " of %" PRIu64, best->allowed);
    fputs("</td>", file);
}

static void print_line(FILE *file, const struct report *report, const struct subject *subject)
{
    const struct result *row = fastest_row(subject);
    const double ns = row ? subject_time(subject, row) : NAN;
    html_print(file, "<tr><th scope=\"row\"><a href=\"#p-%zu\">%s/%s</a></th>", (size_t)(subject - report->subject),
               subject->problem->suite, subject->problem->bench);
    cell_size(file, subject);
    if (row) {
        cell_time(file, ns);
        cell_rate(file, row, ns);
    } else {
        cell_text(file, subject->whole   ? status_word(subject->whole->result.status)
                        : subject->count ? status_word(subject->row[0]->result.status)
                                         : "");
        cell_text(file, "");
    }
    cell_ratio(file, over_default(subject));
    cell_reference(file, subject);
    cell_limit(file, subject);
    cell_tried(file, subject);
    if (report->files > 1)
        cell_text(file, report->path[subject->file]);
    fputs("</tr>\n", file);
}

static void print_summary(FILE *file, const struct report *report)
{
    const char *const heads[] = {"bench",    "size",         "best time",
                                 "rate",     "over default", "over reference",
                                 "of limit", "tried",        report->files > 1 ? "file" : NULL,
                                 NULL};
    table_begin(file, "sortable", "summary", "What was found");
    table_head(file, heads);
    for (size_t i = 0; i < report->subjects; i++)
        print_line(file, report, &report->subject[i]);
    table_end(file);
}

void print_overview(FILE *file, const struct report *report)
{
    fputs("<section id=\"overview\">\n<h2>What was found</h2>\n", file);
    for (size_t i = 0; i < report->files; i++) {
        describe_measured(file, report, i);
        describe_gain(file, report, i, over_default, "the default, which is what one would write without tuning");
        describe_gain(file, report, i, over_reference, "the fastest reference, which is what one would call instead");
        describe_distance(file, report, i);
        describe_without_best(file, report, i);
    }
    if (report->uncompared)
        html_print(file, "<p>The two files are not compared: %s.</p>\n", report->uncompared);
    print_summary(file, report);
    fputs("</section>\n", file);
}
