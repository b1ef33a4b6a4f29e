#include "cli/run/progress.h"

#include "base/clock.h"
#include "base/text.h"
#include "cli/terminal.h"
#include "tuner/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double live_seconds = 0.1, plain_seconds = 5;

/* ---- output ---- */

/* The parts of a line; on a narrow terminal they are dropped in the order of `least`, least informative first. */
enum part {
    PART_SUITE,
    PART_BENCH,
    PART_SIZE,
    PART_PHASE,
    PART_BAR,
    PART_COUNT,
    PART_TRIED,
    PART_RATE,
    PART_FAILED,
    PART_LEFT,
    PART_BEST,
    PART_CONFIG,
    PARTS
};
static const enum part least[] = {PART_CONFIG, PART_SUITE, PART_SIZE, PART_FAILED, PART_PHASE, PART_RATE,
                                  PART_BAR,    PART_TRIED, PART_LEFT, PART_BEST,   PART_COUNT};

struct line {
    char part[PARTS][512];
    double share; /* of the bar */
};

static void print_time(char *text, size_t size, double seconds)
{
    if (seconds < 100)
        snprintf(text, size, ", %.0f s left", seconds);
    else
        snprintf(text, size, ", %.0f min left", seconds / 60);
}

static void print_best(char *text, size_t size, double ns)
{
    const char *unit = ns < 1e3 ? "ns" : ns < 1e6 ? "us" : ns < 1e9 ? "ms" : "s";
    double value = ns < 1e3 ? ns : ns < 1e6 ? ns / 1e3 : ns < 1e9 ? ns / 1e6 : ns / 1e9;
    snprintf(text, size, ", best so far %.4g %s", value, unit);
}

/* ": BLOCK_SIZE 64, LOAD striped", as far as there is room. */
static void print_config(char *text, size_t size, const struct space *space, uint64_t index)
{
    char number[MAX_NUMBER], value[200];
    for (size_t i = 0; i < space_parameters(space); i++) {
        const struct parameter *parameter = &space->parameters[i];
        const int length = snprintf(value, sizeof value, "%s %s %s", i ? "," : ":", parameter->name,
                                    parameter_word(parameter, space_position(space, index, i), number));
        if ((size_t)length >= size)
            return;
        text = stpcpy(text, value);
        size -= (size_t)length;
    }
}

/* The budget's counts: seconds of the run, and tried configurations of this problem; or configurations only. */
static void print_counts(struct line *line, const struct progress_printer *printer, const struct progress *progress,
                         bool searching)
{
    enum { SIZE = sizeof *line->part };
    if (printer->seconds > 0) {
        const double spent = clock_seconds() - printer->began;
        line->share = spent / printer->seconds;
        snprintf(line->part[PART_COUNT], SIZE, " %.0f of %.12g s", spent, printer->seconds);
        if (progress->done)
            snprintf(line->part[PART_TRIED], SIZE, ", %zu tried", progress->done);
        return;
    }
    if (progress->total && strcmp(progress->phase, "preparing") != 0) {
        line->share = (double)progress->done / (double)progress->total;
        snprintf(line->part[PART_COUNT], SIZE, " %zu/%zu", progress->done, progress->total);
    }
    if (progress->seconds_left >= 0 && searching)
        print_time(line->part[PART_LEFT], SIZE, progress->seconds_left);
}

static struct line line_of(const struct progress_printer *printer, const struct progress *progress)
{
    struct line line = {.part = {""}};
    enum { SIZE = sizeof *line.part };
    const struct problem *problem = progress->problem;
    const bool searching = strcmp(progress->phase, "preparing") != 0 && strcmp(progress->phase, "play-off") != 0;
    snprintf(line.part[PART_SUITE], SIZE, "%s/", problem->suite->name);
    snprintf(line.part[PART_BENCH], SIZE, "%s", problem->bench->name);
    snprintf(line.part[PART_SIZE], SIZE, " n=%llu", (unsigned long long)problem->n);
    snprintf(line.part[PART_PHASE], SIZE, " %s", progress->phase);
    print_counts(&line, printer, progress, searching);
    if (progress->done && progress->seconds > 0 && searching)
        snprintf(line.part[PART_RATE], SIZE, ", %.3g/s", (double)progress->done / progress->seconds);
    if (progress->failed)
        snprintf(line.part[PART_FAILED], SIZE, ", %zu failed", progress->failed);
    if (progress->best_ns > 0) {
        print_best(line.part[PART_BEST], SIZE, progress->best_ns);
        print_config(line.part[PART_CONFIG], SIZE, &problem->bench->space, progress->best);
    }
    return line;
}

/* ---- a terminal's line ---- */

enum { SMALL_BAR = 5, MEDIUM_BAR = 10, LARGE_BAR = 20, BRACKETS = 3 }; /* columns; brackets with a space before them */

