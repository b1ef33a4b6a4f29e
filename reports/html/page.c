
#include "reports/html/html.h"
#include "reports/html/parts.h"
#include "reports/json/report_data.h"

/* "reduction on NVIDIA H200": of the first file, and how many more there are. */
static void print_title(FILE *file, const struct report *report)
{
    const struct results *first = &report->results[0];
    const char *suite = report->subjects ? report->subject[0].problem->suite : first->context.suites;
    html_print(file, report->comparison ? "gpubench: what changed in %s on %s" : "gpubench: %s on %s", suite,
               first->context.device.name);
    if (!report->comparison && report->files > 1)
        html_print(file, ", and %zu more", report->files - 1);
}

static void print_head(FILE *file, const struct report *report)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
          "style-src 'unsafe-inline'; img-src data:\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
          file);
    print_title(file, report);
    fputs("</title>\n", file);
    page_print_style(file);
    fputs("</head>\n<body>\n", file);
}

static void print_bench_links(FILE *file, const struct report *report, size_t number)
{
    for (size_t first = 0; first < report->subjects; first = bench_end(report, first)) {
        const struct subject *subject = &report->subject[first];
        if (subject->file == number)
            html_print(file, "<li><a href=\"#b-%zu\">%s/%s</a></li>\n", first, subject->problem->suite,
                       subject->problem->bench);
    }
    html_print(file, "<li><a href=\"#f-%zu\">How it was measured</a></li>\n", number);
}

/* Of several files a list each. */
static void print_contents(FILE *file, const struct report *report)
{
    fputs("<nav aria-label=\"Contents\">\n<ul>\n", file);
    if (report->comparison)
        fputs("<li><a href=\"#comparison\">What changed</a></li>\n", file);
    fputs("<li><a href=\"#overview\">What was found</a></li>\n", file);
    if (report->devices)
        fputs("<li><a href=\"#devices\">Devices side by side</a></li>\n", file);
    for (size_t i = 0; i < report->files; i++) {
        if (report->files > 1)
            html_print(file, "</ul>\n<p>%s</p>\n<ul>\n", report->path[i]);
        print_bench_links(file, report, i);
    }
    fputs("</ul>\n</nav>\n", file);
}

void report_print(FILE *file, const struct report *report)
{
    print_head(file, report);
    fputs("<header>\n<h1>", file);
    print_title(file, report);
    fputs("</h1>\n</header>\n", file);
    print_contents(file, report);
    fputs("<main>\n", file);
    print_changes(file, report);
    print_overview(file, report);
    print_devices(file, report);
    print_benches(file, report);
    print_files(file, report);
    fputs("<div id=\"point\" role=\"status\" aria-live=\"polite\" hidden></div>\n</main>\n<footer>\n", file);
    html_print(file, "<p>Made by gpubench %s, commit %s.</p>\n", report->version, report->commit);
    page_print_licence(file);
    fputs("</footer>\n<script type=\"application/json\" id=\"data\">", file);
    report_data_print(file, report);
    fputs("</script>\n", file);
    page_print_scripts(file);
    fputs("</body>\n</html>\n", file);
}
