/* JUnit's XML, as CI servers read it: failures are cases of a suite, with their messages. */
#include "reports/writers/formats.h"

#include "reports/html/html.h"

#include <math.h>
#include <string.h>

/* A configuration refused before its launch, or missing on the device, was not tried. */
static bool is_skipped(enum status status)
{
    return status == UNSUPPORTED || status == INVALID;
}

static enum status status_of(const struct row *row)
{
    return row->result.status == OK && !row_timed(&row->result) ? NO_TIME : row->result.status;
}

/* Seconds of one iteration; 0 without a time. */
static double seconds_of(const struct row *row)
{
    return row_timed(&row->result) ? row->result.median_ns / 1e9 : 0;
}

static void print_case(FILE *file, const struct named_problem *problem, const struct row *row)
{
    FREED char *name = row_name(problem, &row->result);
    const enum status status = status_of(row);
    const char *element = is_skipped(status) ? "skipped" : "failure";
    html_print(file, "    <testcase classname=\"%s.%s\" name=\"%s\" time=\"%.9f\"", problem->suite, problem->bench,
               name, seconds_of(row));
    if (!status_is_failure(status) && !is_skipped(status)) {
        fputs("/>\n", file);
        return;
    }
    html_print(file, ">\n      <%s message=\"%s: %.*s\"", element, status_word(status), (int)strcspn(row->reason, "\n"),
               row->reason);
    if (is_skipped(status))
        fputs("/>\n", file);
    else
        html_print(file, " type=\"%s\">%s</failure>\n", status_word(status), row->reason);
    fputs("    </testcase>\n", file);
}

static void print_suite(FILE *file, const struct results *results, size_t number)
{
    const struct named_problem *problem = &results->problems[number];
    size_t tests = 0, failures = 0, skipped = 0;
    double seconds = 0;
    for (const struct row *row = results_first(results, number); row; row = results_next(results, row)) {
        const enum status status = status_of(row);
        tests++;
        skipped += is_skipped(status);
        failures += status_is_failure(status) && !is_skipped(status);
        seconds += seconds_of(row);
    }
    html_print(file,
               "  <testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" time=\"%.9f\" "
               "timestamp=\"%.19s\" hostname=\"%s\">\n",
               problem->name, tests, failures, skipped, seconds, results->context.date, results->context.host);
    html_print(file, "    <properties>\n      <property name=\"device\" value=\"%s\"/>\n    </properties>\n",
               results->context.device.name);
    for (const struct row *row = results_first(results, number); row; row = results_next(results, row))
        print_case(file, problem, row);
    fputs("  </testsuite>\n", file);
}

enum status junit_write(FILE *file, const struct output *output, struct fault *fault)
{
    (void)fault;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gpubench\">\n", file);
    for (size_t i = 0; i < output->count; i++)
        for (size_t p = 0; p < output->results[i].problem_count; p++)
            if (results_rows(&output->results[i], p))
                print_suite(file, &output->results[i], p);
    fputs("</testsuites>\n", file);
    return OK;
}
