/* All problems in one table. */
#include "reports/format.h"
#include "reports/gain.h"
#include "reports/html/html.h"
#include "reports/html/parts.h"

#include <inttypes.h>
#include <math.h>

/* "31.6 % of launch", "14 % faster than cub::DeviceReduce", "54 of 480": with the numbers for sorting. */
static void cell_limit(FILE *file, const struct subject *subject)
{
    const double share = of_limit(subject);
    if (share > 0)
        html_print(file, "<td data-value=\"%.9g\">%s of %s</td>", share, format_percent(share).text,
                   resource_word(subject->best->result.limit.resource));
    else
        cell_text(file, "");
}

static void cell_gain(FILE *file, double ratio, const char *than)
{
    if (ratio > 0) {
        FREED char *gain = gain_over_reference(ratio, than);
        const bool slower = ratio < 1 - GAIN_SAME;
        html_print(file, "<td data-value=\"%.9g\" class=\"%s\">%s%s</td>", ratio, slower ? "gain slower" : "gain",
                   slower ? SLOWER_SIGN " " : "", gain);
    } else {
        cell_text(file, "");
    }
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
    fprintf(file, "<tr><th scope=\"row\"><a href=\"#p-%zu\">", (size_t)(subject - report->subject));
    print_bench_name(file, report, subject);
    fputs("</a></th>", file);
    cell_size(file, subject);
    cell_limit(file, subject);
    cell_gain(file, over_reference(subject),
              over_reference(subject) > 0 ? problem_reference(subject->problem, subject->best->reference) : NULL);
    cell_gain(file, over_default(subject), NULL);
    if (row) {
        cell_time(file, ns);
        cell_rate(file, row, ns);
    } else {
        cell_text(file, subject->whole   ? status_word(subject->whole->result.status)
                        : subject->count ? status_word(subject->row[0]->result.status)
                                         : "");
        cell_text(file, "");
    }
    cell_tried(file, subject);
    if (report->files > 1)
        cell_text(file, report->path[subject->file]);
    fputs("</tr>\n", file);
}

void print_summary(FILE *file, const struct report *report)
{
    const char *const heads[] = {"bench",
                                 "size",
                                 "of limit",
                                 "beside the reference",
                                 "than the default",
                                 "best time",
                                 "rate",
                                 "tried",
                                 report->files > 1 ? "file" : NULL,
                                 NULL};
    html_print(file, "<details%s><summary>%s</summary>\n", report->subjects > FOLDED_ROWS ? "" : " open",
               report->subjects > 1 ? "All problems, as a table" : "The problem, as a table");
    struct table *table = table_begin(file, "sortable", "summary", "All problems");
    table_head(table->rows, heads);
    for (size_t i = 0; i < report->subjects; i++)
        print_line(table->rows, report, &report->subject[i]);
    table_end(table);
    fputs("</details>\n", file);
}
