#include "reports/history/series.h"
#include "reports/html/html.h"
#include "reports/html/parts.h"
#include "reports/parts.h"

#include <inttypes.h>
#include <math.h>

/* ---- context and method ---- */

static void fact(FILE *file, const char *name, const char *text)
{
    if (*text)
        html_print(file, "<dt>%s</dt><dd>%s</dd>\n", name, text);
}

static void print_facts(FILE *file, const struct report *report, size_t number)
{
    const struct run_context *context = &report->results[number].context;
    const struct compute_device *device = &context->device;
    fputs("<dl class=\"facts\">\n", file);
    fact(file, "device", device->name);
    FREED char *devices = results_devices(&report->results[number]);
    fact(file, "devices", devices);
    fact(file, "backend", device->backend);
    fact(file, "platform", device->platform);
    fact(file, "driver", device->driver);
    fact(file, "compiler", device->compiler);
    fact(file, "architecture", device->architecture);
    fact(file, "host", context->host);
    fact(file, "date", context->date);
    fact(file, "gpubench", context->version);
    fact(file, "commit", context->commit);
    html_print(file, "<dt>command</dt><dd><code>%s</code></dd>\n", context->command);
    fact(file, "caches", results_cold(&report->results[number]) ? "cold: evicted before each sample" : "warm");
    fact(file, "measuring",
         context->measuring == MEASURING ? ""
         : !context->measuring           ? "by another program"
                                         : "in an older way: not to be compared with others");
    FREED char *part = text_make("%" PRIu64 " of %" PRIu64, context->shard.part, context->shard.of);
    fact(file, "part of each space", context->shard.part ? part : "");
    fputs("</dl>\n", file);
    FREED char *lack = results_missing(&report->results[number]);
    if (*lack)
        html_print(file, "<p><strong>Incomplete: %s.</strong></p>\n", lack);
    else if (context->interrupted)
        fputs("<p><strong>The run was interrupted: this is what was done until then.</strong></p>\n", file);
}

static void print_ceilings(FILE *file, const struct run_context *context)
{
    static const char *const heads[] = {"resource", "at most", NULL};
    bool any = false;
    for (enum resource r = 0; r < RESOURCES; r++)
        any |= context->ceilings.rate[r] > 0;
    if (!any)
        return;
    fputs("<details><summary>What the device can do at most, as far as it was needed</summary>\n", file);
    struct table *table = table_begin(file, "sortable", NULL, "Ceilings");
    table_head(table->rows, heads);
    for (enum resource r = 0; r < RESOURCES; r++)
        if (context->ceilings.rate[r] > 0) {
            fputs("<tr>", table->rows);
            cell_text(table->rows, resource_word(r));
            cell_value(table->rows, context->ceilings.rate[r],
                       format_rate(context->ceilings.rate[r], resource_unit(r)).text);
            fputs("</tr>\n", table->rows);
        }
    table_end(table);
    fputs("</details>\n", file);
}

/* ---- time by phase ---- */

static void print_seconds(FILE *file, const struct report *report, size_t number)
{
    const struct run_context *context = &report->results[number].context;
    const struct figure figure = {"seconds", "Where the seconds went", 3, &report->results[number], SIZE_MAX};
    enum phase most = 0;
    double sum = 0;
    for (enum phase phase = 0; phase < PHASES; phase++) {
        sum += context->seconds[phase];
        most = context->seconds[phase] > context->seconds[most] ? phase : most;
    }
    if (!(sum > 0) || !(context->wall_seconds > 0))
        return;
    figure_begin(file, &figure);
    html_print(file, "<p>The run took %s s, most of them %s: %s.</p>\n", format_digits(context->wall_seconds, 3).text,
               phase_word(most), format_percent(context->seconds[most] / context->wall_seconds).text);
    figure_end_text(file);
    bars_begin(file, "Seconds of the run");
    for (enum phase phase = 0; phase < PHASES; phase++) {
        const double share = context->seconds[phase] / context->wall_seconds;
        char shown[160];
        snprintf(shown, sizeof shown, "%s s, %s", format_digits(context->seconds[phase], 3).text,
                 format_percent(share).text);
        bar_begin(file);
        fputs(phase_word(phase), file);
        bar_end(file, share, context->seconds[phase], shown);
    }
    bars_end(file);
    fputs("</figure>\n", file);
}

/* ---- the history ---- */

static bool is_of_file(const struct history_point *point, const struct report *report, size_t number)
{
    return results_have(&report->results[number], point->device, point->name);
}

/* Change points of this file's series only. */
static void describe_turns(FILE *file, const struct report *report, size_t number, size_t series)
{
    size_t count, printed = 0;
    FREED struct turn *turns = series_turns(report->history, &count);
    html_print(file, "<p>%zu series of times over commits are of these problems on this device.", series);
    for (size_t i = 0; i < count; i++) {
        if (!is_of_file(turns[i].first, report, number) || printed == ROWS_SHOWN)
            continue;
        html_print(file, "%s %s takes %s the time since commit %.12s, %.10s",
                   printed++ ? ";" : " What changed, the newest first:", turns[i].first->name,
                   format_ratio(exp(turns[i].estimate.centre)).text, turns[i].first->commit, turns[i].first->date);
    }
    fputs(printed ? ".</p>\n" : " None of them changed.</p>\n", file);
}

static void print_history(FILE *file, const struct report *report, size_t number)
{
    static const char *const heads[] = {"problem", "points", "first", "date",         "time",
                                        "last",    "date",   "time",  "last / first", NULL};
    const struct figure figure = {"history", "The times of the best, over commits", 3, &report->results[number],
                                  SIZE_MAX};
    size_t count = 0;
    for (size_t i = 0; report->history && i < report->history->count; i++)
        count += is_of_file(report->history->series[i].point[0], report, number);
    if (!report->history)
        return;
    if (!count) {
        fputs("<p>The history has none of these problems on this device.</p>\n", file);
        return;
    }
    figure_begin(file, &figure);
    describe_turns(file, report, number, count);
    figure_end_text(file);
    struct table *table = figure_table(file, &figure, "The first and the last time of each", NULL, heads);
    for (size_t i = 0; i < report->history->count; i++) {
        const struct series *series = &report->history->series[i];
        if (!is_of_file(series->point[0], report, number))
            continue;
        const struct history_point *first = series->point[0], *last = series->point[series->count - 1];
        fputs("<tr>", table->rows);
        cell_text(table->rows, first->name);
        cell_count(table->rows, series->count);
        html_print(table->rows, "<td>%.12s</td><td>%.10s</td>", first->commit, first->date);
        cell_time(table->rows, first->median_ns);
        html_print(table->rows, "<td>%.12s</td><td>%.10s</td>", last->commit, last->date);
        cell_time(table->rows, last->median_ns);
        cell_ratio(table->rows, last->median_ns / first->median_ns);
        fputs("</tr>\n", table->rows);
    }
    figure_end(file, table);
}

void print_files(FILE *file, const struct report *report)
{
    for (size_t i = 0; i < report->files; i++) {
        html_print(file,
                   "<section class=\"file\" id=\"f-%zu\" data-file=\"%zu\">\n<details><summary>"
                   "<h2>How %s was measured</h2></summary>\n",
                   i, i, report->path[i]);
        print_facts(file, report, i);
        print_ceilings(file, &report->results[i].context);
        print_seconds(file, report, i);
        print_history(file, report, i);
        fputs("</details>\n</section>\n", file);
    }
}
