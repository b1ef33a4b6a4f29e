#include "reports/format.h"
#include "reports/gain.h"
#include "reports/html/html.h"
#include "reports/html/parts.h"

#include <math.h>
#include <string.h>

/* A gain over all problems of a file for which it is known. */
struct gains {
    size_t count;
    double logarithms; /* their sum */
    const struct subject *least, *most;
    double least_gain, most_gain;
};

/* Without impossible shares. */
static double fair_limit(const struct subject *subject)
{
    return of_limit(subject) <= RESOURCE_FAULT ? of_limit(subject) : (double)NAN;
}

typedef double gain_of(const struct subject *subject);

static bool is_gain(double value)
{
    return isfinite(value) && value > 0;
}

/* Whether two gains of a file are known for the same problems. */
static bool same_problems(const struct report *report, size_t file, gain_of *one, gain_of *other)
{
    bool same = true;
    for (size_t i = 0; i < report->subjects && same; i++) {
        const struct subject *subject = &report->subject[i];
        same = subject->file != file || is_gain(one(subject)) == is_gain(other(subject));
    }
    return same;
}

static struct gains gains_of(const struct report *report, size_t file, gain_of *gain)
{
    struct gains gains = {.least_gain = INFINITY, .most_gain = -INFINITY};
    for (size_t i = 0; i < report->subjects; i++) {
        const struct subject *subject = &report->subject[i];
        const double value = subject->file == file ? gain(subject) : (double)NAN;
        if (!is_gain(value))
            continue;
        gains.count++;
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

/* ---- sentences ---- */

/* "2026-11-26 09:43, commit 5ed318a8cf8b, NVIDIA H200 (cuda, driver 580.159.04)", as far as known. */
static void describe_where(FILE *file, const struct report *report, size_t number)
{
    const struct run_context *context = &report->results[number].context;
    const struct compute_device *device = &context->device;
    fputs("<p class=\"where\">", file);
    if (report->files > 1)
        html_print(file, "<strong>%s</strong>: ", report->path[number]);
    if (*context->date) {
        fputs("<span>", file);
        print_date(file, context->date);
        fputs("</span> ", file);
    }
    if (*context->commit)
        html_print(file, "<span>commit %s</span> ", context->commit);
    html_print(file, "<span>%s (%s%s%.*s)</span> ", device->name, device->backend, *device->driver ? ", driver " : "",
               (int)strcspn(device->driver, ","), device->driver);
}

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
    describe_where(file, report, number);
    fputs("<span>", file);
    print_count(file, benches, "bench", "benches");
    fputs(", ", file);
    print_count(file, problems, "problem", "problems");
    html_print(file, ", %zu configurations tried", tried);
    if (timed < tried)
        fprintf(file, ", %zu timed", timed);
    fprintf(file, failed ? ", %zu failed" : ", none failed", failed);
    if (context->wall_seconds > 0)
        html_print(file, ", in %s s", format_digits(context->wall_seconds, 3).text);
    if (context->interrupted)
        html_print(file, "; <strong>%s</strong>", report->results[number].parts ? "incomplete" : "interrupted");
    fputs("</span></p>\n", file);
}

/* "By the geometric mean of 50 problems the best is ". */
static void begin_mean(FILE *file, const struct gains *gains)
{
    if (gains->count > 1)
        fprintf(file, "By the geometric mean of %zu problems the best is ", gains->count);
    else
        fputs("The best is ", file);
}

/* "36 % faster than the fastest reference"; for one problem its name. */
static void print_mean(FILE *file, const struct gains *gains, const char *than)
{
    const bool one = !than && gains->count == 1;
    if (!than)
        than = one ? problem_reference(gains->most->problem, gains->most->best->reference) : "the fastest reference";
    FREED char *gain = gain_over_reference(mean(gains), than);
    html_print(file, "%s", gain);
}

/* `same`: of the same problems. */
static void describe_means(FILE *file, const struct gains *references, const struct gains *defaults, bool same)
{
    if (!references->count && !defaults->count)
        return;
    fputs("<p class=\"lead\">", file);
    if (references->count) {
        begin_mean(file, references);
        print_mean(file, references, NULL);
        fputs(same ? " and " : ". ", file);
    }
    if (defaults->count) {
        if (!same)
            begin_mean(file, defaults);
        print_mean(file, defaults, "the default");
        fputs(".", file);
    }
    fputs("</p>\n", file);
}

/* Problems without a gain: a few by their names. */
static void describe_slower(FILE *file, const struct report *report, size_t number, gain_of *gain, const char *than)
{
    enum { MOST = 5 };
    size_t named = 0, slower = 0;
    for (size_t i = 0; i < report->subjects; i++)
        slower += report->subject[i].file == number && gain(&report->subject[i]) < 1 - GAIN_SAME;
    if (!slower)
        return;
    html_print(file, "<p class=\"slower\">%s Slower than %s in %zu: ", SLOWER_SIGN, than, slower);
    for (size_t i = 0; i < report->subjects && named < MOST; i++)
        if (report->subject[i].file == number && gain(&report->subject[i]) < 1 - GAIN_SAME) {
            fputs(named++ ? ", " : "", file);
            print_link(file, report, &report->subject[i]);
        }
    fputs(slower > MOST ? " ...</p>\n" : ".</p>\n", file);
}

/* "8.59 times as fast as 10 calls of cub::DeviceReduce in scalar_and_virial_f64, size 2^16". */
static void print_extreme(FILE *file, const struct report *report, const struct subject *subject, double gain,
                          const char *than)
{
    FREED char *words =
        gain_over_reference(gain, than ? than : problem_reference(subject->problem, subject->best->reference));
    html_print(file, "%s in ", words);
    print_link(file, report, subject);
}

/* The range of the gains; `than` NULL: each problem has its own reference. */
static void describe_range(FILE *file, const struct report *report, const struct gains *gains, const char *than)
{
    if (gains->count < 2 || gains->most_gain < (1 + GAIN_SAME) * gains->least_gain)
        return;
    fputs("<p>Most gained: ", file);
    print_extreme(file, report, gains->most, gains->most_gain, than);
    fputs("; least: ", file);
    print_extreme(file, report, gains->least, gains->least_gain, than);
    fputs(".</p>\n", file);
}

static void describe_distance(FILE *file, const struct report *report, size_t number)
{
    const struct gains found = gains_of(report, number, fair_limit), *gains = &found;
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

static void print_file_overview(FILE *file, const struct report *report, size_t number)
{
    const struct gains references = gains_of(report, number, over_reference),
                       defaults = gains_of(report, number, over_default);
    describe_measured(file, report, number);
    describe_means(file, &references, &defaults, same_problems(report, number, over_reference, over_default));
    describe_slower(file, report, number, over_reference, "the fastest reference");
    describe_slower(file, report, number, over_default, "the default");
    print_gains(file, report, number);
    describe_range(file, report, &references, NULL);
    describe_range(file, report, &defaults, "the default");
    describe_distance(file, report, number);
    describe_without_best(file, report, number);
}

void print_overview(FILE *file, const struct report *report)
{
    fputs("<section id=\"overview\">\n<h2>What was found</h2>\n", file);
    for (size_t i = 0; i < report->files; i++)
        print_file_overview(file, report, i);
    if (report->uncompared)
        html_print(file, "<p>The two files are not compared: %s.</p>\n", report->uncompared);
    print_summary(file, report);
    fputs("</section>\n", file);
}
