/* The gains and the shares of limits: of each problem, and in one picture of all benches. */
#include "reports/doubt.h"
#include "reports/format.h"
#include "reports/gain.h"
#include "reports/html/html.h"
#include "reports/html/parts.h"

#include <math.h>
#include <string.h>

double over_default(const struct subject *subject)
{
    const struct best *best = subject->best;
    return best && best->default_ns > 0 ? best->default_ns / best_time(best) : (double)NAN;
}

double over_reference(const struct subject *subject)
{
    const struct best *best = subject->best;
    return best && best->reference_ns > 0 ? best->reference_ns / best_time(best) : (double)NAN;
}

double of_limit(const struct subject *subject)
{
    return subject->best && best_fraction(subject->best) > 0 ? best_fraction(subject->best) : (double)NAN;
}

bool is_slower(const struct subject *subject)
{
    return over_reference(subject) < 1 - GAIN_SAME || over_default(subject) < 1 - GAIN_SAME;
}

size_t bench_end(const struct report *report, size_t first)
{
    size_t end = first + 1;
    while (end < report->subjects && report->subject[end].file == report->subject[first].file &&
           same_bench(report->subject[end].problem, report->subject[first].problem))
        end++;
    return end;
}

size_t bench_problem(const struct report *report, size_t first, size_t end)
{
    size_t found = first;
    for (size_t i = first + 1; i < end; i++) {
        const struct subject *subject = &report->subject[i], *before = &report->subject[found];
        const bool larger = subject->problem->size != before->problem->size
                                ? subject->problem->size > before->problem->size
                                : of_limit(subject) < of_limit(before);
        if (subject->best ? !before->best || larger : !before->best && !before->timed && subject->timed)
            found = i;
    }
    return found;
}

/* ---- words ---- */

void print_bench_name(FILE *file, const struct report *report, const struct subject *subject)
{
    bool alike = true;
    for (size_t i = 0; i < report->subjects; i++)
        alike &= !strcmp(report->subject[i].problem->suite, subject->problem->suite);
    html_print(file, "%s%s%s", alike ? "" : subject->problem->suite, alike ? "" : "/", subject->problem->bench);
}

static void print_limit(FILE *file, const struct subject *subject)
{
    const struct limit *limit = &subject->best->result.limit;
    if (of_limit(subject) > 0)
        html_print(file, "<span class=\"share\">%s of %s%s</span>\n", format_percent(limit->fraction).text,
                   resource_word(limit->resource), limit_is_fault(limit) ? ": more than all, a fault" : "");
}

/* "▲ 14 % faster than 9 calls of cub::DeviceReduce". */
static void print_gain(FILE *file, double ratio, const char *than)
{
    FREED char *gain = gain_over_reference(ratio, than);
    const bool slower = ratio<1 - GAIN_SAME, faster = ratio> 1 + GAIN_SAME;
    html_print(file, "<span class=\"gain%s\">%s%s</span>\n", slower ? " slower" : "",
               slower   ? SLOWER_SIGN " "
               : faster ? FASTER_SIGN " "
                        : "",
               gain);
}

void print_found(FILE *file, const struct subject *subject)
{
    const struct best *best = subject->best;
    const struct doubt_text doubt = best ? doubt_text(best, &subject->context->device) : (struct doubt_text){""};
    if (!best) {
        const struct result *row = fastest_row(subject);
        const struct row *any = subject->whole ? subject->whole : subject->count ? subject->row[0] : NULL;
        html_print(file, "<span class=\"share none\">%s</span>\n",
                   row   ? "none was chosen as the best"
                   : any ? status_word(any->result.status)
                         : "nothing was measured");
        return;
    }
    print_limit(file, subject);
    if (over_reference(subject) > 0)
        print_gain(file, over_reference(subject), problem_reference(subject->problem, best->reference));
    if (over_default(subject) > 0)
        print_gain(file, over_default(subject), "the default");
    const bool few = best->measured < best->allowed / 10;
    if (*doubt.text)
        html_print(file, "<span class=\"%s\">%s%s</span>\n", few ? "few" : "some", few ? "Best of few: " : "",
                   doubt.text);
}

/* ---- the picture ---- */

/* A bar as long as the best's share of its limit, with marks for default and reference. For files without limits, all
 * relative to the fastest of these. */