/* " [#####-----]" with this many columns, in eighths with UTF-8. */
static void print_bar(char *text, int columns, double share, bool utf8)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int full = utf8 ? 8 : 1, done = (int)(fmin(share, 1) * columns * full);
    text = stpcpy(text, " [");
    for (int i = 0; i < columns; i++) {
        const int part = done - i * full;
        text = stpcpy(text, part >= full ? utf8 ? "█" : "#" : part > 0 ? eighths[part] : utf8 ? "·" : "-");
    }
    strcpy(text, "]");
}

/* Shortens a configuration by at least `excess` columns, after a whole value, with "..."; or drops it. Returns the
 * columns saved. */
static int shorten(char *config, int excess)
{
    static const char dots[] = " ...";
    const int length = (int)strlen(config), room = length - excess - (int)strlen(dots);
    int end = length;
    while (end > 0 && (config[end] != ',' || end > room))
        end--;
    strcpy(config + end, end ? dots : "");
    return length - (int)strlen(config);
}

/* Drops parts until the line fits; only the bench's name may be cut. Returns the remaining columns. */
static int fit(struct line *line, int columns)
{
    for (enum part part = 0; part < PARTS; part++)
        columns -= (int)strlen(line->part[part]);
    if (columns < 0)
        columns += shorten(line->part[PART_CONFIG], -columns);
    for (size_t i = 0; i < sizeof least / sizeof *least && columns < 0; i++) {
        columns += (int)strlen(line->part[least[i]]);
        *line->part[least[i]] = 0;
    }
    return columns;
}

static void print_live(const struct progress_printer *printer, struct line *line)
{
    const int columns = terminal_columns(STDERR_FILENO), room = (columns ? columns : 80) - 1;
    if (*line->part[PART_COUNT])
        snprintf(line->part[PART_BAR], sizeof line->part[PART_BAR], "%*s", SMALL_BAR + BRACKETS, "");
    const int most = SMALL_BAR + fit(line, room), bar = most >= LARGE_BAR    ? LARGE_BAR
                                                        : most >= MEDIUM_BAR ? MEDIUM_BAR
                                                                             : SMALL_BAR;
    if (*line->part[PART_BAR])
        print_bar(line->part[PART_BAR], bar, line->share, printer->utf8);
    text_print(stderr, "\r\033[K%s%.*s", line->part[PART_SUITE], room, line->part[PART_BENCH]);
    for (enum part part = PART_BENCH + 1; part < PARTS; part++)
        text_print(stderr, "%s", line->part[part]);
}

static void print_plain(const struct line *line)
{
    for (enum part part = 0; part < PARTS; part++)
        text_print(stderr, "%s", line->part[part]);
    fputc('\n', stderr);
}

void progress_start(struct progress_printer *printer)
{
    *printer = (struct progress_printer){.live = terminal_is(STDERR_FILENO), .utf8 = terminal_utf8()};
}

void progress_budget(struct progress_printer *printer, double seconds, double began)
{
    printer->seconds = seconds;
    printer->began = began;
}

void progress_show(struct progress_printer *printer, const struct progress *progress)
{
    const bool changed = printer->problem != progress->problem || strcmp(printer->phase, progress->phase);
    const double now = clock_seconds();
    printer->bench_compiled = progress->compiled;
    printer->bench_cached = progress->cached;
    if (printer->live ? now - printer->printed < live_seconds : !changed && now - printer->printed < plain_seconds)
        return;
    printer->problem = progress->problem;
    snprintf(printer->phase, sizeof printer->phase, "%s", progress->phase);
    printer->printed = now;
    struct line line = line_of(printer, progress);
    if (printer->live)
        print_live(printer, &line);
    else
        print_plain(&line);
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

/* Updates the live line of a terminal; elsewhere prints one line per ceiling. */
static void begin_ceiling(void *user, enum resource resource, int number, int count)
{
    const struct progress_printer *printer = user;
    if (!printer->live)
        text_print(stderr, "measuring the ceiling %s (%d of %d)\n", resource_word(resource), number, count);
}

static void begin_compiled_ceiling(UNNEEDED void *user, enum resource resource, int number, int count)
{
    text_print(stderr, "compiling what measures the ceiling %s (%d of %d)\n", resource_word(resource), number, count);
}

static void show_ceiling(void *user, const struct progress *progress)
{
    struct progress_printer *printer = user;
    printer->bench_compiled = progress->compiled;
    printer->bench_cached = progress->cached;
    if (printer->live)
        progress_show(printer, progress);
}

static void end_ceiling(void *user)
{
    progress_end_bench(user);
}

static void print_missing(UNNEEDED void *user, uint64_t resources, const char *reason)
{
    bool first = true;
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
    .missing = print_missing,
};

const struct ceilings_listener progress_of_compiled_ceilings = {
    .begin = begin_compiled_ceiling,
    .progress = show_ceiling,
    .end = end_ceiling,
    .missing = print_missing,
};
