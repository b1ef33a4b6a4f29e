#include "cli/progress.h"

#include "base/clock.h"
#include "base/text.h"
#include "tuner/suite.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double live_seconds = 0.1, plain_seconds = 5;

void progress_start(struct progress_printer *printer)
{
    *printer = (struct progress_printer){.live = isatty(STDERR_FILENO)};
}

static void print_time(char *text, size_t size, double seconds)
{
    if (seconds < 100)
        snprintf(text, size, "%.0f s", seconds);
    else
        snprintf(text, size, "%.0f min", seconds / 60);
}

static void print_duration(char *text, size_t size, double ns)
{
    const char *unit = ns < 1e3 ? "ns" : ns < 1e6 ? "us" : ns < 1e9 ? "ms" : "s";
    double value = ns < 1e3 ? ns : ns < 1e6 ? ns / 1e3 : ns < 1e9 ? ns / 1e6 : ns / 1e9;
    snprintf(text, size, "%.4g %s", value, unit);
}

static int print_best(char *text, size_t size, const struct progress *progress)
{
    char duration[32], number[MAX_NUMBER];
    const struct space *space = &progress->problem->bench->space;
    print_duration(duration, sizeof duration, progress->best_ns);
    int length = snprintf(text, size, ", best %s:", duration);
    for (size_t i = 0; i < space_parameters(space) && length < (int)size; i++) {
        size_t position = space_position(space, progress->best, i);
        length += snprintf(text + length, size - (size_t)length, " %s",
                           parameter_word(&space->parameters[i], position, number));
    }
    return length;
}

static void compose(char *line, size_t size, const struct progress *progress)
{
    const struct problem *problem = progress->problem;
    int length = snprintf(line, size, "%s/%s n=%llu %s", problem->suite->name, problem->bench->name,
                          (unsigned long long)problem->n, progress->phase);
    if (progress->total && strcmp(progress->phase, "preparing") && length < (int)size)
        length += snprintf(line + length, size - (size_t)length, " %zu/%zu", progress->done, progress->total);
    if (progress->done && progress->seconds > 0 && length < (int)size)
        length +=
            snprintf(line + length, size - (size_t)length, ", %.3g/s", (double)progress->done / progress->seconds);
    if (progress->failed && length < (int)size)
        length += snprintf(line + length, size - (size_t)length, ", %zu failed", progress->failed);
    if (progress->seconds_left >= 0 && strcmp(progress->phase, "preparing") && length < (int)size) {
        char left[32];
        print_time(left, sizeof left, progress->seconds_left);
        length += snprintf(line + length, size - (size_t)length, ", %s left", left);
    }
    if (progress->best_ns > 0 && length < (int)size)
        print_best(line + length, size - (size_t)length, progress);
}

void progress_show(struct progress_printer *printer, const struct progress *progress)
{
    bool changed = printer->problem != progress->problem || strcmp(printer->phase, progress->phase);
    double now = clock_seconds();
    printer->bench_compiled = progress->compiled;
    printer->bench_cached = progress->cached;
    printer->problem = progress->problem;
    snprintf(printer->phase, sizeof printer->phase, "%s", progress->phase);
    if (!changed && now - printer->printed < (printer->live ? live_seconds : plain_seconds))
        return;
    char line[512];
    printer->printed = now;
    compose(line, sizeof line, progress);
    if (printer->live) {
        struct winsize window = {0};
        int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col ? window.ws_col - 1 : 79;
        text_print(stderr, "\r\033[K%.*s", width, line);
    } else {
        text_print(stderr, "%s\n", line);
    }
    fflush(stderr);
}

void progress_clear(struct progress_printer *printer)
{
    if (printer->live)
        fputs("\r\033[K", stderr);
}

void progress_end_bench(struct progress_printer *printer)
{
    progress_clear(printer);
    printer->compiled += printer->bench_compiled;
    printer->cached += printer->bench_cached;
    printer->bench_compiled = printer->bench_cached = 0;
}

/* ---- ceilings ---- */

/* A terminal's live line; elsewhere the line that begins a ceiling is all. */
static void begin_ceiling(void *user, enum resource resource, int number, int count)
{
    const struct progress_printer *printer = user;
    if (!printer->live)
        text_print(stderr, "measuring the ceiling %s (%d of %d)\n", resource_word(resource), number, count);
}

static void show_ceiling(void *user, const struct progress *progress)
{
    struct progress_printer *printer = user;
    if (printer->live)
        progress_show(printer, progress);
}

static void end_ceiling(void *user)
{
    progress_clear(user);
}

static void say_missing(void *user, uint64_t resources, const char *reason)
{
    bool first = true;
    (void)user;
    fputs("gpubench: not measured:", stderr);
    for (enum resource r = 0; r < RESOURCES; r++)
        if (resources >> r & 1) {
            text_print(stderr, "%s %s", first ? "" : ",", resource_word(r));
            first = false;
        }
    text_print(stderr, " (%s); what uses it has no limit\n", reason);
}

const struct ceilings_listener progress_of_ceilings = {
    .begin = begin_ceiling,
    .progress = show_ceiling,
    .end = end_ceiling,
    .missing = say_missing,
};
