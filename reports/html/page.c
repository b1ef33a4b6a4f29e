
#include "reports/html/html.h"
#include "reports/html/parts.h"
#include "reports/json/report_data.h"

/* "reduction on NVIDIA H200": of the first file, with the number of further ones. */
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

static void print_link(FILE *file, const char *to, const char *text)
{
    html_print(file, "<li><a href=\"#%s\">%s</a></li>\n", to, text);
}

/* The findings link to the benches. */
static void print_contents(FILE *file, const struct report *report)
{
    fputs("<nav aria-label=\"Contents\">\n<ul>\n", file);
    if (report->comparison)
        print_link(file, "comparison", "What changed");
    print_link(file, "overview", "What was found");
    if (report->devices)
        print_link(file, "devices", "Devices side by side");
    if (report->subjects)
        print_link(file, "b-0", "Bench by bench");
    print_link(file, "f-0", "How it was measured");
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