static void print_track(FILE *file, const struct subject *subject)
{
    const double gain = over_default(subject), reference = over_reference(subject);
    const double fastest = fmax(1, fmax(gain > 0 ? 1 / gain : 0, reference > 0 ? 1 / reference : 0));
    const double share = of_limit(subject) > 0 ? of_limit(subject) : 1 / fastest;
    fprintf(file, "<span class=\"track\" aria-hidden=\"true\" style=\"--share:%.3f", fmin(share, 1));
    if (gain > 0)
        fprintf(file, ";--default:%.3f", fmin(share / gain, 1));
    if (reference > 0)
        fprintf(file, ";--reference:%.3f", fmin(share / reference, 1));
    fputs("\"><span class=\"reach\"></span>", file);
    fputs(gain > 0 ? "<span class=\"default\"></span>" : "", file);
    fputs(reference > 0 ? "<span class=\"reference\"></span>" : "", file);
    fputs("</span>", file);
}

/* `limits`: other problems have limits. */
static void print_bar(FILE *file, const struct subject *subject, bool limits)
{
    fprintf(file, "<span class=\"line%s\"><span class=\"size\">", is_slower(subject) ? " slower" : "");
    print_size(file, subject->problem->size);
    fputs("</span>", file);
    if (limits && !(of_limit(subject) > 0))
        fputs("<span class=\"unknown\">limit not known</span>", file);
    else
        print_track(file, subject);
    html_print(file, "<span class=\"percent\">%s</span></span>\n",
               of_limit(subject) > 0 ? format_percent(of_limit(subject)).text : "");
}

/* A bar for each problem if they are few; else for the ones that represent the benches. */
static void print_bars(FILE *file, const struct report *report, size_t first, size_t end, bool limits)
{
    enum { MOST = 12 };
    const size_t chosen = bench_problem(report, first, end);
    fputs("<span class=\"lines\">\n", file);
    for (size_t i = first; i < end; i++)
        if (report->subject[i].best && (end - first <= MOST || i == chosen))
            print_bar(file, &report->subject[i], limits);
    fputs("</span>\n", file);
}

static void print_bench(FILE *file, const struct report *report, size_t first, size_t end, bool limits)
{
    const struct subject *subject = &report->subject[bench_problem(report, first, end)];
    fprintf(file, "<li><span class=\"name\"><a href=\"#b-%zu\">", first);
    print_bench_name(file, report, subject);
    fputs("</a></span>\n", file);
    print_bars(file, report, first, end, limits);
    fputs("<span class=\"found\">\n", file);
    if (end - first > 1) {
        fputs("<span class=\"at\">size ", file);
        print_size(file, subject->problem->size);
        print_inputs(file, subject);
        fputs("</span>\n", file);
    }
    print_found(file, subject);
    fputs("</span></li>\n", file);
}

/* The marks that occur in a picture of a file. */
struct marks {
    bool best, limits, defaults, references, slower, sizes;
};

static struct marks marks_of(const struct report *report, size_t number)
{
    struct marks marks = {0};
    for (size_t i = 0; i < report->subjects; i++) {
        const struct subject *subject = &report->subject[i];
        if (subject->file != number)
            continue;
        marks.best |= subject->best != NULL;
        marks.limits |= of_limit(subject) > 0;
        marks.defaults |= over_default(subject) > 0;
        marks.references |= over_reference(subject) > 0;
        marks.slower |= is_slower(subject);
        marks.sizes |= bench_end(report, i) - i > 1;
    }
    return marks;
}

/* A mark and its meaning. */
static void print_mark(FILE *file, const char *mark, const char *text)
{
    html_print(file, "<span class=\"item\"><span class=\"sign %s\"></span> %s</span>\n", mark, text);
}

static void print_key(FILE *file, const struct marks *marks)
{
    fputs("<p class=\"key\">", file);
    print_mark(file, "reach",
               marks->limits ? "the best; a full bar is the limit: all that the device does of the resource named"
                             : "the best's speed, beside the fastest of these");
    if (marks->defaults)
        print_mark(file, "default", "the default, untuned");
    if (marks->references)
        print_mark(file, "reference", "the fastest reference, what one would call instead");
    if (marks->slower)
        print_mark(file, "reach slower", SLOWER_SIGN " slower than one of these");
    html_print(file, "<span class=\"item\">%sPer cent faster or slower are of speed.</span></p>\n",
               marks->sizes ? "Beside the bars: the largest size. " : "");
}

void print_gains(FILE *file, const struct report *report, size_t number)
{
    const struct marks marks = marks_of(report, number);
    if (!marks.best)
        return;
    html_print(file, "<div class=\"gains\">\n<h3>%s</h3>\n",
               marks.limits ? "How far from its limit each bench is" : "How fast each bench is");
    print_key(file, &marks);
    fputs("<ul>\n", file);
    for (size_t first = 0, end; first < report->subjects; first = end) {
        end = bench_end(report, first);
        if (report->subject[first].file == number)
            print_bench(file, report, first, end, marks.limits);
    }
    fputs("</ul>\n</div>\n", file);
}
