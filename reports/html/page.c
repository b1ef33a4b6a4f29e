#include "reports/html/page.h"

#include "reports/html/html.h"
#include "reports/html/text.h"
#include "reports/json/report_data.h"

static void print_figure(FILE *file, const char *chart, const char *says)
{
    html_print(file,
               "<figure class=\"chart\" data-chart=\"%s\"><figcaption>%s</figcaption>\n<div class=\"picture\"></div>\n"
               "<details><summary>The best hundred as a table</summary><table class=\"rows\"></table></details></figure>\n",
               chart, says);
}

static void print_problem(FILE *file, const struct subject *subject, size_t number)
{
    html_print(file, "<section class=\"problem\" id=\"p-%zu\" data-problem=\"%zu\">\n<h3>%s</h3>\n", number, number,
               subject->problem->name);
    static const char *const charts[] = {"roofline", "effects", "heat", "convergence", "front", "resources", "failures"};
    for (size_t i = 0; i < sizeof charts / sizeof *charts; i++)
        print_figure(file, charts[i], charts[i]);
    fputs("</section>\n", file);
}

static void print_bench(FILE *file, const struct report *report, size_t first, size_t end)
{
    const struct subject *subject = &report->subject[first];
    html_print(file, "<section class=\"bench\" data-bench=\"%s/%s\" data-file=\"%zu\">\n<h2>%s/%s</h2>\n",
               subject->problem->suite, subject->problem->bench, subject->file, subject->problem->suite,
               subject->problem->bench);
    if (end - first > 1)
        print_figure(file, "sizes", "sizes");
    for (size_t i = first; i < end; i++)
        print_problem(file, &report->subject[i], i);
    fputs("</section>\n", file);
}

static void print_benches(FILE *file, const struct report *report)
{
    for (size_t first = 0, end; first < report->subjects; first = end) {
        const struct subject *subject = &report->subject[first];
        for (end = first + 1; end < report->subjects && report->subject[end].file == subject->file &&
                              same_bench(report->subject[end].problem, subject->problem);)
            end++;
        print_bench(file, report, first, end);
    }
}

void page_print(FILE *file, const struct report *report)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
          "style-src 'unsafe-inline'; img-src data:\">\n<title>gpubench</title>\n",
          file);
    page_print_style(file);
    fputs("</head>\n<body>\n<main>\n<h1>gpubench</h1>\n<div id=\"point\" role=\"status\" aria-live=\"polite\"></div>\n", file);
    print_benches(file, report);
    for (size_t i = 0; i < report->files; i++) {
        html_print(file, "<section class=\"file\" data-file=\"%zu\">\n<h2>%s</h2>\n", i, report->path[i]);
        print_figure(file, "seconds", "seconds");
        if (report->history)
            print_figure(file, "history", "history");
        fputs("</section>\n", file);
    }
    fputs("</main>\n<script type=\"application/json\" id=\"data\">", file);
    report_data_print(file, report);
    fputs("</script>\n", file);
    page_print_scripts(file);
    fputs("</body>\n</html>\n", file);
}
